"""Ratings by Bradley-Terry: closed forms, recovered strengths, honest intervals, rankings of three to six seats."""

from __future__ import annotations

import math
import random

import pytest

from duiyi.arena import Duel, fit_ratings, score_of_elo
from duiyi.arena.ratings import duels_of_ranking


def test_two_players_have_the_elo_of_their_score() -> None:
    fitted = fit_ratings([Duel(0, 1, 0.75, 1000)], 2, anchor=1, prior=0.0)
    assert fitted[0].rating == pytest.approx(190.8485, abs=0.01)
    # Fisher information of 1000 games at 75 %: 187.5, in natural units.
    reach = 1.959964 / math.sqrt(187.5) * 400 / math.log(10)
    assert fitted[0].high - fitted[0].rating == pytest.approx(reach, rel=1e-3)


def test_the_anchor_stands_where_it_is_put() -> None:
    fitted = fit_ratings([Duel(0, 1, 0.6, 50), Duel(1, 2, 0.7, 50)], 3, anchor=2, anchor_rating=1500)
    assert fitted[2] == (1500, 1500, 1500)
    assert fitted[0].rating > fitted[1].rating > 1500


def test_who_won_everything_still_has_a_rating() -> None:
    strong, weak = fit_ratings([Duel(0, 1, 1.0, 20)], 2, anchor=1)
    assert 400 < strong.rating < 1000
    assert strong.low > 0
    assert weak.rating == 0


def test_a_long_chain_does_not_sag_under_the_prior() -> None:
    duels = [Duel(player + 1, player, score_of_elo(150), 200) for player in range(11)]
    fitted = fit_ratings(duels, 12)
    assert fitted[11].rating == pytest.approx(11 * 150, rel=0.02)


def test_players_that_never_met_are_far_from_certain() -> None:
    fitted = fit_ratings([Duel(0, 1, 0.5, 100)], 3)
    assert fitted[2].high - fitted[2].low > 5000


def test_strengths_are_found_again_within_their_intervals() -> None:
    chance = random.Random(5)
    truth = [0.0, 80.0, 200.0, 260.0, 410.0]
    missed = total = 0
    for _ in range(40):
        duels = [
            Duel(one, two, float(chance.random() < score_of_elo(truth[one] - truth[two])))
            for one in range(5)
            for two in range(one + 1, 5)
            for _ in range(30)
        ]
        for player, fitted in enumerate(fit_ratings(duels, 5)):
            if player:
                total += 1
                missed += not fitted.low <= truth[player] <= fitted.high
    assert missed / total <= 0.08


@pytest.mark.parametrize("seats", [3, 6])
def test_rankings_claim_the_precision_that_they_have(seats: int) -> None:
    chance = random.Random(seats)
    missed = total = 0
    for _ in range(60):
        duels: list[Duel] = []
        for _ in range(60):
            order = chance.sample(range(seats), seats)
            duels += duels_of_ranking(order, [1 - place / (seats - 1) for place in range(seats)])
        for fitted in fit_ratings(duels, seats)[1:]:
            total += 1
            missed += not fitted.low <= 0 <= fitted.high
    assert 0.02 <= missed / total <= 0.08


def test_rankings_give_the_strengths_that_made_them() -> None:
    # Under Plackett-Luce the chance to come before another depends on the two alone, so duels estimate it without bias.
    chance = random.Random(9)
    duels: list[Duel] = []
    for _ in range(5000):
        draws = sorted(range(3), key=lambda player: chance.expovariate((4, 2, 1)[player]))
        duels += duels_of_ranking(range(3), [1 - draws.index(player) / 2 for player in range(3)])
    fitted = fit_ratings(duels, 3, anchor=2)
    assert fitted[1].rating == pytest.approx(400 * math.log10(2), abs=15)
    assert fitted[0].rating == pytest.approx(400 * math.log10(4), abs=15)


def test_seats_of_one_player_are_no_duel() -> None:
    assert duels_of_ranking([0, 1, 0], [1.0, 0.5, 0.0]) == [Duel(0, 1, 1.0, 0.75), Duel(1, 0, 1.0, 0.75)]


def test_equal_ranks_are_draws() -> None:
    assert [duel.score for duel in duels_of_ranking([0, 1, 2], [0.75, 0.75, 0.0])] == [0.5, 1.0, 1.0]


def test_an_anchor_that_does_not_play_is_refused() -> None:
    with pytest.raises(ValueError, match="anchor: expected a player from 0 to 1"):
        fit_ratings([], 2, anchor=2)
