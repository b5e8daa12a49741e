"""One game between players, from the opening to the outcome; whoever fails loses it."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence

import msgspec

from duiyi.analysis import Engine, Limits, Player
from duiyi.arena.conditions import Adjudication, Conditions, Fault, Opening, Played
from duiyi.arena.schedule import Appointment
from duiyi.base import Game, Move, Outcome, Position
from duiyi.engines import load_engine
from duiyi.engines.sync import last_analysis

__all__ = ["PlayerFault", "Turn", "cut_off", "fault_game", "fault_scores", "opening_position", "play_game"]

_SEEDS = 2**31


class PlayerFault(Exception):
    """A player crashed, played an illegal move or took too long."""

    def __init__(self, seat: int, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.seat, self.kind, self.detail = seat, kind, detail


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody begins to think. Sent by workers, so that the blame is known when they die."""

    seat: int
    ply: int
    allowed: float
    """Seconds until this is an overrun."""
    played: str = ""
    """The move before."""


def opening_position(game: Game, opening: Opening) -> Position:
    """The position after an opening.

    >>> from duiyi import load_game
    >>> opening_position(load_game("reversi"), Opening("f5 d6")).to_move
    0
    """
    position = game.initial() if opening.start is None else game.position(opening.start)
    for text in opening.moves.split():
        position = position.after(game.parse_move(text))
    return position


def fault_scores(seats: int, loser: int) -> tuple[float, ...]:
    """Scores when one seat fails: it is last, and the others share the places before it.

    >>> fault_scores(2, 0), fault_scores(3, 1)
    ((0.0, 1.0), (0.75, 0.0, 0.75))
    """
    return tuple(0.0 if seat == loser else seats / (2 * (seats - 1)) for seat in range(seats))


def fault_game(
    appointment: Appointment,
    opening: Opening,
    names: Sequence[str],
    seat: int,
    kind: str,
    detail: str,
    moves: Sequence[str] = (),
) -> Played:
    """The game as it stands when a seat fails; `names` are by player, `moves` those after the opening."""
    line = [*opening.moves.split(), *moves]
    player = appointment.players[seat]
    fault = Fault(
        player=player,
        name=names[player],
        seat=seat,
        ply=len(line),
        kind=kind,
        detail=detail[:500],
        game="-".join(map(str, appointment.key)),
    )
    return Played(
        lineup=appointment.lineup,
        round=appointment.round,
        turn=appointment.turn,
        players=appointment.players,
        opening=opening,
        moves=" ".join(line),
        scores=fault_scores(len(appointment.players), seat),
        reason=kind,
        fault=fault,
    )


async def play_game(
    game: Game,
    appointment: Appointment,
    opening: Opening,
    players: Sequence[Player],
    conditions: Conditions,
    names: Sequence[str],
    on_turn: Callable[[Turn], None] = lambda turn: None,
) -> Played:
    """Play one game. `players` are by seat, `names` by player. Faults do not raise: they lose."""
    table = _Table(game, opening, conditions, appointment)
    try:
        outcome = await table.play(players, on_turn)
    except PlayerFault as error:
        moves = table.moves[len(opening.moves.split()) :]
        played = fault_game(appointment, opening, names, error.seat, error.kind, error.detail, moves)
        return msgspec.structs.replace(played, seconds=table.seconds)
    return Played(
        lineup=appointment.lineup,
        round=appointment.round,
        turn=appointment.turn,
        players=appointment.players,
        opening=opening,
        moves=" ".join(table.moves),
        scores=outcome.scores,
        reason=outcome.reason,
        seconds=table.seconds,
    )


