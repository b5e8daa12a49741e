// A position of Chinese Checkers: who stands where, whose turn it is, who has finished and who is out.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/move_list.hpp"
#include "core/outcome.hpp"
#include "core/perft.hpp"
#include "core/random.hpp"
#include "core/types.hpp"
#include "games/chinese_checkers/rules.hpp"
#include "games/chinese_checkers/star.hpp"

namespace duiyi::chinese_checkers {

/// A move is from * 121 + to, told apart by its ends alone; one more index is the pass.
inline constexpr Move PASS = HOLES * HOLES;

class Position {
  public:
    using Rules = chinese_checkers::Rules;
    /// A marble has six steps, and hops to at most the other 36 holes of its class; a text may hold ten marbles of a seat
    /// (parse refuses more). The pass stands alone. So this is a bound for every position, not an estimate.
    static constexpr std::size_t MAX_MOVES = ARMY * (6 + LARGEST_CLASS - 1);
    static constexpr bool FINISHED_IS_LEAF = false;
    struct Undo {
        Key key;
        std::uint8_t to_move;
        std::uint8_t idle;
        std::uint8_t num_finished;
        std::uint8_t ending;
    };

    // Making one
    static Position initial(const Rules& rules);
    static Position parse(const Rules& rules, std::string_view text);
    /// The position without a seat that ran out of time: its marbles go, its camp is out, and no ply is played.
    /// Throws RulesError when the game is over or the seat plays no more.
    Position without_seat(Seat seat) const;

    // What a search sees
    const Rules& rules() const { return rules_; }
    int seats() const { return rules_.seats; }
    Seat to_move() const { return to_move_; }
    Key key() const { return key_; }
    int plies() const { return plies_; }
    const Slots& marbles(Seat seat) const { return marbles_[static_cast<std::size_t>(seat)]; }
    const Slots& occupied() const { return occupied_; }
    /// True for a seat that has finished or is out: it is skipped.
    bool is_idle(Seat seat) const { return idle_ >> seat & 1; }
    bool is_out(Seat seat) const { return out_ >> seat & 1; }
    bool is_over() const { return ending_ != Ending::NONE; }
    /// Where the marble on `slot` may end its move if it belongs to the seat to move.
    Slots destinations(int slot) const;
    void generate(MoveList<MAX_MOVES>& list) const;
    int count_moves() const;
    bool is_legal(Move move) const;
    void do_move(Move move, Undo& undo);
    void undo_move(Move move, const Undo& undo);
    std::optional<Outcome> outcome() const;
    /// Sum over the seat's marbles of the steps to the nearest hole of its goal camp: what ranks the seats at the cap.
    int distance(Seat seat) const;

    /// A random game from here; see playout.cpp for how a turn is drawn.
    Playout random_playout(Random& random, int max_plies) const;
    int random_turn(int from, int direction, Random& random) const;

    // What people see
    std::string text() const;
    std::vector<std::string> board() const;
    std::optional<Explanation> why_illegal(Move move) const;
    std::optional<Explanation> why_over() const;
    /// Holes from first to last of the way with the fewest hops; empty for a pass and where there is no way.
    std::vector<int> path(Move move) const;

    // What a learner sees
    void write_features(std::span<float> planes) const;

    // What depends on the rules alone
    static int num_moves(const Rules&) { return PASS + 1; }
    static std::string move_text(const Rules& rules, Move move);
    static Move parse_move(const Rules& rules, std::string_view text);
    static std::array<int, 3> feature_shape(const Rules& rules);
    static int num_symmetries(const Rules& rules);
    static Move symmetric_move(const Rules& rules, int symmetry, Move move);
    static int symmetric_cell(const Rules& rules, int symmetry, int cell);
    static Move seen_move(const Rules& rules, Seat seat, Move move);

    friend bool operator==(const Position& a, const Position& b);

  private:
    enum class Ending : std::uint8_t { NONE, ALL_HOME, HOME_DEADLINE, DISTANCE };
    /// Seats in the order in which they finished; what lies beyond the size is stale.
    struct SeatOrder {
        std::array<std::uint8_t, MAX_SEATS> seats{};
        std::uint8_t size = 0;
    };

    explicit Position(const Rules& rules) : rules_(rules) {}

    // Moves
    Word hops(int slot) const;
    Word long_hops(int slot) const;
    Slots allowed(int slot) const;
    bool has_moves() const;
    int hop_landing(int slot, int direction, const Slots& standing) const;
    void recount_crowds();

    // Changes
    void toggle(Seat seat, int slot);
    void note_finishers(Seat mover);
    bool has_reached_goal(Seat seat) const;
    void pass_turn();
    void derive();
    Ending judge_ending() const;
    bool missed_home_deadline() const;
    Seat last_mover() const;
    int playing_seats() const;
    Outcome ranking() const;
    std::vector<std::string> letters_by_score() const;

    std::vector<Seat> read_seats(std::string_view field, std::string_view name);

    std::array<Slots, MAX_SEATS> marbles_{};
    Slots occupied_{};
    Key key_ = 0;
    int plies_ = 0;
    std::uint8_t to_move_ = 0;
    std::uint8_t idle_ = 0;  // bit per seat
    Ending ending_ = Ending::NONE;
    std::uint8_t out_ = 0;  // bit per seat
    SeatOrder finished_;
    Rules rules_;
    /// Six bits per slot: which neighbours are occupied. Kept so that a flood needs one look-up per hole.
    std::array<std::uint8_t, SLOTS> crowd_{};
};

}  // namespace duiyi::chinese_checkers
