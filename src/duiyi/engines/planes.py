"""What a network sees has a mark, so that one that learnt from other planes is refused and does not just play badly."""

from __future__ import annotations

import zlib
from pathlib import Path

from duiyi.base import Game
from duiyi.engines.onnx_file import OnnxFile
from duiyi.games.registry import load_game
from duiyi.spec import SpecError

__all__ = ["check_planes", "planes_mark"]

_PLIES = 24
_STEPS = 256  # of one, to which planes are rounded: builds for different processors may differ in the last digit


def planes_mark(game: Game) -> str:
    """The planes of one fixed game as a few letters: others when a plane is added, moved or means something else.

    >>> planes_mark(load_game("nogo")) == planes_mark(load_game("nogo(size=7)"))
    False
    """
    position, sum_so_far = game.initial(), 0
    for ply in range(_PLIES):
        planes = (position.features() * _STEPS).round().astype("<i2")
        sum_so_far = zlib.crc32(repr(planes.shape).encode() + planes.tobytes(), sum_so_far)
        moves = sorted(position.legal_moves())
        if not moves:
            break
        position = position.after(moves[(5 + 7 * ply) % len(moves)])
    return f"{sum_so_far:08x}"


def check_planes(path: Path) -> None:
    """Raise `SpecError` for a network whose file tells that the planes of its game were others when it learnt.

    Files that do not tell, and those that cannot be read, are for others to judge.
    """
    try:
        notes = OnnxFile(path).notes
        game = load_game(notes["game"])
        marks = notes["planes"], planes_mark(game)
    except (KeyError, OSError, ValueError):
        return
    if marks[0] != marks[1]:
        raise SpecError(
            f"alphazero: expected a network for the planes that {game.spec} has now (mark {marks[1]}), "
            f"got {path.name} (mark {marks[0]}) of another version; train one anew"
        )
