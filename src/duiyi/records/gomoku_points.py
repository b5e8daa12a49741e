"""What the Gomoku formats share: which rules to try when a file does not say."""

from __future__ import annotations

from collections.abc import Callable

from duiyi.base import Game
from duiyi.records.errors import RecordError
from duiyi.records.record import Record
from duiyi.records.tree import load_rules

__all__ = ["by_fitting_rule", "plain_game"]


def by_fitting_rule(read: Callable[[Game], Record], size: int, rules: tuple[str, ...], name: str = "") -> Record:
    """The record by the first rule under which all its moves are legal; else the error of the first.

    >>> moves = "a1 a15 b1 b15 c1 c15 d1 d15 f1 f15 e1"
    >>> by_fitting_rule(lambda game: Record.from_moves(game, moves + " e15"), 15, ("standard", "renju")).game
    'gomoku(rule=standard)'
    """
    first: RecordError | None = None
    for rule in rules:
        try:
            return read(load_rules(f"gomoku(size={size},rule={rule})", name))
        except RecordError as error:
            first = first or error
    assert first is not None
    raise first


def plain_game(record: Record, title: str, size: int | None = None) -> Game:
    """The rules of a record whose moves are stones alone, as most formats of Gomoku want them.

    >>> plain_game(Record.from_moves("gomoku", "h8"), "gomocalc").spec
    'gomoku'
    """
    game = record.rules
    if game.name != "gomoku" or game.values["opening"] != "none":
        raise RecordError("", "", f"a game of gomoku without opening choices for {title}", game.spec)
    if record.start is not None:
        raise RecordError("", "", f"a game from the empty board for {title}", record.start)
    if size is not None and game.values["size"] != size:
        raise RecordError("", "", f"a board of {size}x{size} for {title}", game.spec)
    return game
