"""The error of the HTTP edge: a status, a stable code and a sentence."""

from __future__ import annotations

from duiyi.base import GameOver, IllegalMove, TextError
from duiyi.wire import Words

__all__ = ["BadGame", "ProblemError", "TooFast"]

_SENTENCES: dict[str, tuple[int, str, str]] = {
    "no_session": (401, "log in or play as a guest first", "请先登录或以游客身份进入"),
    "wrong_login": (401, "name or password is wrong", "用户名或密码不正确"),
    "wrong_code": (401, "this code is not valid", "这个代码无效"),
    "forbidden": (403, "you may not do this", "你无权这样做"),
    "cross_site": (403, "this request came from another site", "请求来自其他网站"),
    "not_found": (404, "there is nothing here", "这里什么也没有"),
    "wrong_method": (405, "this path wants another method", "请求方法不对"),
    "name_taken": (409, "this name is taken", "这个名字已被使用"),
    "has_account": (409, "you have an account already", "你已经有账号了"),
    "bad_name": (
        422,
        "a name has 2 to 24 letters, digits, spaces, _ or -",
        "名字须为 2 到 24 个字母、数字、汉字、空格、_ 或 -",
    ),
    "bad_request": (422, "this request cannot be read", "无法读懂这个请求"),
    "bad_game": (422, "there is no such game", "没有这种棋"),
    "bad_engine": (422, "there is no such engine, or it may not be used here", "没有这个引擎，或此处不能使用"),
    "too_large": (413, "this request is too large", "请求太大"),
    "too_fast": (429, "too many requests: wait a little", "请求太快，请稍候"),
    "too_many": (429, "you have too many of these already", "你已经有太多了"),
    "not_configured": (503, "the host has not configured this", "服务器没有配置这项功能"),
    "coach_failed": (502, "the coach's language model did not answer", "教练的语言模型没有回答"),
    "internal": (500, "something went wrong on the server; it has been noted", "服务器出错，已记录"),
    "stopping": (503, "the server is stopping", "服务器正在停止"),
}


class ProblemError(Exception):
    """A request that is refused.

    >>> ProblemError("no_session").status
    401
    """

    def __init__(self, code: str, words: Words | None = None, retry_after: float | None = None) -> None:
        status, en, zh = _SENTENCES.get(code, (409, "this cannot be done now", "现在不能这样做"))
        self.status = status
        self.code = code
        self.words = words or Words(en, zh)
        self.retry_after = retry_after
        super().__init__(self.words.en)


class BadGame(ProblemError):
    """A game, a position or a move that came from outside and is none; the rules' own words say why.

    >>> BadGame(TextError("expected 90 cells")).words.zh
    '读不懂这个局面或着法：expected 90 cells'
    """

    def __init__(self, error: ValueError) -> None:
        super().__init__("bad_game", Words(str(error), f"{_zh(error)}：{error}"))


def _zh(error: ValueError) -> str:
    if isinstance(error, GameOver):
        return "棋局已经结束"
    if isinstance(error, IllegalMove):
        return "这一着不合规则"
    if isinstance(error, TextError):
        return "读不懂这个局面或着法"
    return "没有这种棋，或它的选项不对"


class TooFast(ProblemError):
    """Too many requests; says how long to wait.

    >>> TooFast(1.5).retry_after
    1.5
    """

    def __init__(self, seconds: float) -> None:
        super().__init__("too_fast", retry_after=round(seconds, 2))
