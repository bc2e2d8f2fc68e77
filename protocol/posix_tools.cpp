#include "protocol/posix_tools.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <system_error>
#include <utility>

namespace tulenh {
namespace {

void write_all(int descriptor, std::string_view text, const std::string& path) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw_system_error(path);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

struct Interrupt {
    int signal;
    std::string_view name;
};
constexpr std::array kInterrupts{Interrupt{SIGINT, "SIGINT"}, Interrupt{SIGTERM, "SIGTERM"},
                                 Interrupt{SIGHUP, "SIGHUP"}};

WakeSignal* interrupt_wake = nullptr;
volatile std::sig_atomic_t interrupt_seen = 0;  ///< the signal that came first; 0: none
std::array<struct sigaction, kInterrupts.size()> actions_before;

void handle_interrupt(int signal) {
    const int saved = errno;
    if (interrupt_seen == 0) interrupt_seen = signal;
    if (interrupt_wake != nullptr) interrupt_wake->raise();
    errno = saved;
}

}  // namespace

void throw_system_error(const std::string& what, int error) {
    throw std::system_error(error, std::generic_category(), what);
}

void close_descriptor(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

Pipe::Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("pipe");
    read_end = ends[0];
    write_end = ends[1];
}

WakeSignal::WakeSignal() {
    Pipe pipe;
    read_end_ = std::exchange(pipe.read_end, -1);
    write_end_ = std::exchange(pipe.write_end, -1);
}

WakeSignal::~WakeSignal() {
    close_descriptor(read_end_);
    close_descriptor(write_end_);
}

void WakeSignal::raise() noexcept {
    if (!raised_.exchange(true)) {
        [[maybe_unused]] const ssize_t written = ::write(write_end_, "!", 1);
    }
}

InterruptHandler::InterruptHandler(WakeSignal& wake) {
    interrupt_wake = &wake;
    interrupt_seen = 0;
    struct sigaction action {};
    action.sa_handler = handle_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (std::size_t i = 0; i < kInterrupts.size(); ++i) {
        ::sigaction(kInterrupts[i].signal, nullptr, &actions_before[i]);
        if (actions_before[i].sa_handler != SIG_IGN) ::sigaction(kInterrupts[i].signal, &action, nullptr);
    }
}

InterruptHandler::~InterruptHandler() {
    for (std::size_t i = 0; i < kInterrupts.size(); ++i)
        ::sigaction(kInterrupts[i].signal, &actions_before[i], nullptr);
    interrupt_wake = nullptr;
}

std::optional<std::string_view> InterruptHandler::interrupted_by() {
    for (const Interrupt& interrupt : kInterrupts)
        if (interrupt.signal == interrupt_seen) return interrupt.name;
    return std::nullopt;
}

void replace_file(const std::string& path, std::string_view text) {
    const std::string temporary = std::string(path).append(".tmp");
    int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) throw_system_error(temporary);
    try {
        write_all(descriptor, text, temporary);
        if (::fsync(descriptor) != 0) throw_system_error(temporary);
    } catch (...) {
        close_descriptor(descriptor);
        ::unlink(temporary.c_str());
        throw;
    }
    close_descriptor(descriptor);
    if (::rename(temporary.c_str(), path.c_str()) != 0) throw_system_error(path);
}

AppendFile::AppendFile(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) throw_system_error(path_);
}

AppendFile::~AppendFile() { close_descriptor(descriptor_); }

void AppendFile::append(std::string_view record) { write_all(descriptor_, record, path_); }

std::uint64_t AppendFile::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_system_error(path_);
    return static_cast<std::uint64_t>(status.st_size);
}

void AppendFile::truncate(std::uint64_t size) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) throw_system_error(path_);
}

std::optional<int> stderr_terminal_width() {
    constexpr int kUsual = 80;
    if (::isatty(STDERR_FILENO) != 1) return std::nullopt;
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
    return size.ws_col;
}

}  // namespace tulenh
