"""GTP programs for NoGo, Reversi and Gomoku. We remember what is on the program's board and send what is missing."""

from __future__ import annotations

import itertools
import time
from collections.abc import AsyncIterator
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Game, Position, TextError
from duiyi.engines.external_dialect import Dialect, analysis_of, checked
from duiyi.engines.external_points import moves_between, read_vertex, size_of, stones_in_turn, vertex_text
from duiyi.engines.external_process import Child, ExternalCrash, ExternalError

__all__ = ["Gtp", "read_infos"]

_PATIENCE = 3600.0
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Gtp(Dialect):
    """A program that answers in GTP. Some answer ``=A1`` without a blank, and ``=`` to anything they do not know."""

    async def greet(self, child: Child) -> None:
        self._board: Position | None = None
        self._seconds = -1.0
        await self.ask(child, "name", self.handshake)
        listed = await self.ask(child, "list_commands", self.handshake, is_needed=False)
        self._commands = set(listed.split())
        for name, value in self.options.items():
            await self.ask(child, f"{name} {value}", self.handshake)

    async def ask(
        self, child: Child, command: str, seconds: float | None = None, *, is_needed: bool = True, mark: str = ""
    ) -> str:
        """The answer to a command; raises `ExternalError` for a refusal, unless it is not needed.

        With a `mark` everything before the line that begins with it is passed over.
        """
        child.send(command)
        wait = self.grace if seconds is None else seconds
        deadline = time.monotonic() + wait
        lines: list[str] = []
        while not lines or lines[-1].strip():
            line = await child.read(max(0.0, deadline - time.monotonic()))
            if lines or (line.startswith(mark) if mark else line[:1] in ("=", "?")):
                lines.append(line)
        text = "\n".join(lines)
        if text.startswith("?") and is_needed:
            raise ExternalError(f"{child.command}: expected {command!r} to be done, got {text.strip()!r}")
        return "" if text.startswith("?") else text[1:].strip()

    async def search(self, child: Child, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        if limits.lines > 1 and limits.seconds is not None and "lz-analyze" in self._commands:
            async for analysis in self._watch(child, position, limits, limits.seconds):
                yield analysis
            return
        is_over = False
        try:
            began = time.monotonic()
            await self._set_up(child, position)
            await self._tell_time(child, limits)
            wait = _PATIENCE if limits.seconds is None else max(1.0, limits.seconds) + self.grace
            text = await self.ask(child, f"genmove {'bw'[position.to_move]}", wait)
            is_over = True
            move = self._read(child, position, text)
            self._board = position.after(move)
            yield analysis_of(position, move, began)
        finally:
            if not is_over:
                child.close()  # GTP knows no way to end a thought

    async def _watch(self, child: Child, position: Position, limits: Limits, seconds: float) -> AsyncIterator[Analysis]:
        """Several lines come only from an analysis, which goes on until something else is said."""
        is_over = False
        try:
            await self._set_up(child, position)
            began = time.monotonic()
            child.send(f"lz-analyze {'bw'[position.to_move]} 10")
            last: Analysis | None = None
            while (left := began + seconds - time.monotonic()) > 0 or last is None:
                try:
                    line = await child.read(max(left, self.grace if last is None else 0.0))
                except ExternalCrash:
                    raise
                except ExternalError:
                    if last is None:
                        raise
                    break
                found = read_infos(self.game, position, line, limits.lines, time.monotonic() - began, seconds)
                if found is not None:
                    last = found
                    yield last
            await self.ask(child, "999 name", self.grace, mark="=999")
            is_over = True
            yield msgspec.structs.replace(last, progress=1.0, final=True)
        finally:
            if not is_over:
                child.close()

    def _read(self, child: Child, position: Position, text: str) -> int:
        word = text.split()[0] if text.split() else "nothing"
        if word.lower() == "resign":
            # It has given up, but the game goes on: any move will do.
            self._board = None
            return position.legal_moves()[0]
        try:
            move = read_vertex(self.game, word)
        except TextError as error:
            raise ExternalError(
                f"{child.command}: expected a move in {position.text()}, got {word!r}: {error}"
            ) from None
        return checked(child, position, move, word)

    async def _tell_time(self, child: Child, limits: Limits) -> None:
        if limits.seconds is None or limits.seconds == self._seconds:
            return
        self._seconds = limits.seconds
        await self.ask(child, f"time_settings 0 {max(1, ceil(limits.seconds))} 1", is_needed=False)

    async def _set_up(self, child: Child, position: Position) -> None:
        """Bring the program's board to a position: by the moves since the last one if there is a way, else anew."""
        moves = None if self._board is None else moves_between(self._board, position)
        if moves is None:
            columns, rows = size_of(self.game)
            size = f"boardsize {columns}" if columns == rows else f"rectangular_boardsize {columns} {rows}"
            await self.ask(child, size)
            await self.ask(child, "clear_board")
            self._board = self.game.initial()
            moves = moves_between(self._board, position)
        if moves is None:
            await self._place(child, position)
        else:
            at = self._board
            assert at is not None
            for move in moves:
                await self.ask(child, f"play {'bw'[at.to_move]} {vertex_text(self.game, move)}")
                at = at.after(move)
        self._board = position

    async def _place(self, child: Child, position: Position) -> None:
        """Put every stone; in Reversi, where stones turn others, a file has to do."""
        if self.game.name != "reversi":
            for seat, point in stones_in_turn(position):
                await self.ask(child, f"play {'bw'[seat]} {vertex_text(self.game, point)}")
            return
        columns, _ = size_of(self.game)
        stones: list[list[str]] = [[], []]
        for seat, point in stones_in_turn(position):
            row, column = divmod(point, columns)
            stones[seat].append(f"[{_LETTERS[column]}{_LETTERS[row]}]")
        black, white = ("".join(points) for points in stones)
        text = f"(;GM[2]FF[4]SZ[{columns}]AB{black}AW{white}PL[{'BW'[position.to_move]}])"
        with TemporaryDirectory() as folder:
            path = Path(folder, "position.sgf")
            path.write_text(text, encoding="utf-8")
            await self.ask(child, f"loadsgf {path}")


def read_infos(game: Game, position: Position, text: str, lines: int, seconds: float, limit: float) -> Analysis | None:
    """The analysis in a line of ``lz-analyze``, or None if there is none.

    >>> from duiyi import load_game
    >>> game = load_game("nogo")
    >>> text = "info move D4 visits 30 winrate 6000 order 0 pv D4 E5 info move C3 visits 10 winrate 4000 order 1 pv C3"
    >>> found = read_infos(game, game.initial(), text, 2, 0.5, 1.0)
    >>> found.nodes, found.lines[0].rates, [game.move_text(move) for move in found.lines[0].moves]
    (40, (0.6, 0.4), ['D4', 'E5'])
    """
    infos = [info.split() for info in f" {text}".split(" info ")[1:]]
    found: list[tuple[Line, int]] = []
    for words in infos:
        values = dict(itertools.pairwise(words))
        moves: list[int] = []
        at = position
        for vertex in words[words.index("pv") + 1 :] if "pv" in words else [values.get("move", "")]:
            try:
                move = read_vertex(game, vertex)
            except TextError:
                break
            if not at.is_legal(move):
                break
            moves.append(move)
            at = at.after(move)
        number, visits = values.get("winrate", ""), values.get("visits", "0")
        if moves and number.isdecimal() and visits.isdecimal():
            rate = min(1.0, int(number) / 10000)
            rates = (rate, 1.0 - rate) if position.to_move == 0 else (1.0 - rate, rate)
            found.append((Line(moves=tuple(moves), rates=rates), int(visits)))
    if not found:
        return None
    nodes = sum(visits for _, visits in found)
    shared = tuple(msgspec.structs.replace(line, share=visits / max(1, nodes)) for line, visits in found[:lines])
    depth = max(len(line.moves) for line in shared)
    return Analysis(lines=shared, depth=depth, nodes=nodes, seconds=seconds, progress=min(1.0, seconds / limit))
