"""Record to format to record: a thousand random games of every game, shared out over the formats that hold it."""

from __future__ import annotations

import random

import pytest

from duiyi.records import FORMATS, Record, read_records, sniff_format, write_record, write_records
from tests.records.games import WRITERS, random_record, rich_record

CASES = [(name, spec) for name, specs in WRITERS.items() for spec in specs]
GAMES = 1000


@pytest.mark.parametrize(("name", "spec"), CASES)
def test_a_record_survives_its_format(name: str, spec: str) -> None:
    rng = random.Random(f"{name} {spec}")
    for _ in range(_share(spec)):
        record = rich_record(spec, name, rng) if name != "obf" else random_record(spec, rng, 60)
        (again,) = read_records(write_record(record, name), "", name)
        assert again == (_last_position(record) if name == "obf" else record)


@pytest.mark.parametrize(("name", "spec"), CASES)
def test_a_finished_game_keeps_its_outcome(name: str, spec: str) -> None:
    record = random_record(spec, random.Random(f"end {name} {spec}"), 4000 if "checkers" not in spec else 40)
    (again,) = read_records(write_record(record, name), "", name)
    assert again.outcome == record.outcome


@pytest.mark.parametrize(("name", "spec"), CASES)
def test_the_content_tells_the_format(name: str, spec: str) -> None:
    rng = random.Random(f"sniff {name} {spec}")
    record = next(record for record in iter(lambda: random_record(spec, rng, 60), None) if len(record.moves) > 4)
    found = sniff_format(write_record(record, name))
    assert found is not None
    assert found.name == name


def test_every_format_that_writes_is_tried() -> None:
    assert set(WRITERS) == {name for name, entry in FORMATS.items() if entry.writes}


@pytest.mark.parametrize(
    "name", [name for name, entry in FORMATS.items() if entry.holds_many or name in ("rif", "wthor")]
)
def test_many_records_share_a_file(name: str) -> None:
    rng = random.Random(name)
    records = [random_record(WRITERS[name][0], rng, 30) for _ in range(5)]
    again = read_records(write_records(records, name), "", name)
    assert again == ([_last_position(record) for record in records] if name == "obf" else records)


def _share(spec: str) -> int:
    """How many games of a game fall to one of its cases."""
    game = spec.partition("(")[0]
    return GAMES // sum(other.partition("(")[0] == game for _, other in CASES) + 1


def _last_position(record: Record) -> Record:
    end = record.position_at(len(record.moves))
    return Record.from_moves(record.game, [], start=end.text())
