"""The library on PostgreSQL, where this machine has it: games go in by many and are found by their positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duiyi.cli import main
from duiyi.records import Record
from tests.server.postgresql_server import HAS_POSTGRESQL


@pytest.mark.parametrize("fixture", HAS_POSTGRESQL)
def test_a_folder_is_imported_and_searched_on_postgresql(
    fixture: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ("--database", request.getfixturevalue(fixture), "--json")
    Record.from_moves("reversi", "f5 d6 c3").save(tmp_path / "a.sgf")
    Record.from_moves("reversi", "e6 f4 c3").save(tmp_path / "b.sgf")
    for words in (["import", str(tmp_path)], ["search", "--game", "reversi", "--position", _mirrored()]):
        with pytest.raises(SystemExit) as end:
            main(["library", *words, *database])
        assert end.value.code == 0
    imported, found = map(json.loads, capsys.readouterr().out.splitlines())
    assert imported["imported"] == 2
    assert found["total"] == 2


def _mirrored() -> str:
    return Record.from_moves("reversi", "d3 c5").position_at(2).text()
