#include "tuning/key_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "tuning/options.h"

namespace tulenh {
namespace {

[[noreturn]] void refuse(const std::string& where, std::string_view text, std::string_view expected) {
    std::string message = where;
    message.append(": '").append(text).append("' is not ").append(expected);
    throw OptionError(message);
}

std::string shown(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

}  // namespace

std::int64_t parse_integer(std::string_view text, std::int64_t low, std::int64_t high,
                           const std::string& where) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && value >= low && value <= high)
        return value;
    std::string expected = "a whole number from ";
    expected.append(std::to_string(low)).append(" to ").append(std::to_string(high));
    refuse(where, text, expected);
}

double parse_real(std::string_view text, double low, double high, const std::string& where) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && value >= low && value <= high)
        return value;
    std::string expected = "a number from ";
    expected.append(shown(low)).append(" to ").append(shown(high));
    refuse(where, text, expected);
}

Milliseconds parse_seconds(std::string_view text, const std::string& where) {
    constexpr double kLongest = 1e7;
    return Milliseconds(std::llround(1000 * parse_real(text, 0, kLongest, where)));
}

std::size_t parse_choice(std::string_view text, std::initializer_list<std::string_view> words,
                         const std::string& where) {
    const auto* const at = std::find(words.begin(), words.end(), text);
    if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
    std::string expected = "one of";
    for (const std::string_view word : words) expected.append(" ").append(word);
    refuse(where, text, expected);
}

KeyValues::KeyValues(std::string option, const std::vector<std::string>& words) : option_(std::move(option)) {
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0) refuse(option_, word, "of the form key=value");
        Item item{word.substr(0, equals), word.substr(equals + 1)};
        for (const Item& other : items_)
            if (other.key == item.key) throw OptionError(where(item.key).append(": given twice"));
        items_.push_back(std::move(item));
    }
}

std::string KeyValues::where(std::string_view key) const {
    return std::string(option_).append(": ").append(key).append("=");
}

std::optional<std::string> KeyValues::text(std::string_view key) {
    known_.emplace_back(key);
    for (Item& item : items_)
        if (item.key == key) {
            if (item.value.empty()) throw OptionError(where(key).append(": the value is missing"));
            item.taken = true;
            return item.value;
        }
    return std::nullopt;
}

std::string KeyValues::required_text(std::string_view key) {
    const std::optional<std::string> value = text(key);
    if (!value) throw OptionError(where(key).append(" is missing"));
    return *value;
}

std::optional<std::int64_t> KeyValues::number(std::string_view key, std::int64_t low, std::int64_t high) {
    const std::optional<std::string> value = text(key);
    return value ? std::optional(parse_integer(*value, low, high, where(key))) : std::nullopt;
}

std::optional<double> KeyValues::real(std::string_view key, double low, double high) {
    const std::optional<std::string> value = text(key);
    return value ? std::optional(parse_real(*value, low, high, where(key))) : std::nullopt;
}

std::optional<Milliseconds> KeyValues::seconds(std::string_view key) {
    const std::optional<std::string> value = text(key);
    return value ? std::optional(parse_seconds(*value, where(key))) : std::nullopt;
}

std::optional<std::size_t> KeyValues::choice(std::string_view key,
                                             std::initializer_list<std::string_view> words) {
    const std::optional<std::string> value = text(key);
    return value ? std::optional(parse_choice(*value, words, where(key))) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> KeyValues::with_prefix(std::string_view prefix) {
    known_.push_back(std::string(prefix).append("<name>"));
    std::vector<std::pair<std::string, std::string>> found;
    for (Item& item : items_)
        if (item.key.size() > prefix.size() && item.key.compare(0, prefix.size(), prefix) == 0) {
            item.taken = true;
            found.emplace_back(item.key.substr(prefix.size()), item.value);
        }
    return found;
}

void KeyValues::finish() const {
    for (const Item& item : items_) {
        if (item.taken) continue;
        std::string message = option_;
        message.append(": unknown key '").append(item.key).append("'; there are");
        for (const std::string& key : known_) message.append(" ").append(key).append("=");
        throw OptionError(message);
    }
}

}  // namespace tulenh
