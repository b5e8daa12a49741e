"""UCI and UCCI programs for Xiangqi."""

from __future__ import annotations

import itertools
import time
from collections.abc import AsyncIterator
from contextlib import suppress

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Position, TextError
from duiyi.engines.external_dialect import Dialect, checked, rate_of
from duiyi.engines.external_process import Child, ExternalCrash, ExternalError
from duiyi.engines.external_xiangqi import Ranks
from duiyi.games.native import NativePosition

__all__ = ["Ucci", "Uci"]

_LATE = 0.15  # seconds after which a search that should have ended is told to stop
_STOPPING = 2.0
_PATIENCE = 3600.0  # seconds for a search that nodes or depth limit
_HORSE = 290.0  # hundredths of a man for the 100 that UCCI gives a horse or a cannon
_UCCI_MATE = 9000


class Uci(Dialect):
    """A program that answers ``uci``."""

    hello, ready = "uci", "uciok"

    def _start(self) -> None:
        self.known: dict[str, str] = {}
        """Announced options: the name in lower case with underlines, and as the program writes it."""
        self.ranks = Ranks()
        self.set_to: dict[str, str] = {}

    async def greet(self, child: Child) -> None:
        self._start()
        child.send(self.hello)
        for line in await self.until(child, self.ready, self.handshake):
            self._learn(line)
        self._choose_variant(child)
        for name, value in self.options.items():
            if name != "ranks":
                self._set(child, name, value)
        if self.options.get("ranks") in ("0-9", "1-10"):
            self.ranks = Ranks(self.options["ranks"] == "1-10", is_fixed=True)
        self._new_game(child)
        child.send("isready")
        await self.until(child, "readyok", self.handshake)

    def _learn(self, line: str) -> None:
        words = line.split()
        if words[:2] == ["option", "name"] and "type" in words:
            name = " ".join(words[2 : words.index("type")])
            self.known[name.lower().replace(" ", "_")] = name
            if name == "UCI_Variant" and "xiangqi" in words and words[words.index("type") + 2 :][1:2] != ["xiangqi"]:
                self.ranks = Ranks(is_one_based=True)  # a program of many variants counts ranks from 1

    def _choose_variant(self, child: Child) -> None:
        if self.ranks.is_one_based:
            child.send("setoption name UCI_Variant value xiangqi")

    def _new_game(self, child: Child) -> None:
        child.send("ucinewgame")

    def _set(self, child: Child, name: str, value: str) -> None:
        written = self.known.get(name.lower().replace(" ", "_"))
        if written is None:
            raise ExternalError(f"{child.command}: expected an option of the program, got {name!r}")
        if self.set_to.get(written) != value:
            self.set_to[written] = value
            child.send(self._option(written, value))

    def _option(self, name: str, value: str) -> str:
        return f"setoption name {name} value {value}"

    def _adjust(self, child: Child, limits: Limits) -> None:
        for name, value in (("threads", limits.threads), ("multipv", limits.lines)):
            written = self.known.get(name)
            if (
                written is not None
                and name not in map(str.lower, self.options)
                and self.set_to.get(written, "1") != str(value)
            ):
                self._set(child, name, str(value))

    def _go(self, limits: Limits) -> str:
        words = ["go"]
        if limits.seconds is not None:
            words += ["movetime", str(max(1, round(1000 * limits.seconds)))]
        if limits.nodes is not None:
            words += ["nodes", str(limits.nodes)]
        if limits.depth is not None:
            words += ["depth", str(limits.depth)]
        return " ".join(words)

    async def search(self, child: Child, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        self._adjust(child, limits)
        child.send(self._position(position))
        child.send(self._go(limits))
        began = time.monotonic()
        lines: dict[int, Line] = {}
        numbers = {"depth": 0, "nodes": 0}
        is_told, is_over = False, False
        try:
            while True:
                spent = time.monotonic() - began
                wait = _PATIENCE
                if limits.seconds is not None:
                    wait = limits.seconds + (self.grace if is_told else _LATE) - spent
                try:
                    text = await child.read(max(0.0, wait))
                except ExternalCrash:
                    is_over = True
                    raise
                except ExternalError:
                    if is_told or limits.seconds is None:
                        is_over = True  # it does not listen: there is nothing to wait for
                        raise
                    is_told = True
                    child.send("stop")
                    continue
                words = text.split()
                if words[:1] in (["bestmove"], ["nobestmove"]):
                    is_over = True
                    yield self._final(child, position, words, lines, numbers, time.monotonic() - began)
                    return
                if words[:1] == ["info"] and self._read_info(position, words, lines, numbers) and self.is_due():
                    yield _analysis(lines, numbers, time.monotonic() - began, limits, final=False)
        finally:
            if not is_over:
                await self._stop(child)

    async def _stop(self, child: Child) -> None:
        """Bring a program that is still thinking to its senses, or end it."""
        try:
            child.send("stop")
            while (await child.read(_STOPPING)).split()[:1] not in (["bestmove"], ["nobestmove"]):
                pass
        except ExternalError:
            child.close()

    def _position(self, position: Position) -> str:
        assert isinstance(position, NativePosition)
        start, moves = position.native.start_text(), position.native.history()
        text = position.text() if start is None else start
        words = ["position", "fen", text]
        if start is not None and moves:
            words += ["moves", *(self.ranks.write(self.game, move) for move in moves)]
        return " ".join(words)

    def _final(
        self,
        child: Child,
        position: Position,
        words: list[str],
        lines: dict[int, Line],
        numbers: dict[str, int],
        seconds: float,
    ) -> Analysis:
        text = words[1] if len(words) > 1 else "nothing"
        try:
            move = self.ranks.read(self.game, text)
        except TextError as error:
            raise ExternalError(
                f"{child.command}: expected a move in {position.text()}, got {text!r}: {error}"
            ) from None
        checked(child, position, move, text)
        best = lines.get(1)
        if best is None or best.moves[0] != move:
            others = [line for number, line in sorted(lines.items()) if number != 1 and line.moves[0] != move]
            found = next((line for line in lines.values() if line.moves[0] == move), None)
            head = found or Line(moves=(move,), rates=best.rates if best is not None else (0.5, 0.5))
            lines = dict(enumerate([head, *others], 1))
        return _analysis(lines, numbers, seconds, None, final=True)

    def _read_info(self, position: Position, words: list[str], lines: dict[int, Line], numbers: dict[str, int]) -> bool:
        """Take one ``info``; says whether a line of play was in it."""
        values = _numbers(words)
        numbers.update({name: value for name, value in values.items() if name in numbers})
        if "pv" not in words or "score" not in words:
            return False
        moves = self._line(position, words[words.index("pv") + 1 :])
        if not moves:
            return False
        score, end_in = self._score(words)
        rate = rate_of(score) if end_in is None else float(end_in > 0)
        chances = _chances(words)
        if chances is not None:
            rate = chances
        rates = (rate, 1 - rate) if position.to_move == 0 else (1 - rate, rate)
        lines[values.get("multipv", 1)] = Line(moves=tuple(moves), rates=rates, score=score, end_in=end_in)
        return True

    def _line(self, position: Position, words: list[str]) -> list[int]:
        """The legal beginning of a line of play."""
        moves: list[int] = []
        with suppress(TextError):
            for word in words:
                move = self.ranks.read(self.game, word)
                if not position.is_legal(move):
                    break
                position = position.after(move)
                moves.append(move)
        return moves

    def _score(self, words: list[str]) -> tuple[float, int | None]:
        """The score in hundredths of a man, and the plies to a mate."""
        kind, value = words[words.index("score") + 1 :][:2] if len(words) > words.index("score") + 2 else ("cp", "0")
        number = _integer(value) or 0
        if kind == "mate":
            return 30000.0 if number > 0 else -30000.0, 2 * number - 1 if number > 0 else 2 * number or -1
        return float(number), None


class Ucci(Uci):
    """A program that answers ``ucci``."""

    hello, ready = "ucci", "ucciok"

    def _learn(self, line: str) -> None:
        words = line.split()
        if words[:1] == ["option"] and len(words) > 1:
            self.known[words[1].lower()] = words[1]

    def _choose_variant(self, child: Child) -> None:
        # Some count in milliseconds without announcing it: then the spec has to say so.
        is_told = self.options.pop("usemillisec", "") == "true"
        if "usemillisec" in self.known:
            self._set(child, "usemillisec", "true")
        self._unit = 0.001 if is_told or "usemillisec" in self.known else 1.0

    def _new_game(self, child: Child) -> None:
        if "newgame" in self.known:
            child.send("setoption newgame")

    def _option(self, name: str, value: str) -> str:
        return f"setoption {name} {value}"

    def _go(self, limits: Limits) -> str:
        # One limit alone can be told; the time is kept by ``stop`` in any case.
        if limits.depth is not None:
            return f"go depth {limits.depth}"
        if limits.nodes is not None:
            return f"go nodes {limits.nodes}"
        assert limits.seconds is not None
        return f"go time {max(1, round(limits.seconds / self._unit))} movestogo 1"

    def _score(self, words: list[str]) -> tuple[float, int | None]:
        place = words.index("score") + 1
        if words[place : place + 1] in (["cp"], ["mate"]):
            return super()._score(words)
        number = _integer(words[place]) if place < len(words) else 0
        score = number or 0
        if abs(score) > _UCCI_MATE:
            return (30000.0, 1) if score > 0 else (-30000.0, -1)
        return score * _HORSE / 100, None


def _analysis(
    lines: dict[int, Line], numbers: dict[str, int], seconds: float, limits: Limits | None, *, final: bool
) -> Analysis:
    progress = 1.0
    if limits is not None and not final:
        shares = [seconds / limits.seconds] if limits.seconds else [0.0]
        shares += [numbers["nodes"] / limits.nodes] if limits.nodes else []
        progress = min(1.0, max(shares))
    return Analysis(
        lines=tuple(line for _, line in sorted(lines.items())),
        depth=numbers["depth"],
        nodes=numbers["nodes"],
        seconds=seconds,
        progress=progress,
        final=final,
    )


def _numbers(words: list[str]) -> dict[str, int]:
    pairs = itertools.pairwise(words)
    return {name: number for name, value in pairs if (number := _integer(value)) is not None}


def _chances(words: list[str]) -> float | None:
    if "wdl" not in words:
        return None
    values = [_integer(word) for word in words[words.index("wdl") + 1 :][:3]]
    if len(values) < 3 or None in values:
        return None
    win, draw, loss = (value or 0 for value in values)
    return (win + draw / 2) / max(1, win + draw + loss)


def _integer(text: str) -> int | None:
    body = text.removeprefix("-")
    return int(text) if body.isascii() and body.isdecimal() and len(body) < 16 else None
