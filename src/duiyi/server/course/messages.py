"""The lines of the course's network library: one compact JSON object each, with an operator and two texts."""

from __future__ import annotations

import re
from enum import IntEnum

import msgspec

from duiyi import wire

__all__ = ["LONGEST", "CheckersOp", "Fault", "Message", "NoGoOp", "course_names", "decode", "encode", "is_name"]

LONGEST = 4096
"""Bytes of a line; the longest path of marbles is far shorter."""

_NAME = re.compile(r"[A-Za-z0-9_]{1,20}", re.ASCII)
_OTHERS = re.compile(r"[^A-Za-z0-9_]+", re.ASCII)


class CheckersOp(IntEnum):
    """The operators of the Chinese Checkers course."""

    JOIN_ROOM = 200000
    JOIN_ROOM_REPLY = 200001
    LEAVE_ROOM = 200002
    CLOSE_ROOM = 200003
    PLAYER_READY = 200004
    START_GAME = 200005
    START_TURN = 200006
    MOVE = 200007
    END_TURN = 200008
    END_GAME = 200009
    ERROR = 200010


class Fault(IntEnum):
    """The error numbers of the Chinese Checkers course."""

    NOT_IN_ROOM = 400000
    ROOM_IS_RUNNING = 400001
    ROOM_NOT_RUNNING = 400002
    INVALID_JOIN = 400003
    OUTTURN_MOVE = 400004
    INVALID_MOVE = 400005
    INVALID_REQ = 400006
    OTHER_ERROR = 400007


class NoGoOp(IntEnum):
    """The operators of the NoGo course."""

    READY = 200000
    REJECT = 200001
    MOVE = 200002
    GIVEUP = 200003
    TIMEOUT_END = 200004
    SUICIDE_END = 200005
    GIVEUP_END = 200006
    LEAVE = 200007
    CHAT = 200008


class Message(msgspec.Struct, frozen=True):
    """One request: what to do, and up to two texts.

    >>> Message(200008, "hello")
    Message(op=200008, data1='hello', data2='')
    """

    op: int
    data1: str = ""
    data2: str = ""


_decoder = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def encode(message: Message) -> bytes:
    """The message as its line. It is written in one piece: the course's library does not join halves.

    >>> encode(Message(NoGoOp.MOVE, "A1", "1684000000000"))
    b'{"op":200002,"data1":"A1","data2":"1684000000000"}\\n'
    """
    return _encoder.encode(Message(int(message.op), message.data1, message.data2)) + b"\n"


def decode(line: bytes) -> Message:
    """The message of a line, whatever the order of its fields; raises `ValueError`.

    >>> decode(b'{"data1":"lab","data2":"ann","op":200000}\\r\\n')
    Message(op=200000, data1='lab', data2='ann')
    """
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"expected {{op, data1, data2}}, got {line[:40]!r}: {error}") from None


def is_name(text: str) -> bool:
    """Whether a text may be somebody's name in the courses.

    >>> is_name("player_02"), is_name("two words"), is_name("")
    (True, False, False)
    """
    return _NAME.fullmatch(text) is not None


def course_names(seats: tuple[wire.Seat, ...] | list[wire.Seat]) -> dict[int, str]:
    """A name without blanks, and of its own, for everybody who has a seat.

    >>> ann = wire.Seat(owner=wire.User("u1", "ann"))
    >>> course_names([wire.Seat(controller=wire.AI("level(5)")), ann, wire.Seat(owner=wire.User("u2", "安 ann"))])
    {1: 'ann', 0: 'AI_level_5', 2: 'ann_2'}
    """
    wanted: dict[int, str] = {}
    for number, seat in enumerate(seats):
        if seat.owner is not None:
            wanted[number] = seat.owner.name
        elif not isinstance(seat.controller, wire.Person):
            wanted[number] = f"AI {seat.controller.engine}"
    names: dict[int, str] = {}
    for number in sorted(wanted, key=lambda number: not is_name(wanted[number])):
        plain = _OTHERS.sub("_", wanted[number]).strip("_")[:20] or "player"
        name, copy = plain, 1
        while name in names.values():
            copy += 1
            name = f"{plain[:17]}_{copy}"
        names[number] = name
    return names
