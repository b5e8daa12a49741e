#include "nets/tower.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"

namespace duiyi::nets {
namespace {

/// Mean and maximum of every channel over the points.
void pool(std::span<const float> numbers, std::size_t channels, float* pooled) {
    const std::size_t points = numbers.size() / channels;
    for (std::size_t first = 0; first < channels; first += LANES) {
        Lanes sums{}, most, here;
        load(most, numbers.data() + first);
        for (std::size_t point = 0; point < points; ++point) {
            load(here, numbers.data() + point * channels + first);
            sums += here;
            most = here > most ? here : most;
        }
        sums /= static_cast<float>(points);
        store(sums, pooled + first);
        store(most, pooled + channels + first);
    }
}

void relu(std::span<float> numbers) {
    for (float& number : numbers) number = std::max(number, 0.0F);
}

/// The same few numbers for every point.
void add_everywhere(std::span<float> numbers, std::span<const float> few) {
    for (std::size_t at = 0; at < numbers.size(); at += few.size())
        for (std::size_t i = 0; i < few.size(); ++i) numbers[at + i] += few[i];
}

void demand(bool is_so, const char* what) {
    if (!is_so) throw RulesError(std::string("expected the parts of a network to fit each other: ") + what);
}

}  // namespace

Tower::Tower(TowerParts parts, std::size_t threads) : parts_(std::move(parts)) {
    check();
    const std::size_t most = std::max(channels(), parts_.value_in.outputs());
    for (std::size_t i = 0; i < std::max<std::size_t>(1, threads); ++i) {
        Desk& desk = desks_.emplace_back();
        desk.planes = Bytes(parts_.rows, parts_.columns, parts_.stem.inputs());
        desk.bytes = Bytes(parts_.rows, parts_.columns, channels());
        desk.x.resize(points() * channels());
        desk.inner.resize(points() * most);
        desk.pooled.resize(2 * (channels() + parts_.value_in.outputs()));
        desk.hidden.resize(std::max(parts_.value_hidden.outputs(), channels()));
        desk.ends.resize(points() * parts_.policy_out.outputs());
        desk.turned.resize(desk.ends.size());
        desk.nothing.resize(parts_.places.size());
    }
    if (threads > 1) crew_ = std::make_unique<Crew>(threads);
}

void Tower::check() const {
    const std::size_t wide = channels(), pooled = 2 * wide;
    demand(points() > 0 && row() > 0 && wide > 0, "a board, planes and channels");
    demand(wide % Conv::GROUP == 0 && parts_.value_in.outputs() % Conv::GROUP == 0, "channels by sixteens");
    demand(parts_.edge.size() == points() * wide, "the edge");
    for (const TowerBlock& block : parts_.blocks) {
        for (const Conv* conv : {&block.first, &block.second})
            demand(conv->inputs() == wide && conv->outputs() == wide, "a block");
        if (block.pool) demand(block.pool->inputs() == pooled && block.pool->outputs() == wide, "a block's pool");
    }
    demand(parts_.policy_in.inputs() == wide && parts_.policy_in.outputs() == wide, "the policy");
    demand(parts_.policy_pool.inputs() == pooled && parts_.policy_pool.outputs() == wide, "the policy's pool");
    demand(parts_.policy_out.inputs() == wide, "the policy's end");
    const std::size_t ends = parts_.policy_out.outputs();
    demand(parts_.places.empty() ? ends == 1 : ends > 0 && ends % 2 == 0, "the policy's end");
    for (const std::size_t place : parts_.places) demand(place < points(), "places on the board");
    if (parts_.policy_extra) demand(parts_.policy_extra->inputs() == pooled, "moves on no point");
    demand(parts_.value_in.inputs() == wide, "the value");
    demand(parts_.value_hidden.inputs() == 2 * parts_.value_in.outputs() + pooled, "the value's middle");
    demand(parts_.value_out.inputs() == parts_.value_hidden.outputs() && seats() > 0, "the value's end");
}

std::size_t Tower::num_moves() const {
    const std::size_t on_board = parts_.places.empty() ? points() : parts_.places.size() * parts_.places.size();
    return on_board + (parts_.policy_extra ? parts_.policy_extra->outputs() : 0);
}

void Tower::run(std::span<const float> planes, std::span<float> logits, std::span<float> rates) {
    const std::size_t count = rates.size() / seats();
    const auto share = [&](std::size_t first, std::size_t last, Desk& desk) {
        for (std::size_t i = first; i < last; ++i)
            run_row(desk, planes.data() + i * row(), logits.data() + i * num_moves(), rates.data() + i * seats());
    };
    if (crew_ == nullptr || count < 2) return share(0, count, desks_[0]);
    crew_->run([&](std::size_t i) { share(count * i / crew_->size(), count * (i + 1) / crew_->size(), desks_[i]); });
}

void Tower::run_row(Desk& desk, const float* planes, float* logits, float* rates) const {
    desk.planes.fill_planes({planes, row()}, parts_.stem.in_scale(), parts_.stem.in_zero());
    parts_.stem.run(desk.planes, desk.x);
    for (std::size_t i = 0; i < desk.x.size(); ++i) desk.x[i] = std::max(desk.x[i] + parts_.edge[i], 0.0F);
    for (const TowerBlock& block : parts_.blocks) run_block(block, desk);
    pool(desk.x, channels(), desk.pooled.data() + 2 * parts_.value_in.outputs());
    write_policy(desk, logits);
    write_rates(desk, rates);
}

void Tower::run_block(const TowerBlock& block, Desk& desk) const {
    const std::span<float> inner(desk.inner.data(), desk.x.size());
    desk.bytes.fill(desk.x, block.first.in_scale(), block.first.in_zero());
    block.first.run(desk.bytes, inner, true);
    if (block.pool) {
        pool(inner, channels(), desk.pooled.data());
        block.pool->run(desk.pooled.data(), desk.hidden.data());
        add_everywhere(inner, {desk.hidden.data(), channels()});
    }
    desk.bytes.fill(inner, block.second.in_scale(), block.second.in_zero());
    block.second.run(desk.bytes, inner);
    for (std::size_t i = 0; i < desk.x.size(); ++i) desk.x[i] = std::max(desk.x[i] + inner[i], 0.0F);
}

void Tower::write_policy(Desk& desk, float* logits) const {
    const float* pooled = desk.pooled.data() + 2 * parts_.value_in.outputs();
    const std::span<float> head(desk.inner.data(), desk.x.size());
    desk.bytes.fill(desk.x, parts_.policy_in.in_scale(), parts_.policy_in.in_zero());
    parts_.policy_in.run(desk.bytes, head);
    parts_.policy_pool.run(pooled, desk.hidden.data());
    add_everywhere(head, {desk.hidden.data(), channels()});
    relu(head);
    if (parts_.policy_extra) parts_.policy_extra->run(pooled, logits + num_moves() - parts_.policy_extra->outputs());
    if (parts_.places.empty()) {
        for (std::size_t point = 0; point < points(); ++point)
            parts_.policy_out.run(head.data() + point * channels(), logits + point);
        return;
    }
    // A pair's logit is the product of what its two points say, one as an origin, the other as a goal.
    const std::size_t places = parts_.places.size(), ends = parts_.policy_out.outputs(), depth = ends / 2;
    const float scale = 1 / std::sqrt(static_cast<float>(depth));
    for (std::size_t i = 0; i < places; ++i) {
        float* end = desk.ends.data() + i * ends;
        parts_.policy_out.run(head.data() + parts_.places[i] * channels(), end);
        for (std::size_t d = 0; d < depth; ++d) desk.turned[d * places + i] = scale * end[depth + d];
    }
    for (std::size_t i = 0; i < places; ++i)
        Linear::multiply(desk.ends.data() + i * ends, depth, desk.turned.data(), desk.nothing.data(), places,
                         logits + i * places);
}

void Tower::write_rates(Desk& desk, float* rates) const {
    const std::size_t wide = parts_.value_in.outputs();
    const std::span<float> inner(desk.inner.data(), points() * wide);
    desk.bytes.fill(desk.x, parts_.value_in.in_scale(), parts_.value_in.in_zero());
    parts_.value_in.run(desk.bytes, inner, true);
    pool(inner, wide, desk.pooled.data());
    parts_.value_hidden.run(desk.pooled.data(), desk.hidden.data());
    relu({desk.hidden.data(), parts_.value_hidden.outputs()});
    parts_.value_out.run(desk.hidden.data(), rates);
    if (seats() == 2) {
        rates[0] = 1 / (1 + std::exp(rates[1] - rates[0]));
        rates[1] = 1 - rates[0];
    } else {
        for (std::size_t i = 0; i < seats(); ++i) rates[i] = 1 / (1 + std::exp(-rates[i]));
    }
}

}  // namespace duiyi::nets
