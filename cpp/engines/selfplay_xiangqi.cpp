#include "engines/selfplay_xiangqi.hpp"

#include <cstdlib>
#include <optional>

#include "core/random.hpp"
#include "engines/any_engine.hpp"
#include "engines/erased.hpp"
#include "games/xiangqi/position.hpp"
#include "games/xiangqi/search_traits.hpp"

namespace duiyi {
namespace {

using xiangqi::Position;
using Traits = SearchTraits<Position>;

constexpr int FAIR = 220;    // openings beyond this score are thrown away
constexpr int CLEAR = 1500;  // so much for one side, CLEAR_PLIES times in a row, is a win
constexpr int CLEAR_PLIES = 6;
constexpr int KEPT = 2000;    // positions beyond this teach nothing
constexpr int LONGEST = 260;  // plies
constexpr int NOISY = 30;     // plies in which one move of sixteen is random, so that games do not repeat

class SelfPlay {
  public:
    SelfPlay(std::uint64_t seed, std::uint32_t nodes, const std::string& net)
        : random_(seed), nodes_(nodes), engine_(xiangqi_engine({}, {"alphabeta", options(net)})) {}

    std::vector<XiangqiRow> game() {
        while (true) {
            auto start = opening();
            if (!start || std::abs(searched(*start, 2 * nodes_).score) > FAIR) continue;
            std::vector<XiangqiRow> rows;
            const int red = played(*start, rows);
            for (XiangqiRow& row : rows) row.result = static_cast<std::int8_t>(row.side == 0 ? red : -red);
            if (!rows.empty()) return rows;
        }
    }

  private:
    static Options options(const std::string& net) {
        Options::Map words = {{"memory", "8"}};
        if (!net.empty()) words["net"] = net;
        return Options(words);
    }

    std::optional<Position> opening() {
        Position position = Position::initial({});
        for (std::uint32_t left = 4 + random_.below(9); left > 0; --left) {
            if (position.outcome()) return std::nullopt;
            Move move = any_move(position);
            for (int again = 0; again < 7 && Traits::is_bad(position, move); ++again) move = any_move(position);
            Position::Undo undo;
            position.do_move(move, undo);
        }
        if (position.outcome()) return std::nullopt;
        return position;
    }

    Move any_move(const Position& position) {
        MoveList<Position::MAX_MOVES> moves;
        position.generate(moves);
        return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    }

    struct Found {
        Move move;
        int score;
    };
    Found searched(const Position& position, std::uint32_t nodes) {
        Limits limits;
        limits.nodes = nodes;
        const Report report = engine_->search(ErasedPosition<Position>(position), limits, stop_, nullptr);
        return {report.lines[0].moves[0], static_cast<int>(report.lines[0].score)};
    }

    /// Plays to the end; 1 when red wins, -1 when black does.
    int played(Position& position, std::vector<XiangqiRow>& rows) {
        int clear = 0;
        Seat leader = 0;
        for (int ply = 0; ply < LONGEST; ++ply) {
            if (const auto end = position.outcome()) return end->scores[0] > 0.5F ? 1 : end->scores[0] < 0.5F ? -1 : 0;
            Found found = searched(position, nodes_ * 3 / 4 + random_.below(nodes_ / 2 + 1));
            const Seat ahead = found.score > 0 ? position.to_move() : 1 - position.to_move();
            clear = std::abs(found.score) <= CLEAR ? 0 : clear > 0 && ahead == leader ? clear + 1 : 1;
            leader = ahead;
            if (clear >= CLEAR_PLIES || is_proven(found.score)) return ahead == 0 ? 1 : -1;
            if (std::abs(found.score) < KEPT && !position.in_check() && !Traits::is_tactical(position, found.move))
                rows.push_back(row_of(position, found.score, ply));
            if (ply < NOISY && random_.below(16) == 0)
                if (const Move move = any_move(position); !Traits::is_bad(position, move)) found.move = move;
            Position::Undo undo;
            position.do_move(found.move, undo);
        }
        return 0;
    }

    static XiangqiRow row_of(const Position& position, int score, int ply) {
        XiangqiRow row;
        row.side = static_cast<std::uint8_t>(position.to_move());
        row.score = static_cast<std::int16_t>(score);
        row.ply = static_cast<std::uint8_t>(std::min(255, ply));
        for (int cell = 0; cell < xiangqi::CELLS; ++cell)
            if (const auto piece = position.pieces().at(cell); piece != xiangqi::EMPTY) {
                row.piece[row.count] = piece;
                row.cell[row.count++] = static_cast<std::uint8_t>(cell);
            }
        return row;
    }

    Random random_;
    std::uint32_t nodes_;
    StopFlag stop_;
    std::unique_ptr<AnyEngine> engine_;
};

}  // namespace

std::vector<XiangqiRow> play_xiangqi(std::uint64_t seed, std::uint32_t nodes, const std::string& net) {
    return SelfPlay(seed, nodes, net).game();
}

}  // namespace duiyi
