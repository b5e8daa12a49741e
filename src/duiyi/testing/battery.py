"""One function that plays a game at random and checks at every ply what all games promise."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from duiyi import base
from duiyi.base import Game, GameOver, IllegalMove, Position, TextError
from duiyi.games.registry import load_game

__all__ = ["check_game"]

_GARBAGE = (
    "",
    " ",
    "/",
    "x",
    "?",
    "8/8",
    "9" * 30,
    "-1",
    "\x00",
    "炮二平五",
    "x" * 500,
    "1/" * 40,
    "rnbakabnr w w w w w w w w",
)


def check_game(game: Game, *, games: int = 5, max_plies: int = 400, seed: int = 1) -> None:
    """Play random games and check every promise of `Game` and `Position`; raises AssertionError at the first
    one broken.

    >>> from duiyi import load_game
    >>> check_game(load_game("nogo(size=3)"), games=2)
    """
    rng = random.Random(seed)
    _check_game_itself(game)
    _check_shape(game)
    _check_symmetries(game, rng, max_plies)
    _check_views(game)
    for _ in range(games):
        position = game.initial()
        for _ in range(max_plies):
            _check_position(position, rng)
            if position.outcome() is not None:
                break
            position = _check_step(position, rng)


def _check_game_itself(game: Game) -> None:
    assert load_game(game.spec) == game, f"load_game({game.spec!r}) is another game"
    assert pickle.loads(pickle.dumps(game)) == game, "a game survives pickling"
    assert 1 <= game.seats <= 6, f"1 to 6 seats, not {game.seats}"
    assert all(game.title), "a game has a title in English and Chinese"
    assert all(all(game.seat_words(seat)) for seat in range(game.seats)), "every seat has a name in both languages"
    assert game.initial() == game.initial(), "a game always begins in the same way"
    for text in _GARBAGE:
        for read in (game.position, game.parse_move):
            try:
                read(text)
            except TextError as error:
                assert str(error), "an error says something"
            else:
                assert read == game.parse_move and len(text) == 1, f"{text!r} was read as something"


def _check_shape(game: Game) -> None:
    shape = game.shape()
    assert shape.input in ("place", "move"), f"input is place or move, not {shape.input!r}"
    assert [cell.id for cell in shape.cells] == list(range(len(shape.cells))), "cells are numbered from 0 in order"
    assert len({cell.label for cell in shape.cells}) == len(shape.cells), "every cell has a label of its own"
    assert len({(cell.x, cell.y) for cell in shape.cells}) == len(shape.cells), "every cell has a place of its own"
    for cell in shape.cells:
        assert all(cell.id in shape.cells[other].neighbours for other in cell.neighbours), "neighbours know each other"


def _check_symmetries(game: Game, rng: random.Random, max_plies: int) -> None:
    """Each symmetry is a permutation that keeps neighbours; where it keeps the start, mirrored games stay mirrored."""
    cells = game.shape().cells
    for symmetry in range(game.num_symmetries):
        image = [game.symmetric_cell(symmetry, cell.id) for cell in cells]
        assert sorted(image) == list(range(len(cells))), f"symmetry {symmetry} is a permutation of the cells"
        assert symmetry > 0 or image == list(range(len(cells))), "symmetry 0 changes nothing"
        for cell in cells:
            assert sorted(image[other] for other in cell.neighbours) == sorted(cells[image[cell.id]].neighbours), (
                f"symmetry {symmetry} keeps neighbours"
            )
        here = there = game.initial()
        codes = here.board()
        if [codes[image.index(cell)] for cell in range(len(cells))] != codes:
            continue
        for _ in range(min(max_plies, 60)):
            moves = here.legal_moves()
            mirrored = {game.symmetric_move(symmetry, move) for move in moves}
            assert mirrored == set(there.legal_moves()), f"symmetry {symmetry} keeps legal moves: {here!r}"
            if not moves:
                break
            move = rng.choice(moves)
            here, there = here.after(move), there.after(game.symmetric_move(symmetry, move))


def _check_views(game: Game) -> None:
    """Planes may be turned to each seat: every move then has one place on them, the first seat's its own."""
    moves = list(range(game.num_moves))
    for seat in range(game.seats):
        seen = [game.seen_move(seat, move) for move in moves]
        assert sorted(seen) == moves, f"seat {seat} sees every move once"
        assert seat > 0 or seen == moves, "the first seat sees moves as they are"


