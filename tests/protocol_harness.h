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

[[nodiscard]] inline bool is_error(const std::string& line, std::string_view code = "") {
    const std::string beginning = "info string error " + std::string(code);
    return line.rfind(beginning, 0) == 0 && (code.empty() || line[beginning.size()] == ':');
}

}  // namespace tulenh
