// Xiangqi: a board with what the rules remember since the last capture.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/concepts.hpp"
#include "core/perft.hpp"
#include "games/xiangqi/board.hpp"
#include "games/xiangqi/repetition.hpp"
#include "games/xiangqi/rules.hpp"

namespace duiyi::xiangqi {

/// How often the position on the board has stood since the last capture, this time included.
struct Recurrence {
    int times = 1;
    int nearest = 0;   // plies back to the latest earlier time, 0 when there was none
    int farthest = 0;  // plies back to the first time
};

class Position {
  public:
    using Rules = xiangqi::Rules;
    static constexpr std::size_t MAX_MOVES = xiangqi::MAX_MOVES;
    static constexpr bool FINISHED_IS_LEAF = false;

    /// Plies remembered for repetitions, in a ring inside the position, so that playing never allocates. A capture
    /// empties it. With natural=60 or 50 a game that fills it is drawn by the natural limit (only hundreds of checks
    /// without a capture can lead there); with natural=0 older plies are forgotten.
    static constexpr int REMEMBERED = 512;

    /// What the rules count beside the board.
    struct Clock {
        int plies = 0;                         // since the last capture, as the text shows it
        int counted = 0;                       // of these, what the natural limit counts
        int number = 1;                        // of the move, as the text shows it
        std::array<std::int16_t, 2> checks{};  // given since the last capture, by seat
        bool excess = false;                   // the last move was a check beyond the tenth
        bool in_check = false;                 // the side to move is in check
        friend bool operator==(const Clock&, const Clock&) = default;
    };
    struct Undo {
        Board::Undo board;
        Clock clock;
        Key key;  // what stood in the ring before
        Move move;
        std::int16_t length;
    };

    // Making one
    static Position initial(const Rules& rules);
    static Position parse(const Rules& rules, std::string_view text);

    // What a search sees
    const Rules& rules() const { return rules_; }
    int seats() const { return 2; }
    Seat to_move() const { return board_.to_move(); }
    Key key() const { return board_.key(); }
    void generate(MoveList<MAX_MOVES>& list) const { board_.generate(list); }
    int count_moves() const { return board_.count_moves(); }
    bool is_legal(Move move) const { return board_.is_legal(move); }
    void do_move(Move move, Undo& undo);
    void undo_move(Move move, const Undo& undo);
    /// Hands over the turn, out of check only; what was played before cannot come back across it.
    void do_null(Undo& undo);
    void undo_null(const Undo& undo);
    std::optional<Outcome> outcome() const;
    std::uint64_t perft(int depth) { return board_.perft(depth); }
    Playout random_playout(Random& random, int max_plies) const;

    // For searches of this game
    const Board& pieces() const { return board_; }
    const Clock& clock() const { return clock_; }
    bool in_check() const { return clock_.in_check; }
    /// What history, counters and material say about a position that has legal moves.
    std::optional<Outcome> drawn_or_judged() const;
    /// Whether and when this position stood before; inside a search the second time is reason enough to judge.
    Recurrence recurrence() const;
    /// The verdict on the last `plies` moves, which must lead from this position back to itself.
    Verdict verdict(int plies) const;

    // What people see
    std::string text() const { return text_of(board_, clock_.plies, clock_.number); }
    std::vector<std::string> board() const;
    std::optional<Explanation> why_illegal(Move move) const;
    std::optional<Explanation> why_over() const;
    std::vector<int> path(Move move) const { return {from_of(move), to_of(move)}; }
    std::string start_text() const;     // the position after the last capture, or the one that was read
    std::vector<Move> history() const;  // the moves from there to here
    void write_features(std::span<float> planes) const;

    // What depends on the rules alone
    static int num_moves(const Rules&) { return NUM_MOVES; }
    static std::string move_text(const Rules& rules, Move move);
    static Move parse_move(const Rules& rules, std::string_view text);
    static std::array<int, 3> feature_shape(const Rules&) { return {23, ROWS, FILES}; }
    static int num_symmetries(const Rules&) { return 2; }
    static Move symmetric_move(const Rules& rules, int symmetry, Move move);
    static int symmetric_cell(const Rules& rules, int symmetry, int cell);
    static Move seen_move(const Rules&, Seat seat, Move move) {
        return make_move(seen(seat, from_of(move)), seen(seat, to_of(move)));
    }
    /// A cell of the board turned to a seat.
    static int seen(Seat seat, int cell) { return seat == RED ? cell : CELLS - 1 - cell; }

    friend bool operator==(const Position& a, const Position& b);

  private:
    explicit Position(const Rules& rules) : rules_(rules) {}
    static std::string text_of(const Board& board, int plies, int number);
    std::size_t slot(int plies_back) const { return static_cast<std::size_t>(head_ - plies_back) % REMEMBERED; }
    /// A move in two halves: the board and its memory first, then what a check given by it changes.
    void step(Move move, Undo& undo);
    void note_check(bool in_check);
    bool is_at_limit() const;
    bool is_insufficient() const;
    bool can_mate_at_once() const;

    Rules rules_;
    Board board_;
    Clock clock_;
    std::int16_t length_ = 0;             // plies remembered
    unsigned head_ = 0;                   // where the next ply goes, counted without wrapping
    std::array<Key, REMEMBERED> keys_{};  // of the position before each ply
    std::array<Move, REMEMBERED> moves_{};
};

std::string cell_text(int cell);        // "c5"
std::string piece_letter(Piece piece);  // "R" red, "r" black, "" empty

}  // namespace duiyi::xiangqi
