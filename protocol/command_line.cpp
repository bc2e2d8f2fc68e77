#include "protocol/command_line.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/analyse.h"
#include "protocol/convert.h"
#include "protocol/diagram.h"
#include "protocol/posix_io.h"
#include "protocol/uci.h"
#include "protocol/version.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

namespace options = boost::program_options;

constexpr std::string_view kUsage =
    "Usage: tulenh                  the text protocol on stdin and stdout\n"
    "       tulenh <command>        one command, e.g. tulenh go perft 3\n"
    "       tulenh <command>...     several, as soon as one argument holds a blank, e.g.\n"
    "                               tulenh \"setoption name Mode value sea\" \"go depth 6\"\n"
    "       tulenh analyse ...      many positions, or the turns of games (--help)\n"
    "       tulenh convert ...      games from one text form into another (--help)\n"
    "       tulenh diagram ...      a picture of a position (--help)\n"
    "       tulenh <option>\n"
    "The command 'help' lists the commands.\n\n";

struct Subcommand {
    std::string_view name;
    int (*run)(const std::vector<std::string>& arguments);
};
constexpr std::array kSubcommands{Subcommand{"analyse", &run_analyse}, Subcommand{"convert", &run_convert},
                                  Subcommand{"diagram", &run_diagram}};

/// Waits for a search, but not longer than anybody reads what it finds.
void wait_for_search(Uci& uci) {
    constexpr std::chrono::milliseconds kLookUp{100};
    while (!uci.wait(kLookUp)) end_if_stdout_is_closed();
}

Palette palette() { return stdout_has_colors() ? Palette::Terminal : Palette::Plain; }

int run_interactive() {
    StandardOutput output;
    StandardInput input;
    Uci uci(output, palette());
    while (const std::optional<std::string> line = input.next_line())
        if (!uci.execute(*line)) return EXIT_SUCCESS;
    uci.end_of_input();
    wait_for_search(uci);
    return EXIT_SUCCESS;
}

int run_commands(const std::vector<std::string>& commands) {
    StandardOutput output;
    Uci uci(output, palette());
    for (const std::string& command : commands) {
        const bool more = uci.execute(command);
        wait_for_search(uci);
        if (uci.failed()) return EXIT_FAILURE;
        if (!more) break;
    }
    return EXIT_SUCCESS;
}

/// The arguments as commands: one of all words, or one each.
std::vector<std::string> commands_of(const std::vector<std::string>& arguments) {
    const auto has_blank = [](const std::string& argument) {
        return argument.find_first_of(" \t\r\n") != std::string::npos;
    };
    if (std::any_of(arguments.begin(), arguments.end(), has_blank)) return arguments;
    std::string command;
    for (const std::string& argument : arguments) command += (command.empty() ? "" : " ") + argument;
    return {command};
}

int run_options(const std::vector<std::string>& arguments) {
    options::options_description known("Options");
    known.add_options()("help,h", "show this help")("version,v", "show how this program was built");
    options::variables_map given;
    StandardOutput output;
    try {
        options::store(options::command_line_parser(arguments).options(known).positional({}).run(), given);
    } catch (const options::error& problem) {
        std::cerr << "tulenh: " << problem.what() << "\n";
        return EXIT_FAILURE;
    }
    if (given.count("version") != 0) {
        output.write(version_text() + '\n');
    } else {
        std::ostringstream text;
        text << kUsage << known;
        output.write(text.str());
    }
    return EXIT_SUCCESS;
}

}  // namespace

int run_command_line(int argc, char** argv) {
    prepare_standard_streams();
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (arguments.empty()) return run_interactive();
    const std::string& first = arguments[0];
    if (!first.empty() && first[0] == '-') return run_options(arguments);
    for (const Subcommand& subcommand : kSubcommands)
        if (subcommand.name == first) return subcommand.run({arguments.begin() + 1, arguments.end()});
    return run_commands(commands_of(arguments));
}

}  // namespace tulenh
