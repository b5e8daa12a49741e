"""A run can be killed at any moment and goes on without loss; in one process a seed decides everything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest

from duiyi.learn.export import compare
from duiyi.learn.fit import Learner
from duiyi.learn.games import Row, SearchedGame, pack_games, read_games, unpack_games
from duiyi.learn.jobs import learnable
from duiyi.learn.loop import Trainer, train
from duiyi.learn.net import layout_of
from duiyi.learn.run import ProgressLine, Run, State
from duiyi.learn.settings import Settings, settings_for
from duiyi.learn.workers import HereExecutor, ProcessExecutor

TINY = Settings(
    game="nogo(size=3)",
    guided=False,
    blocks=1,
    channels=8,
    games=12,
    games_per_job=4,
    slots=4,
    simulations=8,
    fast_simulations=4,
    batch=16,
    window=500,
    gate_every=2,
    gate_games=4,
    gate_simulations=4,
    anchor="greedy",
    anchor_games=2,
)

CHILD = """
import sys
from duiyi.learn.loop import train
for line in train(sys.argv[1], iterations=50):
    print(line.step, flush=True)
"""


def essence(line: ProgressLine) -> ProgressLine:
    """What does not depend on the clock."""
    return msgspec.structs.replace(line, minutes=0.0, games_per_hour=None, positions_per_second=None)


def test_one_process_and_one_seed_give_one_run(tmp_path: Path) -> None:
    one = [essence(line) for line in train(tmp_path / "one", TINY, iterations=2)]
    two = [essence(line) for line in train(tmp_path / "two", TINY, iterations=2)]
    assert one == two
    other = [essence(line) for line in train(tmp_path / "three", msgspec.structs.replace(TINY, seed=2), iterations=2)]
    assert one != other


def test_a_killed_run_goes_on_without_loss(tmp_path: Path) -> None:
    run = Run(tmp_path / "killed")
    run.create(TINY)
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(run.folder)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for line in child.stdout:
        if line.strip() == "2":
            break
    while not list((run.folder / "games").glob("00003-000*")):  # in the middle of an iteration
        time.sleep(0.01)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    begun = {path: path.read_bytes() for path in run.games_of_step(3)}
    last = list(train(run.folder, iterations=1))[-1]
    straight = list(train(tmp_path / "straight", TINY, iterations=last.step))
    assert [line.step for line in run.progress()] == list(range(last.step + 1))
    assert all(path.read_bytes() == content for path, content in begun.items())
    assert [essence(line).policy_loss for line in run.progress()] == [line.policy_loss for line in straight]


def test_what_a_dying_process_leaves_half_written_is_cut(tmp_path: Path) -> None:
    run = Run(tmp_path)
    lines = list(train(tmp_path, TINY, iterations=1))
    with (tmp_path / "progress.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(msgspec.structs.replace(lines[-1], step=7)) + b'\n{"step": 8, "min')
    (tmp_path / "games" / ".00002-000.games.1.part").write_bytes(b"half")
    trainer = Trainer(run, HereExecutor(), lambda phase: None)
    assert trainer.state.step == 1
    assert (tmp_path / "progress.jsonl").read_bytes().count(b"\n") == 2
    assert not list(tmp_path.rglob("*.part"))
    assert trainer.window.total == lines[-1].rows


def test_self_play_does_without_an_int8_twin_that_answers_or_plays_worse(tmp_path: Path) -> None:
    run = Run(tmp_path)
    line = list(train(tmp_path, msgspec.structs.replace(TINY, gate_every=1), iterations=1))[-1]
    assert line.int8_agreement is not None
    assert line.int8_score is not None

    def net(agreement: float, score: float) -> str | None:
        run.commit(run.state(), msgspec.structs.replace(line, int8_agreement=agreement, int8_score=score))
        return Trainer(run, HereExecutor(), lambda phase: None)._jobs(2)[0].net

    assert net(0.9, 0.5) == str(run.net(1, int8=True))
    assert net(0.7, 0.5) == str(run.net(1))
    assert net(0.9, 0.2) == str(run.net(1))


def test_minutes_end_a_run_and_an_ended_run_does_nothing_more(tmp_path: Path) -> None:
    assert len(list(train(tmp_path, TINY, minutes=1e-6))) == 1
    assert list(train(tmp_path, minutes=1e-6)) == []


def test_the_last_fit_of_a_run_is_measured_and_happens_once(tmp_path: Path) -> None:
    run = Run(tmp_path)
    list(train(tmp_path, TINY, iterations=1))
    (last,) = train(tmp_path, minutes=run.state().minutes)
    assert last.is_last
    assert last.step == 2
    assert last.rows == Run(tmp_path).progress()[1].rows
    assert last.promoted is not None
    assert last.games_per_hour is last.plies is None
    assert run.net(2).read_bytes() != run.net(1).read_bytes()
    assert list(train(tmp_path, minutes=run.state().minutes)) == []
    # With more minutes it goes on from there.
    assert [line.is_last for line in train(tmp_path, iterations=1)] == [False]
    assert [line.is_last for line in train(tmp_path, minutes=1e-6)] == [True]


def test_a_run_may_do_without_a_last_fit(tmp_path: Path) -> None:
    list(train(tmp_path, msgspec.structs.replace(TINY, last_epochs=0.0), iterations=1))
    assert list(train(tmp_path, minutes=1e-6)) == []


def test_the_minutes_leave_time_for_the_last_fit(tmp_path: Path) -> None:
    list(train(tmp_path, TINY, iterations=1))
    trainer = Trainer(Run(tmp_path), HereExecutor(), lambda phase: None)
    trainer.iterate()
    spent = trainer.state.minutes
    assert trainer.is_over(spent + 1e-9)
    assert not trainer.is_over(spent + 60)


def test_the_last_fit_takes_a_quarter_of_the_minutes_at_most(tmp_path: Path) -> None:
    list(train(tmp_path, msgspec.structs.replace(TINY, last_epochs=10_000.0), iterations=1))
    trainer = Trainer(Run(tmp_path), HereExecutor(), lambda phase: None)
    whole = trainer.last_batches(1.0)
    assert whole == trainer.last_batches(None), "how long a batch takes is not known yet"
    trainer.iterate()
    minutes = 1.5 * trainer.state.minutes
    assert not trainer.is_over(minutes), "a long last fit leaves time for games"
    assert 0 < trainer.last_batches(minutes) < whole
    assert trainer.is_over(1.3 * trainer.state.minutes)


def test_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    here = list(train(tmp_path / "here", TINY, iterations=1))
    executor = ProcessExecutor(2)
    try:
        there = list(train(tmp_path / "there", TINY, iterations=1, executor=executor))
    finally:
        executor.close()
    assert [line.rows for line in here] == [line.rows for line in there]
    for one, two in zip(Run(tmp_path / "here").games_of_step(1), Run(tmp_path / "there").games_of_step(1), strict=True):
        assert read_games(one) == read_games(two)


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    run = Run(tmp_path)
    list(train(tmp_path, TINY, iterations=1))
    trainer = Trainer(run, HereExecutor(), lambda phase: None)
    jobs = trainer._jobs(2)
    executor = ProcessExecutor(2)
    try:
        done = []
        for one in executor.run(TINY, jobs):
            done.append(one.name)
            if len(done) == 1:
                assert executor._pool is not None
                os.kill(next(iter(executor._pool._processes)), signal.SIGKILL)
    finally:
        executor.close()
    assert sorted(done) == [job.name for job in jobs]


_PARENT = """
import os, time
from duiyi.learn.workers import worker_pool

