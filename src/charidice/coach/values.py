"""What every decision is worth, by the best solution there is for the game."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from charidice.rules import (
    RULEBOOK,
    STANDARD,
    Action,
    Ask,
    DiceSet,
    Game,
    Pass,
    Phase,
    Roll,
    Rules,
    gift_of,
    legal_actions,
    selections,
)
from charidice.solver import (
    TurnSolution,
    estimated_turn,
    faces_of,
    fingerprint,
    standard_table,
    winning_turn,
)
from charidice.solver.winning import standard_winning

_SOLVED: Final = fingerprint(RULEBOOK, faces_of(STANDARD))
# Values are compared rounded to so many digits: what differs only by the order in which a machine
# adds up is equal, so that the choice is the same on every machine.
DIGITS: Final = 9
# With less chance than this for one side the game is as good as decided.
_DECIDED: Final = 0.0005


def is_solved(game: Game) -> bool:
    """Whether this game is solved: two players, the rulebook, the standard dice."""
    if game.seats != 2 or 2 * game.rules.rounds > standard_table().most_turns:
        return False
    return _is_standard(game.rules, game.dice)


@lru_cache(maxsize=16)
def _is_standard(rules: Rules, dice: DiceSet) -> bool:
    return fingerprint(rules, faces_of(dice)) == _SOLVED


def best_solution(game: Game) -> TurnSolution:
    """The turn as the best player plays it.

    For two by the solved chance of winning; for three and four by the learned one; where rules or
    dice are other ones by a simple estimate in points, and in the last turn to win.
    """
    return winning_solution(turn_start(game)) if to_win(game) else margin_solution(game)


def best_action(
    game: Game,
    solution: TurnSolution,
    margin: Callable[[Game], TurnSolution],
    *,
    saves_points: bool = False,
) -> Action:
    """The best of all legal actions; with `saves_points` as `advise` ranks them.

    `margin` solves the turn for the margin, which is only needed where chances are equal.
    """
    values = for_actor(game, action_values(game, solution))
    top = max(values.values())
    if saves_points and to_win(game):
        top = least_equal(top)
    best = [action for action, value in values.items() if value >= top]
    if len(best) == 1 or not to_win(game):
        return best[0]
    margins = for_actor(game, action_values(game, margin(turn_start(game))))
    return max(best, key=margins.__getitem__)


def is_decided(chance: float) -> bool:
    """Whether a game with this chance, or minus this chance, is as good as won or lost."""
    return min(abs(chance), 1 - abs(chance)) < _DECIDED


def least_equal(best: float) -> float:
    """The least chance that the coach takes as equal to the best one.

    Nobody is told to give up points for a chance that hardly is one.
    """
    return best - _DECIDED if is_decided(best) else best


def for_actor(game: Game, values: Mapping[Action, float]) -> dict[Action, float]:
    """The values rounded and for whoever acts: what the active player loses the receiver wins."""
    sign = -1 if game.turn.phase is Phase.ASKING else 1
    return {action: round(sign * value, DIGITS) for action, value in values.items()}


def to_win(game: Game) -> bool:
    """Whether the turn being played is best played for the chance of winning."""
    return game.seats > 2 or last_turn(game) or is_solved(game)


def last_turn(game: Game) -> bool:
    """Whether the turn being played is the last one of the game."""
    return turns_left(game) == 1


def turns_left(game: Game) -> int:
    """How many turns are left, with the one being played."""
    return game.rules.rounds * game.seats - game.turns_played


def margin_solution(game: Game) -> TurnSolution:
    """The turn being played, solved for the margin; estimated where the game is not solved."""
    if not is_solved(game):
        return _estimated(turn_start(game))
    me, other = game.sheets[game.active], game.sheets[game.receiver]
    return _margin(turns_left(game), (me.given, other.given), _boxes(game))


def turn_start(game: Game) -> Game:
    """The position from which a turn is solved, the same for all its decisions."""
    start = game.turn._replace(phase=Phase.ROLLING, rolls=0, numbers=(), kept=(), asked=False)
    receiver = game.sheets[game.receiver]
    if not game.turn.asked:
        return game._replace(turn=start)
    sheets = list(game.sheets)
    sheets[game.receiver] = receiver._replace(box=True)
    return game._replace(turn=start, sheets=tuple(sheets))


def _boxes(game: Game) -> tuple[bool, bool]:
    """Who had the 2x box when the turn began."""
    receiver = game.sheets[game.receiver].box or game.turn.asked
    return game.sheets[game.active].box, receiver


# A turn is solved once and then asked for several decisions.
_estimated = lru_cache(maxsize=4)(estimated_turn)


@lru_cache(maxsize=4)
def winning_solution(start: Game) -> TurnSolution:
    """The turn that is about to begin, solved for the chance of winning."""
    if start.seats > 2 or not is_solved(start):
        return winning_turn(start)
    me, other = start.sheets[start.active], start.sheets[start.receiver]
    lead = me.subtotal - other.subtotal
    given, boxes = (me.given, other.given), (me.box, other.box)
    return standard_winning().turn(standard_table(), turns_left(start), given, boxes, lead)


@lru_cache(maxsize=4)
def _margin(left: int, given: tuple[int, int], boxes: tuple[bool, bool]) -> TurnSolution:
    return standard_table().turn(left, given, boxes)


def turn_value(game: Game, solution: TurnSolution) -> float:
    """What the turn is worth to the active player, by a solution of it."""
    roll, faces = game.turn.rolls - 1, [number - 1 for number in game.turn.numbers]
    asked = game.turn.asked
    match game.turn.phase:
        case Phase.ROLLING if not game.turn.rolls:
            return solution.value
        case Phase.ROLLING:
            return solution.keep(roll, faces, game.turn.kept, asked)
        case Phase.ASKING:
            return min(solution.choice(roll, faces, a) for a in (True, False))
        case _:
            return solution.choice(roll, faces, asked)


def action_values(game: Game, solution: TurnSolution) -> dict[Action, float]:
    """The value of every legal action for the active player, whoever acts."""
    roll, faces = game.turn.rolls - 1, [number - 1 for number in game.turn.numbers]
    if game.turn.phase is Phase.ASKING:
        return {
            Ask(): solution.choice(roll, faces, asked=True),
            Pass(): solution.choice(roll, faces, asked=False),
        }
    asked = game.turn.asked
    values: dict[Action, float] = {}
    scoring: list[Action] = []
    for action in legal_actions(game):
        if isinstance(action, Roll):
            values[action] = solution.keep(roll, faces, action.keep, asked)
        else:
            scoring.append(action)
    if game.turn.phase is Phase.CHOOSING:  # the selections come in the order of their actions
        chosen = selections(game.faces, game.rules)
        worths = solution.scores([(c.total, gift_of(game, c)) for c in chosen], asked)
        values.update(zip(scoring, worths, strict=True))
    return values
