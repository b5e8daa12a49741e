"""Both builds of the native core give the same answers, and the committed stub describes them."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

import pytest

from tests.places import ROOT

BUILDS = ["v1", "v3"] if import_module("duiyi._cpu").level() == 3 else ["v1"]
QUESTIONS = """
import duiyi
for spec, depth in (("reversi", 7), ("gomoku(rule=renju)", 2), ("nogo", 2), ("xiangqi", 3), ("chinese_checkers", 3)):
    game = duiyi.load_game(spec)
    start = game.initial()
    print(spec, duiyi.perft(start, depth), start.native.playouts(20, 7, 300), hex(start.key))
"""


@pytest.mark.parametrize("build", BUILDS)
def test_every_build_gives_the_answers_of_the_plain_one(build: str) -> None:
    assert _answers(build) == _answers("v1")
    assert "duiyi._core_" + build in _answers(build, "import duiyi; print(duiyi._core.Position.__module__)")


def test_the_committed_stub_is_what_the_module_says() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    make_stub = import_module("make_stub")
    assert make_stub.STUB.read_text(encoding="utf-8") == make_stub.stub(), "run `python scripts/make_stub.py`"


def _answers(build: str, questions: str = QUESTIONS) -> str:
    environment = os.environ | {"DUIYI_CPU": build}
    done = subprocess.run(
        [sys.executable, "-c", questions], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
