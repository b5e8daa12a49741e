// Wins by continuous fours (VCF): every move of the attacker makes a four, every reply is forced, so the search is narrow and
// deep.
//
//     FourSearch<Rule::RENJU> fours(std::size_t{1} << 20);
//     const Move move = fours.find(position, 10000);   // a first move that wins, or NO_MOVE
//     fours.line()                                     // attacker and defender in turn, up to the five or a four nobody may stop
//
// A win is proven by its line. Not to find one proves nothing: there may be slower wins, or the node limit was too low.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {

template <Rule R>
class FourSearch {
  public:
    /// `bytes` for positions known to hold no win; they serve later searches of the same game too.
    explicit FourSearch(std::size_t bytes) : failed_(std::bit_floor(std::max(bytes, sizeof(Key)) / sizeof(Key)), 0) {}

    /// A move of the seat to move that wins by fours, or NO_MOVE. The position is changed on the way and restored; no opening may
    /// be under way and the game must go on. `is_stopped` is asked every few hundred nodes.
    template <class IsStopped = bool (*)()>
    Move find(Position<R>& position, std::uint64_t most_nodes, IsStopped&& is_stopped = [] { return false; }) {
        begin(position, most_nodes);
        return attack(position, is_stopped) ? line_.back() : NO_MOVE;
    }

    /// The same for one first move: whether it is a four, or a five, that wins.
    template <class IsStopped = bool (*)()>
    bool wins_by(Position<R>& position, Move move, std::uint64_t most_nodes, IsStopped&& is_stopped = [] { return false; }) {
        begin(position, most_nodes);
        return makes_four(position, move) && follow(position, move, is_stopped);
    }

    /// The first moves worth asking about: fives and fours that may be played.
    std::vector<Move> first_moves(const Position<R>& position) {
        attacker_ = position.next_colour();
        Moves moves;
        collect(position, moves);
        return {moves.begin(), moves.end()};
    }

    /// The moves of the win just found, attacker and defender in turn.
    std::vector<Move> line() const { return {line_.rbegin(), line_.rend()}; }

    /// Plies to the five of the win just found; it may end with a four that nobody may stop.
    int plies() const { return static_cast<int>(line_.size()) + (line_ends_early_ ? 2 : 0); }

    /// Whether the seat to move can make a four at all.
    static bool has_fours(const Position<R>& position) {
        const auto& patterns = position.patterns();
        const Colour colour = position.next_colour();
        int sum = 0;
        for (int threat = static_cast<int>(LEAST); threat <= static_cast<int>(Threat::OPEN_FOUR); ++threat)
            sum += patterns.count(colour, static_cast<Threat>(threat));
        return sum > 0;
    }

    void forget() { std::fill(failed_.begin(), failed_.end(), Key{0}); }

    std::uint64_t nodes() const { return nodes_; }
    /// Whether the last search saw everything there was to see.
    bool is_complete() const { return !is_aborted_; }

  private:
    using Moves = MoveList<MAX_CELLS>;

    void begin(const Position<R>& position, std::uint64_t most_nodes) {
        attacker_ = position.next_colour();
        line_.clear();
        line_ends_early_ = false;
        nodes_ = 0;
        most_nodes_ = most_nodes;
        is_aborted_ = false;
    }

    /// The attacker is to move. On success `line_` holds the moves, last first.
    template <class IsStopped>
    bool attack(Position<R>& position, IsStopped& is_stopped) {
        if (++nodes_ >= most_nodes_ || ((nodes_ & 0xFF) == 0 && is_stopped())) is_aborted_ = true;
        if (is_aborted_) return false;
        const auto& patterns = position.patterns();
        if (patterns.count(attacker_, Threat::FIVE) > 0) {
            line_.push_back(static_cast<Move>(patterns.find(attacker_, Threat::FIVE)));
            return true;
        }
        const Key key = position.key();
        Key& failed = failed_[key & (failed_.size() - 1)];
        if (failed == key) return false;
        Moves moves;
        collect(position, moves);
        for (const Move move : moves)
            if (follow(position, move, is_stopped)) return true;
        if (!is_aborted_) failed = key;
        return false;
    }

    /// Plays a four of the attacker and the reply it forces.
    template <class IsStopped>
    bool follow(Position<R>& position, Move move, IsStopped& is_stopped) {
        typename Position<R>::Undo undo;
        if (position.patterns().threat(move, attacker_) == Threat::FIVE) {
            line_.push_back(move);
            return true;
        }
        const bool is_certain = R != Rule::CARO || position.patterns().threat(move, attacker_) >= Threat::DOUBLE_FOUR;
        position.do_move(move, undo);
        const auto [reply, count] = fives_through(position, move);
        bool won = false;
        if (is_certain && (count > 1 || (count == 1 && !may_play(position, reply)))) {
            // One stone cannot stop two fives, nor black one on a forbidden point.
            line_ends_early_ = count == 1;
            if (count > 1) line_.insert(line_.end(), {reply, other_five(position, move, reply)});
            won = true;
        } else if (count > 0 && R == Rule::CARO) {
            won = outlasts(position, move, is_stopped);
        } else if (count == 1) {
            won = answers(position, reply, is_stopped);
        }
        position.undo_move(move, undo);
        if (won) line_.push_back(move);
        return won;
    }

