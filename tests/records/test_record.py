"""What a record promises: positions, branches, checked moves, errors that say where and why."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest

from duiyi import Outcome, Words, load_game
from duiyi.records import FORMATS, Header, Note, Record, RecordError, Step, format_of, read_each, read_records
from duiyi.records.json import write


def test_positions_begin_with_the_start_and_follow_every_move() -> None:
    record = Record.from_moves("gomoku", "h8 h9 i9")
    positions = list(record.positions())
    assert [position.to_move for position in positions] == [0, 1, 0, 1]
    assert all(record.position_at(ply) == position for ply, position in enumerate(positions))


def test_a_ply_outside_the_record_is_refused() -> None:
    record = Record.from_moves("gomoku", "h8")
    for ply in (-1, 2):
        with pytest.raises(IndexError, match="ply: expected 0 to 1"):
            record.position_at(ply)
        with pytest.raises(IndexError, match="ply: expected 0 to 1"):
            record.branch(ply, "a1")


def test_moves_are_read_leniently_and_kept_canonically() -> None:
    assert Record.from_moves("xiangqi", ["H2-E2", load_game("xiangqi").parse_move("h9g7")]).mainline == ("h2e2", "h9g7")


def test_a_branch_goes_along_lines_that_exist_and_leaves_them_where_it_must() -> None:
    record = Record.from_moves("gomoku", "h8 h9 i9").branch(1, "g9 g8").branch(1, "g9 g7").branch(1, "h9 a1")
    (line,) = record.moves[1].variations
    assert [step.move for step in line] == ["g9", "g8"]
    assert line[1].variations[0][0].move == "g7"
    assert record.moves[2].variations[0][0].move == "a1"
    assert record.mainline == ("h8", "h9", "i9")


def test_a_branch_at_the_end_goes_on_with_the_main_line() -> None:
    assert Record.from_moves("gomoku", "h8").branch(1, "h9 i9").mainline == ("h8", "h9", "i9")


def test_a_branch_is_checked_too() -> None:
    with pytest.raises(RecordError, match="move 2: expected a legal move, found 'h8'"):
        Record.from_moves("gomoku", "h8 h9").branch(1, "h8")


def test_the_end_on_the_board_goes_before_a_claim() -> None:
    moves = "a1 b1 a2 b2 a3 b3 a4 b4 a5"
    claimed = Outcome((0.0, 1.0), "resign", Words("", ""))
    outcome = Record.from_moves("gomoku", moves, outcome=claimed).outcome
    assert outcome is not None
    assert outcome.scores == (1.0, 0.0)
    assert outcome.reason == "five_in_row"


def test_a_claimed_end_needs_a_score_for_every_seat() -> None:
    with pytest.raises(RecordError, match="expected scores of 2 seats, found 3"):
        Record.from_moves("gomoku", "h8", outcome=Outcome((1.0, 0.0, 0.0), "resign"))


def test_a_seat_may_leave_a_game_that_goes_on() -> None:
    record = Record.from_moves("chinese_checkers(seats=3,rules=ruc)", ["-2,6:0,4", "out:1"])
    assert record.position_at(2).text().split()[-1] == "C"
    assert read_records(write(record)) == [record]


def test_a_seat_cannot_leave_a_game_of_two() -> None:
    with pytest.raises(RecordError, match="no seat can be taken out here"):
        Record.from_moves("reversi", "out:1")


def test_a_chain_of_hops_keeps_its_path() -> None:
    moves = ["-2,6:0,4", "2,-6:2,-4", "-4,6:-4,4", "4,-6:4,-4", "-4,7:0,3"]
    game = load_game("chinese_checkers")
    position = game.initial()
    for text in moves[:4]:
        position = position.after(game.parse_move(text))
    chains = [move for move in position.legal_moves() if len(position.path(move)) > 2]
    record = Record.from_moves(game, [*moves[:4], chains[0]])
    assert record.moves[4].path.count(":") >= 2
    assert record.moves[4].path.startswith(record.moves[4].move.split(":")[0])
    assert read_records(write(record)) == [record]


def test_a_path_that_is_not_the_moves_own_is_refused() -> None:
    record = Record.from_moves("chinese_checkers", "-2,6:0,4")
    broken = msgspec.structs.replace(record, moves=(Step(move="-2,6:0,4", path="-2,6:-2,4:0,4"),))
    with pytest.raises(RecordError, match="expected a legal path"):
        read_records(write(broken))


def test_everything_in_a_record_survives_json() -> None:
    note = Note(engine="mcts", rates=(0.25, 0.75), score=-3.5, moves=("d6", "c3"), depth=4, nodes=99, seconds=0.5)
    record = Record(
        game="reversi",
        start="8/8/8/3ox3/3xxx2/8/8/8 o",
        header=Header(
            names=("甲", "乙"),
            ratings=(1500.5, None),
            teams=("Red team", ""),
            title="T",
            event="E",
            round="3",
            place="P",
            date="2024-01-01",
            time_control="300+5",
            opening="diagonal",
            annotator="A",
            result="unclear",
            extra={"key": "value"},
        ),
        comment="before",
        notes=(note,),
        moves=(
            Step(move="d6", seconds=1.5, clock=298.5, comment="好", marks=("!", "?!"), notes=(note,)),
            Step(move="c5", variations=((Step(move="c3", comment="or"),), (Step(move="c4"), Step(move="d3")))),
        ),
        outcome=Outcome((0.0, 1.0), "time", Words("White wins on time", "白方胜")),
    )
    assert read_records(write(record)) == [record]


def test_the_games_own_start_is_no_set_up_however_it_is_spelled() -> None:
    board = "-" * 27 + "OX------XO" + "-" * 27
    assert Record.from_moves("reversi", "", start=f"{board} X").start is None


def test_a_user_may_keep_records_of_a_game_of_his_own() -> None:
    import connect_four

    record = Record.from_moves(connect_four.ConnectFour.name, load_game("connect_four").initial().legal_moves()[:1])
    assert read_records(write(record)) == [record]


def test_files_are_saved_and_loaded_by_their_suffix(tmp_path: Path) -> None:
    record = Record.from_moves("gomoku(rule=renju)", "h8 h9")
    for suffix in (".duiyi.json", ".sgf", ".lib", ".psq", ".rif", ".gomocalc"):
        record.save(tmp_path / f"game{suffix}")
        assert Record.load(tmp_path / f"game{suffix}").mainline == record.mainline


def test_a_file_of_many_records_is_not_one_record(tmp_path: Path) -> None:
    (tmp_path / "games.oth").write_text("f5d6\nf5f6\n")
    assert len(Record.load_all(tmp_path / "games.oth")) == 2
    with pytest.raises(RecordError, match=r"expected one record \(Record.load_all reads many\), found 2 records"):
        Record.load(tmp_path / "games.oth")


def test_a_suffix_that_nobody_knows_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"expected a suffix that can be written: .duiyi.json, "):
        Record.from_moves("gomoku", "h8").save(tmp_path / "game.foo")
    assert not list(tmp_path.iterdir())


def test_a_format_refuses_games_that_it_cannot_hold(tmp_path: Path) -> None:
    record = Record.from_moves("chinese_checkers", "-2,6:0,4")
    for name, entry in FORMATS.items():
        if entry.writes and name not in ("json", "paths"):
            with pytest.raises(RecordError, match="expected"):
                record.save(tmp_path / f"game{entry.suffixes[0]}")
    assert not list(tmp_path.iterdir())


def test_one_bad_record_keeps_the_whole_file_out_unless_each_is_asked_for() -> None:
    data = b"f5d6c3\nf5d6d6\nf5f6\n"
    with pytest.raises(RecordError, match="line 2, column 5"):
        read_records(data, "games.oth")
    records, errors = read_each(data, "games.oth")
    assert [record.mainline for record in records] == [("f5", "d6", "c3"), ("f5", "f6")]
    assert [error.place for error in errors] == ["line 2, column 5"]


def test_what_no_format_knows_is_refused_with_its_first_bytes() -> None:
    with pytest.raises(RecordError, match=r"notes.txt: byte 0: expected the content of a known format, found 'hello"):
        read_records(b"hello there", "notes.txt")


def test_no_two_formats_share_a_suffix() -> None:
    suffixes = [suffix for entry in FORMATS.values() for suffix in entry.suffixes]
    assert len(suffixes) == len(set(suffixes))
    for entry in FORMATS.values():
        for suffix in entry.suffixes:
            assert format_of(f"Game{suffix.upper()}") == entry


def test_an_error_can_travel_between_processes() -> None:
    error = RecordError("a.sgf", "line 1", "x", "y")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert (again.file, again.place, again.expected, again.found) == ("a.sgf", "line 1", "x", "y")


def _nested(depth: int) -> bytes:
    steps = b'{"move":"h8","variations":[[' * depth + b'{"move":"h8"}' + b"]]}" * depth
    return b'{"duiyi_record":1,"game":"gomoku","moves":[' + steps + b"]}"


@pytest.mark.parametrize("depth", [201, 500, 5000, 200_000])
def test_variations_may_not_nest_without_end(depth: int) -> None:
    with pytest.raises(RecordError):
        read_records(_nested(depth))


def test_variations_may_nest_deeper_than_anybody_reads() -> None:
    assert len(read_records(_nested(150))) == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"duiyi_record":1,"game":"chess"}', "expected a game, found 'chess'"),
        (b'{"duiyi_record":1,"game":"reversi","moves":[{"move":"f5"},{"move":"f5"}]}', "move 2: expected a legal move"),
        (b'{"duiyi_record":1,"game":"reversi","moves":[{"move":"zz"}]}', "move 1: expected a move, found 'zz'"),
        (b'{"duiyi_record":1,"game":"reversi","start":"8/8 x"}', "expected a position of reversi"),
        (b'{"duiyi_record":1,"game":"reversi","moves":[{"move":5}]}', r"Expected `str`, got `int` - at `\$.moves"),
        (b'{"duiyi_record":1,"game":"reversi","colour":1}', "unknown field"),
        (b'{"duiyi_record":2,"game":"reversi"}', "Invalid value 2"),
        (b'{"duiyi_record":1,"game":"reversi","header":{"names":["a"]}}', "expected names of 2 seats, found 1"),
        (b'{"duiyi_record":1,"game":"reversi","notes":[{"rates":[2,0]}]}', "expected win rates of 2 seats in 0..1"),
        (b'{"duiyi_record":1,"game":"reversi"', "truncated"),
        (b'[{"duiyi_record":1,"game":"reversi"},{"duiyi_record":1,"game":"go"}]', "record 2: expected a game"),
        (b'{"duiyi_record":1,"game":"reversi"}\n{"duiyi_record":1,"game":"go"}\n', "line 2: expected a game"),
    ],
)
def test_bad_json_is_refused_with_the_place(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read_records(data, "x.duiyi.json")


def test_json_may_be_spread_over_lines() -> None:
    pretty = msgspec.json.format(write(Record.from_moves("reversi", "f5 d6").branch(1, "f6")), indent=2)
    assert read_records(pretty)[0].mainline == ("f5", "d6")
