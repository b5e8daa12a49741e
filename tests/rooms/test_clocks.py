"""Clocks in rooms: every kind, the flag, the lag that is not charged."""

from __future__ import annotations

import pytest

from duiyi import wire
from duiyi.rooms import Tick
from duiyi.rooms.clocks import allowance, begin, deadline, fresh_clock, left, speed, stop
from tests.rooms.table import ANN, BOB, CAT, Table
from tests.rooms.test_seating import refusal


def run(clock: wire.Clock, *spans: int) -> wire.ClockState:
    """Both seats move in turn, taking so many milliseconds each."""
    state, now, seat = fresh_clock(clock, 2), 0, 0
    for span in spans:
        state = begin(clock, state, seat, now)
        now += span
        state = stop(clock, state, now, moved=True)
        seat = 1 - seat
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("clock", "spans", "remaining", "periods"),
    [
        (wire.SuddenDeath(60), (10_000, 5_000, 1_000), (49_000, 55_000), ()),
        (wire.Fischer(60, 2), (10_000, 5_000), (52_000, 57_000), ()),
        (wire.PerMove(15), (14_000, 3_000, 2_000), (13_000, 12_000), ()),
        (wire.Correspondence(1), (1_000, 0), (86_399_000, 86_400_000), ()),
        (wire.Byoyomi(10, 30, 3), (12_000, 5_000), (0, 5_000), (3, 3)),
        (wire.Byoyomi(10, 30, 3), (45_000, 5_000), (0, 5_000), (2, 3)),
        (wire.Byoyomi(0, 30, 3), (29_999, 0, 30_000), (0, 0), (2, 3)),
    ],
)
def test_each_clock_charges_by_its_own_rule(
    clock: wire.Clock, spans: tuple[int, ...], remaining: tuple[int, ...], periods: tuple[int, ...]
) -> None:
    assert run(clock, *spans) == wire.ClockState(remaining, periods)


def test_byoyomi_ends_when_the_last_period_does() -> None:
    clock = wire.Byoyomi(10, 30, 3)
    state = begin(clock, fresh_clock(clock, 2), 0, 0)
    assert deadline(clock, state) == 100_000
    assert left(clock, state, 0, 40_000) == 60_000
    assert left(clock, state, 1, 40_000) == 100_000


def test_without_a_clock_nothing_is_due() -> None:
    assert Table().seat_all(ANN, BOB).room.next_deadline is None


def test_time_out_loses() -> None:
    table = Table(clock=wire.SuddenDeath(60)).seat_all(ANN, BOB)
    assert table.room.next_deadline == table.now + 60_000 + allowance(wire.SuddenDeath(60))[1]
    assert table.wait(60_000).order(Tick()) == []
    assert refusal(table, wire.Play, ANN, base=table.state.turn, move="5") == "time"
    table.now = table.room.next_deadline or 0
    finished = table.order(Tick())[-1]
    assert finished.outcome.reason == "time"
    assert finished.outcome.scores == (0.0, 1.0)


def test_an_engine_gets_no_allowance_for_lag() -> None:
    table = Table(clock=wire.SuddenDeath(60))
    table.do(wire.PlaceEngine, ANN, seat=0, controller=wire.AI("level(5)"))
    table.do(wire.Sit, ANN, seat=1)
    table.do(wire.Ready, ANN)
    assert table.room.next_deadline == table.now + 60_000


def test_lag_is_not_charged_up_to_the_quota() -> None:
    table = Table(clock=wire.SuddenDeath(60)).seat_all(ANN, BOB)
    (moved,) = table.wait(1_000).play(ANN, "5", lag=300)
    assert (moved.spent, moved.lag) == (700, 300)
    assert table.state.clock.remaining[0] == 59_300
    (moved,) = table.wait(9_000).play(BOB, "1", lag=8_000)
    assert moved.lag == allowance(wire.SuddenDeath(60))[1]


def test_a_move_in_time_for_its_player_counts_though_it_arrives_late() -> None:
    table = Table(clock=wire.PerMove(3)).seat_all(ANN, BOB)
    table.wait(3_100)
    assert table.play(ANN, "5", lag=200)[0].spent == 2_900


def test_with_three_seats_a_flag_takes_one_seat_out_and_play_goes_on() -> None:
    table = Table("counting", clock=wire.PerMove(15)).seat_all(ANN, BOB, CAT)
    table.now = table.room.next_deadline or 0
    (removed,) = table.order(Tick())
    assert (removed.seat, removed.reason) == (0, "time")
    assert table.state.clock.running == 1
    table.play(BOB, "+1")
    table.play(CAT, "+1")
    assert table.state.position.to_move == 1


@pytest.mark.parametrize(
    ("clock", "name"),
    [
        (wire.SuddenDeath(60), "bullet"),
        (wire.Fischer(300, 3), "blitz"),
        (wire.Byoyomi(300, 30, 3), "rapid"),
        (wire.SuddenDeath(3600), "classical"),
        (wire.Correspondence(2), "correspondence"),
        (wire.NoClock(), "untimed"),
    ],
)
def test_every_clock_has_a_speed(clock: wire.Clock, name: str) -> None:
    assert speed(clock) == name
