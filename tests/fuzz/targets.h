// What the fuzz targets try: each takes any text and ends the process when a promise is broken.
#pragma once

#include <array>
#include <string_view>

namespace tulenh::fuzz {

/// A position: what is read is written, read and found the same.
void try_fen(std::string_view text);
/// A FEN, on the next line a turn: read as a turn, as a turn begun, and written again.
void try_turn(std::string_view text);
/// A FEN, on the next line an official record.
void try_record(std::string_view text);
/// A file of games in each of the forms.
void try_games(std::string_view text);
/// Lines for the engine: each answer is of the protocol, each `go` has its `bestmove`.
void try_session(std::string_view text);

struct Target {
    std::string_view name;  ///< of its corpus
    void (*run)(std::string_view text);
};
inline constexpr std::array kTargets{Target{"fen", &try_fen}, Target{"turn", &try_turn},
                                     Target{"record", &try_record}, Target{"games", &try_games},
                                     Target{"session", &try_session}};

}  // namespace tulenh::fuzz
