#include "engine/legality.h"

#include "engine/attacks.h"

namespace tulenh {
namespace {

/// Could a turn of a single piece, or of a stack, leave a side that has so many pieces with its commander and
/// one other? The own side loses no more than the stack that moves. Of the enemy a single piece takes one
/// stack, and a ship's broadside another; a stack up to four.
std::array<bool, 2> could_be_left_with_one(const Position& position, Color color) {
    constexpr int kLeft = 2, kSize = static_cast<int>(Stack::kMaxSize);
    if (position.commander(color) == kNoPoint) return {false, false};
    const int count = position.count(color);
    if (color == position.side_to_move()) return {count <= kLeft + kSize, count <= kLeft + kSize};
    return {count <= kLeft + 2 * kSize, count <= kLeft + static_cast<int>(Turn::kMaxTurnParts) * kSize};
}

/// The last piece beside a commander that is still plain, after loading: any turn promotes it.
bool has_plain_last_guard(const Position& position, Color color) {
    if (position.count(color) != 2 || position.commander(color) == kNoPoint) return false;
    bool plain = false;
    position.occupied(color).for_each([&](Point p) {
        const Stack stack = position.at(p);
        for (std::size_t i = 0; i < stack.size(); ++i)
            plain = plain || (stack.member(i).kind() != Kind::Commander && !stack.member(i).heroic());
    });
    return plain;
}

/// The points between two commanders on foot on one straight line.
Bitboard commanders_line(const Position& position) {
    const Point red = position.commander(Color::Red), blue = position.commander(Color::Blue);
    if (!position.commander_on_foot(Color::Red) || !position.commander_on_foot(Color::Blue)) return {};
    if (file_of(red) != file_of(blue) && rank_of(red) != rank_of(blue)) return {};
    return points_between(red, *line_between(red, blue));
}

/// What could reach a point if nothing stood between.
struct Approaches {
    Bitboard between;  ///< the points between it and the pieces in whose reach it is
    bool by_plain_aircraft = false;
};

Approaches approaches_to(const Position& position, Point target, Color by) {
    Approaches approaches;
    Bitboard candidates = kGeometry.lines[index(target)] & position.occupied(by);
    while (candidates.any()) {
        const Point origin = candidates.pop_first();
        const Line line = short_line(origin, target);
        const Stack stack = position.at(origin);
        bool reaches = false;
        for (std::size_t i = 0; i < stack.size(); ++i) {
            const Piece piece = stack.member(i);
            if (!in_reach(piece, line)) continue;
            reaches = true;
            if (piece.kind() == Kind::Aircraft && !piece.heroic()) approaches.by_plain_aircraft = true;
        }
        if (reaches) approaches.between |= points_between(origin, line);
    }
    return approaches;
}

}  // namespace

LegalityGate::LegalityGate(const Position& position) : position_(position) {
    const Color us = position.side_to_move(), them = ~us;
    commander_ = position.commander(us);
    if (!commander_decides(position.mode()) || commander_ == kNoPoint) {
        always_legal_ = true;
        return;
    }
    bool check = false;
    for_each_attacker(position, commander_, them, [&](Point origin, std::size_t i) {
        const Piece piece = position.at(origin).member(i);
        check = true;
        checked_ = checked_ || piece.kind() != Kind::Aircraft || piece.heroic();
        check_lines_ |= points_between(origin, *line_between(origin, commander_));
        return false;
    });
    if (check || has_plain_last_guard(position, them)) return;
    usable_ = true;
    few_enemies_ = could_be_left_with_one(position, them);

    const Approaches approaches = approaches_to(position, commander_, them);
    changes_matter_ = approaches.between;
    air_threat_ = approaches.by_plain_aircraft;
    changes_matter_.insert(commander_);  // whoever takes it aboard changes how it can be taken
    sensitive_ = changes_matter_;
    // Leaving the line between the commanders opens it only where nothing else stands on it.
    const Bitboard line = commanders_line(position);
    changes_matter_ |= line;
    if ((line & position.occupied()).count() < 2) sensitive_ |= line;
    if (!air_threat_) return;
    Bitboard ring_pieces;
    for (const Kind kind : {Kind::Gun, Kind::Missile, Kind::Warship})
        ring_pieces |= position.with_kind(kind, us);
    sensitive_ |= ring_pieces;
    // A ring that grows because its piece becomes heroic may come to cover the commander, so that an aircraft
    // which would have burnt exchanges itself for it.
    usable_ = !could_be_left_with_one(position, us)[1];
    if (position.commander(them) == kNoPoint) return;
    ring_pieces &= kGeometry.lines[index(position.commander(them))];
    if (ring_pieces.any()) usable_ = false;
}

/// The commander alone moves where no enemy would reach it on an empty board.
bool LegalityGate::is_safe_step(Part part) const {
    const Color us = position_.side_to_move();
    if (position_.at(part.from()).stacked()) return false;
    if (position_.commander_on_foot(~us)) {
        const Point enemy = position_.commander(~us);
        if (file_of(enemy) == file_of(part.to()) || rank_of(enemy) == rank_of(part.to())) return false;
    }
    Bitboard candidates = kGeometry.lines[index(part.to())] & position_.occupied(~us);
    while (candidates.any()) {
        const Point origin = candidates.pop_first();
        const Line line = short_line(origin, part.to());
        const Stack stack = position_.at(origin);
        for (std::size_t i = 0; i < stack.size(); ++i)
            if (in_reach(stack.member(i), line)) return false;
    }
    return true;
}

CheckGate::CheckGate(const Position& position) : position_(position) {
    const Color us = position.side_to_move(), them = ~us;
    for (const Color color : kColors) {
        if (has_plain_last_guard(position, color)) return;
        const std::array<bool, 2> few = could_be_left_with_one(position, color);
        few_pieces_ = {few_pieces_[0] || few[0], few_pieces_[1] || few[1]};
    }
    target_ = position.commander(them);
    own_ = position.commander(us);
    if (target_ == kNoPoint) {
        usable_ = true;
        return;
    }
    const Approaches approaches = approaches_to(position, target_, us);
    air_threat_ = approaches.by_plain_aircraft;
    lines_ = approaches.between | commanders_line(position);
    // A piece that attacks the enemy commander already does so after nearly every turn, and becomes heroic.
    usable_ = true;
    for_each_attacker(position, target_, us, [&](Point origin, std::size_t i) {
        const Piece piece = position.at(origin).member(i);
        attacked_ = true;
        usable_ = usable_ && (piece.heroic() || piece.kind() == Kind::Commander);
        return false;
    });
}

bool CheckGate::surely_promotes_nothing(Part part, Stack detachment) const {
    if (!usable_ || (part.captures() && few_pieces_[position_.at(part.from()).stacked() ? 1 : 0]))
        return false;
    if (target_ == kNoPoint) return true;
    if (part.from() == own_ || lines_.contains(part.from())) return false;
    if (part.action() != Action::Move && lines_.contains(part.to())) return false;
    if (part.captures()) {
        if (part.to() == target_) return false;
        if (air_threat_ && contains(kRingKinds, position_.at(part.to()).carrier().kind())) return false;
    }
    if (part.action() == Action::Stay || part.action() == Action::Exchange) return true;
    if (!kGeometry.lines[index(target_)].contains(part.to())) return true;
    const Line line = short_line(part.to(), target_);
    for (std::size_t i = 0; i < detachment.size(); ++i)
        if (in_reach(detachment.member(i), line)) return false;
    return true;
}

bool gives_check(const Position& position, const CheckGate& gate, Part part) {
    const Stack began = position.under_way() ? position.turn().began : position.at(part.from());
    if (!position.under_way() && gate.surely_quiet(part, began.subset(part.members()))) return false;
    Position after = position;
    Outcome outcome = after.play(part);
    if (outcome == Outcome::UnderWay) outcome = after.play(Part::end(part.from()));
    return outcome != Outcome::Stranded && in_check(after, after.side_to_move());
}

}  // namespace tulenh
