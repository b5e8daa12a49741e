"""Clients of the Chinese Checkers course: every line that they send and get, as the protocol's document has it."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any, cast

import pytest

from duiyi import load_game
from duiyi.server.course.checkers import CheckersClient
from duiyi.server.course.messages import Message
from duiyi.server.course.visitor import Visitor
from duiyi.server.errors import ProblemError
from tests.course.harness import Browser, QtClient, line
from tests.server.harness import Server

Course = tuple[Server, int, Path]
JOIN, REPLY, LEAVE, CLOSE, READY, START, TURN, MOVE, WON, END, ERROR = range(200000, 200011)


def turn_line(data: bytes, camp: str) -> None:
    """Check a ``START_TURN`` line: the camp, and seconds since 1970 that are now."""
    found = re.fullmatch(rb'\{"op":200006,"data1":"(\w)","data2":"(\d+)"\}\n', data)
    assert found, data
    assert found[1].decode() == camp
    assert abs(int(found[2]) - time.time()) < 60


def test_two_clients_meet_and_play_word_by_word(course: Course) -> None:
    _, port, folder = course
    with QtClient(port) as ann, QtClient(port) as bob:
        ann.send(JOIN, "first", "ann")
        assert ann.line() == line(REPLY)
        bob.send(JOIN, "first", "bob")
        assert bob.line() == line(REPLY, "ann", "0")
        assert ann.line() == line(JOIN, "bob")
        ann.send(READY, "ann")
        assert ann.line() == bob.line() == line(READY, "ann")
        bob.send(READY, "bob")
        for client in (ann, bob):
            assert client.line() == line(READY, "bob")
            assert client.line() == line(START, "ann bob", "A D")
            turn_line(client.line(), "A")
        ann.send(MOVE, "A", "-2 6 0 4")
        assert bob.line() == line(MOVE, "A", "-2 6 0 4")
        for client in (ann, bob):
            turn_line(client.line(), "D")
        bob.send(LEAVE, "first", "bob")
        assert ann.line() == line(MOVE, "D", "-1")
        assert ann.line() == line(LEAVE, "bob")
        assert ann.line() == line(END, "ann")
        ann.send(JOIN, "first", "ann")
        assert ann.line() == line(REPLY)
    time.sleep(1.2)  # the log is written twice a second
    logged = [json.loads(text) for text in (folder / "network.jsonl").read_text().splitlines()]
    moves = [entry for entry in logged if entry["op"] == str(MOVE) and entry["data"] == "A -2 6 0 4"]
    assert [entry["way"] for entry in moves] == ["recv", "send"]


def test_a_path_reaches_the_others_as_its_mover_wrote_it(course: Course) -> None:
    server, port, _ = course
    start = "1/2/3/A3/13/A11/11/A9/9/10/11/12/13/D3/3/2/1 A"
    with Browser(server) as host, QtClient(port) as ann, QtClient(port) as bob:
        room = host.room(game="chinese_checkers(rules=ruc)", start=start)
        for client, name in ((ann, "ann"), (bob, "bob")):
            client.send(JOIN, room.lower(), name)
            client.until(REPLY)
            client.send(READY, name)
        ann.until(TURN)
        bob.until(TURN)
        ann.send(MOVE, "A", "-4 5 -4 4")
        assert bob.line() == line(MOVE, "A", "-4 5 -4 4")


def test_the_table_grows_and_shrinks_with_its_players(course: Course) -> None:
    _, port, _ = course
    with QtClient(port) as ann, QtClient(port) as bob, QtClient(port) as eve:
        ann.send(JOIN, "three", "ann")
        ann.line()
        ann.send(READY, "ann")
        assert ann.line() == line(READY, "ann")
        bob.send(JOIN, "three", "bob")
        assert bob.line() == line(REPLY, "ann", "1")
        assert ann.line() == line(JOIN, "bob")
        eve.send(JOIN, "three", "eve")
        assert eve.line() == line(REPLY, "ann bob", "10")
        assert ann.line() == bob.line() == line(JOIN, "eve")
        bob.send(READY, "bob")
        assert ann.line() == bob.line() == eve.line() == line(READY, "bob")
        eve.send(LEAVE, "three", "eve")
        for client in (ann, bob):
            assert client.line() == line(LEAVE, "eve")
            assert client.line() == line(START, "ann bob", "A D")
            turn_line(client.line(), "A")


def test_six_players_have_six_camps(course: Course) -> None:
    _, port, _ = course
    names = [f"p{number}" for number in range(6)]
    clients = [QtClient(port) for _ in names]
    try:
        for client, name in zip(clients, names, strict=True):
            client.send(JOIN, "six", name)
            client.until(REPLY)
        for client, name in zip(clients, names, strict=True):
            client.send(READY, name)
        for client in clients:
            assert client.until(START) == (START, " ".join(names), "A B C D E F")
            turn_line(client.line(), "A")
    finally:
        for client in clients:
            client.close()


def test_engines_come_along_by_the_number_of_the_room(course: Course) -> None:
    _, port, _ = course
    game = load_game("chinese_checkers(seats=3,rules=ruc)")
    with QtClient(port) as ann:
        ann.send(JOIN, "robots+2", "ann")
        assert ann.line() == line(REPLY, "AI_greedy AI_greedy_2", "11")
        ann.send(READY, "ann")
        assert ann.line() == line(READY, "ann")
        assert ann.line() == line(START, "ann AI_greedy AI_greedy_2", "A C E")
        position = game.initial()
        for _ in range(2):
            turn_line(ann.line(), "A")
            move = position.legal_moves()[0]
            ann.send(MOVE, "A", position.path_text(move, course=True))  # type: ignore[attr-defined]
            position = position.after(move)
            for camp in "CE":
                turn_line(ann.line(), camp)
                op, mover, path = ann.read()
                assert (op, mover) == (MOVE, camp)
                position = position.after(position.parse_path(path)[0])  # type: ignore[attr-defined]


def test_who_comes_home_is_told_and_ranked(course: Course) -> None:
    server, port, _ = course
    # All of A's marbles are home but one, which stands before the last hole; D has far to go.
    game = load_game("chinese_checkers(rules=ruc)")
    start = "1/2/3/D3/13/12/11/10/9/10/11/DDDD8/DDDDDA7/1AAA/AAA/AA/A A"
    last = next(move for move in game.position(start).legal_moves() if game.position(start).after(move).outcome())
    with Browser(server) as host, QtClient(port) as ann, QtClient(port) as bob:
        room = host.room(game=game.spec, start=start)
        for client, name in ((ann, "ann"), (bob, "bob")):
            client.send(JOIN, room, name)
            client.until(REPLY)
            client.send(READY, name)
        ann.until(TURN)
        bob.until(TURN)
        path = game.position(start).path_text(last, course=True)  # type: ignore[attr-defined]
        ann.send(MOVE, "A", path)
        assert ann.line() == line(WON)
        assert ann.line() == line(END, "ann bob")
        assert bob.line() == line(MOVE, "A", path)
        assert bob.line() == line(END, "ann bob")


def test_who_can_only_pass_is_passed_over(course: Course) -> None:
    server, port, _ = course
    start = "A/DD/D1D/4/13/12/11/10/9/10/11/12/13/4/3/2/1 A"
    with Browser(server) as host, QtClient(port) as ann, QtClient(port) as bob:
        room = host.room(game="chinese_checkers(rules=ruc)", start=start)
        for client, name in ((ann, "ann"), (bob, "bob")):
            client.send(JOIN, room, name)
            client.until(REPLY)
            client.send(READY, name)
        for client in (ann, bob):
            client.until(START)
            turn_line(client.line(), "D")
        assert host.look(room)["moves"][0]["text"] == "pass"
        bob.send(MOVE, "D", "-4 6 -4 5")
        assert ann.line() == line(MOVE, "D", "-4 6 -4 5")


def test_time_removes_the_marbles_and_the_others_play_on(course: Course) -> None:
    server, port, _ = course
    with Browser(server) as host, QtClient(port) as ann, QtClient(port) as bob:
        room = host.room(
            "open", "open", "me", game="chinese_checkers(seats=3,rules=ruc)", clock={"kind": "per_move", "seconds": 1}
        )
        host.command("ready", room)
        for client, name in ((ann, "ann"), (bob, "bob")):
            client.send(JOIN, room, name)
            client.until(REPLY)
            client.send(READY, name)
        for client in (ann, bob):
            turn_line(line(*client.until(TURN)), "A")
            assert client.line() == line(MOVE, "A", "-1")
            turn_line(client.line(), "C")
            assert client.line() == line(MOVE, "C", "-1")
            assert client.read()[:2] == (END, host.name.replace(" ", "_"))


def test_a_browser_player_and_a_client_share_a_board(course: Course) -> None:
    server, port, _ = course
    with QtClient(port) as ann, Browser(server) as bob:
        ann.send(JOIN, "mixed", "ann")
        ann.line()
        room = bob.waiting()[0]
        bob.command("sit", room, seat=1)
        name = bob.name.replace(" ", "_")
        assert ann.line() == line(JOIN, name)
        bob.command("ready", room)
        assert ann.line() == line(READY, name)
        ann.send(READY, "ann")
        assert ann.until(START) == (START, f"ann {name}", "A D")
        turn_line(ann.line(), "A")
        ann.send(MOVE, "A", "-2 6 0 4")
        turn_line(ann.line(), "D")
        assert bob.look(room)["moves"][0]["text"] == "-2,6:0,4"
        bob.command("play", room, base=2, move="2,-6:2,-4")
        assert ann.line() == line(MOVE, "D", "2 -6 2 -4")


@pytest.mark.parametrize(
    ("request_line", "fault"),
    [
        (line(READY, "ann"), 400000),
        (line(LEAVE, "lab", "ann"), 400000),
        (line(MOVE, "A", "0 0 2 0"), 400000),
        (line(JOIN, "lab", "no blanks please"), 400003),
        (line(JOIN, "lab", "a" * 21), 400003),
        (line(JOIN, "", "ann"), 400003),
        (line(START, "ann", "A"), 400006),
        (line(299999), 400006),
        (b"nonsense\n", 400006),
        (b'{"op":"200000","data1":1}\n', 400006),
        (b"[]\n", 400006),
    ],
)
def test_a_request_that_may_not_be_is_answered_by_its_number(course: Course, request_line: bytes, fault: int) -> None:
    with QtClient(course[1]) as client:
        client.send_bytes(request_line)
        op, number, words = client.read()
        assert (op, number) == (ERROR, str(fault))
        assert words


def test_requests_at_the_wrong_time_are_answered_by_their_numbers(course: Course) -> None:
    with QtClient(course[1]) as ann, QtClient(course[1]) as bob, QtClient(course[1]) as eve:

        def refused(client: QtClient, op: int, *data: str) -> str:
            client.send(op, *data)
            return client.until(ERROR)[1]

        ann.send(JOIN, "wrong", "ann")
        ann.line()
        assert refused(ann, JOIN, "other", "ann") == "400003"
        assert refused(bob, JOIN, "wrong", "ann") == "400003"
        assert refused(ann, MOVE, "A", "-2 6 0 4") == "400002"
        assert refused(ann, LEAVE, "elsewhere", "ann") == "400000"
        bob.send(JOIN, "wrong", "bob")
        bob.until(REPLY)
        for client, name in ((ann, "ann"), (bob, "bob")):
            client.send(READY, name)
        ann.until(TURN)
        bob.until(TURN)
        assert refused(eve, JOIN, "wrong", "eve") == "400001"
        assert refused(ann, READY, "ann") == "400001"
        assert refused(bob, MOVE, "D", "2 -6 2 -4") == "400004"
        assert refused(ann, MOVE, "D", "2 -6 2 -4") == "400004"
        for path in ("0 0 1 0", "-2 6 -2 4 0 4", "-1", "pass", "-2 6 0", "99 99 1 1", "-2 6 0 4 1 4"):
            assert refused(ann, MOVE, "A", path) == "400005", path
        ann.send(MOVE, "A", "-2 6 0 4")
        assert bob.line() == line(MOVE, "A", "-2 6 0 4")


def test_what_the_server_itself_refuses_is_another_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def enter(*words: object) -> object:
        raise ProblemError("too_many")

    async def join() -> list[Message]:
        said: list[Message] = []
        client = CheckersClient(cast(Any, None), cast(Any, None), "127.0.0.1", said.append)
        await client.take(Message(JOIN, "lab", "ann"))
        return said

    monkeypatch.setattr(Visitor, "enter", enter)
    (answer,) = asyncio.run(join())
    assert (answer.op, answer.data1) == (ERROR, "400007")
    assert answer.data2


def test_a_client_that_vanishes_before_the_game_leaves_its_seat(course: Course) -> None:
    with QtClient(course[1]) as ann:
        ann.send(JOIN, "vanish", "ann")
        ann.line()
        with QtClient(course[1]) as bob:
            bob.send(JOIN, "vanish", "bob")
            bob.line()
            assert ann.line() == line(JOIN, "bob")
        assert ann.line() == line(LEAVE, "bob")


def test_a_line_without_end_closes_the_connection_and_nothing_else(course: Course) -> None:
    with QtClient(course[1]) as flood, QtClient(course[1]) as ann:
        flood.send_bytes(b"x" * 100_000)
        assert flood.line() == b""
        ann.send(JOIN, "calm", "ann")
        assert ann.line() == line(REPLY)
