// Which of a search's findings are worth a line.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "search/search.h"

namespace tulenh {

/// Keeps back what only repeats, for another depth, the score and the turns told last: a settled position
/// would bring hundreds of such lines at once. Of these, one each quarter of a second and the last are told.
class InfoFilter {
  public:
    /// Is this to be told now?
    [[nodiscard]] bool passes(const SearchInfo& info) {
        constexpr Milliseconds kInterval{250};
        const auto told = told_.find(info.line);
        if (told != told_.end() && told->second.score == info.score && told->second.pv == info.pv &&
            info.time < told->second.time + kInterval) {
            kept_back_.insert_or_assign(info.line, info);
            return false;
        }
        kept_back_.erase(info.line);
        told_.insert_or_assign(info.line, info);
        return true;
    }

    /// What is left to be told when the search ends, by line.
    [[nodiscard]] std::vector<SearchInfo> rest() const {
        std::vector<SearchInfo> infos;
        for (const auto& [line, info] : kept_back_) infos.push_back(info);
        return infos;
    }

  private:
    std::map<std::size_t, SearchInfo> told_, kept_back_;
};

}  // namespace tulenh
