// One thread of the alpha-beta search: the tree below the root. See alphabeta.hpp for the loop around it.
#pragma once

#include <cmath>

#include "search/search_ground.hpp"

namespace duiyi {

/// Reductions by depth and number of the move; the higher the trait's REDUCTION_SCALE, the milder.
template <class Traits>
inline const auto REDUCTIONS = [] {
    std::array<std::array<std::int8_t, 64>, 64> table{};
    for (std::size_t depth = 1; depth < 64; ++depth)
        for (std::size_t number = 1; number < 64; ++number)
            table[depth][number] = static_cast<std::int8_t>(
                0.6 + std::log(static_cast<double>(depth)) * std::log(static_cast<double>(number)) / Traits::REDUCTION_SCALE);
    return table;
}();

template <PositionLike P, EvaluatorFor<P> E>
class Searcher : public SearchGround<P, E> {
    using Ground = SearchGround<P, E>;

  public:
    using Ground::Ground;
    using typename Ground::Moves;
    using typename Ground::Traits;

    void begin(const P& position, Table& table, Control& control, const AlphaBetaOptions& options,
               std::function<void()> on_poll) {
        this->set_root(position, table, control, options, std::move(on_poll), [&](Move move) {
            return Traits::order(position_, move) + (Traits::is_tactical(position_, move) ? TACTICAL : 0);
        });
    }

    /// Searches the root moves from `first` on (those before are better lines, already known) inside a window.
    Score search_root(Score alpha, Score beta, int depth, std::size_t first) {
        root_depth_ = depth;
        const Seat mover = position_.to_move();
        const auto reduction = [&](std::size_t number) {
            return can_reduce(depth, number) ? REDUCTIONS<Traits>[limit(depth)][limit(number)] / 2 : 0;
        };
        return this->search_root_moves(alpha, beta, depth, first, reduction, [&](Seat seat, Score low, Score high, int left) {
            return below(mover, seat, low, high, left, 1, high - low == 1);
        });
    }

  private:
    static constexpr int TACTICAL = 1 << 24;

    using Ground::control_, Ground::evaluator_, Ground::histories_, Ground::options_, Ground::position_, Ground::table_;
    using Ground::ended, Ground::evaluate, Ground::forget_line, Ground::frame, Ground::play, Ground::remember_line, Ground::store,
        Ground::take_back;
    using typename Ground::Frame;

    static std::size_t limit(std::size_t n) { return std::min<std::size_t>(n, 63); }
    static std::size_t limit(int n) { return static_cast<std::size_t>(std::clamp(n, 0, 63)); }
    bool can_reduce(int depth, std::size_t number) const {
        return Traits::REDUCTIONS && options_.is_selective && depth >= 3 && number >= 2;
    }

    /// The value of the position just reached, for the seat that moved there.
    Score below(Seat mover, Seat seat, Score alpha, Score beta, int depth, int ply, bool is_cut) {
        if constexpr (!Traits::ALTERNATES)
            if (seat == mover) return search(alpha, beta, depth, ply, is_cut);
        return -search(-beta, -alpha, depth, ply, is_cut);
    }

    /// Ends and certain wins, or nothing. Takes the place of a search of the position.
    bool is_decided(int ply, Score& score) {
        if (const auto end = Traits::judged(position_, ply)) {
            score = outcome_score(*end, position_.to_move(), ply, Traits::JUDGED_IS_PROOF);
            return true;
        }
        if (const int plies = Traits::proven(position_); plies != 0) {
            score = plies > 0 ? win_in(ply + plies) : loss_in(ply - plies);
            return true;
        }
        if (ply >= MAX_PLY - 3) {
            score = evaluate();
            return true;
        }
        return false;
    }

    bool is_usable(const Entry& entry, int depth, Score score, Score alpha, Score beta) const {
        if (options_.is_selective ? entry.depth < depth : entry.depth != depth) return false;
        return Ground::is_usable(entry, score, alpha, beta);
    }

