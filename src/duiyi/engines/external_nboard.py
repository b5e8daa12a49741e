"""NBoard programs for Reversi: every question sends the whole board as a game in GGF."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Position, TextError
from duiyi.engines.external_dialect import Dialect, analysis_of, checked, rate_of
from duiyi.engines.external_points import size_of
from duiyi.engines.external_process import Child, ExternalCrash, ExternalError

__all__ = ["NBoard"]

_DEEPEST = 60
_PATIENCE = 3600.0
_LATE = 0.15
_STOPPING = 2.0
_MOVES_AHEAD = 30


class NBoard(Dialect):
    """A program that NBoard can use."""

    async def greet(self, child: Child) -> None:
        self._depth = 0
        self._pings = count(1)
        child.send("nboard 2")
        for name, value in self.options.items():
            child.send(f"set {name} {value}")
        await self._settle(child, self.handshake)

    async def _settle(self, child: Child, seconds: float) -> list[str]:
        """Stop a thought and wait until everything before is done."""
        number = next(self._pings)
        child.send(f"ping {number}")
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while True:
            lines.append(await child.read(max(0.0, deadline - time.monotonic())))
            if lines[-1].split() == ["pong", str(number)]:
                return lines

    async def search(self, child: Child, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        depth = limits.depth or _DEEPEST
        if depth != self._depth:
            self._depth = depth
            child.send(f"set depth {depth}")
        child.send(f"set game {self._game_text(position, limits)}")
        is_over = False
        try:
            await self._settle(child, self.grace)
            began = time.monotonic()
            child.send("go" if limits.lines == 1 else f"hint {limits.lines}")
            found: dict[int, Line] = {}
            reached = 0
            answer: str | None = None
            while answer is None:
                wait = _PATIENCE
                if limits.seconds is not None:
                    wait = limits.seconds + _LATE - (time.monotonic() - began)
                try:
                    lines = [await child.read(max(0.0, wait))]
                except ExternalCrash:
                    raise
                except ExternalError:
                    if limits.seconds is None:
                        raise
                    lines = await self._settle(child, self.grace)
                    answer = ""
                for line in lines:
                    words = line.split()
                    if words[:1] == ["==="] and len(words) > 1:
                        answer = words[1]
                    elif words == ["status"] and limits.lines > 1 and found:
                        answer = ""
                    elif words[:1] == ["search"] and (seen := self._read_search(position, words)) is not None:
                        found[seen[0].moves[0]] = seen[0]
                        reached = max(reached, seen[1])
                        if self.is_due():
                            yield _analysis(position, found, reached, began, limits, final=False)
            is_over = True
            yield self._final(child, position, answer, found, reached, began, limits)
        finally:
            if not is_over:
                try:
                    await self._settle(child, _STOPPING)
                except ExternalError:
                    child.close()

    def _final(
        self,
        child: Child,
        position: Position,
        answer: str,
        found: dict[int, Line],
        depth: int,
        began: float,
        limits: Limits,
    ) -> Analysis:
        """The answer, or what the search thought best when it had to be stopped."""
        if not answer:
            if not found:
                raise ExternalError(f"{child.command}: expected a move in {position.text()}, got none")
            return _analysis(position, found, depth, began, limits, final=True)
        square, _, rest = answer.partition("/")
        try:
            move = self.game.parse_move("pass" if square.lower().startswith("pa") else square.lower())
        except TextError as error:
            raise ExternalError(
                f"{child.command}: expected a move in {position.text()}, got {square!r}: {error}"
            ) from None
        checked(child, position, move, square)
        rate = None
        with suppress(ValueError):
            rate = rate_of(100 * float(rest.split("/")[0]), 500.0)
        if move not in found:
            return analysis_of(position, move, began, rate)
        others = {other: line for other, line in found.items() if other != move}
        best = _analysis(position, {move: found[move]}, depth, began, limits, final=True)
        more = _analysis(position, others, depth, began, limits, final=True).lines if others else ()
        lines = (best.lines[0], *more)[: limits.lines]
        return Analysis(lines=lines, depth=depth, nodes=0, seconds=best.seconds, progress=1.0, final=True)

    def _read_search(self, position: Position, words: list[str]) -> tuple[Line, int] | None:
        """The line of play and the depth of a ``search``; None for one that makes no sense."""
        if len(words) < 3:
            return None
        try:
            discs = float(words[2].split(",")[0])
        except ValueError:
            return None
        text = words[1].replace("-", "")
        moves: list[int] = []
        at = position
        for place in range(0, len(text) - 1, 2):
            square = text[place : place + 2].lower()
            try:
                move = self.game.parse_move("pass" if square == "pa" else square)
            except TextError:
                break
            if not at.is_legal(move):
                break
            at = at.after(move)
            moves.append(move)
        if not moves:
            return None
        rate = rate_of(100 * discs, 500.0)
        rates = (rate, 1 - rate) if position.to_move == 0 else (1 - rate, rate)
        digits = words[4].rstrip("%W") if len(words) > 4 else ""
        depth = (
            position.board().count("")
            if len(words) > 4 and "%" in words[4]
            else int(digits)
            if digits.isdecimal()
            else 0
        )
        return Line(moves=tuple(moves), rates=rates, score=100 * discs), depth

    def _game_text(self, position: Position, limits: Limits) -> str:
        size = size_of(self.game)[0]
        cells = "".join({"x": "*", "o": "O"}.get(code, "-") for code in position.board())
        rows = " ".join(cells[row : row + size] for row in range(0, size * size, size))
        seconds = 24 * 3600 if limits.seconds is None else max(1, round(_MOVES_AHEAD * limits.seconds))
        clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        side = "*O"[position.to_move]
        return f"(;GM[Othello]PC[Duiyi]PB[a]PW[b]RE[?]TI[{clock}]TY[{size}]BO[{size} {rows} {side}];)"


def _analysis(
    position: Position, found: dict[int, Line], depth: int, began: float, limits: Limits, *, final: bool
) -> Analysis:
    seconds = time.monotonic() - began
    lines = sorted(found.values(), key=lambda line: -line.rates[position.to_move])[: limits.lines]
    progress = 1.0 if final else min(1.0, seconds / limits.seconds) if limits.seconds else 0.0
    return Analysis(lines=tuple(lines), depth=depth, nodes=0, seconds=seconds, progress=progress, final=final)
