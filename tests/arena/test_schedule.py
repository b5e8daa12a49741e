"""Who meets whom and who sits where."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from duiyi.arena.schedule import lineups, plan, seatings


@pytest.mark.parametrize(
    ("players", "seats"), [(2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (4, 4), (2, 6), (3, 6), (4, 6), (6, 6)]
)
def test_every_player_sits_in_every_seat_equally_often(players: int, seats: int) -> None:
    block = seatings(range(players), seats)
    for seat in range(seats):
        assert set(Counter(seating[seat] for seating in block).values()) == {len(block) // players}
    assert len(set(block)) == len(block)


def test_three_seats_rotate() -> None:
    assert seatings([0, 1, 2], 3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_six_seats_rotate() -> None:
    assert seatings(range(6), 6)[1] == (1, 2, 3, 4, 5, 0)
    assert len(seatings(range(6), 6)) == 6


def test_a_crowd_does_not_fit_at_a_small_table() -> None:
    with pytest.raises(ValueError, match="expected 2 to 2 players, got 3"):
        seatings([0, 1, 2], 2)


def test_pairs_swap_the_seats_and_an_odd_game_is_left_single() -> None:
    games = list(plan([(0, 1)], 2, 5))
    assert [game.players for game in games] == [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]
    assert [game.round for game in games] == [0, 0, 1, 1, 2]


def test_asking_for_more_games_continues_the_same_plan() -> None:
    short, long = list(plan([(0, 1)], 2, 7)), plan([(0, 1)], 2, 20)
    assert list(islice(long, 7)) == short


def test_all_lineups_get_all_their_games() -> None:
    games = list(plan(lineups(4, 2, "round_robin"), 2, 6))
    assert Counter(game.lineup for game in games) == dict.fromkeys(range(6), 6)
    assert len({game.key for game in games}) == 36


def test_every_other_round_of_three_seats_goes_the_other_way_round() -> None:
    games = list(plan([(0, 1, 2)], 3, 6))
    assert {game.players for game in games[:3]} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    assert {game.players for game in games[3:]} == {(2, 1, 0), (1, 0, 2), (0, 2, 1)}


def test_the_first_meets_all_others_in_a_gauntlet() -> None:
    assert lineups(4, 2) == [(0, 1), (0, 2), (0, 3)]


@pytest.mark.parametrize(("players", "pairing"), [(1, "gauntlet"), (3, "swiss")])
def test_impossible_pairings_are_refused(players: int, pairing: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        lineups(players, 2, pairing)
