#include "games/gomoku/net.hpp"

#include <algorithm>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace duiyi::gomoku {

#if defined(__AVX2__)
void add_points(NetSums& sums, const NetChange* changes, std::size_t count) {
    static_assert(NET_CHANNELS % 16 == 0);
    const auto load = [](const void* at) { return _mm256_loadu_si256(static_cast<const __m256i*>(at)); };
    const __m256i none = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    const auto active = [&](const std::int16_t* own, const std::int16_t* enemy) {
        return _mm256_min_epi16(_mm256_max_epi16(_mm256_add_epi16(load(own), load(enemy)), none), one);
    };
    constexpr std::size_t WIDE = NET_CHANNELS / 16;
    __m256i kept[WIDE];
    for (std::size_t i = 0; i < WIDE; ++i) kept[i] = load(sums.data() + 16 * i);
    for (const NetChange* change = changes; change != changes + count; ++change)
        for (std::size_t i = 0; i < WIDE; ++i) {
            const __m256i after = active(change->own_after + 16 * i, change->enemy_after + 16 * i);
            const __m256i before = active(change->own_before + 16 * i, change->enemy_before + 16 * i);
            kept[i] = _mm256_add_epi16(kept[i], _mm256_sub_epi16(after, before));
        }
    for (std::size_t i = 0; i < WIDE; ++i) _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums.data() + 16 * i), kept[i]);
}

std::int32_t mixed(const NetSums& sums, const NetWeights& weights) {
    static_assert(NET_HIDDEN % 8 == 0);
    constexpr std::size_t WIDE = NET_HIDDEN / 8;
    __m256i units[WIDE];
    for (std::size_t i = 0; i < WIDE; ++i)
        units[i] = _mm256_load_si256(reinterpret_cast<const __m256i*>(weights.mix_bias.data() + 8 * i));
    for (std::size_t pair = 0; pair < NET_CHANNELS / 2; ++pair) {
        const __m256i both = _mm256_set1_epi32(sums[2 * pair] >> 1 | sums[2 * pair + 1] >> 1 << 16);
        for (std::size_t i = 0; i < WIDE; ++i) {
            const auto* row = reinterpret_cast<const __m256i*>(weights.mix[pair].data() + 16 * i);
            units[i] = _mm256_add_epi32(units[i], _mm256_madd_epi16(both, _mm256_load_si256(row)));
        }
    }
    __m256i total = _mm256_setzero_si256();
    for (std::size_t i = 0; i < WIDE; ++i) {
        const __m256i active = _mm256_min_epi32(_mm256_max_epi32(_mm256_srai_epi32(units[i], NET_SHIFT), _mm256_setzero_si256()),
                                                _mm256_set1_epi32(NET_MIXED));
        const __m256i output =
            _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(weights.output.data() + 8 * i)));
        total = _mm256_add_epi32(total, _mm256_mullo_epi32(active, output));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01001110));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10110001));
    return _mm_cvtsi128_si32(sum);
}
#else
void add_points(NetSums& sums, const NetChange* changes, std::size_t count) {
    const auto active = [](int own, int enemy) { return std::clamp(own + enemy, 0, NET_ONE); };
    for (const NetChange* change = changes; change != changes + count; ++change)
        for (std::size_t i = 0; i < NET_CHANNELS; ++i)
            sums[i] = static_cast<std::uint16_t>(sums[i] + active(change->own_after[i], change->enemy_after[i]) -
                                                 active(change->own_before[i], change->enemy_before[i]));
}

std::int32_t mixed(const NetSums& sums, const NetWeights& weights) {
    auto units = weights.mix_bias;
    for (std::size_t channel = 0; channel < NET_CHANNELS; ++channel)
        for (std::size_t unit = 0; unit < NET_HIDDEN; ++unit)
            units[unit] += (sums[channel] >> 1) * weights.mix[channel / 2][2 * unit + channel % 2];
    std::int32_t total = 0;
    for (std::size_t unit = 0; unit < NET_HIDDEN; ++unit)
        total += std::clamp(units[unit] >> NET_SHIFT, 0, NET_MIXED) * weights.output[unit];
    return total;
}
#endif

template <Rule R>
void NetState<R>::reset(const Patterns<R>& patterns, int cells) {
    steps_.resize(static_cast<std::size_t>(cells) + 16);  // an opening has a few moves more than stones
    depth_ = 0;
    Step& step = steps_.front();
    step.is_known = {true, true};
    for (const Colour own : {BLACK, WHITE}) {
        const Colour enemy = other(own);
        step.sums[own].fill(0);
        step.direct[own] = 0;
        for (int cell = 0; cell < cells; ++cell) {
            const auto mine = numbers_->look(patterns.shape(cell, own), own);
            const auto theirs = numbers_->look(patterns.shape(cell, enemy), enemy);
            const std::int16_t* nothing = weights_->points[0][NOTHING_THERE].data();
            const NetChange change = {nothing, nothing, weights_->points[0][mine].data(), weights_->points[1][theirs].data()};
            add_points(step.sums[own], &change, 1);
            step.direct[own] += weights_->direct[0][mine] + weights_->direct[1][theirs];
        }
    }
}

template <Rule R>
void NetState<R>::add_step(const Step& before, Step& step, Colour own) const {
    const Colour enemy = other(own);
    std::array<NetChange, MOST_CHANGES> changes;
    std::int32_t direct = before.direct[own];
    for (std::size_t i = 0; i < step.count; ++i) {
        const Change& change = step.changes[i];
        const auto mine = numbers_->look(shape_of(change.before, own), own);
        const auto theirs = numbers_->look(shape_of(change.before, enemy), enemy);
        const auto mine_now = numbers_->look(shape_of(change.after, own), own);
        const auto theirs_now = numbers_->look(shape_of(change.after, enemy), enemy);
        direct += weights_->direct[0][mine_now] - weights_->direct[0][mine] + weights_->direct[1][theirs_now] -
                  weights_->direct[1][theirs];
        changes[i] = {weights_->points[0][mine].data(), weights_->points[1][theirs].data(), weights_->points[0][mine_now].data(),
                      weights_->points[1][theirs_now].data()};
    }
    step.direct[own] = direct;
    step.sums[own] = before.sums[own];
    add_points(step.sums[own], changes.data(), step.count);
    step.is_known[own] = true;
}

template <Rule R>
int NetState<R>::value(Colour own) {
    std::size_t at = depth_;
    while (!steps_[at].is_known[own]) --at;
    for (; at < depth_; ++at) add_step(steps_[at], steps_[at + 1], own);
    const Step& step = steps_[depth_];
    constexpr std::int64_t SCALE = std::int64_t{NET_MIXED} * NET_OUTPUT;
    return static_cast<int>(std::int64_t{mixed(step.sums[own], *weights_)} * NET_UNIT / SCALE) + step.direct[own] / NET_DIRECT +
           weights_->turn[static_cast<std::size_t>(R)][own];
}

template class NetState<Rule::FREESTYLE>;
template class NetState<Rule::STANDARD>;
template class NetState<Rule::CARO>;
template class NetState<Rule::RENJU>;

}  // namespace duiyi::gomoku
