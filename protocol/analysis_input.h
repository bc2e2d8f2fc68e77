// What `tulenh analyse` reads: positions and games.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/analysis.h"
#include "protocol/game_forms.h"

namespace tulenh {

/// The FEN of a line of an EPD file. Operations after it, each ended by `;`, are left out.
[[nodiscard]] std::string_view fen_of_line(std::string_view line);

/// Where positions and games come from, and how they are written.
struct AnalysisSource {
    std::vector<std::string> files;  ///< `-`: the standard input
    std::string form = "auto";       ///< or `fens`, or one of `kGameForms`
    Mode mode = Mode::Standard;      ///< where a game does not say it
};

/// Reads positions, and games position by position, from one file after the other.
class AnalysisInput {
  public:
    explicit AnalysisInput(AnalysisSource source);
    ~AnalysisInput();
    AnalysisInput(const AnalysisInput&) = delete;
    AnalysisInput& operator=(const AnalysisInput&) = delete;

    /// The next position; none at the end. Throws a SubcommandError when a file cannot be read.
    [[nodiscard]] std::optional<AnalysisTask> next();

  private:
    struct OpenFile;

    bool open_next();
    AnalysisTask next_of_game();

    AnalysisSource source_;
    std::size_t opened_ = 0;  ///< files
    std::unique_ptr<OpenFile> file_;
    std::size_t last_id_ = 0;
    std::vector<Turn> turns_;     ///< of the game at hand
    std::optional<Game> so_far_;  ///< as many of them as have been handed out
};

}  // namespace tulenh
