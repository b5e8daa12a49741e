"""The committed playthroughs are what the games play today."""

from __future__ import annotations

import pytest

import connect_four
from duiyi import game_classes, load_game
from tests.make_playthroughs import SPECS, path_of, playthrough


@pytest.mark.parametrize("spec", SPECS)
def test_a_playthrough_is_played_again_line_by_line(spec: str) -> None:
    assert playthrough(spec) == path_of(spec).read_text(encoding="utf-8"), "run `python -m tests.make_playthroughs`"


def test_every_registered_game_has_a_playthrough() -> None:
    assert {load_game(spec).name for spec in SPECS} == set(game_classes()) | {connect_four.ConnectFour.name}
