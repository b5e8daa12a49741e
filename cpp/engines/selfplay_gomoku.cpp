#include "engines/selfplay_gomoku.hpp"

#include <cstdlib>
#include <cstring>
#include <optional>

#include "core/errors.hpp"
#include "core/random.hpp"
#include "engines/any_engine.hpp"
#include "engines/erased.hpp"
#include "engines/solve_gomoku_fours.hpp"
#include "games/gomoku/position.hpp"
#include "games/gomoku/search_traits.hpp"
#include "games/gomoku/shape_numbers.hpp"
#include "search/score.hpp"

namespace duiyi {
namespace {

using gomoku::Colour;
using gomoku::Rule;
using gomoku::Threat;

constexpr int SIZE = 15;
constexpr int FAIR = 200;              // openings beyond this score are thrown away
constexpr int CERTAIN = 3000;          // the score of a proven win
constexpr int LONGEST = 140;           // plies
constexpr std::uint64_t FOURS = 2000;  // nodes for wins by fours: where there is one, nothing has to be judged
constexpr std::uint8_t ANYBODY = 2;    // a result that nobody knows

template <Rule R>
class SelfPlay {
  public:
    using Position = gomoku::Position<R>;
    using Traits = SearchTraits<Position>;

    SelfPlay(const Random& random, std::uint32_t nodes, const std::string& net)
        : random_(random), nodes_(nodes), engine_(gomoku_engine(Options(rules()), {"alphabeta", options(net)})) {}

    std::vector<GomokuRow> game() {
        while (true) {
            auto position = opening();
            if (is_forced(position) || std::abs(searched(position, nodes_).score) > FAIR) continue;
            std::vector<GomokuRow> rows;
            const int black = played(position, rows);
            for (GomokuRow& row : rows)
                if (row.result != ANYBODY) row.result = static_cast<std::int8_t>(row.side == gomoku::BLACK ? black : -black);
            if (!rows.empty()) return rows;
        }
    }

  private:
    static Options::Map rules() { return {{"rule", gomoku::RULE_NAMES[static_cast<std::size_t>(R)]}}; }
    static Options options(const std::string& net) {
        Options::Map words = {{"memory", "2"}};
        if (!net.empty()) words["net"] = net;
        return Options(words);
    }

    /// Two to nine stones, each near another.
    Position opening() {
        gomoku::Rules rules;
        rules.rule = R;
        Position position = Position::initial(rules);
        for (std::uint32_t left = 2 + random_.below(8); left > 0 && !position.outcome();) {
            const int reach = random_.below(6) == 0 ? 4 : 2;
            const auto cell = static_cast<Move>(random_.below(GOMOKU_ROW_CELLS));
            if (!position.is_legal(cell) || !is_near(position, cell, position.stone_count() == 0 ? 3 : reach)) continue;
            typename Position::Undo undo;
            position.do_move(cell, undo);
            --left;
        }
        return position;
    }

    /// Near a stone, or on the empty board near its middle.
    static bool is_near(const Position& position, int cell, int reach) {
        const auto within = [&](int point) {
            return std::abs(cell / SIZE - point / SIZE) <= reach && std::abs(cell % SIZE - point % SIZE) <= reach;
        };
        auto stones = position.stones(gomoku::BLACK) | position.stones(gomoku::WHITE);
        if (!stones.any()) return within(GOMOKU_ROW_CELLS / 2);
        while (stones.any())
            if (within(static_cast<int>(stones.pop()))) return true;
        return false;
    }

    /// Over, a five to stop, or won by fours.
    bool is_forced(Position& position) {
        return position.outcome() || Traits::proven(position) != 0 || is_four(position) || wins_by_fours(position);
    }
    static bool is_four(const Position& position) {
        return position.patterns().count(gomoku::other(position.next_colour()), Threat::FIVE) > 0;
    }
    bool wins_by_fours(Position& position) { return fours_.has_fours(position) && fours_.find(position, FOURS) != NO_MOVE; }

    struct Found {
        Move move;
        int score;
    };
    Found searched(const Position& position, std::uint32_t nodes) {
        Limits limits;
        limits.nodes = nodes;
        const Report report = engine_->search(ErasedPosition<Position>(position), limits, stop_, nullptr);
        const int score = static_cast<int>(report.lines[0].score);
        return {report.lines[0].moves[0], std::clamp(score, -CERTAIN, CERTAIN)};
    }

