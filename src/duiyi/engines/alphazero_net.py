"""Networks: planes in, a logit for every move and a rate for every seat out."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from duiyi.base import Game
from duiyi.engines.layers import load_layers
from duiyi.engines.planes import check_planes
from duiyi.engines.tower import load_tower
from duiyi.spec import SpecError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Net", "has_net", "net_path", "open_session"]

Floats: TypeAlias = "npt.NDArray[np.float32]"

_SHIPPED = Path(__file__).resolve().parent.parent / "nets"


def net_path(game: Game, given: str | None = None) -> Path:
    """The file of a game's network: the given one, or the one that ships with Duiyi; raises `SpecError` without one.

    >>> from duiyi import load_game
    >>> net_path(load_game("nogo(rows=2,cols=3)"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    duiyi.spec.SpecError: alphazero: expected a network for nogo(rows=2,cols=3), found none; train one with ...
    """
    if given is not None:
        path = Path(given).expanduser()
        if not path.is_file():
            raise SpecError(f"alphazero: expected net to be a file, got {given[:200]!r}")
        return path
    for name in (game.spec, game.name):
        path = _SHIPPED / f"{name}.onnx"
        if path.is_file() and (name == game.spec or not game.canonical_options()):
            return path
    raise SpecError(
        f"alphazero: expected a network for {game.spec}, found none; train one with "
        f"'duiyi learn alphazero \"{game.spec}\"' and name it as alphazero(net=FILE)"
    )


def has_net(game: Game) -> bool:
    """Whether a network for this game ships with Duiyi.

    >>> from duiyi import load_game
    >>> has_net(load_game("nogo(rows=2,cols=3)"))
    False
    """
    try:
        net_path(game)
    except SpecError:
        return False
    return True


class Net:
    """A network of a game, ready to be asked. One thread unless told: many small processes beat one with many.

    Networks in eight bits of our own making run in the core, and so do plain ones of others; the rest in ONNX Runtime.
    """

    def __init__(self, path: str | Path, game: Game, threads: int = 1) -> None:
        self.path = Path(path)
        self._sizes = game.num_moves, game.seats
        check_planes(self.path)
        self._inner = load_tower(self.path, game, threads) or load_layers(self.path, game, threads)
        if self._inner is None:
            self._session, self._input = open_session(self.path, game, threads)

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Logits by move and expected scores by seat, counted from the one to move, for every row."""
        if self._inner is None:
            logits, rates = self._session.run(["policy", "value"], {self._input: planes})
            return logits, rates
        import numpy as np

        logits, rates = (np.empty((len(planes), size), np.float32) for size in self._sizes)
        self._inner.run(planes, logits, rates)
        return logits, rates


def open_session(path: Path, game: Game, threads: int) -> tuple[Any, str]:
    """The network in ONNX Runtime and the name of its input."""
    if importlib.util.find_spec("onnxruntime") is None:
        raise SpecError("alphazero: expected onnxruntime to be installed; pip install onnxruntime")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if threads > (os.cpu_count() or 1):
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # every kind of damage to a file has an exception of its own there
        raise SpecError(
            f"alphazero: expected a network in {path.name}, got a file that cannot be read: {error}"
        ) from None
    shapes = [tuple(session.get_inputs()[0].shape[1:]), *(out.shape[1] for out in session.get_outputs()[:2])]
    wanted = [game.feature_shape, game.num_moves, game.seats]
    if shapes != wanted:
        raise SpecError(
            f"alphazero: expected a network for {game.spec} (planes, moves, seats: {wanted}), "
            f"got {path.name} with {shapes}"
        )
    return session, session.get_inputs()[0].name
