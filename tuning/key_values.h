// The `key=value` words after an option.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuning/clock.h"

namespace tulenh {

/// Takes the words of one option apart. Whatever is wrong with them throws `OptionError`, named by option and
/// key; so does, in `finish`, a key that nobody asked for.
class KeyValues {
  public:
    KeyValues(std::string option, const std::vector<std::string>& words);

    [[nodiscard]] std::optional<std::string> text(std::string_view key);
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view key, std::int64_t low,
                                                     std::int64_t high);
    [[nodiscard]] std::optional<double> real(std::string_view key, double low, double high);
    /// A time in seconds, fractions allowed.
    [[nodiscard]] std::optional<Milliseconds> seconds(std::string_view key);
    /// One of the words, as its index.
    [[nodiscard]] std::optional<std::size_t> choice(std::string_view key,
                                                    std::initializer_list<std::string_view> words);
    /// All keys that begin with the prefix, which is taken off.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> with_prefix(std::string_view prefix);
    /// The same, but an error when it is missing.
    [[nodiscard]] std::string required_text(std::string_view key);

    /// `-option: key=` to begin a message with.
    [[nodiscard]] std::string where(std::string_view key) const;
    void finish() const;

  private:
    struct Item {
        std::string key, value;
        bool taken = false;
    };

    std::string option_;
    std::vector<Item> items_;
    std::vector<std::string> known_;
};

// The same checks for values that stand alone. `where` begins the message of an error.
[[nodiscard]] std::int64_t parse_integer(std::string_view text, std::int64_t low, std::int64_t high,
                                         const std::string& where);
[[nodiscard]] double parse_real(std::string_view text, double low, double high, const std::string& where);
[[nodiscard]] Milliseconds parse_seconds(std::string_view text, const std::string& where);
[[nodiscard]] std::size_t parse_choice(std::string_view text, std::initializer_list<std::string_view> words,
                                       const std::string& where);

}  // namespace tulenh
