"""Reviews of played games: what each move was worth, where the game turned, and puzzles made of it.

>>> from duiyi import Limits
>>> from duiyi.records import Record
>>> from duiyi.review import review_record
>>> review = review_record(Record.from_moves("reversi", "f5 d6 c3"), ["greedy"])
>>> [seat.moves for seat in review.opinions[0].seats]
[2, 1]
"""

from duiyi.review.annotate import annotated
from duiyi.review.cache import DiskCache, default_cache_path
from duiyi.review.judge import Judged, SeatReview, verdict_of
from duiyi.review.opinions import Comparison, Idea, Opinion, Review, Thought, review, review_record

__all__ = [
    "Comparison",
    "DiskCache",
    "Idea",
    "Judged",
    "Opinion",
    "Review",
    "SeatReview",
    "Thought",
    "annotated",
    "default_cache_path",
    "review",
    "review_record",
    "verdict_of",
]
