"""Worker processes: a player may take its process down, but not the match."""

from __future__ import annotations

import pytest

import connect_four
from duiyi.analysis import Limits
from duiyi.arena import Match, Progress, runners
from duiyi.arena.runners import WorkerError
from tests.arena import scripted


def test_processes_play_the_same_games_as_this_process() -> None:
    players = [scripted.random_mover, scripted.random_mover]
    here = Match("nogo(size=4)", players, 8, Limits(nodes=1), processes=False).run()
    there = Match("nogo(size=4)", players, 8, Limits(nodes=1), concurrency=2, processes=True).run()
    assert here == there


def test_a_process_that_dies_is_a_loss_for_the_player_whose_turn_it_was() -> None:
    seen: list[Progress] = []
    report = Match("nogo(size=4)", [scripted.first, scripted.dying], 4).run(seen.append)
    assert (report.wins, report.losses) == (4, 0)
    assert [(fault.name, fault.kind) for fault in report.faults] == [("dying", "crash")] * 4
    assert "status 139" in report.faults[0].detail
    assert "segmentation fault, more or less" in report.faults[0].detail
    # The moves played before are kept: an opening of six plies, then one by the other player in every other game.
    assert [len(progress.played.moves.split()) for progress in seen if progress.played] == [7, 6, 7, 6]


def test_a_player_that_hangs_is_killed_and_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "_MARGIN", 0.5)
    limits = Limits(seconds=0.1)
    report = Match("nogo(size=4)", [scripted.hanging, scripted.first], 2, limits, grace=0.5).run()
    assert report.losses == 2
    assert [(fault.name, fault.kind) for fault in report.faults] == [("hanging", "overrun")] * 2


def test_a_player_that_cannot_be_made_loses() -> None:
    report = Match("nogo(size=4)", [scripted.broken, scripted.first], 2).run()
    assert report.losses == 2
    assert report.faults[0].detail == "OSError: no such program"


def test_players_may_print_what_they_like() -> None:
    report = Match("nogo(size=3)", [scripted.noisy, scripted.first], 2).run()
    assert report.games == 2
    assert report.faults == ()


def test_a_worker_that_does_not_start_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "_PROGRAM", "raise SystemExit('no such thing')")
    with pytest.raises(WorkerError, match="no such thing"):
        Match("nogo(size=3)", [scripted.first, scripted.first], 2).run()


def test_a_game_of_ones_own_is_known_in_the_worker_too() -> None:
    report = Match(connect_four.ConnectFour(), [scripted.first, scripted.last], 2, processes=True).run()
    assert report.games == 2
    assert report.faults == ()
