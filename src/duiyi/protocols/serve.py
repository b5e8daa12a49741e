"""Which protocols there are, and how a conversation in one of them is started."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from duiyi.base import Game
from duiyi.games.registry import load_game
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import Session
from duiyi.spec import SpecError

__all__ = ["PROTOCOLS", "converse", "open_session", "protocols_of", "serve"]


@dataclass(frozen=True)
class Protocol:
    """Where a protocol lives and what it is spoken for."""

    module: str
    session: str
    games: tuple[str, ...]
    """The games it has words for; none: all of them."""


PROTOCOLS: dict[str, Protocol] = {
    "uci": Protocol("uci", "Uci", ("xiangqi",)),
    "ucci": Protocol("ucci", "Ucci", ("xiangqi",)),
    "xboard": Protocol("xboard", "XBoard", ("xiangqi",)),
    "gtp": Protocol("gtp", "Gtp", ("nogo", "reversi", "gomoku")),
    "gomocup": Protocol("gomocup", "Gomocup", ("gomoku",)),
    "nboard": Protocol("nboard", "NBoard", ("reversi",)),
    "botzone": Protocol("botzone", "Botzone", ("nogo", "reversi", "gomoku", "xiangqi", "chinese_checkers")),
    "json": Protocol("json_lines", "JsonLines", ()),
}
"""Every protocol by the name that the command line uses."""

# Hosts of Xiangqi say in their first line which of these they speak; one command serves them all.
_SIBLINGS = ("uci", "ucci", "xboard")


def protocols_of(game: Game) -> list[str]:
    """The protocols that have words for a game.

    >>> from duiyi import load_game
    >>> protocols_of(load_game("reversi"))
    ['gtp', 'nboard', 'botzone', 'json']
    """
    return [name for name, protocol in PROTOCOLS.items() if not protocol.games or game.name in protocol.games]


def open_session(name: str, game: Game, mind: Mind, write: Callable[[str], None]) -> Session:
    """The session of a protocol; raises `SpecError` for one that cannot speak of the game.

    >>> from duiyi import load_game
    >>> import asyncio
    >>> game = load_game("xiangqi")
    >>> said = []
    >>> async def talk():
    ...     async def lines():
    ...         yield "isready"
    ...     await open_session("uci", game, Mind(game), said.append).run(lines())
    >>> asyncio.run(talk())
    >>> said
    ['readyok']
    """
    known = protocols_of(game)
    if name not in known:
        raise SpecError(f"protocol: expected one of {', '.join(known)} for {game.name}, got {name[:40]!r}")
    protocol = PROTOCOLS[name]
    session = getattr(importlib.import_module(f"duiyi.protocols.{protocol.module}"), protocol.session)
    made = session(game, mind, write)
    assert isinstance(made, Session)
    return made


async def serve(
    name: str,
    game: Game,
    mind: Mind,
    lines: AsyncIterator[str],
    write: Callable[[str], None],
    *,
    workers: int = 1,
    keep_running: bool = False,
) -> None:
    """Serve one host until it is done. `workers` is for ``json``, `keep_running` for ``botzone``.

    >>> import asyncio
    >>> from duiyi import load_game
    >>> game = load_game("xiangqi")
    >>> said = []
    >>> async def lines():
    ...     for line in ("ucci", "quit"):
    ...         yield line
    >>> asyncio.run(serve("uci", game, Mind(game), lines(), said.append))
    >>> said[-2:]
    ['ucciok', 'bye']
    """
    first: list[str] = []
    if name in _SIBLINGS:
        async for line in lines:
            first.append(line)
            if line.strip():
                break
        name = next((line.strip() for line in first if line.strip() in _SIBLINGS), name)
    session = open_session(name, game, mind, write)
    session.workers, session.keeps_running = workers, keep_running
    await session.run(_joined(first, lines))


def converse(name: str, game: str, *lines: str, engine: str = "champion") -> list[str]:
    """All that an engine says to some lines: for scripts, examples and tests.

    >>> converse("gtp", "nogo", "protocol_version")
    ['= 2\\n']
    """
    rules = load_game(game)
    said: list[str] = []

    async def talk() -> None:
        async def sent() -> AsyncIterator[str]:
            for line in lines:
                yield line

        await serve(name, rules, Mind(rules, engine), sent(), said.append)

    asyncio.run(talk())
    return said


async def _joined(first: list[str], rest: AsyncIterator[str]) -> AsyncIterator[str]:
    for line in first:
        yield line
    async for line in rest:
        yield line
