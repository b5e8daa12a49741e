// A Gomoku or Renju position of any size and opening; the rule is a template parameter because it changes the line tables.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/concepts.hpp"
#include "core/perft.hpp"
#include "games/gomoku/forbidden.hpp"
#include "games/gomoku/opening.hpp"
#include "games/gomoku/patterns.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/zobrist.hpp"

namespace duiyi::gomoku {

template <Rule R>
class Position {
  public:
    using Rules = gomoku::Rules;
    using Set = Bits<8>;
    static constexpr std::size_t MAX_MOVES = MAX_CELLS;
    static constexpr bool FINISHED_IS_LEAF = false;

    struct Undo {
        Key key;
        Phase phase;
        Colour next;
        std::uint8_t black_seat;
        std::uint8_t offer_count;
    };

    // Making one
    static Position initial(const Rules& rules);
    static Position parse(const Rules& rules, std::string_view text);

    // What a search sees
    const Rules& rules() const { return rules_; }
    int seats() const { return 2; }
    Seat to_move() const { return acting_seat(rules_.opening, phase_, next_, black_seat_); }
    Key key() const { return key_; }
    void generate(MoveList<MAX_MOVES>& list) const;
    int count_moves() const;
    bool is_legal(Move move) const;
    /// `watch(cell, before, after)` hears of every cell whose line patterns change: see patterns.hpp.
    template <class Watch = Unwatched>
    void do_move(Move move, Undo& undo, Watch&& watch = {});
    template <class Watch = Unwatched>
    void undo_move(Move move, const Undo& undo, Watch&& watch = {});
    std::optional<Outcome> outcome() const;
    /// Uniform random moves to the end, without keeping patterns: ten times as fast as move by move.
    Playout random_playout(Random& random, int max_plies) const;

    // What an engine for this game sees besides
    const Patterns<R>& patterns() const { return patterns_; }
    Phase phase() const { return phase_; }
    Colour next_colour() const { return next_; }  // of the next stone
    Seat seat_of(Colour colour) const { return colour == BLACK ? black_seat_ : 1 - black_seat_; }
    const Set& stones(Colour colour) const { return stones_[colour]; }
    int stone_count() const { return stone_count_; }
    std::optional<Colour> winner() const { return winner_; }
    /// Whether black may not play on this empty cell; nobody else has such points.
    bool is_forbidden_point(int cell) const;

    // What people see
    std::string text() const;
    std::vector<std::string> board() const;
    std::optional<Explanation> why_illegal(Move move) const;
    std::optional<Explanation> why_over() const;
    std::vector<int> path(Move move) const { return is_point(move) ? std::vector<int>{move} : std::vector<int>{}; }

    // What a learner sees
    void write_features(std::span<float> planes) const;

    // What depends on the rules alone
    static int num_moves(const Rules& rules) { return rules.cells() + (rules.opening == Opening::NONE ? 0 : CHOICES); }
    static std::string move_text(const Rules& rules, Move move);
    static Move parse_move(const Rules& rules, std::string_view text);
    static std::array<int, 3> feature_shape(const Rules& rules);
    static int num_symmetries(const Rules&) { return 8; }
    static Move symmetric_move(const Rules& rules, int symmetry, Move move);
    static int symmetric_cell(const Rules& rules, int symmetry, int cell);

    friend bool operator==(const Position& a, const Position& b) {
        // Offers beyond the count are left-overs kept for undo_move.
        return a.rules_ == b.rules_ && a.stones_ == b.stones_ && a.next_ == b.next_ && a.phase_ == b.phase_ &&
               a.black_seat_ == b.black_seat_ && a.winner_ == b.winner_ && a.key_ == b.key_ && a.stone_count_ == b.stone_count_ &&
               a.offer_count_ == b.offer_count_ &&
               std::equal(a.offers_.begin(), a.offers_.begin() + a.offer_count_, b.offers_.begin()) && a.patterns_ == b.patterns_;
    }

  private:
    explicit Position(const Rules& rules) : rules_(rules), patterns_(rules.size) {}

    bool is_point(Move move) const { return move < rules_.cells(); }
    bool is_empty(int cell) const { return patterns_.lines().at(cell) == EMPTY; }
    bool has_forbidden_points() const { return R == Rule::RENJU && next_ == BLACK; }
    int empties() const { return rules_.cells() - stone_count_; }
    bool has_legal_point() const;
    Set points() const;                // the points that may be named now
    bool may_name(int cell) const;     // is this one of them
    bool in_centre(int cell) const;    // inside the square that the opening asks for
    int offered_twin(int cell) const;  // an offered point that is the same by symmetry, or -1
    std::span<const std::uint16_t> offers() const { return {offers_.data(), offer_count_}; }

    void change_phase(Phase phase) {
        key_ ^= phase_key(phase_) ^ phase_key(phase);
        phase_ = phase;
    }
    void choose(Choice choice);
    void offer(int cell);
    void clear_offers();
    void put(int cell, Colour colour);
    bool wins_row(int first, int direction, int length, Colour colour) const;
    std::vector<int> winning_cells(Colour colour) const;
    void read_opening(std::span<const std::string_view> fields);
    void read_offers(std::string_view field);

    Rules rules_;
    Colour next_ = BLACK;
    Phase phase_ = Phase::PLAY;
    std::uint8_t black_seat_ = 0;
    std::uint8_t offer_count_ = 0;
    std::uint16_t stone_count_ = 0;
    std::optional<Colour> winner_;
    Key key_ = 0;
    std::array<std::uint16_t, OFFERS> offers_{};
    std::array<Set, 2> stones_{};
    Patterns<R> patterns_;
};

template <Rule R>
template <class Watch>
void Position<R>::do_move(Move move, Undo& undo, Watch&& watch) {
    undo = {key_, phase_, next_, black_seat_, offer_count_};
    if (!is_point(move)) return choose(static_cast<Choice>(move - rules_.cells()));
    if (phase_ == Phase::OFFER) return offer(move);
    if (patterns_.threat(move, next_) == Threat::FIVE) winner_ = next_;
    patterns_.put(move, next_, watch);
    stones_[next_].set(move);
    ++stone_count_;
    key_ ^= stone_key(move, next_) ^ WHITE_NEXT_KEY;
    next_ = other(next_);
    if (phase_ != Phase::PLAY) {
        if (phase_ == Phase::PICK) clear_offers();
        change_phase(phase_after_stone(rules_.opening, phase_, stone_count_));
    }
}

template <Rule R>
template <class Watch>
void Position<R>::undo_move(Move move, const Undo& undo, Watch&& watch) {
    key_ = undo.key;
    phase_ = undo.phase;
    next_ = undo.next;
    black_seat_ = undo.black_seat;
    offer_count_ = undo.offer_count;
    if (!is_point(move) || phase_ == Phase::OFFER) return;
    winner_.reset();
    patterns_.take(move, next_, watch);
    stones_[next_].reset(move);
    --stone_count_;
}

}  // namespace duiyi::gomoku
