"""`duiyi learn eval`: an evaluation for alpha-beta from its own games, again and again.

One round: play games with the best weights so far, fit new weights to the games of the last rounds, and let the new
meet the best; only what wins is kept. A run is a folder: ``config.json``, ``games/``, ``nets/``, ``state.json``,
``progress.jsonl``, ``best.<suffix>``. Whatever dies, finished jobs and rounds stay, and the run goes on behind them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from duiyi.analysis import Limits
from duiyi.arena import Match, Sprt
from duiyi.games.registry import load_game
from duiyi.learn.games import write_atomically
from duiyi.learn.rounds import RoundFolder, go_on
from duiyi.learn.run import Phase
from duiyi.learn.workers import worker_pool

__all__ = ["EvalLine", "EvalSettings", "Fitter", "fitter_for", "learn_eval"]

_SHIPPED = Path(__file__).resolve().parent.parent / "nets"


class EvalSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is told.

    >>> EvalSettings(game="reversi").rounds_kept
    3
    """

    game: str
    kind: str = "eval"
    seed: int = 1
    begin: Literal["off", "shipped"] = "off"
    """The first to play and to be beaten: the hand-made evaluation, or the weights that ship."""
    games: int = 4000
    """In a round."""
    nodes: int | None = None
    """Of a move in these games; by default Reversi and Xiangqi take 1500, Gomoku 1300, NoGo 1200 and Chinese Checkers
    800."""
    games_per_job: int = 100
    rounds_kept: int = 3
    """Whose games are learnt from."""
    gate_games: int = 200
    gate_nodes: int = 4000
    gate_elo: float = 20.0
    """What the sequential test must be sure of, against 0."""


class EvalLine(msgspec.Struct, frozen=True, kw_only=True):
    """One round in ``progress.jsonl``."""

    step: int
    minutes: float
    games: int
    rows: int
    loss: float
    """On rows held out. Reversi: mean absolute error in discs; the others: mean squared error of winning rates."""
    elo: float
    """Of the new against the best before it."""
    low: float
    high: float
    gate_games: int
    promoted: bool


class _State(msgspec.Struct, frozen=True):
    step: int = -1
    minutes: float = 0.0
    games: int = 0


class Fitter(Protocol):
    """What differs between games: how rows come from a game, and how weights come from rows."""

    suffix: str

    def play(self, seed: int, games: int, net: str, nodes: int | None) -> NDArray[np.void]:
        """The rows of some games, by the weights of a file or (``off``) the hand-made evaluation."""
        ...

    def fit(self, rows: NDArray[np.void], path: Path, net: str) -> float:
        """Fit weights, write them, and say the error on rows held out; `net` is what played."""
        ...


class ReversiFitter:
    """Patterns by least squares."""

    suffix = "patterns"

    def play(self, seed: int, games: int, net: str, nodes: int | None) -> NDArray[np.void]:
        from duiyi.learn.reversi_rows import play_game

        return np.concatenate([play_game(seed + number, nodes or 1500, net) for number in range(games)])

    def fit(self, rows: NDArray[np.void], path: Path, net: str) -> float:
        from duiyi.learn.eval_reversi import FitSettings, fit
        from duiyi.learn.reversi_patterns import write_weights

        # The hand-made evaluation thinks in other numbers than discs.
        found = fit(rows, FitSettings(share=0.0) if net == "off" else FitSettings())
        write_weights(path, found.weights)
        return float(np.nanmean(found.errors))


class XiangqiFitter:
    """A small network by gradient descent, which goes on from the network that played."""

    suffix = "net"

    def __init__(self) -> None:
        if importlib.util.find_spec("torch") is None:
            raise ValueError("learn eval xiangqi: torch is not installed; pip install 'duiyi[learn]'")

    def play(self, seed: int, games: int, net: str, nodes: int | None) -> NDArray[np.void]:
        from duiyi.learn.xiangqi_rows import play_game

        return np.concatenate([play_game(seed + number, nodes or 1500, net) for number in range(games)])

    def fit(self, rows: NDArray[np.void], path: Path, net: str) -> float:
        from duiyi.learn.eval_xiangqi import fit
        from duiyi.learn.xiangqi_net import read_net, write_net

        network, errors = fit(rows, start=None if net == "off" else read_net(Path(net)))
        write_net(path, network)
        return errors.target


