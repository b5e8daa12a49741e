"""Glicko-2: the paper's own example, and what any rating must keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.rooms.rating import Rating, _updated, rated_game

RATINGS = st.builds(Rating, st.floats(500, 3000), st.floats(45, 350), st.floats(0.03, 0.12))


def test_the_example_of_the_paper() -> None:
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = _updated(Rating(1500, 200, 0.06), results, 1.0)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS)
def test_who_wins_rises_and_who_loses_falls(first: Rating, second: Rating) -> None:
    winner, loser = rated_game((first, second), (1.0, 0.0))
    assert winner.rating > first.rating
    assert loser.rating < second.rating


@given(st.lists(RATINGS, min_size=2, max_size=6))
def test_the_first_of_many_rises_and_the_last_falls(ratings: list[Rating]) -> None:
    scores = [1 - place / (len(ratings) - 1) for place in range(len(ratings))]
    after = rated_game(ratings, scores)
    assert after[0].rating > ratings[0].rating
    assert after[-1].rating < ratings[-1].rating


def test_a_draw_between_equals_changes_no_rating() -> None:
    assert [round(rating.rating, 6) for rating in rated_game((Rating(), Rating()), (0.5, 0.5))] == [1500, 1500]


def test_scores_must_match() -> None:
    with pytest.raises(ValueError, match="expected one score"):
        rated_game((Rating(),), (1.0,))
