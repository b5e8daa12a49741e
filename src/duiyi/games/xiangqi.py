"""Xiangqi 中国象棋, with four ways of judging repetitions and a choice of the natural-move limit.

>>> from duiyi import load_game, perft
>>> game = load_game("xiangqi")
>>> perft(game.initial(), 3)
79666
>>> position = game.position("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9")
>>> position.outcome().words.en
'Red has given check with every move until the position stood for the third time: Black wins'
"""

from __future__ import annotations

from duiyi.base import Option, Shape, Words
from duiyi.games.boards import square_cells
from duiyi.games.native import NativeGame

__all__ = ["Xiangqi"]

_EN = {"k": "general", "a": "advisor", "b": "elephant", "n": "horse", "r": "rook", "c": "cannon", "p": "soldier"}
_ZH = dict(zip("KABNRCPkabnrcp", "帅仕相马车炮兵将士象马车炮卒", strict=True))

_ILLEGAL = {
    "no_piece": Words("there is no piece on {0}", "{0} 没有棋子"),
    "not_your_piece": Words("the {1} on {0} is not yours", "{0} 的{1}不是你的棋子"),
    "same_point": Words("a move must leave {0}", "棋子必须离开 {0}"),
    "own_piece": Words("your own {1} stands on {0}", "{0} 上是自己的{1}"),
    "not_its_way": Words("the {0} does not move like that", "{0}不能这样走"),
    "palace": Words("the {0} may not leave the palace", "{0}不能走出九宫"),
    "river": Words("elephants may not cross the river", "相（象）不能过河"),
    "elephant_eye": Words("the piece on {0} blocks the elephant's eye", "{0} 有子塞住象眼"),
    "horse_leg": Words("the piece on {0} blocks the horse's leg", "{0} 有子蹩住马腿"),
    "soldier_backward": Words("soldiers never move backwards", "兵（卒）不能后退"),
    "soldier_sideways": Words("a soldier moves sideways only across the river", "兵（卒）过河以后才能横走"),
    "path_blocked": Words("the piece on {0} is in the way", "{0} 有子挡路"),
    "cannon_screen": Words(
        "a cannon captures over exactly one piece; {0} stand between", "炮要隔一个子才能吃子，中间有 {0} 个子"
    ),
    "general_is_not_taken": Words("a general is never taken: the check ends the game", "不能直接吃将（帅），将死即胜"),
    "generals_face": Words("the generals would face each other", "将帅不能照面"),
    "king_attacked": Words("the {0} on {1} attacks that point", "那里会被 {1} 的{0}将军"),
    "check_not_answered": Words("this leaves the check by the {0} on {1} standing", "没有应将：{1} 的{0}仍在将军"),
    "exposes_king": Words("this exposes the general to the {0} on {1}", "走后会被 {1} 的{0}将军"),
}

_THIRD = Words("until the position stood for the third time", "同一局面第三次出现")
_ENDS = {
    "checkmate": Words("{loser} is checkmated: {winner} wins", "{loser}被将死，{winner}胜"),
    "stalemate": Words("{loser} has no legal move: {winner} wins", "{loser}被困毙，{winner}胜"),
    "perpetual_check": Words(
        "{loser} has given check with every move {third}: {winner} wins", "{loser}长将，{third}，判{winner}胜"
    ),
    "perpetual_chase": Words(
        "{loser} chases the {prey} on {point} for the third time: {winner} wins",
        "{loser}第三次长捉 {point} 的{prey}，判{winner}胜",
    ),
    "check_and_chase": Words(
        "{loser} mixes checks or threats of mate with chasing the {prey} on {point} {third}: {winner} wins",
        "{loser}将、杀与捉 {point} 的{prey}交替进行，{third}，判{winner}胜",
    ),
    "check_and_threat": Words(
        "{loser} has given check or threatened mate with every move {third}: {winner} wins",
        "{loser}步步将军或要杀，{third}，判{winner}胜",
    ),
    "both_check": Words("both sides have given perpetual check {third}: a draw", "双方长将，{third}，判和"),
    "both_chase": Words("both sides have attacked without pause {third}: a draw", "双方均为禁止着法，{third}，判和"),
    "repetition": Words(
        "the position stands for the third time and nobody is to blame: a draw", "{third}，双方不变，判和"
    ),
    "natural_limit": Words(
        "{count} moves of both sides without a capture: a draw", "双方连续 {count} 回合没有吃子，判和"
    ),
    "memory_limit": Words("{count} plies without a capture, checks included: a draw", "连续 {count} 步没有吃子，判和"),
    "insufficient_material": Words("neither side can win any more: a draw", "双方均无取胜的子力，判和"),
}


class Xiangqi(NativeGame):
    """Chinese chess. Red is seat 0."""

    name = "xiangqi"
    title = Words("Xiangqi", "中国象棋")
    options = (
        Option("repetition", "axf", ("axf", "computer", "cxa", "simple", "none"), Words("Repetition rule", "棋例")),
        Option("natural", 60, (60, 50, 0), Words("Moves without capture", "自然限着")),
    )

    def shape(self) -> Shape:
        return Shape("xiangqi", "move", square_cells(10, 9, lambda cell: f"{'abcdefghi'[cell % 9]}{9 - cell // 9}"))

    def seat_words(self, seat: int) -> Words:
        return (Words("Red", "红方"), Words("Black", "黑方"))[seat]

    def illegal_words(self, code: str, words: list[str]) -> Words:
        en, zh = _ILLEGAL[code]
        return Words(
            en.format(*(_EN.get(word.lower(), word) for word in words)),
            zh.format(*(_ZH.get(word, word) for word in words)),
        )

    def outcome_words(self, reason: str, scores: tuple[float, ...], code: str, words: list[str]) -> Words:
        winner = self.seat_words(scores.index(max(scores)))
        loser = self.seat_words(scores.index(min(scores)))
        letter, point, guard = words[1:4] if len(words) == 4 else ("p", "", "")
        loose = guard == "unprotected"
        prey = Words(("unprotected " if loose else "") + _EN[letter.lower()], ("无根" if loose else "") + _ZH[letter])
        count = words[0] if words else ""
        return Words(
            *(
                sentence.format(
                    winner=winner[language],
                    loser=loser[language],
                    prey=prey[language],
                    third=_THIRD[language],
                    point=point,
                    count=count,
                )
                for language, sentence in enumerate(_ENDS[code])
            )
        )
