"""The rules of Chinese Checkers, one test per rule."""

from __future__ import annotations

import pytest

from duiyi import GameOver, IllegalMove, Outcome, RulesError, load_game, perft
from duiyi.games.chinese_checkers import ChineseCheckersPosition
from tests.rules.chinese_checkers.boards import CAMPS, START, play, set_up, targets

STANDARD = "chinese_checkers"
RUC = "chinese_checkers(rules=ruc)"
RUC_3 = "chinese_checkers(seats=3,rules=ruc)"
TSINGHUA = "chinese_checkers(rules=tsinghua)"
LONG = "chinese_checkers(rules=ruc,hop=long)"
# A marble in the last corner of the star, shut in by two neighbours with nothing free behind them.
SHUT_IN = {"A": ["4,-8"], "D": ["4,-7", "3,-7", "4,-6", "2,-6"]}


def end_of(position: ChineseCheckersPosition) -> Outcome:
    outcome = position.outcome()
    assert outcome is not None
    return outcome


def why(position: ChineseCheckersPosition, move: str) -> tuple[str, str, str]:
    explanation = position.why_illegal(position.game.parse_move(move))
    assert explanation is not None
    return explanation.code, explanation.words.en, explanation.words.zh


# Moving


def test_a_marble_steps_to_any_empty_neighbour() -> None:
    position = set_up(RUC, {"A": ["0,0"], "D": ["4,-8"]}, "A")
    assert targets(position, "0,0") == {"1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"}


def test_a_marble_hops_over_any_owner_and_changes_direction() -> None:
    position = set_up(RUC, {"A": ["0,0", "1,0"], "D": ["2,1"]}, "A")
    assert {"2,0", "2,2"} < targets(position, "0,0")
    assert position.path(position.game.parse_move("0,0:2,2")) == tuple(
        cell.id for hole in ("0,0", "2,0", "2,2") for cell in position.game.shape().cells if cell.label == hole
    )


def test_a_step_and_a_hop_never_mix() -> None:
    position = set_up(RUC, {"A": ["0,0"], "D": ["2,0"]}, "A")
    assert "3,0" not in targets(position, "0,0")


def test_a_hop_needs_an_empty_hole_behind_the_pivot() -> None:
    position = set_up(RUC, {"A": ["0,0"], "D": ["1,0", "2,0"]}, "A")
    assert targets(position, "0,0") == {"0,1", "-1,1", "-1,0", "0,-1", "1,-1"}


def test_a_chain_may_come_back_over_its_origin_but_not_end_there() -> None:
    # Round the triangle 0,0 - 2,0 - 0,2 and back to the start, and from there on to -2,0.
    position = set_up(RUC, {"A": ["0,0"], "D": ["1,0", "1,1", "0,1", "-1,0"]}, "A")
    assert {"2,0", "0,2", "-2,0"} < targets(position, "0,0")
    assert "0,0" not in targets(position, "0,0")


def test_a_long_hop_goes_as_far_behind_the_pivot_as_before_it() -> None:
    marbles = {"A": ["-2,0"], "D": ["0,0"]}
    assert "2,0" not in targets(set_up(RUC, marbles, "A"), "-2,0")
    assert "2,0" in targets(set_up(LONG, marbles, "A"), "-2,0")


@pytest.mark.parametrize("blocker", ["-1,0", "1,0", "2,0"])
def test_a_long_hop_has_nothing_but_the_pivot_on_its_line(blocker: str) -> None:
    assert "2,0" not in targets(set_up(LONG, {"A": ["-2,0"], "D": ["0,0", blocker]}, "A"), "-2,0")


def test_a_long_hop_stays_on_the_board() -> None:
    position = set_up(LONG, {"A": ["-4,0"], "D": ["1,0"]}, "A")
    assert targets(position, "-4,0") == {"-3,0", "-4,1", "-5,1", "-4,-1", "-3,-1"}


def test_a_long_chain_lifts_its_marble() -> None:
    position = set_up(LONG, {"A": ["0,0"], "D": ["2,0", "2,2", "0,1"]}, "A")
    move = position.game.parse_move("0,0:0,-2")
    assert position.path_text(move) == "0,0:4,0:0,4:0,-2"


# Camps


