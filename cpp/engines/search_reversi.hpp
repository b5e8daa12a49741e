// One thread of the alpha-beta search for Reversi with learnt patterns: bare boards, indices of patterns kept by the move, and
// probable cuts, which the general searcher does not know.
#pragma once

#include <span>

#include "games/reversi/patterns.hpp"
#include "games/reversi/search_traits.hpp"
#include "search/searcher.hpp"

namespace duiyi {

template <>
class Searcher<reversi::Standard, reversi::PatternEvaluation>
    : public SearchGround<reversi::Standard, reversi::PatternEvaluation> {
    using P = reversi::Standard;
    using Ground = SearchGround<P, reversi::PatternEvaluation>;
    using Board = reversi::PatternBoard;
    using Board8 = reversi::Board8;

  public:
    using Ground::Ground;

    void begin(const P& position, Table& table, Control& control, const AlphaBetaOptions& options,
               std::function<void()> on_poll) {
        this->set_root(position, table, control, options, std::move(on_poll),
                       [&](Move move) { return Traits::order(position_, move); });
    }

    /// Searches the root moves from `first` on (those before are better lines, already known) inside a window.
    Score search_root(Score alpha, Score beta, int depth, std::size_t first) {
        const auto no_reduction = [](std::size_t) { return 0; };
        return this->search_root_moves(alpha, beta, depth, first, no_reduction, [&](Seat, Score low, Score high, int left) {
            return -search(Board::of(position_.own(), position_.other()), -high, -low, left, 1);
        });
    }

  private:
    static constexpr Move PASS = 64;

    struct Child {
        std::uint64_t turned, own, other;
        int cell, order;
    };

    static Score finished(const Board& board, int ply) {
        const int lead = std::popcount(board.own) - std::popcount(board.other);
        return lead > 0 ? win_in(ply) : lead < 0 ? loss_in(ply) : 0;
    }

    /// The value for the side to move.
    Score search(const Board& board, Score alpha, Score beta, int depth, int ply) {
        this->forget_line(ply);
        if (this->count_nodes(1)) return 0;
        const std::uint64_t moves = Board8::moves(board.own, board.other);
        if (moves == 0) {
            const std::uint64_t replies = Board8::moves(board.other, board.own);
            if (replies == 0) return finished(board, ply);
            if (depth > 0) {
                const Score score = -search(board.passed(), -beta, -alpha, depth, ply + 1);
                if (score > alpha) this->remember_line(PASS, ply);
                return score;
            }
        }
        if (depth <= 0 || ply >= MAX_PLY - 3) return value(board, moves);
        if (depth == 1) return search_last(board, moves, alpha, beta, ply);

        // What the table knows.
        const bool is_pv = beta - alpha > 1;
        const Key key = Traits::mixed(board.own, board.other);
        Entry known;
        const bool hit = options_.uses_table && table_->probe(key, known);
        if (hit && !is_pv && (options_.is_selective ? known.depth >= depth : known.depth == depth)) {
            const Score score = from_table(known.score, ply);
            if (is_usable(known, score, alpha, beta)) return score;
        }
        const Score evaluation = hit ? known.evaluation : value(board, moves);

        // A shallow search beyond the window by more than it errs: the deep one would hardly come back.
        if (options_.is_selective && !is_pv)
            if (Score score; foretold(board, evaluation, alpha, beta, depth, ply, score)) return score;
        if (control_->stopped()) return 0;

        // The moves, best first.
        std::array<Child, 36> room;
        const std::span<Child> children = expand(board, moves, depth, hit ? known.move : NO_MOVE, room);
        Score best = -INFINITE;
        Move best_move = NO_MOVE;
        const Score first_alpha = alpha;
        for (std::size_t number = 0; number < children.size(); ++number) {
            for (std::size_t i = number + 1; i < children.size(); ++i)
                if (children[i].order > children[number].order) std::swap(children[i], children[number]);
            const Child& child = children[number];
            const Board next = board.after(child.cell, child.turned);
            Score score;
            if (number == 0) {
                score = -search(next, -beta, -alpha, depth - 1, ply + 1);
            } else {
                score = -search(next, -alpha - 1, -alpha, depth - 1, ply + 1);
                if (is_pv && score > alpha && score < beta) score = -search(next, -beta, -alpha, depth - 1, ply + 1);
            }
            if (control_->stopped()) return 0;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            best_move = static_cast<Move>(child.cell);
            alpha = score;
            if (is_pv) this->remember_line(best_move, ply);
            if (score >= beta) break;
        }
        if (options_.uses_table) {
            const Bound bound = best >= beta ? Bound::LOWER : best > first_alpha ? Bound::EXACT : Bound::UPPER;
            this->store(key, best_move, best, evaluation, depth, bound, ply);
        }
        return best;
    }

    /// The last ply: corners first, points beside them last.
    Score search_last(const Board& board, std::uint64_t moves, Score alpha, Score beta, int ply) {
        const bool is_pv = beta - alpha > 1;
        Score best = -INFINITE;
        for (const std::uint64_t part : {moves & CORNERS, moves & ~(CORNERS | BESIDE), moves & BESIDE})
            for (std::uint64_t left = part; left != 0;) {
                const int cell = Board8::pop(left);
                const Board next = board.after(cell, Board8::flips(board.own, board.other, cell));
                const Score score = -search(next, -beta, -alpha, 0, ply + 1);
                if (score <= best) continue;
                best = score;
                if (score <= alpha) continue;
                alpha = score;
                if (is_pv) this->remember_line(static_cast<Move>(cell), ply);
                if (score >= beta) return best;
            }
        return best;
    }

    Score value(const Board& board, std::uint64_t moves) {
        return evaluator_.weights().evaluate(board, std::popcount(moves), std::popcount(Board8::moves(board.other, board.own)));
    }

    /// Whether a search of about half the depth says so: of the same parity, because who moves last shows in the evaluation. The
    /// error is some 0.7 standard deviations between the two (340 positions to depths 3 to 10); it grows towards the end.
    bool foretold(const Board& board, Score evaluation, Score alpha, Score beta, int depth, int ply, Score& result) {
        const int shallow = depth < 3 ? 0 : depth / 4 * 2 + depth % 2;
        if (shallow == 0) return false;
        const int discs = board.discs();
        const Score error = discs < 20 ? 123 : discs < 32 ? 168 : discs < 40 ? 202 : 252;
        if (evaluation >= beta && beta + error < MAX_EVALUATION) {
            const Score score = search(board, beta + error - 1, beta + error, shallow, ply);
            result = beta;
            return score >= beta + error || control_->stopped();
        }
        if (evaluation <= alpha && alpha - error > -MAX_EVALUATION) {
            const Score score = search(board, alpha - error, alpha - error + 1, shallow, ply);
            result = alpha;
            return score <= alpha - error || control_->stopped();
        }
        return false;
    }

    /// The positions after all moves and what promises most: few replies for the other side, corners, a good look.
    std::span<Child> expand(const Board& board, std::uint64_t moves, int depth, Move first, std::array<Child, 36>& room) {
        std::size_t count = 0;
        while (moves != 0) {
            Child& child = room[count++];
            child.cell = Board8::pop(moves);
            child.turned = Board8::flips(board.own, board.other, child.cell);
            child.own = board.other & ~child.turned;
            child.other = board.own | child.turned | Board8::bit(child.cell);
            if (child.cell == static_cast<int>(first)) {
                child.order = 1 << 30;
                continue;
            }
            const std::uint64_t replies = Board8::moves(child.own, child.other);
            const std::uint64_t cell = Board8::bit(child.cell);
            child.order = -200 * (std::popcount(replies) + std::popcount(replies & CORNERS));
            if ((cell & CORNERS) != 0) child.order += 300;
            if ((cell & BESIDE) != 0) child.order -= 300;
            if (depth >= LOOKS) child.order -= evaluator_.weights().evaluate(board.after(child.cell, child.turned));
        }
        return {room.data(), count};
    }

    static constexpr std::uint64_t CORNERS = 0x8100000000000081ULL;
    static constexpr std::uint64_t BESIDE = 0x42C300000000C342ULL;
    static constexpr int LOOKS = 3;  // from this depth on moves are also looked at by the evaluation
};

}  // namespace duiyi
