"""The coach: what every decision is worth, and what a choice costs."""

from charidice.coach.advice import Advice, Advised, advise
from charidice.coach.reason_kinds import Reason
from charidice.coach.reasons import reasons
from charidice.coach.review import Entry, Review, Step, review
from charidice.coach.reviewable import reviewable
from charidice.coach.values import (
    action_values,
    best_action,
    best_solution,
    is_solved,
    margin_solution,
    turn_start,
)
from charidice.coach.verdict import PlayerVerdict, Verdict, verdict

__all__ = [
    "Advice",
    "Advised",
    "Entry",
    "PlayerVerdict",
    "Reason",
    "Review",
    "Step",
    "Verdict",
    "action_values",
    "advise",
    "best_action",
    "best_solution",
    "is_solved",
    "margin_solution",
    "reasons",
    "review",
    "reviewable",
    "turn_start",
    "verdict",
]
