"""The Gomoku reference against known answers and the wording of the rules."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from . import gomoku
from .common import perft, read_spec

CASES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "gomoku.json").read_text(encoding="utf-8"))
WINNERS = [(rule, case) for rule, cases in CASES["winner"].items() for case in cases]


def play(position: gomoku.Gomoku, moves: str) -> gomoku.Gomoku:
    for move in moves.split():
        position = position.after(move)
    return position


@pytest.mark.parametrize("case", CASES["renju"])
def test_renju_forbids_black_the_known_points_and_no_others(case: dict[str, Any]) -> None:
    position = gomoku.read(case["position"], {"rule": "renju"})
    assert position.forbidden_points() == case["forbidden"]
    empties = 225 - case["stones"]
    assert len(position.legal_moves()) == empties - len(case["forbidden"])
    assert position.legal_moves().isdisjoint(case["forbidden"])
    assert position.text() == case["position"]


@pytest.mark.parametrize(("rule", "case"), WINNERS)
def test_a_row_wins_as_the_rule_says(rule: str, case: dict[str, Any]) -> None:
    before = gomoku.read(case["position"], {"rule": rule})
    assert before.outcome() is None
    after = before.after(case["move"])
    scores = {"x": ((1.0, 0.0), "five_in_row"), "o": ((0.0, 1.0), "five_in_row"), None: None}
    assert after.outcome() == scores[case["winner"]]
    assert (after.legal_moves() == set()) == (case["winner"] is not None)


@pytest.mark.parametrize("case", CASES["draws"])
def test_a_full_board_is_a_draw(case: dict[str, Any]) -> None:
    before = gomoku.read(case["position"], read_spec(case["game"])[1])
    assert before.outcome() is None
    assert before.after(case["move"]).outcome() == ((0.5, 0.5), "board_full")


@pytest.mark.parametrize("case", CASES["vcf"])
def test_a_win_by_fours_ends_with_the_five_of_the_attacker(case: dict[str, Any]) -> None:
    position = gomoku.read(case["position"], {})
    attacker = position.to_move()
    for move in case["line"]:
        assert position.outcome() is None
        position = position.after(move)
    assert position.outcome() == (tuple(float(seat == attacker) for seat in range(2)), "five_in_row")


def test_black_making_five_and_an_overline_at_once_wins_under_renju() -> None:
    text = "/".join(["15"] * 5 + ["7x7"] * 4 + ["5xx1xxx4"] + ["15"] * 5)
    position = gomoku.read(f"{text} x", {"rule": "renju"})
    assert "h6" not in position.forbidden_points()
    assert position.after("h6").outcome() == ((1.0, 0.0), "five_in_row")


def test_a_black_overline_on_a_set_up_board_is_no_line_under_renju_but_a_white_one_is() -> None:
    rest = "/".join(["15"] * 14)
    assert gomoku.read(f"xxxxxx9/{rest} o", {"rule": "renju"}).outcome() is None
    assert gomoku.read(f"oooooo9/{rest} x", {"rule": "renju"}).outcome() == ((0.0, 1.0), "five_in_row")


def test_lines_of_both_sides_are_an_error() -> None:
    with pytest.raises(ValueError, match="both sides"):
        gomoku.read("xxxxx/ooooo/5/5/5 x", {"size": 5})


def test_lines_that_do_not_win_under_the_rule_may_stand_beside_one_that_does() -> None:
    text = "/".join(["xxxxxx9", "ooooo10"] + ["15"] * 13) + " x"
    assert gomoku.read(text, {"rule": "standard"}).outcome() == ((0.0, 1.0), "five_in_row")


def test_black_left_with_forbidden_points_only_draws() -> None:
    # The one empty point would make a row of six.
    text = "xxx1xx/oxoxox/oxoxox/xoxoxo/xoxoxo/oxoxox"
    options: dict[str, object] = {"size": 6, "rule": "renju"}
    assert gomoku.read(f"{text} x", options).outcome() == ((0.5, 0.5), "board_full")
    assert gomoku.read(f"{text} o", options).legal_moves() == {"d6"}


@pytest.mark.parametrize(
    ("text", "options", "complaint"),
    [
        ("5/5/5/5 x", {"size": 5}, "4 ranks"),
        ("5/5/5/5/4 x", {"size": 5}, "4 points"),
        ("5/5/5/5/05 x", {"size": 5}, "unexpected '0'"),
        ("5/5/5/5/4X x", {"size": 5}, "unexpected 'X'"),
        ("5/5/5/5/5 b", {"size": 5}, "side"),
        ("5/5/5/5/5", {"size": 5}, "fields"),
        ("5/5/5/5/5 x play 0 -", {"size": 5}, "fields"),
        ("5/5/5/5/5 x choose 0 -", {"size": 5, "opening": "swap"}, "does not fit"),
        ("5/5/5/5/5 x place 1 -", {"size": 5, "opening": "swap"}, "black is on seat 0"),
        ("5/5/5/5/5 x place 2 -", {"size": 5, "opening": "swap"}, "seat 0 or 1"),
        ("5/5/5/5/5 x place 0 a1", {"size": 5, "opening": "swap"}, "offers do not fit"),
        ("5/5/5/5/5 o place 0 -", {"size": 5, "opening": "swap"}, "does not fit"),
        ("5/5/5/5/5 x two 0 -", {"size": 5, "opening": "swap"}, "no phase 'two'"),
        ("5/5/5/5/5 x", {"size": 4}, "option size"),
        ("5/5/5/5/5 x", {"size": 5, "opening": "taraguchi10"}, "odd size"),
        ("5/5/5/5/5 x", {"size": 5, "colour": "black"}, "unknown option"),
    ],
)
def test_malformed_texts_and_options_are_errors(text: str, options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        gomoku.read(text, options)


def test_an_illegal_move_is_an_error() -> None:
    position = gomoku.start({}).after("h8")
    for move in ("h8", "p1", "a16", "swap", "H9"):
        with pytest.raises(ValueError, match="not legal"):
            position.after(move)


def test_perft_counts_the_empty_points() -> None:
    assert perft(gomoku.start({"size": 5}), 3) == 25 * 24 * 23


def test_swap_gives_the_colours_to_the_second_seat() -> None:
    position = gomoku.start({"opening": "swap"})
    for move in ("h8", "i9", "j10"):
        assert (position.phase, position.to_move()) == ("place", 0)
        position = position.after(move)
    assert position.text().endswith(" o choose 0 -")
    assert (position.to_move(), position.legal_moves()) == (1, {"black", "white"})
    black = position.after("black")
    assert (black.text().split(" ", 1)[1], black.to_move()) == ("o play 1 -", 0)
    white = position.after("white")
    assert (white.text().split(" ", 1)[1], white.to_move()) == ("o play 0 -", 1)
    assert len(white.legal_moves()) == 222


def test_a_line_wins_for_the_seat_that_took_its_colour() -> None:
    position = play(gomoku.start({"opening": "swap"}), "a1 a9 b1 black b9 c1 c9 d1 d9 e1")
    assert position.outcome() == ((0.0, 1.0), "five_in_row")


def test_swap2_lets_the_second_seat_add_two_stones_and_the_first_choose() -> None:
    position = play(gomoku.start({"opening": "swap2"}), "h8 i9 j10")
    assert (position.to_move(), position.legal_moves()) == (1, {"black", "white", "two"})
    position = position.after("two")
    assert (position.text().split(" ", 1)[1], position.to_move()) == ("o two 0 -", 1)
    position = position.after("a1")
    assert (position.text().split(" ", 1)[1], position.to_move()) == ("x two 0 -", 1)
    position = position.after("b1")
    assert (position.text().split(" ", 1)[1], position.to_move()) == ("o choose2 0 -", 0)
    assert position.legal_moves() == {"black", "white"}
    assert (position.after("black").black_seat, position.after("black").to_move()) == (0, 1)
    assert (position.after("white").black_seat, position.after("white").to_move()) == (1, 0)


def test_taraguchi_widens_the_square_stone_by_stone_and_asks_for_a_swap_after_each() -> None:
    position = gomoku.start({"opening": "taraguchi10", "rule": "renju"})
    points, seats, choosers = [], [], []
    for stone, answer in (("h8", "swap"), ("h9", "swap"), ("h10", "keep")):
        points.append(len(position.legal_moves()))
        seats.append(position.to_move())
        position = position.after(stone)
        assert (position.phase, position.legal_moves()) == ("choose", {"keep", "swap"})
        choosers.append(position.to_move())
        position = position.after(answer)
    assert points == [1, 8, 23]
    # Seat 1 takes black, seat 0 puts the white stone, seat 1 (black) gives its colour back, seat 0 puts the third.
    assert (seats, choosers) == ([0, 0, 0], [1, 1, 1])
    assert len(position.legal_moves()) == 49 - 3
    branch = position.after("g7")
    assert (branch.text().split(" ", 1)[1], branch.to_move()) == ("x branch 0 -", 0)
    assert branch.legal_moves() == {"keep", "swap", "ten"}
    five = branch.after("swap")
    assert (five.text().split(" ", 1)[1], five.to_move(), len(five.legal_moves())) == ("x five 1 -", 1, 81 - 4)
    choose = five.after("l12")
    assert (choose.text().split(" ", 1)[1], choose.to_move()) == ("o choose 1 -", 0)
    assert choose.after("swap").text().endswith(" o play 0 -")
    assert choose.after("swap").to_move() == 1


def test_ten_offers_leave_out_symmetric_twins_and_white_picks_one() -> None:
    position = play(gomoku.start({"opening": "taraguchi10"}), "h8 keep h9 keep h10 keep h11 ten")
    offers = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2"]
    for count, offer in enumerate(offers):
        assert (position.phase, position.to_move(), position.side) == ("offer", 0, "x")
        assert len(position.legal_moves()) == 221 - sum(1 if taken[0] == "h" else 2 for taken in offers[:count])
        position = position.after(offer)
    assert position.text().endswith(f" x pick 0 {','.join(offers)}")
    assert (position.to_move(), position.legal_moves()) == (1, set(offers))
    played = position.after("g1")
    assert (played.text().split(" ", 1)[1], played.to_move()) == ("o play 0 -", 1)
    assert played.text().split("/")[-1].startswith("6x8 ")


def test_offers_in_another_order_are_the_same_position() -> None:
    position = play(gomoku.start({"opening": "taraguchi10"}), "h8 keep h9 keep h10 keep h11 ten")
    one, other = play(position, "a1 b5"), play(position, "b5 a1")
    assert one.state() == other.state()
    assert one.text() != other.text()
    with pytest.raises(ValueError, match="not legal"):
        gomoku.read(one.text().replace("a1,b5", "a1,o1"), {"opening": "taraguchi10"})


@pytest.mark.parametrize("opening", ["none", "swap", "swap2", "taraguchi10"])
@pytest.mark.parametrize("rule", ["freestyle", "standard", "caro", "renju"])
def test_random_games_end_and_every_text_reads_back(rule: str, opening: str) -> None:
    options: dict[str, object] = {"size": 9, "rule": rule, "opening": opening}
    chance = random.Random(f"{rule} {opening}")
    position = gomoku.start(options)
    while position.outcome() is None:
        again = gomoku.read(position.text(), options)
        assert (again.text(), again.state()) == (position.text(), position.state())
        assert (again.to_move(), again.legal_moves()) == (position.to_move(), position.legal_moves())
        position = position.after(chance.choice(sorted(position.legal_moves())))
    assert gomoku.read(position.text(), options).outcome() == position.outcome()
