"""The table of generations on the ladder: from a file of the package that may be missing, empty or broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duiyi import wire
from duiyi.server import measured

ROW: dict[str, Any] = {
    "game": "reversi",
    "newer": "alphabeta",
    "older": "minimax(depth=3)",
    "games": 40,
    "wins": 30,
    "draws": 2,
    "losses": 8,
    "score": 0.775,
    "elo": 214.8,
    "interval": [96.0, None],
    "faults": 0,
    "seconds": 0.1,
}


def write(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str | None) -> None:
    """Give the package another file of generations, or none."""
    if text is not None:
        (folder / "generations.json").write_text(text)
    monkeypatch.setattr(measured, "files", lambda package: folder)
    monkeypatch.setattr(measured, "_ladders", list)


def test_a_ladder_tells_how_each_generation_did_against_the_one_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = [ROW, {**ROW, "game": "nogo"}, {**ROW, "newer": "mcts", "older": "alphabeta", "elo": None, "note": "new"}]
    write(monkeypatch, tmp_path, json.dumps(rows))
    answer = json.loads(wire.encode(measured.ladder_of("reversi", "reversi")))
    assert [row["newer"] for row in answer["generations"]] == ["alphabeta", "mcts"]
    assert answer["generations"][0]["interval"] == [96.0, None]
    assert measured.ladder_of("gomoku", "gomoku(size=15)").generations == ()


@pytest.mark.parametrize("text", [None, "[]", "{", "{}", "[3]", '[{"game": "reversi"}]'])
def test_a_file_that_is_missing_or_broken_leaves_the_table_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None
) -> None:
    write(monkeypatch, tmp_path, text)
    assert measured.ladder_of("reversi", "reversi").generations == ()


def test_the_file_that_comes_with_the_package_can_be_read() -> None:
    text = (Path(measured.__file__).parents[1] / "engines" / "generations.json").read_text()
    games = {row["game"] for row in json.loads(text)}
    assert games == {game for game in games if measured.ladder_of(game, game).generations}
    assert all(isinstance(row, wire.GenerationRow) for row in measured.ladder_of("reversi", "reversi").generations)
