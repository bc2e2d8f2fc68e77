// A game: a start position, its turns, and results with repetition counted (RULES.md section 12).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/part.h"
#include "engine/position.h"
#include "engine/text.h"

namespace tulenh {

/// Why a battle is over, in the words of PROTOCOL.md section 3.
enum class Reason : std::uint8_t { Commander, Sea, Air, Land, NoMove, Repetition, NoCapture };
[[nodiscard]] std::string_view name(Reason reason);

/// The end of a battle.
struct Result {
    std::optional<Color> winner;  ///< none: a draw
    Reason reason;
    [[nodiscard]] bool operator==(const Result&) const = default;
};

/// The result of a position by itself, repetition not counted; none while the battle goes on.
[[nodiscard]] std::optional<Result> result(const Position& position);

/// The final score of a side: its points, and 100 for winning by a condition or because the other side
/// has no legal turn (RULES.md section 12).
[[nodiscard]] unsigned final_points(const Position& position, const std::optional<Result>& result,
                                    Color color);

/// A start position and the turns played since.
class Game {
  public:
    explicit Game(Position start) : start_(start), current_(start), keys_{start.key()} {}

    /// Plays a turn given as text. Returns whether it left the own commander to be taken. A turn that is
    /// refused changes nothing; after any end but a third repetition the code is `over`.
    Expected<bool> play(std::string_view text);
    /// Plays a turn known to be possible here.
    void play(const Turn& turn);

    [[nodiscard]] const Position& start() const { return start_; }
    [[nodiscard]] const Position& position() const { return current_; }
    [[nodiscard]] const std::vector<Turn>& turns() const { return turns_; }
    /// Keys of all positions since the start, the current one last.
    [[nodiscard]] const std::vector<std::uint64_t>& keys() const { return keys_; }
    /// How often the position on the board has been there, now included.
    [[nodiscard]] int repetitions() const;
    /// The result with repetition counted.
    [[nodiscard]] std::optional<Result> result() const;

  private:
    Position start_, current_;
    std::vector<Turn> turns_;
    std::vector<std::uint64_t> keys_;
};

}  // namespace tulenh
