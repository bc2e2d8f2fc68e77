// The small types everything else is made of: sides, kinds of pieces, modes, pieces and stacks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tulenh {

/// A side of the battle. Red starts at the bottom (rank 1).
enum class Color : std::uint8_t { Red, Blue };

inline constexpr std::array<Color, 2> kColors{Color::Red, Color::Blue};

[[nodiscard]] constexpr Color operator~(Color color) {
    return color == Color::Red ? Color::Blue : Color::Red;
}
[[nodiscard]] constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }

/// A kind of piece (RULES.md section 2). The order is the canonical order of a stack's members
/// (PROTOCOL.md section 1), in which the carrier always comes first.
enum class Kind : std::uint8_t {
    Warship,
    Aircraft,
    Tank,
    Engineer,
    Artillery,
    Gun,
    Missile,
    Headquarters,
    Infantry,
    Militia,
    Commander
};

inline constexpr std::size_t kKindCount = 11;
inline constexpr std::string_view kKindLetters = "NFTEAGSHIMC";

[[nodiscard]] constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }
[[nodiscard]] constexpr Kind kind_at(std::size_t index) { return static_cast<Kind>(index); }
[[nodiscard]] constexpr char letter(Kind kind) { return kKindLetters[index(kind)]; }

/// The kind with this upper-case letter, if there is one.
[[nodiscard]] constexpr std::optional<Kind> kind_from_letter(char letter) {
    const std::size_t at = kKindLetters.find(letter);
    return at == std::string_view::npos ? std::nullopt : std::optional(kind_at(at));
}

/// How many of each kind a side has at most (RULES.md section 2).
inline constexpr std::array<int, kKindCount> kKindLimit{2, 2, 2, 2, 2, 2, 1, 2, 2, 1, 1};
inline constexpr int kMaxPieces = 19;

/// Points of each kind when not heroic (RULES.md section 2).
inline constexpr std::array<int, kKindCount> kKindPoints{80, 40, 20, 10, 30, 10, 20, 10, 10, 10, 100};
inline constexpr int kHeroPoints = 10;

/// A set of kinds, one bit each.
using KindSet = std::uint16_t;
[[nodiscard]] constexpr KindSet kinds(Kind kind) { return static_cast<KindSet>(1U << index(kind)); }
template <typename... Kinds>
[[nodiscard]] constexpr KindSet kinds(Kind first, Kinds... others) {
    return static_cast<KindSet>(kinds(first) | kinds(others...));
}
[[nodiscard]] constexpr bool contains(KindSet set, Kind kind) { return (set & kinds(kind)) != 0; }

/// Artillery, guns and missiles: they cross the river only along the reefs (RULES.md section 3).
inline constexpr KindSet kHeavy = kinds(Kind::Artillery, Kind::Gun, Kind::Missile);
/// The kinds that project an air-defence ring when they are not passengers (RULES.md section 6).
inline constexpr KindSet kRingKinds = kinds(Kind::Gun, Kind::Missile, Kind::Warship);
/// The land branch, whose loss decides `land` and `standard` (RULES.md section 12).
inline constexpr KindSet kLandBranch = kinds(Kind::Infantry, Kind::Tank, Kind::Artillery);

/// Which kinds a carrier takes aboard, and how many (RULES.md section 9).
inline constexpr std::array<KindSet, kKindCount> kCarries = [] {
    std::array<KindSet, kKindCount> carries{};
    carries[index(Kind::Warship)] =
        kinds(Kind::Aircraft, Kind::Tank, Kind::Engineer, Kind::Infantry, Kind::Militia, Kind::Commander);
    carries[index(Kind::Aircraft)] = kinds(Kind::Tank, Kind::Infantry, Kind::Militia, Kind::Commander);
    carries[index(Kind::Tank)] = kinds(Kind::Infantry, Kind::Militia, Kind::Commander);
    carries[index(Kind::Engineer)] = kHeavy;
    carries[index(Kind::Headquarters)] = kinds(Kind::Commander);
    return carries;
}();
inline constexpr std::array<int, kKindCount> kCapacity{2, 2, 2, 1, 0, 0, 0, 1, 0, 0, 0};

/// A battle mode (RULES.md section 12).
enum class Mode : std::uint8_t { Standard, Sea, Air, Land, Raid, Total };

