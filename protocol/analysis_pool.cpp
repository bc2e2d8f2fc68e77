#include "protocol/analysis_pool.h"

#include <chrono>

namespace tulenh {
namespace {

/// Positions read but not yet handed out.
constexpr std::size_t kMostAhead = 256;

}  // namespace

AnalysisPool::AnalysisPool(const AnalysisSettings& settings, NextTask next_task, const WakeSignal& stop)
    : limits_(settings.limits), next_task_(std::move(next_task)), stop_(stop), working_(settings.workers) {
    for (std::size_t i = 0; i < settings.workers; ++i) {
        searches_.push_back(std::make_unique<Search>(settings.hash_mib));
        searches_.back()->set_threads(settings.threads);
    }
    for (const auto& search : searches_) workers_.emplace_back([this, &search] { work(*search); });
}

AnalysisPool::~AnalysisPool() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    for (const auto& search : searches_) search->stop();
    for (std::thread& worker : workers_) worker.join();
}

std::optional<Analysis> AnalysisPool::next() {
    constexpr std::chrono::milliseconds kLookUp{100};
    std::unique_lock lock(mutex_);
    const auto ready = [&] { return done_.count(handed_out_) != 0 || working_ == 0; };
    while (!changed_.wait_for(lock, kLookUp, ready))
        if (stop_.raised()) return std::nullopt;
    const auto found = done_.find(handed_out_);
    if (found == done_.end()) {
        if (failure_) std::rethrow_exception(failure_);
        return std::nullopt;
    }
    Analysis analysis = std::move(found->second);
    done_.erase(found);
    ++handed_out_;
    changed_.notify_all();
    return analysis;
}

void AnalysisPool::work(Search& search) {
    std::exception_ptr failure;
    try {
        analyse_all(search);
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --working_;
    if (failure) {
        failure_ = failure;
        ended_ = true;
    }
    changed_.notify_all();
}

void AnalysisPool::analyse_all(Search& search) {
    while (std::optional<NumberedTask> task = take()) {
        Analysis analysis = analyse(std::move(task->second), search, limits_);
        const std::lock_guard lock(mutex_);
        done_.emplace(task->first, std::move(analysis));
        changed_.notify_all();
    }
}

std::optional<AnalysisPool::NumberedTask> AnalysisPool::take() {
    const std::lock_guard reading(reading_);
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ended_ || taken_ < handed_out_ + kMostAhead; });
        if (ended_) return std::nullopt;
    }
    if (stop_.raised()) return std::nullopt;
    std::optional<AnalysisTask> task = next_task_();
    if (!task) return std::nullopt;
    return NumberedTask(taken_++, std::move(*task));
}

}  // namespace tulenh
