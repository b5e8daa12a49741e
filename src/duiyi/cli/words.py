"""Words that several commands print."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "record"), counted(2, "record"), counted(0, "inaccuracy", "inaccuracies")
    ('1 record', '2 records', '0 inaccuracies')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
