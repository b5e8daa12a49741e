// Self-play for the Xiangqi evaluation: writes quiet positions with the score of a small search and the result of the game.
//
//     selfplay_xiangqi FILE SEED NODES SECONDS      adds rows to FILE; src/duiyi/learn/eval_xiangqi.py reads them
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/search_traits.hpp"
#include "search/alphabeta.hpp"

namespace duiyi {
namespace {

using xiangqi::Evaluation;
using xiangqi::Position;
using Traits = SearchTraits<Position>;

#pragma pack(push, 1)
struct Row {
    std::uint8_t side = 0, count = 0;
    std::int8_t result = 0;  // for the side to move: 1 won, 0 drawn, -1 lost
    std::uint8_t ply = 0;
    std::int16_t score = 0;  // for the side to move
    std::uint8_t piece[32] = {}, cell[32] = {};
};
#pragma pack(pop)

constexpr int FAIR = 220;    // openings beyond this score are thrown away
constexpr int CLEAR = 1500;  // so much for one side, CLEAR_PLIES times in a row, is a win
constexpr int CLEAR_PLIES = 6;
constexpr int KEPT = 2000;    // positions beyond this teach nothing
constexpr int LONGEST = 260;  // plies
constexpr int NOISY = 30;     // plies in which one move of sixteen is random, so that games do not repeat

class SelfPlay {
  public:
    SelfPlay(std::uint64_t seed, std::uint32_t nodes) : random_(seed), nodes_(nodes), search_(small()) {}

    /// The rows of one game; none when the opening was not fair.
    std::vector<Row> game() {
        std::vector<Row> rows;
        auto start = opening();
        if (!start || std::abs(searched(*start, 2 * nodes_).score) > FAIR) return rows;
        const int red = played(*start, rows);
        for (Row& row : rows) row.result = static_cast<std::int8_t>(row.side == 0 ? red : -red);
        return rows;
    }

  private:
    static AlphaBetaOptions small() {
        AlphaBetaOptions options;
        options.table_bytes = std::size_t{8} << 20;
        return options;
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
        const Report report = search_.search(position, limits, stop_, nullptr);
        return {report.lines[0].moves[0], static_cast<int>(report.lines[0].score)};
    }

    /// Plays to the end; 1 when red wins, -1 when black does.
    int played(Position& position, std::vector<Row>& rows) {
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

    static Row row_of(const Position& position, int score, int ply) {
        Row row;
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
    AlphaBeta<Position, Evaluation> search_;
};

}  // namespace
}  // namespace duiyi

int main(int count, char** words) {
    if (count != 5) return std::fputs("expected FILE SEED NODES SECONDS\n", stderr), 2;
    std::FILE* file = std::fopen(words[1], "ab");
    if (file == nullptr) return std::fprintf(stderr, "cannot write %s\n", words[1]), 1;
    duiyi::SelfPlay play(std::strtoull(words[2], nullptr, 10), static_cast<std::uint32_t>(std::atoi(words[3])));
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::atof(words[4]));
    std::size_t rows = 0;
    while (std::chrono::steady_clock::now() < end) {
        const auto game = play.game();
        rows += std::fwrite(game.data(), sizeof(game[0]), game.size(), file);
    }
    std::fclose(file);
    std::printf("%zu rows\n", rows);
}
