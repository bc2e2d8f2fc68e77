// What the tools need of a POSIX system besides protocol/posix_tools.h; nothing else of tuning/ knows it:
// child processes, processors.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/posix_tools.h"
#include "tuning/clock.h"

namespace tulenh {

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

/// Keeps this thread, and processes that it starts from now on, on one processor: the n-th of those that we
/// may use, counted round and round. Does nothing where the system cannot do it.
void pin_to_processor(std::size_t n);

/// Processor time used so far, by us and by children that have ended.
struct CpuTime {
    double own = 0, children = 0;  ///< seconds
};
[[nodiscard]] CpuTime cpu_time();

}  // namespace tulenh
