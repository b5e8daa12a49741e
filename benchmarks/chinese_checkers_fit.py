"""Fits the evaluation of Chinese Checkers to self-play: ``python benchmarks/chinese_checkers_fit.py [--write]``.

The engine plays itself from random openings, with a random move now and then. Every army of every position is a
sample: where its men stood, and how many turns it took to get home from there. Weighted least squares with a ridge
turns that into costs in hundredths of a turn by hole and stage, for the last man and the last but one, and for the
last few men outside. Fitted alone the costs know too little about places where nobody goes, so they are mixed with a
plain hand-made prior; what the mixture gained is in benchmarks/chinese_checkers.md. ``--write`` replaces
cpp/games/chinese_checkers/weights_fitted.hpp.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi import Limits, Position, load_game
from duiyi.engines import choose, load_player

Array = NDArray[np.float64]
Hole = tuple[int, int]

OUT = Path(__file__).parents[1] / "cpp/games/chinese_checkers/weights_fitted.hpp"
CAMPS = {2: "AD", 3: "ACE", 6: "ABCDEF"}
HOLES: list[Hole] = [
    (x, y) for y in range(8, -9, -1) for x in range(-8, 9) if min(x, y, -x - y) >= -4 or max(x, y, -x - y) <= 4
]
WIDTHS = [sum(hole[1] == y for hole in HOLES) for y in range(8, -9, -1)]
TIP = (4, -8)
PEAKS = (125, 75, 30)  # sums of distances where each stage counts alone, as in evaluation.cpp
FIT_SHARE = 0.4  # of the mixture; the rest is the prior
LATE = 7  # men in the goal, as in evaluation.cpp


class Sample(NamedTuple):
    """An army seen by somebody who goes from camp A down to camp D, and the turns it took from there."""

    men: tuple[Hole, ...]
    turns: int


class Costs(NamedTuple):
    """What the header holds, in turns."""

    cells: Array  # 3 stages x 121
    last_man: Array  # 17
    last_but_one: Array  # 17
    late: Array  # man, step, deep, always

    def mixed(self, other: Costs, share: float) -> Costs:
        """`share` of the other, the rest of this."""
        return Costs(*((1 - share) * a + share * b for a, b in zip(self, other, strict=True)))


def distance(a: Hole, b: Hole) -> int:
    """Steps between two holes."""
    return (abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[0] + a[1] - b[0] - b[1])) // 2


def aside(hole: Hole) -> int:
    """Half steps off the line from A to D."""
    return abs(2 * hole[0] + hole[1])


def self_play(seats: int, games: int, nodes: int, seed: int) -> list[Sample]:
    """All armies that got home, at each of their turns."""
    game = load_game(f"chinese_checkers(seats={seats})")
    player = load_player("alphabeta", game)
    samples: list[Sample] = []
    for number in range(games):
        chance = random.Random(f"{seed} {seats} {number}")
        position: Position = game.initial()
        for _ in range(seats * chance.randint(0, 3)):
            position = position.after(chance.choice(sorted(position.legal_moves())))
        slip = chance.choice([0.0, 0.03, 0.06])
        seen: list[list[tuple[Hole, ...]]] = [[] for _ in range(seats)]
        home: dict[int, int] = {}
        while position.outcome() is None and len(seen[0]) < 120:
            seat = position.to_move
            seen[seat].append(army(position, CAMPS[seats][seat]))
            if chance.random() < slip:
                move = chance.choice(sorted(position.legal_moves()))
            else:
                move = choose(player, position, Limits(nodes=nodes, seed=chance.getrandbits(30)))
            position = position.after(move)
            for other in range(seats):
                if CAMPS[seats][other] in position.text().split()[3]:
                    home.setdefault(other, len(seen[other]))
        samples += [Sample(men, turns - i) for seat, turns in home.items() for i, men in enumerate(seen[seat][:turns])]
    return samples


def army(position: Position, camp: str) -> tuple[Hole, ...]:
    """The men of a camp, the board turned so that they go down."""
    holes = [HOLES[cell] for cell, code in enumerate(position.board()) if code == camp]
    for _ in range("AFEDCB".index(camp)):
        holes = [(x + y, -x) for x, y in holes]
    return tuple(holes)


def shares(men: tuple[Hole, ...]) -> list[float]:
    """How much each stage counts for an army."""
    total = sum(distance(man, TIP) for man in men)
    upper = 0 if total >= PEAKS[1] else 1
    part = (min(max(total, PEAKS[upper + 1]), PEAKS[upper]) - PEAKS[upper + 1]) / (PEAKS[upper] - PEAKS[upper + 1])
    found = [0.0, 0.0, 0.0]
    found[upper], found[upper + 1] = part, 1 - part
    return found


def ridge(features: Array, target: Array, weight: Array, strength: float) -> Array:
    """Weighted least squares with a penalty on large coefficients."""
    scaled = features * weight[:, None]
    penalty = strength * np.eye(features.shape[1])
    return np.asarray(np.linalg.solve(scaled.T @ scaled + penalty, scaled.T @ (target * weight)))


def fit(samples: list[Sample]) -> Costs:
    """Smooth costs first (polynomials of distance and stray), then what single holes add, mirror images together."""
    classes = {hole: min(hole, (-hole[0] - hole[1], hole[1])) for hole in HOLES}
    names = sorted(set(classes.values()))
    number = {name: i for i, name in enumerate(names)}
    far = np.array([distance(name, TIP) for name in names], float)
    off = np.array([aside(name) for name in names], float)
    smooth = np.stack([np.ones_like(far), far, far**2 / 10, off, off * far / 10], 1)

    turns = np.array([sample.turns for sample in samples], float)
    weight = 1 / (1.5 + 0.08 * turns)  # early armies are the noisier
    counts = np.zeros((len(samples), len(names)))
    rear = np.zeros((len(samples), 4))
    stage = np.array([shares(sample.men) for sample in samples])
    for i, sample in enumerate(samples):
        for man in sample.men:
            counts[i, number[classes[man]]] += 1
        last, next_ = sorted((distance(man, TIP) for man in sample.men), reverse=True)[:2]
        rear[i] = last, last**2 / 10, next_, next_**2 / 10
    staged = [counts * stage[:, k : k + 1] for k in range(3)]
    features = np.concatenate([part @ smooth for part in staged] + [rear], 1)
    plain = ridge(features, turns, weight, 0.01)
    rest = ridge(np.concatenate(staged, 1), turns - features @ plain, weight, 400)
    print(f"  {len(samples)} samples, error of the fit {np.std(turns - features @ plain):.2f} turns")

    width = smooth.shape[1]
    by_class = [smooth @ plain[k * width : (k + 1) * width] + np.split(rest, 3)[k] for k in range(3)]
    cells = np.array([[costs[number[classes[hole]]] for hole in HOLES] for costs in by_class])
    steps = np.arange(17)
    a, b, c, d = plain[3 * width :]
    return Costs(cells, a * steps + b * steps**2 / 10, c * steps + d * steps**2 / 10, fit_late(samples))


def fit_late(samples: list[Sample]) -> Array:
    """The last men: how many are outside, how far from a free hole, how much room those inside leave."""
    goal = {hole for hole in HOLES if hole[1] < -4}
    deepest = {n: sum(sorted(distance(hole, TIP) for hole in goal)[:n]) for n in range(11)}
    rows, turns = [], []
    for sample in samples:
        inside = [man for man in sample.men if man in goal]
        if len(inside) < LATE or sample.turns >= 15:
            continue
        free = goal.difference(inside)
        outside = [man for man in sample.men if man not in goal]
        steps = sum(min(distance(man, hole) for hole in free) for man in outside)
        room = sum(distance(man, TIP) for man in inside) - deepest[len(inside)]
        rows.append([len(outside), steps, room, 1.0])
        turns.append(sample.turns)
    return ridge(np.array(rows), np.array(turns, float), np.ones(len(rows)), 0.01)


def prior() -> Costs:
    """A step costs 0.27 turns, the square of the distance and strays a little, the last two men more."""
    far = np.array([distance(hole, TIP) for hole in HOLES], float)
    off = np.array([0 if hole[1] < -4 else aside(hole) for hole in HOLES], float)
    cells = np.tile((100 * far + 4 * far**2 + 12 * off) / 370, (3, 1))
    steps = np.arange(17, dtype=np.float64)
    return Costs(cells, 0.3 * steps, 0.2 * steps, np.array([0, 0.34, 0.01, 0]))


def header(tables: dict[str, Costs]) -> str:
    """The C++ file."""
    lines = [
        "// Generated by `python benchmarks/chinese_checkers_fit.py --write`: what was learnt from self-play.",
        "//",
        "// Hundredths of a turn that an army going down from A to D still needs: by cell, rank by rank from the top",
        "// as in a text, for each stage; by the steps of its last man and of the last but one; then LateWeights.",
        "#pragma once",
        "",
        '#include "games/chinese_checkers/weights.hpp"',
        "",
        "namespace duiyi::chinese_checkers {",
        "",
        "// clang-format off",
        "inline constexpr std::array<Weights, 3> FITTED = {{",
    ]
    for title, costs in tables.items():
        lines += [f"    // {title}", "    {", "        {{"]
        for stage in costs.cells:
            lines.append("            {")
            at = 0
            for width in WIDTHS:
                lines.append("             " + _words(stage[at : at + width]).center(72).rstrip() + ",")
                at += width
            lines.append("            },")
        lines.append("        }},")
        lines += [f"        {{{_words(part)}}}," for part in costs[1:]]
        lines.append("    },")
    return "\n".join([*lines, "}};", "// clang-format on", "", "}  // namespace duiyi::chinese_checkers", ""])


def _words(turns: Array) -> str:
    return ", ".join(str(round(100 * turn)) for turn in turns.tolist())


def main() -> None:
    """Play, fit, and show or write the header."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="with two seats; fewer with more, as armies are as many")
    parser.add_argument("--nodes", type=int, default=800)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    fits = {}
    for seats in CAMPS:
        print(f"{seats} seats")
        fits[seats] = fit(self_play(seats, args.games * 2 // seats, args.nodes, args.seed))
    # Games of more seats are noisier: half of their share comes from the duel.
    tables = {"Two seats": prior().mixed(fits[2], FIT_SHARE)}
    for title, seats in (("Three seats", 3), ("Four and six seats", 6)):
        tables[title] = prior().mixed(fits[2].mixed(fits[seats], 0.5), FIT_SHARE)
    if args.write:
        OUT.write_text(header(tables), encoding="utf-8")
    else:
        print(header(tables))


if __name__ == "__main__":
    main()
