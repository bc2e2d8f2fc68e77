#include "engine/position.h"

#include <utility>

#include "engine/attacks.h"

namespace tulenh {
namespace {

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that scatters close inputs. It stands
/// in for a table of random Zobrist numbers: no two inputs share a key, and nothing competes for the cache.
constexpr std::uint64_t scatter(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

constexpr std::uint64_t kBlueToMove = scatter(1);
constexpr std::uint64_t kStackSalt = std::uint64_t{1} << 32, kTurnSalt = std::uint64_t{1} << 40;

constexpr std::uint64_t stack_key(Point p, Stack stack) {
    return scatter(kStackSalt | index(p) << 16 | stack.bits());
}

/// May a ship that has fired its gun still fire its missile, alone, from where it is (section 5)?
bool has_missile_target(const Position& position, Point from, Piece ship) {
    Bitboard targets =
        kGeometry.lines[index(from)] & position.ships() & position.occupied(~position.side_to_move());
    while (targets.any()) {
        const Line line = short_line(from, targets.pop_first());
        if (in_reach(ship, line) &&
            captures_along(ship, trace(position, from, line), line, true, [] { return Bitboard{}; }))
            return true;
    }
    return false;
}

}  // namespace

// ------------------------------------------------------------------------------------------ setting up

void Position::put(Point p, Stack stack) {
    board_[index(p)] = stack;
    by_color_[index(stack.color())].insert(p);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const Kind kind = stack.member(i).kind();
        by_kind_[index(kind)].insert(p);
        if (kind == Kind::Commander) commander_[index(stack.color())] = p;
    }
    key_ ^= stack_key(p, stack);
}

void Position::lift(Point p) {
    const Stack stack = board_[index(p)];
    board_[index(p)] = Stack{};
    by_color_[index(stack.color())].erase(p);
    for (std::size_t i = 0; i < stack.size(); ++i) by_kind_[index(stack.member(i).kind())].erase(p);
    key_ ^= stack_key(p, stack);
}

void Position::place(Point p, Stack stack) {
    put(p, stack);
    const std::size_t side = index(stack.color());
    for (std::size_t i = 0; i < stack.size(); ++i) {
        ++count_[side][index(stack.member(i).kind())];
        ++total_[side];
    }
    material_[side] = static_cast<std::int16_t>(material_[side] + stack.points());
}

void Position::remove_pieces(Color color, Stack stack) {
    const std::size_t side = index(color);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const Kind kind = stack.member(i).kind();
        --count_[side][index(kind)];
        --total_[side];
        if (kind == Kind::Commander) commander_[side] = kNoPoint;
    }
    material_[side] = static_cast<std::int16_t>(material_[side] - stack.points());
}

void Position::set_state(Color side, unsigned halfmove, unsigned fullmove, unsigned red_points,
                         unsigned blue_points) {
    if (side != side_) key_ ^= kBlueToMove;
    side_ = side;
    halfmove_ = halfmove;
    fullmove_ = fullmove;
    points_ = {red_points, blue_points};
}

void Position::start() {
    for (const Color color : kColors) {
        had_[index(color)] = 0;
        for (std::size_t c = 0; c < kConditionCount; ++c)
            for (std::size_t k = 0; k < kKindCount; ++k)
                if (contains(kConditionKinds[c], kind_at(k)) && count(color, kind_at(k)) > 0)
                    had_[index(color)] |= static_cast<std::uint8_t>(1U << c);
    }
}

Position Position::with_mode(Mode mode) const {
    Position position = *this;
    position.mode_ = mode;
    position.start();
    return position;
}

Position Position::flipped() const {
    Position position(mode_);
    occupied().for_each([&](Point p) { position.place(tulenh::flipped(p), at(p).recolored()); });
    position.set_state(~side_, halfmove_, fullmove_, points_[1], points_[0]);
    position.had_ = {had_[1], had_[0]};
    return position;
}

// ------------------------------------------------------------------------------------------ questions

