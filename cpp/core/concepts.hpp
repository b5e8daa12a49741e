// The one concept that every game's native position satisfies, and that searches and bindings are written against.
//
// A position is a value: copying it is allowed anywhere, and the search path changes it only through
// do_move/undo_move, which must not allocate. `generate` looks at legality alone: it is empty when the board itself ended
// the game (five in a row, no legal move), but draws judged from history or counters are the business of `outcome`.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/move_list.hpp"
#include "core/options.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace duiyi {

template <class P>
concept PositionLike =
    std::copyable<P> && std::equality_comparable<P> &&
    requires {
        typename P::Rules;                                     // a small comparable struct, fixed for a game
        typename P::Undo;                                      // what undo_move needs; lives on the caller's stack
        { P::MAX_MOVES } -> std::convertible_to<std::size_t>;  // most moves any position can have
        { P::FINISHED_IS_LEAF } -> std::convertible_to<bool>;  // perft: does a game that ended early count as one leaf
    } &&
    requires(P p, const P c, typename P::Undo& undo, Move move, MoveList<P::MAX_MOVES>& list, const typename P::Rules& rules,
             std::string_view text, std::span<float> planes, int symmetry, int cell) {
        // Making one
        { P::Rules::from(Options{}) } -> std::same_as<typename P::Rules>;
        { P::initial(rules) } -> std::same_as<P>;
        { P::parse(rules, text) } -> std::same_as<P>;  // throws TextError
        // What a search sees
        { c.rules() } -> std::convertible_to<const typename P::Rules&>;
        { c.seats() } -> std::same_as<int>;
        { c.to_move() } -> std::same_as<Seat>;
        { c.key() } -> std::same_as<Key>;
        { c.generate(list) } -> std::same_as<void>;       // replaces the content of the list
        { c.count_moves() } -> std::same_as<int>;         // size of that list, often without making it
        { c.is_legal(move) } -> std::same_as<bool>;       // any move below num_moves; by legality alone
        { p.do_move(move, undo) } -> std::same_as<void>;  // the move must be legal
        { p.undo_move(move, undo) } -> std::same_as<void>;
        { c.outcome() } -> std::same_as<std::optional<Outcome>>;
        // What people see
        { c.text() } -> std::same_as<std::string>;
        { c.board() } -> std::same_as<std::vector<std::string>>;              // one code per cell, "" is empty
        { c.why_illegal(move) } -> std::same_as<std::optional<Explanation>>;  // nothing when legal
        { c.why_over() } -> std::same_as<std::optional<Explanation>>;  // particulars of the outcome, nothing while it lasts
        { c.path(move) } -> std::same_as<std::vector<int>>;            // cells the piece touches: {to}, {from, ..., to}, {}
        // What a learner sees
        { c.write_features(planes) } -> std::same_as<void>;  // planes * rows * cols floats, all written
        // What depends on the rules alone
        { P::num_moves(rules) } -> std::same_as<int>;
        { P::move_text(rules, move) } -> std::same_as<std::string>;
        { P::parse_move(rules, text) } -> std::same_as<Move>;             // throws TextError; lenient where people differ
        { P::feature_shape(rules) } -> std::same_as<std::array<int, 3>>;  // planes, rows, cols
        { P::num_symmetries(rules) } -> std::same_as<int>;                // 0 is the identity
        { P::symmetric_move(rules, symmetry, move) } -> std::same_as<Move>;
        { P::symmetric_cell(rules, symmetry, cell) } -> std::same_as<int>;
    };

/// Positions whose planes show the board turned to the seat to move. Moves must be turned in the same way for a learner.
template <class P>
concept TurnsToTheMover = requires(const typename P::Rules& rules, Seat seat, Move move) {
    { P::seen_move(rules, seat, move) } -> std::same_as<Move>;
};

/// A move as the planes of a seat show it.
template <class P>
Move seen_move(const typename P::Rules& rules, Seat seat, Move move) {
    if constexpr (TurnsToTheMover<P>) return P::seen_move(rules, seat, move);
    return move;
}

/// Positions whose value includes the moves that led here (repetition): they can tell where they started.
template <class P>
concept RemembersHistory = requires(const P c) {
    { c.start_text() } -> std::same_as<std::string>;
    { c.history() } -> std::same_as<std::vector<Move>>;
};

/// Positions from which a seat can be taken away while the others play on.
template <class P>
concept RemovesSeats = requires(const P c, Seat seat) {
    { c.without_seat(seat) } -> std::same_as<P>;
};

}  // namespace duiyi
