#include "engine/legality.h"

#include "engine/attacks.h"

namespace tulenh {

LegalityGate::LegalityGate(const Position& position) {
    const Color us = position.side_to_move(), them = ~us;
    const Point commander = position.commander(us);
    if (!commander_decides(position.mode()) || commander == kNoPoint) {
        always_legal_ = true;
        return;
    }
    // With so few enemies left, capturing some may make the last one a hero that reaches farther (section
    // 10).
    constexpr int kStackAndGuard = static_cast<int>(Stack::kMaxSize) + 2;
    if (position.count(them) <= kStackAndGuard || in_check(position, us)) return;
    usable_ = true;

    // Lines from every enemy piece that would reach the commander if nothing stood between.
    Bitboard candidates = kGeometry.lines[index(commander)] & position.occupied(them);
    while (candidates.any()) {
        const Point origin = candidates.pop_first();
        const Line line = short_line(origin, commander);
        const Stack stack = position.at(origin);
        bool reaches = false;
        for (std::size_t i = 0; i < stack.size(); ++i) {
            const Piece piece = stack.member(i);
            const Reach range = reach(piece);
            if (line.length > (straight(line.direction) ? range.straight : range.diagonal)) continue;
            reaches = true;
            air_threat_ = air_threat_ || (piece.kind() == Kind::Aircraft && !piece.heroic());
        }
        if (reaches) changes_matter_ |= trace(position, origin, line).between;
    }
    if (position.commander_on_foot(us) && position.commander_on_foot(them)) {
        const Point enemy = position.commander(them);
        if (file_of(enemy) == file_of(commander) || rank_of(enemy) == rank_of(commander))
            changes_matter_ |= trace(position, enemy, *line_between(enemy, commander)).between;
    }
    changes_matter_.insert(commander);  // whoever takes it aboard changes how it can be taken
    sensitive_ = changes_matter_;
    if (air_threat_)
        for (const Kind kind : {Kind::Gun, Kind::Missile, Kind::Warship})
            sensitive_ |= position.with_kind(kind, us);
}

}  // namespace tulenh
