// One thread of best-reply search: the seat to move against all others, of whom only one may surprise us in each round.
//
// Best-reply search (Schadd and Winands 2011) lets one opponent a round choose and the others pass, which makes impossible
// positions. Here the others play the move that their own hints put first instead (BRS+: Esser, Gras, Winands, Schadd, Lanctot
// 2013), so every position is a real one and the width of a round is the sum of the opponents' widths, not their product. Below
// the root only the moves that look best are tried. A game may go on when our place is known (`SearchTraits::is_done`): scores
// are therefore places among the seats that played on at the root, with the evaluation in between.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <optional>
#include <vector>

#include "search/best_lines.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/rates.hpp"
#include "search/table.hpp"

namespace duiyi {

/// A root move with its score for us and the line that was expected to follow.
struct ReplyMove {
    Move move = NO_MOVE;
    Score score = 0;
    std::vector<Move> line;
};

template <PositionLike P, EvaluatorFor<P> E>
class ReplySearcher {
  public:
    using Traits = SearchTraits<P>;
    using Moves = MoveList<P::MAX_MOVES>;

    explicit ReplySearcher(const E& evaluator) : evaluator_(evaluator) {}

    /// `on_poll` is called every few hundred nodes, by the first thread alone.
    void begin(const P& position, Table& table, Control& control, std::function<void()> on_poll) {
        board_ = position;
        evaluator_.reset(*board_);
        table_ = &table;
        control_ = &control;
        on_poll_ = std::move(on_poll);
        nodes_.store(0, std::memory_order_relaxed);
        note_places(position);
        first_look();
    }

