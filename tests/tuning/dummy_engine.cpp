// An engine for tests of the match runner. It plays turns that follow from the position and its seed alone,
// and misbehaves as told: arguments are key=value.
//   seed=N          another choice of turns; the option Seed does the same
//   think=MS        time it takes for each turn
//   score=CP        the score it tells
//   option=NAME     knows this option too
//   fault=KIND      what it does wrong (see `fault`)
//   at=N            ... at its N-th turn of a game, from 1; 0: before its first game
//   colour=red|blue ... only when it plays this colour
//   child=FILE      starts a process that ignores everything, and writes its id into the file
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "engine/game.h"
#include "engine/movegen.h"
#include "engine/text.h"
#include "engine/turns.h"
#include "protocol/words.h"

namespace {

using namespace tulenh;

std::map<std::string, std::string> arguments;

std::string argument(const std::string& key) {
    const auto at = arguments.find(key);
    return at == arguments.end() ? std::string() : at->second;
}
int number(const std::string& key, int otherwise) {
    const std::string text = argument(key);
    return text.empty() ? otherwise : std::atoi(text.c_str());
}

void say(const std::string& line) { std::cout << line << '\n' << std::flush; }

[[noreturn]] void sleep_forever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Does what the argument `fault` says. Returns if the game goes on.
void fault() {
    const std::string kind = argument("fault");
    if (kind == "exit") std::_Exit(3);
    if (kind == "crash") ::raise(SIGKILL);  // sanitizers catch the usual ones
    if (kind == "hang") sleep_forever();
    if (kind == "garbage") {
        for (;;) {
            std::cout << "\x01\xff\xfe what is this?\nbest move: f1\n" << std::flush;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }
    if (kind == "flood")
        for (;;) std::cout << "info depth 1 score cp 0 currmove c5c6 currmovenumber 1\n";
    if (kind == "line")
        for (;;) std::cout << std::string(100000, 'x') << std::flush;
    if (kind == "close") {
        ::close(STDOUT_FILENO);
        sleep_forever();
    }
    if (kind == "deaf") ::close(STDIN_FILENO);  // it answers once more, but hears no more
    if (kind == "illegal") say("bestmove a1a2");
    if (kind == "none") say("bestmove 0000");
    if (kind == "nonsense") say("bestmove castles");
}

/// A single-part turn, captures first; which one follows from the position and the seed.
std::string choose(const Game& game) {
    const Position& position = game.position();
    std::uint64_t random =
        position.key() ^ static_cast<std::uint64_t>(number("seed", 1)) * 0x9e3779b97f4a7c15U;
    random = (random ^ random >> 31) * 0xbf58476d1ce4e5b9U;
    for (const Wanted wanted : {Wanted::Captures, Wanted::All}) {
        PartList list;
        generate(position, list, wanted);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Turn turn(list[(random >> 8) % list.size()]);
            random = random * 6364136223846793005U + 1442695040888963407U;
            if (is_legal(position, turn)) return format_turn(position, turn);
        }
    }
    const std::vector<LegalTurn> turns = legal_turns(position);
    return turns.empty() ? "0000" : format_turn(position, turns[random % turns.size()].turn);
}

class Dummy {
  public:
    void run() {
        if (number("at", 1) == 0) fault();
        for (std::string line; std::getline(std::cin, line);) {
            Words words(line);
            const std::string command(words.next());
            if (command == "uci" || command == "ugi") {
                ugi_ = command == "ugi";
                say("id name Dummy");
                say("option name Hash type spin default 16 min 1 max 1024");
                say("option name Mode type combo default standard var standard var sea");
                say("option name Seed type spin default 1 min 0 max 1000");
                if (!argument("option").empty()) say("option name " + argument("option") + " type string");
                say(ugi_ ? "ugiok" : "uciok");
            } else if (command == "isready") {
                if (argument("fault") == "unready") sleep_forever();
                say("readyok");
            } else if (command == "ucinewgame" || command == "uginewgame") {
                turns_ = 0;
            } else if (command == "setoption") {
                set_option(words);
            } else if (command == "position") {
                set_position(words);
            } else if (command == "go") {
                go(line);
            } else if (command == "stop" && waiting_) {
                waiting_ = false;
                say("bestmove " + choose(game_));
            } else if (command == "quit") {
                if (argument("fault") == "stays") sleep_forever();
                return;
            }
        }
        if (argument("fault") == "stays") sleep_forever();
    }

  private:
    void set_option(Words& words) {
        words.next();
        const std::string name(words.next());
        words.next();
        if (name == "Mode") {
            if (const auto mode = mode_from_name(words.next())) mode_ = *mode;
        } else if (name == "Seed") {
            arguments["seed"] = words.rest();
        } else if (name == "Hash" && words.rest() == "0") {
            say("info string error range: Hash");
        }
    }

    void set_position(Words& words) {
        std::string fen(kStartFen);
        if (words.next() == "fen") {
            fen.clear();
            while (!words.peek().empty() && words.peek() != "moves")
                fen += (fen.empty() ? "" : " ") + std::string(words.next());
        }
        game_ = Game(*parse_fen(fen, mode_));
        words.next();
        while (!words.peek().empty())
            if (!game_.play(words.next())) say("info string error syntax: bad turn");
    }

    void go(const std::string& line) {
        ++turns_;
        const std::string colour = argument("colour");
        const bool red = game_.position().side_to_move() == Color::Red;
        const bool faulty = turns_ == number("at", 1) && (colour.empty() || (colour == "red") == red);
        if (ugi_ && line.find("wtime") != std::string::npos) return;  // no answer: it was asked in UCI
        if (faulty && argument("fault") == "slow") {
            waiting_ = true;  // until it is stopped
            return;
        }
        if (faulty) {
            fault();
            if (argument("fault") == "illegal" || argument("fault") == "none" ||
                argument("fault") == "nonsense")
                return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(number("think", 0)));
        const std::string turn = choose(game_);
        say("info depth 3 seldepth 4 multipv 1 score cp " + std::to_string(number("score", 0)) +
            " nodes 10 time 1 pv " + turn);
        // Both in one write, or the second could come when the next turn is awaited.
        say("bestmove " + turn + (faulty && argument("fault") == "twice" ? "\nbestmove 0000" : ""));
        if (faulty && argument("fault") == "deaf") sleep_forever();
    }

    Mode mode_ = Mode::Standard;
    Game game_{*parse_fen(kStartFen)};
    int turns_ = 0;
    bool ugi_ = false, waiting_ = false;
};

void start_child(const std::string& file) {
    const pid_t pid = ::fork();
    if (pid != 0) {
        std::ofstream(file) << pid;
        return;
    }
    ::signal(SIGTERM, SIG_IGN);
    for (int descriptor = 0; descriptor < 3; ++descriptor) ::close(descriptor);
    for (;;) ::sleep(3600);
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string text = argv[i];
        const std::size_t equals = text.find('=');
        arguments[text.substr(0, equals)] = equals == std::string::npos ? "" : text.substr(equals + 1);
    }
    if (!argument("child").empty()) start_child(argument("child"));
    std::cerr << "dummy engine starts\n";
    Dummy().run();
}
