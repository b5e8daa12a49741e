// What searches may know about Gomoku: which threats win at once, which must be met, and which points are worth a look.
#pragma once

#include <algorithm>

#include "core/search_traits.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/position.hpp"

namespace duiyi {

template <gomoku::Rule R>
struct SearchTraits<gomoku::Position<R>> : DefaultSearchTraits<gomoku::Position<R>> {
    using Position = gomoku::Position<R>;
    using Moves = MoveList<Position::MAX_MOVES>;
    using Colour = gomoku::Colour;
    using Threat = gomoku::Threat;
    using Pattern = gomoku::Pattern;

    static constexpr bool ALTERNATES = false;  // openings let a seat act twice
    static constexpr int HISTORY = gomoku::MAX_CELLS + gomoku::CHOICES;
    static int history_index(const Position&, Move move) { return move; }

    static std::optional<Outcome> judged(const Position& position, int) {
        if (position.winner() || position.stone_count() == position.rules().cells()) return position.outcome();
        return std::nullopt;
    }

    /// Five next, two fives to stop, and what nobody can disturb: an open four, two fours, and, where the enemy has no four to
    /// answer with, a four with an open three or two open threes. A stone that stops one of two lines leaves the other.
    static int proven(const Position& position) {
        if (position.phase() != gomoku::Phase::PLAY) return 0;
        const auto& patterns = position.patterns();
        const Colour own = position.next_colour(), enemy = gomoku::other(own);
        if (patterns.count(own, Threat::FIVE) > 0) return 1;
        const int fives = patterns.count(enemy, Threat::FIVE);
        if (fives != 0) return fives >= 2 && R != gomoku::Rule::CARO ? -2 : 0;  // under caro one stone may stop two
        if (patterns.count(own, Threat::OPEN_FOUR) > 0 && may_play(position, patterns.find(own, Threat::OPEN_FOUR))) return 3;
        if (R == gomoku::Rule::RENJU && own == gomoku::BLACK) return 0;  // the next point may be forbidden
        if (patterns.count(own, Threat::DOUBLE_FOUR) > 0) return 3;
        const bool has_both = patterns.count(own, Threat::FOUR_THREE) + patterns.count(own, Threat::DOUBLE_THREE) > 0;
        return has_both && !has_fours(patterns, enemy) ? 5 : 0;
    }

    static void candidates(const Position& position, Moves& moves) {
        if (position.phase() != gomoku::Phase::PLAY) return opening_candidates(position, moves);
        moves.clear();
        const auto& patterns = position.patterns();
        const Colour own = position.next_colour(), enemy = gomoku::other(own);
        if (patterns.count(own, Threat::FIVE) > 0) return moves.push(static_cast<Move>(patterns.find(own, Threat::FIVE)));
        if (patterns.count(enemy, Threat::FIVE) > 0) {
            const auto line = points_against(patterns, enemy, patterns.find(enemy, Threat::FIVE));
            collect(position, moves, [&](int cell) {
                return patterns.threat(cell, enemy) == Threat::FIVE ||
                       (R == gomoku::Rule::CARO && line.test(static_cast<std::size_t>(cell)));
            });
        } else if (patterns.count(enemy, Threat::OPEN_FOUR) > 0 && patterns.count(own, Threat::OPEN_FOUR) == 0) {
            // Whoever meets an open three plays a four, or a point of its line.
            const auto line = points_against(patterns, enemy, patterns.find(enemy, Threat::OPEN_FOUR));
            collect(position, moves,
                    [&](int cell) { return makes_four(patterns, cell, own) || line.test(static_cast<std::size_t>(cell)); });
        } else {
            collect(position, moves,
                    [&](int cell) { return joins(patterns.shape(cell, own)) || joins(patterns.shape(cell, enemy)); });
            keep_best(position, moves);
        }
        if (moves.empty()) fall_back(position, moves);
    }

    /// What a stone would make there, for its own side and instead of the enemy.
    static int order(const Position& position, Move move) {
        if (move >= position.rules().cells()) return 0;
        const auto& patterns = position.patterns();
        const Colour own = position.next_colour();
        return OWN[static_cast<std::size_t>(patterns.threat(move, own))] +
               THEIRS[static_cast<std::size_t>(patterns.threat(move, gomoku::other(own)))] +
               100 * gomoku::shape_value(patterns.shape(move, own)) +
               70 * gomoku::shape_value(patterns.shape(move, gomoku::other(own)));
    }
    static bool is_tactical(const Position& position, Move move) {
        return move < position.rules().cells() && makes_four(position.patterns(), move, position.next_colour());
    }

    // Fours are followed to their end (VCF): each leaves a single reply.
    static constexpr bool QUIESCENCE = true;
    static constexpr int FOURS = 12;  // plies of them
    static bool may_stand_pat(const Position& position) {
        return position.phase() != gomoku::Phase::PLAY ||
               position.patterns().count(gomoku::other(position.next_colour()), Threat::FIVE) == 0;
    }
    static void forcing(const Position& position, int depth, Moves& moves) {
        moves.clear();
        if (position.phase() != gomoku::Phase::PLAY) return;
        const auto& patterns = position.patterns();
        const Colour own = position.next_colour();
        if (!may_stand_pat(position)) return candidates(position, moves);
        if (depth >= FOURS || !has_fours(patterns, own)) return;
        collect(position, moves, [&](int cell) { return makes_four(patterns, cell, own); });
    }

