// Training games: what they hold, and the binary files they are kept in.
//
// A file is a header of 40 bytes and records, all numbers little-endian. Header: `TULENHGD`, version (4
// bytes), nodes a turn (4), seed (8), first game (4), step between games (4), modes (4, a bit each), checksum
// (4). A record: length of its body (4), checksum of its body (4), body. Body: number of the game (4), mode
// (1), result (1), length of the FEN (2) and the FEN of the position that the turns begin from, number of
// turns (2), and for each turn the number of its parts, with 128 added in a quiet position (1), the parts (4
// each), the score (2).
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// A file that cannot be used; says which, where in it, and why.
class DataError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// How the games of a file were made.
struct DataHeader {
    std::uint32_t nodes = 0;
    std::uint64_t seed = 0;
    std::uint32_t first = 0;  ///< the games are `first`, `first + step` and so on
    std::uint32_t step = 1;
    std::uint32_t modes = 0;  ///< bit m: mode m takes its turns

    [[nodiscard]] bool operator==(const DataHeader&) const = default;
};

/// A position of a game, by the turn that was played in it.
struct DataTurn {
    Turn turn;
    int score = 0;       ///< what the search found, for the side to move
    bool quiet = false;  ///< no check, nothing captured by the best turn, and the score is an evaluation

    [[nodiscard]] bool operator==(const DataTurn&) const = default;
};

enum class DataResult : std::uint8_t { BlueWins, Draw, RedWins };

struct DataGame {
    std::uint32_t number = 0;
    DataResult result = DataResult::Draw;
    Position start;
    std::vector<DataTurn> turns;
};

inline constexpr std::size_t kDataHeaderSize = 40;
[[nodiscard]] std::string encode(const DataHeader& header);
/// A whole record. Scores must be within 16 bits.
[[nodiscard]] std::string encode(const DataGame& game);

/// Reads games one after the other. Nothing in a file is believed: lengths, checksums, positions and turns
/// are checked, and whatever is wrong throws `DataError`.
class DataReader {
  public:
    /// Opens the file and reads its header.
    explicit DataReader(const std::string& path);

    [[nodiscard]] const DataHeader& header() const { return header_; }
    /// The next game; none at the end of the file, or where a last record was cut off (see `torn`).
    [[nodiscard]] std::optional<DataGame> next();
    /// Where the records read so far end.
    [[nodiscard]] std::size_t position() const { return at_; }
    /// Does the file end within a record?
    [[nodiscard]] bool torn() const { return torn_; }

  private:
    [[nodiscard]] DataError error(const std::string& what) const;
    [[nodiscard]] DataGame decode(std::string_view body) const;

    std::string path_, bytes_;
    DataHeader header_;
    std::size_t at_ = 0;
    bool torn_ = false;
};

}  // namespace tulenh
