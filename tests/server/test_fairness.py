"""Engines are shared: one person's crowd keeps nobody else waiting, and no clock pays for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from duiyi import wire
from duiyi.analysis import Limits
from duiyi.server import jobs as jobs_module
from duiyi.server.connections import Connection
from duiyi.server.jobs import Jobs
from duiyi.server.metrics import Metrics
from duiyi.server.slots import Slots
from duiyi.server.store import Database
from duiyi.server.thinking import Thinkers
from duiyi.server.times import ServerTime
from tests.rooms.toys import load_toy
from tests.server.serve_toys import ToyEngines

ANN, BOB = wire.User("uann", "Ann"), wire.User("ubob", "Bob")


class Tab(Connection):
    """A socket that keeps what it is sent, in a list that several share."""

    __slots__ = ("told",)

    def __init__(self, user: wire.User, told: list[tuple[str, wire.ServerFrame]]) -> None:
        super().__init__(user, "here")
        self.told = told

    def send(self, frame: wire.ServerFrame) -> None:
        self.told.append((self.user.name if self.user else "", frame))


def test_whoever_uses_fewest_slots_is_next_then_clocks_then_those_not_served_lately() -> None:
    async def crowd() -> list[str]:
        slots, order = Slots(2), []
        held = asyncio.Event()

        async def work(name: str, *, is_timed: bool = False) -> None:
            async with slots.taken(name[0], is_timed=is_timed):
                order.append(name)
                await held.wait()

        tasks = [asyncio.create_task(work(f"a{number}")) for number in range(4)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(work("b")), asyncio.create_task(work("c", is_timed=True))]
        await asyncio.sleep(0)
        assert (slots.waiting, slots.is_full) == (4, True)
        held.set()
        await asyncio.gather(*tasks)
        assert (slots.waiting, slots.is_full) == (0, False)
        return order

    assert asyncio.run(crowd()) == ["a0", "a1", "c", "b", "a2", "a3"]


def test_a_slot_is_not_lost_when_somebody_gives_up_waiting() -> None:
    async def give_up() -> None:
        slots = Slots(1)
        async with slots.taken("a"):
            waiting = asyncio.create_task(_take(slots, "b"))
            late = asyncio.create_task(_take(slots, "c"))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.sleep(0)
        late.cancel()  # its turn has come in this very moment
        await asyncio.gather(waiting, late, return_exceptions=True)
        assert not slots.is_full

    asyncio.run(give_up())


async def _take(slots: Slots, who: str) -> None:
    async with slots.taken(who):
        await asyncio.sleep(0)


def test_engines_of_one_persons_many_rooms_do_not_hold_up_anothers() -> None:
    async def think() -> list[str]:
        thinkers = Thinkers(ToyEngines(), Metrics(), 1, 1.0, {})
        position, order = load_toy("noughts").initial(), []

        async def move(who: str) -> None:
            await thinkers.choose(wire.AI("greedy"), position, lambda: Limits(seconds=0.1), who)
            order.append(who)

        crowd = [asyncio.create_task(move("ann")) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.gather(*crowd, move("bob"))
        return order

    assert asyncio.run(think()).index("bob") <= 1


def test_people_take_turns_with_long_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "_TURN_SECONDS", -1.0)

    async def analyse() -> list[tuple[str, wire.ServerFrame]]:
        database = await Database.open(str(tmp_path / "duiyi.db"))
        jobs = Jobs(ToyEngines(), database, ServerTime(), load_toy, 1)
        told: list[tuple[str, wire.ServerFrame]] = []
        jobs.start()
        for user, name in ((ANN, "a1"), (ANN, "a2"), (BOB, "b1")):
            moves = ("5", "1") if user is ANN else ("3",)
            await jobs.submit(
                Tab(user, told), user, wire.AnalyseFrame(id=name, game="noughts", moves=moves, only=False)
            )
        done: set[str] = set()
        while len(done) < 3:
            await asyncio.sleep(0.01)
            done = {frame.id for _, frame in told if isinstance(frame, wire.JobFrame) and frame.state == "done"}
        await jobs.stop()
        await database.close()
        return told

    told = asyncio.run(analyse())
    places = [(frame.id, frame.place) for _, frame in told if isinstance(frame, wire.JobFrame) and frame.place]
    assert ("b1", 1) in places, "Bob's first goes before Ann's second"
    owners = [name for name, frame in told if isinstance(frame, wire.AnalysisFrame) and frame.final]
    assert owners[:4] == ["Ann", "Bob", "Ann", "Bob"]
    assert owners.count("Ann") == 6
    last = next(frame for _, frame in reversed(told) if isinstance(frame, wire.JobFrame) and frame.id == "a2")
    assert (last.done, last.total) == (3, 3)
