"""Every registered game, in every variant, passes the battery."""

from __future__ import annotations

import pytest

import connect_four
from duiyi import game_classes, load_game
from duiyi.base import Game, Outcome, Position
from duiyi.testing import check_game
from tests import variants


@pytest.mark.parametrize("spec", variants.ALL)
def test_every_variant_passes_the_battery(spec: str) -> None:
    check_game(load_game(spec), games=2, max_plies=250)


def test_a_game_written_in_plain_python_passes_the_battery() -> None:
    check_game(load_game(connect_four.ConnectFour.name), games=20)


def test_no_registered_game_is_left_out_of_the_variants() -> None:
    tested = {load_game(spec).name for spec in variants.ALL} | {connect_four.ConnectFour.name}
    assert tested == set(game_classes())


def test_the_battery_sees_a_game_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battery that cannot fail shows nothing: break one promise and it must speak up."""
    game: Game = load_game("connect_four")

    def never_over(self: Position) -> Outcome | None:
        return None

    monkeypatch.setattr(connect_four.ConnectFourPosition, "outcome", never_over)
    with pytest.raises(AssertionError, match="a game that goes on has a move"):
        check_game(game, games=5)
