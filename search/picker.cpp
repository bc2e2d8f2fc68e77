#include "search/picker.h"

#include <algorithm>

#include "engine/exchange.h"

namespace tulenh {
namespace {

constexpr int kPerPoint = 10;
constexpr int kKiller = 1 << 20;

}  // namespace

int captured_value(const Position& position, Part part) {
    const int lost = part.action() == Action::Exchange ? detachment_of(position, part).points() : 0;
    return kPerPoint * (position.at(part.to()).points() - lost);
}

bool loses_at_most(const Position& position, Part capture, int limit) {
    // What stays on its point or falls at once risks nothing more.
    const int won = captured_value(position, capture);
    if (capture.action() != Action::Replace) return won >= -limit;
    if (won - kPerPoint * detachment_of(position, capture).points() >= -limit) return true;
    return kPerPoint * exchange_value(position, capture) >= -limit;
}

PartPicker::PartPicker(const Position& position, PartStore& store, const History& history,
                       const Trails& trails, Part table_part, const Killers& killers)
    : position_(position),
      store_(store),
      history_(history),
      trails_(trails),
      table_part_(is_pseudo_legal(position, table_part) ? table_part : Part{}),
      killers_(killers),
      captures_only_(false),
      base_(store.parts.size()),
      losing_end_(base_),
      next_(base_) {}

PartPicker::PartPicker(const Position& position, PartStore& store, const History& history, Part table_part)
    : position_(position),
      store_(store),
      history_(history),
      table_part_((table_part.captures() || table_part.ends_turn()) && is_pseudo_legal(position, table_part)
                      ? table_part
                      : Part{}),
      captures_only_(true),
      base_(store.parts.size()),
      losing_end_(base_),
      next_(base_) {}

void PartPicker::push_captures() {
    store_.scratch.clear();
    generate(position_, store_.scratch, Wanted::Captures);
    for (const Part part : store_.scratch) {
        if (part == table_part_ || part.ends_turn()) continue;
        const int risk = part.action() == Action::Stay ? 0 : detachment_of(position_, part).points();
        const int merit =
            history_.of_capture(Trail::of(position_, part), position_.at(part.to()).carrier().kind());
        store_.parts.push_back({part, 16 * captured_value(position_, part) - risk + merit / 16});
    }
}

void PartPicker::push_quiets() {
    store_.scratch.clear();
    generate(position_, store_.scratch, Wanted::Quiets);
    const Color side = position_.side_to_move();
    for (const Part part : store_.scratch) {
        if (part == table_part_ || part.ends_turn()) continue;
        const int score = part == killers_.parts[0] ? kKiller + 1
                          : part == killers_.parts[1]
                              ? kKiller
                              : history_.of_quiet(side, Trail::of(position_, part), trails_);
        store_.parts.push_back({part, score});
    }
}

/// Moves the best of the parts from `next_` on to the front and takes it.
Part PartPicker::best_of(std::size_t first) {
    ScoredPart* const parts = store_.parts.data();
    ScoredPart* best = parts + first;
    for (ScoredPart* other = best + 1; other != parts + store_.parts.size(); ++other)
        if (other->score > best->score) best = other;
    std::swap(*best, parts[first]);
    return parts[first].part;
}

Part PartPicker::next() {
    switch (stage_) {
        case Stage::Table:
            stage_ = Stage::GenerateCaptures;
            if (table_part_.exists()) return table_part_;
            [[fallthrough]];
        case Stage::GenerateCaptures:
            push_captures();
            stage_ = Stage::Captures;
            [[fallthrough]];
        case Stage::Captures:
            while (next_ < store_.parts.size()) {
                const Part part = best_of(next_);
                ++next_;
                if (captures_only_ || loses_at_most(position_, part, 0)) return part;
                store_.parts[losing_end_++].part = part;
            }
            stage_ = Stage::End;
            [[fallthrough]];
        case Stage::End:
            stage_ = captures_only_ ? Stage::Done : Stage::GenerateQuiets;
            if (position_.under_way() && !table_part_.ends_turn() && position_.can_end())
                return Part::end(position_.turn().origin);
            if (captures_only_) return {};
            [[fallthrough]];
        case Stage::GenerateQuiets:
            store_.parts.resize(losing_end_);
            next_ = losing_end_;
            if (!skip_quiets_) push_quiets();
            stage_ = Stage::Quiets;
            [[fallthrough]];
        case Stage::Quiets:
            if (next_ < store_.parts.size() && !skip_quiets_) {
                const Part part = best_of(next_);
                ++next_;
                return part;
            }
            next_ = base_;
            stage_ = Stage::LosingCaptures;
            [[fallthrough]];
        case Stage::LosingCaptures:
            if (next_ < losing_end_) return store_.parts[next_++].part;
            stage_ = Stage::Done;
            [[fallthrough]];
        case Stage::Done: return {};
    }
    return {};
}

}  // namespace tulenh
