"""UCI: a conformance dialogue, and the habits of the interfaces in use."""

from __future__ import annotations

import pytest

from duiyi import load_game
from duiyi.engines.levels import Level, Rating
from duiyi.protocols import uci_text
from duiyi.protocols.xiangqi_text import Ranks, read_position
from tests.protocols.dialogue import Dialogue, replies, run

GAME = load_game("xiangqi")
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
MATE_IN_ONE = "4k4/R8/9/9/9/9/9/1R7/9/3K5 w"


def is_legal(position: str, text: str) -> bool:
    words = ("position " + position).split()[1:]
    at = read_position(GAME, words, Ranks())
    return at.is_legal(GAME.parse_move(text))


def test_the_engine_introduces_itself_and_is_ready() -> None:
    said = replies("uci", "xiangqi", "uci", "isready", "quit")
    assert said[0].startswith("id name Duiyi")
    assert "option name UCI_Variant type combo default xiangqi var xiangqi" in said
    assert said[-2:] == ["uciok", "readyok"]
    assert all(line.startswith(("id ", "option name ")) for line in said[:-2])


def test_a_search_reports_as_pikafish_does_and_ends_in_a_legal_move() -> None:
    said = replies("uci", "xiangqi", "position startpos moves h2e2 h9g7", "go depth 4")
    words = said[-2].split()
    assert words[:3] == ["info", "depth", "4"]
    assert words[words.index("tbhits") : words.index("tbhits") + 2] == ["tbhits", "0"]
    best = said[-1].split()
    assert best[0] == "bestmove"
    assert is_legal("startpos moves h2e2 h9g7", best[1])
    assert best[1] == words[words.index("pv") + 1]


@pytest.mark.parametrize("line", ["fen " + START + " w", "startpos", "position fen " + START + " w - - 0 1"])
def test_a_position_may_come_without_its_keyword(line: str) -> None:
    said = replies("uci", "xiangqi", line + " moves h2e2", "go depth 1")
    assert is_legal("startpos moves h2e2", said[-1].split()[1])


def test_ranks_from_one_to_ten_are_read_and_answered() -> None:
    said = replies("uci", "xiangqi", "position startpos moves h3e3 h10g8", "go depth 1 searchmoves a1a2")
    assert said[-1].split()[1] == "a1a2"
    said = replies("uci", "xiangqi", "position startpos moves h2e2 h9g7", "go depth 1 searchmoves a0a1")
    assert said[-1].split()[1] == "a0a1"
    said = replies("uci", "xiangqi", "setoption name UCI_Variant value xiangqi", "position startpos", "go perft 1")
    assert "h3e3: 1" in said


def test_perft_counts_move_by_move() -> None:
    said = replies("uci", "xiangqi", "position startpos", "go perft 2")
    assert "Nodes searched: 1920" in said
    assert sum(int(line.split(": ")[1]) for line in said if line[:1] in "abcdefghi" and ": " in line) == 1920


def test_mates_are_told_in_moves() -> None:
    said = replies("uci", "xiangqi", f"position fen {MATE_IN_ONE}", "go depth 3")
    assert " score mate 1 " in said[-2]


def test_a_finished_game_has_no_best_move() -> None:
    said = replies("uci", "xiangqi", "position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b", "go depth 3")
    assert said[-2:] == ["info depth 0 score mate 0", "bestmove (none)"]


def test_a_game_that_our_rules_would_end_is_played_on() -> None:
    shuffle = "h0g2 h9g7 g2h0 g7h9 " * 6
    said = replies("uci", "xiangqi", f"position startpos moves {shuffle}", "go depth 2")
    assert said[-1].startswith("bestmove ")
    assert said[-1] != "bestmove (none)"


def test_several_lines_and_chances_are_shown_when_asked_for() -> None:
    said = replies(
        "uci",
        "xiangqi",
        "setoption name MultiPV value 3",
        "setoption name UCI_ShowWDL value true",
        "position startpos",
        "go depth 3",
    )
    last = said[-4:-1]
    assert [line.split()[line.split().index("multipv") + 1] for line in last] == ["1", "2", "3"]
    words = last[0].split()
    assert sum(int(word) for word in words[words.index("wdl") + 1 : words.index("wdl") + 4]) == 1000


