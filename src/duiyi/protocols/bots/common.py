"""The search and the loop of an exported bot: iterative deepening alpha-beta over any `State`, turns of Botzone."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

SECONDS = 0.75
WON = 1e6
MARK = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


class State(Protocol):
    """A position of some game, never changed."""

    def moves(self) -> list[int]:
        """Legal moves, the promising first; none when the game is over."""
        ...

    def after(self, move: int) -> State:
        """The position after a move."""
        ...

    def result(self) -> float | None:
        """1, 0.5 or 0 for the side to move when the game is over, else None."""
        ...

    def value(self) -> float:
        """What the side to move may hope for, in the game's own unit."""
        ...


class OutOfTimeError(Exception):
    """The search unwinds and keeps what it has finished."""


def think(state: State, seconds: float) -> int:
    """The best move found within some seconds."""
    deadline = time.perf_counter() + seconds
    order = state.moves()
    best = order[0]
    try:
        for depth in range(1, 60):
            scored = []
            alpha = -2 * WON
            for move in order:
                score = -_search(state.after(move), depth - 1, -2 * WON, -alpha, deadline)
                scored.append((score, move))
                if score > alpha:
                    alpha = score
                    best = move
            scored.sort(key=lambda pair: -pair[0])
            order = [move for _, move in scored]
            best = order[0]
            if abs(alpha) > WON / 2 or len(order) == 1:
                break
    except OutOfTimeError:
        pass
    return best


def _search(state: State, depth: int, alpha: float, beta: float, deadline: float) -> float:
    if time.perf_counter() > deadline:
        raise OutOfTimeError
    result = state.result()
    if result is not None:
        return 0.0 if result == 0.5 else (WON + depth) * (1 if result > 0.5 else -1)
    if depth <= 0:
        return state.value()
    for move in state.moves():
        alpha = max(alpha, -_search(state.after(move), depth - 1, -beta, -alpha, deadline))
        if alpha >= beta:
            break
    return alpha


def play_turns(state: State, turns: list[Any], read: Callable[[State, Any], int | None]) -> State:
    """The position after requests and responses; what is no move changes nothing."""
    for turn in turns:
        move = read(state, turn)
        if move is not None:
            state = state.after(move)
    return state


def main(
    start: State, read: Callable[[State, Any], int | None], write: Callable[[int], Any], seconds: float = SECONDS
) -> None:
    """Answer a first turn with its history, then, as the process is kept running, one request after the other."""
    line = sys.stdin.readline().strip()
    is_plain = line.isdigit()
    if is_plain:
        turns: list[Any] = [_plain(sys.stdin.readline()) for _ in range(2 * int(line) - 1)]
    else:
        log = json.loads(line)
        turns = []
        for number, request in enumerate(log["requests"]):
            turns += [request, *log["responses"][number : number + 1]]
    state = start
    while True:
        state = play_turns(state, turns, read)
        move = think(state, seconds) if state.moves() else None
        turn = write(-1 if move is None else move)
        if is_plain:
            print(" ".join(str(value) for value in turn.values()))
        else:
            print(json.dumps({"response": turn}))
        print(MARK, flush=True)
        if move is not None:
            state = state.after(move)
        line = sys.stdin.readline()
        if not line:
            return
        turns = [_plain(line) if is_plain else json.loads(line)]


def _plain(line: str) -> dict[str, Any]:
    """A turn of the simple interaction: two numbers, or the two points of a move."""
    first, second = line.split()
    if first.lstrip("-").isdigit():
        return {"x": int(first), "y": int(second), "source": first, "target": second}
    return {"source": first, "target": second}
