#include "search/win_rate.h"

#include <cmath>

namespace tulenh {

WinDrawLoss win_draw_loss(Value score, const Position&) {
    if (score > kMaxEval) return {1000, 0, 0};
    if (score < -kMaxEval) return {0, 0, 1000};
    constexpr double kEven = 60, kScale = 220;
    const auto share = [](double lead) {
        return static_cast<int>(std::lround(1000 / (1 + std::exp((kEven - lead) / kScale))));
    };
    const int win = share(score), loss = share(-score);
    return {win, 1000 - win - loss, loss};
}

}  // namespace tulenh
