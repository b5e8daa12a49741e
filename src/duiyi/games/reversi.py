"""Reversi 黑白棋: even boards from 4x4 to 16x16.

>>> from duiyi import load_game, perft
>>> game = load_game("reversi")
>>> perft(game.initial(), 5)
1396
"""

from __future__ import annotations

from duiyi.base import Move, Option, Position, Shape, TextError, Words
from duiyi.games.boards import square_cells
from duiyi.games.native import NativeGame

__all__ = ["Reversi", "read_transcript", "write_transcript"]

_ILLEGAL = {
    "occupied": Words("{0} is already taken", "{0} 已有棋子"),
    "turns_nothing": Words("a disc on {0} would turn nothing", "落在 {0} 不能翻转任何棋子"),
    "must_move": Words("you may pass only when no disc can be turned", "只有无子可翻时才能停一手"),
    "must_pass": Words("no disc can be turned anywhere: you must pass", "无处可翻子，只能停一手"),
}


class Reversi(NativeGame):
    """Reversi on a board of even size."""

    name = "reversi"
    title = Words("Reversi", "黑白棋")
    options = (Option("size", 8, tuple(range(4, 17, 2)), Words("Board size", "棋盘大小")),)

    def shape(self) -> Shape:
        size = int(self.values["size"])
        return Shape("reversi", "place", square_cells(size, size, self.move_text, diagonal=True))

    def move_words(self, move: Move) -> Words:
        text = self.move_text(move)
        return Words("Pass", "停一手") if text == "pass" else Words(text, text)

    def seat_words(self, seat: int) -> Words:
        return (Words("Black", "黑方"), Words("White", "白方"))[seat]

    def illegal_words(self, code: str, words: list[str]) -> Words:
        return Words(*(sentence.format(*words) for sentence in _ILLEGAL[code]))

    def outcome_words(self, reason: str, scores: tuple[float, ...], code: str, words: list[str]) -> Words:
        black, white = words
        if scores[0] == scores[1]:
            return Words(f"a draw, {black} discs each", f"和棋，双方各 {black} 子")
        winner = self.seat_words(scores.index(1.0))
        return Words(f"{winner.en} wins, {black} to {white} discs", f"{winner.zh}胜，黑 {black} 子，白 {white} 子")


def read_transcript(position: Position, text: str) -> list[Move]:
    """The moves of a transcript such as ``f5d6c3``; passes, which transcripts leave out, are put in.

    >>> from duiyi import load_game
    >>> game = load_game("reversi")
    >>> [game.move_text(move) for move in read_transcript(game.initial(), "F5d6 c3")]
    ['f5', 'd6', 'c3']
    """
    moves: list[Move] = []
    game = position.game
    squares = "".join(text.split())
    for place in range(0, len(squares), 2):
        square = squares[place : place + 2]
        if square.lower() in ("pa", "ps", "--"):
            square = "pass"
        move = game.parse_move(square)
        if square != "pass" and _must_pass(position):
            moves.append(game.parse_move("pass"))
            position = position.after(moves[-1])
        if not position.is_legal(move):
            why = position.why_illegal(move)
            raise TextError(f"transcript: move {place // 2 + 1} ({square}): {why.words.en if why else 'not legal'}")
        moves.append(move)
        position = position.after(move)
    return moves


def write_transcript(position: Position, moves: list[Move]) -> str:
    """The discs placed, two characters each, without passes.

    >>> from duiyi import load_game
    >>> game = load_game("reversi")
    >>> write_transcript(game.initial(), [game.parse_move(text) for text in ("f5", "d6", "c3")])
    'f5d6c3'
    """
    texts = [position.game.move_text(move) for move in moves]
    return "".join(text for text in texts if text != "pass")


def _must_pass(position: Position) -> bool:
    moves = position.legal_moves()
    return len(moves) == 1 and position.game.move_text(moves[0]) == "pass"
