"""The commands that ask engines: bestmove, bench, play, solve."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

import msgspec
import pytest

from duiyi import load_game
from duiyi.cli import bench, main, play, solve


def _run(words: list[str]) -> int:
    with pytest.raises(SystemExit) as ended:
        main(words)
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_bestmove_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "bestmove",
        "reversi",
        "--moves",
        "f5 d6",
        "--engine",
        "alphabeta",
        "--depth",
        "3",
        "--seed",
        "1",
        "--json",
    ]
    assert _run(words) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert {"move", "rates", "depth", "nodes", "seconds", "line"} <= set(found)
    assert found["depth"] == 3
    assert found["line"][0] == found["move"]
    game = load_game("reversi")
    assert game.position(game.initial().text(), "f5 d6").is_legal(game.parse_move(found["move"]))


def test_bestmove_says_in_words_what_it_would_play(capsys: pytest.CaptureFixture[str]) -> None:
    text = "15/15/15/15/15/15/15/5xxxx6/15/15/4oooo7/15/15/15/15 x"
    assert _run(["bestmove", "gomoku", "--position", text, "--nodes", "500", "--lines", "2"]) == 0
    out = capsys.readouterr().out
    assert "ends in 1" in out
    assert out.splitlines()[-1] in ("bestmove e8", "bestmove j8")


@pytest.mark.parametrize(
    "words",
    [
        ["bestmove", "reversi", "--engine", "oracle"],
        ["bestmove", "reversi", "--position", "nonsense"],
        ["bestmove", "reversi", "--moves", "a1"],
        ["bestmove", "reversi", "--position", "xxxxxxxx/8/8/8/8/8/8/8 o"],
        ["bestmove", "reversi", "--seconds", "-1"],
        ["bestmove", "halma"],
        ["play", "reversi", "--level", "13"],
    ],
)
def test_wrong_words_are_one_line_and_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1


def test_bench_prints_nodes_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    bench.command(["nogo(size=5)"], as_json=True)
    found = msgspec.json.decode(capsys.readouterr().out)
    assert found["signature"] == found["games"][0]["nodes"] > 0
    assert found["games"][0]["nodes_per_second"] > 0
    bench.command(["nogo(size=5)"])
    assert f"signature {found['signature']}" in capsys.readouterr().out


def test_solve_prints_the_value_and_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    solve.command("nogo(size=3)", as_json=True)
    found = msgspec.json.decode(capsys.readouterr().out)
    assert set(found) == {"value", "moves", "nodes", "seconds"}
    assert found["value"] == "win"
    assert found["moves"]
    solve.command("nogo(size=3)")
    assert capsys.readouterr().out.startswith("win ")


def _type(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    typed: Iterator[str] = iter(lines)

    def answer(_: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", answer)


def test_a_game_in_the_terminal_can_be_won(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _type(monkeypatch, ["help", "moves", "text", "hint", "z9", "b2"])
    play.command("nogo(rows=2,cols=2)", seat=0, level=1)
    out = capsys.readouterr().out
    assert "A1 " in out or "A1\n" in out  # listed as a move
    assert "expected" in out  # z9 is no point
    assert " x" in out


def test_a_move_can_be_taken_back(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _type(monkeypatch, ["f5", "undo", "text", "quit"])
    play.command("reversi", engine="greedy", seat=0)
    assert load_game("reversi").initial().text() in capsys.readouterr().out


def test_an_engine_can_play_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    play.command("reversi(size=4)", engine="greedy", seat=9)
    assert "x" in capsys.readouterr().out
