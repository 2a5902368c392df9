"""A whole game judged for those who played it: grade, luck, errors, and the moments to remember.

The grade says how much of what a player's decisions could win they did win, in chance of winning:

    grade = 100 x (1 - sum of (best - chosen) / sum of (best - mean of all options))

over all own decisions, never below 0. Who always chooses the best has 100, and who chooses blindly
has 0 on average. Decisions count as much as they matter: where all options are equally good nothing
can be lost. That nobody asked for the biggest gift without saying so counts as no decision, and
neither does what a bot did for somebody who was away, nor asking among three or more, where nobody
knows the chance of whoever asks.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from charidice.coach.chances import Chances, seat_chances
from charidice.coach.judging import LEAST_ERROR, Choice, Judged, judge_turn, turns_of
from charidice.coach.reason_kinds import Reason
from charidice.coach.review import Entry, Review, review_of
from charidice.coach.values import (
    is_solved,
)
from charidice.records import Record, positions
from charidice.rules import Action, Rolled, totals
from charidice.solver.winning import standard_winning

LEAST_GAIN: Final = 0.005
"""What gains less chance of winning than this is no choice to remember."""


@dataclass(frozen=True)
class Moment:
    """A decision to remember: its place in the record, what was chosen, and another option.

    `chance` and `points` are by how much the two differ, never below zero in chance.
    """

    number: int
    chosen: Action
    other: Action | None
    chance: float
    points: float


@dataclass(frozen=True)
class RollLuck:
    """A roll by its place in the record, and its luck."""

    number: int
    chance: float
    points: float


@dataclass(frozen=True)
class PlayerVerdict:
    """One player's game: what luck and choices brought, in points of margin and in chance.

    `error` is what the own decisions lost in chance, and `stood_in` how many a bot made instead.
    `margin` is the final lead over the mean of the others, for two over the other one, and
    `fair_margin` what it would have been without anybody's luck. All errors are there, the worst
    first. `best` is the best choice with the largest gain against its rival.
    """

    seat: int
    grade: float
    error: float
    stood_in: int
    points: Entry
    win: Entry
    luckiest: RollLuck | None
    unluckiest: RollLuck | None
    errors: tuple[Moment, ...]
    best: Moment | None
    margin: float
    fair_margin: float

    @property
    def to_try(self) -> Moment | None:
        """The one thing to try: what would have been better where most was lost."""
        return self.errors[0] if self.errors else None


@dataclass(frozen=True)
class Verdict:
    """A finished game judged. `curve` has the chances before the first and after every action.

    `chance_error` is by how much chances can be wrong, None where they are approximate. `reasons`
    explain some places in the record (`explained.py`).
    """

    record: Record
    judged: tuple[Judged, ...]
    players: tuple[PlayerVerdict, ...]
    curve: tuple[Chances, ...]
    start: float
    win_start: float | None
    chance_error: float | None
    reasons: tuple[tuple[int, tuple[Reason, ...]], ...] = ()

    def why(self, number: int) -> tuple[Reason, ...]:
        """Why the best choice at a place in the record is the best, where that was asked for."""
        return dict(self.reasons).get(number, ())

    @property
    def is_exact(self) -> bool:
        """Whether margins are exact and chances within `chance_error`."""
        return self.chance_error is not None


def verdict(record: Record) -> Verdict:
    """Judge a finished game at once."""
    return verdict_of(record, [one for turn in turns_of(record) for one in judge_turn(turn)])


def verdict_of(record: Record, judged: Iterable[Judged], stood_in: Collection[int] = ()) -> Verdict:
    """The verdict of a finished game whose turns are judged already.

    `stood_in` are the places in the record of what a bot did for somebody who was away.
    """
    every = tuple(judged)
    decided = [number for number in stood_in if every[number].choice is not None]
    by_bots = [every[number].step.seat for number in decided]
    every = tuple(
        replace(one, choice=None) if number in decided else one for number, one in enumerate(every)
    )
    reviewed = review_of(record, tuple(one.step for one in every))
    first, seats = record.start(), range(len(record.players))
    *_before, last = positions(record)
    ends, lucks = totals(last), [reviewed.luck(seat) for seat in seats]
    players = tuple(
        _player(seat, every, reviewed, (_lead(ends, seat), _lead(lucks, seat)), by_bots.count(seat))
        for seat in seats
    )
    solved = is_solved(first)
    return Verdict(
        record,
        every,
        players,
        (seat_chances(first), *(one.step.chances for one in every)),
        reviewed.start,
        reviewed.win_start,
        max(standard_winning().errors) if solved else None,
    )


def _lead(values: Sequence[float], seat: int) -> float:
    """How much a seat has more than the others have on average."""
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - sum(others) / len(others)


def _player(
    seat: int,
    judged: Sequence[Judged],
    reviewed: Review,
    leads: tuple[float, float],
    stood_in: int,
) -> PlayerVerdict:
    """What is said of one player; `leads` are those of the result and of luck."""
    own = [(number, one) for number, one in enumerate(judged) if one.step.seat == seat]
    rolls = [
        RollLuck(number, one.step.win.luck, one.step.luck)
        for number, one in own
        if isinstance(one.step.action, Rolled)
    ]
    points = Entry(reviewed.luck(seat), reviewed.errors(seat), reviewed.missed(seat))
    return PlayerVerdict(
        seat,
        grade(one for _number, one in own),
        sum(one.step.win.error for _number, one in own if one.choice is not None),
        stood_in,
        points,
        reviewed.win(seat),
        max(rolls, key=_chance, default=None),
        min(rolls, key=_chance, default=None),
        _errors(own),
        _best(own),
        leads[0],
        leads[0] - leads[1],
    )


def grade(judged: Iterable[Judged]) -> float:
    """The grade of somebody who made these decisions, from 0 to 100."""
    stake = lost = 0.0
    for one in judged:
        if one.choice is not None:
            stake += one.choice.stake
            lost += one.step.win.error
    return 100 * max(0.0, 1 - lost / stake) if stake > 0 else 100.0


def _chance(roll: RollLuck) -> float:
    return roll.chance


def _errors(own: Sequence[tuple[int, Judged]]) -> tuple[Moment, ...]:
    found = [
        Moment(number, one.step.action, one.choice.best, one.step.win.error, one.step.error)
        for number, one in own
        if one.choice is not None and one.step.win.error >= LEAST_ERROR
    ]
    return tuple(sorted(found, key=lambda moment: -moment.chance))


def _best(own: Sequence[tuple[int, Judged]]) -> Moment | None:
    """The best choice that was not the first to see; if there is none, the clearest one."""
    found = [
        (one.choice.at_first_sight, _gain(number, one.step.action, one.choice))
        for number, one in own
        if one.choice is not None
        and one.step.win.error < LEAST_ERROR
        and one.choice.gain >= LEAST_GAIN
    ]
    best = max(found, key=lambda each: (not each[0], each[1].chance), default=None)
    return best and best[1]


def _gain(number: int, action: Action, choice: Choice) -> Moment:
    return Moment(number, action, choice.rival, choice.gain, choice.points)