    const std::vector<ReplyMove>& ranked() const { return ranked_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// Searches every root move one depth further; false when the time was up, and then nothing has changed.
    bool deepen(int depth) {
        const std::size_t wanted = std::min(ranked_.size(), static_cast<std::size_t>(std::max(1, control_->limits().lines)));
        std::vector<ReplyMove> next;
        for (const ReplyMove& root : ranked_) {
            const Score alpha = next.size() < wanted ? -INFINITE : next[wanted - 1].score;
            typename P::Undo undo;
            evaluator_.do_move(*board_, root.move, undo);
            const Score score = look(*board_, alpha, INFINITE, depth - 1, 1, false);
            evaluator_.undo_move(*board_, root.move, undo);
            if (control_->stopped()) return false;
            ReplyMove found{root.move, score, {root.move}};
            std::ranges::copy(lines_.from(1), std::back_inserter(found.line));
            const auto place =
                std::find_if(next.begin(), next.end(), [&](const ReplyMove& other) { return score > other.score; });
            next.insert(place, std::move(found));
        }
        ranked_ = std::move(next);
        return true;
    }

  private:
    static constexpr int OWN_WIDTH = 16;   // moves of ours below the root
    static constexpr int REPLY_WIDTH = 5;  // of the opponent who may choose

    void first_look() {
        Moves moves;
        Traits::candidates(*board_, moves);
        Picker picker(moves, [&](Move move) { return Traits::order(*board_, move); });
        ranked_.clear();
        for (Move move; picker.next(move);) ranked_.push_back({move, 0, {move}});
    }

    bool count_node() {
        const std::uint64_t n = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(n, std::memory_order_relaxed);
        if (n % 256 == 0 && on_poll_) on_poll_();
        if (n >= control_->limits().nodes) control_->stop();
        return control_->stopped();
    }

    /// The value for us, whoever is to move. `is_spent`: an opponent has already chosen freely in this round.
    Score look(P& board, Score alpha, Score beta, int depth, int ply, bool is_spent) {
        lines_.forget(ply);
        if (count_node()) return 0;
        if (const auto end = Traits::judged(board, ply)) return value_of(*end, ply);
        if (is_done(board, me_)) return arrival(num_ahead(board), ply);
        if (depth <= 0 || ply >= MAX_PLY - 2) return evaluate(board);
        const bool is_mine = board.to_move() == me_;
        if (is_mine) is_spent = false;

        const Key key =
            Traits::table_key(board) ^ (is_spent ? 0x9E3779B97F4A7C15ULL : 0) ^ static_cast<Key>(me_ + 1) * 0xBF58476D1CE4E5B9ULL;
        Entry known;
        const bool hit = table_->probe(key, known);
        if (hit && known.depth >= depth) {
            const Score score = from_table(known.score, ply);
            if (known.bound == Bound::EXACT || (known.bound == Bound::LOWER && score >= beta) ||
                (known.bound == Bound::UPPER && score <= alpha))
                return score;
        }

        Moves moves;
        Traits::candidates(board, moves);
        if (moves.empty()) {
            const auto end = board.outcome();
            return end ? value_of(*end, ply) : evaluate(board);
        }
        Move expected = moves[0];  // what this seat would play by its hints alone
        int promise = -(1 << 30);
        Picker picker(moves, [&](Move move) {
            const int hint = Traits::order(board, move);
            if (hint > promise) {
                promise = hint;
                expected = move;
            }
            return hit && move == known.move ? 1 << 30 : hint;
        });
        if (!is_mine && is_spent) {
            moves.truncate(1);
            moves[0] = expected;
        }
        int width = is_mine ? OWN_WIDTH : REPLY_WIDTH;
        const Score first_alpha = alpha, first_beta = beta;
        Score best = is_mine ? -INFINITE : INFINITE;
        Move best_move = NO_MOVE;
        for (Move move; width > 0 && picker.next(move); --width) {
            typename P::Undo undo;
            evaluator_.do_move(board, move, undo);
            const Score score = look(board, alpha, beta, depth - 1, ply + 1, is_spent || (!is_mine && move != expected));
            evaluator_.undo_move(board, move, undo);
            if (control_->stopped()) return 0;
            if (is_mine ? score <= best : score >= best) continue;
            best = score;
            best_move = move;
            lines_.remember(move, ply);
            if (is_mine) alpha = std::max(alpha, score);
            else beta = std::min(beta, score);
            if (alpha >= beta) break;
        }
        const Bound bound = best >= first_beta ? Bound::LOWER : best <= first_alpha ? Bound::UPPER : Bound::EXACT;
        table_->store(key,
                      {best_move, static_cast<std::int16_t>(to_table(best, ply)), 0, static_cast<std::int8_t>(depth), bound});
        return best;
    }

    // Places
    static bool is_done(const P& board, Seat seat) {
        if constexpr (requires { Traits::is_done(board, seat); }) return Traits::is_done(board, seat);
        return false;
    }
    void note_places(const P& board) {
        me_ = board.to_move();
        playing_ = {};
        rivals_ = -1;
        for (Seat seat = 0; seat < board.seats(); ++seat)
            rivals_ += playing_[static_cast<std::size_t>(seat)] = !is_done(board, seat);
        step_ = 2 * FORECAST / std::max(1, rivals_);
        is_open_ = rivals_ == board.seats() - 1;
    }
    /// How many have got their place before us since the root.
    int num_ahead(const P& board) const {
        int count = 0;
        for (Seat seat = 0; seat < board.seats(); ++seat)
            count += seat != me_ && playing_[static_cast<std::size_t>(seat)] && is_done(board, seat);
        return count;
    }
    /// We are done, behind so many of those who played on at the root. Ahead of all, at once, in an open game is a win for
    /// certain.
    Score arrival(int ahead, int ply) const {
        if (ahead == 0 && ply == 1 && is_open_) return win_in(1);
        return FORECAST - ahead * step_ - ply;
    }
    Score value_of(const Outcome& outcome, int ply) const {
        int ahead = 0;
        for (std::size_t seat = 0; seat < MAX_SEATS; ++seat)
            ahead += playing_[seat] && outcome.scores[seat] > outcome.scores[static_cast<std::size_t>(me_)];
        return ahead == rivals_ ? ply - FORECAST : arrival(ahead, ply);
    }

    /// Our lead, half over the best of those who play on, half over their mean, between the places that it may still bring.
    Score evaluate(const P& board) {
        std::array<int, MAX_SEATS> standing{};
        evaluator_.evaluate_seats(board, standing);
        int best = -(1 << 28), sum = 0, count = 0;
        for (Seat seat = 0; seat < board.seats(); ++seat) {
            if (seat == me_ || is_done(board, seat)) continue;
            best = std::max(best, standing[static_cast<std::size_t>(seat)]);
            sum += standing[static_cast<std::size_t>(seat)];
            ++count;
        }
        const int others = count == 0 ? 0 : (best + sum / count) / 2;
        const int lead = standing[static_cast<std::size_t>(me_)] - others;
        const int reach = step_ / 2 - MAX_PLY;
        return FORECAST - num_ahead(board) * step_ - step_ / 2 + std::clamp(lead, -reach, reach);
    }

    std::optional<P> board_;
    E evaluator_;
    Table* table_ = nullptr;
    Control* control_ = nullptr;
    std::function<void()> on_poll_;
    std::vector<ReplyMove> ranked_;  // best first
    Seat me_ = 0;
    std::array<bool, MAX_SEATS> playing_{};  // at the root
    int rivals_ = 0;
    Score step_ = 0;        // from place to place
    bool is_open_ = false;  // nobody was done at the root
    std::atomic<std::uint64_t> nodes_{0};
    BestLines lines_;
};

}  // namespace duiyi
