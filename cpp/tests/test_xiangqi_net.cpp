// The network of Xiangqi's evaluation: kept up to date it is what it would be anew, wide and plain arithmetic agree, bad files
// say what is wrong.
#include <algorithm>
#include <memory>
#include <string>

#include "core/errors.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace xiangqi;

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

TEST(xiangqi_net_wide_and_plain_arithmetic_agree) {
    Random random(5);
    for (int round = 0; round < 2000; ++round) {
        NetRow hidden, weights;
        for (std::size_t i = 0; i < NET_HIDDEN; ++i) {
            hidden[i] = static_cast<std::int16_t>(static_cast<int>(random.below(65535)) - 32767);
            if (random.below(2) == 0) hidden[i] = static_cast<std::int16_t>(static_cast<int>(random.below(400)) - 100);
            weights[i] = static_cast<std::int16_t>(static_cast<int>(random.below(257)) - 128);
        }
        long expected = 0;
        for (std::size_t i = 0; i < NET_HIDDEN; ++i) {
            const long active = std::clamp<long>(hidden[i], 0, NET_ONE);
            expected += active * active * weights[i];
        }
        CHECK_EQUAL(weigh(hidden, weights), expected);
    }
}

std::shared_ptr<const NetWeights> random_weights(bool has_sets) {
    Random random(7);
    auto weights = std::make_shared<NetWeights>();
    weights->has_sets = has_sets;
    const auto number = [&](int size) { return static_cast<std::int16_t>(static_cast<int>(random.below(2U * size + 1)) - size); };
    for (NetRow& row : weights->rows) std::ranges::generate(row, [&] { return number(90); });
    for (auto& halves : weights->output)
        for (NetRow& half : halves) std::ranges::generate(half, [&] { return number(128); });
    std::ranges::generate(weights->direct, [&] { return number(3000); });
    return weights;
}

/// Plays and takes back at random from few pieces, so that kings go about; the number of their moves.
int walk_with_kings(const Evaluation& evaluation) {
    Random random(11);
    int walks = 0;
    for (int game = 0; game < 20; ++game) {
        Position position =
            game % 2 == 0 ? Position::initial({}) : Position::parse({}, "3ak4/4a4/4b4/9/2p3R2/9/9/4C4/9/3AKA3 w - - 0 1");
        Evaluation moved = evaluation;
        moved.reset(position);
        for (int ply = 0; ply < 100 && !position.outcome(); ++ply) {
            Moves moves;
            position.generate(moves);
            const auto any = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
            Position::Undo undo, undone;
            const Move tried = any(), chosen = any();
            walks += type_of(position.pieces().at(from_of(chosen))) == KING;
            moved.do_move(position, tried, undone);
            moved.undo_move(position, tried, undone);
            moved.do_move(position, chosen, undo);
            Evaluation anew = evaluation;
            anew.reset(position);
            CHECK_EQUAL(moved.evaluate(position), anew.evaluate(position));
        }
    }
    return walks;
}

TEST(xiangqi_net_after_moves_and_their_undoing_is_as_if_set_up_anew) {
    CHECK(walk_with_kings(Evaluation()) > 100);
    for (const bool has_sets : {true, false}) CHECK(walk_with_kings(Evaluation(random_weights(has_sets))) > 100);
}

TEST(xiangqi_net_with_sets_sees_no_left_and_right_where_no_king_stands_in_the_middle) {
    const auto value = [](bool has_sets, const char* text) {
        const Position position = Position::parse({}, text);
        Evaluation evaluation(random_weights(has_sets));
        evaluation.reset(position);
        return evaluation.evaluate(position);
    };
    const char* here = "3k5/4a4/4b4/9/2p3R2/9/9/4C4/9/5K3 w - - 0 1";
    const char* mirrored = "5k3/4a4/4b4/9/2R3p2/9/9/4C4/9/3K5 w - - 0 1";
    CHECK_EQUAL(value(true, here), value(true, mirrored));
    CHECK(value(false, here) != value(false, mirrored));
}

TEST(xiangqi_net_bad_files_say_what_is_wrong) {
    CHECK_EQUAL(error_of(shipped()), "none");
    CHECK(says("", "expected a file as"));
    CHECK(says("duiyi reversi patterns 1\n", "expected a file as"));
    CHECK(says("duiyi xiangqi net 7\nabc", "expected version 1 of the file, got version 7 in 'some.net'"));
    CHECK(says("duiyi xiangqi net 1\n", "expected 36 bytes and more, got 20"));
    CHECK(says(shipped().substr(0, 1000), "bytes, got 1000"));
    std::string bytes = shipped();
    bytes[20] = 3;
    bytes[21] = 2;
    CHECK(says(bytes, "hidden units, got 515"));
    bytes = shipped();
    bytes[24] ^= 8;
    CHECK(says(bytes, "expected 692 rows or 6 times as many, got 4144"));
    bytes[26] = 1;
    CHECK(says(bytes, "expected 692 to 4152 rows, got"));
    bytes = shipped();
    bytes[28] ^= 1;
    CHECK(says(bytes, "expected 4 stages, got 5"));
    bytes = shipped();
    bytes[5000] ^= 1;
    CHECK(says(bytes, "expected the checksum"));
    CHECK_THROWS(RulesError, load_net("no such file"));
}

}  // namespace
}  // namespace duiyi
