"""A tournament of engines and of a bot of one's own, everybody against everybody, with ratings at the end.

    python examples/tournament.py "nogo(size=5)" 8

>>> table = tournament("nogo(size=4)", games=2, nodes=100)
>>> sorted(line.split()[0] for line in table.splitlines())
['crowder', 'greedy', 'mcts', 'minimax(depth=2)', 'player']
"""

from __future__ import annotations

import sys

from duiyi import Game, Limits, Move, Player, Position
from duiyi.arena import Match


class Crowder:
    """A bot: it leaves the others as few moves as it can. Anything with a name and a `choose` is a player."""

    name = "crowder"

    async def choose(self, position: Position, limits: Limits) -> Move:
        """The move after which the next seat has the fewest; a move that ends the game leaves none."""
        return min(position.legal_moves(), key=lambda move: len(position.after(move).legal_moves()))


def crowder(game: Game) -> Player:
    """A fresh bot for every game; functions of a module may play in worker processes."""
    return Crowder()


def tournament(game: str, games: int, nodes: int) -> str:
    """Play it, and return the table: the best first."""
    match = Match(
        game,
        [crowder, "greedy", "minimax(depth=2)", "mcts"],
        games=games,
        limits=Limits(nodes=nodes),
        pairing="round_robin",
        seed=1,
    )
    report = match.run(progress=lambda progress: None)
    rows = [f"{'player':20} rating  games  score"]
    for row in sorted(report.standings, key=lambda row: -row.rating):
        rows.append(f"{row.name:20} {row.rating:+6.0f}  {row.games:5}  {row.score:5.0%}")
    return "\n".join(rows)


if __name__ == "__main__":
    print(tournament(sys.argv[1] if len(sys.argv) > 1 else "nogo(size=5)", int((sys.argv[2:] or ["8"])[0]), 2000))
