// What the engine says: lines of protocol text, from any thread, never mixed up.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text.h"
#include "protocol/log.h"

namespace tulenh {

using Lines = std::vector<std::string>;

/// Where the text goes.
class Sink {
  public:
    virtual ~Sink() = default;
    /// Takes whole lines, each with its end, and passes them on at once.
    virtual void write(std::string_view lines) = 0;
};

/// Writes lines to a sink and into the log.
class Output {
  public:
    Output(Sink& sink, Log& log) : sink_(sink), log_(log) {}

    void write(std::string_view line);
    /// The lines come together, whatever other threads write.
    void write(const Lines& lines);
    /// `info string error <code>: <text>` (PROTOCOL.md section 4).
    void error(const Error& error);
    /// Has there been an error?
    [[nodiscard]] bool failed() const { return failed_; }

  private:
    Sink& sink_;
    Log& log_;
    std::mutex mutex_;
    std::atomic<bool> failed_ = false;
};

}  // namespace tulenh
