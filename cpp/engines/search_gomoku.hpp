// One thread of the alpha-beta search for Gomoku: what the general searcher does, with threats in the place of quiet judgement.
//
// Every node asks first whether its seat wins by fours (VCF); a four leaves one reply, which costs no depth; an open three leaves
// the few points of its line. So the leaves are calm, and the evaluation is asked only where nothing is forced.
#pragma once

#include <cmath>
#include <utility>

#include "engines/solve_gomoku_fours.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/search_traits.hpp"
#include "search/searcher.hpp"

namespace duiyi {

namespace gomoku {

/// The same evaluation: its name chooses the search below.
template <class E>
struct Sharp : E {
    Sharp() = default;
    explicit Sharp(E evaluation) : E(std::move(evaluation)) {}
};

}  // namespace gomoku

template <gomoku::Rule R, class E>
class Searcher<gomoku::Position<R>, gomoku::Sharp<E>> : public SearchGround<gomoku::Position<R>, gomoku::Sharp<E>> {
    using P = gomoku::Position<R>;
    using Ground = SearchGround<P, gomoku::Sharp<E>>;

  public:
    using Ground::Ground;
    using typename Ground::Moves;
    using typename Ground::Traits;

    void begin(const P& position, Table& table, Control& control, const AlphaBetaOptions& options,
               std::function<void()> on_poll) {
        this->set_root(position, table, control, options, std::move(on_poll),
                       [&](Move move) { return Traits::order(position_, move); });
    }

    void forget() {
        Ground::forget();
        fours_.forget();
    }

    /// Searches the root moves from `first` on (those before are better lines, already known) inside a window.
    Score search_root(Score alpha, Score beta, int depth, std::size_t first) {
        const Seat mover = position_.to_move();
        const auto reduction = [&](std::size_t number) {
            return depth >= 3 && number >= 2 ? reduction_of(depth, number) / 2 : 0;
        };
        return this->search_root_moves(alpha, beta, depth, first, reduction, [&](Seat seat, Score low, Score high, int left) {
            return below(mover, seat, low, high, left, 1);
        });
    }

  private:
    using Colour = gomoku::Colour;
    using Threat = gomoku::Threat;
    using Ground::control_, Ground::evaluator_, Ground::histories_, Ground::polls_, Ground::position_, Ground::table_;
    using Ground::count_nodes, Ground::ended, Ground::evaluate, Ground::frame, Ground::is_usable, Ground::play,
        Ground::remember_line, Ground::store, Ground::take_back;
    using typename Ground::Frame;

    static constexpr int FIRST = 1 << 30;  // the table's move
    static constexpr int KILLER = 6000;
    static constexpr int WIDEST = 25;  // moves of one node

    // In units of the evaluation, chosen by how many wins of deep searches a search of 10,000 nodes proves.
    static constexpr int MARGIN = 60;     // per ply: what a quiet move may spoil
    static constexpr int GAIN = 40;       // per ply: what a late move may gain
    static constexpr int HOPELESS = 150;  // per ply: what only fours could make good

    // Nodes for the search of fours. A leaf is not worth many.
    static constexpr std::uint64_t FOURS_NEAR_ROOT = 4000;
    static constexpr std::uint64_t FOURS = 200;
    static constexpr std::uint64_t FOURS_AT_LEAF = 10;

    static int reduction_of(int depth, std::size_t number) {
        return LATE[static_cast<std::size_t>(std::clamp(depth, 0, 63))][std::min<std::size_t>(number, 63)];
    }
    inline static const auto LATE = [] {
        std::array<std::array<std::int8_t, 64>, 64> table{};
        for (std::size_t depth = 1; depth < 64; ++depth)
            for (std::size_t number = 1; number < 64; ++number)
                table[depth][number] = static_cast<std::int8_t>(1.0 + std::log(static_cast<double>(depth)) *
                                                                          std::log(static_cast<double>(number)) / 2.0);
        return table;
    }();

    /// The value of the position just reached, for the seat that moved there. In an opening a seat may act twice.
    Score below(Seat mover, Seat seat, Score alpha, Score beta, int depth, int ply) {
        return seat == mover ? search(alpha, beta, depth, ply) : -search(-beta, -alpha, depth, ply);
    }

