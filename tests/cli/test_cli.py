"""The command line as scripts see it: words in, text out, an exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

DUIYI = Path(sys.executable).with_name("duiyi")


def duiyi(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([DUIYI, *words], capture_output=True, text=True, timeout=120, check=False)


def test_perft_prints_one_json_object() -> None:
    done = duiyi("perft", "nogo(size=3)", "5", "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 0
    assert result.keys() == {"game", "position", "depth", "nodes", "seconds"}
    assert (result["game"], result["depth"], result["nodes"]) == ("nogo(size=3)", 5, 12768)


def test_perft_counts_from_any_position_and_move_by_move() -> None:
    done = duiyi("perft", "reversi", "3", "--position", "8/8/8/3ox3/3xxx2/8/8/8 o", "--divide", "--json")
    result = json.loads(done.stdout)
    assert sum(result["moves"].values()) == result["nodes"] == 61
    assert result["moves"].keys() == {"d6", "f4", "f6"}


def test_perft_of_a_finished_game_counts_as_the_game_says() -> None:
    assert (
        json.loads(duiyi("perft", "reversi", "2", "--position", "8/8/8/3xx3/3xx3/8/8/8 o", "--json").stdout)["nodes"]
        == 1
    )
    assert json.loads(duiyi("perft", "nogo(size=2)", "2", "--position", "x1/1x o", "--json").stdout)["nodes"] == 0


def test_games_lists_all_five() -> None:
    names = [game["name"] for game in json.loads(duiyi("games", "--json").stdout)["games"]]
    assert names[:5] == ["chinese_checkers", "nogo", "reversi", "xiangqi", "gomoku"]
    assert "黑白棋" in duiyi("games").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["perft", "chess", "2"], "expected a game among"),
        (["perft", "reversi", "two"], "depth"),
        (["perft", "reversi"], "depth"),
        (["perft", "reversi", "2", "--position", "rubbish x"], "board: expected"),
        (["perft", "reversi", "-1"], "-1"),
        (["dance"], "expected a command among"),
    ],
)
def test_wrong_words_give_one_line_and_status_two(words: list[str], complaint: str) -> None:
    done = duiyi(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert complaint in done.stderr


def test_help_and_version_are_there() -> None:
    assert "perft" in duiyi("--help").stdout
    assert duiyi("--version").stdout.startswith("duiyi ")
