"""The coach: what every decision is worth, and what a choice costs."""

from charidice.coach.advice import Advice, Advised, advise
from charidice.coach.review import Review, Step, review
from charidice.coach.values import Judgement, action_values, is_solved, judge, turn_start

__all__ = [
    "Advice",
    "Advised",
    "Judgement",
    "Review",
    "Step",
    "action_values",
    "advise",
    "is_solved",
    "judge",
    "review",
    "turn_start",
]
