// What the tools need of a POSIX system; nothing else of tuning/ knows it: child processes, signals,
// terminals, files that survive.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuning/clock.h"

namespace tulenh {

/// Wakes all who wait for something else, once and for good. Raising is safe in signal handlers.
class WakeSignal {
  public:
    WakeSignal();
    ~WakeSignal();
    WakeSignal(const WakeSignal&) = delete;
    WakeSignal& operator=(const WakeSignal&) = delete;

    void raise() noexcept;
    [[nodiscard]] bool raised() const { return raised_; }
    /// Readable once it has been raised.
    [[nodiscard]] int descriptor() const { return read_end_; }

  private:
    std::atomic<bool> raised_ = false;
    int read_end_ = -1, write_end_ = -1;
};

/// While it lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP raises the wake signal instead of ending the
/// process; the same once more ends it. What the process was started to ignore (`nohup`) stays ignored.
class InterruptHandler {
  public:
    explicit InterruptHandler(WakeSignal& wake);
    ~InterruptHandler();
    InterruptHandler(const InterruptHandler&) = delete;
    InterruptHandler& operator=(const InterruptHandler&) = delete;

    /// The name of the signal that came first, if one came.
    [[nodiscard]] static std::optional<std::string_view> interrupted_by();
};

/// A program that runs as a child, its standard input and output connected to us by pipes that nobody else
/// holds. It is killed, with whatever it has started in its process group, when this object goes; the kernel
/// kills it when we die ourselves.
class ChildProcess {
  public:
    struct Program {
        std::string path;
        std::vector<std::string> arguments;
        std::string directory;    ///< empty: ours
        std::string stderr_file;  ///< appended to; empty: thrown away
    };
    enum class Event { Done, Closed, Timeout, Woken };

    /// Throws `std::system_error` when the program cannot be started.
    ChildProcess(const Program& program, const WakeSignal& wake);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Appends what the child has written, waiting for the first byte.
    Event read(std::string& into, SteadyTime deadline);
    /// Appends what is there, at most `at_most` bytes or a little more, without waiting.
    Event read_available(std::string& into, std::size_t at_most);
    /// Writes all of it. A child that does not read while it writes is read meanwhile.
    Event write(std::string_view text, std::string& incoming, SteadyTime deadline);
    void close_input();

    /// How it ended (`exit status 3`, `signal 11 (Segmentation fault)`), once it has; waits so long for it.
    [[nodiscard]] std::optional<std::string> wait_for_end(SteadyTime deadline);
    /// Ends it and everything in its process group.
    void kill();

  private:
    Event wait(bool to_write, SteadyTime deadline) const;

    int pid_ = -1;
    int input_ = -1, output_ = -1;
    int wake_;
    std::optional<std::string> end_;
};

/// The program that a shell would start by this name, as an absolute path; empty if there is none.
[[nodiscard]] std::string find_program(const std::string& name);

/// Puts the text in place of the file in one step: whoever reads it later, even after a crash, finds the old
/// text or the new one. Throws `std::system_error`.
void replace_file(const std::string& path, std::string_view text);

/// A file to which records are added. A record is written whole or, when we are killed meanwhile, cut off
/// again by `truncate` on the next start.
class AppendFile {
  public:
    /// Throws `std::system_error` when the file cannot be opened.
    explicit AppendFile(const std::string& path);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    void append(std::string_view record);
    [[nodiscard]] std::uint64_t size() const;
    void truncate(std::uint64_t size);

  private:
    std::string path_;
    int descriptor_;
};

/// The width of the terminal that stderr is; none when it is no terminal.
[[nodiscard]] std::optional<int> stderr_terminal_width();

/// Keeps this thread, and processes that it starts from now on, on one processor: the n-th of those that we
/// may use, counted round and round. Does nothing where the system cannot do it.
void pin_to_processor(std::size_t n);

/// Processor time used so far, by us and by children that have ended.
struct CpuTime {
    double own = 0, children = 0;  ///< seconds
};
[[nodiscard]] CpuTime cpu_time();

}  // namespace tulenh
