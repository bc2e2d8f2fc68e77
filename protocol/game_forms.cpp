#include "protocol/game_forms.h"

#include <algorithm>

#include "protocol/turn_list.h"

namespace tulenh {

std::optional<GameForm> game_form_named(std::string_view word) {
    const auto* const at = std::find(kGameForms.begin(), kGameForms.end(), word);
    return at == kGameForms.end() ? std::nullopt
                                  : std::optional(static_cast<GameForm>(at - kGameForms.begin()));
}

NextGame reader_of(std::istream& in, GameForm form, const GameStart& start) {
    if (form == GameForm::Turns)
        return [reader = TurnListReader(in, start)]() mutable { return reader.next(); };
    const Notation notation = form == GameForm::Record ? Notation::OfficialRecord : Notation::Turns;
    return [reader = GameReader(in, notation, start)]() mutable { return reader.next(); };
}

}  // namespace tulenh