    /// Ends and certain wins, or nothing. Takes the place of a search of the position.
    bool is_decided(int ply, Score& score) {
        if (position_.winner()) {
            score = loss_in(ply);
        } else if (position_.stone_count() == position_.rules().cells()) {
            score = 0;
        } else if (const int plies = Traits::proven(position_); plies != 0) {
            score = plies > 0 ? win_in(ply + plies) : loss_in(ply - plies);
        } else if (ply >= MAX_PLY - 3) {
            score = evaluate();
        } else {
            return false;
        }
        return true;
    }

    /// Whether the seat to move wins by fours: plies to the five, or 0.
    int fours_to_win(std::uint64_t most_nodes) {
        if (!fours_.has_fours(position_)) return 0;
        if (polls_) most_nodes = std::min(most_nodes, control_->limits().nodes - this->nodes());
        const Move move = fours_.find(position_, most_nodes);
        count_nodes(std::min(fours_.nodes(), most_nodes));
        return move == NO_MOVE ? 0 : fours_.plies();
    }

    Score search(Score alpha, Score beta, int depth, int ply) {
        this->forget_line(ply);

        // 1. Leave when the time is up, or the position is decided.
        if (count_nodes(1)) return 0;
        Frame& here = frame(ply);
        Score decided;
        if (is_decided(ply, decided)) return decided;

        // 2. A win further away than one already found is of no interest.
        alpha = std::max(alpha, loss_in(ply));
        beta = std::min(beta, win_in(ply + 1));
        if (alpha >= beta) return alpha;
        const bool is_pv = beta - alpha > 1;
        const bool is_play = position_.phase() == gomoku::Phase::PLAY;
        const Seat mover = position_.to_move();
        const auto& patterns = position_.patterns();
        const Colour own = position_.next_colour(), enemy = gomoku::other(own);

        // 3. A four must be met, and costs no depth.
        if (is_play && patterns.count(enemy, Threat::FIVE) > 0) return meet_four(mover, alpha, beta, depth, ply);

        // 4. What the table knows.
        const Key key = position_.key();
        Entry known;
        const bool hit = table_->probe(key, known);
        const Score known_score = hit ? from_table(known.score, ply) : 0;
        if (hit && !is_pv && known.depth >= std::max(depth, 0) && is_usable(known, known_score, alpha, beta)) return known_score;

        // 5. Wins by fours; at a leaf that is all.
        if (is_play && (!hit || ply <= 2)) {
            if (const int plies = fours_to_win(ply <= 3 ? FOURS_NEAR_ROOT : depth <= 0 ? FOURS_AT_LEAF : FOURS); plies != 0) {
                const Score score = win_in(ply + plies);
                store(key, NO_MOVE, score, 0, MAX_PLY - 1, Bound::LOWER, ply);
                return score;
            }
            if (control_->stopped()) return 0;
        }
        here.evaluation = hit ? known.evaluation : evaluate();
        const Score evaluation = here.evaluation;
        if (depth <= 0) {
            store(key, NO_MOVE, evaluation, evaluation, 0, Bound::EXACT, ply);
            return evaluation;
        }

        const bool is_calm = is_play && patterns.count(enemy, Threat::OPEN_FOUR) == 0;
        const bool improves = ply >= 2 && evaluation > frame(ply - 2).evaluation;
        if (!is_pv && is_calm && !is_proven(beta) && !is_proven(alpha)) {
            // 6. So far ahead that a quiet move or two cannot spoil it, or so far behind that only fours could help.
            if (depth <= 6 && evaluation - MARGIN * (depth - improves) >= beta) return evaluation;
            if (depth <= 3 && evaluation + HOPELESS * (depth + 1) <= alpha) return evaluation;
        }

        // 7. Without a move to begin with, a shallower search finds one sooner.
        if (depth >= 4 && (!hit || known.move == NO_MOVE)) --depth;

        // 8. The moves, best first.
        Moves moves;
        if (is_play) candidates(moves);
        else Traits::candidates(position_, moves);
        if (moves.empty()) return ended(ply);
        const int previous = frame(ply - 1).index;
        const int own_last = frame(ply - 2).index;
        Picker picker(moves, [&](Move move) {
            if (hit && move == known.move) return FIRST;
            int hint = Traits::order(position_, move);
            if (move == here.killers[0] || move == here.killers[1]) hint += KILLER;
            return hint + histories_.score(mover, move, previous, own_last);
        });

        std::array<Move, 32> tried;  // moves that did not help
        std::size_t num_tried = 0;
        Score best = -INFINITE;
        Move best_move = NO_MOVE;
        const Score first_alpha = alpha;
        int number = 0;
        for (Move move; picker.next(move);) {
            ++number;
            const bool is_threat = is_play && patterns.threat(move, own) >= Threat::OPEN_THREE;
            const int merit = histories_.score(mover, move, previous, own_last);

            // 9. Late moves that threaten nothing.
            if (!is_pv && best > -PROVEN && is_calm && !is_threat && number > 1 && depth <= 6) {
                if (number > depth * depth / (improves ? 1 : 2) + 2) continue;
                if (evaluation + GAIN * (depth + 1) + merit / 256 <= alpha) continue;
            }
            if (number > WIDEST) break;

            const Seat seat = play(move, ply);
            const int next_depth = depth - 1;
            Score score;
            if (number == 1) {
                score = below(mover, seat, alpha, beta, next_depth, ply + 1);
            } else {
                // 10. Late moves shallower first, then with an empty window, then in full.
                int reduction = 0;
                if (depth >= 3 && number >= 2 && is_calm) {
                    reduction = reduction_of(depth, static_cast<std::size_t>(number)) - is_pv - improves - merit / 12000;
                    if (is_threat) reduction /= 2;
                    reduction = std::clamp(reduction, 0, next_depth - 1);
                }
                score = below(mover, seat, alpha, alpha + 1, next_depth - reduction, ply + 1);
                if (score > alpha && reduction > 0) score = below(mover, seat, alpha, alpha + 1, next_depth, ply + 1);
                if (is_pv && score > alpha && score < beta) score = below(mover, seat, alpha, beta, next_depth, ply + 1);
            }
            take_back(move, ply);
            if (control_->stopped()) return 0;

            if (score > best) {
                best = score;
                if (score > alpha) {
                    best_move = move;
                    alpha = score;
                    if (is_pv) remember_line(move, ply);
                    if (score >= beta) break;
                }
            }
            if (num_tried < tried.size()) tried[num_tried++] = move;
        }

        // 11. Learn from it.
        if (best >= beta) {
            if (here.killers[0] != best_move) here.killers = {best_move, here.killers[0]};
            const int bonus = std::min(depth * depth * 8 + 32, 1600);
            histories_.update(mover, best_move, previous, own_last, bonus);
            for (std::size_t i = 0; i < num_tried; ++i) histories_.update(mover, tried[i], previous, own_last, -bonus);
        }
        store(key, best_move, best, evaluation, depth,
              best >= beta         ? Bound::LOWER
              : best > first_alpha ? Bound::EXACT
                                   : Bound::UPPER,
              ply);
        return best;
    }

