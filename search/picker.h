// In which order the parts of a node are tried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/movegen.h"
#include "engine/part.h"
#include "engine/position.h"
#include "search/history.h"

namespace tulenh {

/// Two quiet parts that refuted a sibling.
struct Killers {
    std::array<Part, 2> parts;
    void add(Part part) {
        if (part == parts[0]) return;
        parts[1] = parts[0];
        parts[0] = part;
    }
};

struct ScoredPart {
    Part part;
    int score;
};

/// The scored parts of all nodes on the way from the root, one node's on top of the other's, and room for
/// generating. One for each thread.
struct PartStore {
    std::vector<ScoredPart> parts;
    PartList scratch;
};

/// What a capture wins at once, in units of the evaluation: the victim, less the flyers of an exchange.
[[nodiscard]] int captured_value(const Position& position, Part part);

/// Does the capture lose no more than the limit (in units of the evaluation) in the series of captures that
/// it begins?
[[nodiscard]] bool loses_at_most(const Position& position, Part capture, int limit);

/// Hands out the parts of a node, best first, and generates them only when they are asked for: the table's
/// part; captures that do not lose; the end of the turn under way; killers and quiet parts by history;
/// captures that lose.
class PartPicker {
  public:
    /// All parts. The table's part need not belong to the position. Everything named must outlive the picker;
    /// nodes further down use the store on top of it.
    PartPicker(const Position& position, PartStore& store, const History& history, const Trails& trails,
               Part table_part, const Killers& killers);
    /// Captures and the end of the turn under way.
    PartPicker(const Position& position, PartStore& store, const History& history, Part table_part);
    ~PartPicker() { store_.parts.resize(base_); }
    PartPicker(const PartPicker&) = delete;
    PartPicker& operator=(const PartPicker&) = delete;

    /// The next part; none when all have been handed out.
    [[nodiscard]] Part next();
    /// Leaves out the quiet parts that have not been handed out; the end of the turn is none of them.
    void skip_quiets() { skip_quiets_ = true; }
    /// Are the captures now handed out those that lose?
    [[nodiscard]] bool at_losing_captures() const { return stage_ == Stage::LosingCaptures; }

  private:
    enum class Stage : std::uint8_t {
        Table,
        GenerateCaptures,
        Captures,
        End,
        GenerateQuiets,
        Quiets,
        LosingCaptures,
        Done
    };

    void push_captures();
    void push_quiets();
    [[nodiscard]] Part best_of(std::size_t first);

    const Position& position_;
    PartStore& store_;
    const History& history_;
    const Trails trails_;
    const Part table_part_;
    const Killers killers_;
    const bool captures_only_;
    bool skip_quiets_ = false;
    Stage stage_ = Stage::Table;
    const std::size_t base_;  ///< of this node's parts in the store
    std::size_t losing_end_;  ///< captures that lose are kept from `base_` up to here
    std::size_t next_;        ///< parts from here on have not been looked at
};

}  // namespace tulenh
