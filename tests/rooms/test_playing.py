"""Moves, ends, kept moves, what needs consent."""

from __future__ import annotations

import pytest

from duiyi import load_game, wire
from duiyi.rooms import EngineAnswer, EngineMove, Refused, Tick
from tests.rooms.table import ANN, BOB, CAT, Table
from tests.rooms.test_seating import refusal


def test_a_move_changes_the_board_and_the_turn() -> None:
    table = Table().seat_all(ANN, BOB)
    (moved,) = table.wait(700).play(ANN, "5")
    assert (moved.seat, moved.ply, moved.turn, moved.move, moved.spent) == (0, 1, 2, "5", 700)
    assert table.state.position.text() == "....x...."


@pytest.mark.parametrize(
    ("by", "fields", "code"),
    [
        (BOB, {"base": 1, "move": "5"}, "not_your_turn"),
        (CAT, {"base": 1, "move": "5"}, "not_seated"),
        (ANN, {"base": 0, "move": "5"}, "stale"),
        (ANN, {"base": 1, "move": "ten"}, "bad_move"),
        (ANN, {"base": 1, "move": "5", "seat": 1}, "not_your_turn"),
    ],
)
def test_a_wrong_move_is_refused_with_its_reason(by: wire.User, fields: dict[str, object], code: str) -> None:
    assert refusal(Table().seat_all(ANN, BOB), wire.Play, by, **fields) == code


def test_an_illegal_move_is_explained_and_costs_nothing_but_time() -> None:
    table = Table(clock=wire.PerMove(15)).seat_all(ANN, BOB)
    table.play(ANN, "5")
    table.wait(5_000)
    with pytest.raises(Refused, match="not a legal move"):
        table.play(BOB, "5")
    assert table.room.next_deadline == table.state.clock.since + 15_000 + table.state.quotas[1]


def test_a_win_ends_the_game_with_a_settlement() -> None:
    table = Table().seat_all(ANN, BOB)
    for person, move in ((ANN, "1"), (BOB, "4"), (ANN, "2"), (BOB, "5")):
        table.wait(100).play(person, move)
    events = table.wait(100).play(ANN, "3")
    finished = events[-1]
    assert isinstance(finished, wire.Finished)
    assert finished.outcome.scores == (1.0, 0.0)
    assert [(row.rank, row.steps, row.milliseconds) for row in finished.settlement] == [(1, 3, 300), (2, 2, 200)]
    assert finished.record == "ROOM-1"


def test_resigning_counts_as_a_step() -> None:
    table = Table().seat_all(ANN, BOB)
    table.play(ANN, "1")
    finished = table.do(wire.Resign, BOB)[-1]
    assert finished.outcome.reason == "resign"
    assert finished.outcome.scores == (1.0, 0.0)
    assert [row.steps for row in finished.settlement] == [1, 1]
    assert refusal(table, wire.Resign, ANN) == "no_game"


def test_the_thought_in_which_one_gives_up_counts() -> None:
    for clock in (wire.NoClock(), wire.SuddenDeath(60)):
        table = Table(clock=clock).seat_all(ANN, BOB)
        table.wait(1_000).play(ANN, "5")
        table.wait(2_000).do(wire.MakeOffer, ANN, kind="pause")
        table.do(wire.MakeOffer, BOB, kind="pause")
        table.wait(50_000).do(wire.MakeOffer, ANN, kind="resume")
        table.do(wire.MakeOffer, BOB, kind="resume")
        table.wait(4_000).do(wire.Resign, BOB)
        assert [row.milliseconds for row in table.state.settlement] == [1_000, 6_000]


def test_the_thought_in_which_the_flag_fell_counts() -> None:
    table = Table(clock=wire.PerMove(3)).seat_all(ANN, BOB)
    due = table.room.next_deadline
    assert due is not None
    thought = due - table.now
    table.wait(thought).order(Tick())
    assert [row.milliseconds for row in table.state.settlement] == [thought, 0]