if __name__ == "__main__":
    with worker_pool(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 600).result()
"""


def test_workers_end_in_the_middle_of_a_job_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(_PARENT)
    with subprocess.Popen([sys.executable, str(tmp_path / "parent.py")], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    for _ in range(600):
        if not Path(f"/proc/{worker}").exists() or "\nState:\tZ" in Path(f"/proc/{worker}/status").read_text():
            return
        time.sleep(0.1)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("the worker outlived its parent by a minute")


def test_games_come_back_from_their_bytes() -> None:
    game = SearchedGame((1, 2, 3), (Row.of(1, [5, 6], [0.5, 0.5], [0.25, 0.75]),), (1.0, 0.0), "proven", 1)
    assert unpack_games(pack_games([game])) == (game,)


def test_a_warm_start_learns_from_games_of_another_engine(tmp_path: Path) -> None:
    warm = msgspec.structs.replace(TINY, warm_engine="mcts(nodes=50)", warm_games=8)
    first = next(train(tmp_path, warm))
    assert first.step == 0
    assert first.rows > 0
    assert first.loss > 0


def test_a_run_can_begin_with_games_of_a_network_file_of_another_size(tmp_path: Path) -> None:
    list(train(tmp_path / "old", TINY, iterations=1))
    teacher = Run(tmp_path / "old").net(1)
    asked = msgspec.structs.replace(TINY, channels=16, warm_engine=f'alphazero(net="{teacher}")', warm_games=8)
    first = next(train(tmp_path / "new", asked))
    assert first.games == 8
    assert first.top_move is not None
    games = [game for path in Run(tmp_path / "new").games_of_step(0) for game in read_games(path)]
    assert len(games) == 8
    shares = [row.policy()[1] for game in games for row in game.rows]
    assert any(len(share) > 1 for share in shares), "they were searched as in self-play"


@pytest.mark.parametrize("engine", ["alphazero(nodes=50)", "alphazero", "alphazero(net=nowhere.onnx)"])
def test_a_warm_network_is_a_file_that_searches_as_the_run_does(tmp_path: Path, engine: str) -> None:
    asked = msgspec.structs.replace(TINY, warm_engine=engine, warm_games=8)
    with pytest.raises(ValueError, match="expected"):
        next(train(tmp_path, asked))


@pytest.mark.parametrize("name", ["blokcs", "colour"])
def test_an_unknown_setting_is_named(name: str) -> None:
    from duiyi.learn.jobs import learnable

    with pytest.raises(ValueError, match=name):
        settings_for(learnable("nogo"), **{name: 1})


def test_a_new_run_has_no_state(tmp_path: Path) -> None:
    run = Run(tmp_path)
    assert not run.exists
    assert run.state() == State()


def test_a_search_without_shares_teaches_its_best_move_alone() -> None:
    from duiyi.learn.jobs import learnable
    from duiyi.learn.warm import play_warm_job

    warm = Settings(game="gomoku(size=9)", warm_engine="alphabeta(nodes=300)", warm_stray=0.3, opening_plies=2)
    games = play_warm_job(learnable(warm.game), warm, 4, 1).games
    rows = [(game, row) for game in games for row in game.rows]
    assert all(row.policy()[1].tolist() == [65535] for _, row in rows)
    strayed = sum(row.policy()[0][0] != game.moves[row.ply] for game, row in rows)
    assert 0 < strayed < len(rows) / 2
    assert play_warm_job(learnable(warm.game), warm, 4, 1).games == games


def test_a_run_can_begin_with_the_games_of_another(tmp_path: Path) -> None:
    list(train(tmp_path / "old", TINY, iterations=5))
    wider = msgspec.structs.replace(TINY, channels=16, warm_run=str(tmp_path / "old"), warm_games=55, gate_every=9)
    first, second = train(tmp_path / "new", wider, iterations=1)
    assert first.games == 55
    assert first.top_move is not None
    assert second.games == 55 + TINY.games
    borrowed = [game for path in Run(tmp_path / "new").games_of_step(0) for game in read_games(path)]
    original = [
        game for step in range(1, 6) for path in Run(tmp_path / "old").games_of_step(step) for game in read_games(path)
    ]
    assert borrowed == original[-55:], "the newest come last, as in the run itself"
    trainer = Trainer(Run(tmp_path / "new"), HereExecutor(), lambda phase: None)
    assert trainer.window.total == second.rows, "games kept back for the exam stay out of the window"
    same = msgspec.structs.replace(wider, channels=TINY.channels, warm_epochs=0.0)
    next(train(tmp_path / "same", same))
    nets = Run(tmp_path / "same").net(0), Run(tmp_path / "old").net(5)
    planes = np.zeros((1, *learnable(TINY.game).feature_shape), np.float32)
    assert compare(*nets, TINY.game, planes).rate_most == 0, "it begins with their weights"
    other = msgspec.structs.replace(wider, game="nogo(size=4)")
    with pytest.raises(ValueError, match="warm_run"):
        list(train(tmp_path / "other", other, iterations=1))


def test_games_without_weights_are_enough_to_begin_with(tmp_path: Path) -> None:
    list(train(tmp_path / "old", TINY, iterations=1))
    for path in (tmp_path / "old" / "checkpoints").iterdir():
        path.unlink()
    warm = msgspec.structs.replace(TINY, warm_run=str(tmp_path / "old"), warm_games=10)
    assert next(train(tmp_path / "new", warm)).games == 10


def test_weights_of_another_network_are_refused_with_a_reason(tmp_path: Path) -> None:
    game = learnable(TINY.game)
    small, wide = (
        Learner(layout_of(game, TINY.blocks, channels), TINY) for channels in (TINY.channels, TINY.channels * 2)
    )
    wide.save(tmp_path / "wide.pt")
    with pytest.raises(ValueError, match=r"expected weights of this network in .*wide\.pt: size mismatch"):
        small.load(tmp_path / "wide.pt")


def test_a_run_says_which_trainer_it_is_of(tmp_path: Path) -> None:
    Run(tmp_path).create(TINY)
    assert msgspec.json.decode((tmp_path / "config.json").read_bytes())["kind"] == "alphazero"


def test_half_precision_learns_nearly_the_same(tmp_path: Path) -> None:
    full = list(train(tmp_path / "full", TINY, iterations=1))[-1]
    half = list(train(tmp_path / "half", msgspec.structs.replace(TINY, bfloat16=True), iterations=1))[-1]
    assert half.loss == pytest.approx(full.loss, rel=0.02)
    assert half.loss != full.loss
