#include "protocol/diagram.h"

#include <boost/program_options.hpp>
#include <cstdlib>
#include <optional>

#include "engine/text.h"
#include "protocol/diagram_svg.h"
#include "protocol/subcommand.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

constexpr std::string_view kUsage =
    R"(Usage: tulenh diagram [fen] [-o board.svg]

Draws a position as an SVG picture, without a FEN the start position. A FEN has blanks: quote it.

)";

constexpr int kNarrowest = 100, kWidest = 10000;

}  // namespace

int run_diagram(const std::vector<std::string>& arguments) {
    namespace po = boost::program_options;
    std::string fen(kStartFen), output, turn, mode;
    int width = 0;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help,h", "show this help");
    add("output,o", po::value(&output), "file to be written; else the standard output");
    add("turn,t", po::value(&turn), "play this turn in the position and show it with arrows");
    add("mode,m", po::value(&mode)->default_value("standard"), "mode of the battle, for the turn");
    add("width,w", po::value(&width)->default_value(720), "width of the picture in pixels");
    return run_subcommand("diagram", arguments, kUsage, options, {{"fen", &fen}}, [&] {
        if (width < kNarrowest || width > kWidest)
            throw SubcommandError("--width: not within " + std::to_string(kNarrowest) + " to " +
                                  std::to_string(kWidest));
        const std::optional<Mode> known = mode_from_name(mode);
        if (!known) throw SubcommandError("--mode: unknown mode " + in_quotes(mode));
        const Expected<Position> position = parse_fen(fen, *known);
        if (!position) throw SubcommandError("FEN: " + position.error().text);
        Position shown = *position;
        std::optional<Turn> last;
        if (!turn.empty()) {
            const Expected<ParsedTurn> parsed = parse_turn(*position, turn);
            if (!parsed) throw SubcommandError("--turn: " + parsed.error().text);
            last = parsed->turn;
            shown = parsed->after;
        }
        OutputFile file(output);
        file.write(draw_svg(shown, last, width));
        file.close();
        return EXIT_SUCCESS;
    });
}

}  // namespace tulenh
