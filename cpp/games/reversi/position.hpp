// Reversi: a position is the mover's discs, the other's discs, and whose turn it is.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/concepts.hpp"
#include "core/perft.hpp"
#include "games/reversi/board8.hpp"
#include "games/reversi/board_any.hpp"
#include "games/reversi/rules.hpp"

namespace duiyi::reversi {

/// `Board` is Board8 or BoardAny: the arithmetic of one board size.
template <class Board>
class Position {
  public:
    using Rules = reversi::Rules;
    using Set = typename Board::Set;
    struct Undo {
        Set own, other;
    };
    static constexpr std::size_t MAX_MOVES = Board::MAX_MOVES;
    static constexpr bool FINISHED_IS_LEAF = true;

    // Making one
    static Position initial(const Rules& rules);
    static Position parse(const Rules& rules, std::string_view text);

    // What a search sees
    Rules rules() const { return Rules{board_.size()}; }
    int seats() const { return 2; }
    Seat to_move() const { return to_move_; }
    Key key() const;
    void generate(MoveList<MAX_MOVES>& list) const;
    int count_moves() const;
    bool is_legal(Move move) const;
    void do_move(Move move, Undo& undo);
    void undo_move(Move move, const Undo& undo);
    std::optional<Outcome> outcome() const;
    std::uint64_t perft(int depth) const;

    // Discs, for evaluations and solvers
    const Board& geometry() const { return board_; }
    const Set& own() const { return own_; }
    const Set& other() const { return other_; }
    Set move_set() const { return board_.moves(own_, other_); }

    // What people see
    std::string text() const;
    std::vector<std::string> board() const;
    std::optional<Explanation> why_illegal(Move move) const;
    std::optional<Explanation> why_over() const;
    std::vector<int> path(Move move) const;
    void write_features(std::span<float> planes) const;

    // What depends on the rules alone
    static int num_moves(const Rules& rules) { return rules.size * rules.size + 1; }
    static Move pass(const Rules& rules) { return static_cast<Move>(rules.size * rules.size); }
    static std::string move_text(const Rules& rules, Move move);
    static Move parse_move(const Rules& rules, std::string_view text);
    static std::array<int, 3> feature_shape(const Rules& rules) { return {3, rules.size, rules.size}; }
    static int num_symmetries(const Rules&) { return 8; }
    static Move symmetric_move(const Rules& rules, int symmetry, Move move);
    static int symmetric_cell(const Rules& rules, int symmetry, int cell);

    friend bool operator==(const Position& a, const Position& b) {
        return a.to_move_ == b.to_move_ && a.board_.size() == b.board_.size() && a.own_ == b.own_ && a.other_ == b.other_;
    }

  private:
    explicit Position(const Rules& rules) : board_(rules.size) {}
    Move pass_move() const { return static_cast<Move>(board_.size() * board_.size()); }
    std::array<int, 2> discs() const;  // by seat
    int disc_at(int cell) const;       // seat, or -1

    [[no_unique_address]] Board board_;
    Set own_{};
    Set other_{};
    Seat to_move_ = 0;
};

using Standard = Position<Board8>;
using AnySize = Position<BoardAny>;

extern template class Position<Board8>;
extern template class Position<BoardAny>;

}  // namespace duiyi::reversi