def test_standard_forbids_stopping_in_a_foreign_camp_but_not_hopping_through() -> None:
    # Over 4,-1 into camp C (5,-1), and over 4,0 out of it again to 3,1.
    position = set_up(STANDARD, {"A": ["3,-1"], "D": ["4,-1", "4,0"]}, "A")
    assert targets(position, "3,-1") >= {"3,1"}
    assert "5,-1" not in targets(position, "3,-1")
    assert why(position, "3,-1:5,-1") == (
        "foreign_camp",
        "a move may not end in 5,-1: camp C is foreign",
        "不能停在 5,-1：C 营是他人的营地",
    )
    assert "5,-1" in targets(set_up(RUC, {"A": ["3,-1"], "D": ["4,-1", "4,0"]}, "A"), "3,-1")


def test_standard_keeps_a_marble_in_its_goal() -> None:
    position = set_up(STANDARD, {"A": ["1,-5"], "D": ["0,0"]}, "A")
    assert targets(position, "1,-5") == {"2,-5", "2,-6"}
    assert why(position, "1,-5:1,-4")[:2] == ("goal_left", "a marble that has reached camp D may not leave it")
    assert "1,-4" in targets(set_up(RUC, {"A": ["1,-5"], "D": ["0,0"]}, "A"), "1,-5")


def test_a_chain_may_leave_the_goal_and_come_back() -> None:
    # From 2,-6 over 2,-5 out to 2,-4, then over 3,-5 in again to 4,-6.
    position = set_up(STANDARD, {"A": ["2,-6"], "D": ["2,-5", "3,-5"]}, "A")
    assert "4,-6" in targets(position, "2,-6")
    assert "2,-4" not in targets(position, "2,-6")


def test_a_man_set_up_in_a_foreign_camp_may_leave_but_not_move_inside() -> None:
    position = set_up(STANDARD, {"A": ["5,-2"], "D": ["0,0"]}, "A")
    assert targets(position, "5,-2") == {"4,-2", "4,-1"}


def test_home_may_be_entered_again() -> None:
    assert "-1,5" in targets(set_up(STANDARD, {"A": ["-1,4"], "D": ["0,0"]}, "A"), "-1,4")


# Turns


def test_a_seat_without_moves_must_pass() -> None:
    position = set_up(RUC, SHUT_IN, "A 7")
    assert [position.game.move_text(move) for move in position.legal_moves()] == ["pass"]
    after = play(position, "pass")
    assert after.to_move == 1
    assert after.text().split()[1:] == ["D", "8", "-", "-"]
    assert why(position, "4,-8:4,-7")[0] == "must_pass"


def test_a_seat_with_moves_may_not_pass() -> None:
    position = load_game(STANDARD).initial()
    with pytest.raises(IllegalMove, match="only when no marble can move"):
        position.after(position.game.parse_move("pass"))


def test_seats_that_finished_are_skipped_without_a_ply() -> None:
    marbles = {"A": CAMPS["D"], "C": CAMPS["C"], "E": CAMPS["E"]}
    after = play(set_up(RUC_3, marbles, "C 40 A -"), "5,-4:4,-4", "-1,-4:0,-4")
    assert after.text().split()[1:] == ["C", "42", "A", "-"]


# Ends


def test_standard_finishes_when_the_goal_is_full_with_a_squatter() -> None:
    men = [hole for hole in CAMPS["D"] if hole not in ("4,-8", "1,-5")]
    marbles = {"A": [*men, "1,-4", "0,0"], "D": ["4,-8", "3,3"]}
    end = end_of(play(set_up(STANDARD, marbles, "A 60"), "1,-4:1,-5"))
    assert (end.scores, end.reason) == ((1.0, 0.0), "all_home")
    assert end.words == ("Camp A wins; order: A, D", "A 营胜，名次：A、D")
    assert play(set_up(RUC, marbles, "A 60"), "1,-4:1,-5").outcome() is None


def test_an_opponent_coming_home_may_finish_for_you() -> None:
    men = [hole for hole in CAMPS["D"] if hole != "1,-5"]
    after = play(set_up(STANDARD, {"A": [*men, "0,0"], "D": ["1,-4"]}, "D 61"), "1,-4:1,-5")
    assert after.text().split()[1:] == ["D", "62", "A", "-"]
    assert end_of(after).scores == (1.0, 0.0)


