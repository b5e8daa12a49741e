"""The wheel in an empty environment: what a user gets from `pip install` works, page and nets included."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # The same settings as `make`'s own build, whose objects are still there: this links, it does not compile again.
    settings = ["--wheel", "--no-isolation", "-Ccmake.define.DUIYI_TESTS=ON", "--outdir", str(folder)]
    command = [sys.executable, "-m", "build", *settings, str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=1200)
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_the_page_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "duiyi/web/index.html" in names
    assert "duiyi/py.typed" in names
    nets = ("reversi.patterns", "xiangqi.net", "gomoku.net", "nogo.net", "chinese_checkers.weights")
    assert {f"duiyi/nets/{net}{end}" for net in nets for end in ("", ".md")} <= set(names)
    assert any(name.startswith("duiyi/_core_v1") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "duiyi/tests/"))]


def test_an_empty_environment_with_the_wheel_has_a_working_command(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True, timeout=120)
    binaries = tmp_path / "env" / "bin"
    subprocess.run([binaries / "pip", "install", "-q", str(wheel)], check=True, capture_output=True, timeout=600)
    done = subprocess.run(
        [binaries / "duiyi", "perft", "xiangqi", "3", "--json"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert json.loads(done.stdout)["nodes"] == 79666