    /// `is_cut` says that a refutation is expected: late moves deserve less there.
    Score search(Score alpha, Score beta, int depth, int ply, bool is_cut) {
        forget_line(ply);
        if (depth <= 0) return quiesce(alpha, beta, ply, 0);

        // 1. Leave when the time is up, or the position is decided.
        if (this->count_nodes(1)) return 0;
        Frame& here = frame(ply);
        const bool is_partial = here.excluded != NO_MOVE;  // a search without the table's move
        Score decided;
        if (!is_partial && is_decided(ply, decided)) return decided;

        // 2. A win further away than one already found is of no interest.
        alpha = std::max(alpha, loss_in(ply));
        beta = std::min(beta, win_in(ply + 1));
        if (alpha >= beta) return alpha;
        const bool is_pv = beta - alpha > 1;
        const bool is_selective = options_.is_selective;

        // 3. What the table knows.
        const Key key = Traits::table_key(position_) ^ (is_partial ? 0x9E3779B97F4A7C15ULL * (here.excluded + 1U) : 0);
        Entry known;
        const bool hit = options_.uses_table && table_->probe(key, known);
        const Score known_score = hit ? from_table(known.score, ply) : 0;
        if (hit && !is_pv && is_usable(known, depth, known_score, alpha, beta)) return known_score;

        // 4. The evaluation as it stands, and whether things get better.
        const bool is_quiet = Traits::may_stand_pat(position_);
        here.evaluation = hit ? known.evaluation : evaluate();
        const Score evaluation = here.evaluation;
        const bool improves = ply >= 2 && evaluation > frame(ply - 2).evaluation;
        Score guess = evaluation;  // what the table found beats what the eye sees
        if constexpr (Traits::EXCHANGES)
            if (hit && !is_proven(known_score) &&
                (known.bound == Bound::EXACT || (known.bound == Bound::LOWER) == (known_score > evaluation)))
                guess = known_score;

        if (is_selective && !is_pv && is_quiet && !is_partial && !is_proven(beta)) {
            // 5. So far ahead that a quiet move or two cannot spoil it, or so far behind that only a capture helps.
            if constexpr (Traits::FUTILITY > 0)
                if (depth <= 7 && guess - Traits::FUTILITY * (depth - improves) >= beta) return guess;
            if constexpr (Traits::EXCHANGES)
                if (depth <= 3 && guess + 3 * Traits::FUTILITY * depth <= alpha) {
                    const Score score = quiesce(alpha, alpha + 1, ply, 0);
                    if (control_->stopped()) return 0;
                    if (score <= alpha) return score;
                }
            // 6. Still ahead after giving the turn away.
            if constexpr (Traits::NULL_MOVE && PassesTurn<P>)
                if (depth >= 3 && guess >= beta && evaluation >= beta - 20 && frame(ply - 1).index != Histories<P>::NOTHING &&
                    Traits::may_pass(position_)) {
                    const int reduction = 3 + depth / 3 + std::min(3, (guess - beta) / (2 * std::max(1, Traits::FUTILITY)));
                    here.index = Histories<P>::NOTHING;
                    position_.do_null(here.undo);
                    const Score score = -search(-beta, -beta + 1, depth - reduction, ply + 1, !is_cut);
                    position_.undo_null(here.undo);
                    if (control_->stopped()) return 0;
                    if (score >= beta) return is_proven(score) ? beta : score;
                }
        }

        // 7. Without a move to begin with, a shallower search finds one sooner.
        if (is_selective && depth >= 4 && (!hit || known.move == NO_MOVE)) --depth;

        // 8. The moves, best first.
        const Seat mover = position_.to_move();
        const int previous = frame(ply - 1).index;
        const int own = frame(ply - 2).index;
        const OrderHints hints{hit ? known.move : NO_MOVE, here.killers, mover, previous, own};
        MoveOrder<P> order(position_, histories_, hints);
        if constexpr (Traits::EXCHANGES) frame(ply + 1).killers = {NO_MOVE, NO_MOVE};  // those of a cousin's children mislead

        std::array<Move, 32> tried;  // quiet moves that did not help
        std::array<Move, 16> taken;  // captures that did not help
        std::size_t num_tried = 0, num_taken = 0;
        Score best = -INFINITE;
        Move best_move = NO_MOVE;
        const Score first_alpha = alpha;
        int number = 0;
        for (Move move; order.next(move);) {
            if (move == here.excluded) continue;
            ++number;
            const bool is_tactical = Traits::is_tactical(position_, move);
            const int index = Traits::history_index(position_, move);
            const int merit = is_tactical ? 0 : histories_.score(mover, index, previous, own);

            // 9. Late quiet moves of a bad position, and moves that only lose something, near the leaves.
            if (is_selective && !is_pv && best > -PROVEN && is_quiet && number > 1 &&
                is_prunable(move, is_tactical, depth, number, improves, merit, guess, alpha))
                continue;

            // 10. More depth for the only good move and for forced ones.
            int extension = 0;
            if (is_selective && ply < 2 * root_depth_) {
                if (order.is_single()) {
                    extension = 1;
                } else if (depth >= 7 && hit && move == known.move && !is_partial && known.depth >= depth - 3 &&
                           known.bound != Bound::UPPER && !is_proven(known_score)) {
                    const Score target = known_score - 2 * depth;
                    here.excluded = move;
                    const Score others = search(target - 1, target, (depth - 1) / 2, ply, is_cut);
                    here.excluded = NO_MOVE;
                    if (control_->stopped()) return 0;
                    if (others < target) extension = 1 + (Traits::EXCHANGES && !is_pv && others < target - Traits::FUTILITY / 3);
                    else if (target >= beta) return target;  // several moves refute: no need to know which is best
                    else if (Traits::EXCHANGES && known_score >= beta) extension = -1;
                }
            }

            if constexpr (Traits::EXCHANGES)
                if (is_selective && extension == 0 && ply < 2 * root_depth_ && Traits::forces(position_, move) &&
                    Traits::exchange_leaves(position_, move, 0))
                    extension = 1;
            const Seat seat = play(move, ply);
            if constexpr (!Traits::EXCHANGES)
                if (is_selective && extension == 0 && ply < 2 * root_depth_ && Traits::extends(position_)) extension = 1;
            const int next_depth = depth - 1 + extension;
            Score score;
            if (number == 1) {
                score = below(mover, seat, alpha, beta, next_depth, ply + 1, !is_pv && !is_cut);
            } else {
                // 11. Late moves shallower first, then with an empty window, then in full.
                int reduction = 0;
                if (can_reduce(depth, static_cast<std::size_t>(number)) && extension <= 0) {
                    reduction = REDUCTIONS<Traits>[limit(depth)][limit(number)] - is_pv - improves - merit / 12000;
                    if constexpr (Traits::EXCHANGES) reduction += is_cut - (move == here.killers[0] || move == here.killers[1]);
                    if (is_tactical) reduction /= 2;
                    reduction = std::clamp(reduction, 0, next_depth - 1);
                }
                score = below(mover, seat, alpha, alpha + 1, next_depth - reduction, ply + 1, true);
                if (score > alpha && reduction > 0) score = below(mover, seat, alpha, alpha + 1, next_depth, ply + 1, !is_cut);
                if (is_pv && score > alpha && score < beta) score = below(mover, seat, alpha, beta, next_depth, ply + 1, false);
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
            if (!is_tactical && num_tried < tried.size()) tried[num_tried++] = move;
            if (is_tactical && num_taken < taken.size()) taken[num_taken++] = move;
        }
        if (number == 0) return is_partial ? alpha : ended(ply);

        // 12. Learn from it.
        if (best >= beta) {
            const int bonus = std::min(depth * depth * 8 + 32, 1600);
            if (!Traits::is_tactical(position_, best_move)) {
                if (here.killers[0] != best_move) here.killers = {best_move, here.killers[0]};
                histories_.update(mover, Traits::history_index(position_, best_move), previous, own, bonus);
                for (std::size_t i = 0; i < num_tried; ++i)
                    histories_.update(mover, Traits::history_index(position_, tried[i]), previous, own, -bonus);
            } else if constexpr (Traits::EXCHANGES) {
                histories_.update_taking(Traits::taking_index(position_, best_move), bonus);
            }
            if constexpr (Traits::EXCHANGES)
                for (std::size_t i = 0; i < num_taken; ++i)
                    histories_.update_taking(Traits::taking_index(position_, taken[i]), -bonus);
        }
        if (options_.uses_table) {
            const Bound bound = best >= beta ? Bound::LOWER : best > first_alpha ? Bound::EXACT : Bound::UPPER;
            store(key, best_move, best, evaluation, depth, bound, ply);
        }
        return best;
    }

    /// Whether a late move may be left out near the leaves. Moves that force an answer stay.
    bool is_prunable(Move move, bool is_tactical, int depth, int number, bool improves, int merit, Score guess, Score alpha) {
        if constexpr (Traits::FUTILITY == 0) {
            return false;
        } else if constexpr (!Traits::EXCHANGES) {
            if (depth > 6) return false;
            if (!is_tactical && number > (3 + depth * depth) / (improves ? 1 : 2) + 2) return true;
            if (!is_tactical && guess + Traits::FUTILITY * (depth + 1) + merit / 256 <= alpha) return true;
            return Traits::is_bad(position_, move);
        } else {
            if (depth > 8) return false;
            bool hopeless = false;
            if (is_tactical) {
                hopeless = !Traits::exchange_leaves(position_, move, -Traits::FUTILITY * depth);
            } else {
                hopeless = number > (3 + depth * depth) / (improves ? 1 : 2) + 2 ||
                           (depth <= 6 && guess + Traits::FUTILITY * (depth + 1) + merit / 256 <= alpha) ||
                           (depth <= 4 && merit < -4000 * depth) ||
                           !Traits::exchange_leaves(position_, move, -Traits::FUTILITY * depth / 2);
            }
            return hopeless && !Traits::forces(position_, move);
        }
    }

    /// The leaves: plays out what is forced until the evaluation can be trusted.
    Score quiesce(Score alpha, Score beta, int ply, int depth) {
        forget_line(ply);
        if (this->count_nodes(1)) return 0;
        Score decided;
        if (is_decided(ply, decided)) return decided;
        if constexpr (!Traits::QUIESCENCE) {
            return evaluate();
        } else {
            // Games of captures look into the table here too; in others the depth of the leaf decides which moves are forcing.
            constexpr bool USES_TABLE = Traits::EXCHANGES;
            Entry known;
            bool hit = false;
            Key key = 0;
            if (USES_TABLE && options_.uses_table) {
                key = Traits::table_key(position_);
                hit = table_->probe(key, known);
                if (hit && beta - alpha == 1) {
                    const Score score = from_table(known.score, ply);
                    if (is_usable(known, 0, score, alpha, beta)) return score;
                }
            }
            Score best = -INFINITE;
            const Score evaluation = hit ? known.evaluation : evaluate();
            const Score first_alpha = alpha;
            const bool is_quiet = Traits::may_stand_pat(position_);
            if (is_quiet) {
                best = evaluation;
                if (best >= beta) return best;
                alpha = std::max(alpha, best);
            }
            Moves moves;
            Traits::forcing(position_, depth, moves);
            if (moves.empty()) return is_quiet ? best : ended(ply);
            const Seat mover = position_.to_move();
            Move best_move = NO_MOVE;
            Picker picker(moves, [&](Move move) {
                if constexpr (USES_TABLE)
                    if (hit && move == known.move) return 1 << 30;
                return Traits::order(position_, move);
            });
            for (Move move; picker.next(move);) {
                if constexpr (Traits::EXCHANGES)
                    if (is_quiet && options_.is_selective && best > -PROVEN) {
                        const Score hope = evaluation + Traits::gain(position_, move) + 2 * Traits::FUTILITY;
                        if (hope <= alpha && !Traits::forces(position_, move)) {
                            best = std::max(best, hope);
                            continue;
                        }
                    }
                const Seat seat = play(move, ply);
                Score score;
                if (!Traits::ALTERNATES && seat == mover) score = quiesce(alpha, beta, ply + 1, depth + 1);
                else score = -quiesce(-beta, -alpha, ply + 1, depth + 1);
                take_back(move, ply);
                if (control_->stopped()) return 0;
                if (score <= best) continue;
                best = score;
                if (score <= alpha) continue;
                alpha = score;
                best_move = move;
                remember_line(move, ply);
                if (score >= beta) break;
            }
            if (USES_TABLE && options_.uses_table) {
                const Bound bound = best >= beta ? Bound::LOWER : best > first_alpha ? Bound::EXACT : Bound::UPPER;
                store(key, best_move, best, evaluation, 0, bound, ply);
            }
            return best;
        }
    }

    int root_depth_ = 1;  // of the iteration: bounds the extensions
};

}  // namespace duiyi
