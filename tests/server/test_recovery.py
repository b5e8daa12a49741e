"""Nothing is ever lost: kills, clean stops, restarts, and clocks that go on fairly."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from tests.server.harness import clients, run, seated, serving
from tests.server.killing import kill_again_and_again


def test_killed_under_load_the_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with serving(str(tmp_path / "duiyi.db")) as server:
        counts = run(kill_again_and_again(server, kills=5, rooms=4, seed=1))
    assert counts["acknowledged"] > 20


def test_a_room_goes_on_after_a_kill_with_seats_moves_and_clock(tmp_path: Path) -> None:
    async def play() -> None:
        with serving(str(tmp_path / "duiyi.db")) as server:
            async with clients(server, 2) as (ann, bob):
                clock = {"kind": "sudden_death", "seconds": 60}
                room, started = await seated([ann, bob], clock=clock)
                await ann.command("play", room, base=started["turn"], move="5")
                await bob.command("say", room, text="well", channel="table")
                server.kill()
                server.start()
                await ann.open()
                await bob.open()
                state = await bob.hello(room)
                assert [move["text"] for move in state["moves"]] == ["5"]
                assert [said["text"] for said in state["chat"]] == ["well"]
                assert state["clock"]["running"] == 1
                assert state["clock"]["since"] > state["now"], "the clock waits for people to come back"
                assert 0 < state["clock"]["remaining"][1] <= 60_000
                assert (await bob.command("play", room, base=state["turn"], move="1"))["t"] == "ok"
                me = (await ann.http.get("/api/me")).json()
                assert [card["room"] for card in me["rooms"]] == [room]

    run(play())


def test_an_engine_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        with serving(str(tmp_path / "duiyi.db")) as server:
            async with clients(server) as (ann,):
                room = await ann.room(seats=("mcts", "me"))
                server.kill()
                server.start()
                await ann.open()
                if not (await ann.hello(room)).get("moves"):
                    assert (await ann.until("moved"))["engine"] == "mcts"

    run(play())


def test_a_clean_stop_says_goodbye_and_keeps_everything(tmp_path: Path) -> None:
    async def play() -> None:
        with serving(str(tmp_path / "duiyi.db")) as server:
            async with clients(server, 2) as (ann, bob):
                timed = [
                    await ann.room(seats=("me", "me"), clock=clock)
                    for clock in ({"kind": "sudden_death", "seconds": 60}, {"kind": "correspondence", "days": 1})
                ]
                room, started = await seated([ann, bob])
                await ann.command("play", room, base=started["turn"], move="5")
                await asyncio.sleep(0.5)
                stopped = asyncio.get_running_loop().run_in_executor(None, server.stop)
                await ann.until("goodbye")
                assert await stopped in (0, -signal.SIGTERM)
                server.start()
                await ann.open()
                assert len((await ann.hello(room))["moves"]) == 1
                for code, whole in zip(timed, (60_000, 86_400_000), strict=True):
                    state = await ann.hello(code)
                    assert state["clock"]["remaining"][0] <= whole - 500, "what was thought before the stop is charged"
                    assert state["clock"]["since"] > state["now"]

    run(play())


def test_a_finished_room_comes_back_from_its_log(tmp_path: Path) -> None:
    async def play() -> None:
        with serving(str(tmp_path / "duiyi.db")) as server:
            async with clients(server, 2) as (ann, bob):
                room, _ = await seated([ann, bob])
                await ann.command("resign", room)
                server.kill()
                server.start()
                await ann.open()
                await bob.open()
                assert (await ann.hello(room))["phase"] == "finished"
                await bob.hello(room)
                await ann.command("offer", room, kind="rematch")
                await bob.command("offer", room, kind="rematch")
                assert (await bob.hello(room))["round"] == 2

    run(play())
