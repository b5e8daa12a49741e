"""Ranks of a board text from the codes of their points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def write_rank(codes: Sequence[str]) -> str:
    """One rank: letters, and the lengths of runs of empty points.

    >>> write_rank(["x", "", "", "o"])
    'x2o'
    """
    return "".join("".join(run) if code else str(len(list(run))) for code, run in groupby(codes))
