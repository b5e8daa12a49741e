"""What is said of a file that cannot be read."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Locate", "RecordError", "at_byte", "at_line", "shown"]

Locate = Callable[[int], str]
"""Turns an offset into words such as ``line 3, column 7``; called only when there is something to complain about."""


class RecordError(ValueError):
    """A file that cannot be read: names the file, the place, what was expected and what was found.

    >>> str(RecordError("game.sgf", "line 2", "a legal move", "h8"))
    'game.sgf: line 2: expected a legal move, found h8'
    """

    def __init__(self, file: str, place: str, expected: str, found: str) -> None:
        self.file, self.place, self.expected, self.found = file, place, expected, found
        where = ": ".join(part for part in (file, place) if part)
        super().__init__(f"{where}{': ' if where else ''}expected {expected}, found {found}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str, str, str]]:
        return RecordError, (self.file, self.place, self.expected, self.found)


def at_line(text: str | bytes) -> Locate:
    """Places in a text, by line and column.

    >>> at_line("ab\\ncd")(4)
    'line 2, column 2'
    """

    def locate(offset: int) -> str:
        before = text[:offset]
        newline = before.count("\n") if isinstance(before, str) else before.count(b"\n")
        last = before.rfind("\n") if isinstance(before, str) else before.rfind(b"\n")
        return f"line {newline + 1}, column {offset - last}"

    return locate


def at_byte(offset: int) -> str:
    """Places in a binary file.

    >>> at_byte(1032)
    'byte 1032'
    """
    return f"byte {offset}"


def shown(value: object) -> str:
    """A piece of a file as an error may show it: quoted and short.

    >>> shown("x" * 60)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"
    """
    text = value if isinstance(value, str) else str(value)
    return repr(text[:40] + "..." if len(text) > 40 else text)
