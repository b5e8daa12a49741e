"""Who meets whom, and who sits where: pairs with the seats swapped, blocks of rotations for three to six seats.

A *lineup* is a set of players that meet; a *round* is one opening; a *block* is the games of one lineup in one round,
one for each seating. The plan does not depend on how many games are asked for: asking for more continues it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

__all__ = ["PAIRINGS", "Appointment", "lineups", "plan", "seatings"]

PAIRINGS = ("gauntlet", "round_robin", "neighbours")


class Appointment(msgspec.Struct, frozen=True, kw_only=True):
    """One game to be played."""

    lineup: int
    round: int
    turn: int
    """Which seating of the block."""
    players: tuple[int, ...]
    """The player in each seat."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What names this game for good."""
        return self.lineup, self.round, self.turn


def seatings(lineup: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """All seatings of a block: every player sits in every seat equally often.

    Fewer players than seats share them: in turn where that is even, else each of them has the extra seat in turn.

    >>> seatings([0, 1], 2)
    [(0, 1), (1, 0)]
    >>> seatings([0, 1, 2], 3)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    >>> seatings([0, 1], 3)
    [(0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 0, 1), (1, 1, 0)]
    >>> seatings([0, 1], 6)
    [(0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0)]
    """
    if not 1 < len(lineup) <= seats:
        raise ValueError(f"lineup: expected 2 to {seats} players, got {len(lineup)}")
    found: dict[tuple[int, ...], None] = {}
    for shift in range(seats):
        for extra in range(len(lineup)):
            found[tuple(lineup[((seat + shift) % seats + extra) % len(lineup)] for seat in range(seats))] = None
    return list(found)


def lineups(players: int, seats: int, pairing: str = "gauntlet") -> list[tuple[int, ...]]:
    """The sets of players that meet.

    ``gauntlet``: the first against all others; ``round_robin``: everybody; ``neighbours``: each against the next two,
    for players listed by strength. With more than two seats and enough players a lineup fills the table, except among
    neighbours, who always meet two by two.

    >>> lineups(3, 2), lineups(3, 2, "round_robin"), lineups(4, 2, "neighbours")
    ([(0, 1), (0, 2)], [(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    >>> lineups(3, 6), lineups(4, 3)
    ([(0, 1, 2)], [(0, 1, 2), (0, 1, 3), (0, 2, 3)])
    """
    if players < 2:
        raise ValueError(f"players: expected two or more, got {players}")
    if pairing == "neighbours":
        return [(one, two) for one in range(players) for two in range(one + 1, min(one + 3, players))]
    if pairing not in PAIRINGS:
        raise ValueError(f"pairing: expected one of {', '.join(PAIRINGS)}, got {pairing!r}")
    everybody = combinations(range(players), min(players, seats))
    return [lineup for lineup in everybody if pairing == "round_robin" or 0 in lineup]


def plan(sets: Sequence[tuple[int, ...]], seats: int, games: int) -> Iterator[Appointment]:
    """The games in order: round by round, so that all lineups advance together; `games` for each lineup.

    >>> [game.players for game in plan([(0, 1)], 2, 3)]
    [(0, 1), (1, 0), (0, 1)]
    """
    left = [games] * len(sets)
    number = 0
    while any(left):
        for index, lineup in enumerate(sets):
            # With more than two seats it matters who moves after whom: every other round goes the other way round.
            order = lineup[::-1] if number % 2 and seats > 2 else lineup
            for turn, players in enumerate(seatings(order, seats)[: left[index]]):
                left[index] -= 1
                yield Appointment(lineup=index, round=number, turn=turn, players=players)
        number += 1
