// What programs that run for long need of a POSIX system: signals, the terminal, files that survive.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tulenh {

/// Throws a `std::system_error`.
[[noreturn]] void throw_system_error(const std::string& what, int error = errno);

void close_descriptor(int& descriptor);

/// Both ends are closed in programs that are started.
struct Pipe {
    int read_end = -1, write_end = -1;

    Pipe();
    ~Pipe() {
        close_descriptor(read_end);
        close_descriptor(write_end);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

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

}  // namespace tulenh
