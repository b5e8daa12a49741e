"""Clocks as pure functions: time is an argument, in milliseconds."""

from __future__ import annotations

from msgspec.structs import replace

from duiyi.wire import Byoyomi, Clock, ClockState, Correspondence, Fischer, NoClock, PerMove, SuddenDeath

__all__ = ["allowance", "begin", "deadline", "estimated_seconds", "fresh_clock", "is_flagged", "left", "speed", "stop"]

_DAY = 86_400_000


def fresh_clock(clock: Clock, seats: int) -> ClockState | None:
    """The clocks before the first move; None for a game without.

    >>> fresh_clock(Fischer(300, 3), 2)
    ClockState(remaining=(300000, 300000), periods=(), running=None, since=None)
    """
    match clock:
        case NoClock():
            return None
        case SuddenDeath(seconds) | Fischer(seconds) | PerMove(seconds):
            return ClockState((seconds * 1000,) * seats)
        case Byoyomi(seconds, _, periods):
            return ClockState((seconds * 1000,) * seats, (periods,) * seats)
        case Correspondence(days):
            return ClockState((days * _DAY,) * seats)


def begin(clock: Clock, state: ClockState | None, seat: int, now: int, *, fresh: bool = True) -> ClockState | None:
    """Start a seat's clock; `fresh` when a new move begins, not when the game goes on after a pause.

    >>> begin(PerMove(15), ClockState((15000, 200)), 1, 1000)
    ClockState(remaining=(15000, 15000), periods=(), running=1, since=1000)
    """
    if state is None:
        return None
    remaining = state.remaining
    if fresh and isinstance(clock, PerMove):
        remaining = _put(remaining, seat, clock.seconds * 1000)
    elif fresh and isinstance(clock, Correspondence):
        remaining = _put(remaining, seat, clock.days * _DAY)
    return replace(state, remaining=remaining, running=seat, since=now)


def stop(clock: Clock, state: ClockState | None, now: int, *, moved: bool, lag: int = 0) -> ClockState | None:
    """Stop the running clock: charge what has passed, less `lag`; a move earns the increment.

    >>> stop(Fischer(300, 3), ClockState((300000, 300000), running=0, since=0), 5000, moved=True)
    ClockState(remaining=(298000, 300000), periods=(), running=None, since=None)
    """
    if state is None or state.running is None or state.since is None:
        return state
    seat = state.running
    time = state.remaining[seat] - max(0, now - state.since - lag)
    periods = state.periods
    if isinstance(clock, Byoyomi) and time < 0:
        used = min(periods[seat], -time // (clock.period * 1000))
        periods = _put(periods, seat, periods[seat] - used)
        time = 0
    if moved and isinstance(clock, Fischer):
        time += clock.increment * 1000
    return replace(
        state, remaining=_put(state.remaining, seat, max(0, time)), periods=periods, running=None, since=None
    )


def deadline(clock: Clock, state: ClockState | None) -> int | None:
    """When the running clock's flag falls; None while no clock runs.

    >>> deadline(Byoyomi(60, 30, 3), ClockState((60000, 0), (3, 1), running=1, since=1000))
    31000
    """
    if state is None or state.running is None or state.since is None:
        return None
    time = state.remaining[state.running]
    if isinstance(clock, Byoyomi):
        time += state.periods[state.running] * clock.period * 1000
    return state.since + time


def is_flagged(clock: Clock, state: ClockState | None, now: int, lag: int = 0) -> bool:
    """Whether the flag had fallen by `now`, `lag` not counted.

    >>> is_flagged(PerMove(3), ClockState((3000, 3000), running=0, since=0), 3100, lag=200)
    False
    """
    end = deadline(clock, state)
    return end is not None and now - lag >= end


def left(clock: Clock, state: ClockState | None, seat: int, now: int) -> int | None:
    """Milliseconds that a seat has left before its flag falls.

    >>> left(PerMove(3), ClockState((3000, 3000), running=0, since=0), 0, 1000)
    2000
    """
    if state is None:
        return None
    if seat == state.running:
        end = deadline(clock, state)
        return max(0, end - now) if end is not None else None
    extra = state.periods[seat] * clock.period * 1000 if isinstance(clock, Byoyomi) else 0
    return state.remaining[seat] + extra


def estimated_seconds(clock: Clock) -> float | None:
    """About how long one seat's game of forty moves lasts.

    >>> estimated_seconds(Fischer(180, 2))
    260
    """
    match clock:
        case NoClock() | Correspondence():
            return None
        case SuddenDeath(seconds):
            return seconds
        case Fischer(seconds, increment):
            return seconds + 40 * increment
        case Byoyomi(seconds, period, periods):
            return seconds + period * (periods + 20)
        case PerMove(seconds):
            return 40 * seconds


def speed(clock: Clock) -> str:
    """The speed that a clock belongs to: ratings are kept per game and speed.

    >>> speed(Fischer(180, 2)), speed(NoClock())
    ('blitz', 'untimed')
    """
    if isinstance(clock, Correspondence):
        return "correspondence"
    seconds = estimated_seconds(clock)
    if seconds is None:
        return "untimed"
    limits = ((180, "bullet"), (480, "blitz"), (1500, "rapid"))
    return next((name for limit, name in limits if seconds < limit), "classical")


def allowance(clock: Clock) -> tuple[int, int, int]:
    """Lag that is not charged: what is earned by each move, the start, and the most that can be saved (ms).

    The longer the game, the more: up to a second a move, and nobody can save up more than seven.

    >>> allowance(SuddenDeath(60))
    (390, 1170, 2730)
    """
    gain = min(1000, round(0.4 * 10 * (estimated_seconds(clock) or 0)) + 150)
    return gain, 3 * gain, 7 * gain


def _put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
