"""A review as one HTML file: our own board, the graph and the lines, with no network.

>>> from duiyi.records import Record
>>> from duiyi.review.opinions import review_record
>>> page = page_of(review_record(Record.from_moves("reversi", "f5 d6"), ["greedy"]))
>>> page.startswith("<!doctype html>"), "http://" in page.replace("http://www.w3.org/2000/svg", "")
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import msgspec

from duiyi.base import Position, Words
from duiyi.records.record import Record
from duiyi.review.opinions import Idea, Opinion, Review
from duiyi.review.words import line_words, move_words

__all__ = ["page_data", "page_of"]

_PARTS = ("glyphs.js", "board.js", "graph.js", "report.js")
_LONGEST_LINE = 10


def page_of(review: Review) -> str:
    """The whole page as text; save it and open it in any browser."""
    data = msgspec.json.encode(page_data(review)).decode()
    # A name in a record may hold "</script>": inside a script element "<" is written as an escape.
    data = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    script = "\n".join(_part(name) for name in _PARTS)
    page = _part("report.html")
    for mark, text in (("STYLE", _part("report.css")), ("SCRIPT", script), ("DATA", data)):
        page = page.replace(f"/*{mark}*/", text, 1)
    return page


def page_data(review: Review) -> dict[str, Any]:
    """What the page's script reads.

    >>> from duiyi.review.opinions import review_record
    >>> sorted(page_data(review_record(Record.from_moves("nogo(size=3)", "a1"), ["greedy"])))
    ['comparisons', 'game', 'header', 'limits', 'opinions', 'plies']
    """
    record = review.record
    positions = list(record.positions())
    rules, header = record.rules, record.header
    shape = rules.shape()
    outcome = record.outcome or positions[-1].outcome()
    return {
        "game": {
            "spec": rules.spec,
            "title": _words(rules.title),
            "seats": [_words(rules.seat_words(seat)) for seat in range(rules.seats)],
            "skin": shape.skin,
            "cells": [[cell.x, cell.y, cell.label, cell.camp or ""] for cell in shape.cells],
            "links": [[cell.id, other] for cell in shape.cells for other in cell.neighbours if other > cell.id],
        },
        "header": {
            "names": list(header.names),
            "title": header.title or header.event,
            "date": header.date,
            "result": None if outcome is None else _words(outcome.words),
            "scores": None if outcome is None else list(outcome.scores),
        },
        "limits": {key: value for key, value in msgspec.to_builtins(review.limits).items() if value is not None},
        "plies": [_ply(record, positions, ply) for ply in range(len(positions))],
        "opinions": [_opinion(opinion, positions) for opinion in review.opinions],
        "comparisons": [msgspec.to_builtins(comparison) for comparison in review.comparisons],
    }


def _ply(record: Record, positions: Sequence[Position], ply: int) -> dict[str, Any]:
    position = positions[ply]
    told: dict[str, Any] = {"board": position.board(), "seat": position.to_move}
    if ply > 0:
        before, step = positions[ply - 1], record.moves[ply - 1]
        told |= {"move": move_words(before, step.move), "mover": before.to_move, "path": _path(before, step.move)}
        if step.comment:
            told["comment"] = step.comment
    elif record.comment:
        told["comment"] = record.comment
    return told


def _opinion(opinion: Opinion, positions: Sequence[Position]) -> dict[str, Any]:
    return {
        "engine": opinion.engine,
        "moves": [
            {"ply": move.ply, "seat": move.seat, "loss": round(move.loss, 4), "verdict": move.verdict}
            for move in opinion.moves
        ],
        "seats": [msgspec.to_builtins(seat) for seat in opinion.seats],
        "turning": [move.ply for move in opinion.turning_points],
        "thoughts": [
            {
                "rates": [round(rate, 4) for rate in thought.rates],
                "depth": thought.depth,
                "nodes": thought.nodes,
                "ideas": [_idea(idea, position) for idea in thought.ideas],
            }
            for thought, position in zip(opinion.thoughts, positions, strict=True)
        ],
    }


def _idea(idea: Idea, position: Position) -> dict[str, Any]:
    """A line in words, and the path of its first move for the arrow."""
    moves = line_words(position, idea.moves[:_LONGEST_LINE])
    rates = [round(rate, 4) for rate in idea.rates]
    return {"moves": moves, "rates": rates, "end": idea.end_in, "path": _path(position, idea.moves[0])}


def _path(position: Position, text: str) -> list[int]:
    return [] if text.startswith("out:") else list(position.path(position.game.parse_move(text)))


def _words(words: Words) -> dict[str, str]:
    return {"en": words.en, "zh": words.zh}


def _part(name: str) -> str:
    return files("duiyi.review.page").joinpath(name).read_text(encoding="utf-8")
