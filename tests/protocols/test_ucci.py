"""UCCI 3.0: a conformance dialogue."""

from __future__ import annotations

from duiyi import load_game
from tests.protocols.dialogue import Dialogue, replies, run

GAME = load_game("xiangqi")
WORSE = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKAB2 w"
LOST_IN_ONE = "3k5/9/9/9/9/9/r8/1r7/9/4K4 w"


def test_the_engine_introduces_itself_and_says_goodbye() -> None:
    said = replies("ucci", "xiangqi", "ucci", "isready", "quit")
    assert said[0].startswith("id name Duiyi")
    assert "option usemillisec type check default false" in said
    assert said[-3:] == ["ucciok", "readyok", "bye"]


def test_a_search_reports_depth_score_and_line() -> None:
    said = replies("ucci", "xiangqi", "position startpos moves h2e2", "go depth 3")
    words = said[-2].split()
    assert words[:4] == ["info", "depth", "3", "score"]
    assert words[5] == "pv"
    assert said[-1].split()[:2] == ["bestmove", words[6]]


def test_seconds_are_the_unit_until_milliseconds_are_asked_for() -> None:
    async def talk() -> None:
        async with Dialogue("ucci", "xiangqi") as host:
            await host.ask("ucci", "ucciok")
            host.send("setoption usemillisec true", "position startpos")
            assert (await host.ask("go time 300 increment 0", "bestmove")).startswith("bestmove")
            host.send("setoption usemillisec false")
            assert (await host.ask("go time 1 movestogo 10", "bestmove")).startswith("bestmove")

    run(talk)


def test_banned_moves_are_not_played_until_the_next_position() -> None:
    start = GAME.initial()
    legal = [GAME.move_text(move) for move in start.legal_moves()]
    banned = " ".join(text for text in legal if text != "a0a1")
    said = replies("ucci", "xiangqi", "position startpos", f"banmoves {banned}", "go depth 2")
    assert said[-1].split()[1] == "a0a1"
    first = replies("ucci", "xiangqi", "position startpos", "go depth 3")[-1].split()[1]
    second = replies("ucci", "xiangqi", "position startpos", f"banmoves {first}", "go depth 3")[-1].split()[1]
    assert second != first
    said = replies("ucci", "xiangqi", "position startpos", f"banmoves {first}", "position startpos", "go depth 3")
    assert said[-1].split()[1] == first


def test_all_moves_banned_leaves_no_best_move() -> None:
    legal = " ".join(GAME.move_text(move) for move in GAME.initial().legal_moves())
    assert replies("ucci", "xiangqi", "position startpos", f"banmoves {legal}", "go depth 2") == ["nobestmove"]


def test_depth_zero_is_a_static_look_and_an_idle_stop_has_no_best_move() -> None:
    said = replies("ucci", "xiangqi", "position startpos", "go depth 0")
    assert said[-2].startswith("info depth 0 score ")
    assert said[-1] == "nobestmove"
    assert replies("ucci", "xiangqi", "stop") == ["nobestmove"]


def test_a_lost_game_is_resigned_and_an_offered_draw_is_weighed() -> None:
    said = replies("ucci", "xiangqi", f"position fen {LOST_IN_ONE}", "go depth 4")
    assert said[-1].endswith(" resign")
    said = replies("ucci", "xiangqi", f"position fen {WORSE}", "go draw depth 1")
    assert said[-1].endswith(" draw")
    said = replies("ucci", "xiangqi", "position startpos", "go draw depth 1")
    assert not said[-1].endswith(" draw")


def test_probing_tells_what_an_earlier_search_found() -> None:
    said = replies(
        "ucci", "xiangqi", "position startpos", "go depth 3", "probe startpos", "probe startpos moves h2e2", "probe x"
    )
    best = next(line.split()[1] for line in said if line.startswith("bestmove"))
    found = [line for line in said if line.startswith("pophash")]
    assert found[0].split()[:3] == ["pophash", "bestmove", best]
    assert found[0].split()[3] == "lowerbound"
    assert found[1:] == ["pophash", "pophash"]


def test_pondering_and_a_hit_with_an_offer() -> None:
    async def talk() -> None:
        async with Dialogue("ucci", "xiangqi") as host:
            host.send("setoption usemillisec true", "position startpos moves h2e2", "go ponder time 1000 increment 0")
            await host.ask("isready", "readyok")
            assert not any(line.startswith("bestmove") for line in host.heard)
            assert (await host.ask("ponderhit draw", "bestmove")).startswith("bestmove")

    run(talk)


def test_wrong_words_become_messages() -> None:
    said = replies("ucci", "xiangqi", "hello", "setoption nothing 3", "position fen x", "banmoves zz", "isready")
    assert [line.split()[1] for line in said[:-1]] == ["message"] * 4
    assert said[-1] == "readyok"
