"""Specs: names with options, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi import RulesError, load_game
from duiyi.spec import SpecError, format_spec, parse_spec

NAMES = st.from_regex(r"[a-z_][a-z0-9_]{0,10}", fullmatch=True)


@given(name=NAMES, options=st.dictionaries(NAMES, st.text(min_size=1, max_size=12), max_size=4))
def test_what_is_written_is_read_back(name: str, options: dict[str, str]) -> None:
    spec = parse_spec(format_spec(name, options))
    assert (spec.name, spec.options) == (name, options)


@given(st.text(max_size=40))
def test_garbage_gives_a_spec_or_a_clear_error(text: str) -> None:
    try:
        parse_spec(text)
    except SpecError as error:
        assert "expected" in str(error) or "twice" in str(error)


@pytest.mark.parametrize(
    "text", ["", "(", "go(", "go)", "go(a=1", "go(a=1,a=2)", "go(=1)", 'go(a="x)', "go(a=1)b", "x" * 3000]
)
def test_malformed_specs_are_refused(text: str) -> None:
    with pytest.raises(SpecError):
        parse_spec(text)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("chess", "expected a game among chinese_checkers, nogo, reversi, xiangqi, gomoku"),
        ("reversi(sise=8)", "expected an option among size, got 'sise'"),
        ("reversi(8)", "expected options as name=value, got '8'"),
        ("nogo(rule=strange)", "expected one of legal, course, got 'strange'"),
        ("reversi(", "expected a value, found the end"),
    ],
)
def test_a_game_that_does_not_exist_says_what_does(spec: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        load_game(spec)


def test_equal_rules_are_the_same_game() -> None:
    assert load_game("reversi(size=8)") is load_game("reversi")
    assert load_game(" Reversi ( size = 6 ) ").spec == "reversi(size=6)"