    Score meet_four(Seat mover, Score alpha, Score beta, int depth, int ply) {
        frame(ply).evaluation = frame(ply - 2).evaluation;
        Moves moves;
        Traits::candidates(position_, moves);
        Score best = -INFINITE;
        for (const Move move : moves) {
            const Seat seat = play(move, ply);
            const Score score = below(mover, seat, alpha, beta, depth, ply + 1);
            take_back(move, ply);
            if (control_->stopped()) return 0;
            best = std::max(best, score);
            if (score > alpha) {
                alpha = score;
                remember_line(move, ply);
            }
            if (score >= beta) break;
        }
        return moves.empty() ? ended(ply) : best;
    }

    /// Whatever joins a stone; against an open three, fours and the points of its line.
    void candidates(Moves& moves) const {
        const auto& patterns = position_.patterns();
        const Colour own = position_.next_colour(), enemy = gomoku::other(own);
        if (patterns.count(enemy, Threat::OPEN_FOUR) > 0 && patterns.count(own, Threat::OPEN_FOUR) == 0)
            return Traits::candidates(position_, moves);
        moves.clear();
        for (int cell = 0; cell < position_.rules().cells(); ++cell)
            if ((patterns.shapes(cell) & 0xCCCCCCCCU) != 0 && Traits::may_play(position_, cell))
                moves.push(static_cast<Move>(cell));
        if (moves.empty()) Traits::candidates(position_, moves);
    }

    gomoku::FourSearch<R> fours_{std::size_t{1} << 20};
};

}  // namespace duiyi
