"""The questions and answers of the JSON-lines analysis service, in the shape that users of KataGo know.

>>> read_question(b'{"id":"a","moves":["f5",["W","d6"]],"maxVisits":100}').texts
('f5', 'd6')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, Outcome, Position
from duiyi.games.registry import load_game
from duiyi.records.formats import read_records
from duiyi.records.record import Record

__all__ = ["Question", "answer", "no_result", "outcome_answer", "positions_of", "read_question"]


class Restriction(msgspec.Struct, frozen=True):
    """Moves that may or may not be the first."""

    moves: list[str]
    player: str = ""
    untilDepth: int = 1  # noqa: N815  as others write it


class Question(msgspec.Struct, frozen=True, rename="camel"):
    """One line: the positions of one game to be looked at, or an action."""

    id: str
    action: str | None = None
    game: str | None = None
    moves: list[str | list[str]] = []
    initial_position: str | None = None
    record: str | None = None
    analyze_turns: list[int] | Literal["all"] | None = None
    max_visits: int | None = None
    max_time: float | None = None
    max_depth: int | None = None
    lines: int = 5
    report_during_search_every: float | None = None
    priority: int = 0
    allow_moves: list[Restriction] = []
    avoid_moves: list[Restriction] = []
    terminate_id: str | None = None
    turn_numbers: list[int] | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves without the players before them."""
        return tuple(move if isinstance(move, str) else (move or [""])[-1] for move in self.moves)

    @property
    def limits(self) -> Limits:
        """What may be spent on one position."""
        return Limits(
            seconds=None if self.max_time is None else max(0.001, self.max_time),
            nodes=None if self.max_visits is None else max(1, self.max_visits),
            depth=None if self.max_depth is None else max(1, self.max_depth),
            lines=max(1, min(self.lines, 500)),
        )


def read_question(line: bytes) -> Question:
    """The question of a line; raises `msgspec.DecodeError`, also for a field of the wrong type."""
    return msgspec.json.decode(line, type=Question)


def positions_of(question: Question, game: Game) -> dict[int, Position]:
    """The positions that are asked about by turn; raises `ValueError` in the words of what is wrong."""
    rules = game if question.game is None else load_game(question.game)
    if question.record is not None:
        records = read_records(question.record.encode())
        if len(records) != 1:
            raise ValueError(f"record: expected one game, got {len(records)}")
        record = records[0]
    else:
        record = Record.from_moves(rules, question.texts, start=question.initial_position)
    last = len(record.moves)
    turns: list[int] | Literal["all"] = [last] if question.analyze_turns is None else question.analyze_turns
    wanted = range(last + 1) if turns == "all" else [int(turn) for turn in turns]
    if any(not 0 <= turn <= last for turn in wanted):
        raise ValueError(f"analyzeTurns: expected turns from 0 to {last}")
    positions = list(record.positions())
    return {turn: positions[turn] for turn in wanted}


def answer(question: Question, turn: int, position: Position, analysis: Analysis) -> dict[str, Any]:
    """What is known about one position; rates are for the seat to move where a single number stands."""
    seat, text = position.to_move, position.game.move_text
    infos = []
    for order, line in enumerate(analysis.lines):
        info: dict[str, Any] = {
            "move": text(line.moves[0]),
            "order": order,
            "winrate": line.rates[seat],
            "rates": line.rates,
            "pv": [text(move) for move in line.moves],
        }
        if line.share is not None:
            info["visits"] = round(line.share * analysis.nodes)
            info["prior"] = line.share
        if line.score is not None:
            info["score"] = line.score
        if line.end_in is not None:
            info["endIn"] = line.end_in
        infos.append(info)
    root = {
        "currentPlayer": seat,
        "winrate": analysis.rates[seat],
        "rates": analysis.rates,
        "visits": analysis.nodes,
        "depth": analysis.depth,
        "seconds": round(analysis.seconds, 3),
    }
    return {**_head(question, turn, not analysis.final), "moveInfos": infos, "rootInfo": root}


def outcome_answer(question: Question, turn: int, outcome: Outcome) -> dict[str, Any]:
    """The answer about a position in which the game is over."""
    end = {"scores": outcome.scores, "reason": outcome.reason, "words": outcome.words.en}
    return {**_head(question, turn, False), "moveInfos": [], "outcome": end}


def no_result(question: Question, turn: int) -> dict[str, Any]:
    """The answer about a position that was given up before it was looked at."""
    return {**_head(question, turn, False), "noResults": True}


def _head(question: Question, turn: int, is_during: bool) -> Mapping[str, Any]:
    return {"id": question.id, "isDuringSearch": is_during, "turnNumber": turn}
