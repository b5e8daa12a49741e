"""`duiyi learn eval` from end to end: rounds of play, fit and gate in a folder that survives."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from duiyi import Limits, load_game
from duiyi.cli import main
from duiyi.engines import analyse, load_engine
from duiyi.learn.eval import EvalLine, EvalSettings, learn_eval
from duiyi.learn.report import write_report
from duiyi.learn.run import Phase, Run
from duiyi.learn.xiangqi_net import SHIPPED, read_net

_TINY = {
    "xiangqi": EvalSettings(game="xiangqi", games=6, games_per_job=3, nodes=40, gate_games=4, gate_nodes=60),
    "gomoku": EvalSettings(game="gomoku", games=6, games_per_job=3, nodes=40, gate_games=4, gate_nodes=60),
    "nogo": EvalSettings(game="nogo", games=6, games_per_job=3, nodes=40, gate_games=4, gate_nodes=60),
    "chinese_checkers": EvalSettings(
        game="chinese_checkers", games=6, games_per_job=3, nodes=40, gate_games=4, gate_nodes=60
    ),
    "reversi": EvalSettings(game="reversi", games=2, games_per_job=1, nodes=20, gate_games=4, gate_nodes=60),
}


def _lines(run: Path) -> list[EvalLine]:
    return [msgspec.json.decode(line, type=EvalLine) for line in (run / "progress.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("game", ["xiangqi", "gomoku", "nogo", "chinese_checkers", "reversi"])
def test_a_round_plays_fits_and_meets_the_evaluation_before(game: str, tmp_path: Path) -> None:
    phases: list[Phase] = []
    learn_eval(tmp_path, _TINY[game], rounds=1, on_phase=phases.append)
    assert [phase.name for phase in phases] == ["self-play"] * 3 + ["fit", "gate"]
    assert phases[2].done == phases[2].total == _TINY[game].games
    (line,) = _lines(tmp_path)
    assert (line.step, line.games, line.gate_games) == (0, _TINY[game].games, 4)
    assert line.rows == sum(len(np.load(path)) for path in (tmp_path / "games").glob("*.npy")) > 0
    assert 0 < line.loss < 100
    (net,) = (tmp_path / "nets").iterdir()
    found = analyse(
        load_engine(f'alphabeta(net="{net}")', load_game(game)), load_game(game).initial(), Limits(depth=2, seed=1)
    )
    assert found.lines
    page = write_report(Run(tmp_path), tmp_path / "report.html").read_text()
    assert "Error on rows held out" in page
    assert f"1 iterations, 0 minutes, {line.games} games, {line.rows} rows" in page


@pytest.mark.parametrize("game", ["xiangqi", "gomoku", "nogo", "chinese_checkers"])
def test_a_run_that_died_goes_on_with_the_jobs_that_were_done(game: str, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    learn_eval(whole, _TINY[game], rounds=2)
    learn_eval(broken, _TINY[game], rounds=1)
    # As after a kill in the second round: one job is done, another half written, nothing is fitted.
    job = next((whole / "games").glob("0001-0000.npy"))
    (broken / "games" / job.name).write_bytes(job.read_bytes())
    (broken / "games" / ".0001-0001.npy.part").write_bytes(b"half")
    kept = (broken / "games" / job.name).stat().st_mtime_ns
    learn_eval(broken, rounds=1)
    assert (broken / "games" / job.name).stat().st_mtime_ns == kept
    nets = [sorted((run / "nets").iterdir()) for run in (whole, broken)]
    assert [net.stem for net in nets[1]] == ["0000", "0001"]
    for one, other in zip(*nets, strict=True):
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes()
    assert [line.elo for line in _lines(broken)] == [line.elo for line in _lines(whole)]
    with pytest.raises(ValueError, match="use --resume"):
        learn_eval(broken, _TINY[game], rounds=1)


def test_a_run_may_begin_with_the_weights_that_ship_and_goes_on_from_them(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(_TINY["xiangqi"], begin="shipped")
    learn_eval(tmp_path, settings, rounds=1)
    start, found = read_net(SHIPPED), read_net(tmp_path / "nets" / "0000.net")
    size = start.rows.shape[1]
    assert (found.rows[:, :size] != start.rows).any()
    assert np.abs(found.rows[:, :size] - start.rows).mean() < 10
    assert np.corrcoef(found.direct, start.direct)[0, 1] > 0.95


def test_two_workers_play_the_same_games_as_one(tmp_path: Path) -> None:
    for workers in (1, 2):
        learn_eval(tmp_path / str(workers), _TINY["xiangqi"], rounds=1, workers=workers)
    one, two = ((tmp_path / name / "nets" / "0000.net").read_bytes() for name in ("1", "2"))
    assert one == two


def test_the_command_learns_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as done:
            main(["learn", "eval", *words])
        return done.value.code, *capsys.readouterr()

    tiny = {name: getattr(_TINY["xiangqi"], name) for name in ("games", "games_per_job", "nodes", "gate_games")}
    words = [word for name, value in tiny.items() for word in ("--set", f"{name}={value}")]
    common = ("xiangqi", "--run", str(tmp_path / "run"), "--iterations", "1", "--json")
    first, again = run(*common, "--set", "gate_nodes=60", *words), run(*common, "--resume")
    assert (first[0], again[0]) == (0, 0), first[2] + again[2]
    assert [msgspec.json.decode(out, type=EvalLine).step for _, out, _ in (first, again)] == [0, 1]
    code, _, told = run("reversi(size=6)", "--run", str(tmp_path / "other"))
    assert code == 2
    assert "expected one of reversi, xiangqi, gomoku, nogo" in " ".join(told.replace("│", " ").split())
