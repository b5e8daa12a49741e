// A NoGo position: groups with exact liberty sets, and the legal points of both seats, all kept up move by move.
//
// In NoGo a point that a seat may not play never becomes playable again: its group's last liberty, or the enemy's, can only be
// filled, never gained. So the two legal sets only lose points, and a move can take points away only where a group is left with
// one liberty or where an empty point loses its last empty neighbour. Groups are a forest without path compression, so that a
// move is undone by cutting the few links it made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/move_list.hpp"
#include "core/outcome.hpp"
#include "core/perft.hpp"
#include "core/random.hpp"
#include "core/types.hpp"
#include "games/nogo/geometry.hpp"
#include "games/nogo/notation.hpp"
#include "games/nogo/prospects.hpp"
#include "games/nogo/rules.hpp"

namespace duiyi::nogo {

inline constexpr auto STONE_KEYS = random_keys<2 * Geometry::MAX_POINTS>(0x6E6F676FULL);
inline constexpr Key WHITE_TO_MOVE = 0x9D39247E33776D41ULL;

/// Planes, rows and columns of write_features.
std::array<int, 3> feature_planes(const Rules& rules);

/// A board of at most 64 * Words points.
template <std::size_t Words>
class Position {
  public:
    using Rules = nogo::Rules;
    using Points = Bits<Words>;
    static constexpr std::size_t MAX_MOVES = Points::SIZE;
    static constexpr bool FINISHED_IS_LEAF = false;

    struct Undo {
        std::array<Points, 2> legal;  // before the move
        Points liberties;             // of the group that survives a merger, before it
        std::array<Point, 4> joined;  // roots of the own groups that the stone connects, the surviving one first
        std::uint16_t stones = 0;     // size of the surviving group before it
        std::uint8_t num_joined = 0;
    };

    // Making one
    static Position initial(const Rules& rules);
    static Position parse(const Rules& rules, std::string_view text);

    // What a search sees
    const Rules& rules() const { return rules_; }
    int seats() const { return 2; }
    Seat to_move() const { return to_move_; }
    Key key() const { return key_; }
    void generate(MoveList<MAX_MOVES>& moves) const;
    int count_moves() const { return playable().count(); }
    bool is_legal(Move move) const { return move < rules_.cells() && playable().test(move); }
    void do_move(Move move, Undo& undo);
    void undo_move(Move move, const Undo& undo);
    std::optional<Outcome> outcome() const;
    Playout random_playout(Random& random, int max_plies) const;

    /// Points that a seat may play without capture or suicide, whoever is to move.
    const Points& legal_points(Seat seat) const { return legal_[static_cast<std::size_t>(seat)]; }
    const Points& empty_points() const { return empty_; }
    Prospects<Words> prospects(Seat seat) const;
    /// The seat of a stone, or EMPTY.
    std::uint8_t colour(Point point) const { return colour_[point]; }

    // What people see
    std::string text() const;
    std::vector<std::string> board() const;
    std::optional<Explanation> why_illegal(Move move) const;
    std::optional<Explanation> why_over() const;
    std::vector<int> path(Move move) const { return {move}; }
    /// After a losing move of rule=course the board has a group without liberties, which no text may show: such a position is
    /// the one before, and that move.
    std::string start_text() const;
    std::vector<Move> history() const;

    // What a learner sees
    void write_features(std::span<float> planes) const;

    // What depends on the rules alone
    static int num_moves(const Rules& rules) { return rules.cells(); }
    static std::string move_text(const Rules& rules, Move move) { return point_text(rules, move); }
    static Move parse_move(const Rules& rules, std::string_view text) { return parse_point(rules, text); }
    static std::array<int, 3> feature_shape(const Rules& rules) { return feature_planes(rules); }
    static int num_symmetries(const Rules& rules) { return rules.rows == rules.cols ? 8 : 4; }
    static Move symmetric_move(const Rules& rules, int symmetry, Move move) {
        return static_cast<Move>(symmetric_point(rules, symmetry, move));
    }
    static int symmetric_cell(const Rules& rules, int symmetry, int cell) { return symmetric_point(rules, symmetry, cell); }

