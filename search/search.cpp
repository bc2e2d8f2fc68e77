#include "search/search.h"

#include "search/ordering.h"
#include "search/transposition.h"
#include "search/worker.h"

namespace tulenh {

struct Search::Impl {
    TranspositionTable table;
    History history;
    std::atomic<bool> stop{false};
};

Search::Search(std::size_t hash_mib) : impl_(std::make_unique<Impl>()) {
    if (!resize(hash_mib)) throw std::bad_alloc();
}

Search::~Search() = default;

bool Search::resize(std::size_t mib) { return impl_->table.resize(mib); }

void Search::clear() {
    impl_->table.clear();
    impl_->history.clear();
}

SearchResult Search::run(const Game& game, const Limits& limits,
                         const std::function<void(const SearchInfo&)>& report) {
    impl_->table.age();
    Worker worker(impl_->table, impl_->history, impl_->stop);
    const SearchResult result = worker.run(game, limits, report);
    if (limits.endless(game.position().side_to_move())) impl_->stop.wait(false);
    return result;
}

void Search::prepare() { impl_->stop = false; }

void Search::stop() {
    impl_->stop = true;
    impl_->stop.notify_all();
}

}  // namespace tulenh
