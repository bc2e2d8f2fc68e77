#include "protocol/posix_io.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace tulenh {
namespace {

bool is_open(int file) { return ::fcntl(file, F_GETFD) != -1 || errno != EBADF; }

bool is_gone(const pollfd& stream) { return (stream.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0; }

}  // namespace

void prepare_standard_streams() {
    ::signal(SIGPIPE, SIG_IGN);
    if (!is_open(STDOUT_FILENO)) std::_Exit(EXIT_SUCCESS);
    // open() takes the lowest free number.
    for (const int file : {STDIN_FILENO, STDERR_FILENO})
        if (!is_open(file) && ::open("/dev/null", O_RDWR) != file) std::_Exit(EXIT_FAILURE);
}

void end_if_stdout_is_closed() {
    pollfd output{STDOUT_FILENO, 0, 0};
    if (::poll(&output, 1, 0) == 1 && is_gone(output)) std::_Exit(EXIT_SUCCESS);
}

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

bool stdout_has_colors() {
    const char* const terminal = std::getenv("TERM");
    return stdout_is_terminal() && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

void StandardOutput::write(std::string_view lines) {
    while (!lines.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, lines.data(), lines.size());
        if (written >= 0) {
            lines.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd output{STDOUT_FILENO, POLLOUT, 0};
            ::poll(&output, 1, -1);
        } else if (errno != EINTR) {
            // The threads at work are not waited for.
            std::_Exit(errno == EPIPE || errno == EBADF ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    }
}

std::optional<std::string> StandardInput::next_line() {
    for (;;) {
        if (std::optional<std::string> line = splitter_.next()) return line;
        if (ended_) return std::nullopt;
        if (!fill()) {
            ended_ = true;
            splitter_.finish();
        }
    }
}

/// Waits for input and takes it. Returns false at its end.
bool StandardInput::fill() {
    std::array<pollfd, 2> streams{{{STDIN_FILENO, POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
    if (::poll(streams.data(), streams.size(), -1) < 0) return errno == EINTR || errno == EAGAIN;
    if (is_gone(streams[1])) std::_Exit(EXIT_SUCCESS);
    std::array<char, 65536> bytes;
    const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (size < 0) return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
    splitter_.feed({bytes.data(), static_cast<std::size_t>(size)});
    return size > 0;
}

}  // namespace tulenh
