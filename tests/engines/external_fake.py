"""A program that plays an engine of some protocol, well or badly: ``external_fake.py PROTOCOL BEHAVIOUR [FILE]``.

It knows no rules: it says what the script of its protocol says. Behaviours: good, silent (never answers a search),
late (answers after a stop only), crash (ends instead of answering), crash_once (the first time only; FILE remembers),
rubbish, illegal, flood (talks without end before it answers), mute (not even a greeting), deaf (stays if asked to go).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

PROTOCOL, BEHAVIOUR = sys.argv[1], sys.argv[2]
FILE = sys.argv[3] if len(sys.argv) > 3 else ""

GREETINGS = {
    "uci": {
        "uci": "id name Fake\noption name Hash type spin default 16 min 1 max 100\n"
        "option name Skill Level type spin default 20 min 0 max 20\noption name MultiPV type spin default 1\nuciok",
        "isready": "readyok",
    },
    "ucci": {"ucci": "id name Fake\noption usemillisec type check default false\nucciok", "isready": "readyok"},
    "xboard": {
        "protover": 'feature ping=1 setboard=1 usermove=1 variants="xiangqi" option="Skill Level -spin 3 0 9" done=1'
    },
    "gtp": {"name": "=Fake\n", "list_commands": "= name\ngenmove\n"},
    "gomocup": {"START": "OK"},
    "nboard": {"nboard": "set myname Fake"},
}
ANSWERS = {
    "uci": (
        "go",
        "info depth 3 nodes 77 multipv 1 score cp 50 pv h2e2 h9g7\nbestmove h2e2 ponder h9g7",
        "bestmove h2e9",
    ),
    "ucci": ("go", "info depth 3 score 20 pv h2e2\nbestmove h2e2", "bestmove h2e9"),
    "xboard": ("go", "3 50 12 77 h2e2 h9g7\nmove h2e2", "move h2e9"),
    "gtp": ("genmove", "=D4\n", "=Z3\n"),
    "gomocup": ("BEGIN", "MESSAGE thinking\n7,7", "77,7"),
    "nboard": ("go", "search F5 +0.50 0 3\n=== F5/0.5/0.1", "=== A1"),
}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def behave(answer: Callable[[], None], illegal: str) -> None:
    """Do what the behaviour says in place of a search."""
    if BEHAVIOUR == "crash" or (BEHAVIOUR == "crash_once" and not os.path.exists(FILE)):
        if FILE:
            open(FILE, "w").close()
        sys.stderr.write("out of cheese\n")
        sys.exit(3)
    if BEHAVIOUR in ("silent", "late"):
        return
    if BEHAVIOUR == "rubbish":
        say("bestmove pizza\n=pizza\n\npizza\n=== pizza\nmove pizza")
    elif BEHAVIOUR == "illegal":
        say(illegal)
    elif BEHAVIOUR == "flood":
        for number in range(20_000):
            say(f"info string {number} {'x' * 50}" if PROTOCOL in ("uci", "ucci") else f"MESSAGE {number}")
        answer()
    else:
        answer()


def main() -> None:
    word, answer, illegal = ANSWERS[PROTOCOL]
    for line in sys.stdin:
        words = line.split()
        name = words[0] if words else ""
        if BEHAVIOUR == "mute":
            continue
        if name in GREETINGS[PROTOCOL]:
            say(GREETINGS[PROTOCOL][name])
        elif name == "ping":
            say(f"pong {words[1]}")
        elif name == word:
            behave(lambda: say(answer), illegal)
        elif name in ("stop", "?") and BEHAVIOUR == "late":
            say(answer)
        elif name in ("quit", "END"):
            if BEHAVIOUR != "deaf":
                break
        elif PROTOCOL == "gtp":
            say("=\n")
    while BEHAVIOUR == "deaf":
        time.sleep(1)


main()
