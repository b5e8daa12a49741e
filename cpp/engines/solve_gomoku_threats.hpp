// Wins by continuous threats (VCT): every move of the attacker makes a four or an open three, so the defender has few replies.
//
//     ThreatSearch<Rule::RENJU> threats(std::size_t{1} << 24);
//     const Move move = threats.find(position, 100000);   // a first move that wins, or NO_MOVE
//
// Depth-first proof-number search (Nagai 2002). What the defender may reply to is read from the board: a five to stop, or an open
// four to prevent, which only fours of his own and stones in its line can do. So every win is a proof under all four rules; not
// to find one proves nothing. Stones only come, so no position repeats on a path.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "engines/solve_gomoku_fours.hpp"
#include "games/gomoku/search_traits.hpp"

namespace duiyi::gomoku {

template <Rule R>
class ThreatSearch {
  public:
    explicit ThreatSearch(std::size_t bytes)
        : table_(std::bit_floor(std::max(bytes, sizeof(Slot)) / sizeof(Slot))), fours_(bytes / 8) {}

    /// A move of the seat to move that wins by threats, or NO_MOVE. The position is changed on the way and restored; no opening
    /// may be under way and the game must go on. `is_stopped` is asked every few hundred nodes.
    template <class IsStopped = bool (*)()>
    Move find(Position<R>& position, std::uint64_t most_nodes, IsStopped&& is_stopped = [] { return false; }) {
        attacker_ = position.next_colour();
        nodes_ = 0;
        most_nodes_ = most_nodes;
        is_aborted_ = false;
        Slot root{table_key(position.key()), 1, 1, NO_MOVE};
        search(position, root, INFINITE_NUMBER, INFINITE_NUMBER, is_stopped);
        return root.proof == 0 ? root.move : NO_MOVE;
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    using Traits = SearchTraits<Position<R>>;
    using Moves = MoveList<MAX_CELLS>;
    static constexpr std::uint32_t INFINITE_NUMBER = 1U << 30;
    static constexpr std::uint64_t FOUR_NODES = 500;  // for the search of fours at every attacker's node

    /// How much is still to be shown for a win (proof 0: shown) or against it (disproof 0: refuted).
    struct Slot {
        Key key = 0;
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;
        Move move = NO_MOVE;  // of the attacker, where he is to move and wins
    };

    bool is_attacking(const Position<R>& position) const { return position.next_colour() == attacker_; }

    Slot& slot(Key key) { return table_[key & (table_.size() - 1)]; }
    Slot look(Key key) {
        const Slot& known = slot(key);
        return known.key == key ? known : Slot{key, 1, 1, NO_MOVE};
    }
    static void win(Slot& node, Move move = NO_MOVE) { node = {node.key, 0, INFINITE_NUMBER, move}; }
    static void fail(Slot& node) { node = {node.key, INFINITE_NUMBER, 0, NO_MOVE}; }

    /// Searches below a node until its numbers reach the limits or it is decided.
    template <class IsStopped>
    void search(Position<R>& position, Slot& node, std::uint32_t most_proof, std::uint32_t most_disproof, IsStopped& is_stopped) {
        if (++nodes_ >= most_nodes_ || ((nodes_ & 0xFF) == 0 && is_stopped())) is_aborted_ = true;
        if (is_aborted_) return;
        const bool is_or = is_attacking(position);
        Moves moves;
        if (is_or ? decide_attack(position, node, moves) : decide_defence(position, node, moves)) {
            slot(node.key) = node;
            return;
        }
        std::array<Key, MAX_CELLS> keys;
        for (std::size_t i = 0; i < moves.size(); ++i) keys[i] = key_after(position, moves[i]);
        while (!is_aborted_) {
            // 1. A win needs one move of the attacker and every move of the defender.
            std::uint32_t least = INFINITE_NUMBER, second = INFINITE_NUMBER, sum = 0, other_of_best = 0;
            std::size_t best = 0;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const Slot child = look(keys[i]);
                const std::uint32_t own = is_or ? child.proof : child.disproof;
                const std::uint32_t against = is_or ? child.disproof : child.proof;
                sum = std::min(INFINITE_NUMBER, sum + against);
                if (own < least) {
                    second = least;
                    least = own;
                    other_of_best = against;
                    best = i;
                } else {
                    second = std::min(second, own);
                }
            }
            node.proof = is_or ? least : sum;
            node.disproof = is_or ? sum : least;
            if (node.proof == 0 && is_or) node.move = moves[best];
            slot(node.key) = node;
            if (node.proof >= most_proof || node.disproof >= most_disproof) return;

            // 2. The most promising move, until another one is more so. A quarter more than that saves many changes of mind.
            const std::uint32_t own_limit = is_or ? most_proof : most_disproof;
            const std::uint32_t sum_limit = is_or ? most_disproof : most_proof;
            const std::uint32_t next_own = std::min(own_limit, second == INFINITE_NUMBER ? second : second + second / 4 + 1);
            const std::uint32_t next_sum = sum_limit == INFINITE_NUMBER ? sum_limit : sum_limit - (sum - other_of_best);
            typename Position<R>::Undo undo;
            position.do_move(moves[best], undo);
            Slot child = look(keys[best]);
            search(position, child, is_or ? next_own : next_sum, is_or ? next_sum : next_own, is_stopped);
            position.undo_move(moves[best], undo);
        }
    }

