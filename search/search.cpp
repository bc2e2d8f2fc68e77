#include "search/search.h"

#include "search/transposition.h"
#include "search/worker.h"

namespace tulenh {

struct Search::Impl {
    Shared shared;
    Worker worker{shared};
};

Search::Search(std::size_t hash_mib) : impl_(std::make_unique<Impl>()) {
    if (!resize(hash_mib)) throw std::bad_alloc();
}

Search::~Search() = default;

bool Search::resize(std::size_t mib) { return impl_->shared.table.resize(mib); }

void Search::clear() {
    impl_->shared.table.clear();
    impl_->worker.forget();
}

SearchResult Search::run(const Game& game, const Limits& limits,
                         const std::function<void(const SearchInfo&)>& report) {
    impl_->shared.table.age();
    const SearchResult result = impl_->worker.run(game, limits, report);
    if (limits.endless(game.position().side_to_move())) impl_->shared.stop.wait(false);
    return result;
}

void Search::prepare() { impl_->shared.stop = false; }

void Search::stop() {
    impl_->shared.stop = true;
    impl_->shared.stop.notify_all();
}

}  // namespace tulenh
