#include "protocol/convert.h"

#include <boost/program_options.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "protocol/game_file.h"
#include "protocol/game_forms.h"
#include "protocol/posix_io.h"
#include "protocol/subcommand.h"
#include "protocol/turn_list.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

constexpr std::string_view kUsage =
    R"(Usage: tulenh convert --from FORM --to FORM [file]

Reads games from the file, or from the standard input, and writes them in another form. The forms:
  games    game files: tags, then turns as the engine writes them
  record   the same with turns as players record them
  turns    one game a line: [mode MODE] [fen FEN moves] TURN...
A fault is told with its line and column; the other games are converted, and the exit status is 1.

)";

GameForm form_named(const std::string& word, std::string_view option) {
    if (const std::optional<GameForm> form = game_form_named(word)) return *form;
    throw SubcommandError(std::string(option) + ": " + in_quotes(word) +
                          " is not among games, record, turns");
}

/// Of a game that had no tags, those that readers of game files ask for.
void add_tags(GameRecord& record) {
    for (const char* name : {"Event", "Site", "Date", "Round", "Red", "Blue"})
        if (record.tag(name).empty()) record.set_tag(name, "?");
    if (!record.tag("Points").empty()) return;
    const Position& position = record.game.position();
    const std::optional<Result> result = record.game.result();
    record.set_tag("Points", std::to_string(final_points(position, result, Color::Red)) + '-' +
                                 std::to_string(final_points(position, result, Color::Blue)));
}

void write(std::ostream& out, GameRecord record, GameForm form) {
    if (form == GameForm::Turns) return write_turn_list(out, record.game);
    add_tags(record);
    write_game(out, record, form == GameForm::Record ? Notation::OfficialRecord : Notation::Turns);
}

}  // namespace

int run_convert(const std::vector<std::string>& arguments) {
    namespace po = boost::program_options;
    std::string from, to, input = "-", output, mode;
    GameStart start;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help,h", "show this help");
    add("from", po::value(&from)->required(), "the form that is read");
    add("to", po::value(&to)->required(), "the form that is written");
    add("output,o", po::value(&output), "file to be written; else the standard output");
    add("mode", po::value(&mode)->default_value("standard"), "mode of games that do not say it");
    add("fen", po::value(&start.fen)->default_value(start.fen, "start position"),
        "where games begin that do not say it");
    return run_subcommand("convert", arguments, kUsage, options, {{"file", &input}}, [&] {
        const GameForm read_form = form_named(from, "--from"), written_form = form_named(to, "--to");
        const std::optional<Mode> known = mode_from_name(mode);
        if (!known) throw SubcommandError("--mode: unknown mode " + in_quotes(mode));
        start.mode = *known;
        if (const auto position = parse_fen(start.fen, start.mode); !position)
            throw SubcommandError("--fen: " + position.error().text);

        std::ifstream file;
        if (input != "-") file = open_to_read(input);
        const std::string shown_input = input == "-" ? "standard input" : input;
        OutputFile out(output);
        const NextGame next = reader_of(input == "-" ? std::cin : file, read_form, start);
        bool failed = false;
        while (const std::optional<Expected<GameRecord>> game = next()) {
            if (*game) {
                std::ostringstream text;
                write(text, **game, written_form);
                out.write(text.str());
            } else {
                std::cerr << "tulenh convert: " << shown_input << ": " << printable(game->error().text, 1000)
                          << '\n';
                failed = true;
            }
        }
        out.close();
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;
    });
}

}  // namespace tulenh
