"""Random commands of random people at random times: whatever comes, a room keeps its promises."""

from __future__ import annotations

import contextlib
from typing import Any

from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from duiyi import wire
from duiyi.base import Game
from duiyi.rooms import Begin, EngineAnswer, EngineMove, Expire, Present, Refused, Restart, Room, Tick
from duiyi.rooms.clocks import deadline, left
from duiyi.rooms.view import card, snapshot, with_position
from tests.rooms.table import PEOPLE
from tests.rooms.toys import load_toy

SEATS = strategies.integers(0, 3)
KINDS = strategies.sampled_from(["draw", "takeback", "pause", "resume", "rematch"])
MOVES = strategies.sampled_from([*"123456789", "+1", "+2", "+3", "zz"])
CLOCKS = strategies.sampled_from(
    [
        wire.NoClock(),
        wire.SuddenDeath(20),
        wire.Fischer(10, 2),
        wire.Byoyomi(5, 3, 2),
        wire.PerMove(5),
        wire.Correspondence(1),
    ]
)
WHO = strategies.sampled_from(PEOPLE)


class RoomMachine(RuleBasedStateMachine):
    """A room and its log, under fire."""

    room: Room

    @initialize(
        game=strategies.sampled_from(["noughts", "counting"]),
        clock=CLOCKS,
        takeback=strategies.sampled_from(["none", "ask", "free"]),
        stand_in=strategies.sampled_from([None, "level(1)"]),
    )
    def open(self, game: str, clock: wire.Clock, takeback: Any, stand_in: str | None) -> None:
        chosen = wire.Settings(game=game, clock=clock, takeback=takeback, stand_in=stand_in, grace=5)
        self.now = 0
        self.count = 0
        self.moves = 0
        self.room = Room.open("ROOM", chosen, PEOPLE[0], load_toy, 0)
        self.log: list[wire.Event] = [self.room.opening]
        self.seat_everybody()

    def seat_everybody(self) -> None:
        for seat in range(len(self.room.state.seats)):
            self.command(wire.Sit, PEOPLE[seat], seat=seat)
            self.command(wire.Ready, PEOPLE[seat])

    def order(self, order: Any, by: wire.User | None = None, lag: int = 0) -> None:
        state = self.room.state
        before = (state.seq, state.turn, state.phase, list(state.seats), state.clock, state.ply)
        try:
            events = self.room.apply(order, self.now, by, lag)
        except Refused:
            assert before == (state.seq, state.turn, state.phase, list(state.seats), state.clock, state.ply)
            return
        self.check(events, state)
        self.log += events

    def command(self, command: type[Any], by: wire.User, lag: int = 0, **fields: Any) -> None:
        self.count += 1
        self.order(command(room="ROOM", id=f"c{self.count}", **fields), by, lag)

    def check(self, events: list[wire.Event], state: Any) -> None:
        for number, event in enumerate(events, start=self.log[-1].seq + 1):
            assert event.seq == number
            assert event.at >= self.log[-1].at
            if isinstance(event, wire.Moved):
                assert event.spent >= 0
                assert event.lag >= 0
            with contextlib.suppress(IndexError):
                wire.encode(with_position(event, state))

    @rule(span=strategies.sampled_from([0, 1, 100, 900, 3_000, 6_000, 700_000]))
    def time_passes(self, span: int) -> None:
        self.now += span

    @rule()
    def tick(self) -> None:
        self.order(Tick())

    @rule()
    def tick_when_due(self) -> None:
        due = self.room.next_deadline
        if due is not None:
            self.now = max(self.now, due)
            seq = self.room.state.seq
            self.order(Tick())
            assert self.room.state.seq > seq, "a deadline came and nothing happened"

    @rule(who=WHO, seat=SEATS)
    def sit(self, who: wire.User, seat: int) -> None:
        self.command(wire.Sit, who, seat=seat)

    @rule(who=WHO, kind=strategies.sampled_from([wire.Stand, wire.Leave, wire.Close, wire.Start]))
    def come_and_go(self, who: wire.User, kind: type[Any]) -> None:
        if kind is not wire.Close or self.count % 7 == 0:
            self.command(kind, who)

    @rule(who=WHO, ready=strategies.booleans())
    def ready(self, who: wire.User, ready: bool) -> None:
        self.command(wire.Ready, who, ready=ready)

    @rule(who=WHO, seat=SEATS, kind=strategies.sampled_from([wire.Kick, wire.Invite]))
    def host_rules(self, who: wire.User, seat: int, kind: type[Any]) -> None:
        self.command(kind, who, seat=seat)

    @rule(who=WHO, seat=SEATS)
    def place_engine(self, who: wire.User, seat: int) -> None:
        self.command(wire.PlaceEngine, who, seat=seat, controller=wire.AI("level(2)"))

    @rule(who=WHO, game=strategies.sampled_from(["noughts", "counting", "none"]))
    def configure(self, who: wire.User, game: str) -> None:
        self.command(wire.Configure, who, settings=wire.Settings(game=game))

    @rule(who=WHO, move=MOVES, stale=strategies.booleans(), lag=strategies.sampled_from([0, 50, 5_000]))
    def play_anything(self, who: wire.User, move: str, stale: bool, lag: int) -> None:
        self.command(wire.Play, who, lag, base=self.room.state.turn - stale, move=move)

    @precondition(lambda self: self.room.state.phase == "playing")
    @rule(choice=strategies.integers(0, 20), lag=strategies.sampled_from([0, 50]))
    def play_well(self, choice: int, lag: int) -> None:
        state = self.room.state
        legal = state.position.legal_moves()
        seat = state.position.to_move
        text = state.game.move_text(legal[choice % len(legal)])
        owner = state.seats[seat].owner
        if owner is not None and state.is_played_by_person(seat):
            self.command(wire.Play, owner, lag, base=state.turn, move=text)
        else:
            self.order(EngineMove(seat, state.seats[seat].epoch, state.turn, text))

    @rule(seat=SEATS, epoch=strategies.integers(0, 9), turn=strategies.integers(0, 9), move=MOVES)
    def engine_move_anything(self, seat: int, epoch: int, turn: int, move: str) -> None:
        if seat < len(self.room.state.seats):
            self.order(EngineMove(seat, epoch, turn, move))

    @rule(seat=SEATS, accept=strategies.booleans())
    def engine_answer(self, seat: int, accept: bool) -> None:
        self.order(EngineAnswer(seat, self.room.state.turn, accept))

    @rule(who=WHO, move=strategies.one_of(strategies.none(), MOVES))
    def premove(self, who: wire.User, move: str | None) -> None:
        self.command(wire.Premove, who, move=move)

    @rule(who=WHO)
    def resign(self, who: wire.User) -> None:
        if self.count % 3 == 0:
            self.command(wire.Resign, who)

    @rule(who=WHO, kind=KINDS)
    def offer(self, who: wire.User, kind: Any) -> None:
        self.command(wire.MakeOffer, who, kind=kind)

    @precondition(lambda self: self.room.state.phase in ("playing", "paused", "finished"))
    @rule(seat=SEATS, which=strategies.sampled_from(["draw", "takeback", "pause"]))
    def agree(self, seat: int, which: Any) -> None:
        """Something is offered, and all who are asked agree."""
        state = self.room.state
        kind: Any = {"playing": which, "paused": "resume", "finished": "rematch"}[state.phase]
        owners = [place.owner for place in state.seats if place.owner is not None]
        if owners:
            self.command(wire.MakeOffer, owners[seat % len(owners)], kind=kind)
        for owner in owners:
            if kind in state.offers:
                self.command(wire.Answer, owner, kind=kind, accept=True)

    @rule(who=WHO, kind=KINDS, accept=strategies.booleans())
    def answer(self, who: wire.User, kind: Any, accept: bool) -> None:
        self.command(wire.Answer, who, kind=kind, accept=accept)

    @rule(who=WHO, kind=strategies.sampled_from([wire.HandOver, wire.TakeBack, wire.Claim]))
    def take_over(self, who: wire.User, kind: type[Any]) -> None:
        if kind is wire.HandOver:
            self.command(kind, who, engine="level(4)")
        else:
            self.command(kind, who)

    @rule(who=WHO, channel=strategies.sampled_from(["table", "gallery"]), text=strategies.text(min_size=1, max_size=9))
    def say(self, who: wire.User, channel: Any, text: str) -> None:
        self.command(wire.Say, who, channel=channel, text=text)

    @rule(who=WHO)
    def hint(self, who: wire.User) -> None:
        self.command(wire.HintRequest, who, base=self.room.state.turn)

    @rule(who=WHO, online=strategies.booleans())
    def come_online(self, who: wire.User, online: bool) -> None:
        self.order(Present(who.id, online))

    @rule(order=strategies.sampled_from([Restart(), Restart(alive_until=900_000), Begin()]))
    def server(self, order: Any) -> None:
        self.order(order)

    @rule()
    def expire(self) -> None:
        if self.count % 11 == 0:
            self.order(Expire())

    @rule()
    def repeat_a_command(self) -> None:
        for event in reversed(self.log):
            if event.by is not None and event.id is not None:
                user = next(user for user in PEOPLE if user.id == event.by)
                assert self.room.apply(wire.Ready(room="ROOM", id=event.id), self.now, user) == []
                return

    @invariant()
    def the_log_rebuilds_the_room(self) -> None:
        again = Room.replay((wire.decode_event(wire.encode(event)) for event in self.log), load_toy)
        assert again.state == self.room.state
        assert again.next_deadline == self.room.next_deadline

    @invariant()
    def turns_and_moves_agree(self) -> None:
        state = self.room.state
        if state.positions:
            assert len(state.positions) == state.ply + 1
        if state.round and state.spent:
            assert len(state.spent) == len(state.quotas)
            assert 0 <= sum(state.spent) <= self.now - state.started_at, "only one seat thinks at a time"
        if state.phase == "finished":
            assert state.outcome is not None
            assert [row.seat for row in state.settlement] == list(range(len(state.outcome.scores)))
            assert sum(row.steps for row in state.settlement) == state.ply + len(state.resigned)

    @invariant()
    def clocks_run_only_for_the_seat_to_move(self) -> None:
        state = self.room.state
        clock: wire.ClockState | None = state.clock
        if clock is None:
            return
        assert all(value >= 0 for value in clock.remaining)
        if state.phase == "playing":
            assert clock.running == state.position.to_move
            end = deadline(state.settings.clock, clock)
            assert end is not None
            assert left(state.settings.clock, clock, clock.running, end) == 0
        else:
            assert clock.running is None

    @invariant()
    def every_seat_has_one_controller(self) -> None:
        state = self.room.state
        game: Game = state.game
        assert len(state.seats) == game.seats
        if state.is_on:
            assert not any(state.is_free(seat) for seat in range(game.seats))
            assert state.position.outcome() is None

    @invariant()
    def everybody_can_look_at_it(self) -> None:
        for user in (None, *PEOPLE):
            wire.encode(snapshot(self.room.state, self.now, user.id if user else None))
        wire.encode(card(self.room.state))


TestRooms = RoomMachine.TestCase
TestRooms.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
