#include "protocol/output.h"

#include "protocol/words.h"

namespace tulenh {

void Output::write(std::string_view line) {
    const std::lock_guard lock(mutex_);
    log_.sent(line);
    sink_.write(std::string(line) + '\n');
}

void Output::write(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    const std::lock_guard lock(mutex_);
    for (const std::string& line : lines) log_.sent(line);
    sink_.write(text);
}

void Output::error(const Error& error) {
    failed_ = true;
    write("info string error " + error.code + ": " + printable(error.text, 1000));
}

}  // namespace tulenh
