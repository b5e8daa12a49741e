"""External programs: scripted ones that behave well and badly."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from duiyi import Analysis, GameOver, Limits, SpecError, load_game
from duiyi.engines.external import ExternalEngine, ExternalError, load_external
from duiyi.engines.player import EnginePlayer
from duiyi.engines.sync import analyse, choose, last_analysis
from duiyi.spec import format_spec

FAKE = Path(__file__).with_name("external_fake.py")
PROTOCOLS = {
    "uci": "xiangqi",
    "ucci": "xiangqi",
    "xboard": "xiangqi",
    "gtp": "nogo",
    "gomocup": "gomoku",
    "nboard": "reversi",
}
MOVES = {"uci": "h2e2", "ucci": "h2e2", "xboard": "h2e2", "gtp": "D4", "gomocup": "h8", "nboard": "f5"}
LIMITS = Limits(seconds=0.3)


def fake(protocol: str, behaviour: str, file: Path | None = None, **options: object) -> ExternalEngine:
    command = shlex.join([sys.executable, "-S", str(FAKE), protocol, behaviour, *([str(file)] if file else [])])
    spec = format_spec("external", {"protocol": protocol, "command": command, "grace": 1.5, **options})
    return load_external(spec, load_game(PROTOCOLS[protocol]))


def ask(engine: ExternalEngine, protocol: str, limits: Limits = LIMITS) -> Analysis:
    """One question; the engine is closed after it."""

    async def inner() -> Analysis:
        try:
            return await last_analysis(engine, load_game(PROTOCOLS[protocol]).initial(), limits)
        finally:
            await engine.close()

    return asyncio.run(inner())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_good_program_is_an_engine(protocol: str) -> None:
    analysis = ask(fake(protocol, "good"), protocol)
    assert analysis.final
    assert load_game(PROTOCOLS[protocol]).move_text(analysis.best) == MOVES[protocol]


def test_what_a_program_says_is_passed_on() -> None:
    analysis = ask(fake("uci", "good"), "uci")
    assert (analysis.depth, analysis.nodes) == (3, 77)
    line = analysis.lines[0]
    assert [load_game("xiangqi").move_text(move) for move in line.moves] == ["h2e2", "h9g7"]
    assert line.score == 50
    assert line.rates[0] > 0.5 > line.rates[1]
    assert abs(sum(line.rates) - 1) < 1e-9


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_illegal_answer_is_a_clear_error(protocol: str) -> None:
    with pytest.raises(ExternalError, match=r"expected .* got"):
        ask(fake(protocol, "illegal"), protocol)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_rubbish_is_a_clear_error(protocol: str) -> None:
    with pytest.raises(ExternalError, match="pizza"):
        ask(fake(protocol, "rubbish"), protocol)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_program_that_crashes_once_is_asked_again(protocol: str, tmp_path: Path) -> None:
    analysis = ask(fake(protocol, "crash_once", tmp_path / "crashed"), protocol)
    assert load_game(PROTOCOLS[protocol]).move_text(analysis.best) == MOVES[protocol]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_program_that_always_crashes_is_reported_with_its_last_words(protocol: str) -> None:
    with pytest.raises(ExternalError, match=r"status 3: out of cheese|has ended|has closed"):
        ask(fake(protocol, "crash"), protocol)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_program_that_keeps_silent_is_given_up(protocol: str) -> None:
    with pytest.raises(ExternalError, match="expected"):
        ask(fake(protocol, "silent", grace=0.4), protocol, Limits(seconds=0.05))


@pytest.mark.parametrize("protocol", ["uci", "ucci", "xboard"])
def test_a_program_that_thinks_too_long_is_stopped(protocol: str) -> None:
    analysis = ask(fake(protocol, "late"), protocol, Limits(seconds=0.05))
    assert load_game("xiangqi").move_text(analysis.best) == "h2e2"


def test_a_greeting_that_never_comes_is_an_error() -> None:
    with pytest.raises(ExternalError, match="within"):
        ask(fake("uci", "mute", handshake=0.5), "uci")


@pytest.mark.parametrize("protocol", ["uci", "gomocup"])
def test_a_talkative_program_is_heard_out(protocol: str) -> None:
    analysis = ask(fake(protocol, "flood", grace=20), protocol)
    assert load_game(PROTOCOLS[protocol]).move_text(analysis.best) == MOVES[protocol]


def test_a_program_that_does_not_leave_is_ended() -> None:
    engine = fake("uci", "deaf")

    async def inner() -> None:
        async for _ in engine.analyse(load_game("xiangqi").initial(), LIMITS):
            pass
        child = engine._child
        assert child is not None
        await engine.close()
        assert not child.is_alive

    asyncio.run(inner())


def test_closing_early_stops_the_program_and_leaves_it_ready() -> None:
    engine = fake("uci", "late")
    start = load_game("xiangqi").initial()

    async def inner() -> None:
        task = asyncio.ensure_future(anext(aiter(engine.analyse(start, Limits(seconds=600)))))
        await asyncio.sleep(0.5)
        child = engine._child
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.2)
        assert child is not None
        assert child.is_alive
        found = [analysis async for analysis in engine.analyse(start, Limits(seconds=0.05))]
        assert engine._child is child
        assert found[-1].final
        await engine.close()

    asyncio.run(inner())


def test_an_engine_may_be_asked_from_one_event_loop_after_the_other() -> None:
    engine = fake("gtp", "good")
    game = load_game("nogo")
    assert game.move_text(analyse(engine, game.initial(), LIMITS).best) == "D4"
    assert game.move_text(choose(EnginePlayer(engine), game.initial(), LIMITS)) == "D4"
    asyncio.run(engine.close())


def test_options_are_passed_and_unknown_ones_refused() -> None:
    ask(fake("uci", "good", Hash=32, Skill_Level=3), "uci")
    with pytest.raises(ExternalError, match="Nothing"):
        ask(fake("uci", "good", Nothing=1), "uci")


def test_a_finished_game_is_not_sent() -> None:
    game = load_game("gomoku")
    over = game.position(game.initial().text(), "a1 a15 b1 b15 c1 c15 d1 d15 e1")

    async def inner() -> None:
        with pytest.raises(GameOver):
            await anext(aiter(fake("gomocup", "good").analyse(over, LIMITS)))

    asyncio.run(inner())


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("external(protocol=uci,command=x)", "reversi"),
        ("external(protocol=cooking,command=x)", "xiangqi"),
        ("external(command=x)", "xiangqi"),
        ("external(protocol=uci)", "xiangqi"),
        ("external(protocol=uci,command=x,seconds=-1)", "xiangqi"),
        ("external(protocol=gomocup,command=x)", "gomoku(opening=swap2)"),
        ("external(protocol=json,command=x)", "chinese_checkers"),
    ],
)
def test_specs_that_make_no_sense_are_refused(spec: str, game: str) -> None:
    with pytest.raises(SpecError, match="expected"):
        load_external(spec, load_game(game))


def test_a_command_that_does_not_exist_is_an_error() -> None:
    engine = load_external("external(protocol=uci,command=/no/such/program)", load_game("xiangqi"))
    with pytest.raises(ExternalError, match="cannot be started"):
        ask(engine, "uci")