def test_skill_and_rating_choose_a_level() -> None:
    async def talk() -> None:
        async with Dialogue("uci", "xiangqi") as host:
            await host.ask("uci", "uciok")
            host.send("setoption name Skill Level value 0")
            await host.ask("isready", "readyok")
            assert host.mind.level == 1
            host.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 99999")
            await host.ask("isready", "readyok")
            assert host.mind.level == 12
            host.send("setoption name UCI_LimitStrength value false", "setoption name Skill Level value 20")
            await host.ask("isready", "readyok")
            assert host.mind.level is None
            host.send("setoption name Skill Level value 1", "position startpos")
            move = (await host.ask("go movetime 200", "bestmove")).split()[1]
            assert is_legal("startpos", move)

    run(talk)


def test_the_ratings_offered_are_those_that_a_ladder_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(game: str, level: int) -> Level:
        return Level(level=level, engine="alphabeta", regret=0.1, rating=Rating(elo=100.0 * level, low=0.0, high=0.0))

    monkeypatch.setattr(uci_text, "level_of", measured)
    assert "option name UCI_Elo type spin default 100 min 100 max 1200" in replies("uci", "xiangqi", "uci")
    assert [uci_text.read_elo_level(GAME, elo) for elo in (0, 100, 640, 1150, 2000)] == [1, 1, 6, 11, 12]


def test_stop_ends_an_infinite_search_and_ready_is_answered_meanwhile() -> None:
    async def talk() -> None:
        async with Dialogue("uci", "xiangqi") as host:
            host.send("position startpos", "go infinite")
            assert await host.ask("isready", "readyok") == "readyok"
            move = (await host.ask("stop", "bestmove")).split()[1]
            assert is_legal("startpos", move)

    run(talk)


def test_a_held_search_does_not_answer_before_it_is_asked() -> None:
    async def talk() -> None:
        async with Dialogue("uci", "xiangqi") as host:
            host.send(f"position fen {MATE_IN_ONE}", "go infinite depth 2")
            await host.until("info depth")
            await host.ask("isready", "readyok")
            assert not any(line.startswith("bestmove") for line in host.heard)
            await host.ask("stop", "bestmove")

    run(talk)


def test_pondering_waits_for_the_hit() -> None:
    async def talk() -> None:
        async with Dialogue("uci", "xiangqi") as host:
            host.send("position startpos moves h2e2", "go ponder wtime 2000 btime 2000")
            await host.ask("isready", "readyok")
            assert not any(line.startswith("bestmove") for line in host.heard)
            move = (await host.ask("ponderhit", "bestmove")).split()[1]
            assert is_legal("startpos moves h2e2", move)

    run(talk)


def test_commands_during_a_search_wait_and_none_is_lost() -> None:
    said = replies(
        "uci",
        "xiangqi",
        "position startpos",
        "go depth 3",
        "position startpos moves h2e2",
        "go depth 3 searchmoves h9g7",
        "position startpos",
        "go infinite",
        "position startpos moves b2e2",
        "go depth 2 searchmoves b9c7",
    )
    best = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert len(best) == 4
    assert best[1] == "h9g7"
    assert best[3] == "b9c7"


def test_wrong_words_are_told_and_change_nothing() -> None:
    said = replies(
        "uci",
        "xiangqi",
        "joho isready",
        "rubbish",
        "position fen x",
        "position startpos moves h2e9",
        "position startpos moves " + "h2e2 " * 200_000,
        "setoption name Nothing value 3",
        "go depth 1 searchmoves a0a1",
        "x" * 1_000_000,
    )
    assert said[0] == "readyok"
    assert sum(line.startswith("info string error") for line in said) == 6
    assert any(line.startswith("bestmove a0a1") for line in said)


def test_one_command_serves_hosts_of_all_three_protocols() -> None:
    from collections.abc import AsyncIterator

    from duiyi.protocols import serve
    from duiyi.protocols.mind import Mind

    said: list[str] = []

    async def talk() -> None:
        async def lines() -> AsyncIterator[str]:
            for line in ("", "ucci", "quit"):
                yield line

        await serve("uci", GAME, Mind(GAME, "greedy"), lines(), said.append)

    run(talk)
    assert said[-2:] == ["ucciok", "bye"]
