"""Verdicts, turning points and accuracy."""

from __future__ import annotations

import pytest

from duiyi.review.judge import judge, seat_reviews, turning_points, verdict_of
from duiyi.review.order import ply_order

SERIES = [(rate, 1 - rate) for rate in (0.5, 0.44, 0.64, 0.62, 0.9, 0.3, 0.29)]
MOVERS = [0, 1, 0, 1, 0, 1]


def test_verdicts_begin_at_five_ten_and_fifteen_points() -> None:
    found = [verdict_of(loss) for loss in (-0.3, 0.04, 0.05, 0.1, 0.15, 0.6)]
    assert found == [None, None, "inaccuracy", "mistake", "blunder", "blunder"]


def test_each_move_is_charged_to_its_mover() -> None:
    assert [(move.seat, move.verdict) for move in judge(SERIES, MOVERS)] == [
        (0, "inaccuracy"),
        (1, "blunder"),
        (0, None),
        (1, "blunder"),
        (0, "blunder"),
        (1, None),
    ]


def test_the_three_costliest_moves_turn_the_game_in_its_order() -> None:
    assert [move.ply for move in turning_points(judge(SERIES, MOVERS))] == [2, 4, 5]


def test_a_move_that_the_engine_would_have_played_is_no_mistake() -> None:
    judged = judge(SERIES, MOVERS, [False, True, False, False, False, False])
    assert judged[1].verdict is None
    assert judged[1].loss == pytest.approx(0.2)


def test_moves_between_unknown_positions_stay_unjudged() -> None:
    assert judge([(0.5, 0.5), None, (0.1, 0.9)], [0, 1]) == []


def test_nobody_is_charged_when_a_seat_is_taken_out() -> None:
    judged = judge([(0.5, 0.5, 0.5), (0.2, 0.6, 0.7), (0.2, 0.6, 0.7)], [None, 1])
    assert [(move.ply, move.seat) for move in judged] == [(2, 1)]


def test_a_seat_is_summed_up() -> None:
    first, second = seat_reviews(judge(SERIES, MOVERS), 2)
    assert (first.moves, first.inaccuracies, first.mistakes, first.blunders) == (3, 1, 0, 1)
    assert first.mean_loss == pytest.approx((0.06 + 0.02 + 0.6) / 3)
    assert second.blunders == 2
    assert 50 < second.accuracy < first.accuracy < 70


@pytest.mark.parametrize("count", [1, 2, 9, 61])
def test_every_ply_is_looked_at_once_and_both_ends_early(count: int) -> None:
    order = ply_order(0, count)
    assert sorted(order) == list(range(count))
    assert set(order[:2]) == {0, count - 1}
