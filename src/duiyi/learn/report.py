"""A page with pictures of a run: losses, Elo, the anchor, speed, how games end. Plain SVG, no other files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import msgspec

from duiyi.learn.run import Run

__all__ = ["write_report"]

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 560, 240, 56, 28
_COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1")
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1200px;padding:0 1rem;color:#1a202c;background:#fff}
figure{display:inline-block;margin:0 1rem 1.5rem 0}figcaption{font-weight:600}svg text{font:12px system-ui,sans-serif}
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left}
@media(prefers-color-scheme:dark){body{background:#171923;color:#e2e8f0}svg text{fill:#e2e8f0}}
"""

Line = dict[str, object]
Curve = tuple[str, str]
"""What is drawn: its name, and its place in a line of progress."""


def write_report(run: Run, path: Path) -> Path:
    """Write the page and say where it is; the run may be of any trainer."""
    config = msgspec.json.decode((run.folder / "config.json").read_bytes(), type=Line)
    if config.get("kind") in _CHARTS:
        lines, charts, settings = _lines(run.folder / "progress.jsonl"), _CHARTS[str(config["kind"])], config
        drawn = lines
    else:
        lines = [msgspec.to_builtins(line) for line in run.progress()]
        charts, settings = _network_charts(run.settings().anchor), msgspec.structs.asdict(run.settings())
        drawn = [line for line in lines if line["step"] != 0]
    figures = "".join(_chart(title, curves, drawn) for title, curves in charts)
    title = f"Training of {escape(str(settings['game']))}"
    path.write_text(
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title><style>{_STYLE}</style>"
        f"<h1>{title}</h1>{_summary(lines)}{figures}<h2>Settings</h2>{_table(settings)}</html>\n",
        encoding="utf-8",
    )
    return path


_CHARTS: dict[str, list[tuple[str, list[Curve]]]] = {
    "eval": [
        ("Error on rows held out", [("error", "loss")]),
        ("Elo against the best before", [("Elo", "elo"), ("low", "low"), ("high", "high")]),
        ("Rows learnt from", [("rows", "rows")]),
        ("Games", [("games", "games")]),
    ],
    "td": [
        ("Squared error", [("error", "loss")]),
        ("Score against the anchor", [("score", "score")]),
        ("Games", [("games", "games")]),
    ],
}


def _network_charts(anchor: str) -> list[tuple[str, list[Curve]]]:
    return [
        ("Loss", [("policy", "policy_loss"), ("value", "value_loss")]),
        ("Elo against the first network", [("Elo", "elo")]),
        (f"Score against {anchor}", [("score", "anchor_score")]),
        ("Games per hour", [("games/h", "games_per_hour")]),
        ("Positions per second", [("positions/s", "positions_per_second")]),
        ("Plies of a game", [("plies", "plies")]),
        ("Score of the first seat", [("first seat", "first_seat")]),
    ]


def _lines(path: Path) -> list[Line]:
    """The lines that can be read: the last may be half written, and one that was written twice counts once."""
    found: dict[object, Line] = {}
    for text in path.read_bytes().split(b"\n") if path.is_file() else ():
        try:
            line = msgspec.json.decode(text, type=Line)
        except msgspec.MsgspecError:
            continue
        found[line.get("step")] = line
    return list(found.values())


def _summary(lines: Sequence[Line]) -> str:
    if not lines:
        return "<p>No iteration is done yet.</p>"
    last = lines[-1]
    rows = f", {last['rows']} rows learnt from" if "rows" in last else ""
    return (
        f"<p>{len(lines)} iterations, {_number(last, 'minutes') or 0:.0f} minutes, {last['games']} games{rows}; "
        f"{sum(bool(line.get('promoted')) for line in lines)} were better than the best before.</p>"
    )


def _number(line: Line, name: str) -> float | None:
    value = line.get(name)
    return float(value) if isinstance(value, int | float) else None


def _table(values: dict[str, object]) -> str:
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in values.items())
    return f"<table>{rows}</table>"


def _chart(title: str, curves: Sequence[Curve], lines: Sequence[Line]) -> str:
    minutes_of = [_number(line, "minutes") or 0.0 for line in lines]
    points = [
        [
            (when, value)
            for when, line in zip(minutes_of, lines, strict=True)
            if (value := _number(line, name)) is not None
        ]
        for _, name in curves
    ]
    values = [value for curve in points for _, value in curve]
    if not values:
        return ""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 0.5, high + 0.5
    end = max(1e-9, *minutes_of)

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
