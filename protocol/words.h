// Words of a line, numbers in it, and how to quote it back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/text.h"

namespace tulenh {

/// Takes a line apart word by word; words are separated by blanks and tabs.
class Words {
  public:
    explicit Words(std::string_view line) : rest_(line) {}

    /// The next word; empty when there is none left.
    std::string_view next();
    /// The next word, which stays.
    [[nodiscard]] std::string_view peek() const { return Words(*this).next(); }
    /// All that is left, without blanks around it.
    [[nodiscard]] std::string_view rest() const;

  private:
    std::string_view rest_;
};

/// Input as it may stand in a line of ours: no control characters, valid UTF-8, cut when long.
[[nodiscard]] std::string printable(std::string_view text, std::size_t at_most);
/// The same in quotation marks, of a length for error lines.
[[nodiscard]] std::string in_quotes(std::string_view text);
[[nodiscard]] std::string lower_case(std::string_view text);

/// Reads a decimal number. Errors: `syntax` when it is none, `range` when it is not within the limits.
Expected<std::int64_t> parse_number(std::string_view word, std::int64_t low, std::int64_t high);

}  // namespace tulenh
