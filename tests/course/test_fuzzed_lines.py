"""Nonsense on the course port: thousands of lines of each course, and the server plays on."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from duiyi.server.course.messages import decode
from tests.course.harness import QtClient, line
from tests.server.harness import Server

LINES = 10_000
SENT = 2_500
"""Those that go over a socket; all are read."""
WORDS = [
    "",
    "b",
    "w",
    "ann",
    "lab",
    "A",
    "D",
    "A1",
    "I9",
    "-2 6 0 4",
    "0 0",
    "-1",
    "pass",
    "棋",
    "\x00",
    "x" * 300,
    "/join",
]
STRANGE: list[object] = [None, -1, 10**30, "200000", [], {}, 1.5, True]


def nonsense(seed: int) -> Iterator[bytes]:
    """Lines that are nearly right, and lines that are not."""
    rng = random.Random(seed)
    for _ in range(LINES):
        kind = rng.random()
        if kind < 0.75:
            shown = {"op": rng.randrange(199999, 200013), "data1": rng.choice(WORDS), "data2": rng.choice(WORDS)}
            yield json.dumps(shown).encode() + b"\n"
        elif kind < 0.9:
            strange: object = rng.choice(STRANGE)
            yield json.dumps({"op": strange, "data1": rng.choice([1, "x", None]), "data2": "y"}).encode() + b"\n"
        else:
            yield rng.randbytes(rng.randrange(200)).replace(b"\n", b" ") + b"\n"


def test_every_line_is_a_message_or_a_clear_error() -> None:
    read = 0
    for text in nonsense(1):
        try:
            read += decode(text).op > 0
        except ValueError as error:
            assert "expected" in str(error)
    assert read > LINES / 2


@pytest.mark.parametrize("first", [line(200000, "fuzz", "ann"), line(200000, "ann", "b")], ids=["checkers", "nogo"])
def test_nonsense_harms_nobody_else(course: tuple[Server, int, Path], first: bytes) -> None:
    rng = random.Random(2)
    lines = [text for number, text in enumerate(nonsense(2)) if number < SENT]
    rng.shuffle(lines)
    with QtClient(course[1]) as fuzz:
        reader = threading.Thread(target=lambda: [None for _ in iter(fuzz.line, b"")], daemon=True)
        reader.start()
        try:
            fuzz.send_bytes(first)
            for text in lines:
                if b"200007" not in text:  # the one word by which a NoGo client ends the conversation
                    fuzz.send_bytes(text)
            fuzz.shut()
        except ConnectionError:
            pass  # it was shown the door
        reader.join(60)
    with QtClient(course[1]) as ann:
        ann.send(200000, f"after-{len(first)}", "ann")
        assert ann.line() == line(200001)
