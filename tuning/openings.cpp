#include "tuning/openings.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <numeric>
#include <random>

#include "engine/turns.h"
#include "protocol/game_file.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

[[noreturn]] void fail(const std::string& file, std::size_t number, std::string_view unit,
                       const std::string& what) {
    std::string message = file;
    message.append(", ").append(unit).append(" ").append(std::to_string(number)).append(": ").append(what);
    throw BookError(message);
}

std::string decided_text(const Result& result, Mode mode) {
    std::string text = "the battle is decided already (";
    return text.append(name(result.reason)).append(", mode ").append(name(mode)).append(")");
}

Book load_epd(std::istream& in, const std::string& file, Mode mode) {
    Book book;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.find_first_not_of(" \t") == std::string::npos || line.front() == '#') continue;
        const Expected<Position> position = parse_epd(line, mode);
        if (!position) fail(file, number, "line", position.error().text);
        if (const auto decided = result(*position)) fail(file, number, "line", decided_text(*decided, mode));
        book.push_back({Game(*position), {}});
    }
    return book;
}

Book load_games(std::istream& in, const std::string& file, Mode mode, std::optional<int> plies) {
    Book book;
    GameReader reader(in);
    for (std::size_t number = 1; auto record = reader.next(); ++number) {
        if (!*record) fail(file, number, "game", record->error().text);
        const Game& source = (*record)->game;
        Opening opening{Game(source.start().with_mode(mode)), {}};
        const std::size_t length = plies ? static_cast<std::size_t>(*plies) : source.turns().size();
        Position before = source.start();
        for (std::size_t i = 0; i < std::min(length, source.turns().size()); ++i) {
            std::string text = format_turn(before, source.turns()[i]);
            // The file may be of another mode.
            const Expected<bool> played = opening.game.play(text);
            if (!played) fail(file, number, "game", played.error().text);
            if (*played) fail(file, number, "game", text.append(" exposes the own commander"));
            opening.turns.push_back(std::move(text));
            play_turn(before, source.turns()[i]);
        }
        if (const auto decided = opening.game.result())
            fail(file, number, "game", decided_text(*decided, mode));
        book.push_back(std::move(opening));
    }
    return book;
}

/// A number below `limit`. The distributions of the library differ between machines, and schedules must not.
std::size_t below(std::mt19937_64& random, std::size_t limit) {
    return static_cast<std::size_t>(random() % limit);
}

}  // namespace

Expected<Position> parse_epd(std::string_view line, Mode mode) {
    // Fields of a FEN: four, then up to two numbers and the points; what follows belongs to EPD.
    Words words(line);
    std::string fen;
    for (int field = 0; field < 7; ++field) {
        const std::string_view word = words.peek();
        if (word.empty()) break;
        const bool number = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        if (field >= 4 && !number) break;
        if (field != 0) fen += ' ';
        fen += words.next();
    }
    const std::string_view rest = words.rest();
    if (!rest.empty() && rest.find(';') == std::string_view::npos)
        return Error{"fen", std::string("after the position stands ").append(in_quotes(rest))};
    return parse_fen(fen, mode);
}

Book start_position_book(Mode mode) { return {{Game(*parse_fen(kStartFen, mode)), {}}}; }

Book load_book(const OpeningsConfig& config, Mode mode) {
    const std::string file = config.file_for(mode);
    std::ifstream in(file);
    if (!in) throw BookError(std::string("cannot read the openings ").append(file));
    Book book = config.format == BookFormat::Epd ? load_epd(in, file, mode)
                                                 : load_games(in, file, mode, config.plies);
    if (book.empty()) throw BookError(std::string("no openings in ").append(file));
    if (config.start > book.size())
        throw BookError(std::string("-openings: start=")
                            .append(std::to_string(config.start))
                            .append(" but there are ")
                            .append(std::to_string(book.size()))
                            .append(" openings in ")
                            .append(file));
    return book;
}

std::uint64_t fingerprint(const Book& book) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3U; };
    for (const Opening& opening : book) {
        for (const std::uint64_t key : opening.game.keys()) mix(key);
        mix(opening.game.start().points(Color::Red) << 16U ^ opening.game.start().points(Color::Blue));
        mix(opening.game.start().halfmove() << 16U ^ opening.game.start().fullmove());
    }
    return hash;
}

OpeningOrder::OpeningOrder(std::size_t size, bool random, std::size_t start, std::uint64_t seed)
    : order_(size), first_(start - 1) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (!random) return;
    std::mt19937_64 generator(seed);
    for (std::size_t i = size; i > 1; --i) std::swap(order_[i - 1], order_[below(generator, i)]);
}

}  // namespace tulenh
