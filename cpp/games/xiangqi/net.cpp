#include "games/xiangqi/net.hpp"

#include <algorithm>

namespace duiyi::xiangqi {
namespace {

/// Whether a red piece can come to a cell.
constexpr bool can_stand(int type, int row, int file) {
    const int up = ROWS - 1 - row;
    switch (type) {
        case KING:
            return up <= 2 && file >= 3 && file <= 5;
        case ADVISOR:
            return up <= 2 && file >= 3 && file <= 5 && (up + file) % 2 == 1;
        case ELEPHANT:
            return (up == 2 && file % 4 == 0) || ((up == 0 || up == 4) && file % 4 == 2);
        case PAWN:
            return up >= 5 || ((up == 3 || up == 4) && file % 2 == 0);
        default:
            return true;
    }
}

/// Number of a piece on a cell as a side sees it: own pieces first, the own side of the board below.
using Numbers = std::array<std::array<std::array<std::uint16_t, CELLS>, PIECES>, 2>;
constexpr Numbers NUMBERS = [] {
    Numbers numbers{};
    for (auto& view : numbers)
        for (auto& piece : view) piece.fill(NET_FEATURES);
    const auto turned_over = [](int cell) { return cell_at(ROWS - 1 - row_of(cell), file_of(cell)); };
    std::uint16_t next = 0;
    for (int whose = 0; whose < 2; ++whose)
        for (int type = 0; type < TYPES; ++type)
            for (int cell = 0; cell < CELLS; ++cell) {  // as red sees its own piece
                if (!can_stand(type, row_of(cell), file_of(cell))) continue;
                for (Color side = RED; side <= BLACK; ++side) {
                    const Color color = whose == 0 ? side : side ^ 1;
                    const int here = color == RED ? cell : turned_over(cell);
                    numbers[static_cast<std::size_t>(side)][make_piece(color, type)][static_cast<std::size_t>(here)] = next;
                }
                ++next;
            }
    return numbers;
}();

template <int Sign>
void add(std::array<std::int16_t, NET_HIDDEN>& hidden, const std::array<std::int16_t, NET_HIDDEN>& row) {
    for (std::size_t i = 0; i < NET_HIDDEN; ++i) hidden[i] = static_cast<std::int16_t>(hidden[i] + Sign * row[i]);
}

/// Squared, clipped activations times weights; the product of one activation and a weight fits into 16 bits.
std::int32_t weigh(const std::array<std::int16_t, NET_HIDDEN>& hidden, const std::int16_t* weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < NET_HIDDEN; ++i) {
        const auto active = static_cast<std::int16_t>(std::clamp<int>(hidden[i], 0, NET_ONE));
        sum += std::int32_t{static_cast<std::int16_t>(active * weights[i])} * active;
    }
    return sum;
}

}  // namespace

void NetState::reset(const Board& board) {
    for (auto& view : views_) view = {NET.bias, 0};
    for (int cell = 0; cell < CELLS; ++cell)
        if (board.at(cell) != EMPTY) change(board.at(cell), cell, 1);
}

void NetState::change(Piece piece, int cell, int sign) {
    for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t number = NUMBERS[side][piece][static_cast<std::size_t>(cell)];
        View& view = views_[side];
        view.direct += sign * NET.direct[number];
        if (sign > 0) add<1>(view.hidden, NET.rows[number]);
        else add<-1>(view.hidden, NET.rows[number]);
    }
}

int NetState::value(Color to_move, int pieces) const {
    const View& own = views_[static_cast<std::size_t>(to_move)];
    const View& enemy = views_[static_cast<std::size_t>(to_move ^ 1)];
    const auto stage = static_cast<std::size_t>(std::min((pieces - 2) * static_cast<int>(NET_STAGES) / 31, 3));
    const auto& output = NET.output[stage];
    const std::int64_t hidden = std::int64_t{weigh(own.hidden, output.data())} + weigh(enemy.hidden, output.data() + NET_HIDDEN);
    const std::int64_t scale = std::int64_t{NET_ONE} * NET_ONE * NET_WEIGHT;
    return static_cast<int>(hidden * NET_UNIT / scale) + (own.direct - enemy.direct) / NET_DIRECT + NET.output_bias[stage];
}

}  // namespace duiyi::xiangqi
