#include "tests/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

#include "engine/text.h"
#include "engine/turns.h"
#include "protocol/game_file.h"
#include "protocol/lines.h"
#include "protocol/turn_list.h"
#include "tests/protocol_harness.h"

namespace tulenh::fuzz {
namespace {

void require(bool holds, const char* what, const std::string& where) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s: %s\n", what, where.c_str());
    std::abort();
}

/// The mode is drawn from the text, so that all have their turn.
Mode mode_of(std::string_view text) { return kModes[text.size() % kModes.size()]; }

/// The position of the first line, else the start position, and what follows it.
std::pair<Position, std::string_view> position_and_rest(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Expected<Position> position = parse_fen(text.substr(0, end), mode_of(text));
    const std::string_view rest = text.substr(std::min(end + 1, text.size()));
    return {position ? *position : *parse_fen(kStartFen, mode_of(text)), rest};
}

void check_message(const Error& error) {
    require(!error.code.empty() && !error.text.empty(), "an error says what", error.code);
    require(error.text.size() < 1000, "an error is short", error.text);
}

void check_game(const GameRecord& record) {
    for (const Notation notation : {Notation::Turns, Notation::OfficialRecord}) {
        std::stringstream text;
        write_game(text, record, notation);
        const auto again = GameReader(text, notation).next();
        require(again.has_value(), "a game that is written is read", text.str());
        require(static_cast<bool>(*again), "a game that is written is read", text.str());
        require((*again)->game.keys() == record.game.keys(), "the same game is read", text.str());
        require((*again)->result == record.result, "the same result is read", text.str());
    }
    std::stringstream text;
    write_turn_list(text, record.game);
    const auto again = TurnListReader(text).next();
    require(again && *again, "a list that is written is read", text.str());
    require((*again)->game.keys() == record.game.keys(), "the same turns are read", text.str());
}

template <typename Reader>
void read_all(Reader reader) {
    while (const auto game = reader.next()) {
        if (*game)
            check_game(**game);
        else
            check_message(game->error());
    }
}

}  // namespace

void try_fen(std::string_view text) {
    const Expected<Position> position = parse_fen(text, mode_of(text));
    if (!position) return check_message(position.error());
    const std::string written = format_fen(*position);
    const Expected<Position> again = parse_fen(written, position->mode());
    require(static_cast<bool>(again), "a FEN that is written is read", written);
    require(format_fen(*again) == written, "a FEN stays the same", written);
    require(again->key() == position->key(), "a FEN keeps the key", written);
    require(position->computed_key() == position->key(), "the key is right", written);
    require(format_fen(position->flipped().flipped()) == written, "flipped twice is the same", written);
}

void try_turn(std::string_view text) {
    const auto [position, turn] = position_and_rest(text);
    if (const auto prefix = parse_turn_prefix(position, turn); !prefix) check_message(prefix.error());
    const auto parsed = parse_turn(position, turn);
    if (!parsed) return check_message(parsed.error());
    const std::string where = format_fen(position) + ' ' + format_turn(position, parsed->turn);
    for (const Turn& form : {parsed->turn, shortest_form(position, parsed->turn)}) {
        const auto again = parse_turn(position, format_turn(position, form));
        require(static_cast<bool>(again), "a turn that is written is read", where);
        require(format_fen(again->after) == format_fen(parsed->after), "a turn stays the same", where);
        require(again->exposed == parsed->exposed, "a turn exposes as it did", where);
    }
    require(parsed->after.computed_key() == parsed->after.key(), "the key is kept", where);
    require(parsed->turn.burnt() || is_legal(position, parsed->turn) != parsed->exposed, "legal or exposed",
            where);
}

void try_record(std::string_view text) {
    const auto [position, turn] = position_and_rest(text);
    const auto parsed = parse_record(position, turn);
    if (!parsed) return check_message(parsed.error());
    for (const Turn& form : {parsed->turn, shortest_form(position, parsed->turn)}) {
        const std::string written = format_record(position, form);
        const auto again = parse_record(position, written);
        require(static_cast<bool>(again), "a record that is written is read", written);
        require(format_fen(again->after) == format_fen(parsed->after), "a record stays the same", written);
        require(format_record(position, again->turn) == written, "a record is written again", written);
    }
}

void try_games(std::string_view text) {
    for (const Notation notation : {Notation::Turns, Notation::OfficialRecord}) {
        std::istringstream in{std::string(text)};
        read_all(GameReader(in, notation));
    }
    std::istringstream in{std::string(text)};
    read_all(TurnListReader(in));
}

void try_session(std::string_view text) {
    constexpr std::size_t kMostLines = 60;
    LineSplitter splitter;
    splitter.feed(text.substr(0, text.size() / 2));
    splitter.feed(text.substr(text.size() / 2));
    splitter.finish();
    Engine engine;
    engine.send("setoption name Hash value 1");
    std::size_t count = 0;
    for (auto line = splitter.next(); line && ++count <= kMostLines; line = splitter.next()) {
        if (is_out_of_bounds(*line)) continue;
        const bool going = Words(*line).next() == "go" && line->find("perft") == line->npos;
        Lines answer = engine.send(*line);
        for (std::string& last : engine.send("stop")) answer.push_back(std::move(last));
        int best = 0;
        for (const std::string& told : answer) {
            require(is_line_of_protocol(told), "a line of the protocol", told);
            best += told.rfind("bestmove ", 0) == 0 ? 1 : 0;
        }
        require(!going || best == 1, "one bestmove", *line);
    }
}

}  // namespace tulenh::fuzz
