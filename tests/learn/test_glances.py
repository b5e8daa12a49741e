"""Glances in self-play: the network is asked about positions that are visited often, the evaluation about the rest."""

from __future__ import annotations

import numpy as np
import pytest

from duiyi.engines.alphazero_net import Floats
from duiyi.learn.jobs import learnable
from duiyi.learn.selfplay import Played, play_job
from duiyi.learn.settings import Settings

GAME = learnable("xiangqi")


class Indifferent:
    """A network that has no opinion."""

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        count = len(planes)
        return np.zeros((count, GAME.num_moves), np.float32), np.full((count, 2), 0.5, np.float32)


def played(glances: int, game: str = "xiangqi") -> Played:
    settings = Settings(game=game, simulations=64, full_share=1, max_plies=4, opening_share=0, glances=glances)
    return play_job(learnable(game), Indifferent(), settings, games=2, seed=1)


def test_the_network_is_asked_about_fewer_positions() -> None:
    often, seldom = played(0), played(4)
    assert often.positions == seldom.positions == 8
    assert 8 <= seldom.evaluations < often.evaluations / 4


def test_a_game_without_advice_has_no_glances() -> None:
    with pytest.raises(ValueError, match="advice of an evaluation"):
        played(4, "nogo")
