"""Kill the server fifty times under load: every acknowledged move must be there, once, and every room must go on.

python benchmarks/kill.py [--kills 50] [--rooms 12] [--out benchmarks/kill.json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server.harness import serving
from tests.server.killing import kill_again_and_again


def main() -> None:
    """Run and print the counts; any loss is an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--rooms", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, serving(f"{folder}/kill.db") as server:
        counts = asyncio.run(kill_again_and_again(server, options.kills, options.rooms, options.seed))
    result = {**counts, "seed": options.seed, "seconds": round(time.perf_counter() - began)}
    text = json.dumps(result, indent=1)
    print(text)
    if options.out is not None:
        options.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
