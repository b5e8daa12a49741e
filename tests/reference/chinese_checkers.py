"""Chinese Checkers from the rules: ten marbles a seat, by steps and hop chains to the opposite camp.

Holes are axial coordinates (x, y). Where the rules leave a choice, this reference decides:

- `rules=tsinghua` is `standard` (camp limits, finishing) with the deadlines added, each judged once, for the seat that
  has just moved or passed: plies 2r-1 and 2r make round r. "Left home" means not in the home camp at that moment.
- The cap is 400 x seats plies of the whole game, because plies are what the text knows; it stays the same when
  seats finish or are removed. At one ply: finishing goes first, then the deadline, then the cap.
- Remaining distance is the sum over a seat's marbles of the hex distance max(|dx|, |dy|, |dz|) to the nearest hole of
  its goal, occupied or not. Equal distances share the mean of their places. Finished seats come first, in order.
- Removed seats come last and score 0 each, whenever they were removed; they are written in camp order. The places
  above them are worth what they are worth without removals: place p of n (from 0) scores (n - 1 - p) / (n - 1).
- When one seat alone is neither finished nor out, it gets the next place and is not added to the finished ones. The
  reason is then `all_home`, but `time` when nobody has finished, so that removals alone have ended the game.
- "The others in turn order" begin after the mover. Finishing is tested after a pass too, but not on reading a text.
- A text may give a seat fewer than ten marbles, not more; a seat that is out has none; the seat to move is neither
  finished nor out, also when the game is over.
- `state()` leaves out the plies, as keys of positions leave out move counters.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from .common import EMPTY, Outcome, check_options, choice, read_fields, read_ranks, whole_number, write_ranks

Hole = tuple[int, int]

CAMPS = "ABCDEF"
OPPOSITE = dict(zip("ABCDEF", "DEFABC", strict=True))
SEATINGS = {2: "AD", 3: "ACE", 4: "ABDE", 6: "ABCDEF"}
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
TURNS_PER_SEAT = 400
MOST_AT_HOME = {20: 5, 25: 2, 30: 0}
"""Round of `rules=tsinghua` to the most marbles that may still be at home: 5, 8 and 10 of ten have left."""


def is_hole(x: int, y: int) -> bool:
    """Tell whether the star has a hole there: it is the union of two triangles.

    >>> is_hole(-4, 8), is_hole(0, 5)
    (True, False)
    """
    z = -x - y
    return min(x, y, z) >= -4 or max(x, y, z) <= 4


def camp_of(hole: Hole) -> str | None:
    """Return the letter of the camp that a hole belongs to, None in the middle.

    >>> camp_of((-4, 8)), camp_of((0, 0))
    ('A', None)
    """
    x, y = hole
    insides = [y > 4, x + y > 4, x > 4, y < -4, x + y < -4, x < -4]
    return next((camp for camp, inside in zip(CAMPS, insides, strict=True) if inside), None)


def ray(hole: Hole, direction: tuple[int, int]) -> list[Hole]:
    """Return the holes from a hole on in one direction, nearest first; the star has no gap on any line.

    >>> ray((-4, 6), (0, 1))
    [(-4, 7), (-4, 8)]
    """
    x, y = hole
    steps = [(x + direction[0] * n, y + direction[1] * n) for n in range(1, 17)]
    return [step for step in steps if is_hole(*step)]


RANKS = [[(x, y) for x in range(-8, 9) if is_hole(x, y)] for y in range(8, -9, -1)]
HOLES = [hole for rank in RANKS for hole in rank]
CAMP_OF = {hole: camp_of(hole) for hole in HOLES}
HOLES_OF = {camp: [hole for hole in HOLES if CAMP_OF[hole] == camp] for camp in CAMPS}
RAYS = {hole: [ray(hole, direction) for direction in DIRECTIONS] for hole in HOLES}


def start(spec_options: Mapping[str, object]) -> ChineseCheckers:
    """Return the start: every seat has filled its own camp, camp A to move.

    >>> start({"seats": 3}).text()
    'A/AA/AAA/AAAA/13/12/11/10/9/E8C/EE7CC/EEE6CCC/EEEE5CCCC/4/3/2/1 A 0 - -'
    """
    camps, rules, hop = settings_of(spec_options)
    marbles = {hole: camp for camp in camps for hole in HOLES_OF[camp]}
    return ChineseCheckers(camps, rules, hop, marbles, "A", 0, "", "")


def read(text: str, options: Mapping[str, object]) -> ChineseCheckers:
    """Read a board, the camp to move, plies, finished camps and camps that are out; the last three may be missing.

    >>> read("A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/DDDD/DDD/DD/D A", {}) == start({})
    True
    """
    camps, rules, hop = settings_of(options)
    given = read_fields(text, 2, 5)
    board, turn, plies, finished, out = given + ["0", "-", "-"][len(given) - 2 :]
    rows = read_ranks(board, camps, [len(rank) for rank in RANKS])
    marbles = {
        hole: owner
        for rank, row in zip(RANKS, rows, strict=True)
        for hole, owner in zip(rank, row, strict=True)
        if owner != EMPTY
    }
    if not re.fullmatch(r"0|[1-9][0-9]*", plies):
        raise ValueError(f"expected the plies played as a number, got {plies!r} in {text!r}")
    position = ChineseCheckers(camps, rules, hop, marbles, turn, int(plies), finished.strip("-"), out.strip("-"))
    check_set_up(position, finished, out, text)
    return position


def check_set_up(position: ChineseCheckers, finished: str, out: str, text: str) -> None:
    """Raise ValueError unless camps and marbles of a text fit together.

    >>> check_set_up(start({}), "A", "-", "the text")
    Traceback (most recent call last):
    ValueError: expected a camp to move that is neither finished nor out, got 'A' in 'the text'
    """
    camps = list(position.camps)
    for field in (finished, out):
        if field != "-" and (len(set(field)) != len(field) or not set(field) <= set(camps)):
            raise ValueError(f"expected different camps of {position.camps} or -, got {field!r} in {text!r}")
    if set(finished) & set(out) - {"-"}:
        raise ValueError(f"a camp is finished and out at once in {text!r}")
    if list(out) != sorted(out):
        raise ValueError(f"expected the camps that are out in the order of their letters, got {out!r} in {text!r}")
    if position.turn not in camps or position.turn in finished + out:
        raise ValueError(f"expected a camp to move that is neither finished nor out, got {position.turn!r} in {text!r}")
    owners = list(position.marbles.values())
    for camp in camps:
        most = 0 if camp in out else 10
        if owners.count(camp) > most:
            raise ValueError(f"camp {camp} has {owners.count(camp)} marbles in {text!r}, at most {most} are possible")


def settings_of(options: Mapping[str, object]) -> tuple[str, str, str]:
    """Return the camps that are seated, the rules and the kind of hop.

    >>> settings_of({"seats": 3, "rules": "ruc"})
    ('ACE', 'ruc', 'short')
    """
    check_options(options, ["seats", "rules", "hop"])
    seats = whole_number(options, "seats", 2, list(SEATINGS))
    rules = choice(options, "rules", "standard", ["standard", "ruc", "tsinghua"])
    if rules == "tsinghua" and seats != 2:
        raise ValueError(f"rules=tsinghua are for 2 seats, got seats={seats}")
    return SEATINGS[seats], rules, choice(options, "hop", "short", ["short", "long"])


@dataclass(frozen=True)
class ChineseCheckers:
    """A position; `marbles` maps a hole to the camp letter of the owner.

    >>> "-2,6:0,4" in start({}).legal_moves()
    True
    >>> start({}).after("-1,5:0,4").text()
    'A/AA/AAA/AAA1/8A4/12/11/10/9/10/11/12/13/DDDD/DDD/DD/D D 1 - -'
    """

    camps: str
    rules: str
    hop: str
    marbles: dict[Hole, str]
    turn: str
    plies: int
    finished: str
    out: str

    @property
    def seats(self) -> int:
        """Return the number of seats, those that have finished or are out included."""
        return len(self.camps)

    def to_move(self) -> int:
        """Return the seat to move."""
        return self.camps.index(self.turn)

    def legal_moves(self) -> set[str]:
        """Return every move of (from, to), or `pass` when there is none."""
        if self.outcome():
            return set()
        return {move_text(move) for move in self._moves} or {"pass"}

    def after(self, move: str) -> ChineseCheckers:
        """Return the position after a move, given by from and to or by all its landings, or after a pass."""
        marbles = dict(self.marbles)
        if move == "pass":
            self._check_legal(move)
        else:
            landings = read_move(move)
            self._check_legal(move_text((landings[0], landings[-1])))
            self._check_path(landings)
            del marbles[landings[0]]
            marbles[landings[-1]] = self.turn
        return replace(self, marbles=marbles, plies=self.plies + 1)._with_finished()._with_next_turn()

    def remove(self, seat: int) -> ChineseCheckers:
        """Take a seat out of the game with all its marbles, as a room does when its time is over; no ply is counted."""
        camp = self.camps[seat]
        if self.outcome() or camp not in self._playing:
            raise ValueError(f"seat {seat} (camp {camp}) is no longer playing in {self.text()!r}")
        marbles = {hole: owner for hole, owner in self.marbles.items() if owner != camp}
        removed = replace(self, marbles=marbles, out="".join(sorted(self.out + camp)))
        return removed._with_next_turn() if camp == self.turn else removed

    def outcome(self) -> Outcome | None:
        """Return the ranking when at most one seat still plays, a deadline was missed or the cap is reached."""
        if len(self._playing) == 1:
            return self._scores([*self.finished, *self._playing]), "all_home" if self.finished else "time"
        if self._missed_deadline():
            loser = next(camp for camp in self.camps if camp != self.turn)
            return self._scores([self.turn, loser]), "home_deadline"
        if self.plies >= TURNS_PER_SEAT * self.seats:
            distances = sorted({self.remaining_distance(camp) for camp in self._playing})
            tied = [[camp for camp in self._playing if self.remaining_distance(camp) == d] for d in distances]
            return self._scores([*self.finished, *tied]), "distance"
        return None

    def text(self) -> str:
        """Return all five fields."""
        board = write_ranks([[self.marbles.get(hole, EMPTY) for hole in rank] for rank in RANKS])
        return f"{board} {self.turn} {self.plies} {self.finished or '-'} {self.out or '-'}"

    def state(self) -> Hashable:
        """Return everything but the plies: the same marbles and turn are the same position, however long it took."""
        return frozenset(self.marbles.items()), self.turn, self.finished, self.out

    def remaining_distance(self, camp: str) -> int:
        """Return how far the marbles of a camp are from its goal altogether.

        >>> start({}).remaining_distance("A")  # 4 x 10 + 3 x 11 + 2 x 12 + 1 x 13
        110
        """
        goal = HOLES_OF[OPPOSITE[camp]]
        own = (hole for hole, owner in self.marbles.items() if owner == camp)
        return sum(min(hex_distance(hole, target) for target in goal) for hole in own)

    @property
    def _playing(self) -> list[str]:
        """The camps that have neither finished nor been removed."""
        return [camp for camp in self.camps if camp not in self.finished + self.out]

    @cached_property
    def _moves(self) -> list[tuple[Hole, Hole]]:
        own = (hole for hole, owner in self.marbles.items() if owner == self.turn)
        return [(hole, target) for hole in own for target in self._reachable(hole) if self._may_stop(hole, target)]

    def _reachable(self, origin: Hole) -> set[Hole]:
        """Return where one marble gets by a step or by hops, whatever the camp rules say of stopping there."""
        occupied = self.marbles.keys() - {origin}
        landings, waiting = {origin}, [origin]
        while waiting:
            for landing in self._hops(waiting.pop(), occupied):
                if landing not in landings:
                    landings.add(landing)
                    waiting.append(landing)
        steps = {line[0] for line in RAYS[origin] if line and line[0] not in occupied}
        return (landings | steps) - {origin}

    def _hops(self, hole: Hole, occupied: set[Hole]) -> list[Hole]:
        """Return the landings of single hops: over exactly one marble, which stands in the middle of the way."""
        landings = []
        for line in RAYS[hole]:
            pivot = next((index for index, step in enumerate(line) if step in occupied), None)
            if pivot is None or (self.hop == "short" and pivot > 0):
                continue
            beyond = line[pivot + 1 : 2 * pivot + 2]
            if len(beyond) == pivot + 1 and not occupied.intersection(beyond):
                landings.append(beyond[-1])
        return landings

    def _may_stop(self, origin: Hole, target: Hole) -> bool:
        """Whether the camp rules let a marble of the seat to move end there."""
        if self.rules == "ruc":
            return True
        goal = OPPOSITE[self.turn]
        if CAMP_OF[origin] == goal:
            return CAMP_OF[target] == goal
        return CAMP_OF[target] in (None, self.turn, goal)

    def _check_legal(self, move: str) -> None:
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")

    def _check_path(self, landings: Sequence[Hole]) -> None:
        """Raise ValueError unless every part of a move with more than two landings is a hop."""
        occupied = self.marbles.keys() - {landings[0]}
        for hole, landing in pairwise(landings) if len(landings) > 2 else ():
            if landing not in self._hops(hole, occupied):
                raise ValueError(f"no hop leads from {hole_text(hole)} to {hole_text(landing)} in {self.text()!r}")

    def _with_finished(self) -> ChineseCheckers:
        """Add the seats that are home, the mover first, as long as two or more still play."""
        mover = self.to_move()
        finished = self.finished
        for camp in self.camps[mover:] + self.camps[:mover]:
            others_play = len(finished + self.out) < self.seats - 1
            if camp in self._playing and others_play and self._is_home(camp):
                finished += camp
        return replace(self, finished=finished)

    def _is_home(self, camp: str) -> bool:
        owners = [self.marbles.get(hole) for hole in HOLES_OF[OPPOSITE[camp]]]
        if self.rules == "ruc":
            return all(owner == camp for owner in owners)
        return None not in owners and camp in owners

    def _with_next_turn(self) -> ChineseCheckers:
        """Give the turn to the next seat that still plays, without a ply for those that are skipped."""
        mover = self.to_move()
        order = self.camps[mover + 1 :] + self.camps[: mover + 1]
        return replace(self, turn=next(camp for camp in order if camp in self._playing))

    def _missed_deadline(self) -> bool:
        """Whether the seat that has just moved, in `rules=tsinghua`, has too many marbles at home after its round."""
        most = MOST_AT_HOME.get((self.plies + 1) // 2)
        if self.rules != "tsinghua" or most is None:
            return False
        mover = OPPOSITE[self.turn]
        return sum(self.marbles.get(hole) == mover for hole in HOLES_OF[mover]) > most

    def _scores(self, ranking: Sequence[str | list[str]]) -> tuple[float, ...]:
        """Return the scores of a ranking of camps, in which a list of camps stands for a tie."""
        scores = dict.fromkeys(self.camps, 0.0)
        place = 0
        for tied in ranking:
            places = range(place, place + len(tied))
            worth = sum((self.seats - 1 - p) / (self.seats - 1) for p in places) / len(tied)
            scores.update(dict.fromkeys(tied, worth))
            place += len(tied)
        return tuple(scores.values())


def hex_distance(one: Hole, other: Hole) -> int:
    """Return the number of steps between two holes if nothing stood in the way and the star had no edge.

    >>> hex_distance((0, 0), (2, -1)), hex_distance((0, 0), (2, 1))
    (2, 3)
    """
    x, y = one[0] - other[0], one[1] - other[1]
    return max(abs(x), abs(y), abs(x + y))


def hole_text(hole: Hole) -> str:
    """Write a hole.

    >>> hole_text((-1, 5))
    '-1,5'
    """
    return f"{hole[0]},{hole[1]}"


def move_text(move: Sequence[Hole]) -> str:
    """Write a move by its landings, from and to for the canonical text.

    >>> move_text([(-1, 5), (1, 3)])
    '-1,5:1,3'
    """
    return ":".join(hole_text(hole) for hole in move)


def read_move(text: str) -> list[Hole]:
    """Read the landings of a move, two or more; whether it is legal is another question.

    >>> read_move("0,0:2,0:2,2")
    [(0, 0), (2, 0), (2, 2)]
    """
    number = r"(?:0|-?[1-8])"
    if not re.fullmatch(rf"{number},{number}(?::{number},{number})+", text):
        raise ValueError(f"expected a move such as '-1,5:1,3' or 'pass', got {text!r}")
    holes = [(int(x), int(y)) for x, y in (hole.split(",") for hole in text.split(":"))]
    for hole in holes:
        if hole not in CAMP_OF:
            raise ValueError(f"there is no hole {hole_text(hole)}, named in {text!r}")
    return holes
