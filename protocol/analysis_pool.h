// Several searches at a time over many positions.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/analysis.h"
#include "protocol/posix_tools.h"

namespace tulenh {

/// How positions are analysed.
struct AnalysisSettings {
    Limits limits;
    std::size_t workers = 1;
    std::size_t threads = 1;   ///< of each worker
    std::size_t hash_mib = 1;  ///< of each worker
};

/// Gives one position after the other; none at the end.
using NextTask = std::function<std::optional<AnalysisTask>()>;

/// Analyses positions in several workers, each with a search of its own, and hands out what they find in the
/// order of the positions. Only so many positions are read ahead, so that memory does not grow.
class AnalysisPool {
  public:
    /// Once `stop` is raised no further position is begun. Throws `std::bad_alloc` without memory for the
    /// tables.
    AnalysisPool(const AnalysisSettings& settings, NextTask next_task, const WakeSignal& stop);
    /// Gives up what is still being searched.
    ~AnalysisPool();
    AnalysisPool(const AnalysisPool&) = delete;
    AnalysisPool& operator=(const AnalysisPool&) = delete;

    /// The next analysis; none at the end, or when stopped and the next one is not finished. Throws what
    /// `next_task` has thrown. For one thread.
    [[nodiscard]] std::optional<Analysis> next();

  private:
    using NumberedTask = std::pair<std::size_t, AnalysisTask>;

    void work(Search& search);
    void analyse_all(Search& search);
    std::optional<NumberedTask> take();

    Limits limits_;
    NextTask next_task_;
    const WakeSignal& stop_;
    std::vector<std::unique_ptr<Search>> searches_;
    std::mutex reading_;  ///< held while the input is waited for
    std::size_t taken_ = 0;

    std::mutex mutex_;  ///< guards all below
    std::condition_variable changed_;
    std::map<std::size_t, Analysis> done_;  ///< by the number of the task
    std::size_t handed_out_ = 0;
    std::size_t working_ = 0;
    bool ended_ = false;
    std::exception_ptr failure_;

    std::vector<std::thread> workers_;
};

}  // namespace tulenh
