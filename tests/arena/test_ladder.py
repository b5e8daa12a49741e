"""Ladders and the commands `match` and `ladder`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from duiyi import Limits, load_game
from duiyi.arena import Ladder, LadderResult
from duiyi.arena.ladder import default_engines, ladder_lineups
from duiyi.cli import ladder as ladder_command
from duiyi.cli import match as match_command

QUICK = Limits(nodes=40)
ENGINES = ["greedy", "minimax(depth=1)", "alphabeta"]


def call(command: object, *words: str) -> tuple[int, str]:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(command)  # type: ignore[type-var]
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


def test_a_ladder_rates_everybody_on_one_scale(tmp_path: Path) -> None:
    result = Ladder("nogo(size=3)", ENGINES, 4, QUICK, anchor="alphabeta", resume=tmp_path / "ladder.jsonl").run()
    assert [standing.name for standing in result.players] == ENGINES
    assert result.rating_of("alphabeta").rating == 0
    assert all(meeting.games == 4 for meeting in result.meetings)
    assert len(result.meetings) == 3
    assert LadderResult.from_json(result.to_json()) == result
    with pytest.raises(KeyError):
        result.rating_of("mcts")


def test_levels_and_generations_are_two_chains_with_bridges() -> None:
    names = [*(f"level({number})" for number in range(1, 13)), "greedy", "minimax", "alphabeta"]
    pairs = ladder_lineups(names)
    assert (0, 1) in pairs
    assert (0, 2) in pairs
    assert (0, 3) not in pairs
    assert (12, 13) in pairs
    assert {pair for pair in pairs if pair[0] < 12 <= pair[1]} == {
        (level, generation) for level in (2, 5, 8, 11) for generation in (12, 13, 14)
    }


def test_everybody_is_on_the_ladder_by_default() -> None:
    names = default_engines(load_game("reversi"))
    assert [name for name in names if not name.startswith("level")][:3] == ["greedy", "minimax", "alphabeta"]


@pytest.mark.parametrize("more", [{"scheme": "stairs"}, {"anchor": "nobody"}])
def test_a_ladder_that_cannot_stand_is_refused(more: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Ladder("nogo(size=3)", ENGINES, **more)  # type: ignore[arg-type]


def test_match_prints_the_agreed_object() -> None:
    status, text = call(
        match_command.command, "nogo(size=3)", "greedy", "greedy", "--games", "4", "--nodes", "50", "--json"
    )
    result = json.loads(text)
    assert status == 0
    assert list(result) == ["games", "wins", "draws", "losses", "elo", "interval", "faults"]
    assert result["games"] == result["wins"] + result["draws"] + result["losses"] == 4
    assert len(result["interval"]) == 2
    assert result["faults"] == []


def test_match_adds_what_was_asked_for_beyond_that() -> None:
    words = ["nogo(size=3)", "greedy", "minimax(depth=1)", "alphabeta", "--games", "2", "--nodes", "50"]
    _, text = call(match_command.command, *words, "--sprt", "0,20", "--json")
    result = json.loads(text)
    assert result["games"] == 4
    assert result["sprt"]["verdict"] is None
    assert [standing["name"] for standing in result["standings"]] == ["greedy", "minimax(depth=1)", "alphabeta"]


def test_match_shows_a_table() -> None:
    words = ["nogo(size=3)", "greedy", "alphabeta", "--games", "2", "--nodes", "50", "--sprt", "0,20"]
    status, text = call(match_command.command, *words)
    assert status == 0
    assert "95 %" in text
    assert "SPRT: undecided" in text


def test_ladder_writes_a_file_that_can_be_read_back(tmp_path: Path) -> None:
    words = ["nogo(size=3)", "--engines", "greedy", "--engines", "alphabeta", "--games", "2", "--nodes", "40"]
    status, text = call(ladder_command.command, *words, "--out", str(tmp_path / "ladder.json"), "--json")
    assert status == 0
    written = (tmp_path / "ladder.json").read_text()
    assert text == written
    assert LadderResult.from_json(written).anchor == "greedy"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nogo(size=3)", "greedy"], "expected two or more engines, got 1"),
        (["nogo(size=3)", "greedy", "greedy", "--sprt", "7"], "expected two numbers E0,E1"),
        (["nogo(size=3)", "greedy", "greedy", "--sprt", "7,3"], "expected elo0 below elo1"),
        (["nogo(size=3)", "greedy", "greedy", "--cap", "coin"], "cap: expected draw or distance"),
        (["nogo(size=3)", "greedy", "greedy", "--games", "0"], "--games"),
    ],
)
def test_wrong_words_are_told(words: list[str], complaint: str) -> None:
    status, text = call(match_command.command, *words)
    assert status == 2
    assert complaint in text
