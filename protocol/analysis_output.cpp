#include "protocol/analysis_output.h"

#include <fstream>
#include <utility>

#include "protocol/analysis_json.h"
#include "protocol/posix_io.h"
#include "protocol/subcommand.h"

namespace tulenh {

AnalysisOutput::AnalysisOutput(const std::string& path, bool resume) {
    if (path.empty()) return;
    file_.emplace(path);
    if (!resume) keep(0);
}

void AnalysisOutput::write(std::string_view text) {
    if (file_)
        file_->append(text);
    else
        StandardOutput().write(text);
}

void AnalysisOutput::keep(std::uint64_t size) {
    if (file_->size() > size) file_->truncate(size);
}

KeptAnalyses::KeptAnalyses(const std::string& path, AnalysisInput& input) : path_(path) {
    std::ifstream file = open_to_read(path);
    // A line without an end was cut off.
    for (std::string line; std::getline(file, line) && !file.eof(); size_ += line.size() + 1) {
        std::optional<AnalysisTask> task = input.next();
        if (!task)
            throw SubcommandError(path + ": the input has only " + std::to_string(count_) +
                                  " positions: the file belongs to another one");
        keep(line, std::move(*task));
    }
}

void KeptAnalyses::keep(const std::string& line, AnalysisTask task) {
    check_line_is_of(line, task, path_ + ": line " + std::to_string(++count_));
    if (is_searched(line)) {
        tasks_.clear();
        lines_.clear();
    }
    tasks_.push_back(std::move(task));
    lines_.push_back(line);
}

std::optional<AnalysisTask> KeptAnalyses::next_task() {
    if (tasks_.empty()) return std::nullopt;
    AnalysisTask task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
}

void KeptAnalyses::compare(std::string_view line, bool exact) {
    if (!agree(line, lines_.front(), exact))
        throw SubcommandError(
            path_ + ": line " + std::to_string(count_ + 1 - lines_.size()) +
            " comes out otherwise now: the file was made with other options or another program");
    lines_.pop_front();
}

}  // namespace tulenh