def test_a_full_goal_without_an_own_marble_is_not_a_finish() -> None:
    after = play(set_up(STANDARD, {"A": CAMPS["A"], "D": CAMPS["D"]}, "A"), "-1,5:-1,4")
    assert after.outcome() is None


def test_the_mover_finishes_first() -> None:
    last = "1,-5"
    marbles = {"A": [*(hole for hole in CAMPS["D"] if hole != last), "1,-4"], "D": CAMPS["A"]}
    after = play(set_up(RUC, marbles, "A 30"), f"1,-4:{last}")
    assert after.text().split()[3] == "A"
    assert end_of(after).scores == (1.0, 0.0)


def test_ruc_wants_all_ten_own_marbles_in_the_goal() -> None:
    men = [hole for hole in CAMPS["D"] if hole != "1,-5"]
    assert play(set_up(RUC, {"A": [*men, "1,-4"]}, "A"), "1,-4:1,-5").outcome() is not None
    assert play(set_up(RUC, {"A": [*men[1:], "1,-4"]}, "A"), "1,-4:1,-5").outcome() is None


def test_the_game_goes_on_until_all_but_one_have_finished() -> None:
    men = [hole for hole in CAMPS["F"] if hole != "-5,4"]
    marbles = {"A": CAMPS["D"], "C": [*men, "-4,3"], "E": CAMPS["E"]}
    before = set_up(RUC_3, marbles, "C 40 A -")
    assert before.outcome() is None
    end = end_of(play(before, "-4,3:-5,4"))
    assert (end.scores, end.reason) == ((1.0, 0.5, 0.0), "all_home")


def test_scores_are_shared_out_evenly_by_rank() -> None:
    game = load_game("chinese_checkers(seats=6)")
    text = game.initial().text().split()[0]
    end = game.position(f"{text} E 100 CAFBD -").outcome()
    assert end is not None
    assert end.scores == pytest.approx((0.8, 0.4, 1.0, 0.2, 0.0, 0.6))


def test_the_remaining_distance_ranks_at_400_turns_a_seat() -> None:
    game = load_game(STANDARD)
    start = game.position(f"{START} D 799")
    assert isinstance(start, ChineseCheckersPosition)
    assert start.outcome() is None
    after = play(start, "1,-5:1,-4")
    end = end_of(after)
    assert (end.scores, end.reason) == ((0.0, 1.0), "distance")
    assert end.words.en == "the move limit is reached; remaining distance: D 109, A 110"
    assert after.legal_moves() == []
    with pytest.raises(GameOver):
        after.after(0)
    even = game.position(f"{START} A 800").outcome()
    assert even is not None
    assert even.scores == (0.5, 0.5)
    assert perft(game.position(f"{START} A 798"), 2) == 196
    assert perft(game.position(f"{START} A 798"), 3) == 0


def test_at_the_cap_those_who_finished_go_before_those_who_are_near() -> None:
    marbles = {"A": CAMPS["A"], "C": CAMPS["C"], "E": [*CAMPS["E"][1:], "0,0"]}
    end = end_of(set_up(RUC_3, marbles, "C 1200 A -"))
    assert (end.scores, end.reason) == ((1.0, 0.0, 0.5), "distance")


@pytest.mark.parametrize(("turn", "leavers"), [(20, 5), (25, 8), (30, 10)])
def test_tsinghua_wants_5_8_10_marbles_out_of_home_by_rounds_20_25_30(turn: int, leavers: int) -> None:
    middle = ["0,0", "1,0", "2,0", "-1,0", "-2,0", "-3,0", "3,0", "0,-1", "0,-2", "0,1"]
    for left in (leavers - 1, leavers):
        for seat, camp in enumerate("AD"):
            marbles = {"A": middle, "D": middle}[camp][:left]
            other = "DA"[seat]
            home = {camp: [*marbles, *CAMPS[camp][left:]], other: ["4,0", "4,-1"]}
            move = "0,1:0,2" if left == 10 else "1,0:1,1" if left > 1 else "0,0:1,-1"
            after = play(set_up(TSINGHUA, home, f"{camp} {2 * turn - 2 + seat}"), move)
            if left < leavers:
                end = end_of(after)
                assert (end.reason, end.scores[seat]) == ("home_deadline", 0.0)
                assert f"{10 - left} of its marbles were still at home after round {turn}" in end.words.en
                assert len(end.cells) == 10 - left
            else:
                assert after.outcome() is None


