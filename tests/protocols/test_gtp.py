"""GTP 2: a conformance dialogue for each game, GoGui's commands and streamed analysis."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from duiyi import load_game
from duiyi.protocols.gtp_clock import GtpClock
from tests.protocols.dialogue import Dialogue, replies, run


def answers(game: str, *lines: str, engine: str = "alphabeta(depth=2)") -> list[str]:
    """The answers, one text each, as a controller would take them apart."""
    said = "\n".join(replies("gtp", game, *lines, engine=engine)).split("\n\n")
    return [text.strip("\n") for text in said if text.strip()]


def test_administration_follows_the_standard() -> None:
    said = answers("nogo", "protocol_version", "7 name", "known_command genmove", "12 known_command cook", "version")
    assert said[0] == "= 2"
    assert said[1].startswith("=7 Duiyi")
    assert said[2:4] == ["= true", "=12 false"]
    listed = answers("nogo", "list_commands")[0].removeprefix("= ").split("\n")
    assert {"play", "genmove", "undo", "quit", "lz-analyze", "gogui-rules_board"} <= set(listed)
    assert all(answers("nogo", f"known_command {name}") == ["= true"] for name in listed)


def test_comments_ids_and_control_characters_are_handled() -> None:
    said = answers("nogo", "# only a comment", "", "3\tname # who", "\x01quit\x02", "name")
    assert len(said) == 2
    assert said[0].startswith("=3 Duiyi")
    assert said[1] == "= "


def test_errors_use_the_words_of_the_standard() -> None:
    said = answers(
        "nogo",
        "cook",
        "5 boardsize 99",
        "play b Z99",
        "play b I5",
        "play x D4",
        "play b D4",
        "play w D4",
        "genmove",
        "5",
    )
    assert said[0] == "? unknown command"
    assert said[1] == "?5 unacceptable size"
    assert said[2].startswith("? illegal move") or said[2].startswith("? syntax error")
    assert said[3].startswith("? syntax error")
    assert said[4].startswith("? syntax error")
    assert said[5] == "= "
    assert said[6].startswith("? illegal move: D4 is already taken")
    assert said[7].startswith("? syntax error")
    assert said[8] == "?5 unknown command"
    assert answers("nogo", "undo") == ["? cannot undo"]


def test_a_side_without_a_move_resigns_nogo() -> None:
    said = answers("nogo", "boardsize 2", "genmove b", "genmove w", "genmove b", "genmove w")
    assert said[-1] == "= resign" or said[-2] == "= resign"


@pytest.mark.parametrize("game", ["nogo(size=5)", "reversi", "gomoku", "gomoku(rule=renju,opening=swap2)"])
def test_moves_that_are_generated_are_legal_and_taken_back(game: str) -> None:
    async def talk() -> None:
        async with Dialogue("gtp", game, "alphabeta(depth=2)") as host:
            empty = await host.ask("gogui-rules_board", "=")
            for colour in ("b", "w", "b"):
                legal = (await host.ask(f"all_legal {colour}", "=")).split()[1:]
                assert (await host.ask(f"genmove {colour}", "=")).split()[1] in legal
            for _ in range(3):
                await host.ask("undo", "=")
            assert await host.ask("gogui-rules_board", "=") == empty

    run(talk)


def test_colours_may_come_in_any_order() -> None:
    said = answers("gomoku", "play b H8", "play b H9", "genmove b", "gogui-rules_side_to_move")
    assert said[0] == said[1] == "= "
    assert said[2].startswith("= ")
    assert said[3] == "= white"


def test_gomoku_columns_leave_out_i() -> None:
    said = answers("gomoku", "play b J8", "gogui-rules_board", "play w I8")
    row = said[1].removeprefix("= ").split("\n")[7].split()
    assert row.index("X") == 8
    assert said[2].startswith("? syntax error")


def game_with_a_pass() -> tuple[list[str], int]:
    """Moves of a small game of Reversi up to a forced pass, and the seat that has to pass."""
    game = load_game("reversi(size=4)")
    for seed in range(1000):
        chance, position, moves = random.Random(seed), game.initial(), list[str]()
        while position.outcome() is None:
            legal = position.legal_moves()
            if game.move_text(legal[0]) == "pass":
                return moves, position.to_move
            moves.append(game.move_text(chance.choice(legal)))
            position = position.after(game.parse_move(moves[-1]))
    raise AssertionError("no pass in a thousand games")


def test_a_forced_pass_in_reversi_may_be_sent_or_left_out() -> None:
    moves, seat = game_with_a_pass()
    plays = [f"play {'bw'[place % 2]} {move}" for place, move in enumerate(moves)]
    other = "bw"[1 - seat]
    sent = answers("reversi(size=4)", *plays, f"genmove {'bw'[seat]}", f"genmove {other}", engine="greedy")
    left_out = answers("reversi(size=4)", *plays, f"genmove {other}", engine="greedy")
    assert sent[-2] == "= pass"
    assert sent[-1] == left_out[-1] != "= pass"
    undone = answers("reversi(size=4)", *plays, f"genmove {other}", "undo", "gogui-rules_side_to_move", engine="greedy")
    assert undone[-1] == ("= black", "= white")[seat]


def test_reversi_passes_when_it_must_and_when_the_game_is_over() -> None:
    async def talk() -> None:
        async with Dialogue("gtp", "reversi(size=4)", "greedy") as host:
            passes = 0
            for turn in range(40):
                move = (await host.ask(f"genmove {'bw'[turn % 2]}", "=")).split()[1]
                passes = passes + 1 if move == "pass" else 0
                if passes == 2:
                    break
            assert passes == 2
            assert (await host.ask("final_score", "=")).split()[1][0] in "BW0"
            assert await host.ask("gogui-rules_legal_moves", "=") == "= "
            assert len(await host.ask("gogui-rules_final_result", "=")) > 3

    run(talk)


def test_drivers_pass_after_the_end_and_take_it_back() -> None:
    five = [f"play {colour} {column}{row}" for column in "ABCDE" for colour, row in (("b", 8), ("w", 1))][:-1]
    said = answers("gomoku", *five, "genmove w", "play w pass", "genmove b", "final_score", "gg-undo 4", "play b E8")
    assert said[-6:] == ["= pass", "= ", "= pass", "= B+1", "= ", "= "]
    assert answers("gomoku", "play b H8", "play w pass")[1].startswith("? illegal move")


def test_rules_are_told_to_gogui() -> None:
    said = answers("reversi", "gogui-rules_game_id", "gogui-rules_board_size", "gogui-rules_legal_moves")
    assert said[:2] == ["= Othello", "= 8"]
    assert sorted(said[2].split()[1:]) == ["c4", "d3", "e6", "f5"]
    commands = answers("nogo", "gogui-analyze_commands")[0].removeprefix("= ").split("\n")
    for line in commands:
        kind, _, command = line.split("/")
        assert kind in ("pspairs", "varc", "plist", "string")
        assert answers("nogo", f"known_command {command.split()[0]}") == ["= true"]


def test_records_are_loaded_and_printed(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    said = answers("nogo", "play b D4", "play w E5", f"printsgf {path}", f"loadsgf {path}", "move_history")
    assert said[2:4] == ["= ", "= black"]
    assert said[4] == "= white E5\nblack D4"
    assert answers("nogo", f"loadsgf {path} 2", "move_history")[1] == "= black D4"
    assert answers("nogo", "loadsgf nowhere.sgf") == ["? cannot load file"]
    assert answers("gomoku", f"loadsgf {path}")[0].startswith("? cannot load file")
    assert answers("nogo", "play b D4", "play b E5", "printsgf")[2].startswith("? cannot save")


@pytest.mark.parametrize("name", ["lz-analyze", "kata-analyze"])
def test_analysis_streams_until_the_next_line(name: str) -> None:
    async def talk() -> None:
        async with Dialogue("gtp", "nogo(size=5)", "mcts") as host:
            host.send(f"4 {name} b interval 10")
            assert await host.read() == "=4"
            words = (await host.read()).split()
            assert words[:2] == ["info", "move"]
            rate = float(words[words.index("winrate") + 1])
            assert 0 <= rate <= (1 if name == "kata-analyze" else 10000)
            assert words[words.index("order") + 1] == "0"
            host.send("5 name")
            rest = await host.until("=5")
            assert rest[-2] == ""
            assert all(line.startswith("info move") for line in rest[:-2])

    run(talk)


def test_a_move_can_be_generated_aloud() -> None:
    said = answers("nogo(size=5)", "lz-genmove_analyze w 10", "gogui-rules_side_to_move")
    lines = said[0].split("\n")
    assert lines[0] == "="
    assert lines[-1].startswith("play ")
    assert all(line.startswith("info ") for line in lines[1:-1])
    assert said[1] == "= black"


def test_analysis_may_be_restricted_to_points() -> None:
    said = answers("nogo(size=5)", "lz-genmove_analyze b 10 allow b C3,C4 1")
    assert said[0].split("\n")[-1] in ("play C3", "play C4")


def test_clocks_leave_a_margin() -> None:
    clock = GtpClock()
    assert clock.seconds(0) is None
    clock.set(10, 0, 0)
    first = clock.seconds(0)
    assert first is not None
    assert first < 1
    clock.spend(0, 9.8)
    later = clock.seconds(0)
    assert later is not None
    assert later < 0.2
    clock.set(0, 5, 1)
    assert 4 < (clock.seconds(1) or 0) < 5
    clock.set(0, 1, 0)
    assert clock.seconds(1) is None
    clock.tell(1, 30, 10)
    assert 2 < (clock.seconds(1) or 0) < 3


def test_a_clock_set_by_the_host_ends_the_search() -> None:
    said = answers("gomoku", "time_settings 0 1 5", "genmove b", "time_left w 1 5", "genmove w", engine="alphabeta")
    assert [text.split()[0] for text in said] == ["="] * 4
