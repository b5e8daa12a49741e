"""A search without limit ends when the host says so, in every protocol that has a word for it, with an answer.

How fast that is stands in `benchmarks/protocols.md`.
"""

from __future__ import annotations

import asyncio
import json

import pytest

from duiyi import Analysis, Limits, Move, Position, load_game
from duiyi.protocols.mind import Mind
from tests.protocols.dialogue import Dialogue, run

# Protocol, game, engine, what begins the search, what is said meanwhile, what ends it, how the answer begins
TALKS = [
    ("uci", "xiangqi", "alphabeta", ["position startpos", "go infinite"], "info depth", "stop", "bestmove "),
    ("ucci", "xiangqi", "alphabeta", ["position startpos", "go infinite"], "info depth", "stop", "bestmove "),
    ("xboard", "xiangqi", "alphabeta", ["new", "post", "st 9999", "go"], "", "?", "move "),
    ("gtp", "nogo", "mcts", ["lz-analyze b 1"], "info move", "7 name", "=7 Duiyi"),
    ("gtp", "gomoku", "alphabeta", ["kata-analyze b 1"], "info move", "7 name", "=7 Duiyi"),
    ("gtp", "reversi", "alphabeta", ["time_settings 99999 0 0", "9 genmove b"], "=", "# interrupt", "=9 "),
    ("gomocup", "gomoku", "alphabeta", ["INFO timeout_turn 999999", "TURN 7,7"], "MESSAGE", "YXSTOP", ""),
    ("nboard", "reversi", "alphabeta", ["hint 1"], "search", "ping 4", "pong 4"),
    (
        *("json", "xiangqi", "alphabeta"),
        [json.dumps({"id": "a", "maxTime": 9999, "reportDuringSearchEvery": 0.01})],
        '{"id":"a","isDuringSearch":true',
        json.dumps({"id": "t", "action": "terminate", "terminateId": "a"}),
        '{"id":"a","isDuringSearch":false',
    ),
]


@pytest.mark.parametrize(
    ("protocol", "game", "engine", "begin", "meanwhile", "stop", "answer"),
    TALKS,
    ids=[f"{protocol}-{game}-{begin[-1].split()[0][:12]}" for protocol, game, _, begin, *_ in TALKS],
)
def test_a_search_without_end_is_ended_and_answered(
    protocol: str, game: str, engine: str, begin: list[str], meanwhile: str, stop: str, answer: str
) -> None:
    async def talk() -> None:
        async with Dialogue(protocol, game, engine) as host:
            host.send(*begin)
            await host.until(meanwhile)
            host.send(stop)
            while (line := (await host.until(answer))[-1]).startswith("MESSAGE"):
                pass
            assert line.startswith(answer)

    run(talk)


class Sleeper:
    """A player that never comes to a decision."""

    name = "sleeper"

    async def choose(self, position: Position, limits: Limits) -> Move:
        await asyncio.sleep(3600)
        return position.legal_moves()[0]


def test_a_stop_before_anything_is_known_still_gives_a_sane_move() -> None:
    game = load_game("xiangqi")
    mate = game.position("4k4/R8/9/9/9/9/9/1R7/9/3K5 w")

    async def think(thinker: Mind) -> Analysis:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(0.01, stop.set)
        return await thinker.think(mate, Limits(seconds=3600), stop)

    mind = Mind(game, "alphabeta")
    mind.level = 3
    mind._players[3] = Sleeper()
    assert game.move_text(asyncio.run(think(mind)).best) == "b2b9"
