"""Chat, hints, and who sees what."""

from __future__ import annotations

from duiyi import wire
from duiyi.rooms.view import can_enter, can_see, card, snapshot, with_position
from tests.rooms.table import ANN, BOB, CAT, Table
from tests.rooms.test_seating import refusal


def test_the_table_is_for_those_seated_and_the_gallery_for_all() -> None:
    table = Table().seat_all(ANN, BOB)
    (private,) = table.do(wire.Say, ANN, text="good luck", channel="table")
    (public,) = table.do(wire.Say, CAT, text="hello")
    assert refusal(table, wire.Say, CAT, text="hi", channel="table") == "not_seated"
    assert can_see(table.state, private, BOB.id)
    assert not can_see(table.state, private, CAT.id)
    assert can_see(table.state, public, ANN.id)


def test_who_plays_a_rated_game_does_not_hear_the_gallery() -> None:
    table = Table(rated=True, hints=False).seat_all(ANN, BOB)
    (advice,) = table.do(wire.Say, CAT, text="play in the middle")
    assert not can_see(table.state, advice, ANN.id)
    assert [event.text for event in snapshot(table.state, table.now, CAT.id).chat] == ["play in the middle"]
    assert snapshot(table.state, table.now, ANN.id).chat == ()


def test_chat_is_limited_and_can_be_muted() -> None:
    table = Table()
    for count in range(5):
        table.do(wire.Say, BOB, text=f"message {count}")
    assert refusal(table, wire.Say, BOB, text="one more") == "too_fast"
    table.wait(10_001).do(wire.Say, BOB, text="one more")
    assert refusal(table, wire.Mute, BOB, user=ANN.id) == "not_host"
    table.do(wire.Mute, ANN, user=BOB.id)
    assert refusal(table, wire.Say, BOB, text="but") == "muted"
    table.do(wire.Mute, ANN, user=BOB.id, muted=False)
    table.do(wire.Say, BOB, text="thanks")


def test_control_characters_are_no_message() -> None:
    assert refusal(Table(), wire.Say, BOB, text="\x00\x07 \n") == "empty"


def test_hints_are_for_the_seat_to_move_where_the_room_allows_them() -> None:
    table = Table().seat_all(ANN, BOB)
    assert refusal(table, wire.HintRequest, BOB, base=table.state.turn) == "not_your_turn"
    assert refusal(table, wire.HintRequest, ANN, base=0) == "stale"
    (hinted,) = table.do(wire.HintRequest, ANN, base=table.state.turn, step=2)
    assert (hinted.seat, hinted.step) == (0, 2)
    assert table.state.assisted
    assert refusal(Table(hints=False).seat_all(ANN, BOB), wire.HintRequest, ANN, base=1) == "no_hints"


def test_a_kept_move_is_seen_by_its_owner_alone() -> None:
    table = Table().seat_all(ANN, BOB)
    (kept,) = table.do(wire.Premove, BOB, move="1")
    assert can_see(table.state, kept, BOB.id)
    assert not can_see(table.state, kept, ANN.id)
    assert snapshot(table.state, table.now, BOB.id).you.premoves == ((1, "1"),)
    assert snapshot(table.state, table.now, ANN.id).you.premoves == ()


def test_a_snapshot_shows_the_board_the_moves_and_ones_own_seats() -> None:
    table = Table().seat_all(ANN, BOB)
    table.play(ANN, "5")
    view = snapshot(table.state, table.now, ANN.id)
    assert view.you.seats == (0,)
    assert view.you.host
    assert [move.text for move in view.moves] == ["5"]
    assert view.position is not None
    assert view.position.board[4] == "x"
    assert len(view.position.legal) == 8
    assert view.position.last[0].path == (4,)


def test_a_snapshot_tells_when_a_seat_was_taken_out() -> None:
    table = Table("counting").seat_all(ANN, BOB, CAT)
    table.play(ANN, table.state.game.move_text(table.state.position.legal_moves()[0]))
    table.do(wire.Resign, CAT)
    view = snapshot(table.state, table.now, None)
    assert (len(view.moves), view.removed, view.outs) == (1, (2,), ((1, 2),))


def test_events_that_change_the_board_carry_their_own_position() -> None:
    table = Table().seat_all(ANN, BOB)
    table.do(wire.Premove, BOB, move="1")
    first, second = (with_position(event, table.state) for event in table.play(ANN, "5"))
    assert isinstance(first, wire.Moved)
    assert isinstance(second, wire.Moved)
    assert first.position is not None
    assert second.position is not None
    assert (first.position.text, second.position.text) == ("....x....", "o...x....")


def test_without_spectators_only_those_seated_come_in() -> None:
    table = Table(spectators=False)
    assert can_enter(table.state, CAT.id)
    table.seat_all(ANN, BOB)
    assert not can_enter(table.state, CAT.id)
    assert not can_enter(table.state, None)
    assert can_enter(table.state, BOB.id)


def test_a_card_shows_the_room_in_the_lobby() -> None:
    table = Table().seat_all(ANN, BOB)
    table.play(ANN, "5")
    shown = card(table.state, watchers=3)
    assert (shown.ply, shown.watchers, shown.board[4]) == (1, 3, "x")
