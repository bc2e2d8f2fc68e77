#include "tuning/engine_process.h"

namespace tulenh {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = kMiB;
/// What an engine may write in answer to one request: so much, and as much again for each second it takes.
constexpr std::size_t kMostOutput = 16 * kMiB, kMostOutputASecond = kMiB;

}  // namespace

EngineProcess::EngineProcess(const ChildProcess::Program& program, std::string label, const WakeSignal& wake,
                             MatchLog& log)
    : label_(std::move(label)), log_(log), child_(program, wake) {}

void EngineProcess::fail_closed() {
    // A process that ends closes its pipes a moment before it can be waited for.
    constexpr Milliseconds kMoment(200);
    if (const auto end = child_.wait_for_end(SteadyClock::now() + kMoment))
        throw EngineFailure{Ending::Crash, *end};
    throw EngineFailure{Ending::ClosedPipe, "its process goes on"};
}

void EngineProcess::check_flood() const {
    if (buffer_.size() - begin_ > kLongestLine && searched_ == buffer_.size())
        throw EngineFailure{Ending::Flood, "a line of more than a MiB"};
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(SteadyClock::now() - asked_).count();
    if (received_ > kMostOutput + kMostOutputASecond * static_cast<std::size_t>(seconds))
        throw EngineFailure{Ending::Flood,
                            std::to_string(received_ / kMiB).append(" MiB in answer to one request")};
}

void EngineProcess::send(std::string_view lines, SteadyTime deadline) {
    log_.sent(label_, lines);
    const std::size_t had = buffer_.size();
    const ChildProcess::Event event = child_.write(lines, buffer_, deadline);
    received_ += buffer_.size() - had;
    switch (event) {
        case ChildProcess::Event::Done: break;
        case ChildProcess::Event::Closed: fail_closed();
        case ChildProcess::Event::Timeout: throw EngineFailure{Ending::Hang, "it does not read"};
        case ChildProcess::Event::Woken: throw Interrupted{};
    }
    check_flood();
}

std::optional<std::string_view> EngineProcess::take_line() {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos) {
        buffer_.erase(0, begin_);
        begin_ = 0;
        searched_ = buffer_.size();
        return std::nullopt;
    }
    std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
    begin_ = searched_ = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (log_.enabled()) log_.received(label_, line);
    return line;
}

std::optional<std::string_view> EngineProcess::next_line(SteadyTime deadline) {
    for (;;) {
        if (const auto line = take_line()) return line;
        check_flood();
        if (closed_) fail_closed();
        const std::size_t had = buffer_.size();
        const ChildProcess::Event event = child_.read(buffer_, deadline);
        received_ += buffer_.size() - had;
        switch (event) {
            case ChildProcess::Event::Done: break;
            case ChildProcess::Event::Closed: closed_ = true; break;
            case ChildProcess::Event::Timeout: return std::nullopt;
            case ChildProcess::Event::Woken: throw Interrupted{};
        }
    }
}

void EngineProcess::begin_request() {
    // The pipe holds no more than its 64 KiB unless the engine goes on writing all the time.
    closed_ = closed_ || child_.read_available(buffer_, kMiB) == ChildProcess::Event::Closed;
    if (log_.enabled())
        while (const auto line = take_line()) log_.note("the line above was not asked for");
    if (buffer_.size() - begin_ >= kMiB) throw EngineFailure{Ending::Flood, "a MiB that nobody asked for"};
    buffer_.clear();
    begin_ = searched_ = received_ = 0;
    asked_ = SteadyClock::now();
}

void EngineProcess::quit(Milliseconds patience) {
    const SteadyTime deadline = SteadyClock::now() + patience;
    std::string ignored;
    log_.sent(label_, "quit\n");
    child_.write("quit\n", ignored, SteadyClock::now());
    child_.close_input();
    // Its output is read on, so that it does not wait for us; a wake signal does not shorten this.
    while (!child_.wait_for_end(std::min(deadline, SteadyClock::now() + Milliseconds(10))) &&
           SteadyClock::now() < deadline) {
        child_.read_available(ignored, kMiB);
        ignored.clear();
    }
    child_.kill();
}

}  // namespace tulenh
