"""托管: handing over, taking back, vanishing, standing in, claiming."""

from __future__ import annotations

import pytest

from duiyi import wire
from duiyi.rooms import EngineMove, Present, Refused, Restart, Tick
from tests.rooms.table import ANN, BOB, CAT, Table
from tests.rooms.test_seating import refusal


def test_a_seat_is_handed_over_and_taken_back_while_the_engine_thinks() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.HandOver, ANN, engine="level(6)")
    asked = EngineMove(0, table.state.seats[0].epoch, table.state.turn, "1")
    assert refusal(table, wire.Play, ANN, base=table.state.turn, move="5") == "handed_over"
    table.do(wire.TakeBack, ANN)
    with pytest.raises(Refused, match="too late"):
        table.order(asked)
    assert table.play(ANN, "5")[0].engine is None


def test_a_game_with_a_handed_over_seat_is_marked_and_not_rated() -> None:
    table = Table(rated=True, hints=False).seat_all(ANN, BOB)
    table.play(ANN, "1")
    table.play(BOB, "2")
    table.do(wire.HandOver, ANN, engine="level(6)")
    table.do(wire.TakeBack, ANN)
    finished = table.do(wire.Resign, ANN)[-1]
    assert finished.assisted
    assert not finished.rated


def test_only_the_owner_hands_over_and_takes_back() -> None:
    table = Table().seat_all(ANN, BOB)
    assert refusal(table, wire.HandOver, CAT, engine="level(6)") == "not_seated"
    assert refusal(table, wire.HandOver, ANN, engine="level(6)", seat=1) == "not_seated"
    assert refusal(table, wire.TakeBack, ANN) == "not_handed_over"


def test_handing_over_forgets_the_kept_move() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.Premove, BOB, move="1")
    table.do(wire.HandOver, BOB, engine="level(6)")
    assert len(table.play(ANN, "5")) == 1


def test_an_engine_stands_in_for_a_vanished_person_after_the_grace_time() -> None:
    table = Table(grace=30, stand_in="level(3)").seat_all(ANN, BOB)
    table.wait(1_000).order(Present(BOB.id, False))
    assert table.room.next_deadline == table.now + 30_000
    assert table.wait(29_999).order(Tick()) == []
    (stood_in,) = table.wait(1).order(Tick())
    assert stood_in.state.controller == wire.AI("level(3)", stands_in=True)
    table.order(Present(BOB.id, True))
    assert isinstance(table.state.seats[1].controller, wire.AI)
    table.do(wire.TakeBack, BOB)
    assert table.state.is_played_by_person(1)


def test_a_person_who_returns_in_time_keeps_the_seat() -> None:
    table = Table(grace=30).seat_all(ANN, BOB)
    table.order(Present(BOB.id, False))
    table.wait(20_000).order(Present(BOB.id, True))
    assert table.room.next_deadline is None


def test_a_game_that_everybody_left_waits() -> None:
    table = Table(grace=30).seat_all(ANN, BOB)
    table.order(Present(BOB.id, False))
    table.order(Present(ANN.id, False))
    assert table.room.next_deadline is None
    table.wait(3_600_000).order(Present(ANN.id, True))
    assert table.room.next_deadline == table.now + 30_000


def test_a_game_against_an_engine_waits_for_its_person() -> None:
    table = Table(grace=30)
    table.do(wire.PlaceEngine, ANN, seat=1, controller=wire.AI("level(5)"))
    table.do(wire.Sit, ANN, seat=0)
    table.do(wire.Ready, ANN)
    table.order(Present(ANN.id, False))
    assert table.room.next_deadline is None


def test_without_a_stand_in_the_opponent_may_claim() -> None:
    table = Table(grace=30, stand_in=None).seat_all(ANN, BOB)
    assert refusal(table, wire.Claim, ANN) == "nothing_to_claim"
    table.order(Present(BOB.id, False))
    table.wait(30_000).order(Tick())
    assert table.state.seats[1].claimable
    finished = table.do(wire.Claim, ANN)[-1]
    assert finished.outcome.reason == "abandon"
    assert finished.outcome.scores == (1.0, 0.0)


def test_the_claimant_may_be_content_with_a_draw() -> None:
    table = Table(grace=30, stand_in=None).seat_all(ANN, BOB)
    table.order(Present(BOB.id, False))
    table.wait(30_000).order(Tick())
    assert table.do(wire.Claim, ANN, result="draw")[-1].outcome.scores == (0.5, 0.5)


def test_a_claim_dies_when_the_person_returns() -> None:
    table = Table(grace=30, stand_in=None).seat_all(ANN, BOB)
    table.order(Present(BOB.id, False))
    table.wait(30_000).order(Tick())
    table.order(Present(BOB.id, True))
    assert refusal(table, wire.Claim, ANN) == "nothing_to_claim"


def test_a_restart_charges_no_clock_and_finds_nobody_online() -> None:
    table = Table(clock=wire.SuddenDeath(60)).seat_all(ANN, BOB)
    table.wait(10_000).play(ANN, "5")
    table.wait(3_600_000).order(Restart())
    assert table.state.clock.remaining == (50_000, 60_000)
    assert table.state.clock.running == 1
    assert table.state.clock.since > table.now
    assert not any(seat.online for seat in table.state.seats)


def test_a_restart_charges_what_was_thought_while_the_server_lived() -> None:
    for clock, whole in ((wire.SuddenDeath(60), 60_000), (wire.Correspondence(3), 3 * 86_400_000)):
        table = Table(clock=clock).seat_all(ANN, BOB)
        table.wait(10_000).play(ANN, "5")
        table.wait(3_600_000).order(Restart(alive_until=table.now + 25_000 - 3_600_000))
        assert table.state.clock.remaining[1] == whole - 25_000
        first = table.state.clock
        table.wait(5_000).order(Restart(alive_until=table.now))
        assert table.state.clock.remaining == first.remaining, "nothing is charged while people may come back"
        table.wait(15_000 + 2_000).play(BOB, "1")
        assert table.state.spent == [10_000, 27_000]
        assert table.replayed().state == table.state


def test_days_go_on_over_a_restart_until_the_flag_falls() -> None:
    table = Table(clock=wire.Correspondence(1)).seat_all(ANN, BOB)
    table.wait(20 * 3_600_000).order(Restart(alive_until=table.now))
    table.wait(4 * 3_600_000)
    assert table.order(Tick()) == []
    due = table.room.next_deadline
    assert due is not None
    table.wait(due - table.now)
    assert isinstance(table.order(Tick())[-1], wire.Finished)
    assert table.state.outcome.scores == (0.0, 1.0)


def test_in_a_game_of_days_nobody_is_stood_in_for() -> None:
    table = Table(clock=wire.Correspondence(3), grace=30).seat_all(ANN, BOB)
    table.order(Present(BOB.id, False))
    deadline = table.room.next_deadline
    assert deadline is not None
    assert deadline > table.now + 2 * 86_400_000
