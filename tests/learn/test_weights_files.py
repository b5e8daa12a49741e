"""Files of learnt evaluations: broken ones are refused, and it is said what was expected and what came."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from duiyi import RulesError, SpecError, load_game
from duiyi.engines import load_engine
from duiyi.learn import chinese_checkers_weights, gomoku_net, nogo_net, xiangqi_net

SHIPPED = {
    "gomoku": (gomoku_net.SHIPPED, gomoku_net.MAGIC, gomoku_net.read_net),
    "xiangqi": (xiangqi_net.SHIPPED, xiangqi_net.MAGIC, xiangqi_net.read_net),
    "nogo": (nogo_net.SHIPPED, nogo_net.MAGIC, nogo_net.read_net),
    "chinese_checkers": (
        chinese_checkers_weights.SHIPPED,
        chinese_checkers_weights.MAGIC,
        chinese_checkers_weights.read_weights,
    ),
}
HEAD = 16
"""Bytes after the first line: three sizes and a checksum."""

Break = Callable[[bytes, int], bytes]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    ("broken", "words"),  # of the file and the length of its first line
    [
        (lambda file, line: b"", "expected a file as `duiyi learn eval {name}` writes it, got something else"),
        (lambda file, line: b"duiyi reversi " + file, "expected a file as `duiyi learn eval {name}` writes it"),
        (lambda file, line: file[: line - 2], "expected version 1 of the file, got version "),
        (
            lambda file, line: file[: line - 2] + b"9\n" + file[line:],
            "expected version 1 of the file, got version 9",
        ),
        (lambda file, line: file[: line + 5], "expected {head} bytes and more, got {length}"),
        (lambda file, line: file[: line + HEAD], "expected {whole} bytes, got {length}"),
        (lambda file, line: file[:-2], "expected {whole} bytes, got {length}"),
        (lambda file, line: file + b"\0", "expected {whole} bytes, got {length}"),
        (lambda file, line: file[:-1] + bytes([file[-1] ^ 1]), "expected the checksum"),
    ],
)
def test_broken_files_say_what_was_expected_and_what_came(tmp_path: Path, name: str, broken: Break, words: str) -> None:
    shipped, magic, read = SHIPPED[name]
    whole = shipped.read_bytes()
    assert whole.startswith(magic)
    content, path = broken(whole, len(magic)), tmp_path / "bad"
    path.write_bytes(content)
    known = {"name": name, "head": len(magic) + HEAD, "whole": len(whole), "length": len(content)}
    with pytest.raises(RulesError, match=words.format(**known)):
        load_engine(f'alphabeta(net="{path}")', load_game(name))
    with pytest.raises(ValueError, match="expected"):
        read(path)


@pytest.mark.parametrize(
    ("name", "number", "words"),
    [
        ("gomoku", 0, "expected 1 to 32 channels, got 60001"),
        ("gomoku", 2, "expected 2380 shapes, got 60001"),
        ("xiangqi", 0, "expected 1 to 128 hidden units, got 60001"),
        ("xiangqi", 1, "expected [0-9]+ to [0-9]+ rows, got 60001"),
        ("nogo", 0, "expected 2 stages, got 60001"),
        ("nogo", 1, "expected 2436 crosses, got 60001"),
        ("chinese_checkers", 0, "expected 3 tables, got 60001"),
        ("chinese_checkers", 2, "expected 121 holes, got 60001"),
    ],
)
def test_wrong_sizes_are_refused(tmp_path: Path, name: str, number: int, words: str) -> None:
    shipped, magic, read = SHIPPED[name]
    whole = bytearray(shipped.read_bytes())
    at = len(magic) + 4 * number
    whole[at : at + 4] = (60_001).to_bytes(4, "little")
    path = tmp_path / "bad"
    path.write_bytes(whole)
    with pytest.raises(RulesError, match=words):
        load_engine(f'alphabeta(net="{path}")', load_game(name))
    with pytest.raises(ValueError, match="expected"):
        read(path)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_that_is_not_there_is_said_so(name: str) -> None:
    with pytest.raises(SpecError, match="expected net to be a file"):
        load_engine('alphabeta(net="nowhere")', load_game(name))