    /// The same position is another question when the other colour attacks.
    Key table_key(Key key) const { return attacker_ == BLACK ? key : ~key; }
    Key key_after(const Position<R>& position, Move move) const {
        return table_key(position.key() ^ stone_key(move, position.next_colour()) ^ WHITE_NEXT_KEY);
    }

    /// The attacker's node: true when it is decided, else the threats to try.
    bool decide_attack(Position<R>& position, Slot& node, Moves& moves) {
        const auto& patterns = position.patterns();
        const Colour defender = other(attacker_);
        if (patterns.count(attacker_, Threat::FIVE) > 0) {
            win(node, static_cast<Move>(patterns.find(attacker_, Threat::FIVE)));
            return true;
        }
        if (patterns.count(defender, Threat::FIVE) > 0) {
            Traits::candidates(position, moves);
            moves.truncate(stops_five(position, moves));
        } else {
            if (fours_.has_fours(position)) {
                const Move move = fours_.find(position, FOUR_NODES);
                nodes_ += fours_.nodes();
                if (move != NO_MOVE) {
                    win(node, move);
                    return true;
                }
            }
            for (int cell = 0; cell < position.rules().cells(); ++cell) {
                const Threat threat = patterns.threat(cell, attacker_);
                if (threat >= Threat::OPEN_THREE && threat != Threat::FORBIDDEN && Traits::may_play(position, cell))
                    moves.push(static_cast<Move>(cell));
            }
            std::stable_sort(moves.begin(), moves.end(),
                             [&](Move a, Move b) { return Traits::order(position, a) > Traits::order(position, b); });
        }
        if (moves.empty() || position.outcome()) fail(node);
        return moves.empty() || node.disproof == 0;
    }

    /// The defender's node: true when it is decided, else every reply that may save him.
    bool decide_defence(const Position<R>& position, Slot& node, Moves& moves) {
        const auto& patterns = position.patterns();
        const Colour defender = other(attacker_);
        if (position.winner()) {
            win(node);
            return true;
        }
        if (position.outcome() || patterns.count(defender, Threat::FIVE) > 0) {
            fail(node);
            return true;
        }
        if (patterns.count(attacker_, Threat::FIVE) > 0) {
            Traits::candidates(position, moves);
            moves.truncate(stops_five(position, moves));
        } else {
            const int cell = open_four(position);
            if (cell < 0 || patterns.count(defender, Threat::OPEN_FOUR) > 0) {
                fail(node);
                return true;
            }
            const auto line = Traits::points_against(patterns, attacker_, cell);
            for (int point = 0; point < position.rules().cells(); ++point)
                if ((line.test(static_cast<std::size_t>(point)) || makes_four(patterns, point, defender)) &&
                    patterns.lines().at(point) == EMPTY && Traits::may_play(position, point))
                    moves.push(static_cast<Move>(point));
        }
        if (moves.empty()) win(node);
        return moves.empty();
    }

    /// Keeps the moves in front that are really replies to a five: without one the general search falls back to any move.
    std::size_t stops_five(const Position<R>& position, Moves& moves) const {
        const auto& patterns = position.patterns();
        const Colour enemy = other(position.next_colour());
        const auto line = Traits::points_against(patterns, enemy, patterns.find(enemy, Threat::FIVE));
        const auto end = std::stable_partition(moves.begin(), moves.end(), [&](Move move) { return line.test(move); });
        return static_cast<std::size_t>(end - moves.begin());
    }

    /// Where the attacker threatens an open four that he may play, or -1.
    int open_four(const Position<R>& position) const {
        const auto& patterns = position.patterns();
        if (patterns.count(attacker_, Threat::OPEN_FOUR) == 0) return -1;
        for (int cell = 0; cell < position.rules().cells(); ++cell)
            if (patterns.threat(cell, attacker_) == Threat::OPEN_FOUR &&
                (R != Rule::RENJU || attacker_ != BLACK || !position.is_forbidden_point(cell)))
                return cell;
        return -1;
    }

    static bool makes_four(const Patterns<R>& patterns, int cell, Colour colour) {
        const Threat threat = patterns.threat(cell, colour);
        if (threat == Threat::FORBIDDEN) return false;
        return threat >= Threat::FOUR || (R == Rule::RENJU && threat == Threat::DOUBLE_THREE);
    }

    std::vector<Slot> table_;
    FourSearch<R> fours_;
    Colour attacker_ = BLACK;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = 0;
    bool is_aborted_ = false;
};

}  // namespace duiyi::gomoku
