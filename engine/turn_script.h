// A turn as a text tells it, in whatever notation, and how it is played.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/part.h"
#include "engine/position.h"
#include "engine/text.h"

namespace tulenh {

/// A piece by its letter; `plus`: the text says that it is heroic.
struct LetteredPiece {
    Kind kind;
    bool plus;
};
using LetteredPieces = std::vector<LetteredPiece>;

/// What a notation says of a part that already follows from the position.
struct Claim {
    enum class Sign : std::uint8_t { Move, Capture, Exchange };

    Sign sign;
    LetteredPieces target;  ///< what is captured
};

/// One part as told. No letters: the whole stack.
struct PartScript {
    LetteredPieces letters;
    Point to{};
    bool stays = false;
    std::optional<Claim> claim;
};

/// A turn as told.
struct TurnScript {
    Point origin{};
    bool burnt = false;  ///< the only part is the flight
    std::vector<PartScript> parts;
};

/// Are there a heroic and a plain piece of this kind in the stack, so that letters need the `+`?
[[nodiscard]] bool needs_plus(Stack stack, Kind kind);
/// Do the letters name all pieces of the stack? A `+` may be missing, but not stand before a plain piece.
[[nodiscard]] bool names_all(Stack stack, const LetteredPieces& letters);

/// Plays a turn as told; every claim has to be true. Errors as those of `parse_turn`; `text` is the turn as
/// it was read.
Expected<ParsedTurn> play_script(const Position& position, const TurnScript& script, std::string_view text);
/// Plays parts and leaves the turn under way.
Expected<ParsedPrefix> play_prefix(const Position& position, const TurnScript& script);

/// The text in quotation marks with anything unprintable or endless taken out, for messages.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace tulenh
