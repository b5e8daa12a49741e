// The network of Xiangqi's evaluation: kept up to date it is what it would be anew, wide and plain arithmetic agree, bad files
// say what is wrong.
#include <algorithm>
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

TEST(xiangqi_net_after_moves_and_their_undoing_is_as_if_set_up_anew) {
    Random random(11);
    for (int game = 0; game < 10; ++game) {
        Position position = Position::initial({});
        Evaluation moved;
        moved.reset(position);
        for (int ply = 0; ply < 100 && !position.outcome(); ++ply) {
            Moves moves;
            position.generate(moves);
            const auto any = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
            Position::Undo undo, undone;
            const Move tried = any();
            moved.do_move(position, tried, undone);
            moved.undo_move(position, tried, undone);
            moved.do_move(position, any(), undo);
            Evaluation anew;
            anew.reset(position);
            CHECK_EQUAL(moved.evaluate(position), anew.evaluate(position));
        }
    }
}

TEST(xiangqi_net_bad_files_say_what_is_wrong) {
    CHECK_EQUAL(error_of(shipped()), "none");
    CHECK(says("", "expected a file as"));
    CHECK(says("duiyi reversi patterns 1\n", "expected a file as"));
    CHECK(says("duiyi xiangqi net 7\nabc", "expected version 1 of the file, got version 7 in 'some.net'"));
    CHECK(says("duiyi xiangqi net 1\n", "expected 36 bytes and more, got 20"));
    CHECK(says(shipped().substr(0, 1000), "bytes, got 1000"));
    std::string bytes = shipped();
    bytes[20] = static_cast<char>(200);
    CHECK(says(bytes, "hidden units, got 200"));
    bytes = shipped();
    bytes[24] ^= 1;
    CHECK(says(bytes, "expected 692 features, got 693"));
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
