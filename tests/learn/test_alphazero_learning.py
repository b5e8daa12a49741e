"""A real lesson: from nothing to perfect play on a tiny board, by self-play alone."""

from __future__ import annotations

from pathlib import Path

from duiyi.engines.alphazero_net import Net
from duiyi.games.native import NativeGame, NativePosition
from duiyi.learn.forest import Thinker
from duiyi.learn.jobs import learnable
from duiyi.learn.loop import train
from duiyi.learn.run import Run
from duiyi.learn.settings import Settings

LOOK = 8  # simulations: far too few to solve a position without knowing where to look

SETTINGS = Settings(
    game="nogo(size=3)",
    guided=False,  # else the tree counts such a small board to its end, and nothing is left to learn
    blocks=2,
    channels=16,
    games=96,
    games_per_job=96,
    slots=32,
    simulations=32,
    full_share=1.0,
    batch=64,
    reuse=6,
    learning_rate=3e-3,
    window=4000,
    window_least=2000,
    opening_share=0.8,
    opening_plies=4,
    warm_plies=4,
    gate_every=1000,
    int8=False,
    resign_below=0.0,
)


class Solver:
    """Exact values by looking at everything."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}

    def wins(self, position: NativePosition) -> bool:
        text = position.text()
        if text not in self._known:
            self._known[text] = any(not self.wins(position.after(move)) for move in position.legal_moves())
        return self._known[text]


def mistakes(game: NativeGame, net: Net, solver: Solver) -> int:
    """Won positions given away, in all games that any opponent can play against the network, as either seat."""
    count = 0
    for seat in range(2):
        front = [game.initial()]
        seen: set[str] = set()
        while front:
            own = [position for position in front if position.to_move == seat]
            after = [p.after(move) for p in front if p.to_move != seat for move in p.legal_moves()]
            for position, move in zip(own, choices(game, net, own), strict=True):
                after.append(position.after(move))
                count += solver.wins(position) and solver.wins(after[-1])
            fresh = {p.text(): p for p in after if p.outcome() is None and p.text() not in seen}
            seen.update(fresh)
            front = list(fresh.values())
    return count


def choices(game: NativeGame, net: Net, positions: list[NativePosition]) -> list[int]:
    if not positions:
        return []
    thinker = Thinker(game, net, {"guided": "off"}, trees=len(positions))
    for tree, position in enumerate(positions):
        thinker.begin(tree, position, LOOK, fresh=True)
    chosen: dict[int, int] = {}
    while len(chosen) < len(positions):
        thinker.step()
        for tree, root in thinker.done(tree for tree in range(len(positions)) if tree not in chosen):
            chosen[tree] = root.moves[0][0]
    return [chosen[tree] for tree in range(len(positions))]


def test_the_learner_reaches_perfect_play_on_a_tiny_board(tmp_path: Path) -> None:
    game, solver, run = learnable(SETTINGS.game), Solver(), Run(tmp_path)
    found: list[int] = []
    for line in train(tmp_path, SETTINGS, iterations=40):
        if line.step % 3 == 0:
            found.append(mistakes(game, Net(run.net(line.step), game), solver))
        if found[-1] == 0:
            break
    assert found[0] > 10, "the untaught network must not know the game already"
    assert found[-1] == 0, f"mistakes by iteration: {found}"