bool Position::commander_on_foot(Color color) const {
    const Point p = commander(color);
    return p != kNoPoint && at(p).carrier().kind() == Kind::Commander;
}

std::uint64_t Position::turn_key() const {
    const std::uint64_t masks = turn_.waiting | static_cast<std::uint64_t>(turn_.stayed) << 3 |
                                static_cast<std::uint64_t>(turn_.reloaded) << 6;
    return scatter(kTurnSalt | masks << 24 | index(turn_.origin) << 16 | turn_.began.bits());
}

std::uint64_t Position::computed_key() const {
    std::uint64_t key = side_ == Color::Blue ? kBlueToMove : 0;
    for (std::size_t p = 0; p < kPointSpan; ++p)
        if (!board_[p].empty()) key ^= stack_key(static_cast<Point>(p), board_[p]);
    return under_way() ? key ^ turn_key() : key;
}

std::uint64_t Position::key_after_last(Part part) const {
    const Point from = part.from(), to = part.to();
    std::uint64_t key = key_ ^ kBlueToMove;
    if (part.ends_turn()) return key;
    const Stack target = at(to), began = under_way() ? turn_.began : at(from);
    if (!target.empty()) key ^= stack_key(to, target);
    const MemberMask stays = part.action() == Action::Stay ? part.members() : MemberMask{0};
    key ^= stack_key(from, at(from));
    const auto left = static_cast<MemberMask>((turn_.stayed & ~part.members()) | stays);
    if (left != 0) key ^= stack_key(from, began.subset(left));
    if (stays != 0 || part.action() == Action::Exchange) return key;
    const Stack detachment = began.subset(part.members());
    return key ^ stack_key(to, part.action() == Action::Board ? target.with(detachment) : detachment);
}

bool Position::has_lost(Color color, Condition condition) const {
    const auto c = static_cast<std::size_t>(condition);
    if ((conditions(mode_) & had_[index(color)] & 1U << c) == 0) return false;
    switch (condition) {
        case Condition::Commander: return commander(color) == kNoPoint;
        case Condition::Sea: return count(color, Kind::Warship) == 0;
        case Condition::Air: return count(color, Kind::Aircraft) == 0;
        case Condition::Land:
            return count(color, Kind::Infantry) + count(color, Kind::Tank) + count(color, Kind::Artillery) ==
                   0;
    }
    return false;
}

bool Position::has_lost(Color color) const {
    return has_lost(color, Condition::Commander) || has_lost(color, Condition::Sea) ||
           has_lost(color, Condition::Air) || has_lost(color, Condition::Land);
}

bool Position::decided() const {
    return halfmove_ >= kNoCaptureLimit || has_lost(Color::Red) || has_lost(Color::Blue);
}

bool Position::exposed(Color color) const {
    if (!commander_decides(mode_) || has_lost(~color)) return false;
    return has_lost(color, Condition::Commander) || in_check(*this, color);
}

bool Position::can_end() const {
    const auto left_mask = static_cast<MemberMask>(turn_.waiting | turn_.stayed);
    if (!under_way()) return false;
    if (left_mask == 0) return true;
    const Stack left = turn_.began.subset(left_mask);
    return left.valid() && may_stand(left, turn_.origin);
}

// ------------------------------------------------------------------------------------------ playing

Outcome Position::play(Part part) {
    if (part.ends_turn()) return end_turn();
    act(part);
    if (turn_.waiting != 0) return Outcome::UnderWay;
    if (turn_.reloaded && has_missile_target(*this, part.from(), turn_.began.carrier()))
        return Outcome::UnderWay;
    return end_turn();
}

void Position::play_plain_move(Part part) {
    const Stack piece = at(part.from());
    lift(part.from());
    put(part.to(), piece);
    count_turn(false);
}

void Position::play_in_exchange(Part part) {
    act(part);
    turn_ = TurnState{};
    pass();
}