class GomokuFitter:
    """The same for Gomoku; some of its games are played by other rules, so that one network serves them all."""

    suffix = "net"

    def __init__(self) -> None:
        if importlib.util.find_spec("torch") is None:
            raise ValueError("learn eval gomoku: torch is not installed; pip install 'duiyi[learn]'")

    def play(self, seed: int, games: int, net: str, nodes: int | None) -> NDArray[np.void]:
        from duiyi.learn.gomoku_rows import play_game

        return np.concatenate([play_game(seed + number, nodes or 1300, net) for number in range(games)])

    def fit(self, rows: NDArray[np.void], path: Path, net: str) -> float:
        from duiyi.learn.eval_gomoku import fit
        from duiyi.learn.gomoku_net import read_net, write_net

        network, errors = fit(rows, start=None if net == "off" else read_net(Path(net)))
        write_net(path, network)
        return errors.target


class NogoFitter:
    """Weights of crosses by logistic regression; a share of its games is played on smaller boards."""

    suffix = "net"

    def play(self, seed: int, games: int, net: str, nodes: int | None) -> NDArray[np.void]:
        from duiyi.learn.nogo_rows import play_game

        return np.concatenate([play_game(seed + number, nodes or 1200, net) for number in range(games)])

    def fit(self, rows: NDArray[np.void], path: Path, net: str) -> float:
        from duiyi.learn.eval_nogo import FitSettings, fit
        from duiyi.learn.nogo_net import write_net

        # What the hand-made evaluation makes of a search is less than the result tells.
        weights, errors = fit(rows, FitSettings(share=0.0) if net == "off" else FitSettings())
        write_net(path, weights)
        return errors.target


class ChineseCheckersFitter:
    """Costs of places by least squares; two seats meet at the gate, and some games are played by three and six."""

    suffix = "weights"

    def play(self, seed: int, games: int, net: str, nodes: int | None) -> NDArray[np.void]:
        from duiyi.learn.chinese_checkers_rows import play_game

        return np.concatenate([play_game(seed + number, nodes or 800, net) for number in range(games)])

    def fit(self, rows: NDArray[np.void], path: Path, net: str) -> float:
        from duiyi.learn.chinese_checkers_weights import write_weights
        from duiyi.learn.eval_chinese_checkers import fit

        tables, errors = fit(rows)
        write_weights(path, tables)
        return errors.rates


_FITTERS: dict[str, type[Fitter]] = {
    "reversi": ReversiFitter,
    "xiangqi": XiangqiFitter,
    "gomoku": GomokuFitter,
    "nogo": NogoFitter,
    "chinese_checkers": ChineseCheckersFitter,
}


def fitter_for(game: str) -> Fitter:
    """The fitter of a game, by its spec; raises `ValueError` where there is none.

    >>> fitter_for("reversi").suffix
    'patterns'
    >>> fitter_for("reversi(size=6)")
    Traceback (most recent call last):
    ...
    ValueError: learn eval: expected one of reversi, xiangqi, gomoku, nogo, chinese_checkers, got 'reversi(size=6)'
    """
    spec = load_game(game).spec
    if spec not in _FITTERS:
        raise ValueError(f"learn eval: expected one of {', '.join(_FITTERS)}, got {spec!r}")
    return _FITTERS[spec]()


def learn_eval(
    folder: Path,
    settings: EvalSettings | None = None,
    *,
    minutes: float | None = None,
    rounds: int | None = None,
    workers: int = 1,
    tell: Callable[[EvalLine], None] = lambda line: None,
    on_phase: Callable[[Phase], None] = lambda phase: None,
) -> Path:
    """Learn until the minutes or rounds are over, and give the best weights; without settings go on with the run."""
    run = _EvalRun(folder, settings, workers, on_phase)
    go_on(run, minutes, rounds, tell)
    return run.best


