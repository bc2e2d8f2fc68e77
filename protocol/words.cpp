#include "protocol/words.h"

#include <algorithm>
#include <charconv>

namespace tulenh {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f\n";

/// How many bytes the UTF-8 character at the front has; 0 when it is none or not for printing.
std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first >= 0x20 && first < 0x7f) return 1;
    const std::size_t size = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
    if (size == 0 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0U) != 0x80U) return 0;
    const unsigned second = byte(1);
    const bool control = first == 0xc2 && second < 0xa0, overlong = first == 0xe0 && second < 0xa0,
               surrogate = first == 0xed && second >= 0xa0,
               outside = (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
    return control || overlong || surrogate || outside ? 0 : size;
}

}  // namespace

std::string_view Words::next() {
    const std::size_t begin = std::min(rest_.find_first_not_of(kBlanks), rest_.size());
    const std::size_t end = std::min(rest_.find_first_of(kBlanks, begin), rest_.size());
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return word;
}

std::string_view Words::rest() const {
    const std::size_t begin = rest_.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return rest_.substr(begin, rest_.find_last_not_of(kBlanks) - begin + 1);
}

std::string printable(std::string_view text, std::size_t at_most) {
    std::string clean;
    while (!text.empty()) {
        if (clean.size() >= at_most) return clean + "...";
        const std::size_t size = character_size(text);
        if (size == 0)
            clean += '?';
        else
            clean += text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return clean;
}

std::string in_quotes(std::string_view text) {
    std::string quoted(1, '\'');
    quoted += printable(text, 100);
    quoted += '\'';
    return quoted;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

Expected<std::int64_t> parse_number(std::string_view word, std::int64_t low, std::int64_t high) {
    if (word.empty()) return Error{"syntax", "a number is missing"};
    std::int64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [at, problem] = std::from_chars(word.data(), end, number);
    if (problem == std::errc::invalid_argument || at != end)
        return Error{"syntax", in_quotes(word) + " is not a number"};
    if (problem != std::errc{} || number < low || number > high)
        return Error{"range", in_quotes(word) + " is not within " + std::to_string(low) + " to " +
                                  std::to_string(high)};
    return number;
}

}  // namespace tulenh
