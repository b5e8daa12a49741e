"""`duiyi engine` as a process: pipes that close, bytes that are no text, lines without end, words that are wrong."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = "from duiyi.cli.main import main; main()"
WAIT = 60.0  # seconds before a test gives up


def start(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", RUN, "engine", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def talk(text: bytes, *arguments: str) -> tuple[bytes, bytes, int]:
    with start(*arguments) as process:
        said, complained = process.communicate(text, WAIT)
    return said, complained, process.returncode


def test_bytes_that_are_no_text_and_endless_lines_are_survived() -> None:
    text = (
        b"\xff\xfe\x00uci\n" + b"x" * 6_000_000 + b"\r\nisready\r\n" + b"position startpos moves " + b"h2e2 " * 200_000
    )
    said, complained, status = talk(text + b"\nisready\nquit\n", "xiangqi", "--protocol", "uci")
    assert said.count(b"readyok") == 2
    assert complained == b""
    assert status == 0


def test_the_end_of_the_input_is_the_end_after_what_was_asked() -> None:
    said, complained, status = talk(b"position startpos\ngo depth 3", "xiangqi", "--protocol", "uci")
    assert said.splitlines()[-1].startswith(b"bestmove ")
    assert complained == b""
    assert status == 0
    said, _, status = talk(b"go infinite\n", "xiangqi", "--protocol", "ucci")
    assert said.splitlines()[-1].startswith(b"bestmove ")
    assert status == 0


def test_a_host_that_is_gone_ends_the_process() -> None:
    with start("xiangqi", "--protocol", "uci") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"uci\nposition startpos\ngo infinite\n")
        process.stdin.flush()
        process.wait(WAIT)  # it notices by itself that nobody listens
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_a_level_plays_gtp() -> None:
    said, complained, _ = talk(b"genmove b\nquit\n", "nogo(size=5)", "--protocol", "gtp", "--engine", "level(3)")
    assert said.startswith(b"= ")
    assert complained == b""


def test_workers_and_threads_are_passed_on() -> None:
    question = b'{"id":"a","moves":["f5"],"analyzeTurns":"all","maxDepth":2}\n'
    said, _, _ = talk(question, "reversi", "--protocol", "json", "--workers", "2", "--threads", "2")
    assert len(said.splitlines()) == 2


def test_botzone_may_keep_running() -> None:
    turn = b'{"requests":[{"x":-1,"y":-1}],"responses":[]}\n{"x":0,"y":0}\n'
    arguments = ("nogo", "--protocol", "botzone", "--seconds", "0.05")
    said, _, _ = talk(turn, *arguments, "--keep-running")
    assert said.count(b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<") == 2
    said, _, _ = talk(turn, *arguments)
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("reversi", "--protocol", "uci"),
        ("xiangqi", "--protocol", "cooking"),
        ("xiangqi", "--protocol", "uci", "--engine", "cook"),
        ("chess", "--protocol", "uci"),
        ("xiangqi", "--protocol", "uci", "--seconds", "-1"),
        ("xiangqi",),
    ],
)
def test_wrong_words_are_one_line_and_status_two(arguments: tuple[str, ...]) -> None:
    said, complained, status = talk(b"quit\n", *arguments)
    assert said == b""
    assert len(complained.splitlines()) == 1
    assert status == 2
