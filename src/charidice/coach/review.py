"""A game looked at afterwards: the error of every decision and the luck of every roll.

All values are points of margin for the player they belong to. For two players with a solved game
the books balance: the final margin of a player is the value of the start, plus all luck, minus the
own errors and missed gifts, plus those of the other.
"""

from dataclasses import dataclass
from itertools import pairwise

from charidice.coach.values import is_solved, margin_solution
from charidice.records import Record, positions
from charidice.rules import Action, Game, Pass, Phase, Rolled, Score
from charidice.solver import TurnSolution, standard_table


@dataclass(frozen=True)
class Step:
    """One action: whose it was, and what it gained by luck or lost by a worse choice.

    A roll belongs to the active player. `luck` is never the player's own doing, `error` never
    below zero. `missed` is what it cost that nobody asked for the biggest gift where nobody said
    so: perhaps the receiver was not there, so it is no error.
    """

    seat: int
    action: Action
    luck: float = 0.0
    error: float = 0.0
    missed: float = 0.0


@dataclass(frozen=True)
class Review:
    """All steps of a game; `start` is what the game was worth to seat 0 before it began.

    `exact` is false where the game is not solved: then everything is an estimate, and the books
    need not balance.
    """

    steps: tuple[Step, ...]
    start: float
    exact: bool

    def luck(self, seat: int) -> float:
        """All luck of one player's rolls."""
        return sum(step.luck for step in self.steps if step.seat == seat)

    def errors(self, seat: int) -> float:
        """All that one player's choices have lost."""
        return sum(step.error for step in self.steps if step.seat == seat)

    def missed(self, seat: int) -> float:
        """All that one player has lost by gifts that were not asked for, without a decision."""
        return sum(step.missed for step in self.steps if step.seat == seat)


def review(record: Record) -> Review:
    """Judge every step of a record by the margin, the last turns too."""
    games = list(positions(record))
    steps = [
        _step(game, after, action)
        for (game, after), action in zip(pairwise(games), record.actions, strict=True)
    ]
    exact = is_solved(games[0])
    start = _start(games[0], margin_solution(games[0])) if exact else 0.0
    return Review(tuple(steps), start, exact)


def _step(game: Game, after: Game, action: Action) -> Step:
    solution = margin_solution(game)
    before = _value(game, solution)
    scored = isinstance(action, Score)
    later = _scored(game, after, solution) if scored else _value(after, solution)
    if isinstance(action, Rolled):
        return Step(game.active, action, luck=later - before)
    seat = game.receiver if game.turn.phase is Phase.ASKING else game.active
    gained = later - before if seat == game.active else before - later
    # Values of the best choice and of the choice itself may differ in the last digit.
    lost = max(0.0, -gained)
    implied = isinstance(action, Pass) and action.implied
    return Step(seat, action, missed=lost) if implied else Step(seat, action, error=lost)


def _start(game: Game, solution: TurnSolution) -> float:
    """The value before a turn; where there is a table its own figure, so that books balance."""
    if not is_solved(game):
        return solution.value
    me, other = game.sheets[game.active], game.sheets[game.receiver]
    left = game.rules.rounds * game.seats - game.turns_played
    return standard_table().value(left, (me.given, other.given), (me.box, other.box))


def _value(game: Game, solution: TurnSolution) -> float:
    """What is still to come for the active player."""
    roll, faces = game.turn.rolls - 1, [number - 1 for number in game.turn.numbers]
    asked = game.turn.asked
    match game.turn.phase:
        case Phase.ROLLING if game.turn.rolls == 0:
            return _start(game, solution)
        case Phase.ROLLING:
            return solution.keep(roll, faces, game.turn.kept, asked)
        case Phase.ASKING:
            return min(solution.choice(roll, faces, a) for a in (True, False))
        case _:
            return solution.choice(roll, faces, asked)


def _scored(game: Game, after: Game, solution: TurnSolution) -> float:
    row = after.sheets[game.active].rows[game.round]
    points, gift = (row.points or 0) + (row.bonus or 0), row.given or 0
    return solution.score(points, gift, game.turn.asked)
