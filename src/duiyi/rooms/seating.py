"""Who sits where, before and between games: seats, engines, readiness, host, start."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from duiyi import wire
from duiyi.base import Game, RulesError, TextError
from duiyi.rooms.clocks import begin, fresh_clock
from duiyi.rooms.deed import Deed
from duiyi.rooms.errors import Refused
from duiyi.rooms.orders import Begin, Expire
from duiyi.rooms.state import RoomState

__all__ = ["check_settings", "check_start", "free_the_absent", "pass_on", "start_game"]


def check_settings(settings: wire.Settings, deed: Deed | None = None) -> None:
    """Refuse settings that contradict each other; the game's spec and start are read by the caller.

    >>> check_settings(wire.Settings(game="reversi", rated=True, hints=True))
    Traceback (most recent call last):
    ...
    duiyi.rooms.errors.Refused: a rated game has no hints, no warnings, no free takebacks and begins at the beginning
    """
    helped = settings.hints or settings.warnings or settings.takeback == "free" or settings.start is not None
    if settings.rated and helped:
        raise Refused("rated_settings")


def check_start(settings: wire.Settings, game: Game) -> None:
    """Refuse a position to begin from in which the game is over, or that is none.

    >>> from duiyi.games.registry import load_game
    >>> check_start(wire.Settings(game="nogo(size=2)", start="xx/x1 x"), load_game("nogo(size=2)"))
    Traceback (most recent call last):
    ...
    duiyi.rooms.errors.Refused: the game is over in this position already
    """
    if settings.start is not None and game.position(settings.start).outcome() is not None:
        raise Refused("start_over")


def sit(deed: Deed, command: wire.Sit) -> Iterator[wire.Event]:
    """Take a free seat."""
    state, seat = deed.state, command.seat
    deed.must_not_be_on()
    _must_exist(state, seat)
    if not state.is_free(seat):
        raise Refused("seat_taken")
    invited = seat in deed.keys
    if state.seats[seat].invited and not invited and not _is_host(deed):
        raise Refused("seat_invited")
    if deed.person.id in state.kicked and not invited:
        raise Refused("kicked")
    if state.settings.rated and state.seats_of(deed.person.id):
        raise Refused("already_seated")
    taken = wire.Seat(owner=deed.person, online=True, epoch=state.seats[seat].epoch + 1)
    yield deed.seat_changed(seat, taken, "sat")
    if state.host is None:
        yield wire.HostChanged(host=deed.person, **deed.stamp)


def stand(deed: Deed, command: wire.Stand) -> Iterator[wire.Event]:
    """Leave one's seats."""
    deed.must_not_be_on()
    own = deed.state.seats_of(deed.person.id)
    if not own:
        raise Refused("not_seated")
    for seat in own:
        yield _freed(deed, seat, "stood")


def ready(deed: Deed, command: wire.Ready) -> Iterator[wire.Event]:
    """Say that one is ready; the last one begins the game."""
    state = deed.state
    deed.must_not_be_on()
    own = state.seats_of(deed.person.id)
    if not own:
        raise Refused("not_seated")
    for seat in own:
        yield deed.seat_changed(seat, replace(state.seats[seat], ready=command.ready), "ready")
    if command.ready and not _missing(state, assume_ready=False):
        yield from start_game(deed, state.seats)


def place_engine(deed: Deed, command: wire.PlaceEngine) -> Iterator[wire.Event]:
    """The host puts an engine on a free seat, or another engine in its place."""
    state, seat = deed.state, command.seat
    deed.must_be_host()
    deed.must_not_be_on()
    _must_exist(state, seat)
    if state.seats[seat].owner is not None:
        raise Refused("seat_taken")
    if isinstance(command.controller, wire.Person):
        raise Refused("seat_free")
    placed = wire.Seat(controller=command.controller, epoch=state.seats[seat].epoch + 1)
    yield deed.seat_changed(seat, placed, "engine")


def kick(deed: Deed, command: wire.Kick) -> Iterator[wire.Event]:
    """The host frees a seat."""
    deed.must_be_host()
    deed.must_not_be_on()
    _must_exist(deed.state, command.seat)
    if deed.state.is_free(command.seat):
        raise Refused("seat_free")
    cause = "stood" if command.seat in deed.state.seats_of(deed.person.id) else "kicked"
    yield _freed(deed, command.seat, cause)


def invite(deed: Deed, command: wire.Invite) -> Iterator[wire.Event]:
    """The host keeps a free seat for whoever has its link."""
    deed.must_be_host()
    deed.must_not_be_on()
    _must_exist(deed.state, command.seat)
    if not deed.state.is_free(command.seat):
        raise Refused("seat_taken")
    kept = replace(deed.state.seats[command.seat], invited=command.invited)
    yield deed.seat_changed(command.seat, kept, "invited")


