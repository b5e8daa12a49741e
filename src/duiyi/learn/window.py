"""The replay window: rows of the newest games as arrays, ready to be drawn in batches.

Planes are bytes (255 is one), policies the moves with the largest shares; of games with thousands of moves the other
legal ones stand behind them. Rows leave in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from duiyi.games.native import NativeGame, NativePosition
from duiyi.learn.games import SearchedGame
from duiyi.learn.settings import Settings

__all__ = ["Batch", "Symmetries", "Window"]

_MOST_MOVES = 128  # of one policy
_FEW_MOVES = 1000  # of a game whose network soon learns which of them cannot be played
_UNIT = np.float32(1 / 255)
_EARLY_ENDS = ("resign", "cut")  # endings after which the last position shows nothing


class Batch(NamedTuple):
    """Rows as torch wants them."""

    planes: npt.NDArray[np.float32]
    moves: npt.NDArray[np.int64]
    shares: npt.NDArray[np.float32]
    legal: npt.NDArray[np.bool_] | None
    """Which of the moves can be played, where these alone are to be told apart."""
    rates: npt.NDArray[np.float32]
    aux: npt.NDArray[np.float32]
    has_aux: npt.NDArray[np.float32]


class Symmetries:
    """Where each symmetry of a game takes the places of a plane and the moves."""

    def __init__(self, game: NativeGame, places: tuple[int, ...]) -> None:
        _, rows, columns = game.feature_shape
        self.places = np.tile(np.arange(rows * columns), (game.num_symmetries, 1))
        """By symmetry and place: the place from which it is filled."""
        self.moves = np.empty((game.num_symmetries, game.num_moves), np.int64)
        for symmetry in range(game.num_symmetries):
            for cell, place in enumerate(places):
                self.places[symmetry, places[game.symmetric_cell(symmetry, cell)]] = place
            for move in range(game.num_moves):
                self.moves[symmetry, move] = game.symmetric_move(symmetry, move)

    def __len__(self) -> int:
        return len(self.moves)


class Window:
    """Rows of the newest games. `add` makes them from games; `draw` takes a batch at random, in a random symmetry."""

    def __init__(
        self, game: NativeGame, settings: Settings, places: tuple[int, ...], aux_planes: tuple[int, ...]
    ) -> None:
        self._game, self._settings, self._aux_planes = game, settings, aux_planes
        planes, rows, columns = game.feature_shape
        self._shape = planes, rows * columns
        capacity, most = settings.window, min(_MOST_MOVES, game.num_moves)
        self._planes = np.zeros((capacity, *self._shape), np.uint8)
        self._moves = np.zeros((capacity, most), np.uint16)
        self._shares = np.zeros((capacity, most), np.uint16)
        self._legal = np.zeros(capacity, np.uint8) if game.num_moves > _FEW_MOVES else None
        self._rates = np.zeros((capacity, game.seats), np.float32)
        self._aux = np.zeros((capacity, len(aux_planes), self._shape[1]), np.uint8)
        self._has_aux = np.zeros(capacity, np.bool_)
        self._symmetries = Symmetries(game, places)
        self.total = 0
        """Rows ever added."""

    @property
    def size(self) -> int:
        """Rows to draw from: a share of all so far, within bounds."""
        wanted = max(self._settings.window_least, int(self.total * self._settings.window_share))
        return min(self.total, self._settings.window, wanted)

    def add(self, games: Iterable[SearchedGame]) -> int:
        """Take in the rows of games; how many."""
        before = self.total
        for game in games:
            self._add(game)
        return self.total - before

    def draw(self, count: int, chance: np.random.Generator) -> Batch:
        """A batch of rows, each as likely as any other."""
        return self.rows(chance.integers(self.size, size=count), int(chance.integers(len(self._symmetries))))

    def rows(self, ages: npt.NDArray[np.int64], symmetry: int = 0) -> Batch:
        """Rows by their age, the newest is 0."""
        count = len(ages)
        chosen = (self.total - 1 - ages) % len(self._planes)
        filled = self._symmetries.places[symmetry]
        rows, columns = self._game.feature_shape[1:]
        planes = self._planes[chosen][:, :, filled].astype(np.float32).reshape(count, -1, rows, columns) * _UNIT
        shares = self._shares[chosen].astype(np.float32)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1)
        legal = None if self._legal is None else np.arange(shares.shape[1]) < self._legal[chosen, None]
        return Batch(
            planes,
            self._symmetries.moves[symmetry][self._moves[chosen]],
            shares,
            legal,
            self._rates[chosen],
            self._aux[chosen][:, :, filled].astype(np.float32).reshape(count, -1, rows, columns) * _UNIT,
            self._has_aux[chosen].astype(np.float32),
        )

    def _add_moves(self, at: int, position: NativePosition, moves: npt.NDArray[np.uint16]) -> None:
        known = moves.tolist()
        if self._legal is not None:
            known += sorted(set(position.native.legal_moves()) - set(known))
            known = known[: self._moves.shape[1]]
            self._legal[at] = len(known)
        seen = [self._game.seen_move(position.to_move, move) for move in known]
        self._moves[at, : len(seen)] = seen

    def _add(self, game: SearchedGame) -> None:
        seats, mix = self._game.seats, self._settings.value_mix
        position = self._game.initial()
        rows = {row.ply: row for row in game.rows}
        movers: list[tuple[int, int]] = []
        for ply in range(len(game.moves) + 1):
            row = rows.get(ply)
            if row is not None:
                at = self.total % len(self._planes)
                self._planes[at] = np.rint(position.native.features().reshape(self._shape) * 255)
                moves, shares = row.policy()
                order = np.argsort(shares, kind="stable")[::-1][: self._moves.shape[1]]
                self._moves[at], self._shares[at] = 0, 0
                self._shares[at, : len(order)] = shares[order]
                self._add_moves(at, position, moves[order])
                rates = (1 - mix) * np.array(game.scores) + mix * np.array(row.rates)
                self._rates[at] = np.roll(rates[:seats], -position.to_move)
                movers.append((at, position.to_move))
                self.total += 1
            if ply < len(game.moves):
                position = type(position)(self._game, position.native.after(game.moves[ply]))
        if not self._aux_planes:
            return
        last = np.rint(position.native.features()[list(self._aux_planes)].reshape(-1, self._shape[1]) * 255)
        for at, mover in movers:
            self._aux[at] = last if mover == position.to_move else last[::-1]
            self._has_aux[at] = game.ending not in _EARLY_ENDS
