"""Run the battery on the sanitizer build: ``make sanitize`` builds it in build/sanitize and calls this.

The sanitized modules need their runtime loaded first, and must not meet the ordinary build: so the battery
runs in a child process whose only `duiyi` is a folder of links to our sources and the sanitized modules.
"""

from __future__ import annotations

import os
import site
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "sanitize"
BATTERY = """
import sys
from duiyi import Limits, _core, load_game
from duiyi.engines import load_engine
from duiyi.testing import check_game
from tests import variants
assert _core.Position.__module__ == f"duiyi._core_{sys.argv[1]}", _core.Position.__module__
for spec in variants.ALL:
    check_game(load_game(spec), games=1, max_plies=80)
print(len(variants.ALL), "variants clean under the sanitizers,", sys.argv[1])
networks = ("nogo", "gomoku", "reversi", "xiangqi", "chinese_checkers") if _core.has_fast_towers() else ()
for spec in networks:  # the plain build leaves them to ONNX Runtime
    game = load_game(spec)
    for engine in ("alphazero", "alphabeta", "mcts"):
        position = game.initial()
        for _ in range(4):
            position = position.after(load_engine(engine, game).search(position, Limits(nodes=300, seed=1)).best)
print(len(networks), "games with networks, provers and trees clean,", sys.argv[1])
"""


def main() -> int:
    stage = BUILD / "stage" / "duiyi"
    stage.mkdir(parents=True, exist_ok=True)
    modules = list(BUILD.glob("_c*.so"))
    for path in [*(ROOT / "src" / "duiyi").iterdir(), *modules]:
        link = stage / path.name
        link.unlink(missing_ok=True)
        link.symlink_to(path)
    runtimes = [_runtime(name) for name in ("libasan.so", "libubsan.so", "libstdc++.so")]
    environment = os.environ | {
        "LD_PRELOAD": ":".join(runtimes),
        "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter itself keeps memory to the end
        "PYTHONPATH": os.pathsep.join([str(stage.parent), str(ROOT), str(ROOT / "examples"), *site.getsitepackages()]),
    }
    for build in sorted(
        path.name.split(".")[0].removeprefix("_core_") for path in modules if path.name.startswith("_core_")
    ):
        command = [sys.executable, "-S", "-c", BATTERY, build]
        status = subprocess.run(command, env=environment | {"DUIYI_CPU": build}, cwd=ROOT, check=False).returncode
        if status != 0:
            return status
    return 0


def _runtime(name: str) -> str:
    compiler = os.environ.get("CXX", "c++")
    return subprocess.run(
        [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
