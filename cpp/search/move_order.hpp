// The moves of one node of alpha-beta, best first: all at once, or in stages where the game can tell them apart while generating.
#pragma once

#include <type_traits>

#include "search/ordering.hpp"

namespace duiyi {

/// What a node knows that bears on the order.
struct OrderHints {
    Move table = NO_MOVE;
    std::array<Move, 2> killers = {NO_MOVE, NO_MOVE};
    Seat mover = 0;
    int previous = -1;  // history indices of the moves before
    int own = -1;
};

/// Generates everything, scores everything. For games whose moves are alike.
template <PositionLike P>
class WholeOrder {
  public:
    using Traits = SearchTraits<P>;

    WholeOrder(const P& position, const Histories<P>& histories, const OrderHints& hints)
        : picker_((Traits::candidates(position, moves_), moves_), [&](Move move) {
              if (move == hints.table) return FIRST;
              const int hint = Traits::order(position, move);
              if (Traits::is_tactical(position, move)) return hint + (Traits::is_bad(position, move) ? -TACTICAL : TACTICAL);
              if (move == hints.killers[0]) return hint + KILLER + 1;
              if (move == hints.killers[1]) return hint + KILLER;
              return hint + histories.score(hints.mover, Traits::history_index(position, move), hints.previous, hints.own);
          }) {}

    bool next(Move& move) { return picker_.next(move); }
    void skip_quiet() {}
    bool is_single() const { return moves_.size() == 1; }

  private:
    static constexpr int FIRST = 1 << 30;
    static constexpr int TACTICAL = 1 << 24;
    static constexpr int KILLER = 1 << 20;

    MoveList<P::MAX_MOVES> moves_;
    Picker<P::MAX_MOVES> picker_;
};

/// The table's move, captures that pay, killers, quiet moves, captures that do not: most nodes end before the quiet moves are
/// even generated.
template <PositionLike P>
class StagedOrder {
  public:
    using Traits = SearchTraits<P>;
    using Moves = MoveList<P::MAX_MOVES>;

    StagedOrder(const P& position, const Histories<P>& histories, const OrderHints& hints)
        : position_(position), histories_(histories), hints_(hints) {}

    bool next(Move& move) {
        switch (stage_) {
            case TABLE:
                stage_ = LIST_TACTICAL;
                move = hints_.table;
                if (move != NO_MOVE && position_.is_legal(move)) return true;
                [[fallthrough]];
            case LIST_TACTICAL:
                stage_ = TACTICAL;
                list_tactical();
                [[fallthrough]];
            case TACTICAL:
                while (pick(move)) {
                    if (move == hints_.table) continue;
                    if (Traits::exchange_leaves(position_, move, 0)) return true;
                    bad_.push(move);
                }
                stage_ = FIRST_KILLER;
                [[fallthrough]];
            case FIRST_KILLER:
                stage_ = SECOND_KILLER;
                move = hints_.killers[0];
                if (is_quiet_move(move)) return true;
                [[fallthrough]];
            case SECOND_KILLER:
                stage_ = LIST_QUIET;
                move = hints_.killers[1];
                if (is_quiet_move(move)) return true;
                [[fallthrough]];
            case LIST_QUIET:
                stage_ = QUIET;
                list_quiet();
                [[fallthrough]];
            case QUIET:
                while (!skips_quiet_ && pick(move))
                    if (move != hints_.table && move != hints_.killers[0] && move != hints_.killers[1]) return true;
                stage_ = BAD;
                at_ = 0;
                [[fallthrough]];
            default:
                if (at_ == bad_.size()) return false;
                move = bad_[at_++];
                return true;
        }
    }
    /// No more quiet moves are wanted.
    void skip_quiet() { skips_quiet_ = true; }
    static bool is_single() { return false; }

  private:
    enum Stage { TABLE, LIST_TACTICAL, TACTICAL, FIRST_KILLER, SECOND_KILLER, LIST_QUIET, QUIET, BAD };

    bool is_quiet_move(Move move) const {
        return move != NO_MOVE && move != hints_.table && !Traits::is_tactical(position_, move) && position_.is_legal(move);
    }
    void list_tactical() {
        Traits::tactical(position_, moves_);
        for (std::size_t i = 0; i < moves_.size(); ++i)
            scores_[i] = Traits::order(position_, moves_[i]) + histories_.taking(Traits::taking_index(position_, moves_[i]));
    }
    void list_quiet() {
        at_ = 0;
        moves_.clear();
        if (skips_quiet_) return;
        Traits::quiet(position_, moves_);
        for (std::size_t i = 0; i < moves_.size(); ++i)
            scores_[i] = histories_.score(hints_.mover, Traits::history_index(position_, moves_[i]), hints_.previous, hints_.own);
    }
    bool pick(Move& move) {
        if (at_ == moves_.size()) return false;
        std::size_t best = at_;
        for (std::size_t i = at_ + 1; i < moves_.size(); ++i)
            if (scores_[i] > scores_[best]) best = i;
        std::swap(scores_[at_], scores_[best]);
        std::swap(moves_[at_], moves_[best]);
        move = moves_[at_++];
        return true;
    }

    const P& position_;
    const Histories<P>& histories_;
    const OrderHints& hints_;
    Stage stage_ = TABLE;
    bool skips_quiet_ = false;
    std::size_t at_ = 0;
    Moves moves_, bad_;
    std::array<int, P::MAX_MOVES> scores_;  // left unset beyond the size
};

template <PositionLike P>
using MoveOrder = std::conditional_t<SearchTraits<P>::EXCHANGES, StagedOrder<P>, WholeOrder<P>>;

}  // namespace duiyi
