"""Chinese Checkers against open_spiel's MCTS: ``python benchmarks/chinese_checkers.py [--games N] [--seconds S]``.

Both play ``rules=ruc``, the rules they share. Our engine gets a fixed time for a move; open_spiel's search gets so many
simulations that it thinks longer, and the seconds of both are printed. The results that were seen, and the matches
between our own generations, are in benchmarks/chinese_checkers.md.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import pyspiel

from duiyi import Limits, Position, load_game
from duiyi.engines import choose, load_player

CAMPS = {2: "AD", 3: "ACE", 4: "ABDE", 6: "ABCDEF"}
MOST_TURNS = 400


class Clock:
    """Seconds and turns of one side."""

    def __init__(self) -> None:
        self.seconds, self.turns = 0.0, 0

    def add(self, began: float) -> None:
        self.seconds += time.perf_counter() - began
        self.turns += 1

    def mean(self) -> float:
        return self.seconds / max(1, self.turns)


def play(args: argparse.Namespace, number: int, ours: Clock, theirs: Clock) -> tuple[float, int]:
    """One game; our score and the turns it took. Our seat goes round with the number."""
    game = load_game(f"chinese_checkers(seats={args.seats},rules=ruc)")
    peer_game = pyspiel.load_game("chinese_checkers", {"players": args.seats})
    rollouts = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(peer_game, rollouts, 2.0, args.simulations, 500, True, number, False)
    player = load_player(args.engine, game)
    seat = number % args.seats
    position: Position = game.initial()
    peer: Any = peer_game.new_initial_state()
    turns = 0
    while position.outcome() is None and not peer.is_terminal() and turns < MOST_TURNS * args.seats:
        began = time.perf_counter()
        if position.to_move == seat:
            position = position.after(choose(player, position, Limits(seconds=args.seconds)))
            ours.add(began)
            peer = whole_turns(peer)[our_board(position)]
        else:
            mover = peer.current_player()
            while not peer.is_terminal() and peer.current_player() == mover:
                peer.apply_action(bot.step(peer))
            theirs.add(began)
            position = reached(position, peer)
        turns += 1
    outcome = position.outcome()
    scores = ranked(position) if outcome is None else outcome.scores
    return scores[seat], turns // args.seats


def ranked(position: Position) -> tuple[float, ...]:
    """Scores of a game that open_spiel ends with the first arrival: who is home wins, the rest lose."""
    home = position.text().split()[3]
    return tuple(float(camp == home[:1]) for camp in CAMPS[position.game.seats])


def reached(position: Position, peer: Any) -> Position:
    """The position after the move that leaves the peer's board."""
    wanted = peer_board(peer)
    for move in position.legal_moves():
        after = position.after(move)
        if our_board(after) == wanted:
            return after
    raise ValueError(f"open_spiel made a move that the rules do not know: {position.text()} -> {wanted}")


def whole_turns(peer: Any) -> dict[str, Any]:
    """Every state in which the turn has passed on, by its board: open_spiel plays a chain hop by hop."""
    mover = peer.current_player()
    done: dict[str, Any] = {}
    seen: set[str] = set()
    todo = [peer]
    while todo:
        state = todo.pop()
        for action in state.legal_actions():
            child = state.child(action)
            board = peer_board(child)
            if child.is_terminal() or child.current_player() != mover:
                done[board] = child
            elif board not in seen:
                seen.add(board)
                todo.append(child)
    return done


def peer_board(state: Any) -> str:
    """The holes as open_spiel prints them."""
    return "".join(str(state).split("Player")[0].split())


def our_board(position: Position) -> str:
    """The same of our positions."""
    camps = CAMPS[position.game.seats]
    return "".join(str(camps.index(code) + 1) if code else "." for code in position.board())


def main() -> None:
    """Play and print one line per game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=int, default=2, choices=sorted(CAMPS))
    parser.add_argument("--engine", default="alphabeta")
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--simulations", type=int, default=100, help="of open_spiel for each hop")
    args = parser.parse_args()
    ours, theirs = Clock(), Clock()
    total = 0.0
    for number in range(args.games):
        score, turns = play(args, number, ours, theirs)
        total += score
        print(
            f"game {number + 1}: score {score:g} in {turns} turns;"
            f" seconds a turn: {args.engine} {ours.mean():.3f}, open_spiel {theirs.mean():.3f}",
            flush=True,
        )
    print(f"{total:g} of {args.games}")


if __name__ == "__main__":
    main()
