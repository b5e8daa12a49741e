"""Moves as people write them."""

from __future__ import annotations

from duiyi.base import Position, Words
from duiyi.games.xiangqi_notation import to_chinese
from duiyi.records.record import advance

__all__ = ["line_words", "move_words"]


def move_words(position: Position, text: str) -> Words:
    """A move's text in English and in Chinese: Xiangqi in the notation of its books, a seat that leaves in words.

    >>> from duiyi import load_game
    >>> move_words(load_game("xiangqi").initial(), "h2e2").zh
    '炮二平五'
    """
    game = position.game
    if text.startswith("out:"):
        words = game.seat_words(int(text[4:]))
        return Words(f"{words.en} leaves", f"{words.zh}退出")
    move = game.parse_move(text)
    if game.name == "xiangqi":
        return Words(text, to_chinese(position, move))
    if game.name == "chinese_checkers":
        return Words(text.replace(":", " → "), text.replace(":", " → "))
    return game.move_words(move)


def line_words(position: Position, texts: tuple[str, ...]) -> list[Words]:
    """The moves of a line, one after the other.

    >>> from duiyi import load_game
    >>> [words.en for words in line_words(load_game("reversi").initial(), ("f5", "d6"))]
    ['f5', 'd6']
    """
    told = []
    for text in texts:
        told.append(move_words(position, text))
        position = advance(position, text)
    return told
