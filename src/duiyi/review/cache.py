"""What engines have found before: looked up by game, position, engine and limits."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path
from typing import Protocol

import msgspec

from duiyi.analysis import Analysis, Limits
from duiyi.base import Position

__all__ = ["AnalysisCache", "DiskCache", "NoCache", "analysis_key", "default_cache_path"]


class AnalysisCache(Protocol):
    """Where final analyses are kept."""

    def find(self, key: str) -> Analysis | None:
        """What was kept under a key."""
        ...

    def keep(self, key: str, analysis: Analysis) -> None:
        """Keep an analysis under a key."""
        ...


def analysis_key(position: Position, engine: str, limits: Limits) -> str:
    """The name of one question to one engine.

    >>> from duiyi import load_game
    >>> start = load_game("reversi").initial()
    >>> analysis_key(start, "alphabeta", Limits(nodes=1)) == analysis_key(start, "alphabeta", Limits(nodes=2))
    False
    """
    asked = msgspec.json.encode(limits).decode()
    what = f"{position.game.spec}|{position.text()}|{position.key}|{engine}|{asked}"
    return hashlib.sha256(what.encode()).hexdigest()


def default_cache_path() -> Path:
    """The file of this user's cache.

    >>> default_cache_path().name
    'analyses.db'
    """
    folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(folder) / "duiyi" / "analyses.db"


class NoCache:
    """Remembers nothing.

    >>> NoCache().find("anything") is None
    True
    """

    def find(self, key: str) -> Analysis | None:
        """Nothing."""
        return None

    def keep(self, key: str, analysis: Analysis) -> None:
        """Let it go."""


class DiskCache:
    """A file of analyses, shared by all reviews of this machine.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     cache = DiskCache(Path(folder, "analyses.db"))
    ...     cache.keep("key", Analysis(lines=(), depth=3, nodes=9, seconds=0.1, progress=1.0, final=True))
    ...     found = cache.find("key")
    ...     cache.close()
    >>> found.depth
    3
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, timeout=10.0, isolation_level=None)
        # A lost cache costs time, not games: it need not reach the disk at once.
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute("CREATE TABLE IF NOT EXISTS analyses (key TEXT PRIMARY KEY, body BLOB NOT NULL)")

    def find(self, key: str) -> Analysis | None:
        """What was kept under a key; what an older version wrote in another shape is as good as nothing."""
        row = self._connection.execute("SELECT body FROM analyses WHERE key = ?", (key,)).fetchone()
        try:
            return None if row is None else msgspec.json.decode(row[0], type=Analysis)
        except msgspec.MsgspecError:
            return None

    def keep(self, key: str, analysis: Analysis) -> None:
        """Keep an analysis under a key."""
        row = (key, msgspec.json.encode(analysis))
        self._connection.execute("INSERT OR REPLACE INTO analyses VALUES (?, ?)", row)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
