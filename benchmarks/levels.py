"""Calibrate the twelve levels of a game: ``python benchmarks/levels.py GAME [--games 24] [--write]``.

Rungs from careless to careful meet their neighbours; a rating comes out for each. Of them twelve are chosen whose
distances are nearest to the wanted one, and with ``--write`` they become the game's levels, rating and interval
included. A run that is interrupted goes on where it was (``--resume``). ``--keep`` keeps the twelve as they are and
only rates them anew, for when an engine has become stronger and the levels are still in their right places.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from pathlib import Path

from duiyi import load_game
from duiyi.arena import Ladder

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ROOT / "src" / "duiyi" / "engines" / "levels.json"
NUMBER = 12
SANE = 0.5
"""No level may choose a move that is worse than the best by so much; rungs beyond only widen the ladder's foot."""
NEAREST, FARTHEST = 100.0, 160.0
"""Elo between neighbours: the ladder is used from its foot to its top as far as these allow."""

Rung = tuple[str, float]


def rungs(dearest: int) -> list[Rung]:
    """Engine and regret, weakest first."""
    low: list[Rung] = [("greedy", regret) for regret in (0.6, 0.4, 0.25, 0.12, 0.05)]
    low += [("minimax(depth=2)", regret) for regret in (0.4, 0.3, 0.22, 0.15, 0.1, 0.06)]
    start, steps = 200, 12
    high = []
    for step in range(steps + 1):
        nodes = start * (dearest / start) ** (step / steps)
        rounded = int(float(f"{nodes:.1e}"))
        high.append((f"alphabeta(nodes={rounded})", round(0.06 * 0.8**step, 4)))
    return low + high


def chosen(steps: list[Rung], ratings: list[float]) -> list[int]:
    """Twelve sane rungs, weakest first, whose neighbours are as near to the wanted distance as can be."""
    sane = sorted((place for place, (_, regret) in enumerate(steps) if regret < SANE), key=lambda place: ratings[place])
    wanted = min(max((ratings[sane[-1]] - ratings[sane[0]]) / (NUMBER - 1), NEAREST), FARTHEST)
    best: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, place): (0.0, (place,)) for place in sane}
    for count in range(1, NUMBER):
        for number, place in enumerate(sane):
            for before in sane[:number]:
                # One search with less care is not the higher level, whatever the luck of the games says.
                is_less_careful = steps[before][0] == steps[place][0] and steps[before][1] <= steps[place][1]
                if is_less_careful or (count - 1, before) not in best:
                    continue
                cost, way = best[count - 1, before]
                cost += (ratings[place] - ratings[before] - wanted) ** 2
                if (count, place) not in best or cost < best[count, place][0]:
                    best[count, place] = (cost, (*way, place))
    return list(min(best[NUMBER - 1, place] for place in sane if (NUMBER - 1, place) in best)[1])


def main() -> None:
    """Read the words and run."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    words.add_argument("game")
    words.add_argument("--games", type=int, default=24)
    words.add_argument("--dearest", type=int, default=60000, help="nodes of the strongest rung")
    words.add_argument("--concurrency", type=int, default=2)
    words.add_argument("--keep", action="store_true", help="rate the levels there are")
    words.add_argument("--resume", type=Path)
    words.add_argument("--write", action="store_true")
    given = words.parse_args()
    name = load_game(given.game).name
    steps = _levels_of(name) if given.keep else rungs(given.dearest)
    specs = [f'level(engine="{engine}",regret={regret})' for engine, regret in steps]
    ladder = Ladder(given.game, specs, given.games, concurrency=given.concurrency, resume=given.resume, seed=1)
    result = ladder.run(lambda progress: print(f"\r{progress.done}/{progress.total}", end="", flush=True))
    print()
    standings = {standing.name: standing for standing in result.players}
    rows = [standings[spec] for spec in ladder.match.names]
    places = list(range(NUMBER)) if given.keep else chosen(steps, [row.rating for row in rows])
    for place, ((engine, regret), row) in enumerate(zip(steps, rows, strict=True)):
        mark = f"level {places.index(place) + 1}" if place in places else ""
        interval = f"({row.interval[0]:.0f} to {row.interval[1]:.0f})"
        print(f"{engine:28} {regret:7} {row.rating:8.0f} {interval:16} {row.games:4} games  {mark}")
    gaps = [rows[b].rating - rows[a].rating for a, b in itertools.pairwise(places)]
    print(f"distances: {' '.join(f'{gap:.0f}' for gap in gaps)}; mean {math.fsum(gaps) / len(gaps):.0f}")
    if given.write:
        table = json.loads(LEVELS.read_text(encoding="utf-8"))
        table[name] = [
            {
                "level": number,
                "engine": steps[place][0],
                "regret": steps[place][1],
                "rating": {
                    "elo": round(rows[place].rating - rows[places[0]].rating),
                    "low": round(rows[place].interval[0] - rows[places[0]].rating),
                    "high": round(rows[place].interval[1] - rows[places[0]].rating),
                },
            }
            for number, place in enumerate(places, 1)
        ]
        LEVELS.write_text(_written(table), encoding="utf-8")


def _levels_of(name: str) -> list[Rung]:
    """The levels that the game has now."""
    levels = json.loads(LEVELS.read_text(encoding="utf-8"))[name]
    return [(level["engine"], level["regret"]) for level in levels]


def _written(table: dict[str, list[dict[str, object]]]) -> str:
    games = []
    for name, levels in table.items():
        lines = ",\n".join(f"    {json.dumps(level)}" for level in levels)
        games.append(f'  "{name}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(games) + "\n}\n"


if __name__ == "__main__":
    main()
