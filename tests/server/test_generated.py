"""Generated files are committed; here they are made again and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from duiyi.server.generate import COMMAND, generated

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(generated()))
def test_a_generated_file_is_what_the_wire_says(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == generated()[name], f"run `{COMMAND}`"
