"""Write tests/engines/signature.json: run after an engine's play was changed on purpose."""

from __future__ import annotations

from pathlib import Path

import msgspec

from duiyi import load_game
from duiyi.engines.bench import BENCHES, bench

SIGNATURE = Path(__file__).with_name("signature.json")
COMMAND = "python -m tests.engines.write_signature"


def signature() -> dict[str, int]:
    """The nodes that each game's task takes."""
    return {spec: bench(load_game(spec)).nodes for spec in BENCHES}


if __name__ == "__main__":
    SIGNATURE.write_bytes(msgspec.json.format(msgspec.json.encode(signature()), indent=2) + b"\n")
