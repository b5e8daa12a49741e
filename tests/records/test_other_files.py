"""Files written by hand: Botzone logs, the records of the NoGo course, paths of Chinese Checkers."""

from __future__ import annotations

import pytest

from duiyi.records import RecordError, botzone, course, paths, read_records


def test_what_a_bot_was_sent() -> None:
    log = b'{"requests":[{"x":-1,"y":-1},{"x":3,"y":5}],"responses":[{"x":5,"y":4}],"data":"","globaldata":""}'
    (record,) = read_records(log, "log.json")
    assert record.game == "reversi"
    assert record.mainline == ("f5", "d6")


def test_a_bot_that_moved_second() -> None:
    log = b'{"game":"NoGo","requests":[{"x":0,"y":0},{"x":2,"y":8}],"responses":[{"x":8,"y":0}]}'
    (record,) = botzone.read(log)
    assert record.mainline == ("A9", "J9", "C1")


def test_the_moves_tell_the_game() -> None:
    nogo = b'{"requests":[{"x":-1,"y":-1},{"x":8,"y":8}],"responses":[{"x":0,"y":0}]}'
    gomoku = b'{"requests":[{"x":-1,"y":-1},{"x":14,"y":8}],"responses":[{"x":0,"y":0}]}'
    xiangqi = b'{"requests":[{"source":"-1","target":"-1"}],"responses":[{"source":"h2","target":"e2"}]}'
    assert [botzone.read(log)[0].game for log in (nogo, gomoku, xiangqi)] == ["nogo", "gomoku", "xiangqi"]


def test_the_log_of_a_match() -> None:
    log = b"""{"game":{"name":"Reversi"},"players":[{"name":"one"},{"name":"two"}],"scores":[0,2],"logs":[
      {"output":{"command":"request","content":{"0":{"x":-1,"y":-1}}}},
      {"0":{"response":{"x":5,"y":4},"verdict":"OK","time":12}},
      {"output":{"command":"request","content":{"1":{"x":5,"y":4}}}},
      {"1":{"response":{"x":3,"y":5},"verdict":"OK","time":7}}]}"""
    (record,) = read_records(log, "match.json")
    assert record.mainline == ("f5", "d6")
    assert record.header.names == ("one", "two")
    assert record.outcome is not None
    assert record.outcome.scores == (0.0, 1.0)


