// What searches may know about Xiangqi: captures, checks, repetitions.
#pragma once

#include <algorithm>

#include "core/search_traits.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/exchange.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi {

template <>
struct SearchTraits<xiangqi::Position> : DefaultSearchTraits<xiangqi::Position> {
    using Position = xiangqi::Position;

    static constexpr int HISTORY = xiangqi::TYPES * xiangqi::CELLS;
    static int history_index(const Position& position, Move move) {
        return xiangqi::type_of(position.pieces().at(xiangqi::from_of(move))) * xiangqi::CELLS + xiangqi::to_of(move);
    }

    /// Near the natural limit the same board is worth something else.
    static Key table_key(const Position& position) {
        const int counted = position.clock().counted;
        return counted < 80 ? position.key() : position.key() ^ static_cast<Key>(counted / 4) * 0x9E3779B97F4A7C15ULL;
    }

    /// A position that came back once will come back again: judge it now. What the counters say is final.
    static constexpr bool JUDGED_IS_PROOF = false;
    static std::optional<Outcome> judged(const Position& position, int ply) {
        if (ply == 0) return std::nullopt;
        if (const auto seen = position.recurrence(); seen.times >= 2) {
            const auto verdict = position.verdict(seen.nearest);
            return verdict.loser < 0 ? Outcome::draw(verdict.reason) : Outcome::win(verdict.loser ^ 1, verdict.reason);
        }
        if (position.clock().counted < 100 && !is_bare(position)) return std::nullopt;
        const auto end = position.drawn_or_judged();
        return end && position.pieces().has_move() ? end : std::nullopt;  // a mate, which the search finds, goes before a draw
    }

    /// The dearest victim first, taken by the cheapest.
    static int order(const Position& position, Move move) {
        const auto& board = position.pieces();
        const auto taken = board.at(xiangqi::to_of(move));
        if (taken == xiangqi::EMPTY) return 0;
        return 16 * value(taken) - std::min(value(board.at(xiangqi::from_of(move))), 700);
    }
    static constexpr bool EXCHANGES = true;
    static void tactical(const Position& position, Moves& moves) {
        const auto& board = position.pieces();
        board.generate(moves, board.pieces(board.to_move() ^ 1));
    }
    static void quiet(const Position& position, Moves& moves) {
        const auto& board = position.pieces();
        board.generate(moves, ~board.occupied());
    }
    static constexpr int TAKINGS = xiangqi::TYPES * xiangqi::CELLS * 8;
    static int taking_index(const Position& position, Move move) {
        return history_index(position, move) * 8 + xiangqi::type_of(position.pieces().at(xiangqi::to_of(move)));
    }
    static int gain(const Position& position, Move move) { return value(position.pieces().at(xiangqi::to_of(move))); }
    static bool exchange_leaves(const Position& position, Move move, int balance) {
        return xiangqi::exchange_leaves(position.pieces(), move, balance);
    }
    static bool forces(const Position& position, Move move) { return position.pieces().gives_check(move); }
    static bool is_tactical(const Position& position, Move move) {
        return position.pieces().at(xiangqi::to_of(move)) != xiangqi::EMPTY;
    }
    static bool is_bad(const Position& position, Move move) { return !exchange_leaves(position, move, 0); }

    static bool extends(const Position& position) { return position.in_check(); }
    static constexpr bool QUIESCENCE = true;
    static bool may_stand_pat(const Position& position) { return !position.in_check(); }
    static void forcing(const Position& position, int, Moves& moves) {
        if (position.in_check()) return position.generate(moves);
        tactical(position, moves);
        std::size_t kept = 0;
        for (const Move move : moves)
            if (!is_bad(position, move)) moves[kept++] = move;
        moves.truncate(kept);
    }

    static constexpr bool NULL_MOVE = true;
    /// Somebody without attackers may be glad to pass.
    static bool may_pass(const Position& position) {
        const auto& board = position.pieces();
        const auto own = board.to_move();
        return (board.pieces(own, xiangqi::ROOK) | board.pieces(own, xiangqi::HORSE) | board.pieces(own, xiangqi::CANNON)) != 0;
    }

    static constexpr int FUTILITY = 70;
    static constexpr double REDUCTION_SCALE = 1.8;
    static constexpr int ASPIRATION = 30;
    static constexpr double PRIOR_UNIT = 2500.0;

  private:
    static int value(xiangqi::Piece piece) {
        return piece == xiangqi::EMPTY ? 0 : xiangqi::EXCHANGE_VALUES[static_cast<std::size_t>(xiangqi::type_of(piece))];
    }
    /// Too little on the board for the rule on insufficient material to be out of sight.
    static bool is_bare(const Position& position) {
        const auto& board = position.pieces();
        const auto any = [&](int type) { return (board.pieces(xiangqi::RED, type) | board.pieces(xiangqi::BLACK, type)) != 0; };
        return !any(xiangqi::PAWN) && !any(xiangqi::ROOK) && !any(xiangqi::HORSE);
    }
};

}  // namespace duiyi
