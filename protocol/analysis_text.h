// Analyses as text for people.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "protocol/analysis.h"

namespace tulenh {

/// Writes one analysis after the other, and after the last position of a game how each side has played it.
class AnalysisText {
  public:
    /// The text of the analysis, whole lines.
    [[nodiscard]] std::string add(const Analysis& analysis);

  private:
    /// How a side has played a game.
    struct Account {
        int turns = 0, loss = 0;
        std::array<int, kTurnMarks.size()> marks{};
    };

    void count(Color side, int loss);
    std::string end_of_game();

    std::array<Account, 2> accounts_;
};

}  // namespace tulenh
