// What every alpha-beta search of one thread stands on: the position and its way down, the root's moves, the table, the count of
// nodes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <vector>

#include "core/concepts.hpp"
#include "core/evaluator.hpp"
#include "core/search_traits.hpp"
#include "search/best_lines.hpp"
#include "search/limits.hpp"
#include "search/move_order.hpp"
#include "search/score.hpp"
#include "search/table.hpp"

namespace duiyi {

struct AlphaBetaOptions {
    std::size_t table_bytes = std::size_t{64} << 20;
    bool uses_table = true;
    /// Off: no pruning, reduction or extension that could change the value of a fixed depth. For tests and teaching.
    bool is_selective = true;
};

/// A move at the root with the line that follows it.
struct RootMove {
    Move move = NO_MOVE;
    Score score = -INFINITE;     // in the depth being searched; -INFINITE while it is not known
    Score previous = -INFINITE;  // in the depth before
    int length = 0;
    std::array<Move, MAX_PLY> line{};

    Score known() const { return score == -INFINITE ? previous : score; }
};

/// Searchers are built on it and bring the search below the root.
template <PositionLike P, EvaluatorFor<P> E>
class SearchGround {
  public:
    using Traits = SearchTraits<P>;
    using Moves = MoveList<P::MAX_MOVES>;
    static constexpr std::uint64_t POLL_EVERY = 256;  // nodes

    SearchGround(const P& position, const E& evaluator) : position_(position), evaluator_(evaluator) {}

    void forget() { histories_.clear(); }

    std::vector<RootMove>& root() { return root_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  protected:
    struct Frame {
        int index = Histories<P>::NOTHING;  // history index of the move played here
        Score evaluation = 0;
        std::array<Move, 2> killers = {NO_MOVE, NO_MOVE};
        Move excluded = NO_MOVE;
        typename P::Undo undo{};
    };

    /// Sets the root and brings its moves into an order. The table, control and options outlive the search.
    /// `on_poll`, where given, is called every few hundred nodes.
    template <class Order>
    void set_root(const P& position, Table& table, Control& control, const AlphaBetaOptions& options,
                  std::function<void()> on_poll, Order&& order) {
        position_ = position;
        evaluator_.reset(position);
        table_ = &table;
        control_ = &control;
        options_ = options;
        on_poll_ = std::move(on_poll);
        polls_ = static_cast<bool>(on_poll_);
        next_poll_ = POLL_EVERY;
        nodes_.store(0, std::memory_order_relaxed);
        frames_.fill(Frame{});
        Moves moves;
        Traits::candidates(position_, moves);
        Picker picker(moves, order);
        root_.clear();
        for (Move move; picker.next(move);) {
            RootMove& root = root_.emplace_back();
            root.move = root.line[0] = move;
            root.length = 1;
        }
    }

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + 2)]; }

    /// Plays a move; returns the seat that is to move then.
    Seat play(Move move, int ply) {
        Frame& here = frame(ply);
        here.index = Traits::history_index(position_, move);
        evaluator_.do_move(position_, move, here.undo);
        if (options_.uses_table) table_->prefetch(Traits::table_key(position_));
        return position_.to_move();
    }
    void take_back(Move move, int ply) { evaluator_.undo_move(position_, move, frame(ply).undo); }

    /// Counts nodes; true when the search must end.
    bool count_nodes(std::uint64_t count) {
        if (control_->stopped()) return true;
        const std::uint64_t n = nodes() + count;
        nodes_.store(n, std::memory_order_relaxed);
        if (polls_ && n >= next_poll_) {
            next_poll_ = n + POLL_EVERY;
            on_poll_();
        }
        if (polls_ && n >= control_->limits().nodes) control_->stop();
        return control_->stopped();
    }

    Score evaluate() { return std::clamp(evaluator_.evaluate(position_), -MAX_EVALUATION, MAX_EVALUATION); }

    Score ended(int ply) const {
        const auto end = position_.outcome();
        return end ? outcome_score(*end, position_.to_move(), ply) : 0;
    }

    /// Searches the root moves from `first` on inside a window: the first in full, the others with an empty window first and
    /// less deep by `reduction(number)`. `below` gives the value for the mover of the position that a move led to.
    template <class Reduction, class Below>
    Score search_root_moves(Score alpha, Score beta, int depth, std::size_t first, Reduction&& reduction, Below&& below) {
        Score best = -INFINITE;
        for (std::size_t i = first; i < root_.size(); ++i) {
            RootMove& root = root_[i];
            const Seat seat = play(root.move, 0);
            const int less = reduction(i - first);
            Score score;
            if (i == first) {
                score = below(seat, alpha, beta, depth - 1);
            } else {
                score = below(seat, alpha, alpha + 1, depth - 1 - less);
                if (score > alpha && less > 0) score = below(seat, alpha, alpha + 1, depth - 1);
                if (score > alpha && score < beta) score = below(seat, alpha, beta, depth - 1);
            }
            take_back(root.move, 0);
            if (control_->stopped()) return best;
            if (i == first || score > alpha) {
                root.score = score;
                const std::span<const Move> rest = lines_.from(1);
                root.length = 1 + static_cast<int>(rest.size());
                std::ranges::copy(rest, root.line.begin() + 1);
            } else {
                root.score = -INFINITE;
            }
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    static bool is_usable(const Entry& entry, Score score, Score alpha, Score beta) {
        return entry.bound == Bound::EXACT || (entry.bound == Bound::LOWER && score >= beta) ||
               (entry.bound == Bound::UPPER && score <= alpha);
    }
    void store(Key key, Move move, Score score, Score evaluation, int depth, Bound bound, int ply) {
        table_->store(key, {move, static_cast<std::int16_t>(to_table(score, ply)), static_cast<std::int16_t>(evaluation),
                            static_cast<std::int8_t>(depth), bound});
    }

    void forget_line(int ply) { lines_.forget(ply); }
    void remember_line(Move move, int ply) { lines_.remember(move, ply); }

    P position_;
    E evaluator_;
    Table* table_ = nullptr;
    Control* control_ = nullptr;
    AlphaBetaOptions options_;
    bool polls_ = false;
    std::vector<RootMove> root_;
    Histories<P> histories_;

  private:
    std::uint64_t next_poll_ = POLL_EVERY;
    std::atomic<std::uint64_t> nodes_{0};
    std::array<Frame, MAX_PLY + 4> frames_;
    BestLines lines_;
    std::function<void()> on_poll_;
};

}  // namespace duiyi
