#include "protocol/turn_list.h"

#include <istream>
#include <ostream>
#include <string_view>

#include "engine/turns.h"
#include "protocol/words.h"

namespace tulenh {

void write_turn_list(std::ostream& out, const Game& game) {
    Position position = game.start();
    std::string line;
    const auto add = [&](std::string_view word) { line.append(line.empty() ? "" : " ").append(word); };
    if (position.mode() != Mode::Standard) {
        add("mode");
        add(name(position.mode()));
    }
    if (const std::string fen = format_fen(position); fen != kStartFen) {
        add("fen");
        add(fen);
        add("moves");
    } else if (game.turns().empty()) {
        add("startpos");
    }
    for (const Turn& turn : game.turns()) {
        add(format_turn(position, shortest_form(position, turn)));
        play_turn(position, turn);
    }
    out << line << '\n';
}

Expected<GameRecord> TurnListReader::read_game(const std::string& line) const {
    Words words(line);
    std::string_view word = words.next();
    const auto here = [&] {
        const char* const at = word.empty() ? line.data() + line.size() : word.data();
        return FilePlace::of(number_, line, static_cast<std::size_t>(at - line.data()));
    };
    GameStart start = start_;
    if (word == "position") word = words.next();
    if (word == "mode") {
        word = words.next();
        const std::optional<Mode> mode = mode_from_name(word);
        if (!mode) return here().error("range", "unknown mode " + in_quotes(word));
        start.mode = *mode;
        word = words.next();
    }
    FilePlace fen_place = here();
    if (word == "startpos") {
        start.fen = kStartFen;
        word = words.next();
    } else if (word == "fen") {
        start.fen.clear();
        word = words.next();
        fen_place = here();
        for (; !word.empty() && word != "moves"; word = words.next())
            start.fen.append(start.fen.empty() ? "" : " ").append(word);
    }
    const Expected<Position> position = parse_fen(start.fen, start.mode);
    if (!position) return fen_place.error("fen", "FEN: " + position.error().text);
    GameRecord record(*position);
    if (word == "moves") word = words.next();
    for (; !word.empty(); word = words.next()) {
        if (const Expected<bool> played = record.game.play(word); !played)
            return here().error(played.error().code,
                                "turn " + std::to_string(record.game.turns().size() + 1) + ", " +
                                    printable(word, 60) + ": " + played.error().text);
    }
    record.conclude();
    return record;
}

std::optional<Expected<GameRecord>> TurnListReader::next() {
    for (std::string line; std::getline(in_, line);) {
        ++number_;
        if (const std::string_view first = Words(line).next(); !first.empty() && first.front() != '#')
            return read_game(line);
    }
    return std::nullopt;
}

}  // namespace tulenh