    /// Plays until somebody wins by fours; 1 when black does, -1 when white.
    int played(Position& position, std::vector<GomokuRow>& rows) {
        for (int ply = 0; ply < LONGEST; ++ply) {
            const int own = position.next_colour() == gomoku::BLACK ? 1 : -1;
            if (position.winner()) return -own;
            if (position.outcome()) return 0;
            const bool is_answer = is_four(position);
            if (const int proven = Traits::proven(position); proven != 0) return proven > 0 ? own : -own;
            if (!is_answer && wins_by_fours(position)) return own;
            const Found found = searched(position, nodes_ * 3 / 4 + random_.below(nodes_ / 2 + 1));
            if (!is_answer) {
                rows.push_back(row_of(position, found.score, 0));
                if (random_.below(2) == 0) stray(position, rows);
            }
            typename Position::Undo undo;
            position.do_move(found.move, undo);
        }
        return 0;
    }

    /// What a search says about the position after a move that need not be good: such positions are most of a search's leaves.
    void stray(const Position& position, std::vector<GomokuRow>& rows) {
        Position next = position;
        MoveList<Position::MAX_MOVES> moves;
        Traits::candidates(next, moves);
        typename Position::Undo undo;
        next.do_move(moves[random_.below(static_cast<std::uint32_t>(moves.size()))], undo);
        if (!is_forced(next)) rows.push_back(row_of(next, searched(next, nodes_).score, ANYBODY));
    }

    static GomokuRow row_of(const Position& position, int score, std::uint8_t result) {
        GomokuRow row;
        row.rule = static_cast<std::uint8_t>(R);
        row.side = position.next_colour();
        row.result = static_cast<std::int8_t>(result);
        row.ply = static_cast<std::uint8_t>(position.stone_count());
        row.score = static_cast<std::int16_t>(score);
        for (int cell = 0; cell < GOMOKU_ROW_CELLS; ++cell) {
            const auto i = static_cast<std::size_t>(cell);
            const auto bit = static_cast<std::uint8_t>(1 << cell % 8);
            if (position.stones(gomoku::BLACK).test(i)) row.black[cell / 8] |= bit;
            if (position.stones(gomoku::WHITE).test(i)) row.white[cell / 8] |= bit;
        }
        return row;
    }

    Random random_;
    std::uint32_t nodes_;
    StopFlag stop_;
    std::unique_ptr<AnyEngine> engine_;
    gomoku::FourSearch<R> fours_{std::size_t{1} << 16};
};

template <Rule R>
void write_shapes(const GomokuRow& row, std::uint16_t* shapes) {
    static const gomoku::Patterns<R> EMPTY_BOARD(SIZE);
    const auto& numbers = gomoku::ShapeNumbers<R>::instance();
    gomoku::Patterns<R> patterns = EMPTY_BOARD;
    for (int cell = 0; cell < GOMOKU_ROW_CELLS; ++cell) {
        if ((row.black[cell / 8] >> cell % 8 & 1) != 0) patterns.put(cell, gomoku::BLACK);
        else if ((row.white[cell / 8] >> cell % 8 & 1) != 0) patterns.put(cell, gomoku::WHITE);
    }
    const auto own = static_cast<Colour>(row.side), enemy = gomoku::other(own);
    for (int cell = 0; cell < GOMOKU_ROW_CELLS; ++cell) {
        *shapes++ = numbers.look(patterns.shape(cell, own), own);
        *shapes++ = numbers.look(patterns.shape(cell, enemy), enemy);
    }
}

}  // namespace

std::vector<GomokuRow> play_gomoku(std::uint64_t seed, std::uint32_t nodes, const std::string& net) {
    Random random(seed);
    static constexpr Rule OTHERS[] = {Rule::STANDARD, Rule::CARO, Rule::RENJU, Rule::RENJU};
    const std::uint32_t which = random.below(16);
    const Rule rule = which < 4 ? OTHERS[which] : Rule::FREESTYLE;
    return gomoku::with_rule(rule, [&]<Rule R>() { return SelfPlay<R>(random, nodes, net).game(); });
}

std::vector<std::uint16_t> gomoku_shapes(std::string_view rows) {
    if (rows.size() % sizeof(GomokuRow) != 0)
        throw RulesError("expected rows of " + std::to_string(sizeof(GomokuRow)) + " bytes, got " + std::to_string(rows.size()));
    const std::size_t count = rows.size() / sizeof(GomokuRow);
    std::vector<std::uint16_t> shapes(count * GOMOKU_ROW_CELLS * 2);
    for (std::size_t i = 0; i < count; ++i) {
        GomokuRow row;
        std::memcpy(&row, rows.data() + i * sizeof(GomokuRow), sizeof(GomokuRow));
        if (row.rule > 3 || row.side > 1)
            throw RulesError("expected a rule and a side, got " + std::to_string(row.rule) + " and " + std::to_string(row.side));
        std::uint16_t* to = shapes.data() + i * GOMOKU_ROW_CELLS * 2;
        gomoku::with_rule(static_cast<Rule>(row.rule), [&]<Rule R>() { write_shapes<R>(row, to); });
    }
    return shapes;
}

}  // namespace duiyi