def test_tsinghua_judges_a_seat_only_after_its_own_turn() -> None:
    game = load_game(TSINGHUA)
    assert game.position(f"{START} A 38").outcome() is None
    assert game.position(f"{START} A 36").outcome() is None


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_tsinghua_is_for_two_seats(seats: int) -> None:
    with pytest.raises(RulesError, match="tsinghua is for 2 seats"):
        load_game(f"chinese_checkers(seats={seats},rules=tsinghua)")


@pytest.mark.parametrize("options", ["seats=5", "seats=1", "rules=loose", "hop=far", "colour=red"])
def test_options_that_make_no_game_are_refused(options: str) -> None:
    with pytest.raises(RulesError):
        load_game(f"chinese_checkers({options})")


# Seats that are taken out


def test_a_seat_taken_out_loses_its_marbles_and_the_others_play_on() -> None:
    start = load_game(RUC_3).initial()
    assert isinstance(start, ChineseCheckersPosition)
    two = start.without_seat(1)
    assert two.board().count("C") == 0
    assert two.text().split()[1:] == ["A", "0", "-", "C"]
    assert play(two, "-1,5:-1,4").to_move == 2
    assert two.game.position(two.text()) == two


def test_seats_that_are_out_have_lost() -> None:
    start = load_game(RUC_3).initial()
    assert isinstance(start, ChineseCheckersPosition)
    end = end_of(start.without_seat(2).without_seat(0))
    assert (end.scores, end.reason) == ((0.0, 1.0, 0.0), "all_home")
    assert end.words.en == "Camp C wins: all others are out"


def test_the_last_to_play_ranks_before_those_who_are_out() -> None:
    men = [hole for hole in CAMPS["F"] if hole != "-5,4"]
    end = end_of(play(set_up(RUC_3, {"C": [*men, "-4,3"], "E": CAMPS["E"]}, "C 40 - A"), "-4,3:-5,4"))
    assert end.scores == (0.0, 1.0, 0.5)


def test_a_game_that_everybody_left_has_no_winner() -> None:
    end = end_of(set_up(RUC_3, {}, "A 9 - ACE"))
    assert (end.scores, end.words) == ((0.0, 0.0, 0.0), ("all camps are out", "各方均已出局"))


def test_only_a_seat_that_plays_can_be_taken_out() -> None:
    start = load_game(RUC_3).initial()
    assert isinstance(start, ChineseCheckersPosition)
    for seat in (-1, 3):
        with pytest.raises(RulesError, match="expected a seat from 0 to 2"):
            start.without_seat(seat)
    with pytest.raises(RulesError, match="camp A plays no more"):
        start.without_seat(0).without_seat(0)
    with pytest.raises(RulesError, match="the game is over"):
        start.without_seat(0).without_seat(1).without_seat(2)


# Reasons


@pytest.mark.parametrize(
    ("move", "code", "cells"),
    [
        ("0,0:1,0", "empty_hole", (60,)),
        ("1,-5:1,-4", "not_your_marble", (111,)),
        ("-1,5:-1,5", "same_hole", (9,)),
        ("-1,5:-2,5", "hole_occupied", (8,)),
        ("-1,5:0,0", "no_way", (9, 60)),
        ("pass", "may_not_pass", ()),
    ],
)
def test_an_illegal_move_says_why(move: str, code: str, cells: tuple[int, ...]) -> None:
    game = load_game(STANDARD)
    explanation = game.initial().why_illegal(game.parse_move(move))
    assert explanation is not None
    assert (explanation.code, explanation.cells) == (code, cells)
    assert all(explanation.words)


def test_marbles_of_a_seat_that_finished_stay() -> None:
    marbles = {"A": CAMPS["D"], "C": CAMPS["C"], "E": CAMPS["E"]}
    assert why(set_up(RUC_3, marbles, "C 40 A -"), "1,-5:1,-4")[:2] == (
        "seat_finished",
        "camp A plays no more: its marble in 1,-5 stays",
    )


def test_every_index_is_explained_unless_it_is_legal() -> None:
    position = set_up(STANDARD, {"A": ["5,-2", "1,-5", "0,0", "-4,8"], "D": ["1,0", "2,-5", "4,-1"]}, "A")
    legal = set(position.legal_moves())
    for move in range(position.game.num_moves):
        assert (position.why_illegal(move) is None) == (move in legal)
