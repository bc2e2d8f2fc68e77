#include "protocol/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace tulenh {
namespace {

std::shared_ptr<spdlog::logger> make_logger(spdlog::sink_ptr sink) {
    auto logger = std::make_shared<spdlog::logger>("tulenh", std::move(sink));
    logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %v");
    logger->flush_on(spdlog::level::info);
    return logger;
}

/// The line with control characters as `\xhh`, so that each line of the file is one of the protocol.
std::string escaped(std::string_view line) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(line.size());
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f)
            text += c;
        else
            text.append("\\x").append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
    }
    return text;
}

}  // namespace

struct Log::Loggers {
    std::shared_ptr<spdlog::logger> file;  ///< null without a file
    std::shared_ptr<spdlog::logger> console = make_logger(std::make_shared<spdlog::sinks::stderr_sink_mt>());
};

Log::Log() : loggers_(std::make_unique<Loggers>()) {}
Log::~Log() = default;

std::string Log::open(const std::string& path) {
    try {
        loggers_->file =
            path.empty() ? nullptr : make_logger(std::make_shared<spdlog::sinks::basic_file_sink_mt>(path));
    } catch (const spdlog::spdlog_ex& problem) {
        return problem.what();
    }
    return {};
}

void Log::note(std::string_view text) {
    if (!verbose_) return;
    const auto& logger = loggers_->file ? loggers_->file : loggers_->console;
    logger->info("-- {}", text);
}

void Log::write(std::string_view mark, std::string_view line) {
    if (loggers_->file) loggers_->file->info("{} {}", mark, escaped(line));
}

}  // namespace tulenh