def test_a_pass_of_reversi_is_minus_one() -> None:
    assert botzone.write(botzone.read(b'{"game":"Reversi","requests":[],"responses":[]}')[0]).endswith(
        b'"responses":[]}\n'
    )
    with pytest.raises(RecordError, match="move 2: expected a legal move, found 'pass'"):
        botzone.read(b'{"game":"Reversi","requests":[{"x":-1,"y":-1},{"x":-1,"y":-1}],"responses":[{"x":5,"y":4}]}')


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (b"{", "expected JSON, found"),
        (b'{"a":1}', "expected requests and responses, or the log of a match"),
        (b'{"game":"Go","requests":[],"responses":[]}', "expected a game among NoGo, Reversi"),
        (
            b'{"game":"NoGo","requests":[{"x":-1,"y":-1}],"responses":[{"x":9,"y":0}]}',
            "move 1: expected a move of nogo",
        ),
        (b'{"game":"NoGo","requests":[{"x":-1,"y":-1}],"responses":[[1,2]]}', "move 1: expected a move of nogo"),
        (b'{"game":"ChineseChess","requests":[1],"responses":[]}', "expected a move of xiangqi on Botzone, found '1'"),
        (b"[" * 100_000, "expected JSON, found"),
    ],
)
def test_bad_botzone(log: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        botzone.read(log, "x")


def test_the_course_counts_rows_by_letters_from_the_top() -> None:
    (record,) = read_records(b"A1 B2 E9 I9 G", "game.txt")
    assert record.mainline == ("A9", "B8", "J5", "J1")
    assert record.outcome is not None
    assert (record.outcome.scores, record.outcome.reason) == ((0.0, 1.0), "resign")


def test_time_lost_and_larger_boards() -> None:
    (record,) = course.read(b"A1 K11 T")
    assert record.game == "nogo(size=11,rule=course)"
    assert record.outcome is not None
    assert (record.outcome.scores, record.outcome.reason) == ((0.0, 1.0), "time")
    assert course.read(b"A1 M1")[0].game == "nogo(size=13,rule=course)"


def test_the_losing_move_is_part_of_the_record() -> None:
    (record,) = course.read(b"A2 A1 B1")
    assert record.outcome is not None
    assert (record.outcome.scores, record.outcome.reason) == ((0.0, 1.0), "capture")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A1 A1", "line 1, column 4: expected a legal move, found 'A9'"),
        ("A1 G B2", "column 4: expected a move such as A1, found 'G'"),
        ("A1 Z9", "expected a move such as A1, found 'Z9'"),
        ("A2 A1 B1 G", "expected no giving up after the end, found 'G'"),
        ("# nogo(size=77)\nA1", "line 1: expected a game"),
        ("", "expected moves such as A1 B2 E9 G, found none"),
    ],
)
def test_bad_course_records(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        course.read(text.encode(), "x.nogo")


def test_paths_with_landings_passes_and_a_seat_out_of_time() -> None:
    turns = "A -2 6 0 4\nC 5,-3:4,-2\nE: -4 -2 -4 0\nA 0 4 -2 6 -2 4\nC -1\nE -4 0 -3 0\n"
    text = f"# chinese_checkers(seats=3,rules=ruc)\n{turns}"
    (record,) = read_records(text.encode(), "x.paths")
    assert record.mainline[:3] == ("-2,6:0,4", "5,-3:4,-2", "-4,-2:-4,0")
    assert record.moves[3].path == "0,4:-2,6:-2,4"
    assert record.mainline[4:] == ("out:1", "-4,0:-3,0")
    assert paths.read(paths.write(record)) == [record]


def test_a_timeout_ends_a_game_of_two() -> None:
    (record,) = paths.read(b"A -2 6 0 4\nD -1\n")
    assert record.outcome is not None
    assert record.outcome.scores == (1.0, 0.0)


def test_a_log_of_the_course_protocol() -> None:
    log = (
        '{"op":200005,"data1":"bob ann","data2":"D A"}\n'
        '{"op":200006,"data1":"A","data2":"1650000000"}\n'
        '{"op":200007,"data1":"A","data2":"-2 6 0 4"}\n'
        '{"op":200007,"data1":"D","data2":"2 -6 2 -4"}\n'
    )
    (record,) = read_records(log.encode(), "server.log")
    assert record.game == "chinese_checkers(rules=ruc)"
    assert record.mainline == ("-2,6:0,4", "2,-6:2,-4")
    assert record.header.names == ("ann", "bob")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A -2 6 0 4\nA -2 4 0 4", "line 2, column 1: expected a move of camp D, found one of camp A"),
        ("A -2 6 -2 4 0 4", "expected a legal path, found .* .there is no hop from -2,4 to 0,4"),
        ("A 0 0 1 0", "expected a legal move, found '0 0 1 0'"),
        ("A hello", "expected a camp and a path such as A 0 0 2 0 2 2"),
        ("A 99 0 1 0", "expected a move, found '99 0 1 0'"),
        ("# chinese_checkers(seats=5)\nA -2 6 0 4", "line 1: expected a game"),
        ("# chinese_checkers\nB -2 6 0 4", "expected a camp among A, D, found 'B'"),
        ('{"op":"x"}', "line 1, column 1: expected a message"),
        ("A -", "expected a legal move, found 'pass'"),
    ],
)
def test_bad_paths(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        paths.read(text.encode(), "x.paths")