def configure(deed: Deed, command: wire.Configure) -> Iterator[wire.Event]:
    """The host changes the settings; a game with fewer seats frees the last ones."""
    deed.must_be_host()
    deed.must_not_be_on()
    settings = command.settings
    check_settings(settings)
    try:
        game = deed.load(settings.game)
        check_start(settings, game)
    except (RulesError, TextError) as error:
        raise Refused("bad_settings", wire.Words(str(error), str(error))) from None
    yield wire.Configured(settings=settings, seats=game.seats, **deed.stamp)


def start(deed: Deed, command: wire.Start) -> Iterator[wire.Event]:
    """The host begins; so the host need not say that they are ready."""
    deed.must_be_host()
    deed.must_not_be_on()
    _refuse(_missing(deed.state, assume_ready=False, except_for=deed.person.id))
    yield from start_game(deed, deed.state.seats)


def begin_paired(deed: Deed, order: Begin) -> Iterator[wire.Event]:
    """The server begins a game of people that it has paired, or of engines alone."""
    deed.must_not_be_on()
    _refuse(_missing(deed.state, assume_ready=True))
    yield from start_game(deed, deed.state.seats)


def leave(deed: Deed, command: wire.Leave) -> Iterator[wire.Event]:
    """Leave for good: the seats become free unless a game is on, the next person becomes host, an empty room closes."""
    state, person = deed.state, deed.person
    own = state.seats_of(person.id)
    if not own and not _is_host(deed):
        raise Refused("not_seated")
    if not state.is_on:
        for seat in own:
            yield _freed(deed, seat, "stood")
    if _is_host(deed):
        yield from pass_on(deed, person.id)


def close(deed: Deed, command: wire.Close) -> Iterator[wire.Event]:
    """The host closes the room."""
    deed.must_be_host()
    deed.must_not_be_on()
    yield wire.Closed(**deed.stamp)


def expire(deed: Deed, order: Expire) -> Iterator[wire.Event]:
    """Close a room that nobody looks at."""
    deed.must_not_be_on()
    yield wire.Closed(**deed.stamp)


def free_the_absent(deed: Deed, seats: list[int]) -> Iterator[wire.Event]:
    """Free the seats of people who left a room in which no game is on; the next person becomes host."""
    for seat in seats:
        owner = deed.state.seats[seat].owner
        yield _freed(deed, seat, "stood")
        if owner is not None and deed.state.host == owner and deed.state.is_anybody_seated:
            yield from pass_on(deed, owner.id)


def pass_on(deed: Deed, leaver: str) -> Iterator[wire.Event]:
    """The next person at the table becomes host; a room that nobody is left in closes."""
    heir = next((user for user in _people(deed.state) if user.id != leaver), None)
    if heir is not None:
        yield wire.HostChanged(host=heir, **deed.stamp)
    elif not deed.state.is_on:
        yield wire.Closed(**deed.stamp)


def start_game(deed: Deed, seats: list[wire.Seat]) -> Iterator[wire.Event]:
    """Begin a round with these seats: owners play themselves, all clocks are fresh."""
    state = deed.state
    seated = tuple(
        replace(
            seat,
            controller=seat.controller if seat.owner is None else wire.Person(),
            epoch=max(old.epoch, seat.epoch) + 1,
            ready=False,
            claimable=False,
            away_since=None if seat.online or seat.owner is None else deed.now,
        )
        for old, seat in zip(state.seats, seats, strict=True)
    )
    position = state.first_position()
    clock = fresh_clock(state.settings.clock, len(seated))
    yield wire.Started(
        round=state.round + 1,
        turn=state.turn + 1,
        seats=seated,
        start=position.text(),
        clock=begin(state.settings.clock, clock, position.to_move, deed.now),
        **deed.stamp,
    )


def _missing(state: RoomState, *, assume_ready: bool, except_for: str | None = None) -> str | None:
    """Why the game cannot begin yet."""
    if any(state.is_free(seat) for seat in range(len(state.seats))):
        return "not_full"
    waiting = (
        seat for seat in state.seats if seat.owner is not None and seat.owner.id != except_for and not seat.ready
    )
    return "not_ready" if not assume_ready and any(waiting) else None


def _refuse(code: str | None) -> None:
    if code is not None:
        raise Refused(code)


def _must_exist(state: RoomState, seat: int) -> None:
    if not 0 <= seat < len(state.seats):
        raise Refused("no_such_seat")


def _is_host(deed: Deed) -> bool:
    return deed.state.host is not None and deed.by is not None and deed.by.id == deed.state.host.id


def _freed(deed: Deed, seat: int, cause: str) -> wire.SeatChanged:
    return deed.seat_changed(seat, wire.Seat(epoch=deed.state.seats[seat].epoch + 1), cause)


def _people(state: RoomState) -> Iterator[wire.User]:
    """The owners of seats, those online first."""
    seats = sorted((seat for seat in state.seats if seat.owner is not None), key=lambda seat: not seat.online)
    return (seat.owner for seat in seats if seat.owner is not None)
