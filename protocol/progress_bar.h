// How far a program has got: a bar on a terminal, plain lines otherwise.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace tulenh {

class ProgressBar {
  public:
    /// `width` is that of the terminal; none: `out` is no terminal.
    ProgressBar(std::ostream& out, std::size_t done, std::size_t total, std::optional<int> width)
        : out_(out), first_(done), done_(done), total_(total), width_(width) {}
    ~ProgressBar() { finish(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// `text` says how things stand. Not every call is shown: a bar changes ten times a second at most, a
    /// line is added every ten seconds.
    void update(std::size_t done, std::string text) {
        done_ = done;
        text_ = std::move(text);
        const auto now = Clock::now();
        const auto pause = width_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10000);
        pending_ = now - shown_ < pause;
        if (!pending_) show(now);
    }

    /// A line that stays.
    void message(std::string_view line) {
        clear();
        out_ << line << '\n';
        if (width_)
            show(Clock::now());
        else
            out_.flush();
    }

    /// Shows the last state and ends the line.
    void finish() {
        if (pending_) show(Clock::now());
        if (width_ && drawn_) out_ << '\n';
        out_.flush();
        pending_ = drawn_ = false;
    }

  private:
    using Clock = std::chrono::steady_clock;

    void clear() {
        if (width_ && drawn_) out_ << "\r\x1b[K";
        drawn_ = false;
    }

    void show(Clock::time_point now) {
        std::string line;
        if (width_) {
            constexpr std::size_t kLength = 20;
            const std::size_t filled = total_ == 0 ? kLength : kLength * std::min(done_, total_) / total_;
            line.append("[").append(filled, '#').append(kLength - filled, '.').append("] ");
        }
        line.append(std::to_string(done_)).append("/").append(std::to_string(total_));
        if (done_ > first_ && done_ < total_) {
            const auto left = (now - begun_) * (total_ - done_) / (done_ - first_);
            line.append(", ").append(duration(left)).append(" left");
        }
        if (!text_.empty()) line.append("  ").append(text_);
        clear();
        if (width_) line = line.substr(0, static_cast<std::size_t>(std::max(1, *width_ - 1)));
        out_ << line;
        if (!width_) out_ << '\n';
        out_.flush();
        drawn_ = true;
        pending_ = false;
        shown_ = now;
    }

    static std::string duration(Clock::duration time) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
        const auto two = [](long long n) { return std::to_string(100 + n).substr(1); };
        std::string text;
        if (seconds >= 3600) text.append(std::to_string(seconds / 3600)).append(":");
        text.append(seconds >= 3600 ? two(seconds / 60 % 60) : std::to_string(seconds / 60));
        return text.append(":").append(two(seconds % 60));
    }

    std::ostream& out_;
    std::size_t first_, done_, total_;
    std::optional<int> width_;
    std::string text_;
    Clock::time_point begun_ = Clock::now(), shown_{};
    bool drawn_ = false, pending_ = false;
};

}  // namespace tulenh
