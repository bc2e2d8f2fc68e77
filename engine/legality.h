// Legality without playing the turn, wherever the geometry proves it (RULES.md section 11).
#pragma once

#include "engine/bitboard.h"
#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// Worked out once for a position between turns; then tells cheaply that a turn cannot expose the own
/// commander. It never says so wrongly; where it does not say so, play the turn and ask.
///
/// A turn of one part changes what stands on its two points only. It can open a line to the commander, change
/// what obstructs it, move the commander, or lift an air-defence ring off an enemy aircraft's way.
class LegalityGate {
  public:
    explicit LegalityGate(const Position& position);

    /// Is a turn that consists of this part alone certain to be legal by section 11?
    [[nodiscard]] bool surely_legal(Part part) const {
        if (always_legal_) return true;
        if (!usable_ || sensitive_.contains(part.from())) return false;
        if (part.action() != Action::Move && changes_matter_.contains(part.to())) return false;
        return !(air_threat_ && part.action() == Action::Board);
    }

  private:
    bool always_legal_ = false;  ///< the mode does not ask for it, or there is no commander to keep
    bool usable_ = false;
    bool air_threat_ = false;
    Bitboard sensitive_;       ///< a piece that leaves one of these may expose the commander
    Bitboard changes_matter_;  ///< so may one that is captured or boarded there
};

}  // namespace tulenh
