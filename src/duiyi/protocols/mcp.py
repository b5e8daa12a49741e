"""Tools for language models: the Model Context Protocol, on the official SDK.

>>> import asyncio
>>> from mcp import Client
>>> async def names():
...     async with Client(make_server()) as client:
...         return sorted(tool.name for tool in (await client.list_tools()).tools)
>>> asyncio.run(names())[:5]
['analyse', 'explain_move', 'import_record', 'join_room', 'list_games']
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from duiyi import wire
from duiyi.analysis import Analysis, Limits
from duiyi.base import GameOver, IllegalMove, Position, RulesError, TextError
from duiyi.engines import load_engine
from duiyi.engines.sync import last_analysis
from duiyi.games.registry import game_classes, load_game
from duiyi.protocols.mcp_tables import OwnTables, TableError, Tables
from duiyi.protocols.mcp_text import analysis_text, position_text, room_text
from duiyi.records.formats import read_each
from duiyi.records.record import advance
from duiyi.spec import SpecError, parse_spec

__all__ = ["Tools", "make_server"]

T = TypeVar("T")
_INSTRUCTIONS = """\
Board games of the Duiyi academy: Chinese Checkers, NoGo, Reversi, Xiangqi, Gomoku. Start a room against an engine with
start_room, look at it with show_board, move with play (a move text such as f5 or h2e2, as listed under legal moves).
analyse and explain_move take a room, or a game with moves or a position text."""
_ERRORS = (TableError, RulesError, TextError, SpecError, IllegalMove, GameOver)
_LONGEST_SECONDS = 30.0
_PAUSE = 0.2
_FORBIDDEN = "external"


def make_server(tables: Tables | None = None, wait: float = 20.0) -> MCPServer:
    """The tools, for tables of this process or of a server; `wait` is how long a move waits for the others' answers."""
    tools = Tools(tables or OwnTables(), wait)
    server = MCPServer("duiyi", title="Duiyi 对弈", instructions=_INSTRUCTIONS, log_level="WARNING")
    for tool in (
        tools.list_games,
        tools.list_rooms,
        tools.start_room,
        tools.join_room,
        tools.show_board,
        tools.play,
        tools.resign,
        tools.analyse,
        tools.explain_move,
        tools.import_record,
    ):
        server.tool()(tool)
    return server


