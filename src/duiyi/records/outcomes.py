"""Ends that the board does not show, as files tell them: resigned, lost on time, agreed."""

from __future__ import annotations

import re

from duiyi.base import Game, Outcome, Words

__all__ = ["claim", "pgn_result", "read_result", "sgf_result", "winner_of"]

_DRAWS = {
    "0",
    "=",
    "draw",
    "drawn",
    "jigo",
    "tie",
    "1/2-1/2",
    "1/2",
    "0.5-0.5",
    "½-½",
    "½",
    "和",
    "和棋",
    "和局",
    "平局",
}
_WINS = {"1-0": 0, "0-1": 1, "先胜": 0, "先负": 1}
_WON = re.compile(r"(\w)\w*?\s*\+\s*(.*)", re.DOTALL)
_WON_ZH = re.compile(r"(\w)[方先]?\s*(胜|勝|负|負)")
_REASONS = {"r": "resign", "t": "time", "f": "abandon"}
_LETTERS = {reason: letter.upper() for letter, reason in _REASONS.items()}


def claim(game: Game, winner: int | None, reason: str = "") -> Outcome:
    """The outcome of a game of two seats that a file claims; without a winner it is a draw.

    Files seldom say why a game ended before the board did: a win is then a resignation, a draw an agreement.

    >>> from duiyi.games.registry import load_game
    >>> claim(load_game("reversi"), 1, "time").words.en
    'White wins on time'
    """
    if winner is None:
        return Outcome((0.5,) * game.seats, reason or "agreement", Words("a draw by agreement", "双方议和"))
    scores = tuple(float(seat == winner) for seat in range(game.seats))
    won, lost = game.seat_words(winner), game.seat_words((winner + 1) % game.seats)
    sentences = {
        "time": Words(f"{won.en} wins on time", f"{won.zh}胜：{lost.zh}超时"),
        "abandon": Words(f"{won.en} wins: {lost.en} has left", f"{won.zh}胜：{lost.zh}离开了对局"),
        "resign": Words(f"{won.en} wins: {lost.en} resigns", f"{won.zh}胜：{lost.zh}认输"),
    }
    reason = reason or "resign"
    return Outcome(scores, reason, sentences.get(reason, Words(f"{won.en} wins", f"{won.zh}胜")))


def winner_of(outcome: Outcome | None) -> int | None:
    """The one winner, or None.

    >>> winner_of(Outcome((0.0, 1.0), "resign"))
    1
    """
    return outcome.winners[0] if outcome is not None and len(outcome.winners) == 1 else None


def read_result(game: Game, text: str, black: int = 0) -> Outcome | None:
    """The outcome that a result text claims, such as ``B+R``, ``W+12.5``, ``1-0``, ``黑胜``; None if it claims none.

    `black` is the seat with the black stones, where an opening may have changed it.

    >>> from duiyi.games.registry import load_game
    >>> game = load_game("reversi")
    >>> read_result(game, "W+T").reason, read_result(game, "Draw").scores, read_result(game, "?")
    ('time', (0.5, 0.5), None)
    """
    plain = text.strip().lower()
    if plain in _DRAWS:
        return claim(game, None)
    if plain in _WINS:
        return claim(game, _WINS[plain])
    sides = _sides(game, black)
    if (match := _WON.fullmatch(plain)) and match[1] in sides:
        return claim(game, sides[match[1]], _REASONS.get(match[2][:1], ""))
    if (match := _WON_ZH.fullmatch(plain)) and match[1] in sides:
        seat = sides[match[1]]
        return claim(game, seat if match[2] in "胜勝" else 1 - seat)
    return None


def sgf_result(game: Game, outcome: Outcome | None, black: int = 0) -> str:
    """The result text of an outcome as SGF writes it; `read_result` reads it back.

    >>> from duiyi.games.registry import load_game
    >>> sgf_result(load_game("reversi"), Outcome((1.0, 0.0), "resign"))
    'B+R'
    """
    if outcome is None:
        return "?"
    winner = winner_of(outcome)
    if winner is None:
        return "Draw"
    return f"{'B' if winner == black else 'W'}+{_LETTERS.get(outcome.reason, '')}"


def pgn_result(outcome: Outcome | None) -> str:
    """The result text of an outcome as PGN writes it.

    >>> pgn_result(Outcome((0.5, 0.5), "agreement")), pgn_result(None)
    ('1/2-1/2', '*')
    """
    if outcome is None:
        return "*"
    winner = winner_of(outcome)
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


def _sides(game: Game, black: int) -> dict[str, int]:
    """Seats by the first letter of their colour."""
    if game.name == "xiangqi":
        return {"r": 0, "w": 0, "红": 0, "紅": 0, "b": 1, "黑": 1}
    return {"b": black, "黑": black, "w": 1 - black, "白": 1 - black}
