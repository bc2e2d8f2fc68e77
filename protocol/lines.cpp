#include "protocol/lines.h"

#include <algorithm>

namespace tulenh {

void LineSplitter::feed(std::string_view bytes) {
    buffer_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    if (searched_ == buffer_.size()) {
        // The bytes go on with a line that has no end yet; keep only so much of it.
        const std::size_t more = std::min(bytes.find('\n'), bytes.size());
        const std::size_t room = kMaxLineLength + 1 - buffer_.size();
        if (more > room) {
            buffer_.append(bytes.substr(0, room));
            bytes.remove_prefix(more);
        }
    }
    buffer_.append(bytes);
}

void LineSplitter::finish() {
    if (buffer_.size() > begin_ && buffer_.back() != '\n') buffer_ += '\n';
}

std::optional<std::string> LineSplitter::next() {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos) {
        searched_ = buffer_.size();
        return std::nullopt;
    }
    std::string line = buffer_.substr(begin_, end - begin_);
    begin_ = searched_ = end + 1;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

}  // namespace tulenh
