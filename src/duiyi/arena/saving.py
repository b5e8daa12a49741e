"""Games of a match as records in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duiyi.arena.conditions import Played
from duiyi.base import Game, Outcome, Words
from duiyi.records import Header, Record

__all__ = ["record_of", "save_game"]

# Ends that only the arena knows, in the words that records use.
_REASONS = {"crash": "abandon", "illegal_move": "abandon", "overrun": "time", "move_cap": "agreement"}


def record_of(game: Game, names: Sequence[str], played: Played) -> Record:
    """The record of a finished game; `names` are by player.

    >>> from duiyi import load_game
    >>> from duiyi.arena.conditions import Opening
    >>> played = Played(lineup=0, round=0, turn=1, players=(1, 0), opening=Opening("f5"), moves="f5 d6",
    ...                 scores=(0.0, 1.0), reason="overrun")
    >>> record = record_of(load_game("reversi"), ["a", "b"], played)
    >>> record.header.names, record.mainline, record.outcome.reason
    (('b', 'a'), ('f5', 'd6'), 'time')
    """
    detail = played.fault.detail if played.fault else played.reason.replace("_", " ")
    return Record.from_moves(
        game,
        played.moves.split(),
        start=played.opening.start,
        header=Header(
            names=tuple(names[player] for player in played.players),
            event="Duiyi match",
            round=f"{played.round + 1}.{played.turn + 1}",
            opening=played.opening.moves,
        ),
        outcome=Outcome(played.scores, _REASONS.get(played.reason, played.reason), Words(detail, detail)),
    )


def save_game(folder: Path, game: Game, names: Sequence[str], played: Played) -> Path:
    """Write the record into the folder, named after its place in the match; returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{played.lineup:02}-{played.round:04}-{played.turn}.duiyi.json"
    record_of(game, names, played).save(path)
    return path