class _EvalRun:
    def __init__(
        self, folder: Path, settings: EvalSettings | None, workers: int, on_phase: Callable[[Phase], None]
    ) -> None:
        self.folder, self.workers, self._on_phase = folder, workers, on_phase
        self._run = RoundFolder(folder, "eval", settings, EvalSettings, _State, parts=("games", "nets"))
        self.settings = self._run.settings
        self.fitter = fitter_for(self.settings.game)
        self.best = folder / f"best.{self.fitter.suffix}"

    @property
    def minutes(self) -> float | None:
        return None if self._run.state is None else self._run.state.minutes

    def round(self, minutes: Callable[[], float]) -> EvalLine:
        """Play, fit, meet, keep."""
        before = self._run.state or _State()
        step = before.step + 1
        best = self._best_so_far()
        played = positions = 0
        self._on_phase(Phase(step, "self-play", 0, self.settings.games))
        for path, rows in self._play(step, best):
            _save(path, rows)
            played, positions = played + self.settings.games_per_job, positions + len(rows)
            self._on_phase(Phase(step, "self-play", played, self.settings.games, positions))
        rows = np.concatenate([np.load(path) for path in self._window(step)])
        self._on_phase(Phase(step, "fit"))
        net = self.folder / "nets" / f"{step:04d}.{self.fitter.suffix}"
        loss = self.fitter.fit(rows, net, best)
        self._on_phase(Phase(step, "gate"))
        gate = Match(
            self.settings.game,
            [f'alphabeta(net="{net}")', f'alphabeta(net="{best}")'],
            self.settings.gate_games,
            Limits(nodes=self.settings.gate_nodes),
            stop=Sprt(0, self.settings.gate_elo),
            concurrency=self.workers,
            seed=self.settings.seed + step,
        ).run()
        low = -1200.0 if gate.interval[0] is None else gate.interval[0]
        high = 1200.0 if gate.interval[1] is None else gate.interval[1]
        promoted = low > 0 or (gate.sprt is not None and gate.sprt.verdict == "accepted")
        if promoted:
            write_atomically(self.best, net.read_bytes())
        state = _State(step, round(minutes(), 2), before.games + self.settings.games)
        line = EvalLine(
            step=step,
            minutes=state.minutes,
            games=state.games,
            rows=len(rows),
            loss=round(loss, 5),
            elo=round(gate.elo, 1),
            low=round(low, 1),
            high=round(high, 1),
            gate_games=gate.games,
            promoted=promoted,
        )
        self._run.commit(state, line)
        return line

    def _best_so_far(self) -> str:
        if self.best.exists():
            return str(self.best)
        return "off" if self.settings.begin == "off" else str(_SHIPPED / f"{self.settings.game}.{self.fitter.suffix}")

    def _play(self, step: int, net: str) -> Iterator[tuple[Path, NDArray[np.void]]]:
        """The jobs of a round that are not done yet, as they are finished."""
        size = self.settings.games_per_job
        todo = [
            (
                self.folder / "games" / f"{step:04d}-{job:04d}.npy",
                (self.settings.seed << 40) + (step << 24) + job * size,
            )
            for job in range(-(-self.settings.games // size))
        ]
        todo = [(path, seed) for path, seed in todo if not path.exists()]
        if self.workers == 1:
            for path, seed in todo:
                yield path, self.fitter.play(seed, size, net, self.settings.nodes)
            return
        with worker_pool(self.workers) as pool:
            jobs = [(path, pool.submit(self.fitter.play, seed, size, net, self.settings.nodes)) for path, seed in todo]
            for path, job in jobs:
                yield path, job.result()

    def _window(self, step: int) -> list[Path]:
        first = max(0, step - self.settings.rounds_kept + 1)
        return sorted(path for path in (self.folder / "games").glob("*.npy") if int(path.name[:4]) >= first)


def _save(path: Path, rows: NDArray[np.void]) -> None:
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("wb") as file:
        np.save(file, rows)
    temporary.replace(path)
