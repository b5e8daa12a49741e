// What a search may ask about a game. A game specialises SearchTraits in games/<game>/search_traits.hpp and overrides what it
// knows better than these answers, which are right for every game and clever for none.
#pragma once

#include <optional>

#include "core/move_list.hpp"
#include "core/outcome.hpp"
#include "core/random.hpp"
#include "core/types.hpp"

namespace duiyi {

template <class P>
struct DefaultSearchTraits {
    using Moves = MoveList<P::MAX_MOVES>;

    // Seats
    static constexpr int SEATS = 2;           // the most that a position may have; beyond two, a search keeps a number per seat
    static constexpr bool ALTERNATES = true;  // of two seats neither moves twice in a row

    // Keys and ends
    static Key table_key(const P& position) { return position.key(); }
    /// The end of a position as a search should see it, `ply` plies below the root; asked at every node, so be quick. An end that
    /// shows only by the lack of moves may be left out where `may_stand_pat` says no: there the search looks for moves.
    static std::optional<Outcome> judged(const P& position, int /*ply*/) { return position.outcome(); }
    /// Whether such an end is final. Where it is a forecast (a position that came back once) a win by it is not a proof.
    static constexpr bool JUDGED_IS_PROOF = true;
    /// Plies to a win of the seat to move (positive) or to its loss (negative) that can be seen at once; 0 when neither can.
    static int proven(const P&) { return 0; }

    // Which moves, in which order
    /// The moves worth searching: never empty while the game goes on.
    static void candidates(const P& position, Moves& moves) { position.generate(moves); }
    /// A hint for ordering, added to what the search learns (which stays within some 40000 either way).
    static int order(const P&, Move) { return 0; }
    /// Moves that change the balance at once: ordered before the rest, hardly reduced.
    static bool is_tactical(const P&, Move) { return false; }
    /// Moves that only lose something: pruned near the leaves.
    static bool is_bad(const P&, Move) { return false; }
    /// What the history tables tell moves apart by, below HISTORY.
    static constexpr int HISTORY = 512;
    static int history_index(const P&, Move move) { return move % HISTORY; }

    /// Games of captures offer more: `tactical` and `quiet` generate the two kinds apart, `taking_index` tells captures apart
    /// below TAKINGS, `gain` is what a capture wins at first, `exchange_leaves` whether the captures that may follow on the same
    /// cell leave at least `balance`, `forces` whether a move must be answered (a check).
    static constexpr bool EXCHANGES = false;
    static constexpr int TAKINGS = 1;

    // How deep
    /// Whether this position deserves a ply more: a check, a threat that must be met.
    static bool extends(const P&) { return false; }
    static constexpr bool QUIESCENCE = false;
    /// Moves to be tried at the leaves, `depth` plies into the quiescence (0, 1, ...); most are captures or threats.
    static void forcing(const P&, int /*depth*/, Moves& moves) { moves.clear(); }
    /// Whether the evaluation of a leaf can be trusted as it stands; if not, `forcing` gives every move that matters.
    static bool may_stand_pat(const P&) { return true; }

    // How bold, in units of the evaluation; 0 switches a technique off
    static constexpr int FUTILITY = 0;               // per ply: what a quiet move can gain
    static constexpr int ASPIRATION = 40;            // half the window around the last score
    static constexpr bool REDUCTIONS = true;         // search late moves shallower first
    static constexpr double REDUCTION_SCALE = 2.2;   // of the logarithms: smaller is bolder
    static constexpr bool NULL_MOVE = false;         // a turn given away is no better than the best move (needs PassesTurn)
    static bool may_pass(const P&) { return true; }  // not where doing nothing would be best

    // Playouts and trees
    /// Plies of play before a leaf is evaluated: 0 evaluates at once, a large number plays to the end.
    static constexpr int PLAYOUT = 0;
    /// The playout's move, NO_MOVE at the end of the game.
    static Move playout_move(const P& position, Random& random) {
        Moves moves;
        position.generate(moves);
        return moves.empty() ? NO_MOVE : moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
    static constexpr bool RAVE = false;  // a move good later is good now: games in which stones stay
    static constexpr int RAVE_SEED = 0;  // later plays that the evaluation after a move counts for
    /// Whether a playout's move tells something of the move's worth now; some only fill the time until the end.
    static bool is_telling(const P&, Move) { return true; }
    static constexpr double CURIOSITY = 1.4;      // weight of what is little known
    static constexpr double PRIOR_UNIT = 4000.0;  // of `order`: a move so much better is tried e times as often
};

template <class P>
struct SearchTraits : DefaultSearchTraits<P> {};

/// Positions that can hand over the turn without a move, for null-move pruning.
template <class P>
concept PassesTurn = requires(P p, typename P::Undo& undo) {
    p.do_null(undo);
    p.undo_null(undo);
};

}  // namespace duiyi
