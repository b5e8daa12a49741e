"""The XBoard protocol: a conformance dialogue."""

from __future__ import annotations

import asyncio

from tests.protocols.dialogue import Dialogue, replies, run

ROOK_MATES = "4k4/R8/9/9/9/9/9/1R7/9/3K5 w"


def test_features_are_told_between_their_brackets() -> None:
    said = replies("xboard", "xiangqi", "xboard", "protover 2", "quit")
    assert said[0] == "feature done=0"
    assert said[-1] == "feature done=1"
    assert 'feature variants="xiangqi"' in said
    assert all(line.startswith("feature ") for line in said)


def test_the_engine_answers_moves_with_moves() -> None:
    async def talk() -> None:
        async with Dialogue("xboard", "xiangqi") as host:
            host.send(
                "xboard", "protover 2", "new", "variant xiangqi", "level 0 0:10 0", "sd 3", "time 500", "otim 500"
            )
            assert (await host.ask("usermove h2e2", "move")).startswith("move ")
            host.send("sd 2")
            assert (await host.ask("b0c2", "move")).startswith("move ")

    run(talk)


def test_go_and_force_change_who_plays() -> None:
    said = replies("xboard", "xiangqi", "new", "sd 2", "force", "usermove h2e2", "usermove h9g7", "go")
    assert [line.split()[0] for line in said] == ["move"]
    said = replies("xboard", "xiangqi", "new", "sd 2", "playother", "usermove h2e2")
    assert [line.split()[0] for line in said] == ["move"]


def test_thinking_is_shown_when_asked_for() -> None:
    said = replies("xboard", "xiangqi", "new", "post", "sd 3", "go")
    numbers = said[-2].split()
    assert int(numbers[0]) == 3
    assert all(number.lstrip("-").isdecimal() for number in numbers[:4])
    assert said[-1] == f"move {numbers[4]}"


def test_ends_are_claimed_with_their_reason() -> None:
    said = replies("xboard", "xiangqi", "new", "force", f"setboard {ROOK_MATES}", "sd 3", "go")
    assert said[-2] == "move b2b9"
    assert said[-1].startswith("1-0 {")


def test_a_ping_is_answered_after_the_move() -> None:
    said = replies("xboard", "xiangqi", "new", "sd 2", "go", "ping 7")
    assert [line.split()[0] for line in said] == ["move", "pong"]


def test_a_question_mark_makes_the_engine_move_now() -> None:
    async def talk() -> None:
        async with Dialogue("xboard", "xiangqi") as host:
            host.send("new", "st 1000", "go")
            await asyncio.sleep(0)
            assert (await host.ask("?", "move")).startswith("move ")

    run(talk)


def test_analysis_goes_on_until_exit() -> None:
    async def talk() -> None:
        async with Dialogue("xboard", "xiangqi") as host:
            host.send("new", "analyze")
            await host.read()
            assert (await host.ask(".", "stat01")).startswith("stat01: ")
            host.send("usermove h2e2")
            await host.read()
            assert await host.ask("ping 3", "pong") == "pong 3"
            host.send("undo", "exit")
            assert await host.ask("ping 4", "pong 4") == "pong 4"
            assert not any(line.startswith("move") for line in host.heard)

    run(talk)


def test_moves_are_taken_back() -> None:
    said = replies(
        "xboard", "xiangqi", "new", "force", "usermove h2e2", "undo", "usermove h2e2", "remove", "sd 1", "go"
    )
    assert said[-1].startswith("move ")
    assert not any(line.startswith(("Illegal", "Error")) for line in said)


def test_wrong_words_get_the_protocols_errors() -> None:
    said = replies(
        "xboard", "xiangqi", "new", "force", "hello", "usermove h2h3x", "h2i9", "setboard x", "variant chess", "level x"
    )
    assert said[0] == "Error (unknown command): hello"
    assert said[1].startswith("Illegal move (")
    assert said[2].startswith("Illegal move (")
    assert said[2].endswith(": h2i9")
    assert said[3].startswith("tellusererror Illegal position: ")
    assert said[4].startswith("Error (unsupported variant)")
    assert said[5].startswith("Error (bad level)")
