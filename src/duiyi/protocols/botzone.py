"""Botzone's interaction, JSON and simple, one process per turn or kept running.

A JSON turn is one line with all requests and responses so far; a simple turn is their number and as many lines. With
`keeps_running` the answer is followed by a mark, and from then on only the new request is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, GameOver, IllegalMove, Position, TextError
from duiyi.protocols.botzone_text import apply_turn, no_move, plain_text, read_plain, turn_of
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import Session, one_line

__all__ = ["KEEP_RUNNING", "Botzone"]

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""The line after which Botzone does not end the process."""

_SECONDS = 0.8  # of the one that a turn has
_MOST_TURNS = 10_000


class Botzone(Session):
    """One match on Botzone.

    >>> from duiyi.protocols import converse
    >>> converse("botzone", "gomoku", '{"requests":[{"x":-1,"y":-1}]}', engine="greedy")[0][:17]
    '{"response":{"x":'
    """

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self._position: Position | None = game.initial()
        self._is_plain = False
        self._is_begun = False
        self._missing = 0
        self._turns: list[Any] = []

    async def handle(self, line: str) -> None:
        text = line.strip()
        if not text:
            return
        if self._missing:
            self._turns.append(read_plain(self.game, text))
            self._missing -= 1
            if self._missing == 0:
                self._take_turns()
        elif self._is_begun and self.keeps_running:
            self._turns = [read_plain(self.game, text) if self._is_plain else _decoded(text)]
            self._take_turns()
        elif text.isascii() and text.isdecimal() and len(text) < 7:
            self._is_plain = True
            self._missing = max(1, min(2 * int(text) - 1, 2 * _MOST_TURNS))
            self._restart()
        else:
            self._restart()
            self._turns = _all_turns(_decoded(text))
            self._take_turns()

    def failed(self, line: str, error: Exception) -> None:
        self._missing = 0
        self._respond(no_move(self.game), one_line(error))

    def _restart(self) -> None:
        self._position, self._turns = self.game.initial(), []

    def _take_turns(self) -> None:
        """Play the turns that came and look for a move of our own."""
        self._is_begun = True
        try:
            for turn in self._turns:
                if self._position is not None:
                    self._position = apply_turn(self._position, turn)
        except (TextError, IllegalMove, GameOver) as error:
            self._position = None
            self._respond(no_move(self.game), one_line(error))
            return
        if self._position is None or self._position.outcome() is not None:
            self._respond(no_move(self.game), "the game is over")
            return
        self.begin(self._think(self._position))

    async def _think(self, position: Position) -> None:
        limits = Limits(seconds=self.mind.seconds or _SECONDS)
        analysis = await self.mind.think(position, limits, self.stop)
        self._position = position.after(analysis.best)
        self._respond(turn_of(position, analysis.best), self.mind.trouble or _debug(analysis, position.to_move))

    def _respond(self, turn: Any, debug: str) -> None:
        if self._is_plain:
            self.say(f"{plain_text(turn)}\n{debug}")
        else:
            self.say(msgspec.json.encode({"response": turn, "debug": debug[:900]}).decode())
        if self.keeps_running:
            self.say(KEEP_RUNNING)
        else:
            self.is_done = True


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        raise TextError(f"expected one line of JSON or a number of turns, got {text[:40]!r}") from None


def _all_turns(log: Any) -> list[Any]:
    """Requests and responses in the order in which they were made."""
    if not isinstance(log, dict) or not isinstance(log.get("requests"), list):
        raise TextError("expected an object with requests and responses")
    responses = log.get("responses")
    requests, responses = log["requests"], responses if isinstance(responses, list) else []
    turns: list[Any] = []
    for number, request in enumerate(requests[:_MOST_TURNS]):
        turns.append(request)
        turns += responses[number : number + 1]
    return turns


def _debug(analysis: Analysis, seat: int) -> str:
    return f"win {100 * analysis.rates[seat]:.1f}% depth {analysis.depth} nodes {analysis.nodes}"
