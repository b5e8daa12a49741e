"""Learnt evaluations of ``alphabeta``: the file that ships with Duiyi, unless another is named."""

from __future__ import annotations

from pathlib import Path

from duiyi.games.native import NativeGame
from duiyi.spec import SpecError

__all__ = ["with_weights"]

_SHIPPED = Path(__file__).resolve().parent.parent / "nets"
_FILES = {"reversi": "reversi.patterns"}
"""By the spec of the game that the weights are for."""

_BUILT_IN = ("chinese_checkers", "gomoku", "nogo", "xiangqi")
"""Games, whatever their rules, whose shipped weights are part of the core."""


def with_weights(generation: str, game: NativeGame, options: dict[str, str]) -> dict[str, str]:
    """An engine's options, with the file of its evaluation; ``net=off`` leaves the hand-made one.

    >>> from duiyi import load_game
    >>> with_weights("alphabeta", load_game("reversi"), {"net": "off"})
    {'net': 'off'}
    >>> with_weights("mcts", load_game("reversi"), {})
    {}
    """
    if generation != "alphabeta":
        return options
    if "net" in options:
        if options["net"] != "off" and game.spec not in _FILES and game.name not in _BUILT_IN:
            raise SpecError(f"alphabeta: expected no net in {game.spec}: its evaluation is not learnt")
        if options["net"] != "off" and not Path(options["net"]).is_file():
            raise SpecError(f"alphabeta: expected net to be a file, got {options['net'][:200]!r}")
        return options
    path = _SHIPPED / _FILES.get(game.spec, "none")
    return {**options, "net": str(path)} if path.is_file() else options
