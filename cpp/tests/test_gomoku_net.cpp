// The network of Gomoku's evaluation: kept up to date it is what it would be anew, wide and plain arithmetic agree, bad files
// say what is wrong.
#include <algorithm>
#include <string>

#include "core/errors.hpp"
#include "core/random.hpp"
#include "games/gomoku/net_evaluation.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace gomoku;

std::string error_of(const std::string& bytes) {
    try {
        static_cast<void>(parse_net(bytes, "some.net"));
    } catch (const RulesError& error) {
        return error.what();
    }
    return "none";
}

bool says(const std::string& bytes, const char* words) { return error_of(bytes).find(words) != std::string::npos; }

std::string shipped() { return std::string(shipped_net_bytes()); }

/// Between the two, both included.
int any(Random& random, int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

NetWeights random_weights(Random& random) {
    NetWeights weights;
    for (auto& rows : weights.points)
        for (std::size_t number = 0; number < NOTHING_THERE; ++number)
            for (auto& value : rows[number]) value = static_cast<std::int16_t>(any(random, -300, 300));
    for (auto& values : weights.direct)
        for (std::size_t number = 0; number < NOTHING_THERE; ++number)
            values[number] = static_cast<std::int16_t>(any(random, -900, 900));
    for (auto& pair : weights.mix)
        for (auto& value : pair) value = static_cast<std::int16_t>(any(random, -200, 200));
    for (auto& value : weights.mix_bias) value = any(random, -100000, 100000);
    for (auto& value : weights.output) value = static_cast<std::int16_t>(any(random, -500, 500));
    for (auto& colours : weights.turn)
        for (auto& value : colours) value = any(random, -50, 50);
    return weights;
}

TEST(gomoku_net_wide_and_plain_sums_agree) {
    Random random(5);
    for (int round = 0; round < 300; ++round) {
        const NetWeights weights = random_weights(random);
        NetSums sums, expected;
        for (std::size_t i = 0; i < NET_CHANNELS; ++i) sums[i] = static_cast<std::uint16_t>(any(random, 0, 61468));
        expected = sums;
        std::array<NetChange, 41> changes;
        const auto count = static_cast<std::size_t>(any(random, 0, 41));
        for (std::size_t i = 0; i < count; ++i) {
            const auto row = [&](int whose) {
                return weights.points[static_cast<std::size_t>(whose)][static_cast<std::size_t>(any(random, 0, NOTHING_THERE))]
                    .data();
            };
            changes[i] = {row(0), row(1), row(0), row(1)};
            for (std::size_t channel = 0; channel < NET_CHANNELS; ++channel) {
                const auto active = [&](const std::int16_t* own, const std::int16_t* enemy) {
                    return std::clamp(own[channel] + enemy[channel], 0, NET_ONE);
                };
                expected[channel] =
                    static_cast<std::uint16_t>(expected[channel] + active(changes[i].own_after, changes[i].enemy_after) -
                                               active(changes[i].own_before, changes[i].enemy_before));
            }
        }
        add_points(sums, changes.data(), count);
        CHECK(sums == expected);
    }
}

TEST(gomoku_net_wide_and_plain_hidden_layers_agree) {
    Random random(6);
    for (int round = 0; round < 300; ++round) {
        const NetWeights weights = random_weights(random);
        NetSums sums;
        for (auto& sum : sums)
            sum = static_cast<std::uint16_t>(random.below(2) == 0 ? any(random, 0, 61468) : any(random, 0, 900));
        std::int64_t expected = 0;
        for (std::size_t unit = 0; unit < NET_HIDDEN; ++unit) {
            std::int64_t value = weights.mix_bias[unit];
            for (std::size_t channel = 0; channel < NET_CHANNELS; ++channel)
                value += std::int64_t{sums[channel] / 2} * weights.mix[channel / 2][2 * unit + channel % 2];
            expected += std::clamp<std::int64_t>(value >> NET_SHIFT, 0, NET_MIXED) * weights.output[unit];
        }
        CHECK_EQUAL(mixed(sums, weights), expected);
    }
}

/// Games of random moves: values after moves and their undoing, asked for now and then, are those of the position set up anew.
template <Rule R>
void follow(const gomoku::Rules& base, const std::shared_ptr<const NetWeights>& weights) {
    Random random(11 + static_cast<std::uint64_t>(R));
    for (int game = 0; game < 4; ++game) {
        gomoku::Rules rules = base;
        rules.rule = R;
        auto position = Position<R>::initial(rules);
        NetEvaluation<R> kept(weights);
        kept.reset(position);
        for (int ply = 0; ply < 120 && !position.outcome(); ++ply) {
            MoveList<Position<R>::MAX_MOVES> moves;
            position.generate(moves);
            const auto some = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
            typename Position<R>::Undo undo, undone;
            const Move tried = some();
            kept.do_move(position, tried, undone);
            if (random.below(2) == 0) static_cast<void>(kept.evaluate(position));
            kept.undo_move(position, tried, undone);
            kept.do_move(position, some(), undo);
            if (random.below(3) == 0) continue;
            NetEvaluation<R> anew(weights);
            anew.reset(position);
            CHECK_EQUAL(kept.evaluate(position), anew.evaluate(position));
        }
    }
}

TEST(gomoku_net_after_moves_and_their_undoing_is_as_if_set_up_anew_by_every_rule) {
    Random random(3);
    for (const auto& weights : {shipped_net(), std::make_shared<const NetWeights>(random_weights(random))}) {
        for (const int size : {15, 22}) {
            gomoku::Rules rules;
            rules.size = size;
            follow<Rule::FREESTYLE>(rules, weights);
            follow<Rule::STANDARD>(rules, weights);
            follow<Rule::CARO>(rules, weights);
            follow<Rule::RENJU>(rules, weights);
        }
        gomoku::Rules rules;
        rules.opening = Opening::SWAP2;
        follow<Rule::FREESTYLE>(rules, weights);
        rules.opening = Opening::TARAGUCHI10;
        follow<Rule::RENJU>(rules, weights);
    }
}

TEST(gomoku_net_bad_files_say_what_is_wrong) {
    CHECK_EQUAL(error_of(shipped()), "none");
    CHECK(says("", "expected a file as"));
    CHECK(says("duiyi xiangqi net 1\n", "expected a file as"));
    CHECK(says("duiyi gomoku net 7\nabc", "expected version 1 of the file, got version 7 in 'some.net'"));
    CHECK(says("duiyi gomoku net 1\n", "expected 35 bytes and more, got 19"));
    CHECK(says(shipped().substr(0, 1000), "bytes, got 1000"));
    std::string bytes = shipped();
    bytes[19] = static_cast<char>(200);
    CHECK(says(bytes, "channels, got 200"));
    bytes = shipped();
    bytes[23] = static_cast<char>(201);
    CHECK(says(bytes, "hidden units, got 201"));
    bytes = shipped();
    bytes[27] ^= 1;
    CHECK(says(bytes, "expected 2380 shapes, got 2381"));
    bytes = shipped();
    bytes[5000] ^= 1;
    CHECK(says(bytes, "expected the checksum"));
    CHECK_THROWS(RulesError, load_net("no such file"));
}

}  // namespace
}  // namespace duiyi
