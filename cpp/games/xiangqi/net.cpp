#include "games/xiangqi/net.hpp"

#include <algorithm>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

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
        for (auto& piece : view) piece.fill(NET_PLACES);
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

constexpr int MIDDLE = FILES / 2;

/// Of a king that stands `up` ranks from the back and left of the middle, or in it.
constexpr std::size_t set_of(int up, int file) { return static_cast<std::size_t>(up + (file == MIDDLE ? 0 : 3)); }

}  // namespace

#if defined(__AVX2__)
std::int32_t weigh(const NetRow& hidden, const NetRow& weights) {
    static_assert(NET_HIDDEN % 16 == 0);
    __m256i sums = _mm256_setzero_si256();
    for (std::size_t i = 0; i < NET_HIDDEN; i += 16) {
        const auto load = [i](const NetRow& row) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row.data() + i)); };
        const __m256i active =
            _mm256_min_epi16(_mm256_max_epi16(load(hidden), _mm256_setzero_si256()), _mm256_set1_epi16(NET_ONE));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_mullo_epi16(active, load(weights)), active));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01001110));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10110001));
    return _mm_cvtsi128_si32(sum);
}
#else
std::int32_t weigh(const NetRow& hidden, const NetRow& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < NET_HIDDEN; ++i) {
        const auto active = static_cast<std::int16_t>(std::clamp<int>(hidden[i], 0, NET_ONE));
        sum += std::int32_t{static_cast<std::int16_t>(active * weights[i])} * active;
    }
    return sum;
}
#endif

NetState::Sight NetState::sight(std::size_t side, int king) const {
    if (!weights_->has_sets) return {};
    const int up = side == RED ? ROWS - 1 - row_of(king) : row_of(king);
    return {static_cast<std::uint16_t>(set_of(up, file_of(king)) * (NET_PLACES + 1)), file_of(king) > MIDDLE};
}

std::size_t NetState::number_of(std::size_t side, Piece piece, int cell) const {
    const Sight& sight = views_[side].sight;
    if (sight.is_mirrored) cell = cell_at(row_of(cell), FILES - 1 - file_of(cell));
    return sight.first + NUMBERS[side][piece][static_cast<std::size_t>(cell)];
}

/// Sees everything anew.
void NetState::look(const Board& board, std::size_t side) {
    View& view = views_[side];
    view = {weights_->bias, 0, sight(side, board.king(static_cast<Color>(side)))};
    for (Set left = board.occupied(); left != 0;) {
        const int cell = pop(left);
        const std::size_t number = number_of(side, board.at(cell), cell);
        view.direct += weights_->direct[number];
        for (std::size_t i = 0; i < NET_HIDDEN; ++i)
            view.hidden[i] = static_cast<std::int16_t>(view.hidden[i] + weights_->rows[number][i]);
    }
}

void NetState::reset(const Board& board) {
    for (std::size_t side = 0; side < 2; ++side) look(board, side);
}

template <int Sign>
void NetState::changed(const Board& board, Piece piece, int from, int to, Piece taken) {
    const NetWeights& weights = *weights_;
    for (std::size_t side = 0; side < 2; ++side) {
        View& view = views_[side];
        if (piece == make_piece(static_cast<Color>(side), KING) && sight(side, Sign > 0 ? to : from) != view.sight) {
            look(board, side);
            continue;
        }
        const std::size_t here = number_of(side, piece, from), there = number_of(side, piece, to);
        const NetRow &left = weights.rows[here], &reached = weights.rows[there];
        view.direct += Sign * (weights.direct[there] - weights.direct[here]);
        if (taken == EMPTY) {
            for (std::size_t i = 0; i < NET_HIDDEN; ++i)
                view.hidden[i] = static_cast<std::int16_t>(view.hidden[i] + Sign * (reached[i] - left[i]));
        } else {
            const std::size_t gone = number_of(side, taken, to);
            const NetRow& lost = weights.rows[gone];
            view.direct -= Sign * weights.direct[gone];
            for (std::size_t i = 0; i < NET_HIDDEN; ++i)
                view.hidden[i] = static_cast<std::int16_t>(view.hidden[i] + Sign * (reached[i] - left[i] - lost[i]));
        }
    }
}
template void NetState::changed<1>(const Board&, Piece, int, int, Piece);
template void NetState::changed<-1>(const Board&, Piece, int, int, Piece);

int NetState::value(Color to_move, int pieces) const {
    const View& own = views_[static_cast<std::size_t>(to_move)];
    const View& enemy = views_[static_cast<std::size_t>(to_move ^ 1)];
    const auto stage = static_cast<std::size_t>(std::min((pieces - 2) * static_cast<int>(NET_STAGES) / 31, 3));
    const auto& [mine, theirs] = weights_->output[stage];
    const std::int64_t hidden = std::int64_t{weigh(own.hidden, mine)} + weigh(enemy.hidden, theirs);
    constexpr std::int64_t SCALE = std::int64_t{NET_ONE} * NET_ONE * NET_WEIGHT;
    return static_cast<int>(hidden * NET_UNIT / SCALE) + (own.direct - enemy.direct) / NET_DIRECT + weights_->output_bias[stage];
}

}  // namespace duiyi::xiangqi
