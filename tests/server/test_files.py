"""Files become records and records become files, over HTTP."""

from __future__ import annotations

import httpx

from duiyi.records import Record
from duiyi.records.formats import write_record
from tests.server.harness import Server


def test_a_dropped_file_is_read_with_every_move_checked(server: Server) -> None:
    sgf = write_record(Record.from_moves("gomoku", "h8 h9 g8"), "game.sgf")
    answer = httpx.post(f"{server.url}/api/read?name=game.sgf", content=sgf)
    assert answer.status_code == 200, answer.text
    read = answer.json()
    assert [step["move"] for step in read["records"][0]["moves"]] == ["h8", "h9", "g8"]
    assert (read["errors"], read["left_out"]) == ([], 0)


def test_of_a_collection_the_good_games_are_read_and_the_bad_named(server: Server) -> None:
    read = httpx.post(f"{server.url}/api/read?name=games.oth", content=b"f5d6\nf5f5\nf5f6").json()
    assert len(read["records"]) == 2
    assert "line 2" in read["errors"][0]


def test_a_file_that_cannot_be_read_says_why(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/read?name=game.xqf", content=b"rubbish" * 100)
    assert answer.status_code == 422
    assert "expected" in answer.json()["words"]["en"]


def test_files_may_be_larger_than_other_requests_but_not_without_end(server: Server) -> None:
    large = b"f5d6c3d3\n" * 20_000
    assert httpx.post(f"{server.url}/api/read?name=x.oth", content=large[:100_000]).status_code == 200
    assert httpx.post(f"{server.url}/api/read?name=x.oth", content=large * 10).status_code == 413


def test_a_record_is_written_in_another_format(server: Server) -> None:
    body = write_record(Record.from_moves("reversi", "f5 d6 c3"), "game.duiyi.json")
    answer = httpx.post(f"{server.url}/api/write?suffix=oth", content=body)
    assert (answer.status_code, answer.content.strip()) == (200, b"f5d6c3")
    assert httpx.post(f"{server.url}/api/write?suffix=doc", content=body).status_code == 422
    assert httpx.post(f"{server.url}/api/write?suffix=oth", content=b"{}").status_code == 422
