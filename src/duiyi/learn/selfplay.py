"""Self-play: the games of one job in lock-step, so that the network sees the positions of all of them at once.

Searches of two sizes (playout cap randomisation): most only carry the game on, the full ones are learnt. A job is
decided by its seed alone, wherever it runs.
"""

from __future__ import annotations

import random

import msgspec

from duiyi.analysis import Limits
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame, NativePosition
from duiyi.learn.forest import Asked, Root, Thinker
from duiyi.learn.games import Row, SearchedGame
from duiyi.learn.settings import Settings

__all__ = ["Played", "play_job", "search_options"]


class Played(msgspec.Struct, frozen=True):
    """The games of a job and what they cost."""

    games: tuple[SearchedGame, ...]
    positions: int
    evaluations: int


def search_options(settings: Settings) -> dict[str, str]:
    """The settings of the tree as the core reads them.

    >>> search_options(Settings(game="nogo"))["root"]
    'gumbel'
    """
    return {
        "root": settings.root,
        "considered": str(settings.considered),
        "value_scale": str(settings.value_scale),
        "guided": "on" if settings.guided else "off",
        "advice": str(settings.advice),
        "glances": str(settings.glances),
        "memory": "64",
    }


def play_job(
    game: NativeGame, net: Asked, settings: Settings, games: int, seed: int, may_resign: bool = True
) -> Played:
    """Play a number of games against oneself."""
    slots = min(settings.slots, games)
    thinker = Thinker(game, net, search_options(settings), trees=slots, seed=seed % 2**40)
    evaluation = NativeEngine("greedy", game)
    finished: dict[int, SearchedGame] = {}
    numbers = iter(range(games))
    tables: dict[int, _Table] = {}

    def seat(slot: int) -> None:
        number = next(numbers, None)
        if number is None:
            tables.pop(slot, None)
            return
        chance = random.Random(f"{seed} {number}")
        tables[slot] = _Table(game, settings, chance, number, evaluation, may_resign)
        tables[slot].search(thinker, slot, fresh=True)

    for slot in range(slots):
        seat(slot)
    positions = 0
    while tables:
        thinker.step()
        for slot, root in thinker.done(list(tables)):
            table = tables[slot]
            positions += 1
            ended = table.play(root)
            if ended is None:
                table.search(thinker, slot)
            else:
                finished[table.number] = ended
                seat(slot)
    return Played(tuple(finished[number] for number in range(games)), positions, thinker.evaluations)


class _Table:
    """One game of a job while it is played."""

    def __init__(
        self,
        game: NativeGame,
        settings: Settings,
        chance: random.Random,
        number: int,
        evaluation: NativeEngine,
        may_resign: bool,
    ) -> None:
        self.number = number
        self._settings, self._chance, self._evaluation = settings, chance, evaluation
        self._position: NativePosition = game.initial()
        self._moves: list[int] = []
        self._rows: list[Row] = []
        is_drawn = chance.random() < settings.opening_share
        self._opening = chance.randint(1, settings.opening_plies) if is_drawn and settings.opening_plies > 0 else 0
        self._counts_low = game.seats == 2 and settings.resign_below > 0
        self._is_control = chance.random() < settings.resign_control or not may_resign
        self._low = [0] * game.seats
        self._quitter: int | None = None
        self._is_full = False

    def search(self, thinker: Thinker, slot: int, fresh: bool = False) -> None:
        is_opening = len(self._moves) < self._opening
        self._is_full = not is_opening and self._chance.random() < self._settings.full_share
        simulations = self._settings.simulations if self._is_full else self._settings.fast_simulations
        thinker.begin(slot, self._position, 1 if is_opening else simulations, noisy=self._is_full, fresh=fresh)

    def play(self, root: Root) -> SearchedGame | None:
        """Learn from a search and make its move; the game when that was the last."""
        is_opening = len(self._moves) < self._opening
        if self._is_full:
            shares = [move[3] for move in root.moves]
            self._rows.append(Row.of(len(self._moves), [move[0] for move in root.moves], shares, root.rates))
        if not is_opening and (ended := self._cut(root)) is not None:
            return ended
        move = self._choose(root, is_opening)
        self._moves.append(move)
        self._position = self._position.after(move)
        outcome = self._position.native.outcome()
        if outcome is not None:
            return self._ended(tuple(outcome[0]), outcome[1])
        if len(self._moves) >= self._settings.max_plies:
            judged = self._evaluation.search(self._position, Limits(depth=1, nodes=1000, seed=1))
            return self._ended(judged.rates, "cut")
        return None

    def _choose(self, root: Root, is_opening: bool) -> int:
        if is_opening:
            return self._chance.choice(root.moves)[0]
        is_warm = len(self._moves) < self._opening + self._settings.warm_plies
        if is_warm and root.moves[0][5] is None:
            return self._chance.choices(root.moves, [move[3] for move in root.moves])[0][0]
        return root.moves[0][0]

    def _cut(self, root: Root) -> SearchedGame | None:
        """A game that is decided need not be played to its end."""
        if root.is_proven:
            return self._ended(tuple(root.rates), "proven")
        if not self._counts_low:
            return None
        mover = self._position.to_move
        self._low[mover] = self._low[mover] + 1 if root.rates[mover] < self._settings.resign_below else 0
        if self._low[mover] < 2:
            return None
        if not self._is_control:
            return self._ended(tuple(float(seat != mover) for seat in range(2)), "resign")
        if self._quitter is None:
            self._quitter = mover
        return None

    def _ended(self, scores: tuple[float, ...], ending: str) -> SearchedGame:
        regret = self._quitter is not None and scores[self._quitter] > 0.25
        would_resign = self._quitter is not None
        return SearchedGame(tuple(self._moves), tuple(self._rows), scores, ending, self._opening, regret, would_resign)
