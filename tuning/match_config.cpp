#include "tuning/match_config.h"

#include <string_view>

namespace tulenh {

std::string OpeningsConfig::file_for(Mode mode) const {
    constexpr std::string_view kPlace = "{mode}";
    std::string path = file;
    for (std::size_t at = path.find(kPlace); at != std::string::npos; at = path.find(kPlace))
        path.replace(at, kPlace.size(), tulenh::name(mode));
    return path;
}

std::optional<Milliseconds> MatchConfig::battle_time(Mode mode) const {
    if (game_time) return *game_time == Milliseconds::zero() ? std::nullopt : game_time;
    if (!engines[0].limits.clock || !engines[1].limits.clock) return std::nullopt;
    return std::chrono::seconds(mode == Mode::Total ? 1800 : 900);
}

std::string format_seconds(Milliseconds time) {
    std::string text = std::to_string(time.count() / 1000);
    if (const auto rest = time.count() % 1000; rest != 0) {
        std::string digits = std::to_string(1000 + rest).substr(1);
        while (digits.back() == '0') digits.pop_back();
        text += '.';
        text += digits;
    }
    return text;
}

std::string format_limits(const EngineLimits& limits) {
    std::string text;
    const auto add = [&](const std::string& item) {
        if (!text.empty()) text += ", ";
        text += item;
    };
    if (limits.clock) {
        std::string clock;
        if (limits.clock->turns != 0) {
            clock += std::to_string(limits.clock->turns);
            clock += '/';
        }
        clock += format_seconds(limits.clock->base);
        clock += '+';
        clock += format_seconds(limits.clock->increment);
        add(clock);
    }
    if (limits.movetime) add(format_seconds(*limits.movetime).append("/move"));
    if (limits.nodes) add(std::to_string(*limits.nodes).append(" nodes"));
    if (limits.depth) add(std::string("depth ").append(std::to_string(*limits.depth)));
    return text;
}

}  // namespace tulenh
