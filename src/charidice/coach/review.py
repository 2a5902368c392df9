"""A game looked at afterwards: the error of every decision and the luck of every roll.

There are two books. The one in points of margin is kept for every game; for two players with a
solved game it balances: the final margin of a player is the value of the start, plus all luck,
minus the own errors and missed gifts, plus those of the other.

The other one is in chance of winning. For solved games it balances in the same way, with one more
kind of entry: a turn is solved on the table of chances, and where that differs a little from what
the table itself says of the same position, the difference is neither luck nor error. For all others
the chances are approximate (`chances.py`), and what a receiver decides is judged by what it brings
whoever is active.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from charidice.coach.chances import Chances, margin_chance, seat_chances, unbounded_chance
from charidice.coach.values import (
    is_solved,
    margin_solution,
    to_win,
    turn_start,
    turn_value,
    turns_left,
    winning_solution,
)
from charidice.records import Record, positions
from charidice.rules import Action, Game, Pass, Phase, Rolled, Score, totals
from charidice.solver import TurnSolution, standard_table


@dataclass(frozen=True)
class Entry:
    """What a step was worth to the player it belongs to, mostly in chance of winning.

    `luck` is never the player's own doing, `error` never below zero, `missed` is the cost of a gift
    that nobody asked for without a decision. `table` stands at the end of a turn: by how much the
    chance changes because the next turn is solved and not looked up.
    """

    luck: float = 0.0
    error: float = 0.0
    missed: float = 0.0
    table: float = 0.0


@dataclass(frozen=True)
class Step:
    """One action: whose it was, and what it gained by luck or lost by a worse choice, in points.

    A roll belongs to the active player. `luck` is never the player's own doing, `error` never
    below zero. `missed` is what it cost that nobody asked for the biggest gift where nobody said
    so: perhaps the receiver was not there, so it is no error. `win` is the same in chance of
    winning, `chances` the chance of every seat afterwards.
    """

    seat: int
    action: Action
    luck: float = 0.0
    error: float = 0.0
    missed: float = 0.0
    win: Entry = Entry()
    chances: Chances = ()


@dataclass(frozen=True)
class Review:
    """All steps of a game; `start` is what the game was worth to seat 0 before it began.

    `win_start` is that in chance of winning, None where the game is not solved. `exact` is false
    there: then everything is an estimate, and the books need not balance.
    """

    steps: tuple[Step, ...]
    start: float
    exact: bool
    win_start: float | None = None

    def luck(self, seat: int) -> float:
        """All luck of one player's rolls."""
        return sum(step.luck for step in self.steps if step.seat == seat)

    def errors(self, seat: int) -> float:
        """All that one player's choices have lost."""
        return sum(step.error for step in self.steps if step.seat == seat)

    def missed(self, seat: int) -> float:
        """All that one player has lost by gifts that were not asked for, without a decision."""
        return sum(step.missed for step in self.steps if step.seat == seat)

    def win(self, seat: int) -> Entry:
        """All entries of one player in chance of winning, added up.

        `table` is for this player in all, whoever ended the turn: one wins what the other loses.
        """
        entries = [(step.seat == seat, step.win) for step in self.steps]
        own = [entry for mine, entry in entries if mine]
        return Entry(
            sum(entry.luck for entry in own),
            sum(entry.error for entry in own),
            sum(entry.missed for entry in own),
            sum(entry.table if mine else -entry.table for mine, entry in entries),
        )


def review(record: Record) -> Review:
    """Judge every step of a record by the margin and by the chance of winning."""
    return review_of(record, tuple(steps_of(record)))


def steps_of(record: Record) -> Iterator[Step]:
    """Judge a record step by step, for whoever wants to show how far it is."""
    for (game, after), action in zip(pairwise(positions(record)), record.actions, strict=True):
        yield judge(game, after, action)


def review_of(record: Record, steps: tuple[Step, ...]) -> Review:
    """The review of a record whose steps are judged already."""
    first = record.start()
    if not is_solved(first):
        return Review(steps, 0.0, exact=False)
    return Review(steps, _start(first, margin_solution(first)), True, unbounded_chance(first))


def judge(game: Game, after: Game, action: Action) -> Step:
    """Judge one action that was made in a position."""
    solution = margin_solution(game)
    before = _start(game, solution) if _at_start(game) else turn_value(game, solution)
    scored = isinstance(action, Score)
    later = _scored(game, after, solution) if scored else turn_value(after, solution)
    seat = game.receiver if game.turn.phase is Phase.ASKING else game.active
    entry = _entry(game, action, later - before)
    win = _win(game, after, action)
    return Step(seat, action, entry.luck, entry.error, entry.missed, win, seat_chances(after))


def _win(game: Game, after: Game, action: Action) -> Entry:
    """The step in chance of winning."""
    before = unbounded_chance(game)
    if not isinstance(action, Score):
        return _entry(game, action, unbounded_chance(after) - before)
    if to_win(game):
        later = _scored(game, after, winning_solution(turn_start(game)))
    else:
        later = margin_chance(game, _scored(game, after, margin_solution(game)))
    entry = _entry(game, action, later - before)
    rounding = _solved_after(game, after) - later if is_solved(game) else 0.0
    return Entry(entry.luck, entry.error, entry.missed, rounding)


def _solved_after(game: Game, after: Game) -> float:
    """The chance of who has just scored, as the next turn is solved or the game has ended."""
    if not after.over:
        return 1 - unbounded_chance(after)
    mine, other = (totals(after)[seat] for seat in (game.active, game.receiver))
    return (1 + (mine > other) - (mine < other)) / 2


def _entry(game: Game, action: Action, gained: float) -> Entry:
    """What the active player has gained by an action, as luck or as somebody's error."""
    if isinstance(action, Rolled):
        return Entry(luck=gained)
    # Values of the best choice and of the choice itself may differ in the last digit.
    lost = max(0.0, gained if game.turn.phase is Phase.ASKING else -gained)
    implied = isinstance(action, Pass) and action.implied
    return Entry(missed=lost) if implied else Entry(error=lost)


def _at_start(game: Game) -> bool:
    """Whether a turn is about to begin."""
    return game.turn.phase is Phase.ROLLING and game.turn.rolls == 0


def _start(game: Game, solution: TurnSolution) -> float:
    """The margin before a turn; where there is a table its own figure, so that books balance."""
    if not is_solved(game):
        return solution.value
    me, other = game.sheets[game.active], game.sheets[game.receiver]
    return standard_table().value(turns_left(game), (me.given, other.given), (me.box, other.box))


def _scored(game: Game, after: Game, solution: TurnSolution) -> float:
    row = after.sheets[game.active].rows[game.round]
    points, gift = (row.points or 0) + (row.bonus or 0), row.given or 0
    return solution.score(points, gift, game.turn.asked)
