"""What a pool and its worker processes say to each other: one JSON object per line."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from duiyi.analysis import Analysis, Limits

__all__ = [
    "Alive",
    "Answer",
    "Ask",
    "Done",
    "Failed",
    "Found",
    "Request",
    "Stop",
    "decode_answer",
    "decode_request",
    "encode",
]


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Analyse a position: a text and the moves since, so that repetitions are known."""

    id: int
    engine: str
    game: str
    text: str
    moves: str
    limits: Limits


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """End an analysis now."""

    id: int


class Found(msgspec.Struct, frozen=True, tag="found"):
    """What is known so far, or at the end."""

    id: int
    analysis: Analysis


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The question was wrong, or the engine gave up: it would do so again."""

    id: int
    error: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Nothing more will come for this question."""

    id: int


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """The worker has not frozen."""


Request: TypeAlias = Ask | Stop
Answer: TypeAlias = Found | Failed | Done | Alive

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def encode(message: Request | Answer) -> bytes:
    """One line.

    >>> encode(Stop(3))
    b'{"type":"stop","id":3}\\n'
    """
    return msgspec.json.encode(message) + b"\n"


def decode_request(line: bytes) -> Request:
    """Read a line that a pool wrote."""
    return _requests.decode(line)


def decode_answer(line: bytes) -> Answer:
    """Read a line that a worker wrote."""
    return _answers.decode(line)
