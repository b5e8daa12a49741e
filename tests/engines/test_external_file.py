"""Programs that are configured once, in a file."""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from duiyi import Limits, SpecError, load_game
from duiyi.engines import load_engine
from duiyi.engines.external_file import check_program, named_spec, program_spec, read_programs
from duiyi.engines.sync import analyse

FAKE = Path(__file__).with_name("external_fake.py")


def written(folder: Path, *behaviours: str) -> Path:
    """A file with a UCI program of each behaviour, named after it."""
    path = folder / "engines.toml"
    blocks = [
        f'[[engine]]\nname = "{behaviour}"\ngame = "xiangqi"\nprotocol = "uci"\n'
        f"command = {json.dumps(shlex.join([sys.executable, '-S', str(FAKE), 'uci', behaviour]))}\n"
        "options = { Skill_Level = 5, grace = 0.5 }\n"
        for behaviour in behaviours
    ]
    path.write_text("\n".join(blocks), encoding="utf-8")
    return path


def test_a_program_is_known_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUIYI_ENGINES", str(written(tmp_path, "good")))
    game = load_game("xiangqi")
    engine = load_engine("external(name=good)", game)
    assert engine.name == "good"
    assert game.move_text(analyse(engine, game.initial(), Limits(seconds=0.2)).best) == "h2e2"
    asyncio.run(engine.close())


def test_options_of_the_spec_come_before_those_of_the_file(tmp_path: Path) -> None:
    programs = read_programs(written(tmp_path, "good"))
    whole = named_spec("external(name=good,Skill_Level=9,seconds=2)", load_game("xiangqi"), programs)
    assert "Skill_Level=9" in whole
    assert "seconds=2" in whole
    assert program_spec(programs["good"]).startswith("external(protocol=uci,command=")


@pytest.mark.parametrize("spec", ["external(name=nobody)", "external(name=good,depth=3)"])
def test_a_name_that_the_file_does_not_have_for_the_game_is_an_error(tmp_path: Path, spec: str) -> None:
    with pytest.raises(SpecError, match="expected a program for nogo"):
        named_spec(spec, load_game("nogo"), read_programs(written(tmp_path, "good")))


@pytest.mark.parametrize(
    "text",
    [
        "[[engine]]\nname = 'x'",
        "nonsense",
        "[[engine]]\nname='x'\ngame='chess'\nprotocol='uci'\ncommand='x'",
        "[[engine]]\nname='x'\ngame='reversi'\nprotocol='uci'\ncommand='x'",
        "[[engine]]\nname='x'\ngame='xiangqi'\nprotocol='uci'\ncommand=' '",
        "[[engine]]\nname='x'\ngame='xiangqi'\nprotocol='uci'\ncommand='y'\n" * 2,
        "[[engine]]\nname='x'\ngame='xiangqi'\nprotocol='uci'\ncommand='y'\nspeed=3",
    ],
)
def test_a_bad_file_names_itself_and_what_is_expected(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError, match=r"bad\.toml.*expected"):
        read_programs(path)


def test_the_users_own_file_need_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUIYI_ENGINES", str(tmp_path / "none.toml"))
    assert read_programs() == {}
    with pytest.raises(SpecError, match="expected"):
        read_programs(tmp_path / "none.toml")


def test_a_check_says_what_a_program_plays_or_why_not(tmp_path: Path) -> None:
    programs = read_programs(written(tmp_path, "good", "crash"))
    good, bad = (asyncio.run(check_program(programs[name])) for name in ("good", "crash"))
    assert (good.state, good.message) == ("ok", "plays h2e2")
    assert bad.state == "failed"
    assert "out of cheese" in bad.message


def test_the_command_lists_them_and_fails_if_one_does(tmp_path: Path) -> None:
    path = written(tmp_path, "good", "illegal")
    words = ["engines", "--file", str(path), "--json"]
    done = subprocess.run(
        [sys.executable, "-c", "from duiyi.cli import main; main()", *words], capture_output=True, text=True
    )
    assert done.returncode == 1
    rows = json.loads(done.stdout)["engines"]
    assert [(row["name"], row["state"]) for row in rows] == [("good", "ok"), ("illegal", "failed")]