    friend bool operator==(const Position& a, const Position& b) {
        return a.rules_ == b.rules_ && a.to_move_ == b.to_move_ && a.lost_by_ == b.lost_by_ && a.colour_ == b.colour_;
    }

  private:
    static constexpr std::size_t SLOTS = Points::SIZE + 1;  // one more than the points: the border

    Rules rules_;
    const Geometry* geometry_ = nullptr;
    Key key_ = 0;
    Seat to_move_ = 0;
    Move lost_by_ = NO_MOVE;  // the losing move that ended the game, rule=course only
    Points empty_{};
    std::array<Points, 2> legal_{};
    std::array<std::uint8_t, SLOTS> colour_{};
    std::array<std::uint8_t, SLOTS> open_{};     // empty neighbours of each point
    std::array<Point, SLOTS> parent_{};          // of each stone; a root is its own parent
    std::array<std::uint16_t, SLOTS> stones_{};  // of each root: size of the group
    std::array<Points, SLOTS> liberties_{};      // of each root

    Points playable() const {
        if (lost_by_ != NO_MOVE) return {};
        return rules_.losing_moves == LosingMoves::LOSE ? empty_ : legal_points(to_move_);
    }
    Point root(Point stone) const {
        while (parent_[stone] != stone) stone = parent_[stone];
        return stone;
    }
    std::uint64_t turn_key(Move move) const {
        return STONE_KEYS[static_cast<std::size_t>(to_move_) * Geometry::MAX_POINTS + move] ^ WHITE_TO_MOVE;
    }
    bool is_capture(Move move, Seat seat) const;
    bool is_suicide(Move move, Seat seat) const;
    void forbid_suicide(std::size_t point, Seat seat) {
        if (open_[point] == 0 && is_suicide(static_cast<Move>(point), seat)) legal_[static_cast<std::size_t>(seat)].reset(point);
    }
    void connect(Point stone, Points liberties, Undo& undo);
    void lose_by(Move move);
    bool takes_points(Point point, Seat seat) const;
    void find_groups();
    std::vector<int> group_cells(Point stone) const;
    Explanation explain_loss(Move move, Seat mover) const;
};

// The hot path, defined here so that searches can inline it.

template <std::size_t Words>
inline void Position<Words>::generate(MoveList<MAX_MOVES>& moves) const {
    moves.clear();
    Points rest = playable();
    for (auto& word : rest.words)
        for (const auto base = static_cast<std::size_t>(&word - rest.words.data()) * 64; word != 0; word &= word - 1)
            moves.push(static_cast<Move>(base + static_cast<std::size_t>(std::countr_zero(word))));
}

template <std::size_t Words>
inline std::optional<Outcome> Position<Words>::outcome() const {
    if (lost_by_ != NO_MOVE)
        return Outcome::win(to_move_, is_capture(lost_by_, 1 - to_move_) ? Reason::CAPTURE : Reason::SUICIDE);
    if (playable().none()) return Outcome::win(1 - to_move_, Reason::NO_LEGAL_MOVE);
    return std::nullopt;
}

/// Whether the move takes the last liberty of an enemy group. The point itself is that liberty.
template <std::size_t Words>
inline bool Position<Words>::is_capture(Move move, Seat seat) const {
    for (const Point next : geometry_->neighbours[move])
        if (colour_[next] == 1 - seat && !liberties_[root(next)].several()) return true;
    return false;
}

/// Whether the stone would have no liberty, of its own or by connecting. Captures are illegal, so they free nothing.
template <std::size_t Words>
inline bool Position<Words>::is_suicide(Move move, Seat seat) const {
    if (open_[move] != 0) return false;
    for (const Point next : geometry_->neighbours[move])
        if (colour_[next] == seat && liberties_[root(next)].several()) return false;
    return true;
}

template <std::size_t Words>
inline void Position<Words>::do_move(Move move, Undo& undo) {
    const Seat me = to_move_;
    const Seat other = 1 - me;
    if (!legal_points(me).test(move)) [[unlikely]]
        return lose_by(move);
    undo.legal = legal_;
    undo.num_joined = 0;

    // 1. The stone, and what it takes from its neighbours.
    colour_[move] = static_cast<std::uint8_t>(me);
    empty_.reset(move);
    legal_[0].reset(move);
    legal_[1].reset(move);
    key_ ^= turn_key(move);
    to_move_ = other;
    Points liberties{};
    std::array<std::size_t, 4> last_liberties;  // of enemy groups left with one
    std::size_t num_last = 0;
    for (const Point next : geometry_->neighbours[move]) {
        --open_[next];
        if (colour_[next] == EMPTY) {
            liberties.set(next);
        } else if (colour_[next] == other) {
            Points& theirs = liberties_[root(next)];
            theirs.reset(move);
            if (!theirs.several()) last_liberties[num_last++] = theirs.first();
        } else if (colour_[next] == me) {
            const Point group = root(next);
            bool is_known = false;
            for (std::size_t i = 0; i < undo.num_joined; ++i) is_known |= undo.joined[i] == group;
            if (!is_known) undo.joined[undo.num_joined++] = group;
        }
    }
    connect(move, liberties, undo);

    // 2. The points that are lost by it.
    const Points& mine = liberties_[root(move)];
    if (!mine.several()) {
        const std::size_t last = mine.first();
        legal_[static_cast<std::size_t>(other)].reset(last);
        forbid_suicide(last, me);
    }
    for (std::size_t i = 0; i < num_last; ++i) {
        legal_[static_cast<std::size_t>(me)].reset(last_liberties[i]);
        forbid_suicide(last_liberties[i], other);
    }
    for (const Point next : geometry_->neighbours[move])
        if (colour_[next] == EMPTY && open_[next] == 0) {
            forbid_suicide(next, me);
            forbid_suicide(next, other);
        }
}

/// Makes the stone one group with those it touches; the largest keeps its root, which keeps the paths short.
template <std::size_t Words>
inline void Position<Words>::connect(Point stone, Points liberties, Undo& undo) {
    if (undo.num_joined == 0) {
        parent_[stone] = stone;
        stones_[stone] = 1;
        liberties_[stone] = liberties;
        return;
    }
    for (std::size_t i = 1; i < undo.num_joined; ++i)
        if (stones_[undo.joined[i]] > stones_[undo.joined[0]]) std::swap(undo.joined[0], undo.joined[i]);
    const Point kept = undo.joined[0];
    undo.liberties = liberties_[kept];
    undo.stones = stones_[kept];
    parent_[stone] = kept;
    ++stones_[kept];
    for (std::size_t i = 1; i < undo.num_joined; ++i) {
        const Point joined = undo.joined[i];
        parent_[joined] = kept;
        liberties |= liberties_[joined];
        stones_[kept] = static_cast<std::uint16_t>(stones_[kept] + stones_[joined]);
    }
    liberties_[kept] |= liberties;
    liberties_[kept].reset(stone);
}

template <std::size_t Words>
inline void Position<Words>::lose_by(Move move) {
    colour_[move] = static_cast<std::uint8_t>(to_move_);
    empty_.reset(move);
    key_ ^= turn_key(move);
    to_move_ = 1 - to_move_;
    lost_by_ = move;
}

template <std::size_t Words>
inline void Position<Words>::undo_move(Move move, const Undo& undo) {
    to_move_ = 1 - to_move_;
    key_ ^= turn_key(move);
    colour_[move] = EMPTY;
    empty_.set(move);
    if (lost_by_ != NO_MOVE) [[unlikely]] {
        lost_by_ = NO_MOVE;
        return;
    }
    for (const Point next : geometry_->neighbours[move]) {
        ++open_[next];
        if (colour_[next] == 1 - to_move_) liberties_[root(next)].set(move);
    }
    for (std::size_t i = 0; i < undo.num_joined; ++i) parent_[undo.joined[i]] = undo.joined[i];
    if (undo.num_joined > 0) {
        liberties_[undo.joined[0]] = undo.liberties;
        stones_[undo.joined[0]] = undo.stones;
    }
    legal_ = undo.legal;
}

extern template class Position<1>;
extern template class Position<2>;
extern template class Position<4>;
extern template class Position<6>;

}  // namespace duiyi::nogo
