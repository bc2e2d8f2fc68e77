// Parts of turns and turns (RULES.md section 9).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/bitboard.h"
#include "engine/types.h"

namespace tulenh {

/// What a part does (RULES.md section 4), or that the turn ends.
enum class Action : std::uint8_t { Move, Board, Replace, Stay, Exchange, End };

[[nodiscard]] constexpr bool is_capture(Action action) {
    return action == Action::Replace || action == Action::Stay || action == Action::Exchange;
}

/// One part of a turn: a detachment acts from one point on another, or the turn ends. 22 bits; the
/// members are indices into the stack as it was when the turn began, of equal members the lowest.
/// The default is "no part".
class Part {
  public:
    constexpr Part() = default;
    constexpr Part(Point from, Point to, MemberMask members, Action action)
        : bits_(static_cast<std::uint32_t>(index(from)) | static_cast<std::uint32_t>(index(to)) << 8 |
                static_cast<std::uint32_t>(members) << 16 | static_cast<std::uint32_t>(action) << 19) {}
    /// The part that ends a turn under way on this point.
    [[nodiscard]] static constexpr Part end(Point origin) { return {origin, origin, 0, Action::End}; }
    [[nodiscard]] static constexpr Part from_bits(std::uint32_t bits) {
        Part part;
        part.bits_ = bits & kMask;
        return part;
    }

    [[nodiscard]] constexpr Point from() const { return static_cast<Point>(bits_ & 255U); }
    [[nodiscard]] constexpr Point to() const { return static_cast<Point>(bits_ >> 8 & 255U); }
    [[nodiscard]] constexpr MemberMask members() const { return static_cast<MemberMask>(bits_ >> 16 & 7U); }
    [[nodiscard]] constexpr Action action() const { return static_cast<Action>(bits_ >> 19 & 7U); }
    [[nodiscard]] constexpr bool captures() const { return is_capture(action()); }
    [[nodiscard]] constexpr bool ends_turn() const { return action() == Action::End; }
    [[nodiscard]] constexpr bool exists() const { return bits_ != 0; }
    [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
    [[nodiscard]] constexpr bool operator==(const Part&) const = default;

  private:
    static constexpr std::uint32_t kMask = (1U << 22) - 1U;

    std::uint32_t bits_ = 0;
};

/// More parts than any position offers at once: two ships with four detachments of 40 points, two
/// aircraft with five choices of 40, two tanks with four of 24, and single pieces, come to under 1,200.
inline constexpr std::size_t kMaxParts = 1280;

/// A list of parts in place, without allocation.
class PartList {
  public:
    void push(Part part) { parts_[size_++] = part; }
    void clear() { size_ = 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Part operator[](std::size_t i) const { return parts_[i]; }
    [[nodiscard]] const Part* begin() const { return parts_.data(); }
    [[nodiscard]] const Part* end() const { return parts_.data() + size_; }

  private:
    std::array<Part, kMaxParts> parts_;
    std::size_t size_ = 0;
};

/// A whole turn: one to four parts from one point (three members and a broadside), or a burnt flight
/// (RULES.md section 6). The default is "no turn".
class Turn {
  public:
    static constexpr std::size_t kMaxTurnParts = 4;

    constexpr Turn() = default;
    constexpr explicit Turn(Part part) { push(part); }
    [[nodiscard]] static constexpr Turn burnt_flight(Point from, Point to) {
        Turn turn(Part(from, to, 1, Action::Move));
        turn.burnt_ = true;
        return turn;
    }

    constexpr void push(Part part) { parts_[size_++] = part; }
    constexpr void pop() { parts_[--size_] = Part{}; }
    [[nodiscard]] constexpr bool exists() const { return size_ != 0; }
    [[nodiscard]] constexpr bool burnt() const { return burnt_; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr Part operator[](std::size_t i) const { return parts_[i]; }
    [[nodiscard]] constexpr Point origin() const { return parts_[0].from(); }
    [[nodiscard]] constexpr const Part* begin() const { return parts_.data(); }
    [[nodiscard]] constexpr const Part* end() const { return parts_.data() + size_; }
    [[nodiscard]] constexpr bool operator==(const Turn&) const = default;

  private:
    std::array<Part, kMaxTurnParts> parts_{};
    std::uint8_t size_ = 0;
    bool burnt_ = false;
};

}  // namespace tulenh
