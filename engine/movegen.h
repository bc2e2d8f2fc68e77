// Generation of parts.
#pragma once

#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// Which parts are wanted.
enum class Wanted : std::uint8_t {
    All,
    Captures,
    Quiets
};  ///< quiets capture nothing; `Part::end` is always wanted

/// Appends the pseudo-legal parts of the side to move: everything RULES.md allows but for section 11.
/// Between turns these are the first parts of all turns; within a turn under way what may come next,
/// `Part::end` included where the turn may end. A part may lead to a turn that cannot be ended.
void generate(const Position& position, PartList& list, Wanted wanted = Wanted::All);

/// The same for a turn that begins on one point, or is under way there.
void generate_from(const Position& position, Point origin, PartList& list, Wanted wanted = Wanted::All);

/// The parts of one detachment of the stack on `origin`: members that have not acted, a valid stack.
void generate_detachment(const Position& position, Point origin, MemberMask members, PartList& list,
                         Wanted wanted = Wanted::All);

/// Would `generate` offer this part here? For parts from tables and from outside.
[[nodiscard]] bool is_pseudo_legal(const Position& position, Part part);

}  // namespace tulenh
