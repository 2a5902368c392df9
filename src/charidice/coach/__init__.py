"""The coach: what every decision is worth, and what a choice costs."""

from charidice.coach.advice import Advice, Advised, advise
from charidice.coach.review import Review, Step, review
from charidice.coach.values import action_values, best_solution, is_solved, turn_start

__all__ = [
    "Advice",
    "Advised",
    "Review",
    "Step",
    "action_values",
    "advise",
    "best_solution",
    "is_solved",
    "review",
    "turn_start",
]
