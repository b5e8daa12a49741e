"""Clients of the NoGo course: we are the server's side of their peer protocol."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from duiyi import load_game
from duiyi.games.nogo import NoGo
from duiyi.games.nogo_notation import course_text, parse_course_move
from tests.course.harness import Browser, QtClient, course_server, line
from tests.server.harness import Server

Course = tuple[Server, int, Path]
READY, REJECT, MOVE, GIVEUP, TIMEOUT_END, SUICIDE_END, GIVEUP_END, LEAVE, CHAT = range(200000, 200009)
COURSE = "nogo(rule=course)"


def move_line(data: bytes) -> str:
    """Check a ``MOVE`` line, its stamp in milliseconds of now; the point."""
    found = re.fullmatch(rb'\{"op":200002,"data1":"([A-I][1-9])","data2":"(\d{13})"\}\n', data)
    assert found, data
    assert abs(int(found[2]) / 1000 - time.time()) < 60
    return found[1].decode()


def test_a_game_against_an_engine_word_by_word(course: Course) -> None:
    game = load_game(COURSE)
    assert isinstance(game, NoGo)
    with QtClient(course[1]) as client:
        client.send(READY, "carl", "w")
        assert client.line() == line(READY, "AI_greedy")
        position = game.initial()
        for _ in range(3):
            position = position.after(parse_course_move(game, move_line(client.line())))
            reply = next(move for move in position.legal_moves() if position.after(move).outcome() is None)
            position = position.after(reply)
            client.send(MOVE, course_text(game, reply), str(int(time.time() * 1000)))
        move_line(client.line())
        client.send(GIVEUP, "carl")
        assert client.line() == line(GIVEUP_END, "AI_greedy")
        client.send(GIVEUP_END)
        client.send(READY, "carl", "b")
        assert client.line() == line(READY, "AI_greedy")
        client.send(LEAVE)
        assert client.line() == b""


def test_an_illegal_move_loses_and_the_winner_says_so(course: Course) -> None:
    for wrong in ("A1", "J1", "A10", "pass", ""):
        with QtClient(course[1]) as client:
            client.send(READY, "carl", "b")
            client.until(READY)
            client.send(MOVE, "A1", "")
            first = move_line(client.line())
            client.send(MOVE, first if wrong == "A1" else wrong, "")
            assert client.line() == line(SUICIDE_END, "AI_greedy")
            client.send(SUICIDE_END)


def test_a_losing_move_is_played_and_lost(course: Course) -> None:
    server, port, _ = course
    with Browser(server) as bob, QtClient(port) as ann:
        room = bob.room("me", game=COURSE, start="ox7/9/9/9/9/9/9/9/9 x")
        bob.command("ready", room)
        ann.send(READY, "ann", "w")
        assert ann.line() == line(READY, bob.name.replace(" ", "_"))
        bob.command("play", room, base=1, move="A8")
        assert move_line(ann.line()) == "B1"
        ann.send(SUICIDE_END, "ann", "gg")
        assert ann.line() == line(SUICIDE_END, bob.name.replace(" ", "_"))
        assert bob.look(room)["outcome"]["reason"] == "capture"


def test_two_clients_of_different_colours_find_each_other(tmp_path: Path) -> None:
    with course_server(tmp_path, course_wait=60.0) as (_, port), QtClient(port) as ann, QtClient(port) as bob:
        ann.send(READY, "ann", "b")
        ann.send(CHAT, "/nothing yet")
        time.sleep(0.3)
        bob.send(READY, "bob", "w")
        assert ann.line() == line(READY, "bob")
        assert bob.line() == line(READY, "ann")
        ann.send(MOVE, "E5", "1684000000000")
        assert move_line(bob.line()) == "E5"
        bob.send(MOVE, "I9", "1684000000000")
        assert move_line(ann.line()) == "I9"
        bob.send(CHAT, "好棋")
        assert ann.line() == line(CHAT, "好棋")
        ann.send(GIVEUP)
        assert bob.line() == line(GIVEUP, "ann")
        assert ann.line() == line(GIVEUP_END, "bob")
        bob.send(GIVEUP_END, "bob", "gg")
        assert bob.line() == line(GIVEUP_END, "ann")
        bob.send(READY, "bob", "b")  # once more, with the colours exchanged
        assert ann.line() == line(READY, "bob", "b")
        ann.send(REJECT, "ann", "later")
        assert bob.line() == line(REJECT, "ann")
        bob.send(READY, "bob", "b")
        assert ann.line() == line(READY, "bob", "b")
        ann.send(READY, "ann")
        assert ann.line() == line(READY, "bob")
        assert bob.line() == line(READY, "ann")
        bob.send(MOVE, "A1", "")
        assert move_line(ann.line()) == "A1"


def test_a_browser_player_sits_down_opposite(tmp_path: Path) -> None:
    with (
        course_server(tmp_path, course_wait=60.0) as (server, port),
        QtClient(port) as ann,
        Browser(server) as bob,
    ):
        ann.send(READY, "ann", "b")
        while not bob.waiting():
            time.sleep(0.05)
        room = bob.waiting()[0]
        bob.command("sit", room, seat=1)
        bob.command("ready", room)
        name = bob.name.replace(" ", "_")
        assert ann.line() == line(READY, name)
        ann.send(MOVE, "A1", "")
        bob.command("say", room, text="hello")
        assert ann.line() == line(CHAT, "hello")
        ann.send(CHAT, "hi")
        assert bob.look(room)["moves"][0]["text"] == "A9"
        bob.command("resign", room)
        assert ann.line() == line(GIVEUP, name)
        ann.send(GIVEUP_END)
        assert ann.line() == line(GIVEUP_END, name)
        assert "hi" in [said["text"] for said in bob.look(room)["chat"]]
        bob.command("offer", room, kind="rematch")
        assert ann.line() == line(READY, name, "b")
        ann.send(READY, "ann")
        assert ann.line() == line(READY, name)


def test_time_ends_the_game_for_either_side(tmp_path: Path) -> None:
    with (
        course_server(tmp_path, course_wait=60.0, course_nogo_seconds=1) as (server, port),
        QtClient(port) as ann,
        Browser(server) as bob,
    ):
        name = bob.name.replace(" ", "_")
        for is_client_slow in (True, False):
            ann.send(READY, "ann", "b")
            while not bob.waiting():
                time.sleep(0.05)
            room = bob.waiting()[0]
            bob.command("sit", room, seat=1)
            bob.command("ready", room)
            assert ann.line() == line(READY, name)
            if is_client_slow:
                assert ann.line() == line(TIMEOUT_END, name)
                ann.send(TIMEOUT_END)
            else:
                ann.send(MOVE, "E5", "")
                ann.send(TIMEOUT_END)  # its own clock may run ahead of the room's
                assert ann.line() == line(TIMEOUT_END, name)
            bob.command("leave", room)


def test_the_opponent_is_chosen_by_chat(course: Course) -> None:
    server, port, _ = course
    with QtClient(port) as ann, Browser(server) as bob:
        ann.send(CHAT, "/engine minimax(depth=1)")
        assert ann.line() == line(CHAT, "the next game is against minimax(depth=1)")
        ann.send(READY, "ann", "b")
        assert ann.line() == line(READY, "AI_minimax_depth_1")
        ann.send(GIVEUP)
        assert ann.line() == line(GIVEUP_END, "AI_minimax_depth_1")
        room = bob.room("open", "me", game=COURSE, public=False)
        bob.command("ready", room)
        ann.send(CHAT, f"/join {room}")
        assert ann.line() == line(CHAT, f"the next game is in room {room}")
        ann.send(READY, "ann", "b")
        assert ann.line() == line(READY, bob.name.replace(" ", "_"))


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (line(CHAT, "anybody?"), CHAT),
        (line(CHAT, "/engine external(command=ls)"), REJECT),
        (line(CHAT, "/join NOWHERE"), CHAT),
        (line(READY, "two words", "b"), REJECT),
    ],
)
def test_what_cannot_be_is_answered(course: Course, sent: bytes, answered: int) -> None:
    with QtClient(course[1]) as client:
        client.send_bytes(sent)
        op, _, words = client.read()
        assert op == answered
        assert words or answered == CHAT


def test_a_claim_that_the_board_does_not_bear_out_is_not_believed(course: Course) -> None:
    with QtClient(course[1]) as client:
        client.send(READY, "carl", "b")
        client.until(READY)
        client.send(SUICIDE_END)
        assert client.line() == line(CHAT, "the game is not over here")
        client.send(READY, "carl", "b")
        assert client.line() == line(REJECT, "AI_greedy", "a game is on")
        client.send(299999)
        assert client.read()[0] == CHAT
        client.send_bytes(b"nonsense\n")
        assert client.read()[0] == CHAT
        client.send(MOVE, "E5", "")
        assert move_line(client.line())
