"""A real Redis or Valkey for the length of a test, on a socket in a folder of its own."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["HAS_REDIS", "redis_server"]

_PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")
HAS_REDIS = ["redis"] if _PROGRAM else []


@contextmanager
def redis_server() -> Iterator[str]:
    """Its URL."""
    assert _PROGRAM is not None
    with tempfile.TemporaryDirectory(prefix="duiyi-redis-") as folder:
        socket = Path(folder, "socket")
        options = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", folder]
        process = subprocess.Popen([_PROGRAM, *options], stdout=subprocess.DEVNULL)
        try:
            while not socket.exists():
                assert process.poll() is None
                time.sleep(0.01)
            yield f"unix://{socket}"
        finally:
            process.terminate()
            process.wait()
