// Why a move is not allowed and why a game is over: the stones that would die, by name.
#include "games/nogo/notation.hpp"
#include "games/nogo/position.hpp"

namespace duiyi::nogo {

/// The groups that the move leaves without a liberty. `words` are the move and the stones that stood there before it.
template <std::size_t Words>
Explanation Position<Words>::explain_loss(Move move, Seat mover) const {
    const bool captures = is_capture(move, mover);
    const Seat dying = captures ? 1 - mover : mover;
    Points dead{};
    if (!captures) dead.set(move);
    for (const Point next : geometry_->neighbours[move])
        if (colour_[next] == dying && !liberties_[root(next)].several())
            for (const int cell : group_cells(next)) dead.set(static_cast<std::size_t>(cell));
    Explanation why{captures ? "capture" : "suicide", {}, {point_text(rules_, move)}};
    while (dead.any()) {
        const auto cell = static_cast<int>(dead.pop());
        why.cells.push_back(cell);
        if (cell != move) why.words.push_back(point_text(rules_, cell));
    }
    return why;
}

template <std::size_t Words>
std::optional<Explanation> Position<Words>::why_illegal(Move move) const {
    if (lost_by_ != NO_MOVE) return Explanation{"game_over", {}, {}};
    if (colour_[move] != EMPTY) return Explanation{"occupied", {move}, {point_text(rules_, move)}};
    if (is_legal(move)) return std::nullopt;
    return explain_loss(move, to_move_);
}

template <std::size_t Words>
std::optional<Explanation> Position<Words>::why_over() const {
    if (!outcome()) return std::nullopt;
    if (lost_by_ != NO_MOVE) return explain_loss(lost_by_, 1 - to_move_);
    Explanation why{"no_legal_move", {}, {}};
    for (Points rest = empty_; rest.any();) why.cells.push_back(static_cast<int>(rest.pop()));
    return why;
}

template Explanation Position<1>::explain_loss(Move move, Seat mover) const;
template Explanation Position<2>::explain_loss(Move move, Seat mover) const;
template Explanation Position<4>::explain_loss(Move move, Seat mover) const;
template Explanation Position<6>::explain_loss(Move move, Seat mover) const;
template std::optional<Explanation> Position<1>::why_illegal(Move move) const;
template std::optional<Explanation> Position<2>::why_illegal(Move move) const;
template std::optional<Explanation> Position<4>::why_illegal(Move move) const;
template std::optional<Explanation> Position<6>::why_illegal(Move move) const;
template std::optional<Explanation> Position<1>::why_over() const;
template std::optional<Explanation> Position<2>::why_over() const;
template std::optional<Explanation> Position<4>::why_over() const;
template std::optional<Explanation> Position<6>::why_over() const;

}  // namespace duiyi::nogo
