"""Texts, paths, shape, symmetry and planes of Chinese Checkers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duiyi import IllegalMove, TextError, load_game
from duiyi.games.chinese_checkers import ChineseCheckersPosition
from tests.rules.chinese_checkers.boards import START, ranks, set_up

GAME = load_game("chinese_checkers")
SEATING = {2: "AD", 3: "ACE", 4: "ABDE", 6: "ABCDEF"}


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, str]:
    """A spec and the text of any set-up: up to ten marbles a seat anywhere, any seats finished or out."""
    seats = draw(st.sampled_from([2, 3, 4, 6]))
    camps = SEATING[seats]
    holes = draw(st.permutations(range(121)))
    board = [""] * 121
    for i, camp in enumerate(camps):
        for hole in holes[10 * i : 10 * i + draw(st.integers(0, 10))]:
            board[hole] = camp
    order = draw(st.permutations(camps))
    finished = draw(st.integers(0, seats - 1))
    out = draw(st.integers(0, seats - 1 - finished))
    idle = order[: finished + out]
    mover = draw(st.sampled_from([camp for camp in camps if camp not in idle]))
    fields = ["".join(order[:finished]) or "-", "".join(sorted(order[finished : finished + out])) or "-"]
    rules = draw(st.sampled_from(["standard", "ruc"]))
    hop = draw(st.sampled_from(["short", "long"]))
    spec = f"chinese_checkers(seats={seats},rules={rules},hop={hop})"
    return spec, f"{ranks(board)} {mover} {draw(st.integers(0, 3000))} {' '.join(fields)}"


@settings(max_examples=150, deadline=None)
@given(positions())
def test_any_set_up_is_read_written_and_played(drawn: tuple[str, str]) -> None:
    spec, text = drawn
    game = load_game(spec)
    position = game.position(text)
    assert position.text() == text
    assert game.position(text).key == position.key
    for move in position.legal_moves()[:40]:
        after = position.after(move)
        read = game.position(after.text())
        assert (read, read.key) == (after, after.key)
        assert (read.outcome() is None) == (after.outcome() is None)
        assert isinstance(position, ChineseCheckersPosition)
        assert position.parse_path(position.path_text(move)) == (move, position.path(move))
        assert position.parse_path(position.path_text(move, course=True)) == (move, position.path(move))


def test_missing_fields_mean_nobody_has_played_finished_or_left() -> None:
    assert GAME.position(f"{START} A") == GAME.position(f"{START} A 0 - -") == GAME.initial()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (START, "expected 2 to 5 fields"),
        (f"{START} A 0 - - x", "found 6"),
        (f"{START[:-1]}B A", "one of 'AD', a number or '/'"),
        (f"{START[:-2]} A", "17 ranks, there are 16"),
        (f"{START}1 A", "at most 1 points in rank 17"),
        (START.replace("13", "12A", 1) + " A", "at most 10 marbles of camp A"),
        (f"{START} B", "camp to move: expected one of 'AD', found 'B'"),
        (f"{START} AD", "camp to move"),
        (f"{START} A -1", "plies played: expected a number"),
        (f"{START} A 01", "plies played: expected a number"),
        (f"{START} A 99999999999", "plies played: expected a number"),
        (f"{START} A 0 AA", r"finished camps: .* character 2 \('A'\)"),
        (f"{START} A 0 - C", "camps that are out: expected '-' or camps of 'AD'"),
        (f"{START} A 0 D D", "camps that are out"),
        (f"{START} A 0 - DA", "expected the order of the alphabet, found 'DA'"),
    ],
)
def test_malformed_positions_name_the_place(text: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        GAME.position(text)


def test_a_seat_that_plays_no_more_cannot_be_to_move() -> None:
    game = load_game("chinese_checkers(seats=3)")
    board = game.initial().text().split()[0]
    with pytest.raises(TextError, match="expected a camp that plays on, found 'A'"):
        game.position(f"{board} A 10 A -")
    assert game.position(f"{board} C 10 A -").to_move == 1


@settings(max_examples=300)
@given(st.text(alphabet="AD/ 0123456789-BCx", max_size=90))
def test_garbage_is_refused_with_a_clear_error(text: str) -> None:
    for read in (GAME.position, GAME.parse_move):
        try:
            read(text)
        except TextError as error:
            complaint = str(error)
        else:
            continue
        assert "expected" in complaint or "no hole" in complaint


def test_every_move_has_a_text_of_its_own() -> None:
    for move in range(GAME.num_moves):
        assert GAME.parse_move(GAME.move_text(move)) == move


@pytest.mark.parametrize(
    "text", ["-2,6:0,4", " -2,6 : 0,4 ", "-2 6 0 4", "-2  6  0  4", "-2,6:-2,4:0,4", "-2 6 -2 4 0 4"]
)
def test_moves_are_read_with_paths_and_as_the_course_writes_them(text: str) -> None:
    assert GAME.move_text(GAME.parse_move(text)) == "-2,6:0,4"


@pytest.mark.parametrize("text", ["pass", "PASS", " Pass "])
def test_a_pass_is_read_in_any_case(text: str) -> None:
    assert GAME.parse_move(text) == 121 * 121


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-2,6",
        "-2,6:0",
        "-2,6:0,4:",
        "-2,6,0,4",
        "-2:6:0:4",
        "-2 6 0",
        "8,8:0,0",
        "9,0:0,0",
        "a,b:c,d",
        "-1",
        "+1,0:0,0",
    ],
)
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        GAME.parse_move(text)


def test_the_path_has_the_fewest_hops_and_the_first_directions() -> None:
    marbles = {"A": ["0,0"], "D": ["1,0", "2,1", "0,1", "1,2"]}
    position = set_up("chinese_checkers(rules=ruc)", marbles, "A")
    move = position.game.parse_move("0,0:2,2")
    assert position.path_text(move) == "0,0:2,0:2,2"
    assert position.path_text(move, course=True) == "0 0 2 0 2 2"
    assert position.path_text(position.game.parse_move("pass")) == "pass"


def test_any_legal_path_is_accepted_and_kept() -> None:
    marbles = {"A": ["0,0"], "D": ["1,0", "2,1", "0,1", "1,2"]}
    position = set_up("chinese_checkers(rules=ruc)", marbles, "A")
    labels = [cell.label for cell in position.game.shape().cells]
    for text in ("0,0:0,2:2,2", "0 0 0 2 2 2", "0,0:2,0:0,0:0,2:2,2"):
        move, path = position.parse_path(text)
        assert position.game.move_text(move) == "0,0:2,2"
        assert [labels[cell] for cell in path][-2:] == ["0,2", "2,2"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0,0:1,1:2,2", "there is no hop from 0,0 to 1,1"),
        ("0,0:2,0:2,0:2,2", "there is no hop from 2,0 to 2,0"),
        ("0,0:4,0:2,2", "there is no hop from 0,0 to 4,0"),
        ("0,0:-1,0:2,2", "there is no hop from 0,0 to -1,0"),
        ("0,0:2,0:4,0", "neither a step nor a chain of hops"),
    ],
)
def test_a_path_that_cannot_be_hopped_is_refused(text: str, complaint: str) -> None:
    marbles = {"A": ["0,0"], "D": ["1,0", "2,1", "0,1", "1,2"]}
    with pytest.raises(IllegalMove, match=complaint):
        set_up("chinese_checkers(rules=ruc)", marbles, "A").parse_path(text)


def test_the_shape_is_a_star_with_six_camps_of_ten() -> None:
    cells = GAME.shape().cells
    assert len(cells) == 121
    assert [sum(cell.camp == camp for cell in cells) for camp in "ABCDEF"] == [10] * 6
    centre = next(cell for cell in cells if cell.label == "0,0")
    assert (centre.x, centre.y, len(centre.neighbours)) == (0, 0, 6)
    for cell in cells:
        for other in cell.neighbours:
            assert np.hypot(cell.x - cells[other].x, cell.y - cells[other].y) == pytest.approx(1)
    assert cells[0].camp == "A"
    assert cells[0].y == min(cell.y for cell in cells)


def test_two_seats_have_a_mirror_and_more_have_none() -> None:
    assert [load_game(f"chinese_checkers(seats={seats})").num_symmetries for seats in (2, 3, 4, 6)] == [2, 1, 1, 1]
    assert GAME.move_text(GAME.symmetric_move(1, GAME.parse_move("-1,5:0,4"))) == "-4,5:-4,4"


def test_planes_show_the_mover_first_then_the_others_in_turn_order() -> None:
    position = set_up(
        "chinese_checkers(seats=3)", {"A": ["0,0"], "C": ["1,0", "2,0"], "E": ["0,1", "0,2", "0,3"]}, "C 600"
    )
    planes = position.features()
    assert planes.shape == (9, 17, 17)
    assert [float(plane.sum()) for plane in planes[:3]] == [2, 3, 1]
    assert planes[0, 7, 7] == planes[0, 6, 6] == 1, "turned so that home lies where the first seat's does"
    home, goal, barred, idle, holes, progress = planes[3:]
    assert [float(plane.sum()) for plane in (home, goal, barred, idle, holes)] == [10, 10, 40, 0, 121]
    assert (progress == 0.5).all()


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_seat_sees_its_own_start(seats: int) -> None:
    game = load_game(f"chinese_checkers(seats={seats})")
    position = game.initial()
    first = {game.seen_move(0, move) for move in position.legal_moves()}
    home = position.features()[[0, seats, seats + 1]]
    for seat in range(1, seats):
        position = position.after(position.legal_moves()[0])
        assert np.array_equal(position.features()[[0, seats, seats + 1]], home)
        seen = {game.seen_move(seat, move) for move in position.legal_moves()}
        assert seen == first or (seats > 3 and len(seen ^ first) <= 9), "neighbours may be in the way"
