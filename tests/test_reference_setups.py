"""The native core against the plain Python references from random set-ups.

Random games from the start hardly ever repeat a position, meet a forbidden point or come near the end, so the boards
here are made up: Xiangqi with few men that walk in circles, crowded Gomoku and NoGo boards, Chinese Checkers close to
home. Which texts can be read is compared as well.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType

import pytest

from duiyi import TextError, load_game
from duiyi.base import Position
from tests.reference import chinese_checkers, gomoku, nogo, xiangqi
from tests.reference.chinese_checkers import CAMP_OF, HOLES, HOLES_OF, OPPOSITE, SEATINGS
from tests.reference.chinese_checkers import RANKS as STAR_RANKS
from tests.reference.common import EMPTY, Reference, read_spec, write_ranks
from tests.reference.xiangqi_moves import (
    FILES,
    PATHS,
    RANKS,
    Board,
    can_take_or_enter,
    in_check,
    played,
    reaches,
    standing_points,
)

MODULES: dict[str, ModuleType] = {
    "xiangqi": xiangqi,
    "gomoku": gomoku,
    "chinese_checkers": chinese_checkers,
    "nogo": nogo,
}
STANDING = {piece: sorted(standing_points(piece)) for piece in PATHS}
REPETITIONS = ["axf", "computer", "cxa", "simple"]


@pytest.mark.parametrize("seed", range(4))
def test_circles_in_xiangqi_are_judged_alike_under_every_rule(seed: int) -> None:
    rng = random.Random(seed)
    ends = Counter(end for _ in range(45) for end in walk_in_a_circle(rng))
    assert min(ends[end] for end in ("perpetual_chase", "repetition")) > 0, ends


def test_xiangqi_set_ups_are_read_alike() -> None:
    rng = random.Random(3)
    ends = Counter(set_up_anything(rng) for _ in range(150))
    assert min(ends[end] for end in ("unreadable", "open")) > 0, ends


@pytest.mark.parametrize("natural", [60, 50, 0])
def test_runs_of_checks_count_alike_for_the_natural_limit(natural: int) -> None:
    rng = random.Random(natural)
    ends = Counter(give_check_after_check(rng, natural) for _ in range(30))
    assert (ends["natural_limit"] > 0) == (natural > 0), ends
    assert ends["perpetual_check"] > 0, ends


@pytest.mark.parametrize("rule", ["freestyle", "standard", "caro", "renju"])
def test_crowded_gomoku_boards_are_judged_alike(rule: str) -> None:
    rng = random.Random(rule)
    ends = Counter(fill_gomoku(rng, rule) for _ in range(150))
    assert min(ends[end] for end in ("five_in_row", "board_full", "unreadable", "open")) > 0, ends


@pytest.mark.parametrize("hop", ["short", "long"])
@pytest.mark.parametrize("rules", ["standard", "ruc", "tsinghua"])
def test_chinese_checkers_near_the_end_are_ranked_alike(rules: str, hop: str) -> None:
    rng = random.Random(rules + hop)
    ends = Counter(come_home(rng, rules, hop) for _ in range(60))
    wanted = ["all_home", "distance", "open"] + ["home_deadline"] * (rules == "tsinghua")
    assert min(ends[end] for end in wanted) > 0, ends


@pytest.mark.parametrize("rule", ["legal", "course"])
def test_crowded_nogo_boards_are_judged_alike(rule: str) -> None:
    rng = random.Random(rule)
    ends = Counter(fill_nogo(rng, rule) for _ in range(150))
    wanted = {"legal": ["no_legal_move"], "course": ["capture", "suicide"]}[rule]
    assert min(ends[end] for end in ["unreadable", *wanted]) > 0, ends


@dataclass(frozen=True)
class Pair:
    """One game in the reference and in the core, compared wherever it stands."""

    plain: Reference
    position: Position

    def after(self, move: str) -> Pair:
        """Return both after a move."""
        return Pair(self.plain.after(move), self.position.after(self.position.game.parse_move(move)))

    def end(self) -> str | None:
        """Assert that both see the same, and return the reason when the game is over."""
        position = self.position
        where = f"{position!r}"
        assert self.plain.text() == position.text()
        assert self.plain.to_move() == position.to_move, where
        assert self.plain.legal_moves() == {position.game.move_text(move) for move in position.legal_moves()}, where
        end, outcome = self.plain.outcome(), position.outcome()
        if end is None or outcome is None:
            assert (end, outcome) == (None, None), where
            return None
        assert outcome.reason == end[1], where
        assert outcome.scores == pytest.approx(end[0]), where
        return end[1]


def read_both(spec: str, text: str) -> Pair | None:
    """Read a text with both, None when neither can; it is an error when one can."""
    game = load_game(spec)
    _, options = read_spec(spec)
    try:
        plain = MODULES[game.name].read(text, options)
    except ValueError:
        with pytest.raises(TextError):
            game.position(text)
        return None
    return Pair(plain, game.position(text))


def play_at_random(rng: random.Random, spec: str, text: str, plies: int) -> str:
    """Play a set-up on and return how it ended: a reason, `open`, or `unreadable`."""
    pair = read_both(spec, text)
    if pair is None:
        return "unreadable"
    for _ in range(plies):
        if end := pair.end():
            return end
        pair = pair.after(rng.choice(sorted(pair.plain.legal_moves())))
    return pair.end() or "open"


# Xiangqi


def walk_in_a_circle(rng: random.Random) -> list[str]:
    """Walk round a circle twice, so that its first position stands for the third time; the ends under all rules."""
    _, text, circle = max(forcing_circle(rng) for _ in range(6))
    pair = read_both("xiangqi", text)
    assert pair is not None, text
    for move in circle * 2:
        if end := pair.end():
            return [end]
        pair = pair.after(move)
    assert isinstance(pair.plain, xiangqi.Xiangqi)
    ends = []
    for rule in REPETITIONS:
        position = load_game(f"xiangqi(repetition={rule})").position(text, " ".join(circle * 2))
        ends.append(Pair(replace(pair.plain, rules=xiangqi.Rules(rule, 60)), position).end() or "open")
    return ends


def give_check_after_check(rng: random.Random, natural: int) -> str:
    """Play on from late in a count without captures, with a check wherever there is one."""
    counter = rng.choice([80, 90, 94, 99, 110, 118])
    text = xiangqi_text(sparse_board(rng), rng.choice("wb"), counter)
    pair = read_both(f"xiangqi(natural={natural})", text)
    if pair is None:
        return "unreadable"
    for _ in range(60):
        if end := pair.end():
            return end
        plain = pair.plain
        assert isinstance(plain, xiangqi.Xiangqi)
        quiet = [move for move in sorted(plain.legal_moves()) if move[2:] not in plain.board]
        checks = [move for move in quiet if in_check(played(plain.board, move), not plain.red_to_move)]
        pair = pair.after(rng.choice(checks or quiet or sorted(plain.legal_moves())))
    return "open"


def set_up_anything(rng: random.Random) -> str:
    """Read a board with men that may be too many, or stand where they never could, and play a little."""
    board = sparse_board(rng)
    for _ in range(rng.randint(0, 2)):
        board[rng.choice(FILES) + rng.choice(RANKS)] = rng.choice("RNCPABKrncpabk")
    return play_at_random(rng, "xiangqi", xiangqi_text(board, rng.choice("wb")), 2)


def sparse_board(rng: random.Random) -> dict[str, str]:
    """Set up a few men on points where they can stand."""
    men = ["K", "k", *rng.sample("RRNNCCPPrrnnccpp", rng.randint(2, 9)), *rng.sample("AABBaabb", rng.randint(0, 6))]
    board: dict[str, str] = {}
    for piece in men:
        board.setdefault(rng.choice(STANDING[piece]), piece)
    return board


def xiangqi_text(board: Board, side: str, halfmove: int = 0) -> str:
    """Write a set-up."""
    rows = [[board.get(file + rank, EMPTY) for file in FILES] for rank in reversed(RANKS)]
    return f"{write_ranks(rows)} {side} - - {halfmove} 1"


def forcing_circle(rng: random.Random) -> tuple[float, str, list[str]]:
    """Find a circle on a new board in which a side hardly stops to give check or to attack: how much so, and where."""
    board, side = sparse_board(rng), rng.choice("wb")
    circles = [circle for _ in range(40) if (circle := random_circle(rng, board, side == "w"))]
    force, circle = max(((forcefulness(board, circle), circle) for circle in circles), default=(0.0, []))
    return force, xiangqi_text(board, side), circle


def random_circle(rng: random.Random, board: Board, is_red: bool) -> list[str]:
    """Return moves of both sides in turn that lead back to the board, or none if they get in each other's way."""
    mine, theirs = random_walk(rng, board, is_red), random_walk(rng, board, not is_red)
    if not mine or not theirs:
        return []
    rounds = math.lcm(len(mine), len(theirs))
    circle = [move for i in range(rounds) for move in (mine[i % len(mine)], theirs[i % len(theirs)])]
    for move in circle:
        if move[2:] in board or not can_take_or_enter(board, move[:2], move[2:]):
            return []
        board = played(board, move)
    return circle


