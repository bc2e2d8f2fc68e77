#include "search/search.h"

#include <algorithm>
#include <span>
#include <thread>

#include "search/transposition.h"
#include "search/worker.h"

namespace tulenh {
namespace {

/// The worker whose turn has the most behind it: every worker votes for its own turn, the louder the deeper
/// it has searched and the better it thinks of it. A proven win or loss outweighs all votes.
const Worker& elect(std::span<const std::unique_ptr<Worker>> workers) {
    const auto finding = [](const std::unique_ptr<Worker>& worker) -> const Finding& {
        return worker->finding();
    };
    Value lowest = kMate;
    for (const auto& worker : workers) lowest = std::min(lowest, finding(worker).score);
    const auto votes = [&](const Turn& turn) {
        long long sum = 0;
        for (const auto& worker : workers)
            if (finding(worker).best == turn)
                sum += static_cast<long long>(finding(worker).score - lowest + 20) * finding(worker).depth;
        return sum;
    };
    const Worker* elected = workers.front().get();
    for (const auto& worker : workers) {
        const Finding &old = elected->finding(), &other = finding(worker);
        if (other.depth == 0) continue;
        const bool decided = std::abs(old.score) > kMaxEval || std::abs(other.score) > kMaxEval;
        if (decided ? other.score > old.score && other.depth >= old.depth
                    : votes(other.best) > votes(old.best))
            elected = worker.get();
    }
    return *elected;
}

}  // namespace

struct Search::Impl {
    Shared shared;
    std::vector<std::unique_ptr<Worker>> workers;
};

Search::Search(std::size_t hash_mib) : impl_(std::make_unique<Impl>()) {
    if (!resize(hash_mib)) throw std::bad_alloc();
    set_threads(1);
}

Search::~Search() = default;

bool Search::resize(std::size_t mib) { return impl_->shared.table.resize(mib); }

void Search::set_threads(std::size_t count) {
    std::vector<std::unique_ptr<Worker>>& workers = impl_->workers;
    while (workers.size() > std::max<std::size_t>(count, 1)) workers.pop_back();
    while (workers.size() < count) workers.push_back(std::make_unique<Worker>(impl_->shared, workers.size()));
}

void Search::clear() {
    impl_->shared.table.clear();
    for (const auto& worker : impl_->workers) worker->forget();
}

SearchResult Search::run(const Game& game, const Limits& limits, const Reporter& reporter) {
    Shared& shared = impl_->shared;
    shared.table.age();
    shared.halt = false;
    shared.nodes = 0;
    std::span<const std::unique_ptr<Worker>> workers(impl_->workers);
    if (limits.nodes_after_first) workers = workers.first(1);
    std::vector<std::thread> threads;
    for (const auto& helper : workers.subspan(1))
        threads.emplace_back([&, worker = helper.get()] { worker->run(game, limits, nullptr); });
    Worker& main = *workers.front();
    main.run(game, limits, &reporter);
    shared.halt = true;
    for (std::thread& thread : threads) thread.join();

    const Worker& elected = limits.lines == 1 && !limits.depth ? elect(workers) : main;
    if (elected.finding().best != main.finding().best) reporter.info(elected.last_info());
    SearchResult result{elected.finding().best, elected.finding().ponder, 0};
    for (const auto& worker : workers) result.nodes += worker->nodes();
    if (limits.endless(game.position().side_to_move())) shared.stop.wait(false);
    return result;
}

void Search::prepare() {
    impl_->shared.stop = false;
    impl_->shared.ponderhit = false;
}

void Search::stop() {
    impl_->shared.stop = true;
    impl_->shared.stop.notify_all();
}

void Search::ponderhit() { impl_->shared.ponderhit = true; }

}  // namespace tulenh
