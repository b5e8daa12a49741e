"""Specs: the one-line names of games and engines, such as ``gomoku(size=15,rule=renju)``.

>>> parse_spec("gomoku(size=15,rule=renju)")
Spec(name='gomoku', options={'size': '15', 'rule': 'renju'}, values=())
>>> parse_spec("level(5)").values
('5',)
>>> parse_spec('external(protocol=uci,command="stockfish -x (fast)")').options["command"]
'stockfish -x (fast)'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

__all__ = ["Spec", "SpecError", "format_spec", "parse_spec"]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_PLAIN = re.compile(r"[^,()=\"\s]+")
_LONGEST = 2000


class SpecError(ValueError):
    """A spec that cannot be read: says what was expected, what came and where."""


@dataclass(frozen=True)
class Spec:
    """A name with options, and values given without a name."""

    name: str
    options: dict[str, str] = field(default_factory=dict)
    values: tuple[str, ...] = ()


def parse_spec(text: str) -> Spec:
    """Read ``name`` or ``name(value, key=value, key="quoted")``.

    >>> parse_spec("nogo(size=)")
    Traceback (most recent call last):
    ...
    duiyi.spec.SpecError: spec: expected a value, found ')' at character 11 of 'nogo(size=)'
    """
    if len(text) > _LONGEST:
        raise SpecError(f"spec: expected at most {_LONGEST} characters, got {len(text)}")
    reader = _Reader(text)
    name = reader.take(_NAME, "a name")
    options: dict[str, str] = {}
    values: list[str] = []
    if reader.skip("("):
        while not reader.skip(")"):
            value = reader.value()
            if reader.skip("="):
                if not _NAME.fullmatch(value):
                    raise SpecError(f"spec: expected an option's name before '=', got {value!r}")
                if value in options:
                    raise SpecError(f"spec: option {value!r} is given twice in {text!r}")
                options[value] = reader.value()
            else:
                values.append(value)
            if not reader.skip(",") and not reader.peek(")"):
                reader.fail("',' or ')'")
    if not reader.is_done():
        reader.fail("the end")
    return Spec(name.lower(), options, tuple(values))


def format_spec(name: str, options: Mapping[str, object]) -> str:
    """Write a spec back.

    >>> format_spec("nogo", {"size": 7, "rule": "course"})
    'nogo(size=7,rule=course)'
    >>> format_spec("reversi", {})
    'reversi'
    """
    if not options:
        return name
    return name + "(" + ",".join(f"{key}={_quoted(str(value))}" for key, value in options.items()) + ")"


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Reader:
    """A cursor over the text of one spec."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def _spaces(self) -> None:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1

    def is_done(self) -> bool:
        self._spaces()
        return self.place == len(self.text)

    def peek(self, mark: str) -> bool:
        self._spaces()
        return self.text.startswith(mark, self.place)

    def skip(self, mark: str) -> bool:
        found = self.peek(mark)
        self.place += len(mark) * found
        return found

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        self._spaces()
        match = pattern.match(self.text, self.place)
        if match is None:
            self.fail(expected)
        self.place = match.end()
        return match.group()

    def value(self) -> str:
        if not self.skip('"'):
            return self.take(_PLAIN, "a value")
        out: list[str] = []
        while self.place < len(self.text):
            char = self.text[self.place]
            self.place += 1
            if char == '"':
                return "".join(out)
            if char == "\\" and self.place < len(self.text):
                char = self.text[self.place]
                self.place += 1
            out.append(char)
        raise self.error("a closing quote")

    def fail(self, expected: str) -> NoReturn:
        raise self.error(expected)

    def error(self, expected: str) -> SpecError:
        found = repr(self.text[self.place]) if self.place < len(self.text) else "the end"
        return SpecError(f"spec: expected {expected}, found {found} at character {self.place + 1} of {self.text!r}")
