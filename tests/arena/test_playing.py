"""Single games: who fails loses; caps, resignation, clocks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from duiyi import load_game
from duiyi.analysis import Analysis, Limits, Line, Player
from duiyi.arena import Adjudication, Conditions, Match, Opening, Played, playing
from duiyi.arena.schedule import Appointment
from duiyi.arena.worker import Job, play_fresh
from duiyi.base import Game, Move, Position
from tests.arena import scripted


def play(
    spec: str,
    *makers: Callable[[Game], Player],
    conditions: Conditions | None = None,
    opening: Opening | None = None,
) -> Played:
    game = load_game(spec)
    seated = Appointment(lineup=0, round=0, turn=0, players=tuple(range(len(makers))))
    job = Job(appointment=seated, opening=opening or Opening())
    loaded = [lambda maker=maker: maker(game) for maker in makers]
    names = [maker.__name__ for maker in makers]
    return asyncio.run(play_fresh(game, loaded, job, conditions or Conditions(), names))


def test_a_game_is_played_to_its_end_by_the_rules() -> None:
    played = play("nogo(size=3)", scripted.first, scripted.last)
    assert played.fault is None
    assert played.reason == "no_legal_move"
    assert sorted(played.scores) == [0.0, 1.0]
    end = load_game("nogo(size=3)").position("3/3/3 x", played.moves).outcome()
    assert end is not None
    assert end.scores == played.scores


def test_the_opening_is_part_of_the_game() -> None:
    played = play("nogo(size=3)", scripted.first, scripted.first, opening=Opening("B2 A1"))
    assert played.moves.startswith("B2 A1 ")


def test_a_game_may_begin_from_a_set_up() -> None:
    played = play("nogo(size=3)", scripted.first, scripted.first, opening=Opening(start="1x1/3/3 o"))
    game = load_game("nogo(size=3)")
    assert game.position("1x1/3/3 o", played.moves).outcome() is not None


@pytest.mark.parametrize(
    ("maker", "kind", "detail"),
    [
        (scripted.crashing, "crash", "RuntimeError: out of ideas"),
        (scripted.illegal, "illegal_move", "is not legal in"),
        (scripted.sleeping, "overrun", "expected a move within 0.51 s"),
        (scripted.broken, "crash", "OSError: no such program"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_fails_loses(maker: Callable[[Game], Player], kind: str, detail: str, seat: int) -> None:
    makers: list[Callable[[Game], Player]] = [scripted.first, scripted.first]
    makers[seat] = maker
    conditions = Conditions(limits=Limits(seconds=0.01), grace=0.5)
    played = play("nogo(size=5)", *makers, conditions=conditions)
    assert played.fault is not None
    assert (played.fault.player, played.fault.seat, played.fault.kind) == (seat, seat, kind)
    assert detail in played.fault.detail
    assert played.scores[seat] == 0.0
    assert played.scores[1 - seat] == 1.0


def test_a_move_that_came_late_is_an_overrun_even_if_it_came() -> None:
    class Blocking:
        name = "blocking"

        async def choose(self, position: Position, limits: Limits) -> Move:
            time.sleep(0.4)
            return position.legal_moves()[0]

    conditions = Conditions(limits=Limits(seconds=0.01), grace=0.3)
    played = play("nogo(size=3)", lambda game: Blocking(), scripted.first, conditions=conditions)
    assert played.fault is not None
    assert played.fault.kind == "overrun"


def test_without_a_limit_of_time_a_player_may_take_its_time_but_not_for_ever() -> None:
    played = play("nogo(size=3)", scripted.sleeping, scripted.first, conditions=Conditions(patience=0.3))
    assert played.fault is not None
    assert played.fault.kind == "overrun"


def test_of_three_seats_the_faulty_one_is_last_and_the_others_share() -> None:
    played = play("chinese_checkers(seats=3)", scripted.first, scripted.crashing, scripted.first)
    assert played.scores == (0.75, 0.0, 0.75)


def test_a_game_that_is_too_long_is_a_draw() -> None:
    conditions = Conditions(adjudication=Adjudication(plies=12))
    played = play("xiangqi", scripted.first, scripted.last, conditions=conditions)
    assert (played.scores, played.reason) == ((0.5, 0.5), "move_cap")
    assert len(played.moves.split()) == 12


def test_chinese_checkers_may_be_cut_off_by_distance() -> None:
    conditions = Conditions(adjudication=Adjudication(plies=1, cap="distance"))
    played = play("chinese_checkers", scripted.first, scripted.first, conditions=conditions)
    # Seat 0 has made the only move, and the first of its moves brings it nearer.
    assert (played.scores, played.reason) == ((1.0, 0.0), "distance")


class _Referee:
    name = "referee"

    async def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        line = Line(moves=(position.legal_moves()[0],), rates=(0.01, 0.99))
        yield Analysis(lines=(line,), depth=1, nodes=1, seconds=0, progress=1, final=True)

    async def close(self) -> None:
        """Holds nothing."""


def test_a_hopeless_seat_resigns_after_some_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "load_engine", lambda spec, game: _Referee())
    rules = Adjudication(resign_below=0.05, resign_turns=3)
    played = play("gomoku", scripted.first, scripted.last, conditions=Conditions(adjudication=rules))
    assert (played.scores, played.reason) == ((0.0, 1.0), "resign")
    assert len(played.moves.split()) == 4


def test_nobody_resigns_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "load_engine", lambda spec, game: _Referee())
    assert play("nogo(size=3)", scripted.first, scripted.last).reason == "no_legal_move"


def test_clocks_run_down_and_gain_their_increment() -> None:
    seen: list[tuple[float, ...]] = []

    class Watching(scripted.Unhurried):
        async def choose(self, position: Position, limits: Limits) -> Move:
            assert limits.clocks is not None
            seen.append(limits.clocks)
            return await super().choose(position, limits)

    conditions = Conditions(limits=Limits(clocks=(100.0, 200.0), increment=10.0))
    play("nogo(size=3)", lambda game: Watching("a"), lambda game: Watching("b"), conditions=conditions)
    assert seen[0] == (100.0, 200.0)
    assert 100 < seen[2][0] < 110
    assert 200 < seen[2][1] < 210


def test_a_clock_that_is_empty_loses() -> None:
    conditions = Conditions(limits=Limits(clocks=(0.0, 100.0)), grace=0.005)
    played = play("nogo(size=3)", scripted.unhurried, scripted.first, conditions=conditions)
    assert played.fault is not None
    assert (played.fault.seat, played.fault.kind) == (0, "overrun")


def test_every_move_has_a_seed_of_its_own_and_the_same_again() -> None:
    seeds: list[list[int | None]] = []

    class Noting(scripted.Scripted):
        async def choose(self, position: Position, limits: Limits) -> Move:
            seeds[-1].append(limits.seed)
            return await super().choose(position, limits)

    for _ in range(2):
        seeds.append([])
        conditions = Conditions(limits=Limits(nodes=10))
        play("nogo(size=3)", lambda game: Noting("a"), lambda game: Noting("b"), conditions=conditions)
    assert None not in seeds[0]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == len(seeds[0])


@pytest.mark.parametrize(("limits", "is_seeded"), [(Limits(seconds=9.0), False), (Limits(seconds=9.0, seed=1), True)])
def test_against_the_clock_engines_may_remember_unless_a_seed_is_given(limits: Limits, is_seeded: bool) -> None:
    seeds: list[int | None] = []

    class Noting(scripted.Scripted):
        async def choose(self, position: Position, limits: Limits) -> Move:
            seeds.append(limits.seed)
            return await super().choose(position, limits)

    play("nogo(size=3)", lambda game: Noting("a"), scripted.first, conditions=Conditions(limits=limits))
    assert (None not in seeds) == is_seeded


def test_levels_keep_their_own_limits() -> None:
    seen: dict[str, set[int | None]] = {"level": set(), "engine": set()}

    class Noting(scripted.Scripted):
        async def choose(self, position: Position, limits: Limits) -> Move:
            seen[self.name].add(limits.nodes)
            assert limits.seed is not None
            return await super().choose(position, limits)

    conditions = Conditions(limits=Limits(nodes=10), unlimited=(0,))
    play("nogo(size=3)", lambda game: Noting("level"), lambda game: Noting("engine"), conditions=conditions)
    assert seen == {"level": {None}, "engine": {10}}
    assert Match("reversi", ["greedy", "level(5)"]).conditions.unlimited == (1,)


@pytest.mark.parametrize("wrong", [{"cap": "coin"}, {"resign_below": 0.7}])
def test_adjudication_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Adjudication(**wrong)  # type: ignore[arg-type]