/// What a part does to the board, the points and the turn under way.
void Position::act(Part part) {
    const Point from = part.from(), to = part.to();
    const MemberMask members = part.members();
    if (!under_way()) turn_ = {at(from), from, at(from).all(), 0, false, false};
    const Stack detachment = turn_.began.subset(members), target = at(to);
    const bool broadside = (members & ~turn_.waiting & 1U) != 0;  // the ship has acted: its missile
    if (broadside) turn_.reloaded = false;
    turn_.waiting &= static_cast<MemberMask>(~members);

    if (part.captures()) {
        points_[index(side_)] += static_cast<unsigned>(target.points());
        remove_pieces(~side_, target);
        lift(to);
        turn_.captured = true;
    }
    if (part.action() == Action::Stay) {
        turn_.stayed |= members;
        if (detachment.carrier().kind() == Kind::Warship && target.carrier().kind() != Kind::Warship)
            turn_.reloaded = true;
    } else {
        turn_.stayed &= static_cast<MemberMask>(~members);
        lift(from);
        const auto left = static_cast<MemberMask>(turn_.waiting | turn_.stayed);
        if (left != 0) put(from, turn_.began.subset(left));
        if (part.action() == Action::Exchange) {
            points_[index(~side_)] += static_cast<unsigned>(detachment.points());
            remove_pieces(side_, detachment);
        } else if (part.action() == Action::Board) {
            lift(to);
            put(to, target.with(detachment));
        } else {
            put(to, detachment);
        }
    }
}

Outcome Position::end_turn() {
    if (!can_end()) return Outcome::Stranded;
    finish_turn(turn_.captured);
    return exposed(~side_) ? Outcome::Exposed : Outcome::Over;
}

void Position::play_burnt_flight(Point from) {
    const Stack aircraft = at(from);
    points_[index(~side_)] += static_cast<unsigned>(aircraft.points());
    remove_pieces(side_, aircraft);
    lift(from);
    finish_turn(true);
}

void Position::finish_turn(bool captured) {
    turn_ = TurnState{};
    promote_attackers(side_);
    for (const Color color : kColors) promote_last_guard(color);
    count_turn(captured);
}

void Position::count_turn(bool captured) {
    halfmove_ = captured ? 0 : halfmove_ + 1;
    if (side_ == Color::Blue) ++fullmove_;
    pass();
}

void Position::pass() {
    side_ = ~side_;
    key_ ^= kBlueToMove;
}

void Position::promote(Point p, MemberMask members) {
    const Stack before = at(p), after = before.promoted(members);
    material_[index(before.color())] =
        static_cast<std::int16_t>(material_[index(before.color())] + after.points() - before.points());
    board_[index(p)] = after;
    key_ ^= stack_key(p, before) ^ stack_key(p, after);
}

/// Section 10: whatever could capture the enemy commander in a single part becomes heroic.
void Position::promote_attackers(Color color) {
    const Point target = commander(~color);
    if (target == kNoPoint) return;
    std::array<std::pair<Point, MemberMask>, kMaxPieces> found;
    std::size_t size = 0;
    for_each_attacker(*this, target, color, [&](Point origin, std::size_t i) {
        const Piece piece = at(origin).member(i);
        if (piece.kind() != Kind::Commander && !piece.heroic())
            found[size++] = {origin, static_cast<MemberMask>(1U << i)};
        return false;
    });
    // Promotion reorders a stack, so the masks of one point are joined before it is applied.
    for (std::size_t i = 0; i < size;) {
        auto [p, mask] = found[i];
        for (++i; i < size && found[i].first == p; ++i) mask |= found[i].second;
        promote(p, mask);
    }
}

/// Section 10: the one piece left beside a commander becomes heroic.
void Position::promote_last_guard(Color color) {
    if (total_[index(color)] != 2 || commander(color) == kNoPoint) return;
    occupied(color).for_each([&](Point p) {
        const Stack stack = at(p);
        for (std::size_t i = 0; i < stack.size(); ++i)
            if (stack.member(i).kind() != Kind::Commander && !stack.member(i).heroic())
                promote(p, static_cast<MemberMask>(1U << i));
    });
}

}  // namespace tulenh
