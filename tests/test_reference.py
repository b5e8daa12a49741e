"""The native core against the plain Python references: the same games, ply by ply."""

from __future__ import annotations

import random
from collections.abc import Hashable
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duiyi import load_game
from tests import variants
from tests.reference import chinese_checkers, gomoku, nogo, reversi, xiangqi
from tests.reference.common import read_spec

REFERENCES: dict[str, ModuleType] = {
    "reversi": reversi,
    "gomoku": gomoku,
    "nogo": nogo,
    "xiangqi": xiangqi,
    "chinese_checkers": chinese_checkers,
}
PLIES = {"reversi": 120, "gomoku": 80, "nogo": 361, "xiangqi": 160, "chinese_checkers": 160}


@pytest.mark.parametrize("spec", variants.ALL)
@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_the_core_plays_as_the_reference_does(spec: str, seed: int) -> None:
    game = load_game(spec)
    rng = random.Random(seed)
    _, options = read_spec(spec)
    plain = REFERENCES[game.name].start(options)
    position = game.initial()
    keys: dict[int, Hashable] = {}
    states: dict[Hashable, int] = {}
    for _ in range(PLIES[game.name]):
        where = f"{position!r}"
        assert plain.text() == position.text()
        assert plain.to_move() == position.to_move, where
        assert plain.legal_moves() == {game.move_text(move) for move in position.legal_moves()}, where
        state = plain.state()
        assert keys.setdefault(position.key, state) == state, f"one key, two positions: {where}"
        assert states.setdefault(state, position.key) == position.key, f"one position, two keys: {where}"
        end, outcome = plain.outcome(), position.outcome()
        if end is None or outcome is None:
            assert end is None, where
            assert outcome is None, where
        else:
            assert end[1] == outcome.reason, where
            assert outcome.scores == pytest.approx(end[0]), where
            return
        move = rng.choice(sorted(plain.legal_moves()))
        plain = plain.after(move)
        position = position.after(game.parse_move(move))
