// Cuts a stream of bytes into lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tulenh {

/// Longer lines are refused; thousands of turns need a fraction of it.
inline constexpr std::size_t kMaxLineLength = std::size_t{16} << 20;

/// Takes bytes in pieces of any size and gives back whole lines without their ends (LF or CR LF). Of a line
/// that is too long it keeps `kMaxLineLength` + 1 bytes, enough to tell.
class LineSplitter {
  public:
    void feed(std::string_view bytes);
    /// No more bytes come: what is left is the last line.
    void finish();
    /// The next whole line, if there is one.
    [[nodiscard]] std::optional<std::string> next();

  private:
    std::string buffer_;
    std::size_t begin_ = 0;     ///< where the next line begins
    std::size_t searched_ = 0;  ///< so many bytes of the buffer are known to hold no end of line
};

}  // namespace tulenh
