// The numbers that steer the search, in one table.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

namespace tulenh {

/// Margins are in hundredths of ten points, depths in turns, reductions in 64ths of a turn.
struct Constants {
    // Forward pruning where a turn begins.
    int razor_depth = 2, razor_margin = 250;
    int reverse_futility_depth = 6, reverse_futility_margin = 80;
    int null_depth = 3;      ///< from here on a null move is tried
    int null_base = 3;       ///< it is searched so many turns shallower, and
    int null_divisor = 4;    ///< one more for each so many turns of depth
    int null_verified = 10;  ///< from this depth on its cut-off is verified

    // Parts that are left out.
    int late_depth = 6, late_base = 8, late_factor = 8;  ///< quiet parts tried: base + factor · depth²
    int late_under_way = 2;                              ///< so often halved within a turn under way
    int futility_depth = 5, futility_base = 120, futility_margin = 110;
    int loss_depth = 5, loss_margin = 100;  ///< captures may lose so much for each turn of depth

    // Reductions.
    int reduction_base = 24, reduction_slope = 24;  ///< base + slope · log2(depth) · log2(number)
    int reduction_history = 96;                     ///< history that makes up for one 64th of a turn
    int internal_depth = 4;  ///< from here on nodes without a part from the table are searched shallower

    int delta_margin = 200;  ///< quiescence leaves out captures that leave so much to alpha
    int aspiration_depth = 5, aspiration_width = 40;
    int history_bonus = 160, history_limit = 1600;

    // What tests switch off to compare the search with simpler ones.
    bool quiescence = true;    ///< else a position in which a turn begins has its static value at the horizon
    bool table = true;         ///< else nothing is looked up
    bool deeper_cuts = true;   ///< else an entry settles a node of its own depth only
    bool null_windows = true;  ///< else all parts are searched with the full window
    bool repetition = true;    ///< else a position may recur
};

/// One of them, for tuning.
struct ConstantEntry {
    std::string_view name;
    int Constants::*value;
    int low, high;
};

inline constexpr std::array kConstantTable{
    ConstantEntry{"RazorDepth", &Constants::razor_depth, 0, 6},
    ConstantEntry{"RazorMargin", &Constants::razor_margin, 50, 800},
    ConstantEntry{"ReverseFutilityDepth", &Constants::reverse_futility_depth, 0, 12},
    ConstantEntry{"ReverseFutilityMargin", &Constants::reverse_futility_margin, 20, 400},
    ConstantEntry{"NullDepth", &Constants::null_depth, 1, 64},
    ConstantEntry{"NullBase", &Constants::null_base, 1, 6},
    ConstantEntry{"NullDivisor", &Constants::null_divisor, 2, 12},
    ConstantEntry{"NullVerified", &Constants::null_verified, 4, 64},
    ConstantEntry{"LateDepth", &Constants::late_depth, 0, 16},
    ConstantEntry{"LateBase", &Constants::late_base, 1, 200},
    ConstantEntry{"LateFactor", &Constants::late_factor, 1, 64},
    ConstantEntry{"LateUnderWay", &Constants::late_under_way, 0, 8},
    ConstantEntry{"FutilityDepth", &Constants::futility_depth, 0, 12},
    ConstantEntry{"FutilityBase", &Constants::futility_base, 0, 600},
    ConstantEntry{"FutilityMargin", &Constants::futility_margin, 20, 400},
    ConstantEntry{"LossDepth", &Constants::loss_depth, 0, 12},
    ConstantEntry{"LossMargin", &Constants::loss_margin, 10, 600},
    ConstantEntry{"ReductionBase", &Constants::reduction_base, -128, 192},
    ConstantEntry{"ReductionSlope", &Constants::reduction_slope, 0, 64},
    ConstantEntry{"ReductionHistory", &Constants::reduction_history, 16, 1024},
    ConstantEntry{"InternalDepth", &Constants::internal_depth, 2, 64},
    ConstantEntry{"DeltaMargin", &Constants::delta_margin, 0, 1000},
    ConstantEntry{"AspirationDepth", &Constants::aspiration_depth, 2, 64},
    ConstantEntry{"AspirationWidth", &Constants::aspiration_width, 5, 400},
    ConstantEntry{"HistoryBonus", &Constants::history_bonus, 10, 1000},
    ConstantEntry{"HistoryLimit", &Constants::history_limit, 100, 8000},
};

#ifdef TULENH_TUNING
inline constexpr bool kTuningBuild = true;
#else
inline constexpr bool kTuningBuild = false;
#endif

/// The constants in use; only a build for tuning can change them.
inline std::conditional_t<kTuningBuild, Constants, const Constants> constants{};

}  // namespace tulenh
