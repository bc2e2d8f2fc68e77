#include "protocol/eval_text.h"

#include <cstdlib>
#include <string>

#include "eval/evaluate.h"

namespace tulenh {
namespace {

constexpr std::size_t kNameWidth = 15, kNumberWidth = 10;

std::string padded(std::string text, std::size_t width, bool right) {
    if (text.size() < width) text.insert(right ? 0 : text.size(), width - text.size(), ' ');
    return text;
}

/// Hundredths as a number with sign and two digits after the point.
std::string hundredths(int value) {
    const std::string digits = std::to_string(100 + std::abs(value) % 100).substr(1);
    return (value < 0 ? "-" : "+") + std::to_string(std::abs(value) / 100) + '.' + digits;
}

std::string row(const std::string& name, const std::string& red, const std::string& blue,
                const std::string& difference) {
    return padded(name, kNameWidth, false) + padded(red, kNumberWidth, true) +
           padded(blue, kNumberWidth, true) + padded(difference, kNumberWidth, true);
}

std::string row(const std::string& name, Score red, Score blue, int share) {
    Score difference = red;
    difference += blue * -1;
    return row(name, hundredths(blended(red, share)), hundredths(blended(blue, share)),
               hundredths(blended(difference, share)));
}

}  // namespace

Lines describe_evaluation(const Position& position) {
    if (position.decided()) return {"Eval: none, the battle is decided"};
    const EvaluationTerms terms = evaluation_terms(position);
    Lines lines{row("term", "Red", "Blue", "Red-Blue")};
    Score red, blue;
    for (std::size_t t = 0; t < kEvalTermNames.size(); ++t) {
        const auto& [of_red, of_blue] = terms.terms[t];
        lines.push_back(row(std::string(kEvalTermNames[t]), of_red, of_blue, terms.opening_share));
        red += of_red;
        blue += of_blue;
    }
    lines.push_back(row("sum", red, blue, terms.opening_share));
    lines.push_back("Opening: " + std::to_string(100 * terms.opening_share / kWholeShare) + " %");
    lines.push_back("Eval: " + std::to_string(evaluate(position)));
    return lines;
}

}  // namespace tulenh
