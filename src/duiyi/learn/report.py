"""A page with pictures of a run: losses, Elo, the anchor, speed, how games end. Plain SVG, no other files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

import msgspec

from duiyi.learn.run import ProgressLine, Run

__all__ = ["write_report"]

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 560, 240, 56, 28
_COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1")
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1200px;padding:0 1rem;color:#1a202c;background:#fff}
figure{display:inline-block;margin:0 1rem 1.5rem 0}figcaption{font-weight:600}svg text{font:12px system-ui,sans-serif}
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left}
@media(prefers-color-scheme:dark){body{background:#171923;color:#e2e8f0}svg text{fill:#e2e8f0}}
"""

Curve = tuple[str, Callable[[ProgressLine], float | None]]


def write_report(run: Run, path: Path) -> Path:
    """Write the page and say where it is."""
    lines, settings = run.progress(), run.settings()
    charts: list[tuple[str, list[Curve]]] = [
        ("Loss", [("policy", lambda line: line.policy_loss), ("value", lambda line: line.value_loss)]),
        ("Elo against the first network", [("Elo", lambda line: line.elo)]),
        (f"Score against {settings.anchor}", [("score", lambda line: line.anchor_score)]),
        ("Games per hour", [("games/h", lambda line: line.games_per_hour)]),
        ("Positions per second", [("positions/s", lambda line: line.positions_per_second)]),
        ("Plies of a game", [("plies", lambda line: line.plies)]),
        ("Score of the first seat", [("first seat", lambda line: line.first_seat)]),
    ]
    figures = "".join(_chart(title, curves, [line for line in lines if line.step > 0]) for title, curves in charts)
    title = f"Training of {escape(settings.game)}"
    path.write_text(
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title><style>{_STYLE}</style>"
        f"<h1>{title}</h1>{_summary(lines)}{figures}<h2>Settings</h2>{_table(msgspec.structs.asdict(settings))}</html>\n",
        encoding="utf-8",
    )
    return path


def _summary(lines: Sequence[ProgressLine]) -> str:
    if not lines:
        return "<p>No iteration is done yet.</p>"
    last = lines[-1]
    return (
        f"<p>{last.step} iterations, {last.minutes:.0f} minutes, {last.games} games, {last.rows} rows learnt from; "
        f"{sum(bool(line.promoted) for line in lines)} networks were promoted.</p>"
    )


def _table(values: dict[str, object]) -> str:
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in values.items())
    return f"<table>{rows}</table>"


def _chart(title: str, curves: Sequence[Curve], lines: Sequence[ProgressLine]) -> str:
    points = [[(line.minutes, value) for line in lines if (value := get(line)) is not None] for _, get in curves]
    values = [value for curve in points for _, value in curve]
    if not values:
        return ""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 0.5, high + 0.5
    end = max(1e-9, max(line.minutes for line in lines))

    def place(minutes: float, value: float) -> tuple[float, float]:
        x = _LEFT + minutes / end * (_WIDTH - _LEFT - 8)
        return x, 8 + (high - value) / (high - low) * (_HEIGHT - _BOTTOM - 8)

    parts = []
    for i in range(5):
        value = low + (high - low) * i / 4
        y = place(0, value)[1]
        parts.append(f"<path d='M{_LEFT} {y:.1f}H{_WIDTH}' stroke='#888' stroke-opacity='.25'/>")
        parts.append(f"<text x='{_LEFT - 6}' y='{y + 4:.1f}' text-anchor='end'>{value:.4g}</text>")
    for i in range(5):
        x = place(end * i / 4, low)[0]
        anchor = "end" if i == 4 else "middle"
        parts.append(f"<text x='{x:.1f}' y='{_HEIGHT - 8}' text-anchor='{anchor}'>{end * i / 4:.3g} min</text>")
    for number, curve in enumerate(points):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in curve))
        parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>")
        if len(points) > 1:
            parts.append(
                f"<text x='{_LEFT + 10 + 90 * number}' y='20' style='fill:{colour}'>{curves[number][0]}</text>"
            )
    box = f"viewBox='0 0 {_WIDTH} {_HEIGHT}' width='{_WIDTH}' height='{_HEIGHT}' role='img'"
    return f"<figure><figcaption>{escape(title)}</figcaption><svg {box}>{''.join(parts)}</svg></figure>"
