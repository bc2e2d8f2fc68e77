#include "tuning/posix.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

namespace tulenh {
namespace {

void set_nonblocking(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/// What the child does between fork and exec: nothing but system calls, since other threads may have held any
/// lock at the fork.
[[noreturn]] void run_child(char* const* arguments, const char* directory, const char* stderr_file, int input,
                            int output, int failure, pid_t parent) {
    const auto give_up = [failure] {
        const int error = errno;
        [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
        ::_exit(127);
    };
    ::setpgid(0, 0);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
#else
    (void)parent;
#endif
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int errors = ::open(stderr_file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (errors < 0) give_up();
    if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 ||
        ::dup2(errors, STDERR_FILENO) < 0)
        give_up();
    if (directory != nullptr && ::chdir(directory) != 0) give_up();
#ifdef __linux__
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);  // what we have inherited ourselves
#endif
    ::execv(arguments[0], arguments);
    give_up();
    ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const Program& program, const WakeSignal& wake) : wake_(wake.descriptor()) {
    std::vector<char*> arguments;
    arguments.push_back(const_cast<char*>(program.path.c_str()));
    for (const std::string& argument : program.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const char* const directory = program.directory.empty() ? nullptr : program.directory.c_str();
    const char* const errors = program.stderr_file.empty() ? "/dev/null" : program.stderr_file.c_str();

    Pipe input, output, failure;
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0) throw_system_error("fork");
    if (pid_ == 0)
        run_child(arguments.data(), directory, errors, input.read_end, output.write_end, failure.write_end,
                  parent);
    close_descriptor(failure.write_end);
    int error = 0;
    ssize_t got = 0;
    do got = ::read(failure.read_end, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got > 0) {
        ::waitpid(pid_, nullptr, 0);
        throw_system_error(program.path, error);
    }
    input_ = std::exchange(input.write_end, -1);
    output_ = std::exchange(output.read_end, -1);
    set_nonblocking(input_);
    set_nonblocking(output_);
}

ChildProcess::~ChildProcess() {
    kill();
    close_descriptor(input_);
    close_descriptor(output_);
}

ChildProcess::Event ChildProcess::wait(bool to_write, SteadyTime deadline) const {
    std::array<pollfd, 3> watched{pollfd{wake_, POLLIN, 0}, pollfd{output_, POLLIN, 0},
                                  pollfd{to_write ? input_ : -1, POLLOUT, 0}};
    for (;;) {
        // Rounded up, so that the deadline has passed when poll says so.
        const auto left = std::chrono::ceil<Milliseconds>(deadline - SteadyClock::now());
        if (left.count() < 0) return Event::Timeout;
        constexpr Milliseconds kLongest = std::chrono::hours(24);
        const int ready = ::poll(watched.data(), watched.size(),
                                 static_cast<int>(std::min<Milliseconds>(left, kLongest).count()));
        if (ready < 0 && errno != EINTR) throw_system_error("poll");
        if (ready > 0) return watched[0].revents != 0 ? Event::Woken : Event::Done;
        if (ready == 0 && SteadyClock::now() >= deadline) return Event::Timeout;
    }
}

ChildProcess::Event ChildProcess::read(std::string& into, SteadyTime deadline) {
    if (const Event event = wait(false, deadline); event != Event::Done) return event;
    std::array<char, 65536> chunk;
    const ssize_t got = ::read(output_, chunk.data(), chunk.size());
    if (got > 0) {
        into.append(chunk.data(), static_cast<std::size_t>(got));
        return Event::Done;
    }
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? Event::Done : Event::Closed;
}

ChildProcess::Event ChildProcess::read_available(std::string& into, std::size_t at_most) {
    std::array<char, 65536> chunk;
    for (std::size_t taken = 0; taken < at_most;) {
        const ssize_t got = ::read(output_, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return Event::Done;
        if (got <= 0) return Event::Closed;
        into.append(chunk.data(), static_cast<std::size_t>(got));
        taken += static_cast<std::size_t>(got);
    }
    return Event::Done;
}

ChildProcess::Event ChildProcess::write(std::string_view text, std::string& incoming, SteadyTime deadline) {
    constexpr std::size_t kEnough = std::size_t{1} << 20;
    while (!text.empty()) {
        const ssize_t written = input_ < 0 ? -1 : ::write(input_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (input_ < 0 || (errno != EAGAIN && errno != EINTR)) return Event::Closed;
        if (errno == EINTR) continue;
        // The pipe is full. The child may itself be waiting for us to read.
        if (const Event event = read_available(incoming, kEnough); event != Event::Done) return event;
        if (const Event event = wait(true, deadline); event != Event::Done) return event;
    }
    return Event::Done;
}

void ChildProcess::close_input() { close_descriptor(input_); }

std::optional<std::string> ChildProcess::wait_for_end(SteadyTime deadline) {
    // The process is looked at before it is reaped: so long its group cannot become somebody else's.
    while (!end_) {
        siginfo_t info{};
        const int done = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (done != 0 && errno != EINTR) {
            end_ = "end unknown";
        } else if (done == 0 && info.si_pid == pid_) {
            const int status = info.si_status;
            if (info.si_code == CLD_EXITED) {
                end_ = std::string("exit status ").append(std::to_string(status));
            } else {
                end_ = std::string("signal ").append(std::to_string(status));
                end_->append(" (").append(::strsignal(status)).append(")");
            }
            ::kill(-pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        } else {
            if (SteadyClock::now() >= deadline) return std::nullopt;
            std::this_thread::sleep_for(Milliseconds(1));
        }
    }
    return end_;
}

void ChildProcess::kill() {
    if (end_) return;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    end_ = "killed";
}

std::string find_program(const std::string& name) {
    namespace fs = std::filesystem;
    const auto usable = [](const fs::path& path) {
        std::error_code ignored;
        return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    if (name.find('/') != std::string::npos)
        return usable(name) ? fs::absolute(name).lexically_normal().string() : std::string();
    const char* const path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
    for (;;) {
        const std::size_t colon = rest.find(':');
        const std::string_view directory = rest.substr(0, colon);
        const fs::path candidate = fs::path(directory.empty() ? "." : directory) / name;
        if (usable(candidate)) return fs::absolute(candidate).lexically_normal().string();
        if (colon == std::string_view::npos) return {};
        rest.remove_prefix(colon + 1);
    }
}

void pin_to_processor(std::size_t n) {
#ifdef __linux__
    cpu_set_t usable;
    CPU_ZERO(&usable);
    if (::sched_getaffinity(::getpid(), sizeof usable, &usable) != 0) return;
    n %= static_cast<std::size_t>(CPU_COUNT(&usable));
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &usable) || n-- != 0) continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        ::sched_setaffinity(0, sizeof one, &one);
        return;
    }
#else
    (void)n;
#endif
}

CpuTime cpu_time() {
    const auto used = [](int who) {
        rusage usage{};
        ::getrusage(who, &usage);
        const auto seconds = [](const timeval& t) {
            return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
        };
        return seconds(usage.ru_utime) + seconds(usage.ru_stime);
    };
    return {used(RUSAGE_SELF), used(RUSAGE_CHILDREN)};
}

}  // namespace tulenh
