"""Gomoku and Renju in plain Python: lines that win, points forbidden to black, and the openings with their choices.

Where the rules leave room, this file chose:

- Without options the board is 15x15, the rule `freestyle`, the opening `none`.
- `side` in the text is always the colour of the next stone that comes onto the board: `o` while a seat chooses a colour
  after three or five stones, `x` in the phases `branch`, `offer` and `pick` (white picks, but the stone is black's).
- With an opening all five fields are written, also in `play`; without one a text of more than two fields is an error.
- A phase other than `play` must fit the stones: their number, as many of each colour as turns gave, and the side that
  follows. In `swap` and `swap2` black sits on seat 0 until the colours are chosen. `play` takes any stones.
- Offers are written in the order they were made, and gone once one is picked. Two orders are the same position.
- Offers may not be carried onto each other by a turn or reflection of the board that maps the four stones, colours
  kept, onto themselves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from .common import EMPTY, Outcome, check_options, choice, read_fields, read_ranks, whole_number, write_ranks
from .gomoku_lines import BLACK, WHITE, Point, Stones, forbidden, line_owner, twins

FILES = "abcdefghijklmnopqrstuv"
OFFERS = 10

WORDS = {
    ("swap", "choose"): {"black", "white"},
    ("swap2", "choose"): {"black", "white", "two"},
    ("swap2", "choose2"): {"black", "white"},
    ("taraguchi10", "choose"): {"keep", "swap"},
    ("taraguchi10", "branch"): {"keep", "swap", "ten"},
}
"""The choices of each phase in which no stone is put."""

STONES_IN_PHASE = {
    ("swap", "place"): {0, 1, 2},
    ("swap", "choose"): {3},
    ("swap2", "place"): {0, 1, 2},
    ("swap2", "choose"): {3},
    ("swap2", "two"): {3, 4},
    ("swap2", "choose2"): {5},
    ("taraguchi10", "place"): {0, 1, 2, 3},
    ("taraguchi10", "choose"): {1, 2, 3, 5},
    ("taraguchi10", "branch"): {4},
    ("taraguchi10", "five"): {4},
    ("taraguchi10", "offer"): {4},
    ("taraguchi10", "pick"): {4},
}
"""How many stones can be on the board in each phase before `play`."""


@dataclass(frozen=True)
class Rules:
    """The options of a game: board size, rule and opening.

    >>> Rules(15, "renju", "swap2").rule
    'renju'
    """

    size: int
    rule: str
    opening: str


@dataclass(frozen=True, eq=False)
class Gomoku:
    """A position: stones, the colour of the next stone, and how far the opening has come.

    >>> start({"opening": "swap"}).after("h8").after("h9").after("i9").legal_moves() == {"black", "white"}
    True
    """

    rules: Rules
    stones: Stones
    side: str
    phase: str = "play"
    black_seat: int = 0
    offers: tuple[Point, ...] = ()
    seats: int = 2

    def to_move(self) -> int:
        """Return the seat that puts a stone or decides.

        >>> start({"opening": "swap"}).after("h8").to_move()
        0
        """
        if self.rules.opening in ("swap", "swap2") and self.phase != "play":
            return 0 if self.phase in ("place", "choose2") else 1
        return self._seat(WHITE if self.phase == "pick" else self.side)

    def legal_moves(self) -> set[str]:
        """Return the points and words that may be played now.

        >>> start({"opening": "taraguchi10"}).legal_moves()
        {'h8'}
        """
        if self.outcome() is not None:
            return set()
        words = WORDS.get((self.rules.opening, self.phase))
        return set(words) if words else {point_text(point) for point in self._points}

    def after(self, move: str) -> Gomoku:
        """Return the position after a point or a word.

        >>> start({}).after("h8").text()
        '15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o'
        """
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        if move.isalpha():
            return self._after_word(move)
        return self._after_point(read_point(move, self.rules.size))

    def outcome(self) -> Outcome | None:
        """Return the scores once a side has a winning line or the seat to move has no point left.

        >>> read("5/5/xxxxx/5/5 o", {"size": 5}).outcome()
        ((1.0, 0.0), 'five_in_row')
        """
        return self._outcome

    def text(self) -> str:
        """Return board and side, and with an opening the phase, the seat of black and the offers.

        >>> start({"size": 5, "opening": "swap2"}).text()
        '5/5/5/5/5 x place 0 -'
        """
        size = self.rules.size
        rows = [[self.stones.get((file, rank), EMPTY) for file in range(size)] for rank in reversed(range(size))]
        text = f"{write_ranks(rows)} {self.side}"
        if self.rules.opening == "none":
            return text
        offers = ",".join(point_text(point) for point in self.offers) or "-"
        return f"{text} {self.phase} {self.black_seat} {offers}"

    def state(self) -> Hashable:
        """Return all that the rules look at; the order of the offers is no part of it.

        >>> start({}).state() == read("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x", {}).state()
        True
        """
        return frozenset(self.stones.items()), self.side, self.phase, self.black_seat, frozenset(self.offers)

    def forbidden_points(self) -> dict[str, str]:
        """Return the points forbidden to black under `renju`, with the kind, whoever is to move.

        >>> read("7/7/3x3/3x3/1xx4/7/7 x", {"size": 7, "rule": "renju"}).forbidden_points()
        {'d3': 'double_three'}
        """
        if self.rules.rule != "renju":
            return {}
        kinds = ((point, forbidden(self.stones, self.rules.size, point)) for point in self._empties())
        return {point_text(point): kind for point, kind in kinds if kind is not None}

    # Parts of the above

    def _seat(self, colour: str) -> int:
        return self.black_seat if colour == BLACK else 1 - self.black_seat

    def _empties(self) -> list[Point]:
        return [point for point in board_points(self.rules.size) if point not in self.stones]

    @cached_property
    def _points(self) -> list[Point]:
        """Points on which a stone may be put, offered or picked now."""
        if self.phase == "pick":
            return list(self.offers)
        points = self._empties()
        if self.rules.opening == "taraguchi10" and self.phase in ("place", "five"):
            # Stone 1 in the centre, then within 3x3, 5x5, 7x7 and 9x9 around it.
            centre, reach = self.rules.size // 2, len(self.stones)
            points = [(f, r) for f, r in points if max(abs(f - centre), abs(r - centre)) <= reach]
        if self.phase == "offer":
            taken = {twin for offer in self.offers for twin in twins(self.stones, self.rules.size, offer)}
            points = [point for point in points if point not in taken]
        if self.rules.rule == "renju" and self.side == BLACK:
            points = [point for point in points if forbidden(self.stones, self.rules.size, point) is None]
        return points

    @cached_property
    def _outcome(self) -> Outcome | None:
        winner = line_owner(self.stones, self.rules.rule)
        if winner is not None:
            return (1.0, 0.0) if self._seat(winner) == 0 else (0.0, 1.0), "five_in_row"
        if self.phase == "play" and not self._points:
            return (0.5, 0.5), "board_full"
        return None

    def _after_word(self, word: str) -> Gomoku:
        if word in ("black", "white"):
            chooser = self.to_move()
            return replace(self, phase="play", black_seat=chooser if word == "black" else 1 - chooser)
        if word in ("two", "ten"):
            return replace(self, phase="two" if word == "two" else "offer")
        black_seat = 1 - self.black_seat if word == "swap" else self.black_seat
        if self.phase == "branch":
            return replace(self, phase="five", black_seat=black_seat)
        return replace(self, phase="play" if len(self.stones) == 5 else "place", black_seat=black_seat)

    def _after_point(self, point: Point) -> Gomoku:
        if self.phase == "offer":
            offers = (*self.offers, point)
            return replace(self, offers=offers, phase="pick" if len(offers) == OFFERS else "offer")
        stones = {**self.stones, point: self.side}
        side = WHITE if self.side == BLACK else BLACK
        return replace(self, stones=stones, side=side, phase=self._phase_after(len(stones)), offers=())

    def _phase_after(self, count: int) -> str:
        """Phase once the stone with number `count` is on the board."""
        if self.phase in ("play", "pick"):
            return "play"
        if self.phase == "five":
            return "choose"
        if self.phase == "two":
            return "choose2" if count == 5 else "two"
        if self.rules.opening == "taraguchi10":
            return "branch" if count == 4 else "choose"
        return "choose" if count == 3 else "place"


def start(options: Mapping[str, object]) -> Gomoku:
    """Return the empty board of a game.

    >>> start({"size": 5}).text()
    '5/5/5/5/5 x'
    """
    rules = read_rules(options)
    return Gomoku(rules, {}, BLACK, "play" if rules.opening == "none" else "place")


def read(text: str, options: Mapping[str, object]) -> Gomoku:
    """Read a position text; missing fields mean phase `play`, black on seat 0, no offers.

    >>> read("5/5/2x2/5/5 o", {"size": 5, "opening": "swap"}).text()
    '5/5/2x2/5/5 o play 0 -'
    """
    rules = read_rules(options)
    fields = read_fields(text, 2, 2 if rules.opening == "none" else 5)
    board, side, phase, black_seat, offers = fields + ["play", "0", "-"][len(fields) - 2 :]
    rows = read_ranks(board, BLACK + WHITE, [rules.size] * rules.size)
    if side not in (BLACK, WHITE):
        raise ValueError(f"expected side 'x' or 'o', got {side!r} in {text!r}")
    if black_seat not in ("0", "1"):
        raise ValueError(f"expected black on seat 0 or 1, got {black_seat!r} in {text!r}")
    stones = {
        (file, rules.size - 1 - down): stone
        for down, row in enumerate(rows)
        for file, stone in enumerate(row)
        if stone != EMPTY
    }
    line_owner(stones, rules.rule)
    bare = Gomoku(rules, stones, side, phase, int(black_seat))
    check_phase(bare)
    return with_offers(bare, [] if offers == "-" else offers.split(","))


def read_rules(options: Mapping[str, object]) -> Rules:
    """Read the options of a game.

    >>> read_rules({"size": 8, "opening": "taraguchi10"})
    Traceback (most recent call last):
    ValueError: taraguchi10 needs a centre and a 9x9 square around it: an odd size of at least 9, not 8
    """
    check_options(options, ["size", "rule", "opening"])
    rules = Rules(
        whole_number(options, "size", 15, range(5, 23)),
        choice(options, "rule", "freestyle", ["freestyle", "standard", "caro", "renju"]),
        choice(options, "opening", "none", ["none", "swap", "swap2", "taraguchi10"]),
    )
    if rules.opening == "taraguchi10" and (rules.size < 9 or rules.size % 2 == 0):
        need = "taraguchi10 needs a centre and a 9x9 square around it: an odd size of at least 9"
        raise ValueError(f"{need}, not {rules.size}")
    return rules


def check_phase(position: Gomoku) -> None:
    """Raise ValueError unless the stones are those of the phase.

    >>> check_phase(Gomoku(Rules(15, "freestyle", "swap"), {}, BLACK, "choose"))
    Traceback (most recent call last):
    ValueError: phase 'choose' of opening 'swap' does not fit 0 black and 0 white stones with 'x' to come
    """
    opening, phase, side = position.rules.opening, position.phase, position.side
    if phase == "play":
        return
    if (opening, phase) not in STONES_IN_PHASE:
        raise ValueError(f"opening {opening!r} has no phase {phase!r}")
    black = sum(stone == BLACK for stone in position.stones.values())
    white = len(position.stones) - black
    fits = len(position.stones) in STONES_IN_PHASE[opening, phase] and black - white == (side == WHITE)
    if not fits:
        stones = f"{black} black and {white} white stones with {side!r} to come"
        raise ValueError(f"phase {phase!r} of opening {opening!r} does not fit {stones}")
    if opening in ("swap", "swap2") and position.black_seat != 0:
        raise ValueError(f"black is on seat 0 in phase {phase!r} of opening {opening!r}")


def with_offers(position: Gomoku, offers: list[str]) -> Gomoku:
    """Return the position with offers made one by one, so that each is checked against those before it.

    >>> with_offers(start({"opening": "swap"}), ["h8"])
    Traceback (most recent call last):
    ValueError: 1 offers do not fit phase 'place'
    """
    fits = {"offer": len(offers) < OFFERS, "pick": len(offers) == OFFERS}.get(position.phase, not offers)
    if not fits:
        raise ValueError(f"{len(offers)} offers do not fit phase {position.phase!r}")
    offering = replace(position, phase="offer") if offers else position
    for offer in offers:
        offering = offering.after(offer)
    return offering


def point_text(point: Point) -> str:
    """Return file letter and rank from the bottom.

    >>> point_text((7, 7))
    'h8'
    """
    return f"{FILES[point[0]]}{point[1] + 1}"


def read_point(text: str, size: int) -> Point:
    """Read a point of the board.

    >>> read_point("a15", 15)
    (0, 14)
    """
    for point in board_points(size):
        if point_text(point) == text:
            return point
    raise ValueError(f"expected a point such as 'h8', got {text!r}")


def board_points(size: int) -> list[Point]:
    """Return all points of a board.

    >>> len(board_points(15))
    225
    """
    return [(file, rank) for file in range(size) for rank in range(size)]
