"""Whole matches with players whose strength is known."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import connect_four
from duiyi import load_game
from duiyi.analysis import Limits
from duiyi.arena import Adjudication, Match, Opening, Progress, Sprt
from duiyi.base import Game, Move, Position
from duiyi.records import Record
from duiyi.spec import SpecError
from tests.arena import scripted
from tests.arena.scripted import Scripted


def local(match_seed: int = 0, **more: object) -> Match:
    players = [scripted.random_mover, scripted.random_mover]
    return Match("nogo(size=4)", players, 20, Limits(nodes=1), seed=match_seed, processes=False, **more)  # type: ignore[arg-type]


def test_wins_draws_and_losses_add_up() -> None:
    report = local().run()
    assert report.games == report.wins + report.draws + report.losses == 20
    assert sum(report.pairs) == 10
    low, high = report.interval
    assert low is not None
    assert high is not None
    assert low < report.elo < high
    assert report.faults == ()


def test_a_match_can_be_repeated() -> None:
    assert local(3).run() == local(3).run()
    assert local(3).run() != local(4).run()


def test_the_result_does_not_depend_on_how_many_games_run_at_a_time() -> None:
    assert local().run() == local(concurrency=5).run()


def test_no_more_games_run_at_a_time_than_asked() -> None:
    thinking = most = 0

    class Counting(Scripted):
        async def choose(self, position: Position, limits: Limits) -> Move:
            nonlocal thinking, most
            thinking += 1
            most = max(most, thinking)
            await asyncio.sleep(0.001)
            thinking -= 1
            return position.legal_moves()[0]

    def counting(game: Game) -> Scripted:
        return Counting("counting")

    Match("nogo(size=3)", [counting, counting], 12, concurrency=3).run()
    assert most == 3


def test_each_opening_is_played_from_both_seats() -> None:
    seen: list[Progress] = []
    local().run(seen.append)
    games = [progress.played for progress in seen if progress.played is not None]
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert one.opening == two.opening
        assert one.players == two.players[::-1]
    assert len({game.opening for game in games}) == 10


def test_progress_is_told_from_the_beginning_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    local().run(lambda progress: seen.append((progress.done, progress.total)))
    assert seen == [(done, 20) for done in range(21)]


def test_a_match_runs_inside_an_event_loop() -> None:
    async def both() -> tuple[int, int]:
        one, two = await asyncio.gather(local(1).run_async(), local(2).run_async())
        return one.games, two.games

    assert asyncio.run(both()) == (20, 20)


def test_given_openings_are_played_in_turn() -> None:
    seen: list[Progress] = []
    players = [scripted.first, scripted.first]
    Match("nogo(size=3)", players, 6, openings=["A1", Opening("B2 C3")], processes=False).run(seen.append)
    assert [progress.played.opening.moves for progress in seen if progress.played] == [
        "A1", "A1", "B2 C3", "B2 C3", "A1", "A1",
    ]  # fmt: skip


def test_who_wins_everything_has_a_finite_elo_and_no_upper_bound() -> None:
    report = Match("nogo(size=4)", [scripted.first, scripted.illegal], 8, processes=False).run()
    assert (report.wins, report.score) == (8, 1.0)
    assert 300 < report.elo < 600
    low, high = report.interval
    assert low is not None
    assert low > 0
    assert high is None
    assert len(report.faults) == 8
    assert {fault.name for fault in report.faults} == {"illegal"}


def test_a_sequential_test_stops_the_match_early() -> None:
    match = Match("nogo(size=4)", [scripted.first, scripted.crashing], 500, stop=Sprt(0, 100), processes=False)
    report = match.run()
    assert report.sprt is not None
    assert report.sprt.verdict == "accepted"
    assert report.games < 60


def test_a_sequential_test_may_be_lost() -> None:
    report = Match("nogo(size=4)", [scripted.crashing, scripted.first], 500, stop=Sprt(0, 100), processes=False).run()
    assert report.sprt is not None
    assert report.sprt.verdict == "rejected"


def test_three_seats_rotate_and_are_rated() -> None:
    seen: list[Progress] = []
    match = Match(
        "chinese_checkers(seats=3)",
        [scripted.first, scripted.last, scripted.random_mover],
        6,
        adjudication=Adjudication(plies=90, cap="distance"),
        processes=False,
    )
    report = match.run(seen.append)
    games = [progress.played for progress in seen if progress.played is not None]
    for seat in range(3):
        assert sorted(game.players[seat] for game in games) == [0, 0, 1, 1, 2, 2]
    assert report.games == 6
    assert len(report.meetings) == 3
    assert report.meetings[0].games == 6


def test_six_seats_are_shared_by_two_players() -> None:
    seen: list[Progress] = []
    match = Match(
        "chinese_checkers(seats=6)",
        [scripted.first, scripted.crashing],
        4,
        adjudication=Adjudication(plies=60),
        processes=False,
    )
    report = match.run(seen.append)
    assert [progress.played.players for progress in seen if progress.played][:2] == [(0, 1) * 3, (1, 0) * 3]
    # One of three crashing seats is last and all others are level: better than even, by one seat in three.
    assert report.wins == 4
    assert report.score == pytest.approx(2 / 3, abs=1e-6)


def test_six_players_rotate_through_six_seats() -> None:
    seen: list[Progress] = []
    players = [scripted.first] * 6
    rules = Adjudication(plies=24)
    Match("chinese_checkers(seats=6)", players, 6, adjudication=rules, processes=False).run(seen.append)
    games = [progress.played for progress in seen if progress.played is not None]
    for seat in range(6):
        assert sorted(game.players[seat] for game in games) == list(range(6))


def test_more_players_than_seats_meet_two_by_two() -> None:
    players = [scripted.first, scripted.illegal, scripted.random_mover]
    report = Match("nogo(size=4)", players, 4, pairing="round_robin", processes=False).run()
    assert [(meeting.first, meeting.second) for meeting in report.meetings] == [
        ("first", "illegal"),
        ("first", "random_mover"),
        ("illegal", "random_mover"),
    ]
    assert report.games == 8
    assert min(report.standings, key=lambda one: one.rating).name == "illegal"


def test_all_games_are_saved_as_records(tmp_path: Path) -> None:
    players = [scripted.random_mover, scripted.illegal]
    Match("nogo(size=4)", players, 4, processes=False, records=tmp_path / "games").run()
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"00-000{round}-{turn}.duiyi.json" for round in (0, 1) for turn in (0, 1)]
    record = Record.load(files[1])
    assert record.header.names == ("illegal", "random_mover")
    assert record.outcome is not None
    assert (record.outcome.scores, record.outcome.reason) == ((0.0, 1.0), "abandon")


def test_players_may_be_objects() -> None:
    report = Match("nogo(size=3)", [Scripted("a"), Scripted("b", -1)], 2).run()
    assert report.players == ("a", "b")
    assert report.games == 2


def test_a_game_of_ones_own_can_be_played() -> None:
    game = load_game(connect_four.ConnectFour.name)
    report = Match(game, [scripted.first, scripted.last], 4, processes=False).run()
    assert report.games == 4


def test_a_wrong_spec_is_met_before_the_first_game() -> None:
    with pytest.raises(SpecError, match="expected an engine"):
        Match("nogo(size=3)", ["greedy", "grandmaster"], 2).run()


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"games": 0}, "games: expected 1 or more"),
        ({"concurrency": 0}, "concurrency: expected 1 or more"),
        ({"openings": []}, "openings: expected one or more"),
        ({"limits": Limits(clocks=(1.0,))}, "clocks: expected one for each of 2 seats"),
        ({"pairing": "swiss"}, "pairing: expected one of"),
        ({"openings": ["A1 A1"]}, "taken"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(more: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Match("nogo(size=3)", ["greedy", "greedy"], **more)  # type: ignore[arg-type]


def test_objects_cannot_play_in_processes() -> None:
    with pytest.raises(ValueError, match="processes: expected specs"):
        Match("nogo(size=3)", [Scripted("a"), Scripted("b")], 2, processes=True)
