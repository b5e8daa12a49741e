"""Games over real sockets: people, engines, takeover, reconnection."""

from __future__ import annotations

import asyncio

import pytest

from duiyi import load_game, wire
from duiyi.analysis import Analysis, Line
from duiyi.server.attendants import hint_frame
from tests.server.harness import Client, Server, clients, run, seated
from tests.server.test_accounts import fresh


def test_a_move_reaches_everybody_with_the_new_position(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 3) as (ann, bob, eve):
            room, started = await seated([ann, bob])
            assert (await eve.hello(room))["phase"] == "playing"
            assert (await ann.command("play", room, base=started["turn"], move="5"))["t"] == "ok"
            for client in (bob, eve):
                moved = await client.until("moved")
                assert moved["position"]["board"][4] == "x"
                assert moved["position"]["to_move"] == 1
                assert len(moved["position"]["legal"]) == 8
                assert moved["position"]["last"] == [{"seat": 0, "text": "5", "path": [4], "ply": 1}]

    run(play())


def test_a_wrong_move_is_refused_with_words_in_both_languages(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            refused = await bob.command("play", room, base=started["turn"], move="5")
            assert refused["code"] == "not_your_turn"
            assert refused["words"]["zh"] == "还没轮到你"
            await ann.command("play", room, base=started["turn"], move="5")
            assert (await ann.command("play", room, base=started["turn"], move="6"))["code"] == "stale"

    run(play())


def test_a_repeated_command_is_done_once(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            first = await ann.command("play", room, id="move", base=started["turn"], move="5")
            again = await ann.command("play", room, id="move", base=started["turn"], move="5")
            assert again == {"t": "ok", "id": "move", "seq": first["seq"], "repeated": True}
            assert len((await bob.hello(room))["moves"]) == 1

    run(play())


def test_a_game_against_an_engine_begins_at_once_and_goes_to_its_end(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            room = await ann.room(seats=("me", "level(3)"))
            await ann.hello(room)
            frame = ann.frames[-1]
            while frame["t"] != "finished":
                if frame["t"] in ("snapshot", "moved") and frame["position"]["to_move"] == 0:
                    move = frame["position"]["legal"][-1]["text"] if frame["position"].get("legal") else ""
                    if move:
                        await ann.send(t="play", room=room, id=f"m{frame['turn']}", base=frame["turn"], move=move)
                frame = await ann.receive()
            record = (await ann.http.get(f"/api/records/{frame['record']}")).json()
            assert record["summary"]["players"][1]["engine"] == "level(3)"
            assert len(record["moves"]) == record["summary"]["plies"]
            assert record["settlement"][0]["steps"] >= 3
            history = (await ann.http.get(f"/api/records/{frame['record']}/positions")).json()
            assert len(history["positions"]) == record["summary"]["plies"] + 1

    run(play())


def test_engines_alone_play_a_game_to_watch(server: Server) -> None:
    async def watch() -> None:
        async with clients(server, 2) as (ann, eve):
            room = await ann.room("counting", seats=("level(1)", "level(2)", "greedy"))
            finished = (await eve.hello(room))["phase"] == "finished" or await eve.until("finished")
            assert finished

    run(watch())


def test_a_seat_is_handed_to_an_engine_and_taken_back_while_it_thinks(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            assert (await ann.command("hand_over", room, engine="mcts"))["t"] == "ok"
            handed = await bob.until("seat", cause="handed_over")
            assert handed["state"]["controller"] == {"kind": "ai", "engine": "mcts"}
            assert (await ann.command("take_back", room))["t"] == "ok"
            assert (await ann.command("play", room, base=started["turn"], move="9"))["t"] == "ok"
            await asyncio.sleep(1.2)
            assert [move["text"] for move in (await bob.hello(room))["moves"]] == ["9"]

    run(play())


def test_an_engine_plays_the_seat_that_was_handed_over(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, _ = await seated([ann, bob])
            await ann.command("hand_over", room, engine="greedy")
            moved = await bob.until("moved")
            assert (moved["seat"], moved["engine"], moved["move"]) == (0, "greedy", "1")

    run(play())


def test_a_dead_engine_and_a_lying_engine_do_not_end_the_game(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            for engine in ("minimax", "alphazero"):
                room = await ann.room(seats=(engine, "me"))
                state = await ann.hello(room)
                if not state.get("moves"):
                    await ann.until("moved", room=room)

    run(play())


def test_an_engine_that_does_not_exist_is_refused(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, _ = await seated([ann, bob])
            for engine in ("level(12)", "level(99)", "nonsense", 'external(command="ls")', "mcts(nodes=999999999999)"):
                assert (await ann.command("hand_over", room, engine=engine))["code"] == "bad_engine"

    run(play())


def test_the_hosts_own_engines_sit_down_by_name_and_no_others_do(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            detail = (await ann.http.get("/api/games/reversi")).json()
            assert [engine["spec"] for engine in detail["engines"] if engine.get("external")] == ["my engine"]
            room = await ann.room(seats=("me",))
            await ann.hello(room)
            for name, code in (("another", "bad_engine"), ("broken", "bad_engine"), ("my engine", None)):
                controller = {"kind": "external", "engine": name}
                assert (await ann.command("place_engine", room, seat=1, controller=controller)).get("code") == code
            await ann.command("ready", room)
            state = await ann.hello(room)
            await ann.command("play", room, base=state["turn"], move="5")
            assert (await ann.until("moved", seat=1))["engine"] == "my engine"

    run(play())


def test_a_vanished_person_is_stood_in_for_and_gets_the_seat_back(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, _ = await seated([ann, bob], grace=5, stand_in="level(2)")
            await ann.drop()
            assert (await bob.until("seat", cause="offline"))["seat"] == 0
            stood_in = await bob.until("seat", cause="stood_in")
            assert stood_in["state"]["controller"] == {"kind": "ai", "engine": "level(2)", "stands_in": True}
            await bob.until("moved", seat=0)
            await ann.open()
            await ann.hello(room)
            assert (await ann.command("take_back", room))["t"] == "ok"

    run(play())


def test_after_a_lost_connection_only_the_gap_is_replayed(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            seen = bob.frames[-1].get("seq", started["seq"])
            await bob.drop()
            await ann.command("play", room, base=started["turn"], move="5")
            await bob.open()
            bob.frames.clear()
            await bob.send(t="hello", room=room, since=seen)
            moved = await bob.until("moved")
            assert not any(frame["t"] == "snapshot" for frame in bob.frames)
            numbers = [frame["seq"] for frame in bob.frames if "seq" in frame]
            assert numbers == list(range(seen + 1, moved["seq"] + 1))
            await bob.send(t="hello", room=room, since=99_999)
            await bob.until("snapshot")

    run(play())


def test_the_same_seat_works_in_two_tabs(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            second = Client(server)
            second.http.cookies = ann.http.cookies
            await second.open()
            assert (await second.hello(room))["you"]["seats"] == [0]
            assert (await second.command("play", room, base=started["turn"], move="5"))["t"] == "ok"
            await ann.until("moved")
            await second.close()
            await asyncio.sleep(0.2)
            assert (await bob.hello(room))["seats"][0]["online"]

    run(play())


def test_a_kept_move_is_private_and_played_at_once(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            kept = await bob.command("premove", room, move="1")
            assert (await ann.until("skip"))["seq"] == kept["seq"]
            await ann.command("play", room, base=started["turn"], move="5")
            assert (await bob.until("moved", seat=1))["move"] == "1"

    run(play())


def test_the_flag_falls_without_anybody_asking(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, _ = await seated([ann, bob], clock={"kind": "per_move", "seconds": 1})
            finished = await bob.until("finished", room=room)
            assert finished["outcome"]["reason"] == "time"
            assert finished["outcome"]["scores"] == [0.0, 1.0]

    run(play())


def test_lag_is_measured_on_the_socket_and_not_charged(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            ann.echo_after = 0.2
            clock = {"kind": "sudden_death", "seconds": 60}
            room, started = await seated([ann, bob], clock=clock)
            turn = started["turn"]
            for move, reply in (("5", "1"), ("2", "3")):
                await ann.command("play", room, base=turn, move=move)
                await bob.command("play", room, base=turn + 1, move=reply)
                await ann.until("moved", move=reply)
                await asyncio.sleep(0.3)
                turn += 2
            await ann.command("play", room, base=turn, move="8")
            moved = [frame for frame in ann.frames if frame["t"] == "moved"]
            late = [frame for frame in moved if frame["seat"] == 0 and frame.get("lag")]
            assert late, "whoever is far away is not charged for the way"
            assert all(frame["lag"] >= 100 for frame in late)

    run(play())


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_chinese_checkers_is_played_by_people_and_engines_mixed(server: Server, seats: int) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            engines = ("greedy",) * (seats - 2)
            room = await ann.room(f"chinese_checkers(seats={seats})", seats=("me", "open", *engines))
            await ann.hello(room)
            await bob.hello(room)
            await bob.command("sit", room, seat=1)
            await bob.command("ready", room)
            await ann.command("ready", room)
            for _ in range(2):
                for client, seat in ((ann, 0), (bob, 1)):
                    state = await client.hello(room)
                    while state["position"]["to_move"] != seat:
                        await client.until("moved")
                        state = await client.hello(room)
                    move = state["position"]["legal"][0]["text"]
                    assert (await client.command("play", room, base=state["turn"], move=move))["t"] == "ok"
            state = await ann.hello(room)
            order = [move["seat"] for move in state["moves"]]
            assert order == [ply % seats for ply in range(len(order))]
            assert {move.get("engine") for move in state["moves"]} <= {None, "greedy"}

    run(play())


def test_a_game_with_takeover_is_marked_and_not_rated_in_its_record(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            for client in (ann, bob):
                await client.account(fresh("Helped"))
                await client.open()
            clock = {"kind": "sudden_death", "seconds": 60}
            room, started = await seated([ann, bob], rated=True, hints=False, clock=clock)
            await ann.command("hand_over", room, engine="level(2)")
            await ann.until("moved", seat=0)
            await ann.command("take_back", room)
            await bob.command("play", room, base=started["turn"] + 1, move="5")
            await ann.command("resign", room)
            finished = await bob.until("finished")
            assert finished["assisted"]
            assert not finished.get("rated")
            summary = (await bob.http.get(f"/api/records/{finished['record']}")).json()["summary"]
            assert summary["assisted"]
            assert not summary.get("rated")
            assert (await bob.http.get(f"/api/users/{bob.user['name']}")).json().get("ratings", []) == []

    run(play())


def test_under_ruc_a_flag_removes_the_marbles_and_play_goes_on(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            game, clock = "chinese_checkers(seats=3,rules=ruc)", {"kind": "per_move", "seconds": 1}
            room = await ann.room(game, seats=("me", "me", "me"), clock=clock)
            before = (await ann.hello(room))["position"]
            removed = await ann.until("removed")
            assert (removed["seat"], removed["reason"]) == (0, "time")
            owner = before["board"][0]
            assert owner in before["board"]
            assert owner not in removed["position"]["board"]
            assert removed["position"]["to_move"] == 1
            assert removed["clock"]["running"] == 1
            finished = await ann.until("finished")
            assert finished["outcome"]["scores"][2] == 1.0
            record = (await ann.http.get(f"/api/records/{finished['record']}")).json()
            assert [move["text"] for move in record["moves"]] == ["out:0", "out:1"]
            history = (await ann.http.get(f"/api/records/{finished['record']}/positions")).json()
            assert len(history["positions"]) == 3

    run(play())


def test_an_engine_answers_the_offer_of_a_draw(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            room = await ann.room(seats=("me", "level(1)"))
            await ann.hello(room)
            await ann.command("offer", room, kind="draw")
            assert (await ann.until("finished"))["outcome"]["reason"] == "agreement"

    run(play())


def test_a_hint_comes_in_three_steps_to_its_owner_alone(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            for step in (1, 2, 3):
                await ann.command("hint", room, base=started["turn"], step=step)
                hint = await ann.until("hint_shown", step=step)
                assert hint.get("move") == ("1" if step == 3 else None)
                assert 0 in hint["cells"]
            await ann.command("play", room, base=started["turn"], move="5")
            await bob.until("moved")
            assert not any(frame["t"] == "hint_shown" for frame in bob.frames)

    run(play())


def test_the_second_step_of_a_hint_is_the_piece_and_the_first_is_larger() -> None:
    game = load_game("xiangqi")
    position = game.initial()
    move = game.parse_move("h2e2")
    analysis = Analysis(
        lines=(Line(moves=(move,), rates=(0.5, 0.5)),), depth=1, nodes=1, seconds=0.0, progress=1.0, final=True
    )
    start, goal = position.path(move)
    asked = {step: wire.Hinted(0, step, 1, room="ROOM", seq=1, at=0) for step in (1, 2, 3)}
    area, piece, whole = (hint_frame("ROOM", asked[step], position, analysis) for step in (1, 2, 3))
    assert goal in area.cells
    assert len(area.cells) > 5
    assert (piece.cells, piece.move) == ((start,), None)
    assert (whole.cells, whole.move) == ((start, goal), "h2e2")


def test_moves_that_lose_at_once_are_marked_where_the_room_says_so(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            room = await ann.room("nogo(size=3,rule=course)", seats=("me", "me"), warnings=True, start="1x1/x2/3 o")
            await ann.hello(room)
            snapshot = await ann.hello(room)
            await ann.command("play", room, base=snapshot["turn"], move="C1")
            await ann.command("play", room, base=snapshot["turn"] + 1, move="B1")
            wanted = {"t": "warnings", "turn": snapshot["turn"] + 2}
            while not (warned := [frame for frame in ann.frames if wanted.items() <= frame.items()]):
                await ann.receive()
            assert [(mark["cell"], mark["code"], mark["seat"]) for mark in warned[-1]["marks"]] == [
                (0, "loses_now", 1),
                (6, "loses_now", 1),
            ]

    run(play())


def test_spectators_see_the_win_rate_and_players_do_not(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 3) as (ann, bob, eve):
            room, started = await seated([ann, bob])
            await eve.hello(room)
            await ann.command("play", room, base=started["turn"], move="5")
            assert (await eve.until("rates"))["rates"] == [0.5, 0.5]
            await bob.command("play", room, base=started["turn"] + 1, move="1")
            await eve.until("rates")
            assert not any(frame["t"] == "rates" for frame in [*ann.frames, *bob.frames])

    run(play())
