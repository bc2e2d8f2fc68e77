// The thread in which searches run.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "protocol/output.h"

namespace tulenh {

/// A job that takes its time.
struct Job {
    std::function<Lines()> run;       ///< returns the last lines of its answer
    std::function<void()> interrupt;  ///< makes `run` return soon; called from another thread
    bool endless = false;             ///< the last lines wait for `stop`
};

/// Does one job at a time in a thread of its own. For one other thread, which gives the orders.
class JobRunner {
  public:
    explicit JobRunner(Output& output) : output_(output) {}
    ~JobRunner();
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// A job is over once its last lines are written, neither before nor after (PROTOCOL.md section 2).
    [[nodiscard]] bool busy();
    /// Begins a job; there must be none.
    void start(Job job);
    /// Ends the job; its last lines are written when this returns.
    void stop();
    /// Ends the job if it would not end by itself.
    void stop_endless();
    /// The job's last lines need not wait for `stop` any longer.
    void release();
    /// Waits for the end of the job. Returns false when the time was too short.
    bool wait(std::chrono::milliseconds at_most);

  private:
    void work();

    Output& output_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool busy_ = false, stopping_ = false;
    Job job_;
    std::thread thread_;
};

}  // namespace tulenh
