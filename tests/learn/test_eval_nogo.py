"""NoGo's learnt evaluation: the file, the same values in both languages, the rows, the fit, and what ships."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from duiyi import Limits, Position, _core, load_game
from duiyi.arena import Match
from duiyi.engines import analyse, load_engine
from duiyi.learn.eval_fit import UNKNOWN
from duiyi.learn.eval_nogo import FitSettings, fit
from duiyi.learn.games import Row, SearchedGame, pack_games, write_games
from duiyi.learn.nogo_net import SHIPPED, STAGES, TURNS, UNIT, num_crosses, read_net, values, write_net
from duiyi.learn.nogo_rows import ONE, SIDE, cells_of, play_game, read_rows, row_type


def _random_weights(seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(-3000, 3000, (STAGES, num_crosses() + TURNS))


def _positions(spec: str, count: int, seed: int = 1) -> list[Position]:
    """Positions of random games, from the first to the last plies."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position: Position = load_game(spec).initial()
        while position.outcome() is None:
            if chance.random() < 0.1:
                found.append(position)
            position = position.after(chance.choice(position.legal_moves()))
    return found[:count]


def _rows(positions: list[Position]) -> np.ndarray:
    rows = np.zeros(len(positions), row_type)
    for row, position in zip(rows, positions, strict=True):
        row["cells"] = cells_of(position)
    return rows


@pytest.mark.parametrize(("rows", "cols"), [(9, 9), (4, 7), (2, 2), (8, 8)])
def test_the_core_and_python_value_positions_alike_on_every_board(rows: int, cols: int, tmp_path: Path) -> None:
    path = tmp_path / "random.net"
    write_net(path, _random_weights())
    positions = _positions(f"nogo(rows={rows},cols={cols})", 40)
    found = [_core.evaluate_nogo(position.text(), rows, cols, str(path)) for position in positions]
    assert found == values(read_net(path), _rows(positions)).tolist()
    assert len(set(found)) > 3


def test_mirrored_and_turned_positions_have_the_same_value(tmp_path: Path) -> None:
    path = tmp_path / "random.net"
    write_net(path, _random_weights(2))
    for position in _positions("nogo", 12):
        board, mover = position.text().split()
        ranks = ["".join("." * int(c) if c.isdigit() else c for c in rank) for rank in board.split("/")]
        turned = ["".join(column) for column in zip(*ranks, strict=True)]
        for image in (ranks[::-1], [rank[::-1] for rank in ranks], turned):
            text = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(image)) + f" {mover}"
            assert _core.evaluate_nogo(text, net=str(path)) == _core.evaluate_nogo(position.text(), net=str(path))


def test_whose_stones_are_whose_matters_only_with_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "random.net"
    write_net(path, _random_weights(3))
    for position in _positions("nogo", 12):
        other = position.text().translate(str.maketrans("xo", "ox"))
        assert _core.evaluate_nogo(other, net=str(path)) == _core.evaluate_nogo(position.text(), net=str(path))


def test_weights_of_other_sizes_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected 2 stages of 2438 weights"):
        write_net(tmp_path / "bad.net", np.zeros((1, 5), np.int64))


def test_alphabeta_plays_by_what_ships_by_a_file_and_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "random.net"
    write_net(path, _random_weights())
    game = load_game("nogo(rule=course)")
    position = game.position("x1o1x4/9/2x1o4/9/4x4/9/1o5o1/9/9 x")
    engines = ("alphabeta", f'alphabeta(net="{SHIPPED}")', f'alphabeta(net="{path}")', "alphabeta(net=off)")
    nodes = [analyse(load_engine(engine, game), position, Limits(depth=4, seed=1)).nodes for engine in engines]
    assert nodes[0] == nodes[1]
    assert len(set(nodes)) == 3


def test_a_game_is_decided_by_its_seed_and_ends_with_a_proof() -> None:
    seen = set()
    for seed in range(12):
        rows = play_game(seed, nodes=60)
        assert (play_game(seed, nodes=60) == rows).all()
        assert rows["rate"][-1] in (0, ONE)
        assert (rows["rate"][-1] > 0) == (rows["result"][-1] == 1)
        assert set(rows["result"]) <= {1, -1, UNKNOWN}
        assert (rows["cells"] < 7).all()
        seen.add(int(np.count_nonzero(rows["cells"][-1] < 6)))
    assert SIDE * SIDE in seen, "most games are on the whole board"
    assert len(seen) > 2, "and some on smaller ones"


def test_games_of_alphazero_are_rows_too(tmp_path: Path) -> None:
    moves = (40, 0, 41, 8)
    kept = [Row.of(ply, [moves[ply]], [1.0], [0.25, 0.75]) for ply in (1, 2)]
    write_games(tmp_path / "some.games", pack_games([SearchedGame(moves, tuple(kept), (0.0, 1.0), "resign", 2)]))
    (row,) = read_rows(tmp_path / "some.games")
    assert (row["result"], row["rate"]) == (-1, round(0.25 * ONE))
    assert (row["cells"] == cells_of(load_game("nogo").position("o8/9/9/9/4x4/9/9/9/9 x"))).all()


def test_a_fit_finds_weights_that_were_hidden_in_the_results() -> None:
    """Rows valued by weights of some few crosses: the fit orders others, held out, as they do."""
    hidden = np.where(np.random.default_rng(5).random((STAGES, num_crosses() + TURNS)) < 0.5, 900, -900)
    hidden[1] = hidden[0]
    rows = _rows(_positions("nogo", 1500, seed=4))
    lead = values(hidden, rows)
    rows["game"] = np.arange(len(rows))
    rows["rate"] = np.rint(ONE / (1 + np.exp(-lead / UNIT)))
    rows["result"] = np.where(lead > 0, 1, -1)
    weights, errors = fit(rows, FitSettings(share=1.0, penalty=0.1, tie=1.0))
    nothing = float(((rows["rate"] / ONE - 0.5) ** 2).mean())
    assert errors.target < nothing / 4
    assert (fit(rows, FitSettings(share=1.0, penalty=0.1, tie=1.0))[0] == weights).all()


@pytest.mark.parametrize("game", ["nogo", "nogo(size=7)"])
def test_what_ships_wins_a_small_match_against_counting_points(game: str) -> None:
    played = Match(game, ["alphabeta", "alphabeta(net=off)"], 20, Limits(nodes=300), seed=3).run()
    assert played.wins >= 13
