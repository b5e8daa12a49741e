"""A run is a folder: settings, games, checkpoints, networks, progress. Whatever dies, what is written stays whole.

``state.json`` is the one truth about how far a run is; it is replaced at the end of every iteration. Everything newer
than it is either a finished job, which is used, or done again.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from duiyi.learn.games import write_atomically
from duiyi.learn.settings import Settings

__all__ = ["Phase", "ProgressLine", "Run", "State"]


class State(msgspec.Struct, frozen=True):
    """How far a run is after an iteration."""

    step: int = -1
    minutes: float = 0.0
    games: int = 0
    rows: int = 0
    best_step: int = -1
    best_elo: float = 0.0


class Phase(msgspec.Struct, frozen=True):
    """What the trainer is doing: ``self-play`` (with games done of all), ``fit``, ``export``, ``gate``."""

    step: int
    name: str
    done: int = 0
    total: int = 0
    positions: int = 0


class ProgressLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One iteration in ``progress.jsonl``."""

    step: int
    minutes: float
    games: int
    rows: int
    positions: int
    loss: float
    policy_loss: float
    value_loss: float
    games_per_hour: float | None = None
    """By the clock, as the next; nothing where no game was played."""
    positions_per_second: float | None = None
    plies: float | None = None
    first_seat: float | None = None
    """Mean score of the first seat."""
    elo: float | None = None
    """Against the first network, by a chain of matches with the best so far."""
    promoted: bool | None = None
    anchor: str | None = None
    anchor_score: float | None = None
    anchor_elo: float | None = None
    int8_agreement: float | None = None
    """Share of rows for which the int8 twin likes the same move best."""
    int8_score: float | None = None
    """Of the twin in a match with the network that it was made from, at equal simulations."""
    resigned: int = 0
    """Games without resignation in which a seat would have resigned."""
    resign_regret: float | None = None
    """The share of them that this seat did not lose: how often resigning is wrong."""
    top_move: float | None = None
    """On games not yet learnt from: how often the network alone would play the search's best move."""
    rate_error: float | None = None
    """There: the mean difference between the network's rate and the result."""
    endings: dict[str, int] | None = None
    is_last: bool = False
    """No games, but a fit to the whole window with a falling rate, because the minutes were used up."""


class Run:
    """The folder of a run."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    @property
    def exists(self) -> bool:
        """Whether a run was begun here."""
        return (self.folder / "config.json").is_file()

    def create(self, settings: Settings) -> None:
        """Begin: the settings are written once and hold for the whole run."""
        for name in ("games", "checkpoints", "nets"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        write_atomically(self.folder / "config.json", msgspec.json.format(msgspec.json.encode(settings)) + b"\n")

    def settings(self) -> Settings:
        """What the run was told."""
        path = self.folder / "config.json"
        if not path.is_file():
            raise ValueError(f"learn: expected a run in {self.folder}, found no config.json")
        return msgspec.json.decode(path.read_bytes(), type=Settings)

    def state(self) -> State:
        """How far it is."""
        path = self.folder / "state.json"
        return msgspec.json.decode(path.read_bytes(), type=State) if path.is_file() else State()

    def commit(self, state: State, line: ProgressLine) -> None:
        """An iteration is done. The line goes first: a line too many is seen and cut, one too few would be lost."""
        with (self.folder / "progress.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
            file.flush()
        write_atomically(self.folder / "state.json", msgspec.json.encode(state) + b"\n")

    def progress(self) -> list[ProgressLine]:
        """All iterations so far; half-written lines and those of an iteration that was not finished are left out."""
        path = self.folder / "progress.jsonl"
        if not path.is_file():
            return []
        last, lines = self.state().step, {}
        for text in path.read_bytes().split(b"\n"):
            try:
                line = msgspec.json.decode(text, type=ProgressLine)
            except msgspec.MsgspecError:
                continue
            if line.step <= last:
                lines[line.step] = line
        return [lines[step] for step in sorted(lines)]

    def tidy(self) -> None:
        """After a sudden end: cut what was begun and not finished."""
        for part in self.folder.rglob(".*.part"):
            part.unlink()
        if (self.folder / "progress.jsonl").is_file():
            lines = b"".join(msgspec.json.encode(line) + b"\n" for line in self.progress())
            write_atomically(self.folder / "progress.jsonl", lines)

    # Where things are
    def games_of(self, name: str) -> Path:
        """The games of a job."""
        return self.folder / "games" / f"{name}.games"

    def games_of_step(self, step: int) -> list[Path]:
        """The games of an iteration, in the order of its jobs."""
        return sorted((self.folder / "games").glob(f"{step:05d}-*.games"))

    def checkpoint(self, step: int) -> Path:
        """Weights and optimiser after an iteration."""
        return self.folder / "checkpoints" / f"{step:05d}.pt"

    def net(self, step: int, int8: bool = False) -> Path:
        """The network that an iteration made."""
        return self.folder / "nets" / f"{step:05d}{'.int8' if int8 else ''}.onnx"

    def best(self, int8: bool = False) -> Path:
        """The best network so far."""
        return self.folder / f"best{'.int8' if int8 else ''}.onnx"

    def drop_old(self, step: int, best_step: int, kept: int = 3) -> None:
        """Checkpoints and networks of long ago take room and are not needed."""
        for old in range(max(0, step - 50), step - kept + 1):
            if old != best_step and old % 20 != 0:
                self.checkpoint(old).unlink(missing_ok=True)
                if old != best_step:
                    self.net(old).unlink(missing_ok=True)
                    self.net(old, int8=True).unlink(missing_ok=True)
