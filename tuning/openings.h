// Books of openings and the order in which they are played.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/game.h"
#include "tuning/match_config.h"

namespace tulenh {

/// A position, and turns from it, that a game begins with.
struct Opening {
    Game game;
    std::vector<std::string> turns;  ///< the turns of `game` as text
};

/// A book that cannot be used; says in which line of which file why.
class BookError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

using Book = std::vector<Opening>;

/// The start position alone.
[[nodiscard]] Book start_position_book(Mode mode);
/// Reads a book. Every opening must be possible and undecided in the mode. Throws `BookError`.
[[nodiscard]] Book load_book(const OpeningsConfig& config, Mode mode);
/// The position of an EPD or FEN line: after the fields of a FEN, operations may follow as in EPD.
[[nodiscard]] Expected<Position> parse_epd(std::string_view line, Mode mode);
/// A number that tells books with different openings apart.
[[nodiscard]] std::uint64_t fingerprint(const Book& book);

/// Which opening is the n-th to be played, n from 0: each of the book once, then again from the front.
class OpeningOrder {
  public:
    OpeningOrder(std::size_t size, bool random, std::size_t start, std::uint64_t seed);
    [[nodiscard]] std::size_t at(std::size_t n) const { return order_[(first_ + n) % order_.size()]; }

  private:
    std::vector<std::size_t> order_;
    std::size_t first_;
};

}  // namespace tulenh
