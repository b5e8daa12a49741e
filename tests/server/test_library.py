"""The library: files of games brought in at once, and the search over them; puzzles."""

from __future__ import annotations

from typing import Any

from duiyi import load_game
from duiyi.records import Header, Record, write_records
from duiyi.review.puzzle_set import load_puzzles
from tests.server.harness import Client, Server, clients, run
from tests.server.test_accounts import fresh

GAMES = [
    Record.from_moves("reversi", "f5 d6 c3 d3", header=Header(names=("Tamenori", "Murakami"), opening="Tiger")),
    # The same opening, mirrored on the diagonal.
    Record.from_moves("reversi", "e6 f4 c3 c4", header=Header(names=("Ishii", "Tamenori"), opening="Tiger mirrored")),
    Record.from_moves("reversi", "f5 f6 e6 f4", header=Header(names=("Brightwell", "Shaman"), opening="Diagonal")),
]
WON = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


async def _found(client: Client, **query: str) -> tuple[list[str], int]:
    answer = (await client.http.get("/api/library", params=query)).json()
    return [" ".join(player["name"] for player in game["players"]) for game in answer["games"]], answer["total"]


async def _brought(client: Client, name: str, data: bytes) -> dict[str, Any]:
    answer: dict[str, Any] = (await client.http.post("/api/library", params={"name": name}, content=data)).json()
    return answer


def test_a_file_of_games_is_kept_and_searched(server: Server) -> None:
    async def keep() -> None:
        async with clients(server, 2) as (ann, bob):
            await ann.account(fresh("Librarian"))
            report = await _brought(ann, "games.duiyi.jsonl", write_records(GAMES, "x.duiyi.jsonl"))
            assert (report["imported"], report["refused"], len(report["games"])) == (3, [], 3)
            both = ["Ishii Tamenori", "Tamenori Murakami"]
            found, total = await _found(ann, game="reversi", player="tameno")
            assert (sorted(found), total) == (both, 2)
            for opening in ("tiger", "f5 d6", "e6 f4", "f5 d6 c3"):
                found, total = await _found(ann, game="reversi", opening=opening, imported="true")
                assert (sorted(found), total) == (both, 2), opening
            for record in GAMES[:2]:
                found, _ = await _found(ann, game="reversi", position=record.position_at(4).text(), imported="true")
                assert sorted(found) == both
            assert (await _found(ann, game="reversi", opening="no such name"))[1] == 0
            me = (await ann.http.get("/api/me")).json()["user"]["id"]
            assert (await _found(ann, game="reversi", opening="tiger", player=me))[1] == 2
            assert (await _found(bob, game="reversi", opening="tiger", player=me))[1] == 0
            assert (await _found(ann, opening="diagonal"))[0] == ["Brightwell Shaman"]
            assert await _found(ann, game="reversi", imported="true", limit="1", offset="2") != ([], 3)
            assert await _found(bob, game="reversi", imported="true") == ([], 0)
            detail = (await bob.http.get(f"/api/records/{report['games'][0]}")).json()
            assert [move["text"] for move in detail["moves"]] == ["f5", "d6", "c3", "d3"]

    run(keep())


def test_results_are_those_of_the_player_or_of_the_first_seat(server: Server) -> None:
    async def keep() -> None:
        async with clients(server) as (ann,):
            await ann.account(fresh("Librarian"))
            won = Record.from_moves("gomoku", WON, header=Header(names=("Winner", "Loser")))
            unfinished = Record.from_moves("gomoku", "h8 a1", header=Header(names=("Winner", "Loser")))
            await _brought(ann, "games.duiyi.jsonl", write_records([won, unfinished], "x.duiyi.jsonl"))
            counts = {
                (player, result): (await _found(ann, game="gomoku", imported="true", player=player, result=result))[1]
                for player in ("winner", "loser", "")
                for result in ("win", "draw", "loss", "")
            }
            assert counts == {
                ("winner", "win"): 1,
                ("winner", "draw"): 0,
                ("winner", "loss"): 0,
                ("winner", ""): 2,
                ("loser", "win"): 0,
                ("loser", "draw"): 0,
                ("loser", "loss"): 1,
                ("loser", ""): 2,
                ("", "win"): 1,
                ("", "draw"): 0,
                ("", "loss"): 0,
                ("", ""): 2,
            }

    run(keep())


def test_bad_games_are_refused_with_the_reason_and_the_good_ones_kept(server: Server) -> None:
    async def keep() -> None:
        async with clients(server) as (ann,):
            report = await _brought(ann, "games.oth", b"f5d6c3\nf5f5\nf5f6e6\n")
            assert report["imported"] == 2
            assert report["refused"] == [
                "games.oth: line 2, column 3: expected a legal move, found 'f5' (f5 is already taken)"
            ]
            nonsense = await _brought(ann, "games.sgf", b"no game at all")
            assert nonsense["imported"] == 0
            assert len(nonsense["refused"]) == 1

    run(keep())


def test_a_library_needs_somebody_it_belongs_to(server: Server) -> None:
    async def keep() -> None:
        async with clients(server) as (ann,):
            ann.http.cookies.clear()
            answer = await ann.http.post("/api/library", params={"name": "x.oth"}, content=b"f5d6")
            assert answer.status_code == 401
            wrong = await ann.http.get("/api/library", params={"game": "reversi", "position": "nonsense"})
            assert wrong.status_code == 422

    run(keep())


def test_puzzles_are_listed_without_their_answers_and_answers_are_judged(server: Server) -> None:
    async def ask() -> None:
        async with clients(server) as (ann,):
            everything = (await ann.http.get("/api/puzzles")).json()["puzzles"]
            assert len(everything) == len(load_puzzles())
            assert "line" not in everything[0]
            listed = (await ann.http.get("/api/puzzles", params={"game": "reversi"})).json()["puzzles"]
            assert {puzzle["game"] for puzzle in listed} == {"reversi"}
            assert set(listed[0]["goal"]) == {"en", "zh"}
            puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.game == "reversi")
            game = load_game("reversi")
            wrong = next(
                text
                for move in game.position(puzzle.start).legal_moves()
                if (text := game.move_text(move)) != puzzle.line[0]
            )
            path = f"/api/puzzles/{puzzle.id}/answer"
            right = (await ann.http.get(path, params={"move": puzzle.line[0].upper()})).json()
            assert right == {"right": True, "line": list(puzzle.line)}
            for move in (wrong, "nonsense"):
                assert (await ann.http.get(path, params={"move": move})).json() == {"right": False, "line": []}
            assert (await ann.http.get("/api/puzzles/none/answer", params={"move": "f5"})).status_code == 404

    run(ask())