class _Table:
    """The state of one game: the position, the moves, the clocks and who is close to resigning."""

    def __init__(self, game: Game, opening: Opening, conditions: Conditions, appointment: Appointment) -> None:
        self.game, self.conditions, self.appointment = game, conditions, appointment
        self.position = opening_position(game, opening)
        self.moves = opening.moves.split()
        self.clocks = list(conditions.limits.clocks or ())
        self.hopeless = [0] * game.seats
        self.referee: Engine | None = None
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        return round(time.perf_counter() - self._began, 3)

    async def play(self, players: Sequence[Player], on_turn: Callable[[Turn], None]) -> Outcome:
        rules = self.conditions.adjudication
        try:
            while (outcome := self.position.outcome()) is None:
                if rules.plies is not None and len(self.moves) >= rules.plies:
                    return cut_off(self.position, rules)
                seat = self.position.to_move
                if await self._resigns(seat):
                    return Outcome(fault_scores(2, seat), "resign")
                limits, allowed = self._limits(seat)
                last = self.moves[-1] if self.moves else ""
                on_turn(Turn(seat=seat, ply=len(self.moves), allowed=allowed, played=last))
                began = time.perf_counter()
                move = await _choose(players[seat], self.position, limits, seat, allowed)
                if self.clocks:
                    self.clocks[seat] += limits.increment - (time.perf_counter() - began)
                self.moves.append(self.game.move_text(move))
                self.position = self.position.after(move)
            return outcome
        finally:
            if self.referee is not None:
                await self.referee.close()

    def _limits(self, seat: int) -> tuple[Limits, float]:
        """The limits of this move, and the seconds after which it is an overrun.

        A seed makes an engine forget what it found at the move before, so that a search can be repeated. Searches
        limited by time cannot be repeated anyway: they get none, and engines play as strongly as they would for people.
        """
        conditions, limits = self.conditions, self.conditions.limits
        seconds = limits.seconds
        is_timed = seconds is not None or limits.clocks is not None or (limits.nodes is None and limits.depth is None)
        if limits.seed is not None or not is_timed:
            mark = f"{conditions.seed} {limits.seed} {self.appointment.key} {len(self.moves)}"
            limits = msgspec.structs.replace(limits, seed=zlib.crc32(mark.encode()) % _SEEDS)
        if self.appointment.players[seat] in conditions.unlimited:
            return Limits(seed=limits.seed, threads=limits.threads), conditions.patience
        if self.clocks:
            limits = msgspec.structs.replace(limits, clocks=tuple(max(0.0, clock) for clock in self.clocks))
            seconds = min(max(0.0, self.clocks[seat]), float("inf") if seconds is None else seconds)
        return limits, conditions.patience if seconds is None else seconds + conditions.grace

    async def _resigns(self, seat: int) -> bool:
        rules = self.conditions.adjudication
        if rules.resign_below <= 0 or self.game.seats != 2:
            return False
        if self.referee is None:
            self.referee = load_engine(rules.referee, self.game)
        analysis = await last_analysis(self.referee, self.position, Limits(nodes=rules.referee_nodes))
        self.hopeless[seat] = self.hopeless[seat] + 1 if analysis.rates[seat] < rules.resign_below else 0
        return self.hopeless[seat] >= rules.resign_turns


def cut_off(position: Position, rules: Adjudication) -> Outcome:
    """What a game counts that is too long.

    >>> from duiyi import load_game
    >>> game = load_game("chinese_checkers(seats=3)")
    >>> ahead = game.initial().after(game.parse_move("-2,6:0,4"))
    >>> cut_off(ahead, Adjudication(cap="distance")).scores
    (1.0, 0.25, 0.25)
    >>> cut_off(ahead, Adjudication()).scores
    (0.5, 0.5, 0.5)
    """
    game = position.game
    if rules.cap == "distance" and game.name == "chinese_checkers":
        # The rules themselves rank by distance at their own cap: ask them with the count of plies moved there.
        board, side, _, *rest = position.text().split(" ")
        ranked = game.position(" ".join([board, side, str(400 * game.seats), *rest])).outcome()
        if ranked is not None:
            return ranked
    return Outcome((0.5,) * game.seats, "move_cap")


async def _choose(player: Player, position: Position, limits: Limits, seat: int, allowed: float) -> Move:
    """A legal move in time, or `PlayerFault`."""
    began = time.perf_counter()
    thinking = asyncio.ensure_future(_ask(player, position, limits))
    try:
        done, _ = await asyncio.wait({thinking}, timeout=allowed)
    except asyncio.CancelledError:
        thinking.cancel()
        raise
    seconds = time.perf_counter() - began
    if not done or seconds > allowed:
        thinking.cancel()
        raise PlayerFault(seat, "overrun", f"expected a move within {allowed:.2f} s, waited {seconds:.2f} s")
    move = thinking.result()
    if isinstance(move, Exception):
        raise PlayerFault(seat, "crash", f"{type(move).__name__}: {move}")
    if not isinstance(move, int) or not position.is_legal(move):
        raise PlayerFault(seat, "illegal_move", f"{_shown(position.game, move)} is not legal in {position.text()}")
    return move


async def _ask(player: Player, position: Position, limits: Limits) -> Move | Exception:
    """The player's answer; its exception as a value, so that nothing is lost when nobody waits for it any more."""
    try:
        return await player.choose(position, limits)
    except Exception as error:
        return error


def _shown(game: Game, move: object) -> str:
    if isinstance(move, int) and 0 <= move < game.num_moves:
        return game.move_text(move)
    return repr(move)[:60]