def test_with_three_seats_a_resignation_takes_one_seat_out() -> None:
    table = Table("counting").seat_all(ANN, BOB, CAT)
    table.play(ANN, "+3")
    (removed,) = table.do(wire.Resign, BOB)
    assert isinstance(removed, wire.Removed)
    assert table.state.position.to_move == 2
    table.play(CAT, "+1")
    finished = table.do(wire.Resign, CAT)[-1]
    assert finished.outcome.scores == (1.0, 0.0, 0.5)
    assert [row.steps for row in finished.settlement] == [1, 1, 2]


def test_a_kept_move_is_played_at_once_when_it_is_legal() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.Premove, BOB, move="1")
    events = table.play(ANN, "5")
    assert [event.move for event in events] == ["5", "1"]
    assert table.state.premoves == {}


def test_a_kept_move_that_became_illegal_is_forgotten() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.Premove, BOB, move="5")
    events = table.play(ANN, "5")
    assert [type(event) for event in events] == [wire.Moved, wire.PremoveChanged]
    assert refusal(table, wire.Premove, BOB, move="1") == "your_turn"


def test_a_draw_needs_both() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.MakeOffer, ANN, kind="draw")
    assert refusal(table, wire.MakeOffer, ANN, kind="draw") == "already_offered"
    finished = table.do(wire.Answer, BOB, kind="draw", accept=True)[-1]
    assert finished.outcome.scores == (0.5, 0.5)
    assert finished.outcome.reason == "agreement"


def test_offering_what_was_offered_is_consent() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.MakeOffer, ANN, kind="draw")
    assert isinstance(table.do(wire.MakeOffer, BOB, kind="draw")[-1], wire.Finished)


def test_a_move_declines_the_draw_that_another_offered() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.MakeOffer, ANN, kind="draw")
    table.play(ANN, "1")
    assert "draw" in table.state.offers
    table.play(BOB, "2")
    assert table.state.offers == {}


def test_an_engine_is_asked_about_a_draw() -> None:
    table = Table()
    table.do(wire.PlaceEngine, ANN, seat=1, controller=wire.AI("level(5)"))
    table.do(wire.Sit, ANN, seat=0)
    table.do(wire.Ready, ANN)
    table.do(wire.MakeOffer, ANN, kind="draw")
    declined = table.order(EngineAnswer(1, table.state.turn, False))
    assert declined[0].declined_by == 1
    table.do(wire.MakeOffer, ANN, kind="draw")
    assert isinstance(table.order(EngineAnswer(1, table.state.turn, True))[-1], wire.Finished)


def test_a_game_without_draws_refuses_the_offer() -> None:
    assert refusal(Table("counting").seat_all(ANN, BOB, CAT), wire.MakeOffer, ANN, kind="draw") == "no_draws"


def test_a_takeback_goes_to_before_ones_own_last_move() -> None:
    table = Table().seat_all(ANN, BOB)
    for person, move in ((ANN, "1"), (BOB, "2")):
        table.play(person, move)
    table.do(wire.MakeOffer, ANN, kind="takeback")
    back = table.do(wire.Answer, BOB, kind="takeback", accept=True)[-1]
    assert isinstance(back, wire.TakenBack)
    assert (back.ply, table.state.position.to_move, table.state.ply) == (0, 0, 0)
    assert back.turn == 4


def test_a_takeback_is_free_where_the_room_says_so_and_against_engines() -> None:
    free = Table(takeback="free").seat_all(ANN, BOB)
    free.play(ANN, "1")
    assert isinstance(free.do(wire.MakeOffer, ANN, kind="takeback")[-1], wire.TakenBack)
    alone = Table()
    alone.do(wire.PlaceEngine, ANN, seat=1, controller=wire.AI("level(5)"))
    alone.do(wire.Sit, ANN, seat=0)
    alone.do(wire.Ready, ANN)
    alone.play(ANN, "1")
    assert isinstance(alone.do(wire.MakeOffer, ANN, kind="takeback")[-1], wire.TakenBack)


