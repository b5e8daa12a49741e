"""Analysis by JSON lines: ids, turns, partial results, termination, errors."""

from __future__ import annotations

import json
from typing import Any

from duiyi import load_game
from tests.protocols.dialogue import Dialogue, replies, run


def ask(game: str, *questions: dict[str, Any] | str, engine: str = "alphabeta") -> list[dict[str, Any]]:
    lines = [question if isinstance(question, str) else json.dumps(question) for question in questions]
    return [json.loads(line) for line in replies("json", game, *lines, engine=engine)]


def test_a_question_is_answered_about_its_last_position() -> None:
    (answer,) = ask("reversi", {"id": "a", "moves": ["f5", "d6"], "maxDepth": 3, "lines": 2})
    assert (answer["id"], answer["turnNumber"], answer["isDuringSearch"]) == ("a", 2, False)
    assert [info["order"] for info in answer["moveInfos"]] == [0, 1]
    best = answer["moveInfos"][0]
    assert best["pv"][0] == best["move"]
    assert abs(sum(best["rates"]) - 1) < 1e-9
    assert answer["rootInfo"]["currentPlayer"] == 0
    assert answer["rootInfo"]["winrate"] == best["winrate"]


def test_many_positions_of_one_game_are_answered_one_by_one() -> None:
    answers = ask("xiangqi", {"id": "x", "moves": ["h2e2", "h9g7"], "analyzeTurns": "all", "maxVisits": 500})
    assert sorted(answer["turnNumber"] for answer in answers) == [0, 1, 2]
    answers = ask("xiangqi", {"id": "x", "moves": ["h2e2", "h9g7"], "analyzeTurns": [1], "maxVisits": 500})
    assert [answer["turnNumber"] for answer in answers] == [1]


def test_moves_with_players_records_and_set_ups_are_read() -> None:
    (answer,) = ask("nogo", {"id": "p", "moves": [["B", "D4"], ["W", "E5"]], "maxVisits": 50}, engine="mcts")
    assert answer["turnNumber"] == 2
    assert "visits" in answer["moveInfos"][0]
    answers = ask("gomoku", {"id": "r", "record": "(;GM[4]SZ[15];B[hh];W[ih])", "analyzeTurns": "all", "maxDepth": 1})
    assert len(answers) == 3
    (answer,) = ask("gomoku", {"id": "s", "initialPosition": load_game("gomoku").initial().text(), "maxDepth": 1})
    assert answer["moveInfos"][0]["move"] == "h8"
    (answer,) = ask("gomoku", {"id": "g", "game": "reversi", "moves": ["f5"], "maxDepth": 1})
    assert answer["moveInfos"][0]["move"] in ("d6", "f4", "f6")


def test_finished_positions_tell_their_outcome() -> None:
    (over,) = ask("gomoku", {"id": "o", "moves": ["a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15", "e1"]})
    assert over["moveInfos"] == []
    assert over["outcome"]["scores"] == [1.0, 0.0]


def test_partial_results_come_during_the_search() -> None:
    answers = ask("xiangqi", {"id": "d", "moves": [], "maxTime": 0.6, "reportDuringSearchEvery": 0.05})
    assert answers[-1]["isDuringSearch"] is False
    assert all(answer["isDuringSearch"] for answer in answers[:-1])
    assert len(answers) > 1


def test_first_moves_may_be_restricted() -> None:
    (answer,) = ask("xiangqi", {"id": "r", "maxVisits": 500, "allowMoves": [{"player": "w", "moves": ["a0a1"]}]})
    assert [info["move"] for info in answer["moveInfos"]] == ["a0a1"]
    (answer,) = ask("xiangqi", {"id": "r", "maxVisits": 500, "avoidMoves": [{"player": "w", "moves": ["h2e2"]}]})
    assert "h2e2" not in [info["move"] for info in answer["moveInfos"]]


def test_a_question_can_be_terminated() -> None:
    async def talk() -> None:
        async with Dialogue("json", "xiangqi") as host:
            host.send(json.dumps({"id": "long", "moves": ["h2e2"], "analyzeTurns": [0, 1], "maxTime": 600}))
            host.send(json.dumps({"id": "t", "action": "terminate", "terminateId": "long"}))
            answers = [json.loads(await host.read()) for _ in range(3)]
            assert {answer.get("turnNumber") for answer in answers} == {0, 1, None}
            assert any(answer.get("noResults") for answer in answers)
            assert any(answer.get("action") == "terminate" for answer in answers)

    run(talk)


def test_several_workers_answer_in_any_order_and_the_urgent_come_first() -> None:
    async def talk() -> None:
        async with Dialogue("json", "reversi") as host:
            host.session.workers = 2
            host.send(json.dumps({"id": "slow", "maxTime": 600}))
            host.send(json.dumps({"id": "quick", "maxDepth": 1}))
            assert json.loads(await host.read())["id"] == "quick"
            host.session.workers = 1
            host.send(json.dumps({"id": "later", "maxDepth": 1}))
            host.send(json.dumps({"id": "urgent", "maxDepth": 1, "priority": 5}))
            host.send(json.dumps({"id": "t", "action": "terminate", "terminateId": "slow"}))
            ids = [json.loads(await host.read())["id"] for _ in range(4)]
            assert ids.index("urgent") < ids.index("later")

    run(talk)


def test_actions_are_answered() -> None:
    answers = ask(
        "reversi",
        {"id": "v", "action": "query_version"},
        {"id": "c", "action": "clear_cache"},
        {"id": "x", "action": "cook"},
    )
    assert answers[0]["version"]
    assert answers[1] == {"id": "c", "action": "clear_cache"}
    assert "error" in answers[2]


def test_wrong_questions_are_told_with_their_id() -> None:
    answers = ask(
        "reversi",
        "rubbish",
        "[1]",
        '{"moves":[]}',
        {"id": "a", "moves": ["f5", "f5"]},
        {"id": "b", "moves": ["zz"]},
        {"id": "c", "analyzeTurns": [7]},
        {"id": "d", "maxVisits": "many"},
        {"id": "e", "game": "chess"},
        {"id": "f", "record": "rubbish"},
        {"id": "g", "avoidMoves": [{"moves": ["z9"]}]},
        "[" * 100_000,
    )
    assert all("error" in answer for answer in answers)
    assert [answer.get("id") for answer in answers] == [None, None, None, "a", "b", "c", "d", "e", "f", "g", None]
