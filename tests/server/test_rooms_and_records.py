"""The lobby, pairing, invites, records, ratings, search, analysis."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from sqlalchemy import insert

from duiyi.server.store import Database
from duiyi.server.store.tables import ratings
from tests.server.harness import Client, Server, clients, run, seated
from tests.server.test_accounts import fresh


def test_the_lobby_lists_open_rooms_and_follows_them(server: Server) -> None:
    async def watch() -> None:
        async with clients(server, 2) as (ann, bob):
            await bob.send(t="lobby", on=True)
            await bob.until("rooms")
            room = await ann.room("counting", seats=("me",))
            card = (await bob.until("card", room=room))["card"]
            assert card["phase"] == "open"
            assert card["settings"]["game"] == "counting"
            assert room in [card["room"] for card in (await bob.http.get("/api/rooms")).json()["rooms"]]
            hidden = await ann.room(seats=("me",), public=False)
            assert hidden not in [card["room"] for card in (await bob.http.get("/api/rooms")).json()["rooms"]]
            await ann.open()
            await ann.command("leave", room)
            while (await bob.until("card", room=room)).get("card") is not None:
                pass

    run(watch())


def test_quick_pairing_finds_people_who_want_the_same(server: Server) -> None:
    async def pair() -> None:
        async with clients(server, 3) as (ann, bob, eve):
            clock = {"kind": "sudden_death", "seconds": 60}
            await eve.send(t="seek", id="s", game="noughts", clock={"kind": "none"})
            await ann.send(t="seek", id="s", game="noughts", clock=clock)
            await bob.send(t="seek", id="s", game="noughts", clock=clock)
            first, second = await ann.until("paired"), await bob.until("paired")
            assert first["room"] == second["room"]
            assert {first["seat"], second["seat"]} == {0, 1}
            assert (await ann.hello(first["room"]))["phase"] == "playing"
            await ann.send(t="seek", id="bad", game="nonsense")
            refused = await ann.until("no", id="bad")
            assert refused["code"] == "bad_game"
            assert refused["words"]["zh"].startswith("没有这种棋，或它的选项不对：")

    run(pair())


def test_three_seekers_make_a_game_of_three(server: Server) -> None:
    async def pair() -> None:
        async with clients(server, 3) as people:
            for person in people:
                await person.send(t="seek", id="s", game="counting")
            rooms = {(await person.until("paired"))["room"] for person in people}
            assert len(rooms) == 1

    run(pair())


def test_an_invite_link_opens_its_seat_alone(server: Server) -> None:
    async def invite() -> None:
        async with clients(server, 2) as (ann, bob):
            room = await ann.room("counting", seats=("me", "invited", "invited"))
            assert (await bob.command("sit", room, seat=1))["code"] == "seat_invited"
            assert (await bob.http.get(f"/api/rooms/{room}/invite", params={"seat": 1})).status_code == 403
            link = (await ann.http.get(f"/api/rooms/{room}/invite", params={"seat": 1})).json()
            assert re.match(r"<svg.*path", link["svg"])
            key = parse_qs(urlsplit(link["url"]).query)["key"][0]
            assert (await bob.command("sit", room, seat=2, key=key))["code"] == "seat_invited"
            assert (await bob.command("sit", room, seat=1, key=key))["t"] == "ok"

    run(invite())


def test_a_room_without_spectators_does_not_exist_for_others(server: Server) -> None:
    async def look() -> None:
        async with clients(server, 3) as (ann, bob, eve):
            room, _ = await seated([ann, bob], spectators=False)
            await eve.send(t="hello", room=room)
            assert (await eve.until("no"))["code"] == "not_found"
            assert (await eve.http.get(f"/api/rooms/{room}")).status_code == 404
            assert (await eve.http.get(f"/api/rooms/{room}/game")).status_code == 404
            assert (await eve.command("say", room, text="hello"))["code"] == "not_found"

    run(look())


def test_the_game_of_a_room_is_told_to_those_who_may_see_the_room(server: Server) -> None:
    async def look() -> None:
        async with clients(server, 2) as (ann, eve):
            room = await ann.room("reversi(size=4)")
            told = (await eve.http.get(f"/api/rooms/{room}/game")).json()
            assert told == (await eve.http.get("/api/games/reversi(size=4)")).json()
            assert told["spec"] == (await eve.http.get(f"/api/rooms/{room}")).json()["settings"]["game"]
            assert (await eve.http.get("/api/rooms/NOTHERE1/game")).status_code == 404

    run(look())


def test_everybody_in_the_room_is_listed(server: Server) -> None:
    async def look() -> None:
        async with clients(server, 3) as (ann, bob, eve):
            room, _ = await seated([ann, bob])
            await eve.hello(room)
            wanted = {ann.user["id"]: 0, bob.user["id"]: 1, eve.user["id"]: None}
            while (people := (await ann.until("people"))["people"]) and len(people) < 3:
                pass
            assert {person["user"]["id"]: person.get("seat") for person in people} == wanted

    run(look())


def test_who_sits_down_or_stands_up_is_listed_so(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room = await ann.room(seats=("me", "open"))
            await ann.hello(room)
            await bob.hello(room)
            for command, fields, seat in (("sit", {"seat": 1}, 1), ("stand", {}, None)):
                await bob.command(command, room, **fields)
                while True:
                    people = (await ann.until("people"))["people"]
                    if {person["user"]["id"]: person.get("seat") for person in people}.get(bob.user["id"], -1) == seat:
                        break

    run(play())


def test_a_second_tab_is_told_who_is_here(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            room = await ann.room()
            await ann.hello(room)
            await ann.until("people")
            await ann.open()
            await ann.hello(room)
            assert (await ann.until("people"))["people"][0]["user"]["id"] == ann.user["id"]

    run(play())


def test_a_refused_hello_names_its_room(server: Server) -> None:
    async def knock() -> None:
        async with clients(server) as (ann,):
            await ann.send(t="hello", room="NOWHERE")
            refused = await ann.until("no")
            assert (refused["code"], refused["room"]) == ("not_found", "NOWHERE")

    run(knock())


def test_unfinished_games_are_offered_again(server: Server) -> None:
    async def come_back() -> None:
        async with clients(server) as (ann,):
            room = await ann.room(seats=("me", "mcts"))
            assert [card["room"] for card in (await ann.http.get("/api/me")).json()["rooms"]] == [room]

    run(come_back())


def test_a_rated_game_changes_both_ratings(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            names = fresh("Winner"), fresh("Loser")
            for client, name in zip((ann, bob), names, strict=True):
                await client.account(name)
                await client.open()
            clock = {"kind": "sudden_death", "seconds": 60}
            room, started = await seated([ann, bob], rated=True, hints=False, clock=clock)
            await ann.command("play", room, base=started["turn"], move="5")
            await bob.command("play", room, base=started["turn"] + 1, move="1")
            await bob.command("resign", room)
            finished = await ann.until("finished")
            assert finished["rated"]
            for name, rises in zip(names, (True, False), strict=True):
                profile = (await ann.http.get(f"/api/users/{name}")).json()
                (rating,) = profile["ratings"]
                assert rating["pool"] == "noughts/bullet"
                assert (rating["rating"] > 1500) is rises
                assert (profile.get("wins", 0), profile.get("losses", 0)) == ((1, 0) if rises else (0, 1))
            record = (await ann.http.get(f"/api/records/{finished['record']}")).json()
            assert record["summary"]["players"][0]["rating_after"] > 1500
            board = (await ann.http.get("/api/leaderboard", params={"pool": "noughts/bullet"})).json()
            assert board["pool"] == "noughts/bullet"

    run(play())


def test_the_leaderboard_lists_those_whose_rating_is_certain(server: Server) -> None:
    async def climb() -> None:
        async with clients(server, 3) as people:
            pool = fresh("pool")
            rows = []
            for client, rating, deviation in zip(people, (1700.0, 1900.0, 2400.0), (60.0, 90.0, 300.0), strict=True):
                await client.account(fresh("Climber"))
                row = {"user": client.user["id"], "pool": pool, "rating": rating, "deviation": deviation}
                rows.append(row | {"volatility": 0.06, "games": 9, "updated": 0})
            database = await Database.open(server.config["database"])
            async with database.write() as connection:
                await connection.execute(insert(ratings), rows)
            await database.close()
            board = (await people[0].http.get("/api/leaderboard", params={"pool": pool})).json()
            listed = [(row["place"], row["user"]["id"], row["rating"]) for row in board["rows"]]
            assert listed == [(1, people[1].user["id"], 1900.0), (2, people[0].user["id"], 1700.0)]
            assert pool in board["pools"]

    run(climb())


def test_a_rated_game_of_three_is_a_ranking(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 3) as people:
            names = [fresh(name) for name in ("First", "Second", "Third")]
            for client, name in zip(people, names, strict=True):
                await client.account(name)
                await client.open()
            clock = {"kind": "sudden_death", "seconds": 60}
            room, _ = await seated(people, "chinese_checkers(seats=3,rules=ruc)", rated=True, hints=False, clock=clock)
            for client in people:
                state = await client.hello(room)
                move = state["position"]["legal"][0]["text"]
                await client.command("play", room, base=state["turn"], move=move)
            for leaver in (people[2], people[1]):
                await leaver.command("resign", room)
            finished = await people[0].until("finished")
            assert [row["rank"] for row in finished["settlement"]] == [1, 2, 2], "who is out shares the last place"
            assert [row["steps"] for row in finished["settlement"]] == [1, 2, 2], "resigning is a step"
            ratings = []
            for name in names:
                (rating,) = (await people[0].http.get(f"/api/users/{name}")).json()["ratings"]
                assert rating["pool"] == "chinese_checkers/bullet"
                ratings.append(rating["rating"])
            assert ratings[0] > 1500 > ratings[1]
            assert abs(ratings[1] - ratings[2]) < 1e-6, "a draw between the two"

    run(play())


def test_records_are_found_by_game_player_result_and_position(server: Server) -> None:
    async def search() -> None:
        async with clients(server, 2) as (ann, bob):
            await ann.account(fresh("Seeker"))
            await ann.open()
            room, started = await seated([ann, bob])
            await ann.command("play", room, base=started["turn"], move="7")
            await bob.command("play", room, base=started["turn"] + 1, move="3")
            await bob.command("resign", room)
            name = ann.user["name"]

            async def found(**query: str) -> list[str]:
                answer = await ann.http.get("/api/records", params={"player": name, **query})
                assert answer.status_code == 200, answer.text
                return [record["id"] for record in answer.json()["records"]]

            assert await found() == [f"{room}-1"]
            assert await found(game="noughts", result="win", reason="resign") == [f"{room}-1"]
            assert await found(result="loss") == []
            assert await found(game="noughts", position="..o...x..") == [f"{room}-1"]
            assert await found(game="noughts", position="..o....x.") == []
            assert await found(rated="true") == []
            assert (await ann.http.get("/api/records", params={"game": "noughts", "position": "?"})).status_code == 422

    run(search())


def test_a_private_game_is_found_by_its_players_alone(server: Server) -> None:
    async def search() -> None:
        async with clients(server, 3) as (ann, bob, eve):
            room, _ = await seated([ann, bob], public=False)
            await ann.command("resign", room)
            assert (await bob.http.get(f"/api/records/{room}-1")).status_code == 200
            assert (await eve.http.get(f"/api/records/{room}-1")).status_code == 404

    run(search())


def test_a_record_is_a_file_in_the_formats_of_its_game(server: Server) -> None:
    async def download() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob], "reversi")
            await ann.command("play", room, base=started["turn"], move="f5")
            await bob.command("play", room, base=started["turn"] + 1, move="d6")
            await ann.command("resign", room)
            answer = await ann.http.get(f"/api/records/{room}-1/file/sgf")
            assert answer.status_code == 200
            assert answer.text.startswith("(;")
            assert (await ann.http.get(f"/api/records/{room}-1/file/exe")).status_code == 422

    run(download())


def test_analysis_comes_ply_by_ply_the_one_on_screen_first(server: Server) -> None:
    async def analyse() -> None:
        async with clients(server) as (ann,):
            request = {"game": "noughts", "moves": ["5", "1", "9"], "engine": "alphabeta", "first": 2}
            await ann.send(t="analyse", id="a1", **request)
            job = await ann.until("job", id="a1")
            plies = [(await ann.until("analysis", job=job["job"]))["ply"] for _ in range(4)]
            assert plies == [2, 0, 3, 1]
            await ann.until("job", job=job["job"], state="done")
            await ann.send(t="analyse", id="a2", **request)
            assert (await ann.until("analysis"))["cached"]
            await ann.until("job", id="a2", state="done")
            await ann.send(t="analyse", id="a3", game="noughts", moves=["5"], only=True, first=1, engine="greedy")
            streamed = [await ann.until("analysis"), await ann.until("analysis")]
            assert [frame.get("final", False) for frame in streamed] == [False, True]

    run(analyse())


def test_analysis_has_quotas_places_and_can_be_cancelled(server: Server) -> None:
    async def analyse() -> None:
        async with clients(server) as (ann,):
            for number in range(4):
                await ann.send(t="analyse", id=f"a{number}", game="noughts", moves=["5", "1"], engine="mcts")
            await ann.send(t="analyse", id="a4", game="noughts", engine="mcts")
            assert (await ann.until("no", id="a4"))["code"] == "too_many"
            jobs = {frame["id"]: frame for frame in ann.frames if frame["t"] == "job"}
            assert jobs["a3"]["place"] >= jobs["a2"]["place"] > 0
            await ann.send(t="cancel", job=jobs["a3"]["job"])
            await ann.until("job", id="a3", state="cancelled")
            await ann.send(t="analyse", id="a5", game="noughts", moves=["5"] * 3, engine="mcts")
            assert (await ann.until("no", id="a5"))["code"] == "bad_game"

    run(analyse())


def test_analysis_is_kept_with_its_record(server: Server) -> None:
    async def analyse() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            await ann.command("play", room, base=started["turn"], move="5")
            await bob.command("resign", room)
            record = f"{room}-1"
            await ann.send(t="analyse", id="a", game="noughts", moves=["5"], engine="alphabeta", record=record)
            await ann.until("job", id="a", state="done")
            detail = (await bob.http.get(f"/api/records/{record}")).json()
            assert sorted(kept["ply"] for kept in detail["analyses"]) == [0, 1]

    run(analyse())


def test_a_game_that_lost_a_seat_is_analysed_to_its_end(server: Server) -> None:
    async def analyse() -> None:
        async with clients(server) as (ann,):
            game = "chinese_checkers(seats=3,rules=ruc)"
            room = await ann.room(game, seats=("me", "me", "me"))
            await ann.hello(room)
            await ann.command("resign", room, seat=1)
            outs = (await ann.hello(room))["outs"]
            assert outs == [[0, 1]]
            await ann.command("resign", room, seat=0)
            record = (await ann.hello(room))["record"]
            await ann.send(t="analyse", id="a", game=game, moves=["out:1"], engine="alphabeta", lines=3, record=record)
            await ann.until("job", id="a", state="done")
            kept = (await ann.http.get(f"/api/records/{record}")).json()["analyses"]
            assert [analysis["ply"] for analysis in kept] == [0, 1]
            rates = [line["rates"][0] for line in kept[0]["lines"]]
            assert rates == sorted(rates, reverse=True)
            assert len(rates) == 3
            await ann.send(t="analyse", id="b", game="reversi", moves=["out:1"])
            assert (await ann.until("no", id="b"))["code"] == "bad_game"

    run(analyse())


@pytest.mark.parametrize(
    "spec", ["reversi", "xiangqi", "gomoku(rule=renju)", "nogo", "chinese_checkers(seats=3,rules=ruc)"]
)
def test_every_game_is_described_and_playable(server: Server, spec: str) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            detail = (await ann.http.get(f"/api/games/{spec}")).json()
            assert len(detail["initial"]["board"]) == len(detail["shape"]["cells"])
            assert all(words["zh"] for words in detail["seat_words"])
            room = await ann.room(spec, seats=("me",) * detail["seats"])
            state = await ann.hello(room)
            for _ in range(12):
                legal = state["position"].get("legal")
                if not legal:
                    break
                move = legal[len(legal) // 2]["text"]
                answer = await ann.command("play", room, base=state["turn"], move=move)
                assert answer["t"] == "ok", answer
                state = await ann.hello(room)
            moves = [move["text"] for move in state["moves"]]
            line = await ann.http.post("/api/position", json={"game": spec, "moves": moves, "all": True})
            positions = line.json()["positions"]
            assert len(positions) == len(moves) + 1
            assert positions[-1]["board"] == state["position"]["board"]

    run(play())


def test_the_presets_have_the_clocks_of_the_courses(server: Server) -> None:
    games = {game["name"]: game["presets"] for game in httpx.get(f"{server.url}/api/games").json()}
    ruc, six = games["chinese_checkers"]
    assert (ruc["game"], six["game"]) == ("chinese_checkers(rules=ruc)", "chinese_checkers(seats=6,rules=ruc)")
    assert ruc["clock"] == six["clock"] == {"kind": "per_move", "seconds": 15}
    (cup,) = games["nogo"]
    assert cup["game"] == "nogo(rule=course)"
    assert cup["clock"] == {"kind": "per_move", "seconds": 3}


def test_forbidden_points_are_marked_with_their_reasons(server: Server) -> None:
    async def look() -> None:
        client = Client(server)
        renju = {"game": "gomoku(rule=renju)", "start": "15/15/15/15/15/15/7x7/6x1x6/7x7/15/15/15/15/15/15 x"}
        marks = (await client.http.post("/api/position", json=renju)).json()["positions"][0]["marks"]
        assert [(mark["cell"], mark["code"], mark["seat"]) for mark in marks] == [(112, "double_three", 0)]
        nogo = {"game": "nogo(size=3)", "start": "1o1/o2/3 x"}
        shown = (await client.http.post("/api/position", json=nogo)).json()["positions"][0]["marks"]
        assert (0, "suicide", 0) in [(mark["cell"], mark["code"], mark["seat"]) for mark in shown]
        mirrored = {"game": "nogo(size=3)", "start": "1o1/o2/3 o"}
        shown = (await client.http.post("/api/position", json=mirrored)).json()["positions"][0]["marks"]
        assert (0, "suicide", 0) in [(mark["cell"], mark["code"], mark["seat"]) for mark in shown]
        await client.close()

    run(look())
