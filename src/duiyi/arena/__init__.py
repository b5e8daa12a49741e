"""The arena: matches between engines, and what can honestly be said from their results.

>>> from duiyi.arena import Sprt, Tally
>>> round(Sprt(0, 2.716).llr(Tally.of_pairs([13, 37, 50, 25, 3])), 5)
-0.53777
"""

from duiyi.arena.conditions import Adjudication, Conditions, Fault, Opening, Played
from duiyi.arena.elo import Tally, elo_of_score, score_interval, score_of_elo
from duiyi.arena.ladder import Ladder, LadderResult
from duiyi.arena.log import LogError
from duiyi.arena.match import Match, Progress
from duiyi.arena.openings import generate_openings
from duiyi.arena.ratings import Duel, Fitted, fit_ratings
from duiyi.arena.report import Interval, Meeting, Report, Standing
from duiyi.arena.sprt import Sprt, SprtState

__all__ = [
    "Adjudication",
    "Conditions",
    "Duel",
    "Fault",
    "Fitted",
    "Interval",
    "Ladder",
    "LadderResult",
    "LogError",
    "Match",
    "Meeting",
    "Opening",
    "Played",
    "Progress",
    "Report",
    "Sprt",
    "SprtState",
    "Standing",
    "Tally",
    "elo_of_score",
    "fit_ratings",
    "generate_openings",
    "score_interval",
    "score_of_elo",
]
