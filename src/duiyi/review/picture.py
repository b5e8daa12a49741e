"""The win-rate curve of a review as a picture. Needs Matplotlib, which only pictures need: ``duiyi[pictures]``."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from duiyi.base import Game
from duiyi.review.judge import SIGNS
from duiyi.review.opinions import Opinion, Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["picture_of", "seat_colours"]

_CAMPS = dict(zip("ABCDEF", ("#e03131", "#f08c00", "#f2c200", "#2b8a3e", "#1971c2", "#7048e8"), strict=True))
_VERDICTS = {"blunder": "#c92a2a", "mistake": "#c7700a", "inaccuracy": "#2b6cb0"}
_PAPER, _INK, _ASH = "#fffdf8", "#22201c", "#6d665b"
_CHINESE_FONTS = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Zen Hei"]


def picture_of(review: Review, language: str = "en") -> bytes:
    """A PNG: one panel per engine, an area for two seats or stacked bands for more, with the marked moves.

    On a machine without a Chinese font its words are English: empty boxes help nobody.

    >>> from duiyi.records import Record
    >>> from duiyi.review.opinions import review_record
    >>> picture_of(review_record(Record.from_moves("reversi", "f5 d6 c3"), ["greedy"]))[1:4]
    b'PNG'
    """
    try:
        import matplotlib
        from matplotlib import font_manager
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("a PNG needs Matplotlib: pip install 'duiyi[pictures]'") from None
    known = {font.name for font in font_manager.fontManager.ttflist}
    chinese = [name for name in _CHINESE_FONTS if name in known]
    language = language if chinese else "en"
    with matplotlib.rc_context({"font.family": [*chinese, "DejaVu Sans"]}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # of a player's name
        count = len(review.opinions)
        figure = Figure(figsize=(10, 1.2 + 2.8 * count), dpi=144, facecolor=_PAPER, layout="constrained")
        FigureCanvasAgg(figure)
        panels = figure.subplots(count, 1, squeeze=False, sharex=True)
        for row, opinion in zip(panels, review.opinions, strict=True):
            _panel(row[0], review, opinion, language)
        panels[-1][0].set_xlabel("ply" if language == "en" else "着数", color=_ASH)
        figure.suptitle(_title(review, language), color=_INK, fontsize=13)
        out = BytesIO()
        figure.savefig(out, format="png")
        return out.getvalue()


def seat_colours(game: Game) -> list[str]:
    """The colours of a game's seats in graphs.

    >>> from duiyi import load_game
    >>> seat_colours(load_game("chinese_checkers(seats=3)"))
    ['#e03131', '#f2c200', '#1971c2']
    """
    if game.name == "chinese_checkers":
        return [_CAMPS[game.seat_words(seat).en[-1]] for seat in range(game.seats)]
    if game.seats > 2:
        return list(_CAMPS.values())[: game.seats]
    return ["#b3261e", "#3b3a38"] if game.name == "xiangqi" else ["#3b3a38", "#e9e3d6"]


def _panel(axes: Axes, review: Review, opinion: Opinion, language: str) -> None:
    game = review.record.rules
    plies = list(range(len(opinion.thoughts)))
    shares = [_shares(thought.rates) for thought in opinion.thoughts]
    axes.stackplot(plies, *zip(*shares, strict=True), colors=seat_colours(game), linewidth=0)
    if game.seats == 2:
        axes.plot(plies, [share[0] for share in shares], color="#8d8577", linewidth=1.2)
        axes.axhline(0.5, color="#8d8577", linewidth=0.8, linestyle=(0, (4, 4)))
    for move in opinion.moves:
        if move.verdict is None:
            continue
        height = shares[move.ply][0] if game.seats == 2 else 0.97
        axes.plot(move.ply, height, "o", color=_VERDICTS[move.verdict], markeredgecolor="white", markersize=6)
    for move in opinion.turning_points:
        text = review.record.moves[move.ply - 1].move + (SIGNS[move.verdict] if move.verdict else "")
        high = shares[move.ply][0] > 0.5
        axes.annotate(
            text,
            (move.ply, shares[move.ply][0] if game.seats == 2 else 0.97),
            xytext=(0, -16 if high or game.seats > 2 else 10),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=_INK,
            bbox={"boxstyle": "round,pad=0.25", "facecolor": _PAPER, "edgecolor": "#e2d9c8"},
        )
    axes.set_xlim(0, max(1, plies[-1]))
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.tick_params(colors=_ASH, length=0)
    for side in axes.spines.values():
        side.set_color("#e2d9c8")
    told = "  ".join(f"{_name(review, seat.seat, language)} {seat.accuracy:.0f}" for seat in opinion.seats)
    word = "accuracy" if language == "en" else "准确度"
    axes.set_title(f"{opinion.engine}   {word}: {told}", loc="left", fontsize=10, color=_ASH)


def _title(review: Review, language: str) -> str:
    game = review.record.rules
    names = " – ".join(_name(review, seat, language) for seat in range(game.seats))
    return f"{game.title.en if language == 'en' else game.title.zh}: {names}"


def _name(review: Review, seat: int, language: str) -> str:
    names = review.record.header.names
    words = review.record.rules.seat_words(seat)
    return (names[seat] if seat < len(names) else "") or (words.en if language == "en" else words.zh)


def _shares(rates: Sequence[float]) -> list[float]:
    """The share of every seat, adding up to 1: ranking games give scores that do not."""
    total = sum(rates)
    return [rate / total if total > 0 else 1 / len(rates) for rate in rates]
