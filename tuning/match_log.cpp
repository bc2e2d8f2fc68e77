#include "tuning/match_log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

#include "protocol/words.h"

namespace tulenh {
namespace {

constexpr std::size_t kLongestLine = 10000;

}  // namespace

MatchLog::MatchLog(const std::string& file) {
    if (file.empty()) return;
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
    logger_ = std::make_unique<spdlog::logger>("match", std::move(sink));
    logger_->set_pattern("%Y-%m-%d %H:%M:%S.%e %v");
    logger_->flush_on(spdlog::level::info);
}

MatchLog::~MatchLog() = default;

void MatchLog::sent(std::string_view engine, std::string_view lines) {
    if (!logger_) return;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size() - 1);
        logger_->info("{} << {}", engine, printable(lines.substr(0, end), kLongestLine));
        lines.remove_prefix(end + 1);
    }
}

void MatchLog::received(std::string_view engine, std::string_view line) {
    if (logger_) logger_->info("{} >> {}", engine, printable(line, kLongestLine));
}

void MatchLog::note(std::string_view text) {
    if (logger_) logger_->info("{}", text);
}

}  // namespace tulenh
