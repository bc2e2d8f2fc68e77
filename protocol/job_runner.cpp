#include "protocol/job_runner.h"

#include <utility>

namespace tulenh {

JobRunner::~JobRunner() {
    stop();
    if (thread_.joinable()) thread_.join();
}

bool JobRunner::busy() {
    const std::lock_guard lock(mutex_);
    return busy_;
}

void JobRunner::start(Job job) {
    if (thread_.joinable()) thread_.join();
    job_ = std::move(job);
    busy_ = true;
    stopping_ = false;
    thread_ = std::thread([this] { work(); });
}

void JobRunner::stop() {
    std::unique_lock lock(mutex_);
    if (!busy_) return;
    stopping_ = true;
    job_.interrupt();
    changed_.notify_all();
    changed_.wait(lock, [&] { return !busy_; });
}

void JobRunner::stop_endless() {
    if (busy() && job_.endless) stop();
}

void JobRunner::release() {
    const std::lock_guard lock(mutex_);
    job_.endless = false;
    changed_.notify_all();
}

bool JobRunner::wait(std::chrono::milliseconds at_most) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, at_most, [&] { return !busy_; });
}

void JobRunner::work() {
    const Lines last = job_.run();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || !job_.endless; });
    // Under the lock: who has read these lines finds it at rest.
    output_.write(last);
    busy_ = false;
    changed_.notify_all();
}

}  // namespace tulenh
