"""A review written into the record itself: notes, signs, comments and the better lines, for any format that holds them.

>>> from duiyi.analysis import Limits
>>> from duiyi.records import Record
>>> from duiyi.review.opinions import review_record
>>> review = review_record(Record.from_moves("reversi", "f5 d6"), ["minimax(depth=2)"], Limits(depth=2))
>>> annotated(review).moves[0].notes[0].engine
'minimax(depth=2)'
"""

from __future__ import annotations

import msgspec

from duiyi.base import Position
from duiyi.records.record import Note, Record, Step
from duiyi.review.judge import SIGNS, Judged
from duiyi.review.opinions import Opinion, Review, Thought
from duiyi.review.words import line_words

__all__ = ["annotated"]

_LONGEST_LINE = 8
_WORDS = {
    "en": {"inaccuracy": "Inaccuracy", "mistake": "Mistake", "blunder": "Blunder", "better": "better"},
    "zh": {"inaccuracy": "不精确", "mistake": "失误", "blunder": "大错", "better": "更好"},
}


def annotated(review: Review, language: str = "en") -> Record:
    """The record with every engine's notes; the first engine also gives signs, comments and the lines it prefers.

    Comments that were there before stay, ours follow them.
    """
    record, first = review.record, review.opinions[0]
    judged = {move.ply: move for move in first.moves if move.verdict is not None}
    positions = list(record.positions())
    steps = []
    for ply, step in enumerate(record.moves, 1):
        better = _better_words(first, positions[ply - 1], ply, step.move, language)
        steps.append(_step(review, ply, step, judged.get(ply), better, language))
    header = record.header
    if not header.annotator:
        names = ", ".join(opinion.engine for opinion in review.opinions)
        header = msgspec.structs.replace(header, annotator=f"Duiyi {names}")
    written = msgspec.structs.replace(record, moves=tuple(steps), header=header)
    for ply in sorted(judged):
        line = _better(first, ply, record.moves[ply - 1].move)
        if line:
            written = written.branch(ply - 1, line)
    return written


def _step(review: Review, ply: int, step: Step, move: Judged | None, better: str, language: str) -> Step:
    notes = tuple(_note(opinion.engine, opinion.thoughts[ply]) for opinion in review.opinions)
    if move is None or move.verdict is None:
        return msgspec.structs.replace(step, notes=step.notes + notes)
    said = f"{_WORDS[language][move.verdict]} (-{100 * move.loss:.0f}%){better}"
    comment = f"{step.comment}\n{said}" if step.comment else said
    sign = SIGNS[move.verdict]
    marks = step.marks if any(mark.strip("!?") == "" for mark in step.marks) else (*step.marks, sign)
    return msgspec.structs.replace(step, notes=step.notes + notes, comment=comment, marks=marks)


def _better(opinion: Opinion, ply: int, played: str) -> list[str]:
    """The line that the engine would have gone for instead of the move before `ply`."""
    ideas = opinion.thoughts[ply - 1].ideas
    if not ideas or ideas[0].moves[:1] == (played,):
        return []
    return list(ideas[0].moves[:_LONGEST_LINE])


def _better_words(opinion: Opinion, position: Position, ply: int, played: str, language: str) -> str:
    line = line_words(position, tuple(_better(opinion, ply, played)))
    texts = [words.zh if language == "zh" else words.en for words in line]
    return f"; {_WORDS[language]['better']} {' '.join(texts)}" if texts else ""


def _note(engine: str, thought: Thought) -> Note:
    best = thought.ideas[0] if thought.ideas else None
    return Note(
        engine=engine,
        rates=tuple(round(rate, 4) for rate in thought.rates),
        score=None if best is None else best.score,
        moves=() if best is None else best.moves[:_LONGEST_LINE],
        depth=thought.depth or None,
        nodes=thought.nodes or None,
        seconds=thought.seconds or None,
    )
