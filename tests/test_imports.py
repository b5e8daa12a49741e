"""The import order of the design holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.places import ROOT


def test_imports_point_downwards_only() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_nothing_but_learn_imports_torch() -> None:
    for path in (ROOT / "src" / "duiyi").rglob("*.py"):
        if "learn" not in path.relative_to(ROOT / "src" / "duiyi").parts:
            text = path.read_text(encoding="utf-8")
            assert "import torch" not in text, path
            assert "from torch" not in text, path
