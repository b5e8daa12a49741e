"""The real server as a process of its own, on a free port, with a database that is thrown away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

__all__ = ["Server"]

_STARTS_WITHIN = 60.0


class Server:
    """``duiyi serve``; it may be stopped and started again on the same port and database.

    `packages` is a folder of Python packages that are installed for this server alone.
    """

    def __init__(self, folder: Path, *, packages: Path | None = None, **settings: str) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._settings = {"DUIYI_RATE_FACTOR": "100", "DUIYI_ENGINE_PACE": "0.05", "DUIYI_ENGINE_SECONDS": "0.3"}
        self._settings.update({f"DUIYI_{name.upper()}": value for name, value in settings.items()})
        if packages is not None:
            self._settings["PYTHONPATH"] = str(packages)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        words = ["serve", "--port", str(self.port), "--database", str(self._folder / "duiyi.db"), "--no-browser"]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [Path(sys.executable).parent / "duiyi", *words],
                env=os.environ | self._settings,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + _STARTS_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start: {self.log()[-2000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop as Ctrl-C does, and wait for the end."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def log(self) -> str:
        """What the server has written."""
        return (self._folder / "server.log").read_text(errors="replace")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