def random_walk(rng: random.Random, board: Board, is_red: bool) -> list[str]:
    """Return moves of one side back to where it began: one man to and fro or round three points, or two men in turn."""
    men = sorted(point for point, piece in board.items() if piece.isupper() == is_red)
    one, two = rng.choice(men), rng.choice(men)
    there = rng.choice(steps(board, one) or [one])
    kind = rng.random()
    if kind < 0.6 or (kind < 0.8 and one == two):
        return [] if there == one else [one + there, there + one]
    if kind < 0.8:
        other = rng.choice(steps(board, two) or [two])
        return [] if there == one or other == two else [one + there, two + other, there + one, other + two]
    from_there = played(board, one + there)
    corners = [
        corner for corner in steps(from_there, there) if one in steps(played(from_there, there + corner), corner)
    ]
    corner = rng.choice(corners or [one])
    return [] if corner == one else [one + there, there + corner, corner + one]


def steps(board: Board, origin: str) -> list[str]:
    """Return the empty points that a man can go to, check apart."""
    return [target for target in PATHS[board[origin]][origin] if target not in board and reaches(board, origin, target)]


def forcefulness(board: Board, circle: Sequence[str]) -> float:
    """Return the share of its moves with which the busier side checks or attacks anew; one victim for all is better."""
    busy: dict[bool, list[bool]] = {True: [], False: []}
    common: dict[bool, set[str]] = {True: set(board), False: set(board)}
    names = {point: point for point in board}
    for move in circle:
        is_red = board[move[:2]].isupper()
        before = {names[point] for point in attacked(board, is_red)}
        board = played(board, move)
        names[move[2:]] = names.pop(move[:2])
        victims = {names[point] for point in attacked(board, is_red)} - before
        gives_check = in_check(board, not is_red)
        busy[is_red].append(gives_check or bool(victims))
        if not gives_check:
            common[is_red] &= victims
    return max(sum(hits) / len(hits) + bool(common[side]) for side, hits in busy.items())


