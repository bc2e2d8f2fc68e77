#include "tuning/schedule.h"

namespace tulenh {

Schedule::Schedule(const MatchConfig& config, const std::vector<std::size_t>& book_sizes)
    : games_(static_cast<std::size_t>(config.games)),
      own_openings_(!config.repeat && !config.series && config.games > 1),
      alternate_rounds_(config.series || config.games == 1) {
    const std::size_t modes = book_sizes.size();
    for (std::size_t mode = 0; mode < modes; ++mode) {
        const bool random = config.openings && config.openings->random;
        orders_.emplace_back(book_sizes[mode], random, config.openings ? config.openings->start : 1,
                             config.seed + 0x9e3779b97f4a7c15U * mode);
    }
    // Parts differ in every cycle through the modes, so that each part gets its share of each mode.
    const auto shards = static_cast<std::size_t>(config.shard.of);
    for (std::size_t round = 0; round < static_cast<std::size_t>(config.rounds); ++round)
        if ((round % modes + round / modes) % shards + 1 == static_cast<std::size_t>(config.shard.number))
            rounds_.push_back(round);
}

GameSlot Schedule::at(std::size_t number) const {
    const std::size_t modes = orders_.size(), round = rounds_[number / games_], game = number % games_;
    const std::size_t mode = round % modes, cycle = round / modes;
    const std::size_t opening = own_openings_ ? cycle * games_ + game : cycle;
    // The first turn alternates from game to game, and where a round has no two games from round to round.
    const bool first_begins = (alternate_rounds_ ? cycle : game) % 2 == 0;
    return {number, round, static_cast<int>(game), mode, orders_[mode].at(opening), first_begins};
}

}  // namespace tulenh
