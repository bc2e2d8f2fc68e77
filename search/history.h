// What the search has learnt about parts: which ones were good before.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "engine/part.h"
#include "engine/position.h"
#include "search/score.h"

namespace tulenh {

/// The pieces that make a part.
[[nodiscard]] inline Stack detachment_of(const Position& position, Part part) {
    if (!position.under_way()) {
        const Stack stack = position.at(part.from());
        return stack.stacked() ? stack.subset(part.members()) : stack;
    }
    return position.turn().began.subset(part.members());
}

/// A carrier and the point it reached: what a part is remembered by. The default is "nothing".
class Trail {
  public:
    static constexpr std::size_t kCount = kKindCount * kPointCount + 1;

    constexpr Trail() = default;
    constexpr Trail(Kind carrier, Point to)
        : index_(static_cast<std::uint16_t>(1 + index(carrier) * kPointCount + dense_index(to))) {}
    [[nodiscard]] static Trail of(const Position& position, Part part) {
        return {detachment_of(position, part).carrier().kind(), part.to()};
    }
    [[nodiscard]] constexpr std::size_t value() const { return index_; }

  private:
    std::uint16_t index_ = 0;
};

/// A number that is rewarded and punished and stays within ±kMax.
class Merit {
  public:
    static constexpr int kMax = 8192;

    [[nodiscard]] int value() const { return value_; }
    void update(int bonus) {
        value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / kMax);
    }

  private:
    std::int16_t value_ = 0;
};

using TrailTable = std::array<Merit, Trail::kCount>;

/// Merits of parts by what was played before. A short search touches little of it: only that is cleared.
class ContinuationTable {
  public:
    [[nodiscard]] int of(Trail before, Trail trail) const {
        return rows_[before.value()].merits[trail.value()].value();
    }
    void update(Trail before, Trail trail, int bonus) {
        Row& row = rows_[before.value()];
        row.touched = true;
        row.merits[trail.value()].update(bonus);
    }
    void clear() {
        for (Row& row : rows_)
            if (row.touched) row = {};
    }

  private:
    struct Row {
        TrailTable merits{};
        bool touched = false;
    };
    std::array<Row, Trail::kCount> rows_{};
};

/// The trails that lead to a node: the other side's last turn and the own one before it.
struct Trails {
    Trail answered;
    Trail followed;
};

class History {
  public:
    /// How good a quiet part was, within ±3 · Merit::kMax.
    [[nodiscard]] int of_quiet(Color side, Trail trail, const Trails& before) const {
        return quiet_[index(side)][trail.value()].value() + answer_->of(before.answered, trail) +
               follow_->of(before.followed, trail);
    }
    void update_quiet(Color side, Trail trail, const Trails& before, int bonus) {
        quiet_[index(side)][trail.value()].update(bonus);
        answer_->update(before.answered, trail, bonus);
        follow_->update(before.followed, trail, bonus);
    }
    [[nodiscard]] int of_capture(Trail trail, Kind victim) const {
        return capture_[index(victim)][trail.value()].value();
    }
    void update_capture(Trail trail, Kind victim, int bonus) {
        capture_[index(victim)][trail.value()].update(bonus);
    }
    void clear() {
        quiet_ = {};
        capture_ = {};
        answer_->clear();
        follow_->clear();
    }

  private:
    std::array<TrailTable, 2> quiet_{};
    std::array<TrailTable, kKindCount> capture_{};
    // By the other side's last turn and by the own one before it.
    std::unique_ptr<ContinuationTable> answer_ = std::make_unique<ContinuationTable>();
    std::unique_ptr<ContinuationTable> follow_ = std::make_unique<ContinuationTable>();
};

}  // namespace tulenh
