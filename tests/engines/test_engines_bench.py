"""The node counts of the bench: they change only when an engine is changed on purpose."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest

from duiyi import load_game
from duiyi.engines.bench import BENCHES, bench
from tests.engines.write_signature import COMMAND, SIGNATURE
from tests.places import ROOT


@pytest.mark.parametrize("spec", BENCHES)
def test_the_signature_of_a_game_is_the_committed_one(spec: str) -> None:
    committed = msgspec.json.decode(SIGNATURE.read_bytes(), type=dict[str, int])
    assert bench(load_game(spec)).nodes == committed[spec], f"if this was meant to change, run `{COMMAND}`"


def test_the_plain_build_counts_the_same_nodes() -> None:
    code = "import json; from tests.engines.write_signature import signature; print(json.dumps(signature()))"
    environment = os.environ | {"DUIYI_CPU": "v1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert msgspec.json.decode(done.stdout) == msgspec.json.decode(SIGNATURE.read_bytes())