inline constexpr std::array<Mode, 6> kModes{Mode::Standard, Mode::Sea,  Mode::Air,
                                            Mode::Land,     Mode::Raid, Mode::Total};
inline constexpr std::array<std::string_view, 6> kModeNames{"standard", "sea",  "air",
                                                            "land",     "raid", "total"};

[[nodiscard]] constexpr std::string_view name(Mode mode) {
    return kModeNames[static_cast<std::size_t>(mode)];
}
[[nodiscard]] constexpr std::optional<Mode> mode_from_name(std::string_view text) {
    for (Mode mode : kModes)
        if (name(mode) == text) return mode;
    return std::nullopt;
}
/// Does losing the commander lose the battle, and must a turn therefore keep it (RULES.md section 11)?
[[nodiscard]] constexpr bool commander_decides(Mode mode) {
    return mode == Mode::Standard || mode == Mode::Raid || mode == Mode::Total;
}

/// What a side can lose the battle by (RULES.md section 12), in the order in which reasons are told.
enum class Condition : std::uint8_t { Commander, Sea, Air, Land };
inline constexpr std::size_t kConditionCount = 4;

/// The kinds of which a side must keep at least one.
inline constexpr std::array<KindSet, kConditionCount> kConditionKinds{
    kinds(Kind::Commander), kinds(Kind::Warship), kinds(Kind::Aircraft), kLandBranch};

/// The conditions that a mode knows, one bit each.
[[nodiscard]] constexpr unsigned conditions(Mode mode) {
    switch (mode) {
        case Mode::Standard: return 0b1111;
        case Mode::Sea: return 0b0010;
        case Mode::Air: return 0b0100;
        case Mode::Land: return 0b1000;
        case Mode::Raid:
        case Mode::Total: return 0b0001;
    }
    return 0;
}

/// One piece without its side: a kind, plain or heroic. The default is "no piece".
/// Codes ascend in the canonical order of a stack: by kind, a heroic piece before a plain one.
class Piece {
  public:
    static constexpr unsigned kCodeBits = 5;
    static constexpr std::size_t kCodeCount = 2 * kKindCount + 1;

    constexpr Piece() = default;
    constexpr explicit Piece(Kind kind, bool heroic = false)
        : code_(static_cast<std::uint8_t>(1 + 2 * index(kind) + (heroic ? 0 : 1))) {}
    [[nodiscard]] static constexpr Piece from_code(unsigned code) {
        Piece piece;
        piece.code_ = static_cast<std::uint8_t>(code);
        return piece;
    }

    [[nodiscard]] constexpr bool exists() const { return code_ != 0; }
    [[nodiscard]] constexpr Kind kind() const { return kind_at((code_ - 1U) / 2); }
    [[nodiscard]] constexpr bool heroic() const { return (code_ & 1U) != 0; }
    [[nodiscard]] constexpr unsigned code() const { return code_; }
    /// What the other side collects for it (RULES.md section 12).
    [[nodiscard]] constexpr int points() const {
        return kKindPoints[index(kind())] + (heroic() ? kHeroPoints : 0);
    }
    [[nodiscard]] constexpr auto operator<=>(const Piece&) const = default;

  private:
    std::uint8_t code_ = 0;
};

/// Which members of a stack are meant: bit i is the member at index i.
using MemberMask = std::uint8_t;

/// What stands on a point: nothing, a piece, or a carrier with passengers, all of one side
/// (RULES.md section 9), in 16 bits. Members are kept in canonical order, the carrier first. While a
/// turn is under way the members left on its point need not form a valid stack.
class Stack {
  public:
    static constexpr std::size_t kMaxSize = 3;

