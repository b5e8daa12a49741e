"""The XBoard (CECP) protocol for Xiangqi; on boards with ten ranks it counts them from 0, as we do."""

from __future__ import annotations

from collections.abc import Callable

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, GameOver, IllegalMove, Position, TextError
from duiyi.protocols.clock import fixed_seconds, move_seconds
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import FOREVER, Session, one_line
from duiyi.protocols.xboard_text import FEATURES, Level, read_level, result_text, thinking_line
from duiyi.protocols.xiangqi_text import Ranks, play_on, searchable

__all__ = ["XBoard"]

_DRAW_BELOW = 0.45
_IGNORED = frozenset(
    [
        "xboard",
        "accepted",
        "rejected",
        "random",
        "hard",
        "easy",
        "name",
        "rating",
        "ics",
        "computer",
        "bk",
        "pause",
        "resume",
        "nps",
        "ponder",
    ]
)


class XBoard(Session):
    """One XBoard host. The engine keeps the game, as the protocol asks, and plays the side it was given.

    >>> from duiyi.protocols import converse
    >>> converse("xboard", "xiangqi", "new", "force", "usermove h2e2", "ping 1")
    ['pong 1']
    """

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self._ranks = Ranks()
        self._history: list[Position] = [game.initial()]
        self._own_seat: int | None = 1
        self._is_analysing = False
        self._is_dropped = False
        self._posts = False
        self._level = Level()
        self._left = 300.0
        self._fixed: float | None = None
        self._depth: int | None = None
        self._latest: Analysis | None = None

    @property
    def position(self) -> Position:
        """The position of the game as it stands."""
        return self._history[-1]

    async def handle(self, line: str) -> None:
        words = line.split()
        if not words or words[0] in _IGNORED:
            return
        name, rest = words[0], words[1:]
        method = getattr(self, f"_on_{name}", None) if name.isidentifier() else None
        if method is not None:
            method(rest)
        elif name == "?":
            pass  # nothing is being thought about
        elif name == ".":
            self._status()
        elif rest or not self._is_move(name):
            self.say(f"Error (unknown command): {one_line(line)[:80]}")
        else:
            self._on_usermove([name])
        if self._is_analysing and not self.is_thinking and not self.is_done:
            self._analyse()

    def interrupt(self, line: str) -> bool:
        words = line.split()
        name = words[0] if words else ""
        if name == "ping" and not self._is_analysing:
            return False  # the answer says that all commands before it are done, moves included
        if name == "ping":
            self._on_ping(words[1:])
            return True
        if name == ".":
            self._status()
            return True
        if not words or name in _IGNORED:
            return True
        if name == "?" and not self._is_analysing:
            self.stop.set()
            return True
        if name in ("quit", "force", "new", "result", "setboard", "undo", "remove") or self._is_analysing:
            # These are about the game without the move that we are looking for.
            self._is_dropped = not self._is_analysing
            self.stop.set()
        return False

    def failed(self, line: str, error: Exception) -> None:
        self.say(f"Error (internal): {one_line(error)}")

    def _is_move(self, text: str) -> bool:
        try:
            self._ranks.read(self.game, text)
        except TextError:
            return False
        return True

    # Setting up

    def _on_protover(self, words: list[str]) -> None:
        self.say("feature done=0")
        for feature in FEATURES:
            self.say(f"feature {feature}")
        self.say(f'feature myname="Duiyi {self.mind.name}"')
        self.say("feature done=1")

    def _on_variant(self, words: list[str]) -> None:
        if words != ["xiangqi"]:
            self.say(f"Error (unsupported variant): {' '.join(words)[:40]}")

    def _on_new(self, words: list[str]) -> None:
        self.mind.forget()
        self._history = [self.game.initial()]
        self._own_seat = 1
        self._is_analysing = False
        self._depth = None

    def _on_setboard(self, words: list[str]) -> None:
        try:
            self._history = [self.game.position(" ".join(words))]
        except TextError as error:
            self.say(f"tellusererror Illegal position: {one_line(error)}")

    def _on_undo(self, words: list[str]) -> None:
        if len(self._history) > 1:
            self._history.pop()

    def _on_remove(self, words: list[str]) -> None:
        self._on_undo(words)
        self._on_undo(words)

    def _on_memory(self, words: list[str]) -> None:
        if (number := _number(words)) is not None:
            self.mind.memory = max(1, min(round(number), 65536))
            self.mind.forget()

    def _on_cores(self, words: list[str]) -> None:
        if (number := _number(words)) is not None:
            self.mind.threads = max(1, min(round(number), 256))

    def _on_option(self, words: list[str]) -> None:
        name, _, value = " ".join(words).partition("=")
        if name.strip() == "Level" and value.strip().isdecimal():
            self.mind.set_level(int(value) or 99)
        else:
            self.say(f"Error (unknown option): {name[:40]}")

    # Clocks

    def _on_level(self, words: list[str]) -> None:
        level = read_level(words)
        if level is None:
            self.say(f"Error (bad level): {' '.join(words)[:40]}")
            return
        self._level, self._left, self._fixed = level, level.seconds, None

    def _on_st(self, words: list[str]) -> None:
        self._fixed = _number(words)

    def _on_sd(self, words: list[str]) -> None:
        number = _number(words)
        self._depth = None if number is None else max(1, round(number))

    def _on_time(self, words: list[str]) -> None:
        if (number := _number(words)) is not None:
            self._left = number / 100

    def _on_otim(self, words: list[str]) -> None:
        """The opponent's clock says nothing to us."""

    # Playing

    def _on_force(self, words: list[str]) -> None:
        self._own_seat = None

    def _on_go(self, words: list[str]) -> None:
        self._own_seat = self.position.to_move
        self._move_if_due()

    def _on_playother(self, words: list[str]) -> None:
        self._own_seat = 1 - self.position.to_move

    def _on_white(self, words: list[str]) -> None:
        self._own_seat = 1

    def _on_black(self, words: list[str]) -> None:
        self._own_seat = 0

    def _on_usermove(self, words: list[str]) -> None:
        text = words[0] if words else ""
        try:
            self._history.append(play_on(self.position, self._ranks.read(self.game, text)))
        except (TextError, IllegalMove, GameOver) as error:
            self.say(f"Illegal move ({one_line(error)}): {text[:20]}")
            return
        if not self._tell_end():
            self._move_if_due()

    def _on_draw(self, words: list[str]) -> None:
        latest = self._latest
        if latest is not None and self._own_seat is not None and latest.rates[self._own_seat] < _DRAW_BELOW:
            self.say("offer draw")

    def _on_result(self, words: list[str]) -> None:
        self._own_seat = None

    def _on_ping(self, words: list[str]) -> None:
        self.say(" ".join(["pong", *words[:1]]))

    def _on_post(self, words: list[str]) -> None:
        self._posts = True

    def _on_nopost(self, words: list[str]) -> None:
        self._posts = False

    def _on_analyze(self, words: list[str]) -> None:
        self._own_seat = None
        self._is_analysing = True

    def _on_exit(self, words: list[str]) -> None:
        self._is_analysing = False

    def _on_hint(self, words: list[str]) -> None:
        if self.position.outcome() is None:
            self.begin(self._hint(searchable(self.position)))

    def _on_quit(self, words: list[str]) -> None:
        self.is_done = True

    # Thinking

    def _move_if_due(self) -> None:
        position = searchable(self.position)
        if self._own_seat != position.to_move or position.outcome() is not None:
            return
        self.is_endless = False
        self.begin(self._think(position))

    def _limits(self) -> Limits:
        if self._fixed is not None:
            seconds = fixed_seconds(self._fixed)
        else:
            moves_left = self._level.moves_left(len(self._history) // 2)
            seconds = move_seconds(self._left, self._level.increment, moves_left)
        return Limits(seconds=seconds, depth=self._depth)

    async def _think(self, position: Position) -> None:
        self._is_dropped = False
        analysis = await self.mind.think(position, self._limits(), self.stop, self._post)
        if self._is_dropped:
            return
        self._post(analysis)
        self._latest = analysis
        self._history.append(position.after(analysis.best))
        self.say(f"move {self._ranks.write(self.game, analysis.best)}")
        self._tell_end()

    def _analyse(self) -> None:
        position = searchable(self.position)
        if position.outcome() is None:
            self.is_endless = True
            self.begin(self._look(position))

    async def _look(self, position: Position) -> None:
        self._post(await self.mind.think(position, Limits(seconds=FOREVER), self.stop, self._post), is_forced=True)
        await self.stop.wait()

    async def _hint(self, position: Position) -> None:
        analysis = await self.mind.think(position, Limits(seconds=0.5), self.stop)
        self.say(f"Hint: {self._ranks.write(self.game, analysis.best)}")

    def _post(self, analysis: Analysis, is_forced: bool = False) -> None:
        self._latest = analysis
        if self._posts or is_forced or self._is_analysing:
            self.say(thinking_line(analysis, self.position, lambda move: self._ranks.write(self.game, move)))

    def _status(self) -> None:
        if self._latest is not None:
            latest = self._latest
            self.say(f"stat01: {round(100 * latest.seconds)} {latest.nodes} {latest.depth} 0 0")

    def _tell_end(self) -> bool:
        outcome = self.position.outcome()
        if outcome is not None:
            self.say(result_text(outcome))
        return outcome is not None


def _number(words: list[str]) -> float | None:
    try:
        value = float(words[0]) if words else -1.0
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None