def _check_position(position: Position, rng: random.Random) -> None:
    game = position.game
    text = position.text()
    assert "\n" not in text, "a text is one line"
    assert 0 <= position.to_move < game.seats, f"seat {position.to_move} does not exist"
    assert 0 <= position.key < 2**64, "a key has 64 bits"
    assert len(position.board()) == len(game.shape().cells), "the board says what stands on every cell"
    again = eval(repr(position), {"load_game": load_game})
    assert again == position and hash(again) == hash(position), f"repr rebuilds the value: {position!r}"
    assert pickle.loads(pickle.dumps(position)) == position, f"pickling keeps the value: {position!r}"
    features = position.features()
    assert features.shape == game.feature_shape and features.dtype == np.float32, (
        "features have the shape the game says"
    )
    assert np.isfinite(features).all(), "features are numbers"
    _check_moves(position, rng)
    _check_outcome(position)
    if position.outcome() is None:
        read = game.position(text)
        assert read.text() == text and read.key == position.key, f"reading the text gives the position back: {text}"
        assert read.legal_moves() == position.legal_moves(), f"a text carries what legality needs: {text}"


def _check_moves(position: Position, rng: random.Random) -> None:
    game = position.game
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves), f"no move is listed twice: {position!r}"
    texts = {game.move_text(move) for move in moves}
    assert len(texts) == len(moves), f"no two moves have the same text: {position!r}"
    cells = len(game.shape().cells)
    for move in moves:
        assert 0 <= move < game.num_moves, f"move {move} is not below {game.num_moves}"
        assert game.parse_move(game.move_text(move)) == move, f"{game.move_text(move)} is read as another move"
        assert position.is_legal(move), f"{game.move_text(move)} is listed but not legal"
        assert all(0 <= cell < cells for cell in position.path(move)), "paths stay on the board"
        assert all(game.move_words(move)), "a move has words in both languages"
    legal = set(moves)
    for move in {rng.randrange(game.num_moves) for _ in range(50)}:
        why = position.why_illegal(move)
        assert position.is_legal(move) == (move in legal), f"is_legal and legal_moves differ on {game.move_text(move)}"
        assert (why is None) == (move in legal), f"why_illegal and legal_moves differ on {game.move_text(move)}"
        if why is None:
            continue
        assert why.code and all(why.words), f"why_illegal says something in both languages: {why}"
        try:
            position.after(move)
        except (IllegalMove, GameOver):
            continue
        raise AssertionError(f"{game.move_text(move)} is illegal but was played: {position!r}")


def _check_outcome(position: Position) -> None:
    outcome = position.outcome()
    if outcome is None:
        assert position.legal_moves(), f"a game that goes on has a move: {position!r}"
        return
    assert not position.legal_moves(), f"a game that is over has no moves: {position!r}"
    assert isinstance(outcome, base.Outcome)
    assert len(outcome.scores) == position.game.seats, "every seat has a score"
    assert all(0.0 <= score <= 1.0 for score in outcome.scores), f"scores lie in 0..1: {outcome.scores}"
    assert outcome.reason and all(outcome.words), f"an outcome has a reason and a sentence in both languages: {outcome}"


def _check_step(position: Position, rng: random.Random) -> Position:
    """Play one move and see that the old position did not change, also when threads look at it together."""
    text, key, moves = position.text(), position.key, position.legal_moves()
    move = rng.choice(moves)
    after = position.after(move)
    assert (position.text(), position.key, position.legal_moves()) == (text, key, moves), "positions never change"
    assert position.after(move) == after, "the same move gives the same position"
    if rng.random() < 0.02:
        with ThreadPoolExecutor(4) as threads:
            seen = list(threads.map(lambda _: (position.legal_moves(), position.after(move).text()), range(8)))
        assert all(one == (moves, after.text()) for one in seen), "threads see the same position"
    return after
