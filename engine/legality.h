// What a turn does to the commanders, without playing it, wherever the geometry proves it (RULES.md sections
// 10 and 11).
#pragma once

#include <array>
#include <cstddef>

#include "engine/bitboard.h"
#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

// Both gates are worked out once for a position between turns and then speak of the parts of its turns. A
// part changes what stands on its two points only. A gate never says "surely" wrongly; where it does not say
// so, play the turn and see. A turn of several parts is sure when each of its parts is.

/// Tells that a turn cannot expose the own commander (section 11). A part could open a line to the commander,
/// change what obstructs it, move the commander itself, or lift an air-defence ring off an aircraft's way.
class LegalityGate {
  public:
    explicit LegalityGate(const Position& position);

    /// Is a turn in which a piece moves from here to an empty point certain to be legal?
    [[nodiscard]] bool free_to_leave(Point from) const {
        return always_legal_ || (usable_ && !sensitive_.contains(from));
    }
    /// Is a turn that consists of this part alone certain to leave the own commander in the check it is in?
    /// Said of moves to empty points only, which do not end the battle.
    [[nodiscard]] bool surely_illegal(Part part) const {
        return checked_ && part.action() == Action::Move && part.from() != commander_ &&
               !check_lines_.contains(part.to());
    }
    /// Is a turn of parts like this one certain to be legal?
    [[nodiscard]] bool surely_legal(Part part) const {
        if (always_legal_) return true;
        if (!usable_ || (part.captures() && few_enemies_[stacked(part)])) return false;
        if (part.from() == commander_) return part.action() == Action::Move && is_safe_step(part);
        if (sensitive_.contains(part.from())) return false;
        if (part.action() != Action::Move && changes_matter_.contains(part.to())) return false;
        return !(air_threat_ && part.action() == Action::Board);
    }

  private:
    [[nodiscard]] bool is_safe_step(Part part) const;
    [[nodiscard]] std::size_t stacked(Part part) const { return position_.at(part.from()).stacked() ? 1 : 0; }

    const Position& position_;
    Point commander_ = kNoPoint;
    bool always_legal_ = false;  ///< the mode does not ask for it, or there is no commander to keep
    bool usable_ = false;
    bool checked_ = false;  ///< by a piece that air defence does not hinder
    Bitboard check_lines_;  ///< between the commander and the pieces that give check
    /// Capturing some, by a single piece or a stack, could make a hero of the last one, which reaches
    /// farther.
    std::array<bool, 2> few_enemies_{};
    bool air_threat_ = false;
    Bitboard sensitive_;       ///< a piece that leaves one of these may expose the commander
    Bitboard changes_matter_;  ///< so may one that is captured or boarded there
};

/// Tells that a turn lets nothing more attack the enemy commander, and so makes no piece of either side
/// heroic (section 10); and that it gives no check.
class CheckGate {
  public:
    explicit CheckGate(const Position& position);

    /// Is a turn of parts like this one, made by these pieces, certain to promote nothing and to let nothing
    /// attack the enemy commander that does not do so already?
    [[nodiscard]] bool surely_promotes_nothing(Part part, Stack detachment) const;
    /// And is it certain to give no check?
    [[nodiscard]] bool surely_quiet(Part part, Stack detachment) const {
        return !attacked_ && surely_promotes_nothing(part, detachment);
    }

  private:
    const Position& position_;
    Point target_ = kNoPoint;  ///< the enemy commander
    Point own_ = kNoPoint;     ///< the own one
    bool usable_ = false;
    bool attacked_ = false;  ///< the enemy commander was left to be taken
    /// Of one side: a capture or exchange by a single piece or a stack could leave one beside the commander.
    std::array<bool, 2> few_pieces_{};
    bool air_threat_ = false;
    Bitboard lines_;  ///< between the enemy commander and the pieces that would reach it
};

/// Does a lone piece move to an empty point? No turn may be under way.
[[nodiscard]] inline bool moves_lone_piece(const Position& position, Part part) {
    return part.action() == Action::Move && !position.at(part.from()).stacked();
}

/// Is the part a whole turn of the kind that `Position::play_plain_move` asks for? The gates must be those of
/// the position, and no turn may be under way.
[[nodiscard]] inline bool is_plain_move(const Position& position, const LegalityGate& legality,
                                        const CheckGate& checks, Part part) {
    return moves_lone_piece(position, part) && legality.surely_legal(part) &&
           checks.surely_promotes_nothing(part, position.at(part.from()));
}

/// Does the turn that consists of this part alone, or ends with it, leave the enemy commander to be taken?
/// The gate must be the one of the position in which the turn begins.
[[nodiscard]] bool gives_check(const Position& position, const CheckGate& gate, Part part);

}  // namespace tulenh
