// The options of `setoption` (PROTOCOL.md section 2).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text.h"
#include "protocol/output.h"

namespace tulenh {

/// An option: its type, and what is done with a new value. What is done may fail; then nothing has changed.
struct Option {
    enum class Type : std::uint8_t { Spin, Check, Combo, Button, String };

    /// A checked value: `number` is it of a spin, `text` of the others, with combos as in `choices`.
    struct Value {
        std::int64_t number = 0;
        std::string text;
    };
    using Apply = std::function<std::optional<Error>(const Value&)>;

    std::string name;
    Type type = Type::Button;
    std::string initial;
    std::int64_t low = 0, high = 0;
    std::vector<std::string> choices;
    Apply apply;
};

class Options {
  public:
    void add_spin(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high,
                  Option::Apply apply);
    void add_combo(std::string name, std::string initial, std::vector<std::string> choices,
                   Option::Apply apply);
    void add_check(std::string name, bool initial, Option::Apply apply);
    void add_button(std::string name, Option::Apply apply);
    void add_string(std::string name, Option::Apply apply);

    /// One line for each option, as `uci` answers.
    [[nodiscard]] Lines describe() const;
    /// Acts on what follows the word `setoption`: `name <name> [value <value>]`. Returns what was wrong.
    [[nodiscard]] std::optional<Error> set(std::string_view text) const;

  private:
    std::vector<Option> options_;
};

}  // namespace tulenh
