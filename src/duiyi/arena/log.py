"""The file of a match: one line when it begins, one line for each finished game, appended and never rewritten.

A process killed at any moment loses the games it was playing and nothing else: a line that was cut short is removed
when the file is opened again. The file is locked while a match runs, so that two runs cannot mix their games.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import msgspec

from duiyi.arena.conditions import Conditions, Played

__all__ = ["GameLog", "Heading", "LogError"]

_FORMAT = 1


class LogError(ValueError):
    """A file that does not belong to this match: says what differs."""


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What makes a match this match: games of another one are not counted with it."""

    game: str
    players: tuple[str, ...]
    pairing: str
    conditions: Conditions
    openings: str
    format: int = _FORMAT


class GameLog:
    """Finished games on disk.

    >>> import tempfile
    >>> heading = Heading(game="reversi", players=("a", "b"), pairing="gauntlet", conditions=Conditions(), openings="")
    >>> path = Path(tempfile.mkdtemp()) / "match.jsonl"
    >>> with GameLog(path, heading) as log:
    ...     log.games
    []
    """

    def __init__(self, path: str | Path, heading: Heading) -> None:
        self.path = Path(path)
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise LogError(f"{self.path}: expected a file of our own, found another match writing to it") from None
        try:
            self.games = self._read(heading)
        except BaseException:
            os.close(self._file)
            raise

    def append(self, played: Played) -> None:
        """Add a finished game in a single write."""
        self._write(played)
        self.games.append(played)

    def close(self) -> None:
        """Close and unlock the file."""
        os.close(self._file)

    def __enter__(self) -> GameLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, heading: Heading) -> list[Played]:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.ftruncate(self._file, whole)
        lines = data[:whole].splitlines()
        if not lines:
            self._write(heading)
            return []
        try:
            found = msgspec.json.decode(lines[0], type=Heading)
            games = [msgspec.json.decode(line, type=Played) for line in lines[1:]]
        except msgspec.DecodeError as error:
            raise LogError(f"{self.path}: expected the games of a match, one a line ({error})") from None
        difference = _difference(msgspec.to_builtins(heading), msgspec.to_builtins(found))
        if difference is not None:
            raise LogError(f"{self.path}: expected {difference}; give another file, or none")
        return list({played.key: played for played in games}.values())

    def _write(self, value: Heading | Played) -> None:
        os.write(self._file, msgspec.json.encode(value) + b"\n")


def _difference(wanted: object, found: object, name: str = "") -> str | None:
    """The first difference of two headings, in words."""
    if wanted == found:
        return None
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in wanted:
            inner = _difference(wanted[key], found.get(key), key)
            if inner is not None:
                return inner
    return f"{name} {wanted!r}, found {found!r}"
