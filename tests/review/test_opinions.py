"""Reviews of whole games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from duiyi import load_game
from duiyi.analysis import Analysis, Engine, Limits, Line
from duiyi.base import Game, Outcome, Position
from duiyi.records import Header, Record, read_records, write_record
from duiyi.review.annotate import annotated
from duiyi.review.cache import DiskCache
from duiyi.review.opinions import Review, review, review_record

LIMITS = Limits(nodes=300, lines=2, seed=1)
# White takes a corner's neighbour on the eighth move and loses by it.
GAME = Record.from_moves("reversi", "f5 d6 c3 d3 c4 f4 c5 b3 c2", header=Header(names=("Ann", "Bob")))


class Told:
    """An engine that says what it is told: the rate of the first seat by the number of stones on the board."""

    name = "told"

    def __init__(self, rates: dict[int, float]) -> None:
        self.rates, self.asked = rates, 0

    async def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        self.asked += 1
        rate = self.rates[sum(code != "" for code in position.board()) - 4]
        line = Line(moves=(position.legal_moves()[0],), rates=(rate, 1 - rate))
        yield Analysis(lines=(line,), depth=1, nodes=1, seconds=0.0, progress=1.0, final=True)

    async def close(self) -> None:
        """Nothing is held."""


def _told(record: Record, engine: Told, cache: DiskCache | None = None) -> Review:
    def load(spec: str, game: Game) -> Engine:
        return engine

    return asyncio.run(review(record, ["greedy"], LIMITS, cache=cache, load=load))


def test_a_review_looks_at_every_position_and_judges_every_move() -> None:
    seen: list[tuple[int, int]] = []
    found = review_record(GAME, ["alphabeta", "mcts"], LIMITS, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (20, 20)
    for opinion in found.opinions:
        assert len(opinion.thoughts) == 10
        assert [move.ply for move in opinion.moves] == list(range(1, 10))
        assert all(abs(sum(thought.rates) - 1) < 1e-6 for thought in opinion.thoughts)
    (comparison,) = found.comparisons
    assert comparison.engines == ("alphabeta", "mcts")
    assert 0 <= comparison.same_best <= 1
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_a_blunder_is_found_with_the_move_that_was_better() -> None:
    engine = Told({0: 0.5, 1: 0.5, 2: 0.5, 3: 0.9})
    record = Record.from_moves("reversi", "f5 d6 c3")
    opinion = _told(record, engine).opinions[0]
    assert [(move.ply, move.verdict) for move in opinion.moves] == [(1, None), (2, None), (3, None)]
    engine.rates = {0: 0.5, 1: 0.5, 2: 0.9, 3: 0.9}
    opinion = _told(record, engine).opinions[0]
    assert [(move.ply, move.seat, move.verdict) for move in opinion.turning_points] == [(2, 1, "blunder")]
    # The engine's first idea was another move: d6 was not it.
    assert opinion.thoughts[1].ideas[0].moves != ("d6",)


def test_the_end_of_a_game_counts_as_its_result() -> None:
    game = load_game("nogo(size=3)")
    position, moves = game.initial(), []
    while position.outcome() is None:
        moves.append(game.move_text(position.legal_moves()[0]))
        position = position.after(position.legal_moves()[0])
    last = review_record(Record.from_moves(game.spec, moves), ["greedy"]).opinions[0].thoughts[-1]
    outcome = position.outcome()
    assert isinstance(outcome, Outcome)
    assert last.is_end
    assert last.rates == outcome.scores


def test_what_was_thought_before_is_not_thought_again(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "folder" / "analyses.db")
    engine = Told(dict.fromkeys(range(10), 0.5))
    record = Record.from_moves("reversi", "f5 d6 c3")
    first = _told(record, engine, cache)
    assert engine.asked == 4
    assert _told(record, engine, cache) == first
    assert engine.asked == 4
    _told(Record.from_moves("reversi", "f5 f6"), engine, cache)
    assert engine.asked == 5
    cache.close()


def test_games_of_three_with_a_seat_taken_out_are_reviewed() -> None:
    game = load_game("chinese_checkers(seats=3)")
    first = game.move_text(game.initial().legal_moves()[0])
    record = Record.from_moves(game.spec, [first, "out:1"])
    opinion = review_record(record, ["greedy"]).opinions[0]
    assert len(opinion.thoughts) == 3
    assert [move.seat for move in opinion.moves] == [0]
    for thought in opinion.thoughts:
        assert len(thought.rates) == 3


def test_an_annotated_record_keeps_its_game_and_says_what_was_better() -> None:
    engine = Told({0: 0.5, 1: 0.5, 2: 0.9, 3: 0.9})
    record = Record.from_moves("reversi", "f5 d6 c3", header=Header(names=("Ann", "Bob")))
    written = annotated(_told(record, engine))
    assert written.mainline == record.mainline
    assert written.header.names == ("Ann", "Bob")
    assert written.moves[1].marks == ("??",)
    assert written.moves[1].comment.startswith("Blunder (-40%); better ")
    assert written.moves[1].variations[0][0].move in written.moves[1].comment
    assert written.moves[2].notes[0].rates == (0.9, 0.1)
    assert annotated(_told(record, engine), "zh").moves[1].comment.startswith("大错 (-40%); 更好 ")


def test_annotations_survive_sgf_and_pgn() -> None:
    found = annotated(_told(Record.from_moves("reversi", "f5 d6 c3"), Told({0: 0.5, 1: 0.5, 2: 0.9, 3: 0.9})))
    (again,) = read_records(write_record(found, "x.sgf"), "x.sgf")
    assert again.moves[1].comment == found.moves[1].comment
    assert again.moves[1].variations[0][0].move == found.moves[1].variations[0][0].move
    xiangqi = annotated(_told(Record.from_moves("xiangqi", "b2b9 a9b9"), Told({28: 0.5, 27: 0.1, 26: 0.1})), "zh")
    assert xiangqi.moves[0].marks == ("??",)
    (again,) = read_records(write_record(xiangqi, "x.pgn"), "x.pgn")
    assert "大错" in again.moves[0].comment
