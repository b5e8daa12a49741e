// Why a move is not allowed and how a game ended, in codes, cells and words; the sentences are made in Python.
#include <algorithm>

#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {

template <Rule R>
std::optional<Explanation> Position<R>::why_illegal(Move move) const {
    if (is_legal(move)) return std::nullopt;
    const std::string name = move_text(rules_, move);
    if (winner_) return Explanation{"game_over", {}, {}};
    if (!is_point(move)) return Explanation{"not_a_choice", {}, {name}};

    if (const unsigned set = answers(rules_.opening, phase_); set != 0) {
        Explanation due{"choice_due", {}, {}};
        for (std::size_t choice = 0; choice < CHOICE_NAMES.size(); ++choice)
            if ((set >> choice & 1) != 0) due.words.emplace_back(CHOICE_NAMES[choice]);
        return due;
    }
    if (!is_empty(move)) return Explanation{"occupied", {move}, {name}};
    if (phase_ == Phase::PICK) return Explanation{"not_offered", {offers().begin(), offers().end()}, {name}};
    if (!in_centre(move)) {
        Explanation outside{
            "outside_centre", {}, {name, std::to_string(2 * centre_radius(rules_.opening, phase_, stone_count_) + 1)}};
        for (int cell = 0; cell < rules_.cells(); ++cell)
            if (in_centre(cell)) outside.cells.push_back(cell);
        return outside;
    }
    if (has_forbidden_points() && is_forbidden_point(move)) {
        Lines scratch = patterns_.lines();
        return Explanation{forbidden_name(judge_black(scratch, move)), forbidden_stones(patterns_.lines(), move), {name}};
    }
    const int twin = offered_twin(move);
    if (twin == move) return Explanation{"already_offered", {move}, {name}};
    return Explanation{"symmetric_duplicate", {move, twin}, {name, move_text(rules_, static_cast<Move>(twin))}};
}

template <Rule R>
std::optional<Explanation> Position<R>::why_over() const {
    if (winner_) return Explanation{"five_in_row", winning_cells(*winner_), {*winner_ == BLACK ? "x" : "o"}};
    if (!outcome()) return std::nullopt;
    return Explanation{empties() == 0 ? "board_full" : "only_forbidden_points", {}, {}};
}

template class Position<Rule::FREESTYLE>;
template class Position<Rule::STANDARD>;
template class Position<Rule::CARO>;
template class Position<Rule::RENJU>;

}  // namespace duiyi::gomoku
