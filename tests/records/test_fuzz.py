"""Whatever bytes come, a reader answers with records or with a `RecordError`; what it accepts passes a second check."""

from __future__ import annotations

import random

import pytest

from duiyi.records import FORMATS, Record, RecordError, read_each, sniff_format, write_record
from duiyi.records.tree import Tree
from tests.records.games import WRITERS, rich_record
from tests.records.test_xiangqi_files import cbr, library, scrambled, step

MUTATIONS = 1500
NOISE = 500


def valid_files(name: str, rng: random.Random) -> list[bytes]:
    if name == "ccbridge":
        moves = step(0, "h2e2") + step(2, "h9g7", "屏风马") + step(1, "h0g2") + step(1, "b9c7")
        return [cbr(moves, "卷首语"), library(cbr(step(1, "h2e2")), cbr(moves))[101_000:]]
    files = [write_record(rich_record(spec, name, rng, 30), name) for spec in WRITERS[name] for _ in range(2)]
    if name == "xqf":
        files.append(
            scrambled(
                18, [(0, 0, 0x80, "根"), (72, 42, 0xC0, ""), (79, 67, 0x40, "应"), (19, 27, 0, ""), (12, 42, 0, "")]
            )
        )
    return files


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A file with bytes changed, put in, taken out, copied or cut off."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        kind, place = rng.randrange(6), rng.randrange(len(out) + 1)
        if kind == 0:
            out[place : place + 1] = rng.randbytes(1)
        elif kind == 1:
            out[place:place] = rng.randbytes(rng.randrange(1, 5))
        elif kind == 2:
            del out[place : place + rng.randrange(1, 9)]
        elif kind == 3:
            source = rng.randrange(len(out) + 1)
            out[place:place] = out[source : source + rng.randrange(30)]
        elif kind == 4:
            out[place : place + 2] = out[place : place + 2][::-1]
        elif rng.random() < 0.2:
            del out[place:]
    return bytes(out)


def accepted(name: str, data: bytes) -> list[Record]:
    """What a reader makes of some bytes; nothing but `RecordError` may come out of it."""
    sniff_format(data)
    records: list[Record] = []
    try:
        records, errors = read_each(data, "fuzz", name)
    except RecordError as error:
        errors = [error]
    assert all(error.expected and error.found for error in errors)
    return records


@pytest.mark.parametrize("name", FORMATS)
def test_mutated_files_never_crash_a_reader(name: str) -> None:
    rng = random.Random(name)
    files = valid_files(name, rng)
    survivors = 0
    for _ in range(MUTATIONS):
        for record in accepted(name, mutated(rng.choice(files), rng)):
            survivors += 1
            if survivors % 10 == 0:
                assert Tree.of(record).record(record.header, record.outcome) == record
    assert survivors > 0  # else the mutations are too wild to test anything


@pytest.mark.parametrize("name", FORMATS)
def test_noise_never_crashes_a_reader(name: str) -> None:
    rng = random.Random(f"noise {name}")
    letters = b"[]();:{}\"'<>/\\,.-+ \n\r\tABCabh123456789xXoO*#\x00\xff"
    for _ in range(NOISE):
        size = rng.randrange(200)
        accepted(name, rng.randbytes(size) if rng.random() < 0.5 else bytes(rng.choices(letters, k=size)))


@pytest.mark.parametrize("name", FORMATS)
def test_every_beginning_of_a_file_is_answered(name: str) -> None:
    data = valid_files(name, random.Random(f"cut {name}"))[0]
    for end in {*range(0, len(data), max(1, len(data) // 300))}:
        accepted(name, data[:end])


@pytest.mark.parametrize("name", FORMATS)
def test_large_nonsense_is_answered_quickly_enough_to_finish(name: str) -> None:
    for piece in (
        b"(",
        b"(;",
        b"[",
        b"{",
        b'{"',
        b"[DhtmlXQ_a]",
        b"{}",
        b"h8",
        b"<a>",
        b"\n",
        b"1.",
        b'[A "',
        b"A1 ",
        b"\\",
    ):
        accepted(name, piece * 5_000)