    /// Whether the attack goes on after a reply.
    template <class IsStopped>
    bool answers(Position<R>& position, Move reply, IsStopped& is_stopped) {
        typename Position<R>::Undo undo;
        position.do_move(reply, undo);
        const bool won = attack(position, is_stopped);
        position.undo_move(reply, undo);
        if (won) line_.push_back(reply);
        return won;
    }

    /// Under caro a four may be stopped beyond its ends too: whether the attack goes on after every reply in its line.
    template <class IsStopped>
    bool outlasts(Position<R>& position, Move move, IsStopped& is_stopped) {
        const std::size_t length = line_.size();
        const auto& lines = position.patterns().lines();
        for (int direction = 0; direction < DIRECTIONS; ++direction)
            for (const int sign : {-1, 1})
                for (int distance = 1; distance <= WALLS; ++distance) {
                    const Point point = lines.at(move, direction, sign * distance);
                    if (point == WALL) break;
                    if (point != EMPTY || !has_five(position, move, direction)) continue;
                    line_.resize(length);
                    if (!answers(position, static_cast<Move>(move + sign * distance * lines.geometry().step(direction)),
                                 is_stopped)) {
                        line_.resize(length);
                        return false;
                    }
                }
        return line_.size() > length;
    }
    bool has_five(const Position<R>& position, Move move, int direction) const {
        bool found = false;
        each_five(position, move,
                  [&](int cell) { found |= position.patterns().pattern(cell, direction, attacker_) == Pattern::FIVE; });
        return found;
    }

    /// Fours worth trying, the most promising first. A four of the defender allows only the move that stops it.
    void collect(const Position<R>& position, Moves& moves) const {
        moves.clear();
        const auto& patterns = position.patterns();
        const Colour defender = other(attacker_);
        const int threats = patterns.count(defender, Threat::FIVE);
        if (patterns.count(attacker_, Threat::FIVE) == 0 && threats > 0) {
            const int only = patterns.find(defender, Threat::FIVE);
            if (threats == 1 && makes_four(position, only)) moves.push(static_cast<Move>(only));
            return;
        }
        std::array<std::pair<int, Move>, MAX_CELLS> scored;
        std::size_t count = 0;
        for (int cell = 0; cell < position.rules().cells(); ++cell)
            if (patterns.threat(cell, attacker_) >= LEAST && makes_four(position, cell))
                scored[count++] = {-rank(patterns, cell), static_cast<Move>(cell)};
        std::sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t i = 0; i < count; ++i) moves.push(scored[i].second);
    }

    int rank(const Patterns<R>& patterns, int cell) const {
        return 1000 * static_cast<int>(patterns.threat(cell, attacker_)) + shape_value(patterns.shape(cell, attacker_)) +
               shape_value(patterns.shape(cell, other(attacker_))) / 4;
    }

    /// Whether the attacker may play there and it makes a four or a five.
    bool makes_four(const Position<R>& position, int cell) const {
        const Threat threat = position.patterns().threat(cell, attacker_);
        if (threat < LEAST || threat == Threat::FORBIDDEN) return false;
        if (threat == Threat::FIVE) return true;
        if constexpr (R == Rule::RENJU)
            if (attacker_ == BLACK)
                return Tally::of(position.patterns().shape(cell, BLACK)).fours > 0 && !position.is_forbidden_point(cell);
        return threat >= Threat::FOUR;
    }

    /// Whether the seat to move may play on an empty cell.
    static bool may_play(const Position<R>& position, int cell) {
        return R != Rule::RENJU || position.next_colour() != BLACK || !position.is_forbidden_point(cell);
    }

    /// Where the attacker's new four can become five: the first such point, and how many there are.
    std::pair<Move, int> fives_through(const Position<R>& position, Move move) const {
        Move first = NO_MOVE;
        int count = 0;
        each_five(position, move, [&](int cell) {
            if (count++ == 0) first = static_cast<Move>(cell);
        });
        return {first, count};
    }
    Move other_five(const Position<R>& position, Move move, Move one) const {
        Move found = NO_MOVE;
        each_five(position, move, [&](int cell) {
            if (cell != one) found = static_cast<Move>(cell);
        });
        return found;
    }
    template <class Found>
    void each_five(const Position<R>& position, Move move, Found&& found) const {
        const auto& patterns = position.patterns();
        const auto& lines = patterns.lines();
        for (int direction = 0; direction < DIRECTIONS; ++direction)
            for (const int sign : {-1, 1})
                for (int distance = 1; distance <= 4; ++distance) {
                    const Point point = lines.at(move, direction, sign * distance);
                    if (point == stone_of(attacker_)) continue;
                    const int cell = move + sign * distance * lines.geometry().step(direction);
                    if (point == EMPTY && patterns.pattern(cell, direction, attacker_) == Pattern::FIVE) found(cell);
                    if (point != EMPTY) break;
                }
    }

    // Under renju two open threes of black hide a four that may be made with them.
    static constexpr Threat LEAST = R == Rule::RENJU ? Threat::DOUBLE_THREE : Threat::FOUR;

    std::vector<Key> failed_;  // by the low bits of the key
    std::vector<Move> line_;
    Colour attacker_ = BLACK;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = 0;
    bool is_aborted_ = false;
    bool line_ends_early_ = false;
};

}  // namespace duiyi::gomoku