def test_takebacks_can_be_off_declined_or_impossible() -> None:
    assert refusal(Table(takeback="none").seat_all(ANN, BOB), wire.MakeOffer, ANN, kind="takeback") == "no_takeback"
    table = Table().seat_all(ANN, BOB)
    assert refusal(table, wire.MakeOffer, ANN, kind="takeback") == "nothing_to_take_back"
    table.play(ANN, "1")
    table.do(wire.MakeOffer, ANN, kind="takeback")
    table.do(wire.Answer, BOB, kind="takeback", accept=False)
    assert table.state.offers == {}
    assert table.state.ply == 1


def test_a_pause_stops_the_clock_until_both_go_on() -> None:
    table = Table(clock=wire.SuddenDeath(60)).seat_all(ANN, BOB)
    table.wait(10_000).do(wire.MakeOffer, BOB, kind="pause")
    table.do(wire.Answer, ANN, kind="pause", accept=True)
    assert table.state.clock.remaining == (50_000, 60_000)
    assert table.room.next_deadline is None
    assert refusal(table, wire.Play, ANN, base=table.state.turn, move="1") == "paused"
    table.wait(1_000).do(wire.MakeOffer, BOB, kind="resume")
    table.do(wire.Answer, ANN, kind="resume", accept=True)
    assert table.state.clock.running == 0
    assert table.state.clock.remaining == (50_000, 60_000)


def test_after_a_long_pause_one_may_go_on_alone() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.MakeOffer, BOB, kind="pause")
    table.do(wire.Answer, ANN, kind="pause", accept=True)
    table.wait(600_000).do(wire.MakeOffer, BOB, kind="resume")
    assert table.state.phase == "playing"


def test_a_rematch_rotates_the_seats() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.Resign, ANN)
    table.do(wire.MakeOffer, ANN, kind="rematch")
    started = table.do(wire.Answer, BOB, kind="rematch", accept=True)[-1]
    assert isinstance(started, wire.Started)
    assert table.state.seats_of(BOB.id) == [0]
    assert table.state.round == 2
    assert table.state.steps == []


def test_a_late_engine_move_is_dropped() -> None:
    table = Table()
    table.do(wire.PlaceEngine, ANN, seat=0, controller=wire.AI("level(5)"))
    table.do(wire.Sit, ANN, seat=1)
    table.do(wire.Ready, ANN)
    seat = table.state.seats[0]
    for late in (
        EngineMove(0, seat.epoch - 1, table.state.turn, "1"),
        EngineMove(0, seat.epoch, table.state.turn - 1, "1"),
        EngineMove(1, table.state.seats[1].epoch, table.state.turn, "1"),
    ):
        with pytest.raises(Refused, match="too late"):
            table.order(late)
    assert table.order(EngineMove(0, seat.epoch, table.state.turn, "1"))[0].engine == "level(5)"


def test_only_people_with_accounts_who_played_themselves_are_rated() -> None:
    def finished(*people: wire.User) -> wire.Finished:
        table = Table(rated=True, hints=False).seat_all(*people)
        table.play(people[0], "1")
        table.play(people[1], "2")
        event = table.do(wire.Resign, people[0])[-1]
        assert isinstance(event, wire.Finished)
        return event

    assert finished(ANN, BOB).rated
    assert not finished(ANN, wire.User("ug", "Guest")).rated


def test_a_seat_that_has_finished_cannot_resign_any_more() -> None:
    board = "1/2/3/4/13/12/11/10/9/E8C/EE7CC/EEE6CCC/EEEE5CCCC/AAAA/AAA/AA/A"
    table = Table("chinese_checkers(seats=3,rules=ruc)", load=load_game, start=f"{board} C 30 A -")
    table.seat_all(ANN, BOB, CAT)
    assert refusal(table, wire.Resign, ANN) == "out"
    (removed,) = table.do(wire.Resign, BOB)[:1]
    assert isinstance(removed, wire.Removed)
    assert table.state.phase == "finished"
    assert table.state.outcome.scores == (1.0, 0.0, 0.5)
    assert table.replayed(load_game).state == table.state
