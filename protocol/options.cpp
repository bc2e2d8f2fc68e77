#include "protocol/options.h"

#include <utility>

#include "protocol/words.h"

namespace tulenh {
namespace {

/// An empty string as the protocol writes it.
constexpr std::string_view kEmpty = "<empty>";

/// Reads and checks a value. Of all but strings only the first word counts.
Expected<Option::Value> parse_value(const Option& option, std::string_view text) {
    const std::string_view word = Words(text).next();
    switch (option.type) {
        case Option::Type::Spin: {
            const Expected<std::int64_t> number = parse_number(word, option.low, option.high);
            if (!number) return number.error();
            return Option::Value{*number, {}};
        }
        case Option::Type::Check:
        case Option::Type::Combo: {
            if (word.empty()) return Error{"syntax", "a value is missing"};
            for (const std::string& choice : option.choices)
                if (lower_case(choice) == lower_case(word)) return Option::Value{0, choice};
            std::string problem = in_quotes(word) + " is none of";
            for (const std::string& choice : option.choices) problem += ' ' + choice;
            return Error{"range", std::move(problem)};
        }
        case Option::Type::String: return Option::Value{0, std::string(text == kEmpty ? "" : text)};
        case Option::Type::Button: break;
    }
    return Option::Value{};
}

}  // namespace

void Options::add_spin(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high,
                       Option::Apply apply) {
    options_.push_back(
        {std::move(name), Option::Type::Spin, std::to_string(initial), low, high, {}, std::move(apply)});
}

void Options::add_combo(std::string name, std::string initial, std::vector<std::string> choices,
                        Option::Apply apply) {
    options_.push_back({std::move(name), Option::Type::Combo, std::move(initial), 0, 0, std::move(choices),
                        std::move(apply)});
}

void Options::add_check(std::string name, bool initial, Option::Apply apply) {
    options_.push_back({std::move(name),
                        Option::Type::Check,
                        initial ? "true" : "false",
                        0,
                        0,
                        {"true", "false"},
                        std::move(apply)});
}

void Options::add_button(std::string name, Option::Apply apply) {
    options_.push_back({std::move(name), Option::Type::Button, {}, 0, 0, {}, std::move(apply)});
}

void Options::add_string(std::string name, Option::Apply apply) {
    options_.push_back(
        {std::move(name), Option::Type::String, std::string(kEmpty), 0, 0, {}, std::move(apply)});
}

Lines Options::describe() const {
    Lines lines;
    for (const Option& option : options_) {
        std::string line = "option name " + option.name + " type ";
        switch (option.type) {
            case Option::Type::Spin:
                line += "spin default " + option.initial + " min " + std::to_string(option.low) + " max " +
                        std::to_string(option.high);
                break;
            case Option::Type::Check: line += "check default " + option.initial; break;
            case Option::Type::Combo:
                line += "combo default " + option.initial;
                for (const std::string& choice : option.choices) line += " var " + choice;
                break;
            case Option::Type::Button: line += "button"; break;
            case Option::Type::String: line += "string default " + option.initial; break;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::optional<Error> Options::set(std::string_view text) const {
    Words words(text);
    if (words.next() != "name")
        return Error{"syntax", "setoption: 'name' and the name of an option are missing"};
    std::string name;
    std::string_view word = words.next();
    for (; !word.empty() && word != "value"; word = words.next()) {
        if (!name.empty()) name += ' ';
        name += word;
    }
    if (name.empty()) return Error{"syntax", "setoption: the name of the option is missing"};
    for (const Option& option : options_) {
        if (lower_case(option.name) != lower_case(name)) continue;
        const Expected<Option::Value> value = parse_value(option, words.rest());
        const std::optional<Error> error = value ? option.apply(*value) : value.error();
        if (error) return Error{error->code, "option " + option.name + ": " + error->text};
        return std::nullopt;
    }
    return Error{"unknown", "setoption: there is no option " + in_quotes(name)};
}

}  // namespace tulenh
