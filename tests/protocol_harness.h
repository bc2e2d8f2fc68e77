// An engine in this process: lines go in, lines come out.
#pragma once

#include <chrono>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/output.h"
#include "protocol/uci.h"
#include "protocol/words.h"

namespace tulenh {

/// Collects what is written, from any thread.
class CollectingSink final : public Sink {
  public:
    void write(std::string_view lines) override {
        const std::lock_guard lock(mutex_);
        text_ += lines;
    }
    /// All lines since the last call.
    [[nodiscard]] Lines take() {
        const std::lock_guard lock(mutex_);
        Lines lines;
        std::istringstream stream(text_);
        for (std::string line; std::getline(stream, line);) lines.push_back(line);
        text_.clear();
        return lines;
    }

  private:
    std::mutex mutex_;
    std::string text_;
};

class Engine {
  public:
    /// What a line is answered with; a search is waited for.
    Lines ask(std::string_view line) {
        running_ = uci_.execute(line);
        finished_ = uci_.wait(std::chrono::seconds(60));
        return sink_.take();
    }
    /// What comes at once; a search may go on.
    Lines send(std::string_view line) {
        running_ = uci_.execute(line);
        return sink_.take();
    }
    /// The end of the only line of an answer that begins like this.
    std::string field(std::string_view line, std::string_view beginning) {
        for (const std::string& answered : send(line))
            if (answered.rfind(beginning, 0) == 0) return answered.substr(beginning.size());
        return "(no such line)";
    }
    std::string fen() { return field("d", "Fen: "); }

    [[nodiscard]] Uci& uci() { return uci_; }
    [[nodiscard]] bool running() const { return running_; }
    /// Did the last search end in time?
    [[nodiscard]] bool finished() const { return finished_; }

  private:
    CollectingSink sink_;
    Uci uci_{sink_};
    bool running_ = true, finished_ = true;
};

/// Lines that would leave this process or take long whatever is sent after them.
[[nodiscard]] inline bool is_out_of_bounds(std::string_view line) {
    const std::string lower = lower_case(line);
    const std::string_view first = Words(lower).next();
    return first == "bench" || first == "quit" ||
           (first == "setoption" && (lower.find("log") != lower.npos || lower.find("hash") != lower.npos) &&
            lower.find("value") != lower.npos);
}

/// May this stand on stdout?
[[nodiscard]] inline bool is_line_of_protocol(std::string_view line) {
    if (line.empty()) return false;
    for (const char c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    return printable(line, line.size()) == line;  // UTF-8
}

[[nodiscard]] inline bool is_error(const std::string& line, std::string_view code = "") {
    const std::string beginning = "info string error " + std::string(code);
    return line.rfind(beginning, 0) == 0 && (code.empty() || line[beginning.size()] == ':');
}

}  // namespace tulenh
