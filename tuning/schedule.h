// Which games a match consists of. Everything follows from the configuration and the sizes of the books,
// nothing from the course of the match: parts of it can be played anywhere, in any order, at any time.
#pragma once

#include <cstddef>
#include <vector>

#include "tuning/match_config.h"
#include "tuning/openings.h"

namespace tulenh {

/// A game to be played.
struct GameSlot {
    std::size_t number;   ///< in this part of the match, from 0
    std::size_t round;    ///< of the whole match, from 0
    int game;             ///< of the round, from 0
    std::size_t mode;     ///< index into the modes of the match
    std::size_t opening;  ///< index into the book of the mode
    bool first_begins;    ///< the first engine has the first turn. In a series only for its first game
};

class Schedule {
  public:
    /// `book_sizes` are those of the books, in the order of the modes.
    Schedule(const MatchConfig& config, const std::vector<std::size_t>& book_sizes);

    /// Games in this part of the match.
    [[nodiscard]] std::size_t size() const { return rounds_.size() * games_; }
    [[nodiscard]] std::size_t games_in_round() const { return games_; }
    [[nodiscard]] GameSlot at(std::size_t number) const;

  private:
    std::size_t games_;
    bool own_openings_;                ///< each game of a round has its own
    bool alternate_rounds_;            ///< the first turn changes with the rounds
    std::vector<std::size_t> rounds_;  ///< that this part has
    std::vector<OpeningOrder> orders_;
};

}  // namespace tulenh
