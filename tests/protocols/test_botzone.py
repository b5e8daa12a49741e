"""Botzone: JSON and simple turns, one-shot and kept running, for every game it hosts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from duiyi import load_game
from duiyi.protocols.botzone import KEEP_RUNNING
from duiyi.protocols.botzone_text import apply_turn
from tests.protocols.dialogue import Dialogue, replies, run

NONE = {"x": -1, "y": -1}
GAMES = ["nogo", "reversi", "gomoku", "gomoku(rule=renju)", "xiangqi", "chinese_checkers"]
FIRST: dict[str, Any] = {"xiangqi": {"source": "-1", "target": "-1"}, "chinese_checkers": {"moves": []}}
ENGINE = "alphabeta(depth=1)"


def one_shot(game: str, requests: list[Any], responses: list[Any]) -> dict[str, Any]:
    line = json.dumps({"requests": requests, "responses": responses, "data": "", "globaldata": ""})
    said = replies("botzone", game, line, line, engine=ENGINE)
    assert len(said) == 1
    answer = json.loads(said[0])
    assert set(answer) == {"response", "debug"}
    return dict(answer)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_turn_by_turn(game: str) -> None:
    rules = load_game(game)
    position = rules.initial()
    first = FIRST.get(rules.name, NONE)
    sides: list[tuple[list[Any], list[Any]]] = [([first], []), ([], [])]
    for ply in range(6):
        requests, responses = sides[ply % 2]
        turn = one_shot(game, requests, responses)["response"]
        position = apply_turn(position, turn)
        responses.append(turn)
        sides[1 - ply % 2][0].append(turn)


@pytest.mark.parametrize("game", GAMES)
def test_a_process_that_keeps_running_gets_only_the_new_request(game: str) -> None:
    rules = load_game(game)

    async def talk() -> None:
        async with Dialogue("botzone", game, ENGINE) as host:
            host.session.keeps_running = True
            position = rules.initial()
            host.send(json.dumps({"requests": [FIRST.get(rules.name, NONE)], "responses": []}))
            for _ in range(3):
                turn = json.loads(await host.read())["response"]
                assert await host.read() == KEEP_RUNNING
                position = apply_turn(position, turn)
                reply = position.legal_moves()[0]
                text = rules.move_text(reply)
                position = position.after(reply)
                if rules.name == "xiangqi":
                    request: Any = {"source": text[:2], "target": text[2:]}
                elif rules.name == "chinese_checkers":
                    request = {"moves": [text]}
                else:
                    columns = {"nogo": 9, "reversi": 8, "gomoku": 15}[rules.name]
                    request = {"x": reply % columns, "y": reply // columns}
                host.send(json.dumps(request))
            await host.read()

    run(talk)


def test_simple_turns_are_a_number_and_lines() -> None:
    said = replies("botzone", "reversi", "1", "-1 -1", engine=ENGINE)
    x, y = map(int, said[0].split())
    assert load_game("reversi").initial().is_legal(8 * y + x)
    said = replies("botzone", "reversi", "2", "-1 -1", "5 4", "5 5", "data", engine=ENGINE)
    assert len(said[0].split()) == 2
    said = replies("botzone", "xiangqi", "1", "h2 e2", engine=ENGINE)
    assert len(said[0].split()) == 2
    said = replies("botzone", "chinese_checkers", "1", "-1", engine=ENGINE)
    assert ":" in said[0]


def test_simple_turns_may_keep_running() -> None:
    async def talk() -> None:
        async with Dialogue("botzone", "nogo", ENGINE) as host:
            host.session.keeps_running = True
            host.send("1", "-1 -1")
            await host.until(KEEP_RUNNING)
            host.send("8 8")
            lines = await host.until(KEEP_RUNNING)
            assert len(lines[0].split()) == 2

    run(talk)


def test_a_forced_pass_and_a_finished_game_answer_no_move() -> None:
    lost = [{"x": 0, "y": 0}, {"x": 0, "y": 0}]
    assert one_shot("nogo", lost, [{"x": 5, "y": 5}])["response"] == NONE


@pytest.mark.parametrize(
    "line", ["[]", "{", '{"requests": 3}', '{"requests":[{"x":99,"y":0}]}', '{"requests":[7]}', "x"]
)
def test_a_turn_that_cannot_be_read_is_answered_all_the_same(line: str) -> None:
    answer = json.loads(replies("botzone", "gomoku", line)[0])
    assert answer["response"] == NONE
    assert answer["debug"]
