// Where analyses are written, and how an interrupted run is gone on with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/analysis.h"
#include "protocol/analysis_input.h"
#include "protocol/posix_tools.h"

namespace tulenh {

/// A file of lines, or the standard output where no path is given. Every line is in the file at once.
class AnalysisOutput {
  public:
    /// Empties the file unless it is to be resumed. Throws `std::system_error`.
    AnalysisOutput(const std::string& path, bool resume);

    void write(std::string_view text);
    /// Cuts off what comes after so many bytes.
    void keep(std::uint64_t size);

  private:
    std::optional<AppendFile> file_;
};

/// What the file of an interrupted run holds already. Its lines are compared with the positions of the input.
/// That the options are the same, only a search can tell: the last position that was searched, and what comes
/// after it, is analysed again and has to come out the same.
class KeptAnalyses {
  public:
    /// Nothing is kept.
    KeptAnalyses() = default;
    /// Reads the file and, from the input, the positions of its lines. Throws a SubcommandError when they do
    /// not belong together.
    KeptAnalyses(const std::string& path, AnalysisInput& input);

    /// The positions to be analysed again, one after the other; none once they are done.
    [[nodiscard]] std::optional<AnalysisTask> next_task();
    /// Is there a line to be compared with?
    [[nodiscard]] bool to_be_compared() const { return !lines_.empty(); }
    /// Compares a line with the kept one, which is then done with. Throws a SubcommandError when it is
    /// another.
    void compare(std::string_view line, bool exact);

    /// Positions that are finished.
    [[nodiscard]] std::size_t count() const { return count_; }
    /// Bytes of the file up to the end of its last whole line.
    [[nodiscard]] std::uint64_t size() const { return size_; }

  private:
    void keep(const std::string& line, AnalysisTask task);

    std::string path_;
    std::size_t count_ = 0;
    std::uint64_t size_ = 0;
    std::deque<AnalysisTask> tasks_;
    std::deque<std::string> lines_;
};

}  // namespace tulenh
