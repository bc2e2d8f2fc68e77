// The log of what the engines read and wrote.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
}

namespace tulenh {

/// Without a file it does nothing. Lines may come from any thread.
class MatchLog {
  public:
    /// Goes on at the end of the file. Throws `std::runtime_error` when it cannot be opened.
    explicit MatchLog(const std::string& file);
    ~MatchLog();
    MatchLog(const MatchLog&) = delete;
    MatchLog& operator=(const MatchLog&) = delete;

    [[nodiscard]] bool enabled() const { return logger_ != nullptr; }
    void sent(std::string_view engine, std::string_view lines);
    void received(std::string_view engine, std::string_view line);
    void note(std::string_view text);

  private:
    std::unique_ptr<spdlog::logger> logger_;
};

}  // namespace tulenh
