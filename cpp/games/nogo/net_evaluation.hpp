// The evaluator around NoGo's learnt weights: keeps the crosses of all points and their sums while moves are played.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/evaluator.hpp"
#include "games/nogo/net_file.hpp"
#include "games/nogo/position.hpp"

namespace duiyi::nogo {

/// The weights that ship, or those of a file. In hundredths of a point, as by hand: UNIT is a lead that wins e : 1.
template <std::size_t Words>
class NetEvaluation {
  public:
    static constexpr double UNIT = 350.0;
    using P = Position<Words>;
    using Undo = typename P::Undo;

    NetEvaluation() : NetEvaluation(shipped_net()) {}
    explicit NetEvaluation(std::shared_ptr<const NetWeights> weights) : weights_(std::move(weights)) {}

    void reset(const P& position) {
        geometry_ = &Geometry::of(position.rules().rows, position.rules().cols);
        // Every move fills a point, so that no game is longer; a losing move of rule=course may be one more.
        boards_.resize(static_cast<std::size_t>(position.empty_points().count()) + 2);
        top_ = 0;
        Board& board = boards_.front();
        board = {};
        for (std::size_t point = 0; point < geometry_->off_board; ++point) {
            int cross = CENTRE * state_of(position, static_cast<Point>(point));
            for (std::size_t arm = 0; arm < 4; ++arm) cross += ARMS[arm] * state_of(position, geometry_->neighbours[point][arm]);
            board.crosses[point] = static_cast<std::uint16_t>(cross);
            board.add(weights_->crosses[static_cast<std::size_t>(cross)], 1);
        }
    }

    void do_move(P& position, Move move, Undo& undo) {
        // Undoing is going back to the board before: less work than to put every cross right again.
        boards_[top_ + 1] = boards_[top_];
        Board& board = boards_[++top_];
        const bool ends = !position.legal_points(position.to_move()).test(move);
        position.do_move(move, undo);
        if (ends) return;
        for (auto changed = (undo.legal[0] ^ position.legal_points(0)) | (undo.legal[1] ^ position.legal_points(1));
             changed.any();) {
            const auto point = static_cast<Point>(changed.pop());
            const int change = state_of(position, point) - board.crosses[point] / CENTRE;
            shift(board, point, CENTRE * change);
            for (std::size_t arm = 0; arm < 4; ++arm)
                if (const Point next = geometry_->neighbours[point][arm]; next != geometry_->off_board)
                    shift(board, next, ARMS[3 - arm] * change);  // who lies above sees this point below
        }
    }
    void undo_move(P& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        --top_;
    }

    int evaluate(const P& position) const {
        const int shared = (position.legal_points(0) & position.legal_points(1)).count();
        const auto* sums = boards_[top_].sums.data() + STAGES * static_cast<std::size_t>(position.to_move());
        const auto odd = static_cast<std::size_t>(shared % 2);
        const int many = std::clamp(shared, FEW_SHARED, MANY_SHARED) - FEW_SHARED;
        constexpr int ALL = MANY_SHARED - FEW_SHARED;
        return ((sums[0] + weights_->turn[0][odd]) * (ALL - many) + (sums[1] + weights_->turn[1][odd]) * many) /
               (ALL * NET_SCALE);
    }
    void evaluate_seats(const P& position, std::array<int, MAX_SEATS>& seats) const {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    struct Board {
        std::array<std::uint16_t, P::Points::SIZE> crosses;  // as seat 0 sees them
        std::array<std::int32_t, 2 * STAGES> sums;           // of their weights

        void add(const NetWeights::Row& row, int sign) {
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += sign * row[i];
        }
    };

    /// As seat 0 sees it.
    int state_of(const P& position, Point point) const {
        if (point == geometry_->off_board) return OFF_BOARD;
        if (!position.empty_points().test(point)) return position.colour(point) == 0 ? OWN_STONE : OTHERS_STONE;
        return NOBODYS - 1 * position.legal_points(0).test(point) - 2 * position.legal_points(1).test(point);
    }

    void shift(Board& board, Point point, int by) {
        std::uint16_t& cross = board.crosses[point];
        board.add(weights_->crosses[cross], -1);
        cross = static_cast<std::uint16_t>(cross + by);
        board.add(weights_->crosses[cross], 1);
    }

    std::shared_ptr<const NetWeights> weights_;
    const Geometry* geometry_ = nullptr;
    std::vector<Board> boards_;
    std::size_t top_ = 0;
};

}  // namespace duiyi::nogo
