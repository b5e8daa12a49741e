"""`Match`: players meet over many games, fairly, and the report says what that has shown.

>>> from duiyi.arena import Match
>>> from duiyi.analysis import Limits
>>> report = Match("nogo(size=4)", ["minimax(depth=2)", "greedy"], games=2, limits=Limits(nodes=200)).run()
>>> report.games, report.wins + report.draws + report.losses
(2, 2)
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from duiyi.analysis import Limits
from duiyi.arena.conditions import Adjudication, Conditions, Opening, Played
from duiyi.arena.contenders import Contender, close_player, is_level, load_contender, names_of, ticket_of
from duiyi.arena.log import GameLog, Heading
from duiyi.arena.openings import generate_openings, opening_plies
from duiyi.arena.playing import opening_position
from duiyi.arena.report import Report, Scoreboard
from duiyi.arena.runners import LocalRunner, ProcessRunner, Runner
from duiyi.arena.saving import save_game
from duiyi.arena.schedule import Appointment, lineups, plan
from duiyi.arena.sprt import Sprt
from duiyi.arena.worker import Job
from duiyi.base import Game, RulesError
from duiyi.games.registry import load_game

__all__ = ["Match", "Progress"]


class Progress:
    """What a match tells after every game: the game, how far it is, and on request the report so far."""

    def __init__(self, played: Played | None, done: int, total: int, scoreboard: Scoreboard) -> None:
        self.played, self.done, self.total = played, done, total
        self._scoreboard = scoreboard

    def report(self) -> Report:
        """The report so far; it takes a few milliseconds, so ask no more often than somebody looks."""
        return self._scoreboard.report()


class Match:
    """Games between players from balanced openings, each opening once with every seating.

    `players` are specs, functions that make a player for a game, or players; `games` is the number for each lineup (two
    players: for the match). `limits` holds for every move, except for levels, which have their own. Specs and
    module-level functions play in worker processes, `concurrency` of them, and everything else in this process. With
    `resume` every finished game is appended to that file, and games already there are not played again. With
    `records` every game is saved into that folder. `anchor` is the player whose rating is 0 in the standings.

    >>> match = Match("reversi", ["alphabeta", "greedy"], games=10, stop=Sprt(0, 50))
    >>> match.names
    ('alphabeta', 'greedy')
    """

    def __init__(
        self,
        game: Game | str,
        players: Sequence[Contender],
        games: int = 100,
        limits: Limits | None = None,
        openings: Sequence[Opening | str] | None = None,
        stop: Sprt | None = None,
        *,
        pairing: str | Sequence[tuple[int, ...]] = "gauntlet",
        anchor: int = 0,
        concurrency: int = 1,
        seed: int = 0,
        adjudication: Adjudication | None = None,
        grace: float = 1.0,
        patience: float = 600.0,
        records: str | Path | None = None,
        resume: str | Path | None = None,
        processes: bool | None = None,
    ) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.names = names_of(players)
        self.games, self.stop, self.concurrency, self.anchor = games, stop, concurrency, anchor
        for name, value in (("games", games), ("concurrency", concurrency)):
            if value < 1:
                raise ValueError(f"{name}: expected 1 or more, got {value}")
        if limits is not None and limits.clocks is not None and len(limits.clocks) != self.game.seats:
            raise ValueError(f"clocks: expected one for each of {self.game.seats} seats, got {len(limits.clocks)}")
        self.conditions = Conditions(
            limits=limits or Limits(),
            unlimited=tuple(place for place, player in enumerate(players) if is_level(player)),
            adjudication=adjudication or Adjudication(),
            seed=seed,
            grace=grace,
            patience=patience,
        )
        if isinstance(pairing, str):
            self.lineups = lineups(len(players), self.game.seats, pairing)
        else:
            self.lineups = [tuple(lineup) for lineup in pairing]
        self._pairing = pairing if isinstance(pairing, str) else repr(self.lineups)
        self._players = tuple(players)
        self._openings = _Openings(self.game, seed, openings)
        self._records = None if records is None else Path(records)
        self._resume = resume
        self._tickets = [ticket for ticket in map(ticket_of, players) if ticket is not None]
        movable = len(self._tickets) == len(players) and type(self.game).__module__ != "__main__"
        if processes and not movable:
            raise ValueError("processes: expected specs and module-level functions as players, got objects")
        self._processes = movable if processes is None else processes

    @property
    def total(self) -> int:
        """How many games will be played unless a test stops the match before."""
        return self.games * len(self.lineups)

    def run(self, progress: Callable[[Progress], None] | None = None) -> Report:
        """Play and report."""
        return asyncio.run(self.run_async(progress))

    async def run_async(self, progress: Callable[[Progress], None] | None = None) -> Report:
        """The same inside an event loop; `progress` is called when the match begins and after every game."""
        await self._check_players()
        log = None if self._resume is None else GameLog(self._resume, self._heading())
        try:
            return await _Run(self, log, progress).run()
        finally:
            if log is not None:
                log.close()

    def runner(self) -> Runner:
        """A place where one game at a time is played."""
        if self._processes:
            return ProcessRunner(self.game, self._tickets, self.names, self.conditions)
        return LocalRunner(self.game, self._players, self.names, self.conditions)

    async def opening(self, number: int) -> Opening:
        """The opening of a round."""
        return await self._openings.at(number)

    def save(self, played: Played) -> None:
        """Put a game into the folder for records, if there is one."""
        if self._records is not None:
            save_game(self._records, self.game, self.names, played)

    async def _check_players(self) -> None:
        """Meet a wrong spec before the first game, not in it."""
        for player in self._players:
            if isinstance(player, str):
                await close_player(load_contender(player, self.game))

    def _heading(self) -> Heading:
        return Heading(
            game=self.game.spec,
            players=self.names,
            pairing=self._pairing,
            conditions=self.conditions,
            openings=self._openings.name,
        )


class _Openings:
    """Openings by round: the given ones in a circle, or generated as they are needed."""

    def __init__(self, game: Game, seed: int, given: Sequence[Opening | str] | None) -> None:
        self._known: list[Opening] = []
        self._more: Iterator[Opening] = iter(())
        self._lock = asyncio.Lock()
        if given is None:
            self.name = f"generated(plies={opening_plies(game)},seed={seed})"
            self._more = generate_openings(game, seed)
            return
        self._known = [Opening(one) if isinstance(one, str) else one for one in given]
        if not self._known:
            raise ValueError("openings: expected one or more, got none")
        for opening in self._known:
            if opening_position(game, opening).outcome() is not None:
                raise RulesError(f"opening: expected a game that goes on, got {opening.moves or opening.start!r}")
        self.name = hashlib.sha256(msgspec.json.encode(self._known)).hexdigest()[:16]

    async def at(self, number: int) -> Opening:
        async with self._lock:
            while number >= len(self._known):
                found = await asyncio.to_thread(next, self._more, None)
                if found is None:
                    break
                self._known.append(found)
        return self._known[number % len(self._known)] if self._known else Opening()


class _Run:
    """One run of a match: what is done, what is left, and whether to stop."""

    def __init__(self, match: Match, log: GameLog | None, progress: Callable[[Progress], None] | None) -> None:
        self._match, self._log, self._progress = match, log, progress
        self._board = Scoreboard(match.game.spec, match.names, match.lineups, match.stop, match.anchor)
        self._stopped = asyncio.Event()
        appointments = list(plan(match.lineups, match.game.seats, match.games))
        wanted = {one.key for one in appointments}
        played = [game for game in (log.games if log else ()) if game.key in wanted]
        # A pair that was torn apart is finished with the opening it began with.
        self._begun = {(game.lineup, game.round): game.opening for game in played}
        for game in played:
            self._board.add(game)
        done = {game.key for game in played}
        self._left = iter([one for one in appointments if one.key not in done])
        self._slots = min(match.concurrency, len(appointments) - len(done))

    async def run(self) -> Report:
        self._tell(None)
        if not self._is_decided():
            await self._play()
        return self._board.report()

    async def _play(self) -> None:
        slots = [asyncio.create_task(self._slot()) for _ in range(self._slots)]
        stopped = asyncio.create_task(self._stopped.wait())
        waiting: set[asyncio.Task[object]] = {*slots, stopped}
        try:
            while not self._stopped.is_set() and waiting != {stopped}:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in (*slots, stopped):
                task.cancel()
            await asyncio.gather(*slots, stopped, return_exceptions=True)

    async def _slot(self) -> None:
        runner = self._match.runner()
        try:
            for appointment in self._left:
                opening = await self._opening(appointment)
                self._finish(await runner.play(Job(appointment=appointment, opening=opening)))
        finally:
            await runner.close()

    async def _opening(self, appointment: Appointment) -> Opening:
        begun = self._begun.get((appointment.lineup, appointment.round))
        return begun if begun is not None else await self._match.opening(appointment.round)

    def _finish(self, played: Played) -> None:
        if self._stopped.is_set():
            return
        self._match.save(played)
        if self._log is not None:
            self._log.append(played)
        self._board.add(played)
        self._tell(played)
        if self._is_decided():
            self._stopped.set()

    def _is_decided(self) -> bool:
        state = self._board.sprt()
        return state is not None and state.verdict is not None

    def _tell(self, played: Played | None) -> None:
        if self._progress is not None:
            self._progress(Progress(played, self._board.done, self._match.total, self._board))
