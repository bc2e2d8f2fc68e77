// The debug log (PROTOCOL.md section 2, `Debug Log File` and `debug`).
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace tulenh {

/// Writes what is read and written into a file, with times. Lines may come from any thread; `open` only while
/// no other thread is at work.
class Log {
  public:
    Log();
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    /// Goes on in this file, at its end; without a path in none. On failure all stays as it was, and the
    /// reason is returned; it is empty on success.
    [[nodiscard]] std::string open(const std::string& path);
    void received(std::string_view line) { write("<<", line); }
    void sent(std::string_view line) { write(">>", line); }
    /// What the engine says of itself after `debug on`: into the file, without one to stderr.
    void note(std::string_view text);
    void set_verbose(bool verbose) { verbose_ = verbose; }

  private:
    struct Loggers;

    void write(std::string_view mark, std::string_view line);

    std::unique_ptr<Loggers> loggers_;
    std::atomic<bool> verbose_ = false;
};

}  // namespace tulenh
