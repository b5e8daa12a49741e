"""The boards of the help pages are made by the rules themselves."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

SCRIPT = Path(__file__).resolve().parents[2] / "web" / "scripts" / "help_demos.py"


def test_the_boards_of_the_rules_are_what_the_games_say() -> None:
    made = _script()
    assert made.TARGET.read_text(encoding="utf-8") == made.rendered(), "run: python web/scripts/help_demos.py"


def test_every_demonstration_has_a_game_and_a_first_board() -> None:
    for name, demo in _script().DEMOS.items():
        assert name.startswith("renju_" if "renju" in demo.game else demo.game.split("(")[0])


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("help_demos", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["help_demos"] = module
    spec.loader.exec_module(module)
    return module
