"""The native rules against open_spiel, wherever the two play the same game."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from duiyi import Position, load_game


def test_othello_has_the_same_moves_and_results_as_open_spiel() -> None:
    game, peer_game = load_game("reversi"), pyspiel.load_game("othello")
    rng = random.Random(5)
    for _ in range(30):
        position, peer = game.initial(), peer_game.new_initial_state()
        while position.outcome() is None:
            # open_spiel numbers squares from a1 as we do and calls the pass 64, as we do.
            assert sorted(peer.legal_actions()) == sorted(position.legal_moves()), position.text()
            move = rng.choice(position.legal_moves())
            peer.apply_action(move)
            position = position.after(move)
        outcome = position.outcome()
        assert peer.is_terminal()
        assert outcome is not None
        assert [score * 2 - 1 for score in outcome.scores] == peer.returns()


def test_xiangqi_has_the_same_moves_as_open_spiel() -> None:
    game, peer_game = load_game("xiangqi(repetition=simple,natural=0)"), pyspiel.load_game("xiangqi")
    rng = random.Random(6)
    compared = 0
    for _ in range(12):
        position, peer = game.initial(), peer_game.new_initial_state()
        while position.outcome() is None and not peer.is_terminal():
            # open_spiel's actions are from * 90 + to with points numbered from black's side, as ours are.
            assert sorted(peer.legal_actions()) == sorted(position.legal_moves()), position.text()
            compared += 1
            move = rng.choice(position.legal_moves())
            peer.apply_action(move)
            position = position.after(move)
    assert compared > 500


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_chinese_checkers_has_the_same_moves_as_open_spiel(seats: int) -> None:
    """open_spiel plays a chain hop by hop; its whole turns are told apart by the board they leave, and so are
    our moves."""
    game = load_game(f"chinese_checkers(seats={seats},rules=ruc)")
    peer = pyspiel.load_game("chinese_checkers", {"players": seats}).new_initial_state()
    rng = random.Random(seats)
    position: Position = game.initial()
    for _ in range(60):
        turns = _whole_turns(peer)
        ours = {_our_board(position.after(move)): move for move in position.legal_moves()}
        assert set(ours) == set(turns), position.text()
        # Mostly forward, so that the armies meet.
        board = max(rng.sample(sorted(ours), min(4, len(ours))), key=lambda key: _progress(position.after(ours[key])))
        position, peer = position.after(ours[board]), turns[board]


def _whole_turns(peer: Any) -> dict[str, Any]:
    """Every state in which the turn has passed on, by its board."""
    start, mover = _peer_board(peer), peer.current_player()
    done: dict[str, Any] = {}
    seen: set[str] = set()
    todo = [peer]
    while todo:
        state = todo.pop()
        for action in state.legal_actions():
            child = state.child(action)
            board = _peer_board(child)
            if child.is_terminal() or child.current_player() != mover:
                if board != start:
                    done[board] = child
            elif board not in seen:
                seen.add(board)
                todo.append(child)
    return done


def _peer_board(state: Any) -> str:
    return "".join(str(state).split("Player")[0].split())


def _our_board(position: Position) -> str:
    camps = {2: "AD", 3: "ACE", 4: "ABDE", 6: "ABCDEF"}[position.game.seats]
    return "".join(str(camps.index(code) + 1) if code else "." for code in position.board())


def _progress(position: Position) -> float:
    """How far the men are from the top in sum, for whoever sits there; others wander."""
    cells = position.game.shape().cells
    return sum(cells[cell].y for cell, code in enumerate(position.board()) if code == "A")
