"""The fourth generation: Monte Carlo tree search.

Play many games. In positions seen before, prefer moves that have done well, with a bonus for those rarely tried
(UCB1: Auer 2002; UCT: Kocsis and Szepesvari 2006); in a new position estimate once and go back. Nothing about the
game has to be known.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from duiyi.analysis import Analysis, Line
from duiyi.base import Move, Position
from duiyi.engines.teaching.budget import Budget, Spent
from duiyi.engines.teaching.estimate import play_out

__all__ = ["mcts"]

_CURIOSITY = 0.7
_REPORT_EVERY = 50
_WITHOUT_LIMIT = 10_000


class Node:
    """A position in the tree: how often it was visited, and what every seat scored in sum."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.outcome = position.outcome()
        self.untried = position.legal_moves()
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.scores = [0.0] * position.game.seats

    def rates(self) -> tuple[float, ...]:
        """The mean score of every seat."""
        return tuple(score / max(1, self.visits) for score in self.scores)

    def promise(self, child: Node) -> float:
        """What a child has scored for the seat to move here, and a bonus for what is little known."""
        mean = child.scores[self.position.to_move] / child.visits
        return mean + _CURIOSITY * math.sqrt(math.log(self.visits) / child.visits)


def mcts(position: Position, budget: Budget) -> Iterator[Analysis]:
    """Grow a tree, one visit after the other.

    >>> from duiyi import Limits, load_game
    >>> start = load_game("nogo(rows=2,cols=2)").initial()
    >>> list(mcts(start, Budget(Limits(nodes=40, seed=1))))[-1].nodes
    40
    """
    root = Node(position)
    chance = random.Random(budget.limits.seed)
    for visit in range(1, (budget.limits.nodes or _WITHOUT_LIMIT) + 1):
        try:
            budget.spend()
        except Spent:
            break
        _visit(root, chance)
        if visit % _REPORT_EVERY == 0:
            yield _analysis(root, budget)
    yield _analysis(root, budget)


def _visit(root: Node, chance: random.Random) -> None:
    """Walk down, add one node, play a random game from it, and tell every node on the way how it went."""
    path = [root]
    while (node := path[-1]).outcome is None and not node.untried:
        path.append(max(node.children.values(), key=node.promise))
    if node.outcome is None:
        move = node.untried.pop(chance.randrange(len(node.untried)))
        child = node.children[move] = Node(node.position.after(move))
        path.append(child)
    scores = play_out(path[-1].position, chance)
    for node in path:
        node.visits += 1
        for seat, score in enumerate(scores):
            node.scores[seat] += score


def _analysis(root: Node, budget: Budget) -> Analysis:
    ranked = sorted(root.children.items(), key=lambda item: -item[1].visits)
    lines = tuple(
        Line(moves=(move, *_line(child)), rates=child.rates(), share=child.visits / max(1, root.visits))
        for move, child in ranked[: budget.limits.lines]
    )
    depth = max(len(line.moves) for line in lines)
    return Analysis(lines=lines, depth=depth, nodes=budget.nodes, seconds=budget.seconds, progress=budget.progress())


def _line(node: Node) -> tuple[Move, ...]:
    """The most visited way on."""
    moves = []
    while node.children:
        move, node = max(node.children.items(), key=lambda item: item[1].visits)
        moves.append(move)
    return tuple(moves)