class Tools:
    """What a model can do. The docstrings are what it reads."""

    def __init__(self, tables: Tables, wait: float) -> None:
        self._tables = tables
        self._wait = wait

    async def list_games(self) -> str:
        """List the games, their options and the kinds of engines."""
        rows = []
        for game in game_classes().values():
            options = "; ".join(f"{option.name}={'|'.join(map(str, option.choices))}" for option in game.options)
            rows.append(f"{game.name}: {game.title.en} {game.title.zh}" + (f" ({options})" if options else ""))
        engines = "Engines: level(1) to level(12), greedy, minimax(depth=3), alphabeta, mcts, champion."
        return "\n".join([*rows, 'A game is named by a spec, e.g. reversi or "gomoku(size=15,rule=renju)".', engines])

    async def list_rooms(self) -> str:
        """List the rooms that can be joined or watched."""
        cards = await _told(self._tables.rooms())
        lines = []
        for card in cards:
            free = _free(card.seats)
            head = f"{card.room}: {card.settings.game}, {card.phase}, {card.ply} moves"
            lines.append(f"{head}, free seats: {free or 'none'}")
        return "\n".join(lines) or "There are no rooms; start one with start_room."

    async def start_room(self, game: str, seat: int = 0, opponent: str = "level(5)") -> str:
        """Open a room of a game, sit down on a seat, and let an engine (or "open": whoever comes) take the others."""
        _check_engine(opponent)
        try:
            seats = load_game(game).seats
        except RulesError as error:
            raise ToolError(str(error)) from None
        if not 0 <= seat < seats:
            raise ToolError(f"expected a seat from 0 to {seats - 1}, got {seat}")
        other = wire.SeatPlan() if opponent == "open" else wire.SeatPlan("engine", wire.AI(opponent))
        plans = tuple(wire.SeatPlan("me") if number == seat else other for number in range(seats))
        room = await _told(self._tables.open(wire.Settings(game=game), plans))
        return await self._shown(room)

    async def join_room(self, room: str, seat: int = -1) -> str:
        """Sit down in a room (on the first free seat unless one is named) and say that you are ready."""
        found = await _told(self._tables.look(room))
        free = _free(found.seats)
        if not found.you.seats:
            if not free:
                raise ToolError(f"expected a free seat in room {room}, there is none")
            await _told(self._tables.ask(wire.Sit, found.room, seat=seat if seat >= 0 else free[0]))
        await _told(self._tables.ask(wire.Ready, found.room))
        return await self._shown(found.room)

    async def show_board(self, room: str) -> str:
        """Show a room: the board as text, who sits where, whose turn it is, the legal moves."""
        return room_text(await _told(self._tables.look(room)))

    async def play(self, room: str, move: str) -> str:
        """Play a move in a room, wait for the others' answers, and show the board."""
        found = await _told(self._tables.look(room))
        await _told(self._tables.ask(wire.Play, found.room, base=found.turn, move=move))
        return await self._shown(found.room)

    async def resign(self, room: str) -> str:
        """Give the game up."""
        await _told(self._tables.ask(wire.Resign, room))
        return room_text(await _told(self._tables.look(room)))

    async def analyse(
        self,
        room: str = "",
        game: str = "",
        moves: str = "",
        position: str = "",
        engine: str = "champion",
        seconds: float = 1.0,
        lines: int = 3,
    ) -> str:
        """Ask an engine for its best lines in a room, or after the moves of a game, or in a position's text."""
        here = await self._position(room, game, moves, position)
        return f"{position_text(here)}\n{analysis_text(here, await _look(here, engine, seconds, lines))}"

    async def explain_move(
        self,
        move: str,
        room: str = "",
        game: str = "",
        moves: str = "",
        position: str = "",
        engine: str = "champion",
        seconds: float = 1.0,
    ) -> str:
        """Say whether a move is legal, what an engine thinks of it, and what it would play instead."""
        here = await self._position(room, game, moves, position)
        try:
            chosen = here.game.parse_move(move)
        except TextError as error:
            raise ToolError(str(error)) from None
        why = here.why_illegal(chosen)
        if why is not None:
            return f"{move} is not legal: {why.words.en}."
        best, after = await _look(here, engine, seconds, 1), here.after(chosen)
        outcome = after.outcome()
        seat, name = here.to_move, here.game.seat_words(here.to_move).en
        answer = None if outcome is not None else await _look(after, engine, seconds, 1)
        rate = outcome.scores[seat] if outcome is not None else answer.rates[seat] if answer is not None else 0.0
        told = [f"{here.game.move_text(chosen)} by {name}: {100 * rate:.0f} % for {name} after it."]
        if outcome is not None:
            told.append(f"It ends the game: {outcome.words.en}.")
        if best.best == chosen:
            told.append(f"The engine would play the same:\n{analysis_text(here, best)}")
        else:
            told.append(f"It costs {max(0.0, 100 * (best.rates[seat] - rate)):.0f} points. The engine prefers:")
            told.append(analysis_text(here, best))
        if answer is not None:
            told.append(f"The expected answer:\n{analysis_text(after, answer)}")
        return "\n".join(told)

    async def import_record(self, text: str, name: str = "game.txt") -> str:
        """Read a game record (SGF, PGN, GGF, Othello transcripts, ... by the name's suffix or the text itself)."""
        try:
            records, errors = await asyncio.to_thread(read_each, text.encode(), name)
        except ValueError as error:
            raise ToolError(str(error)) from None
        if not records:
            raise ToolError(str(errors[0]) if errors else "expected a game, found none")
        told = [f"{len(records)} games read, {len(errors)} refused."] if len(records) + len(errors) > 1 else []
        for record in records[:20]:
            names = " - ".join(record.header.names) if record.header.names else "unknown players"
            end = f"; {record.outcome.reason}, scores {list(record.outcome.scores)}" if record.outcome else ""
            told.append(f"{record.game}: {names}{end}\nmoves: {' '.join(record.mainline)}")
        last = list(records[0].positions())[-1]
        return "\n".join([*told, *(str(error) for error in errors[:5]), position_text(last)])

    async def _shown(self, room: str) -> str:
        """The room, once it is our turn, or the game is over, or it takes too long."""
        deadline = time.monotonic() + self._wait
        while True:
            found = await _told(self._tables.look(room))
            is_waiting = found.phase == "playing" and found.position is not None
            if not is_waiting or found.position is None or found.position.to_move in found.you.seats:
                return room_text(found)
            if time.monotonic() > deadline:
                return f"{room_text(found)}\nThe others think; look again with show_board."
            await asyncio.sleep(_PAUSE)

    async def _position(self, room: str, game: str, moves: str, text: str) -> Position:
        try:
            if room:
                found = await self._tables.look(room)
                rules = load_game(found.settings.game)
                here = rules.initial() if found.position is None else rules.position(found.position.text)
            else:
                rules = load_game(game)
                here = rules.position(text) if text else rules.initial()
            for move in moves.split():
                here = advance(here, move)
        except _ERRORS as error:
            raise ToolError(str(error)) from None
        if here.outcome() is not None:
            raise ToolError("the game is over in this position")
        return here


async def _look(position: Position, engine: str, seconds: float, lines: int) -> Analysis:
    """What an engine thinks, within bounds."""
    _check_engine(engine)
    limits = Limits(seconds=max(0.05, min(_LONGEST_SECONDS, seconds)), lines=max(1, min(10, lines)))
    try:
        found = load_engine(engine, position.game)
        try:
            return await last_analysis(found, position, limits)
        finally:
            await found.close()
    except _ERRORS as error:
        raise ToolError(str(error)) from None


def _check_engine(spec: str) -> None:
    """A model may choose an engine, not a command of this machine: programs only by the name in the user's file."""
    try:
        parsed = parse_spec(spec)
    except SpecError as error:
        raise ToolError(str(error)) from None
    if parsed.name == _FORBIDDEN and set(parsed.options) != {"name"}:
        raise ToolError("expected an engine such as level(5) or champion; programs are named by external(name=...)")


async def _told(work: Awaitable[T]) -> T:
    """What was asked for; a refusal becomes words for the model."""
    try:
        return await work
    except _ERRORS as error:
        raise ToolError(str(error)) from None


def _free(seats: tuple[wire.Seat, ...]) -> list[int]:
    return [n for n, seat in enumerate(seats) if seat.owner is None and isinstance(seat.controller, wire.Person)]
