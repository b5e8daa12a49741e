"""Seats, engines, hosts and the beginning of a game."""

from __future__ import annotations

import pytest

from duiyi import wire
from duiyi.base import RulesError, TextError
from duiyi.rooms import Begin, Expire, Present, Refused, Tick
from tests.rooms.table import ANN, BOB, CAT, Table


def refusal(*args: object, **fields: object) -> str:
    table, *rest = args
    with pytest.raises(Refused) as refused:
        table.do(*rest, **fields)  # type: ignore[attr-defined]
    return refused.value.code


def test_the_game_begins_when_all_are_ready() -> None:
    table = Table().seat_all(ANN, BOB)
    assert table.state.phase == "playing"
    assert isinstance(table.log[-1], wire.Started)
    assert [seat.ready for seat in table.state.seats] == [False, False]


def test_a_taken_seat_is_refused() -> None:
    table = Table()
    table.do(wire.Sit, ANN, seat=0)
    assert refusal(table, wire.Sit, BOB, seat=0) == "seat_taken"
    assert refusal(table, wire.Sit, BOB, seat=5) == "no_such_seat"


def test_the_host_starts_when_the_others_are_ready() -> None:
    table = Table()
    table.do(wire.Sit, ANN, seat=0)
    assert refusal(table, wire.Start, ANN) == "not_full"
    table.do(wire.Sit, BOB, seat=1)
    assert refusal(table, wire.Start, ANN) == "not_ready"
    assert refusal(table, wire.Start, BOB) == "not_host"
    table.do(wire.Ready, BOB)
    assert isinstance(table.do(wire.Start, ANN)[-1], wire.Started)


def test_an_engine_needs_no_chair_and_is_always_ready() -> None:
    table = Table()
    table.do(wire.PlaceEngine, ANN, seat=1, controller=wire.AI("level(5)"))
    table.do(wire.Sit, ANN, seat=0)
    assert isinstance(table.do(wire.Ready, ANN)[-1], wire.Started)
    assert table.state.seats[1].controller == wire.AI("level(5)")


def test_only_the_host_places_engines_and_kicks() -> None:
    table = Table()
    assert refusal(table, wire.PlaceEngine, BOB, seat=1, controller=wire.AI("level(5)")) == "not_host"
    table.do(wire.Sit, BOB, seat=1)
    assert refusal(table, wire.PlaceEngine, ANN, seat=1, controller=wire.AI("level(5)")) == "seat_taken"
    assert refusal(table, wire.Kick, BOB, seat=1) == "not_host"
    table.do(wire.Kick, ANN, seat=1)
    assert table.state.is_free(1)
    assert refusal(table, wire.Sit, BOB, seat=1) == "kicked"


def test_a_kicked_person_returns_with_an_invite() -> None:
    table = Table()
    table.do(wire.Sit, BOB, seat=1)
    table.do(wire.Kick, ANN, seat=1)
    table.do(wire.Sit, BOB, keys=(1,), seat=1)
    assert table.state.seats_of(BOB.id) == [1]


def test_an_invited_seat_opens_only_with_its_key() -> None:
    table = Table()
    table.do(wire.Invite, ANN, seat=1)
    assert refusal(table, wire.Sit, BOB, seat=1) == "seat_invited"
    table.do(wire.Sit, BOB, keys=(1,), seat=1)
    assert table.state.seats_of(BOB.id) == [1]


def test_one_person_may_own_both_seats_of_a_casual_game_only() -> None:
    casual = Table().seat_all(ANN, ANN)
    assert casual.state.phase == "playing"
    casual.play(ANN, "5")
    casual.play(ANN, "1")
    rated = Table(rated=True, hints=False)
    rated.do(wire.Sit, ANN, seat=0)
    assert refusal(rated, wire.Sit, ANN, seat=1) == "already_seated"


def test_nobody_stands_up_during_a_game() -> None:
    assert refusal(Table().seat_all(ANN, BOB), wire.Stand, ANN) == "game_on"


def test_when_the_host_leaves_the_next_person_is_host() -> None:
    table = Table()
    table.do(wire.Sit, ANN, seat=0)
    table.do(wire.Sit, BOB, seat=1)
    table.do(wire.Leave, ANN)
    assert table.state.host == BOB
    assert table.state.is_free(0)


def test_a_host_without_a_seat_who_vanishes_is_followed_by_somebody_seated() -> None:
    table = Table()
    table.order(Present(ANN.id, False))
    assert table.state.host == ANN, "nobody else is there"
    table.do(wire.Sit, BOB, seat=1)
    table.order(Present(ANN.id, True))
    assert table.order(Present(ANN.id, False))[-1].host == BOB


def test_a_room_that_the_last_person_leaves_is_closed() -> None:
    table = Table()
    table.do(wire.Sit, ANN, seat=0)
    assert isinstance(table.do(wire.Leave, ANN)[-1], wire.Closed)
    assert refusal(table, wire.Sit, BOB, seat=0) == "closed"


def test_an_absent_person_loses_the_chair_of_a_game_that_has_not_begun() -> None:
    table = Table(grace=30)
    table.do(wire.Sit, ANN, seat=0)
    table.do(wire.Sit, BOB, seat=1)
    table.order(Present(ANN.id, False))
    assert table.room.next_deadline == table.now + 30_000
    table.wait(30_000).order(Tick())
    assert table.state.is_free(0)
    assert table.state.host == BOB


def test_configuring_changes_the_game_and_keeps_the_people() -> None:
    table = Table()
    table.do(wire.Sit, BOB, seat=1)
    table.do(wire.Configure, ANN, settings=wire.Settings(game="counting"))
    assert len(table.state.seats) == 3
    assert table.state.seats_of(BOB.id) == [1]
    assert refusal(table, wire.Configure, ANN, settings=wire.Settings(game="nothing")) == "bad_settings"


def test_a_rated_room_knows_no_help() -> None:
    with pytest.raises(Refused, match="rated"):
        Table(rated=True)


def test_bad_settings_open_no_room() -> None:
    with pytest.raises(RulesError):
        Table("nonsense")
    with pytest.raises(TextError):
        Table(start="nonsense")


def test_no_room_begins_where_the_game_is_over() -> None:
    over = "xxxoo...."
    with pytest.raises(Refused, match="over"):
        Table(start=over)
    assert refusal(Table(), wire.Configure, ANN, settings=wire.Settings(game="noughts", start=over)) == "start_over"


def test_a_room_begins_from_a_position() -> None:
    table = Table(start="xo.......").seat_all(ANN, BOB)
    assert table.state.position.text() == "xo......."


def test_engines_alone_are_begun_by_the_server() -> None:
    table = Table()
    for seat in (0, 1):
        table.do(wire.PlaceEngine, ANN, seat=seat, controller=wire.AI("level(1)"))
    assert isinstance(table.order(Begin())[-1], wire.Started)


def test_a_forgotten_room_expires_but_not_during_a_game() -> None:
    assert isinstance(Table().order(Expire())[-1], wire.Closed)
    with pytest.raises(Refused):
        Table().seat_all(ANN, BOB).order(Expire())


def test_a_repeated_command_is_done_once() -> None:
    table = Table()
    first = table.do(wire.Sit, ANN, seat=0, id="same")
    assert table.do(wire.Sit, ANN, seat=0, id="same") == []
    assert table.room.done(ANN.id, "same") == first[-1].seq
    assert table.do(wire.Sit, CAT, seat=1, id="same") != []
