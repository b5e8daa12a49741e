"""The Gomocup protocol with Yixin's extensions: a conformance dialogue."""

from __future__ import annotations

import pytest

from duiyi.protocols.gomocup_text import Settings
from tests.protocols.dialogue import Dialogue, replies, run

FAST = "INFO max_depth 2"


def said(*lines: str, game: str = "gomoku") -> list[str]:
    return [line for line in replies("gomocup", game, *lines) if not line.startswith("MESSAGE")]


def is_point(text: str, size: int = 15) -> bool:
    x, y = text.split(",")
    return 0 <= int(x) < size and 0 <= int(y) < size


def test_the_example_of_the_protocol() -> None:
    answers = said("START 15", "INFO timeout_turn 100", "INFO rule 4", "BEGIN", "TURN 8,8", "END")
    assert answers[0] == "OK"
    assert answers[1] == "7,7"
    assert is_point(answers[2])
    assert len(answers) == 3


def test_about_says_who_we_are() -> None:
    fields = dict(part.split("=") for part in said("ABOUT")[0].split(", "))
    assert fields["name"] == '"Duiyi"'
    assert set(fields) == {"name", "version", "author", "country", "www", "email"}


def test_sizes_are_accepted_or_refused() -> None:
    answers = said("START 20", "START 100", "START x", "RECTSTART 19,19", "RECTSTART 15,20", "RESTART")
    assert [answer.split()[0] for answer in answers] == ["OK", "ERROR", "ERROR", "OK", "ERROR", "OK"]


def test_a_board_is_set_up_and_answered() -> None:
    four = ["BOARD", "7,7,1", "7,8,2", "8,7,1", "8,8,2", "9,7,1", "9,8,2", "10,7,1", "10,8,2", "DONE"]
    assert said("START 15", FAST, *four)[1] in ("6,7", "11,7")
    # The opponent has moved last: it is Black, and its four has to be met.
    block = ["BOARD", "7,7,2", "0,0,1", "8,7,2", "0,14,1", "9,7,2", "6,7,1", "10,7,2", "DONE"]
    assert said("START 15", FAST, *block)[1] == "11,7"


def test_stones_are_taken_back_and_played_as_told() -> None:
    answers = said("START 15", FAST, "PLAY 7,7", "TAKEBACK 7,7", "TAKEBACK 7,7", "TURN 7,7")
    assert answers[:3] == ["OK", "7,7", "OK"]
    assert answers[3].startswith("ERROR")
    assert is_point(answers[4])
    assert answers[4] != "7,7"


def test_a_position_may_be_set_without_thinking_and_searched_for_several_moves() -> None:
    lines = replies("gomocup", "gomoku", "START 15", FAST, "YXBOARD", "7,7,2", "DONE", "YXNBEST 3")
    assert lines[0] == "OK"
    assert is_point(lines[-1])
    assert sum(line.startswith("MESSAGE (") for line in lines) >= 2


def test_forbidden_points_are_shown() -> None:
    three_three = ["YXBOARD", "7,8,1", "0,0,2", "7,9,1", "2,0,2", "5,7,1", "4,0,2", "6,7,1", "6,0,2", "DONE"]
    assert said("START 15", "INFO rule 2", *three_three, "YXSHOWFORBID")[1] == "FORBID 0707."
    assert said("START 15", "INFO rule 0", *three_three, "YXSHOWFORBID")[1] == "FORBID ."


@pytest.mark.parametrize(
    ("number", "rule"), [(0, "freestyle"), (1, "standard"), (2, "renju"), (4, "renju"), (9, "caro")]
)
def test_rules_are_chosen_by_number(number: int, rule: str) -> None:
    settings = Settings()
    assert settings.read("rule", str(number))
    assert settings.rule == rule


def test_swap2_is_opened_and_answered() -> None:
    opened = said("START 15", "INFO timeout_turn 300", "SWAP2BOARD", "DONE")[1].split()
    assert len(set(opened)) == 3
    assert all(map(is_point, opened))
    answer = said("START 15", FAST, "SWAP2BOARD", *opened, "DONE")[1]
    assert answer == "SWAP" or all(map(is_point, answer.split()))
    five = said("START 15", FAST, "SWAP2BOARD", *opened, "0,14", "14,0", "DONE")[1]
    assert five == "SWAP" or is_point(five)
    assert said("START 15", "SWAP2BOARD", "7,7", "DONE")[1].startswith("ERROR")
    # Three blacks in a row with the move: nobody would keep White.
    assert said("START 15", "INFO max_depth 4", "SWAP2BOARD", "7,7", "0,0", "8,7", "DONE")[1] == "SWAP"


def test_a_thought_is_stopped_on_request() -> None:
    async def talk() -> None:
        async with Dialogue("gomocup", "gomoku") as host:
            host.send("START 15", "INFO timeout_turn 600000", "TURN 7,7")
            assert await host.read() == "OK"
            host.send("YXSTOP")
            while (line := await host.read()).startswith("MESSAGE"):
                pass
            assert is_point(line)

    run(talk)


def test_commands_during_a_thought_wait_and_none_is_lost() -> None:
    answers = said("START 15", "INFO timeout_turn 200", "TURN 7,7", "TURN 0,0", "TURN 14,14", "ABOUT", "TURN 0,14")
    assert answers[0] == "OK"
    assert [answer[:5] == "name=" for answer in answers[1:]] == [False, False, False, True, False]


def test_time_is_shared_out_with_a_margin() -> None:
    settings = Settings()
    settings.read("timeout_turn", "1000")
    assert 0.5 < (settings.limits().seconds or 0) < 1
    settings.read("timeout_match", "1000")
    settings.read("time_left", "500")
    assert (settings.limits().seconds or 1) < 0.25
    settings.read("timeout_turn", "0")
    assert (settings.limits().seconds or 1) < 0.1


def test_wrong_words_get_the_protocols_answers() -> None:
    answers = said(
        "HELLO", "TURN x", "TURN 99,99", "BOARD", "1,1,1", "1,1,2", "DONE", "INFO", "INFO cooks many", "YXSTOP"
    )
    assert answers[0].startswith("UNKNOWN")
    assert [answer.split()[0] for answer in answers[1:]] == ["ERROR"] * 3


def test_a_finished_game_is_an_error() -> None:
    five = ["BOARD", *(f"{x},7,2" for x in range(5)), *(f"{x},9,1" for x in (0, 2, 4, 6)), "DONE"]
    assert said("START 15", *five)[1].startswith("ERROR the game is over")
