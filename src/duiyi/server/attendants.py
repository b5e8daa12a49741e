"""What the house does after events: engines move, hints are found, losing moves are marked, win rates shown."""

from __future__ import annotations

import asyncio
import logging

from duiyi import wire
from duiyi.analysis import Analysis, Limits
from duiyi.base import Position
from duiyi.rooms import EngineAnswer, EngineMove, asked
from duiyi.rooms.marks import losing_marks, soon_lost_marks
from duiyi.rooms.state import RoomState
from duiyi.server.config import Config
from duiyi.server.live import Ask, LiveRoom
from duiyi.server.thinking import Thinkers, limits_for
from duiyi.server.times import ServerTime

__all__ = ["Attendants", "hint_frame"]

_log = logging.getLogger("duiyi.server.attendants")
_HINT_SECONDS = 1.0
_LOOK_SECONDS = 0.3
_WARN_SECONDS = 1.5
"""For the answers to all moves together."""


class Attendants:
    """Starts the work that follows from events, always off the event loop, and drops answers that come too late."""

    def __init__(self, config: Config, thinkers: Thinkers, times: ServerTime) -> None:
        self._config = config
        self._thinkers = thinkers
        self._times = times
        self._tasks: set[asyncio.Task[None]] = set()
        self._hints: dict[str, tuple[int, Analysis]] = {}

    def happened(self, live: LiveRoom, events: list[wire.Event]) -> None:
        """See what the latest events ask for."""
        self._ask_engine(live)
        for event in events:
            if isinstance(event, wire.Hinted):
                self._spawn(self._hint(live, event))
            elif isinstance(event, wire.OfferChanged) and event.kind == "draw" and event.offer is not None:
                self._spawn(self._answer_draw(live, event.offer))
        if any(isinstance(event, wire.Started | wire.Moved | wire.TakenBack | wire.Removed) for event in events):
            settings = live.room.state.settings
            if settings.warnings:
                self._spawn(self._warn(live))
            if settings.live_rates and live.watchers:
                self._spawn(self._show_rates(live))

    def _ask_engine(self, live: LiveRoom) -> None:
        """Let the engine of the seat to move think, once for every turn and epoch."""
        state = live.room.state
        wanted: tuple[int, int, int] | None = None
        if state.phase == "playing":
            seat = state.position.to_move
            if not isinstance(state.seats[seat].controller, wire.Person):
                wanted = (state.turn, seat, state.seats[seat].epoch)
        if wanted == live.thinking_about:
            return
        if live.thinking is not None:
            live.thinking.cancel()
        live.thinking_about = wanted
        live.thinking = None if wanted is None else asyncio.create_task(self._think(live, *wanted))

    async def _think(self, live: LiveRoom, turn: int, seat: int, epoch: int) -> None:
        state = live.room.state
        position = state.position

        def limits() -> Limits:
            return limits_for(state, seat, self._times.now(), self._config.engine_seconds)

        began = asyncio.get_running_loop().time()
        controller, who = state.seats[seat].controller, _asker(state, seat)
        move = await self._thinkers.choose(controller, position, limits, who, is_timed=state.clock is not None)
        pace = min(self._config.engine_pace, (limits().seconds or 1.0))
        await asyncio.sleep(max(0.0, pace - (asyncio.get_running_loop().time() - began)))
        live.put(Ask(EngineMove(seat, epoch, turn, position.game.move_text(move))))

    async def _answer_draw(self, live: LiveRoom, offer: wire.Offer) -> None:
        """An engine agrees to a draw when it does not think itself better."""
        state = live.room.state
        turn, position = state.turn, state.position
        seats = [seat for seat in asked(state, offer) if state.seats[seat].owner is None]
        if not seats:
            return
        analysis = await self._thinkers.look(position, _LOOK_SECONDS, _asker(state, offer.seat))
        for seat in seats:
            accept = analysis is not None and bool(analysis.lines) and analysis.rates[seat] <= 0.5
            live.put(Ask(EngineAnswer(seat, turn, accept)))

    async def _hint(self, live: LiveRoom, event: wire.Hinted) -> None:
        """Find the move once, and show as much of it as was asked for."""
        state = live.room.state
        position, key = state.position, f"{live.code}:{event.seat}"
        known = self._hints.get(key)
        analysis = known[1] if known is not None and known[0] == event.turn else None
        if analysis is None:
            analysis = await self._thinkers.look(position, _HINT_SECONDS, _asker(state, event.seat))
        if analysis is not None and analysis.lines and live.room.state.turn == event.turn:
            if len(self._hints) > 1000:
                self._hints.clear()
            self._hints[key] = (event.turn, analysis)
            live.send_to_owner(event.seat, hint_frame(live.code, event, position, analysis))

    async def _warn(self, live: LiveRoom) -> None:
        state = live.room.state
        seat, turn = state.position.to_move, state.turn
        if state.phase != "playing" or not state.is_played_by_person(seat):
            return
        position = state.position
        marks = await asyncio.to_thread(losing_marks, position)
        if marks and live.room.state.turn == turn:
            live.send_to_owner(seat, wire.WarningsFrame(live.code, turn, marks))
        lost = await self._thinkers.refuted(position, _WARN_SECONDS, _asker(state, seat))
        soon = soon_lost_marks(position, lost)
        known = {mark.cell for mark in marks}
        if soon and live.room.state.turn == turn:
            more = tuple(mark for mark in soon if mark.cell not in known)
            live.send_to_owner(seat, wire.WarningsFrame(live.code, turn, (*marks, *more)))

    async def _show_rates(self, live: LiveRoom) -> None:
        state = live.room.state
        turn = state.turn
        if state.phase == "playing":
            analysis = await self._thinkers.look(state.position, _LOOK_SECONDS, only_if_idle=True)
            if analysis is not None and analysis.lines and live.room.state.turn == turn:
                live.send_to_watchers(wire.RatesFrame(live.code, turn, analysis.rates))

    def _spawn(self, work: object) -> None:
        task = asyncio.ensure_future(_noted(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _asker(state: RoomState, seat: int) -> str:
    """On whose account an engine thinks: the seat's owner's, else the host's."""
    user = state.seats[seat].owner or state.host
    return user.id if user is not None else state.code


def hint_frame(code: str, event: wire.Hinted, position: Position, analysis: Analysis) -> wire.HintFrame:
    """As much of the best move as a step shows: an area, the piece or a smaller area, the move."""
    game, move = position.game, analysis.best
    path = position.path(move)
    words = wire.Words(*game.move_words(move)) if not path or event.step == 3 else None
    if event.step == 3 or not path:
        return wire.HintFrame(code, event.turn, event.step, path, game.move_text(move), words)
    cells = {cell.id: cell.neighbours for cell in game.shape().cells}
    near = {path[-1], *cells[path[-1]]}
    if event.step == 1:
        near |= {further for cell in tuple(near) for further in cells[cell]}
    shown = (path[0],) if event.step == 2 and len(path) > 1 else tuple(sorted(near))
    return wire.HintFrame(code, event.turn, event.step, shown)


async def _noted(work: object) -> None:
    """Such work may fail without harm to the game, but not unseen."""
    try:
        await work  # type: ignore[misc]
    except asyncio.CancelledError:
        raise
    except Exception as error:
        _log.warning("%s: %s", type(error).__name__, error)