def attacked(board: Board, is_red: bool) -> set[str]:
    """Return the men that a side attacks with men that may be blamed for it."""
    mine = [point for point, piece in board.items() if piece.isupper() == is_red and piece not in "KkPp"]
    enemies = [point for point, piece in board.items() if piece.isupper() != is_red and piece not in "Kk"]
    return {target for target in enemies if any(reaches(board, origin, target) for origin in mine)}


# The other games


def fill_gomoku(rng: random.Random, rule: str) -> str:
    """Play a few moves on a board of any size with many stones."""
    size = rng.randint(5, 15)
    stones = rng.choices("xo.", [rng.random(), rng.random(), rng.random()], k=size * size)
    rows = [stones[i : i + size] for i in range(0, size * size, size)]
    if rng.random() < 0.2:
        # Pairs that never make a line, with few holes: boards that fill up.
        rows = [["xxoo"[(i + 2 * j) % 4] if rng.random() < 0.97 else EMPTY for i in range(size)] for j in range(size)]
    return play_at_random(rng, f"gomoku(size={size},rule={rule})", f"{write_ranks(rows)} {rng.choice('xo')}", 5)


def fill_nogo(rng: random.Random, rule: str) -> str:
    """Play a few moves on a rectangle with many stones."""
    height, width = rng.randint(2, 9), rng.randint(2, 9)
    weights = [0.5, 0.5, rng.uniform(0.5, 4)]
    rows = [rng.choices("xo.", weights, k=width) for _ in range(height)]
    spec = f"nogo(rows={height},cols={width},rule={rule})"
    return play_at_random(rng, spec, f"{write_ranks(rows)} {rng.choice('xo')}", 8)


def come_home(rng: random.Random, rules: str, hop: str) -> str:
    """Play from a set-up with most men in their goals and a count of plies near a deadline or the cap."""
    seats = 2 if rules == "tsinghua" else rng.choice(list(SEATINGS))
    camps = SEATINGS[seats]
    marbles: dict[tuple[int, int], str] = {}
    for camp in camps:
        goal = rng.sample(HOLES_OF[OPPOSITE[camp]], rng.randint(7, 10))
        mine = [hole for hole in goal if hole not in marbles]
        homely = [hole for hole in HOLES if hole not in marbles and hole not in mine and CAMP_OF[hole] in (None, camp)]
        marbles.update(dict.fromkeys(mine + rng.sample(homely, 10 - len(mine)), camp))
    rows = [[marbles.get(hole, EMPTY) for hole in rank] for rank in STAR_RANKS]
    near = rng.choice([0, 36, 46, 56, 400 * seats - 12])
    text = f"{write_ranks(rows)} {rng.choice(camps)} {near + rng.randint(0, 4)} - -"
    return play_at_random(rng, f"chinese_checkers(seats={seats},rules={rules},hop={hop})", text, 20)
