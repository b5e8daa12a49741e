"""The NBoard protocol, version 2: a conformance dialogue."""

from __future__ import annotations

import random

from duiyi import load_game
from tests.protocols.dialogue import Dialogue, replies, run

START = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"
HEAD = "(;GM[Othello]PC[t]DT[2026]PB[a]PW[b]RE[?]TI[{clock}]TY[8]BO[8 {board} *]{moves};)"


def game(moves: str = "", clock: str = "00:01", board: str = START) -> str:
    return "set game " + HEAD.format(clock=clock, board=board, moves=moves)


def said(*lines: str) -> list[str]:
    return replies("nboard", "reversi", *lines)


def test_the_recorded_dialogue() -> None:
    answers = said("nboard 2", "set depth 4", game(), "ping 1", "go")
    assert answers[0].startswith("set myname Duiyi")
    assert answers[1] == "pong 1"
    assert any(line.startswith("nodestats ") for line in answers)
    square, value, seconds = answers[-1].removeprefix("=== ").split("/")
    assert square in ("D3", "C4", "F5", "E6")
    float(value)
    float(seconds)


def test_searches_are_reported_with_line_value_and_depth() -> None:
    line = next(line for line in said("set depth 5", game(), "hint 1") if line.startswith("search "))
    _, moves, value, zero, depth = line.split()
    assert len(moves) % 2 == 0
    assert value[0] in "+-"
    assert zero == "0"
    assert depth == "5"


def test_a_hint_gives_about_as_many_moves_as_asked_for() -> None:
    lines = [line for line in said("set depth 3", game(), "hint 4") if line.startswith("search ")]
    assert {line.split()[1][:2] for line in lines} == {"D3", "C4", "F5", "E6"}


def test_the_engine_never_plays_its_own_move() -> None:
    answers = said("set depth 2", game(), "go", "move F5/0.3/1.2", "go", "move d6", "go")
    assert len([line for line in answers if line.startswith("===")]) == 3
    assert not any("error" in line for line in answers)


def test_moves_of_version_one_come_bare() -> None:
    answers = said("nboard 1", game(), "F5", "set depth 1", "go")
    assert answers[-1].removeprefix("=== ")[:2] in ("D6", "F4", "F6")


def forced_pass() -> tuple[str, int]:
    rules = load_game("reversi")
    for seed in range(5000):
        chance, position, moves = random.Random(seed), rules.initial(), list[str]()
        while position.outcome() is None:
            legal = position.legal_moves()
            if rules.move_text(legal[0]) == "pass":
                return "".join(f"{'BW'[i % 2]}[{text}]" for i, text in enumerate(moves)), position.to_move
            moves.append(rules.move_text(chance.choice(legal)))
            position = position.after(rules.parse_move(moves[-1]))
    raise AssertionError("no pass found")


def test_a_pass_is_answered_and_a_pass_at_the_end_of_a_game_is_honoured() -> None:
    moves, seat = forced_pass()
    assert said("set depth 1", game(moves), "go")[-1].startswith("=== PA")
    after = said("set depth 1", game(moves + f"{'BW'[seat]}[PA]"), "go")[-1]
    assert not after.startswith("=== PA")
    assert said("set depth 1", game(moves), "move PA", "go")[-1][:6] == after[:6]
    assert said("set depth 1", game(moves), f"move {after[4:6]}", "ping 1")[-1] == "pong 1"


def test_a_solved_position_says_so() -> None:
    board = "-XXXXXXX OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO-".replace("X", "*")
    lines = [line for line in said("set depth 10", game(board=board), "hint 2") if line.startswith("search ")]
    assert lines
    assert all(line.endswith("100%") for line in lines)


def test_a_ping_stops_the_thought() -> None:
    async def talk() -> None:
        async with Dialogue("nboard", "reversi") as host:
            host.send(game(), "hint 2", "ping 7")
            lines = await host.until("pong")
            assert lines[-1] == "pong 7"
            host.send("hint 1", "set depth 1", "go")
            await host.until("===")

    run(talk)


def test_the_game_is_reviewed_backwards() -> None:
    lines = [line for line in said("set depth 1", game("B[f5]W[d6]"), "analyze") if line.startswith("analysis")]
    assert [line.split()[1] for line in lines] == ["2", "1", "0"]


def test_learning_is_acknowledged_and_the_unknown_is_ignored() -> None:
    assert said("learn") == ["learned"]
    assert said("cook dinner", "", "set cook 3", "set depth x", "xx", "move", "ping 3")[-1] == "pong 3"
    assert said("set game rubbish", "move z9", "ping 4") != []


def test_contempt_changes_what_a_draw_is_worth() -> None:
    # One point is empty; taking it turns six discs and makes thirty-two each.
    board = "******** ******** ******OO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOO** *OOOOOO-"
    assert said("set depth 2", game(board=board), "go")[-1].startswith("=== H8/0.00/")
    assert said("set contempt 200", "set depth 2", game(board=board), "go")[-1].startswith("=== H8/2.00/")
