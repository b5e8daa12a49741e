#include "engines/selfplay_reversi.hpp"

#include "core/random.hpp"
#include "engines/any_engine.hpp"
#include "engines/erased.hpp"
#include "engines/solve_reversi_root.hpp"
#include "engines/solve_reversi_search.hpp"

namespace duiyi {
namespace {

using Position = reversi::Standard;

constexpr int SOLVED = 14;  // empties from which games are played out exactly
constexpr std::size_t END_BYTES = std::size_t{2} << 20;

int empties(const Position& position) { return 64 - std::popcount(position.own() | position.other()); }

class SelfPlay {
  public:
    SelfPlay(std::uint64_t seed, std::uint32_t nodes, const std::string& net)
        : random_(seed), nodes_(nodes), engine_(reversi_engine({}, {"alphabeta", options(net)})) {}

    std::vector<ReversiRow> game() {
        while (true) {
            auto position = opening();
            if (!position) continue;
            played(*position);
            const std::size_t middle = rows_.size();
            const Seat mover = position->to_move();
            const int margin = ended(*position, true);
            ended(*position, false);
            for (std::size_t i = 0; i < middle; ++i)
                rows_[i].margin = static_cast<std::int8_t>(seats_[i] == mover ? margin : -margin);
            if (!rows_.empty()) return std::move(rows_);
        }
    }

  private:
    static Options options(const std::string& net) {
        Options::Map words = {{"memory", "4"}};
        if (!net.empty()) words["net"] = net;
        return Options(words);
    }

    std::optional<Position> opening() {
        Position position = Position::initial({});
        for (std::uint32_t left = 4 + random_.below(24); left > 0 && !position.outcome(); --left)
            play(position, any_move(position));
        if (position.outcome()) return std::nullopt;
        return position;
    }

    Move any_move(const Position& position) {
        MoveList<Position::MAX_MOVES> moves;
        position.generate(moves);
        return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    }

    static void play(Position& position, Move move) {
        Position::Undo undo;
        position.do_move(move, undo);
    }

    /// Plays until the rest can be solved.
    void played(Position& position) {
        Limits limits;
        while (empties(position) > SOLVED && !position.outcome()) {
            limits.nodes = nodes_ * 3 / 4 + random_.below(nodes_ / 2 + 1);
            const Line best = engine_->search(ErasedPosition<Position>(position), limits, stop_, nullptr).lines[0];
            if (!is_proven(static_cast<Score>(best.score))) {
                rows_.push_back(row_of(position, static_cast<int>(best.score)));
                seats_.push_back(position.to_move());
            }
            play(position, best.moves[0]);
        }
    }

    /// Solves every position to the end, after the best moves or after any; the margin of the first for its mover.
    int ended(Position position, bool is_best) {
        std::optional<int> first;
        while (true) {
            const Solution solution = reversi::Root<reversi::Board8, reversi::EndgameSearch>(position, end_, control_).solve();
            if (!first) first = solution.margin;
            if (position.outcome()) return *first;
            if (is_best || empties(position) < SOLVED) {
                ReversiRow& row = rows_.emplace_back(row_of(position, 100 * *solution.margin));
                row.margin = static_cast<std::int8_t>(*solution.margin);
                row.is_exact = 1;
            }
            play(position, is_best ? solution.moves[0] : any_move(position));
        }
    }

    static ReversiRow row_of(const Position& position, int score) {
        ReversiRow row;
        row.own = position.own();
        row.other = position.other();
        row.score = static_cast<std::int16_t>(score);
        return row;
    }

    Random random_;
    std::uint32_t nodes_;
    StopFlag stop_;
    std::unique_ptr<AnyEngine> engine_;
    Control control_{Limits{}, stop_};
    reversi::EndgameSearch end_{END_BYTES, control_};
    std::vector<ReversiRow> rows_;
    std::vector<Seat> seats_;  // to move, of the rows before the end
};

}  // namespace

std::vector<ReversiRow> play_reversi(std::uint64_t seed, std::uint32_t nodes, const std::string& net) {
    return SelfPlay(seed, nodes, net).game();
}

}  // namespace duiyi