    static constexpr int FUTILITY = 60;
    static constexpr int ASPIRATION = 50;
    static constexpr double PRIOR_UNIT = 5000.0;

  private:
    static constexpr std::size_t WIDEST = 40;  // candidates beyond the best so many are left out
    static constexpr std::array<int, gomoku::THREATS> OWN = {0,    500,   800,   1500,  2500,  6000,   9000,  14000,
                                                             9000, 12000, 60000, 70000, 80000, 200000, -90000};
    static constexpr std::array<int, gomoku::THREATS> THEIRS = {0,    400,  600,   1200,  2000,  4500,   6000, 9000,
                                                                5000, 8000, 30000, 35000, 40000, 100000, 0};

    static bool makes_four(const gomoku::Patterns<R>& patterns, int cell, Colour colour) {
        const Threat threat = patterns.threat(cell, colour);
        return threat >= Threat::FOUR && threat != Threat::FORBIDDEN;
    }

  public:
    /// Whether the colour may have a point that makes a four. Under renju two open threes of black may hide one.
    static bool has_fours(const gomoku::Patterns<R>& patterns, Colour colour) {
        const bool is_hiding = R == gomoku::Rule::RENJU && colour == gomoku::BLACK;
        int sum = is_hiding ? patterns.count(colour, Threat::DOUBLE_THREE) : 0;
        for (int threat = static_cast<int>(Threat::FOUR); threat <= static_cast<int>(Threat::OPEN_FOUR); ++threat)
            sum += patterns.count(colour, static_cast<Threat>(threat));
        return sum > 0;
    }
    /// The points that may stop an open four or a five of the colour on `cell`, before it is played: those of the same line.
    static typename Position::Set points_against(const gomoku::Patterns<R>& patterns, Colour colour, int cell) {
        typename Position::Set points;
        for (int direction = 0; direction < gomoku::DIRECTIONS; ++direction) {
            if (patterns.pattern(cell, direction, colour) < Pattern::OPEN_FOUR) continue;
            points.set(static_cast<std::size_t>(cell));
            for (const int sign : {-1, 1})
                for (int distance = 1; distance <= gomoku::WALLS; ++distance) {
                    if (patterns.lines().at(cell, direction, sign * distance) == gomoku::WALL) break;
                    const int point = cell + sign * distance * patterns.lines().geometry().step(direction);
                    // Under caro a stone beyond the ends spoils a five too.
                    if (R == gomoku::Rule::CARO || patterns.pattern(point, direction, colour) >= Pattern::FOUR)
                        points.set(static_cast<std::size_t>(point));
                }
            break;
        }
        return points;
    }

  private:
    /// A stone there would stand in line with another of its colour.
    static bool joins(gomoku::Shape shape) {
        for (int direction = 0; direction < gomoku::DIRECTIONS; ++direction)
            if (gomoku::pattern_of(shape, direction) >= Pattern::TWO) return true;
        return false;
    }

  public:
    /// Black under renju must be asked; everybody else may play anywhere.
    static bool may_play(const Position& position, int cell) {
        if constexpr (R != gomoku::Rule::RENJU) return true;
        if (position.next_colour() != gomoku::BLACK) return true;
        const Threat threat = position.patterns().threat(cell, gomoku::BLACK);
        return threat < Threat::DOUBLE_THREE || threat == Threat::FIVE || !position.is_forbidden_point(cell);
    }

  private:
    template <class Wanted>
    static void collect(const Position& position, Moves& moves, Wanted&& wanted) {
        const auto& black = position.stones(gomoku::BLACK);
        const auto& white = position.stones(gomoku::WHITE);
        for (int cell = 0; cell < position.rules().cells(); ++cell) {
            const auto i = static_cast<std::size_t>(cell);
            if (!black.test(i) && !white.test(i) && wanted(cell) && may_play(position, cell)) moves.push(static_cast<Move>(cell));
        }
    }
    static void keep_best(const Position& position, Moves& moves) {
        if (moves.size() <= WIDEST) return;
        std::array<std::pair<int, Move>, Position::MAX_MOVES> scored;
        for (std::size_t i = 0; i < moves.size(); ++i) scored[i] = {-order(position, moves[i]), moves[i]};
        std::nth_element(scored.begin(), scored.begin() + WIDEST, scored.begin() + static_cast<std::ptrdiff_t>(moves.size()));
        std::sort(scored.begin(), scored.begin() + WIDEST);  // the same order on every library
        moves.truncate(WIDEST);
        for (std::size_t i = 0; i < WIDEST; ++i) moves[i] = scored[i].second;
    }
    /// No stone to join: the middle of an empty board, else whatever is legal.
    static void fall_back(const Position& position, Moves& moves) {
        const int size = position.rules().size;
        const auto middle = static_cast<Move>(size / 2 * size + size / 2);
        if (position.stone_count() == 0) return moves.push(middle);
        position.generate(moves);
    }
    /// Stones of an opening are put near the middle, where they tell.
    static void opening_candidates(const Position& position, Moves& moves) {
        Moves all;
        position.generate(all);
        moves.clear();
        const int size = position.rules().size;
        for (const Move move : all) {
            const bool is_near =
                move < position.rules().cells() && std::abs(move / size - size / 2) <= 2 && std::abs(move % size - size / 2) <= 2;
            if (is_near || move >= position.rules().cells()) moves.push(move);
        }
        if (moves.empty()) moves = all;
    }
};

}  // namespace duiyi
