"""What a training run is told: one flat list of numbers, kept as ``config.json`` in the run's folder."""

from __future__ import annotations

import msgspec

from duiyi.base import Game
from duiyi.engines.alphazero import ADVICE

__all__ = ["Settings", "settings_for"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides what a run does. The same settings and seed give the same run in one process.

    >>> Settings(game="nogo", blocks=6).channels
    32
    """

    game: str
    kind: str = "alphazero"
    """Which trainer, for those who show runs of all kinds."""
    seed: int = 1

    # The network
    blocks: int = 4
    channels: int = 32

    # Self-play
    games: int = 256
    """Games in one iteration."""
    games_per_job: int = 64
    """Games that one process plays as one piece of work."""
    slots: int = 32
    """Of them at a time, in lock-step: the batch of the network."""
    simulations: int = 64
    """Of a full search, whose moves are learnt."""
    fast_simulations: int = 16
    """Of the other searches, which only carry the game on."""
    full_share: float = 0.4
    root: str = "gumbel"
    considered: int = 16
    value_scale: float = 0.5
    guided: bool = True
    """Whether the game's own candidates and proofs help the tree."""
    advice: float = 0.0
    """Share of the evaluation of `alphabeta` in the value of a leaf, in games that have such advice."""
    glances: int = 0
    """Visits of a position that this evaluation answers alone, before the network is asked: more simulations in less
    time."""
    int8: bool = True
    """Whether self-play runs on the quantised network."""
    opening_share: float = 0.5
    """Of the games that begin with random plies."""
    opening_plies: int = 4
    """At most so many of them."""
    warm_plies: int = 8
    """Plies in which moves are drawn from the policy found, not the best of it."""
    max_plies: int = 400
    """Then the hand-made evaluation judges."""
    resign_below: float = 0.03
    """Expected score at which a seat gives up twice in a row; 0 never."""
    resign_control: float = 0.1
    """Of the games, in which nobody resigns, to see how often that would have been wrong."""
    resign_regret: float = 0.05
    """When resigning was wrong more often than this in the last iterations, nobody resigns in the next."""

    # Learning
    window: int = 200_000
    """Most rows to learn from."""
    window_share: float = 0.6
    """Of all rows so far, those in the window, newest first."""
    window_least: int = 20_000
    batch: int = 256
    reuse: float = 3.0
    """How often a row is seen while it is new."""
    learning_rate: float = 2e-3
    weight_decay: float = 1e-4
    bfloat16: bool = False
    """Whether the network learns in half precision: 1.3 to 1.8 times as fast where the processor knows it."""
    last_epochs: float = 1.0
    """Over the window with a falling rate, as the last thing before the run's minutes are used up; 0: none."""
    averaging: float = 0.995
    """Of the weights that are exported: the share of the old at every step."""
    value_weight: float = 1.0
    aux_weight: float = 0.15
    value_mix: float = 0.3
    """Share of the search's own value in the value to learn; the rest is the result."""

    # Measuring
    gate_every: int = 5
    """Iterations between two matches with the best network so far."""
    gate_games: int = 40
    gate_simulations: int = 32
    anchor: str = "mcts(nodes=1000)"
    anchor_games: int = 20

    # A start from games of another engine, or of an earlier run; nothing with 0 games
    warm_engine: str = "mcts(nodes=400)"
    warm_games: int = 0
    warm_run: str = ""
    """Folder of a run of the same game: the newest `warm_games` of its games are learnt from, and none are played.
    A network of the same size also begins with the weights of that run."""
    warm_epochs: float = 2.0
    warm_stray: float = 0.0
    """Of the moves in those games: drawn among the better ones, so that mistakes are seen and answered."""


_BY_GAME: dict[str, dict[str, object]] = {
    "nogo": {"opening_plies": 6, "warm_plies": 6},
    "gomoku": {
        "opening_plies": 4,
        "warm_plies": 6,
        "max_plies": 225,
        "simulations": 48,
        "warm_engine": "alphabeta(nodes=8000)",
        "warm_stray": 0.1,
    },
    "reversi": {"opening_plies": 6, "warm_plies": 10},
    "xiangqi": {
        "advice": ADVICE["xiangqi"],
        "channels": 48,
        "opening_plies": 4,
        "warm_engine": "alphabeta(nodes=2000)",
        "warm_games": 512,
        "max_plies": 240,
        "resign_below": 0.05,
    },
    "chinese_checkers": {
        "advice": 0.5,  # which a network needs that has seen few games, and the one that ships does not
        "opening_plies": 2,
        "warm_engine": "alphabeta(depth=2)",
        "warm_games": 512,
        "max_plies": 240,
        "window": 60_000,
    },
}


def settings_for(game: Game, **changes: object) -> Settings:
    """Sensible settings for a game on a small machine, with changes.

    >>> from duiyi import load_game
    >>> settings_for(load_game("nogo"), blocks=2).blocks
    2
    """
    known = {**_BY_GAME.get(game.name, {}), **changes, "game": game.spec}
    fields = {field.name for field in msgspec.structs.fields(Settings)}
    for name in known:
        if name not in fields:
            raise ValueError(f"settings: expected one of {', '.join(sorted(fields))}; got {name!r}")
    return msgspec.convert(known, Settings, strict=False)
