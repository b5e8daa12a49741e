"""Where test data lies: our own cases, and the public suites beside the repository where they exist."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "data"
SUITES = ROOT.parent / "shared" / "data"


def cases(game: str) -> dict[str, Any]:
    """The cases of a game, list by list."""
    data: dict[str, Any] = json.loads((CASES / f"{game}.json").read_text(encoding="utf-8"))
    return data


def suite_rows(name: str) -> list[dict[str, str]]:
    """The rows of a public CSV suite; none where the folder does not exist."""
    path = SUITES / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def suite(name: str) -> Any:
    """The content of a public JSON suite; an empty object where the folder does not exist."""
    path = SUITES / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
