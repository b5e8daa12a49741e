"""Exported bots: their rules are ours move by move, and a file alone plays a match."""

from __future__ import annotations

import ast
import importlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from duiyi import load_game
from duiyi.protocols.bots.common import think
from duiyi.protocols.bots.export import EXPORTED, export_bot
from duiyi.protocols.botzone_text import apply_turn, turn_of
from duiyi.spec import SpecError

NONE: dict[str, Any] = {"xiangqi": {"source": "-1", "target": "-1"}}


def rules_of(name: str) -> Any:
    return importlib.import_module(f"duiyi.protocols.bots.{EXPORTED[name][-1]}")


@pytest.mark.parametrize("name", EXPORTED)
def test_the_rules_of_a_bot_are_ours(name: str) -> None:
    bot = rules_of(name)
    game = load_game("xiangqi(repetition=simple,natural=0)" if name == "xiangqi" else name)
    chance = random.Random(5)
    for _ in range(2):
        position, state = game.initial(), bot.START
        for _ in range(70):
            outcome = position.outcome()
            if outcome is not None and outcome.reason in ("repetition", "insufficient_material"):
                break
            ours = {json.dumps(turn_of(position, move)) for move in position.legal_moves()}
            theirs = {json.dumps(bot.write(move)) for move in state.moves()}
            # Of all points of Gomoku the bot looks at the promising ones only.
            assert theirs <= ours if name.startswith("gomoku") else theirs == ours
            assert (state.result() is None) == (outcome is None)
            if outcome is not None:
                assert state.result() == outcome.scores[position.to_move]
                break
            turn = bot.write(chance.choice(state.moves()))
            state = state.after(bot.read(state, turn))
            position = apply_turn(position, turn)


def test_a_bot_takes_a_win_and_meets_a_threat() -> None:
    bot = rules_of("gomoku")
    state = bot.START
    for move in (112, 0, 113, 2, 114, 4, 115):
        state = state.after(move)
    assert think(state, 1.0) in (111, 116)
    assert think(state.after(6), 1.0) in (111, 116)


def test_a_bot_of_renju_plays_no_forbidden_point_and_nearly_all_others() -> None:
    bot, game = rules_of("gomoku(rule=renju)"), load_game("gomoku(rule=renju)")
    chance, forbidden, left_out = random.Random(8), 0, 0
    for _ in range(60):
        # Stones close together, so that threes and fours cross.
        points = chance.sample([row * 15 + column for row in range(4, 11) for column in range(4, 11)], 24)
        state = bot.START
        for point in points:
            if state.result() is None:
                state = state.after(point)
        text = "/".join(
            "".join("ox"[stone > 0] if stone else "1" for stone in state.stones[row : row + 15])
            for row in range(0, 225, 15)
        )
        text = re.sub("1+", lambda run: str(len(run[0])), text)
        if state.result() is not None or state.side < 0:
            continue
        position = game.position(f"{text} x")
        for point in range(225):
            if not state.stones[point] and position.outcome() is None:
                is_legal = position.is_legal(point)
                forbidden += not is_legal
                left_out += is_legal and state.is_risky(point)
                assert is_legal or state.is_risky(point), (text, point)
    assert forbidden > 30
    assert left_out < forbidden


@pytest.mark.parametrize("name", EXPORTED)
def test_the_exported_file_plays_alone(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    text = export_bot(load_game(name)).replace("SECONDS = 0.75", "SECONDS = 0.05")
    assert "duiyi" not in text.lower()
    path.write_text(text, encoding="utf-8")
    none = NONE.get(name, {"x": -1, "y": -1})
    position = load_game(name).initial()
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        request: Any = {"requests": [none], "responses": []}
        for _ in range(4):
            bot.stdin.write(json.dumps(request) + "\n")
            bot.stdin.flush()
            position = apply_turn(position, json.loads(bot.stdout.readline())["response"])
            assert bot.stdout.readline().startswith(">>>BOTZONE")
            move = position.legal_moves()[0]
            request = turn_of(position, move)
            position = position.after(move)
        bot.stdin.close()
        assert bot.wait(20) == 0


def test_simple_turns_are_understood_by_the_exported_file(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(export_bot(load_game("reversi")).replace("SECONDS = 0.75", "SECONDS = 0.05"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(path)],
        input="1\n-1 -1\n",
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    column, row = map(int, done.stdout.splitlines()[0].split())
    assert load_game("reversi").initial().is_legal(8 * row + column)


@pytest.mark.parametrize("name", EXPORTED)
def test_the_exported_file_suits_old_versions_of_python(name: str) -> None:
    text = export_bot(load_game(name))
    ast.parse(text, feature_version=(3, 8))
    assert "strict=" not in text
    assert text.count("from __future__ import annotations") == 1


def test_games_that_botzone_has_not_are_refused() -> None:
    with pytest.raises(SpecError, match="expected a game of Botzone"):
        export_bot(load_game("nogo(size=5)"))