    constexpr Stack() = default;
    constexpr Stack(Color color, Piece piece)
        : bits_(static_cast<std::uint16_t>(piece.code() | (color == Color::Blue ? kColorBit : 0U))) {}

    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr Color color() const {
        return (bits_ & kColorBit) != 0 ? Color::Blue : Color::Red;
    }
    [[nodiscard]] constexpr std::size_t size() const {
        return (bits_ & kMemberBits) == 0           ? 0U
               : (bits_ & kMemberBits) < (1U << 5)  ? 1U
               : (bits_ & kMemberBits) < (1U << 10) ? 2U
                                                    : 3U;
    }
    [[nodiscard]] constexpr bool stacked() const { return (bits_ & kMemberBits) >= (1U << 5); }
    [[nodiscard]] constexpr Piece member(std::size_t i) const {
        return Piece::from_code((bits_ >> (Piece::kCodeBits * i)) & 31U);
    }
    [[nodiscard]] constexpr Piece carrier() const { return member(0); }
    [[nodiscard]] constexpr MemberMask all() const { return static_cast<MemberMask>((1U << size()) - 1U); }
    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
    /// Sum of the members' points (RULES.md section 12).
    [[nodiscard]] constexpr int points() const {
        int sum = 0;
        for (std::size_t i = 0; i < size(); ++i) sum += member(i).points();
        return sum;
    }
    [[nodiscard]] constexpr bool has(Kind kind) const {
        for (std::size_t i = 0; i < size(); ++i)
            if (member(i).kind() == kind) return true;
        return false;
    }

    [[nodiscard]] constexpr bool any_heroic() const {
        // Codes of heroes are odd, that of "no piece" is not.
        constexpr unsigned kLowest = 1U | 1U << Piece::kCodeBits | 1U << 2 * Piece::kCodeBits;
        return (bits_ & kLowest) != 0;
    }

    /// The members that the mask names; they stay in order.
    [[nodiscard]] constexpr Stack subset(MemberMask mask) const {
        unsigned bits = bits_ & kColorBit, shift = 0;
        for (std::size_t i = 0; i < kMaxSize; ++i)
            if ((mask >> i & 1U) != 0) {
                bits |= member(i).code() << shift;
                shift += Piece::kCodeBits;
            }
        Stack stack;
        stack.bits_ = shift == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(bits);
        return stack;
    }
    /// With one more member, put in its place. Only for fewer than three members.
    [[nodiscard]] constexpr Stack with(Piece piece) const {
        unsigned bits = bits_ & kColorBit, shift = 0;
        bool placed = false;
        for (std::size_t i = 0; i < size(); ++i) {
            if (!placed && piece < member(i)) {
                bits |= piece.code() << shift;
                shift += Piece::kCodeBits;
                placed = true;
            }
            bits |= member(i).code() << shift;
            shift += Piece::kCodeBits;
        }
        if (!placed) bits |= piece.code() << shift;
        Stack stack;
        stack.bits_ = static_cast<std::uint16_t>(bits);
        return stack;
    }
    /// With the members of another stack of the same side. Only for at most three members together.
    [[nodiscard]] constexpr Stack with(Stack other) const {
        Stack stack = *this;
        for (std::size_t i = 0; i < other.size(); ++i) stack = stack.with(other.member(i));
        return stack;
    }
    /// The same members with those of the mask made heroic, in canonical order again.
    [[nodiscard]] constexpr Stack promoted(MemberMask mask) const {
        Stack stack;
        for (std::size_t i = 0; i < size(); ++i) {
            const bool heroic = member(i).heroic() || (mask >> i & 1U) != 0;
            const Piece piece(member(i).kind(), heroic);
            stack = stack.empty() ? Stack(color(), piece) : stack.with(piece);
        }
        return stack;
    }
    /// The same members on the other side.
    [[nodiscard]] constexpr Stack recolored() const {
        Stack stack = *this;
        if (!empty()) stack.bits_ ^= kColorBit;
        return stack;
    }
    /// Is it a single piece or one carrier with passengers it may carry (RULES.md section 9)?
    [[nodiscard]] constexpr bool valid() const {
        const std::size_t members = size();
        if (members < 2) return members == 1;
        const Kind carrier_kind = carrier().kind();
        if (static_cast<int>(members) - 1 > kCapacity[index(carrier_kind)]) return false;
        for (std::size_t i = 1; i < members; ++i)
            if (!contains(kCarries[index(carrier_kind)], member(i).kind())) return false;
        return true;
    }

    [[nodiscard]] constexpr bool operator==(const Stack&) const = default;

  private:
    static constexpr unsigned kMemberBits = 0x7fffU, kColorBit = 0x8000U;

    std::uint16_t bits_ = 0;
};

}  // namespace tulenh
