"""The one error of rooms: a command that is refused, with a stable code and a sentence for the person."""

from __future__ import annotations

from duiyi.base import Explanation
from duiyi.wire import Words

__all__ = ["Refused", "refused_move"]

_SENTENCES: dict[str, tuple[str, str]] = {
    "not_host": ("only the host may do this", "只有房主可以这样做"),
    "not_seated": ("you have no seat at this table", "你没有座位"),
    "which_seat": ("you own several seats: say which", "你有多个座位，请指明是哪一个"),
    "no_such_seat": ("there is no such seat", "没有这个座位"),
    "seat_taken": ("this seat is taken", "这个座位已有人"),
    "seat_free": ("this seat is free already", "这个座位本来就空着"),
    "seat_invited": ("this seat is kept for a guest with its link", "这个座位留给持邀请链接的人"),
    "kicked": ("the host has asked you to leave this table", "房主已请你离席"),
    "already_seated": ("in a rated game one person takes one seat", "计分对局一人只能坐一个座位"),
    "game_on": ("a game is on", "对局正在进行"),
    "no_game": ("no game is on", "现在没有对局"),
    "paused": ("the game is paused", "对局已暂停"),
    "closed": ("this room is closed", "房间已关闭"),
    "not_ready": ("not everybody is ready", "还有人没有准备好"),
    "not_full": ("there are free seats", "还有空座位"),
    "not_your_turn": ("it is not your turn", "还没轮到你"),
    "your_turn": ("it is your turn: play the move", "已轮到你，请直接落子"),
    "stale": ("the position has changed meanwhile", "局面已经变化"),
    "time": ("your time was over", "你已超时"),
    "handed_over": ("an engine plays your seat: take it back first", "正在托管，请先取回"),
    "not_handed_over": ("you play this seat yourself already", "这个座位本来就由你操作"),
    "out": ("this seat is out of the game", "这个座位已出局"),
    "late": ("this answer came too late", "回应来得太晚"),
    "no_draws": ("this game knows no draws", "这种棋没有和棋"),
    "no_takeback": ("takebacks are off in this room", "本房间不允许悔棋"),
    "nothing_to_take_back": ("there is no move of yours to take back", "没有可悔的着法"),
    "no_offer": ("there is no such offer", "没有这个提议"),
    "already_offered": ("this is offered already", "已经提过了"),
    "no_hints": ("hints are off in this room", "本房间不允许提示"),
    "nothing_to_claim": ("nobody has been away for long enough", "还没有人离开足够久"),
    "muted": ("the host has muted you", "你已被房主禁言"),
    "too_fast": ("you speak too fast: wait a little", "说得太快了，请稍候"),
    "empty": ("there is nothing in this message", "消息是空的"),
    "start_over": ("the game is over in this position already", "这个局面下对局已经结束"),
    "rated_settings": (
        "a rated game has no hints, no warnings, no free takebacks and begins at the beginning",
        "计分对局不能有提示、警示、自由悔棋，并且从开局开始",
    ),
}


class Refused(ValueError):
    """A command that the room does not carry out; nothing has changed.

    >>> Refused("not_your_turn").words.en
    'it is not your turn'
    """

    def __init__(self, code: str, words: Words | None = None, cells: tuple[int, ...] = ()) -> None:
        self.code = code
        self.words = words or Words(*_SENTENCES[code])
        self.cells = cells
        super().__init__(self.words.en)


def refused_move(explanation: Explanation) -> Refused:
    """The refusal of a move that the rules do not allow.

    >>> from duiyi.base import Words
    >>> refused_move(Explanation("occupied", Words("e5 is taken", "e5 已有棋子"), (3,))).cells
    (3,)
    """
    return Refused("illegal", Words(*explanation.words), explanation.cells)
