"""The course of a game: who acts, what is legal, and what follows."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Final, overload

from charidice.rules.actions import Action, Ask, Pass, Roll, Rolled, Score
from charidice.rules.dice import DICE, NUMBERS, STANDARD, DiceSet, Face
from charidice.rules.errors import RulesError
from charidice.rules.parameters import RULEBOOK, Rules
from charidice.rules.scoring import Selection, colour_pattern, scorable, selection
from charidice.rules.state import CHANCE, Chance, Game, Phase, Row, Sheet, Turn

_ALL_DICE: Final = tuple(range(DICE))
_SUBSETS: Final = [dice for size in range(DICE + 1) for dice in combinations(_ALL_DICE, size)]
_REROLLS: Final = tuple(Roll(keep) for keep in _SUBSETS if len(keep) < DICE)
_SCORES: Final = {dice: Score(dice) for dice in _SUBSETS if dice}
_THREE_DICE: Final = tuple(product(NUMBERS, repeat=3))
_ANSWERS: Final = (Ask(), Pass())
# Reading a member off its class is slow in Python 3.11, and the engine does it all the time.
_ROLLING: Final = Phase.ROLLING
_ASKING: Final = Phase.ASKING
_CHOOSING: Final = Phase.CHOOSING
_OVER: Final = Phase.OVER
_FIRST_TURN: Final = Turn()
_NO_TURN: Final = Turn(phase=_OVER)


def new_game(players: int, *, rules: Rules = RULEBOOK, dice: DiceSet = STANDARD) -> Game:
    """The start of a game; seat 0 begins, and its dice are about to be rolled."""
    if type(players) is not int or not rules.least_players <= players <= rules.most_players:
        details = {"count": players, "least": rules.least_players, "most": rules.most_players}
        raise RulesError("rules/player-count", details)
    sheet = Sheet(rows=(Row(),) * rules.rounds)
    return Game(rules, dice, (sheet,) * players, 0, _FIRST_TURN)


def actor(game: Game) -> int | Chance | None:
    """Who acts now: a seat, CHANCE, or None when the game is over."""
    phase = game.turn.phase
    if phase is _CHOOSING:
        return game.active
    if phase is _ASKING:
        return game.receiver
    return CHANCE if phase is _ROLLING else None


def legal_actions(game: Game) -> tuple[Action, ...]:
    """Everything the actor may do: rerolls first, then scores; empty for CHANCE and at the end."""
    phase = game.turn.phase
    if phase is _CHOOSING:
        pattern = colour_pattern(game.colours)
        return _choices(pattern, game.rules.one_colour_least, game.rolls_left > 0)
    return _ANSWERS if phase is _ASKING else ()


@cache
def _choices(pattern: tuple[int, ...], least: int, may_roll: bool, /) -> tuple[Action, ...]:
    scores = tuple(_SCORES[dice] for dice, _ in scorable(pattern, least))
    return (*_REROLLS, *scores) if may_roll else scores


def check(game: Game, action: Action) -> None:
    """Raise a RulesError when the action is not legal in this position."""
    _verify(game, action)


def _verify(game: Game, action: Action) -> Selection | None:
    """Raise a RulesError when the action is not legal; a legal Score gives its selection."""
    turn = game.turn
    if turn.phase is _ROLLING:
        if isinstance(action, Rolled):
            _verify_rolled(turn, action)
            return None
    elif turn.phase is _CHOOSING:
        if isinstance(action, Score):
            return selection(turn.numbers, game.colours, action.dice, game.rules)
        if isinstance(action, Roll):
            _verify_reroll(game, action)
            return None
    elif turn.phase is _ASKING and isinstance(action, (Ask, Pass)):
        return None
    if not isinstance(action, (Rolled, Ask, Pass, Roll, Score)):
        raise RulesError("rules/bad-action", {"text": action})
    raise RulesError(_why_not_now(game, action))


def _verify_rolled(turn: Turn, action: Rolled) -> None:
    for die in turn.kept:
        old: object = turn.numbers[die]
        new: object = action.numbers[die]
        if turn.colours and action.colours:
            old, new = Face(turn.numbers[die], turn.colours[die]), action.faces[die]
        if old != new:
            raise RulesError("rules/kept-die-changed", {"die": die, "old": old, "new": new})
    if turn.numbers and bool(turn.colours) != bool(action.colours):
        raise RulesError("rules/other-dice")


def _verify_reroll(game: Game, action: Roll) -> None:
    if game.turn.rolls == game.rules.rolls:
        raise RulesError("rules/no-rolls-left", {"rolls": game.rules.rolls})
    if len(action.keep) == DICE:
        raise RulesError("rules/nothing-to-reroll")


def _why_not_now(game: Game, action: Action) -> str:
    """The code for an action that does not belong to this phase."""
    phase = game.turn.phase
    if phase is _OVER:
        return "rules/game-over"
    if phase is _ROLLING:
        return "rules/dice-in-the-air"
    if isinstance(action, Rolled):
        return "rules/dice-on-the-table"
    if phase is _ASKING:
        return "rules/question-open"
    if isinstance(action, Ask):
        return "rules/too-late-to-ask" if game.sheets[game.receiver].box else "rules/box-used"
    return "rules/no-question"


def apply(game: Game, action: Action) -> Game:
    """The position after an action; an illegal one raises a RulesError and changes nothing."""
    chosen = _verify(game, action)
    if chosen is not None:
        return _after_score(game, chosen)
    turn = game.turn
    if isinstance(action, Rolled):
        return _put(game, _after_roll(game, action))
    if isinstance(action, Roll):
        kept = Turn(_ROLLING, turn.rolls, turn.numbers, action.keep, turn.asked, turn.colours)
        return _put(game, kept)
    asked = isinstance(action, Ask)
    answered = _put(game, Turn(_CHOOSING, turn.rolls, turn.numbers, (), asked, turn.colours))
    return _box_crossed_out(answered) if asked else answered


def _after_roll(game: Game, rolled: Rolled) -> Turn:
    """The receiver is asked after every roll but the last, as long as the 2x box is there."""
    rolls = game.turn.rolls + 1
    asking = rolls < game.rules.rolls and game.sheets[game.receiver].box
    phase = _ASKING if asking else _CHOOSING
    return Turn(phase, rolls, rolled.numbers, (), game.turn.asked, rolled.colours)


def rolled_faces(game: Game, rolled: Rolled) -> tuple[Face, ...]:
    """The faces of a roll in this game."""
    return rolled.faces or game.dice.faces(rolled.numbers)


def _after_score(game: Game, chosen: Selection) -> Game:
    """Both sheets are written in the row of this round, and the dice pass to the left."""
    gift, sheets = gift_of(game, chosen), list(game.sheets)
    row, giver = divmod(game.turns_played, len(sheets))
    receiver = game.receiver
    old = sheets[giver].rows[row]
    written = Row(chosen.points, chosen.bonus, old.received, gift)
    sheets[giver] = _with_row(sheets[giver], row, written)
    old = sheets[receiver].rows[row]
    written = Row(old.points, old.bonus, gift, old.given)
    sheets[receiver] = _with_row(sheets[receiver], row, written)
    played = game.turns_played + 1
    last = played == game.rules.rounds * len(sheets)
    return Game(game.rules, game.dice, tuple(sheets), played, _NO_TURN if last else _FIRST_TURN)


def gift_of(game: Game, chosen: Selection) -> int:
    """What the receiver gets for this selection now: doubled if the biggest gift was asked."""
    return chosen.gift * game.rules.biggest_gift_factor if game.turn.asked else chosen.gift


def _box_crossed_out(game: Game) -> Game:
    sheets = list(game.sheets)
    sheets[game.receiver] = Sheet(sheets[game.receiver].rows, box=False)
    return Game(game.rules, game.dice, tuple(sheets), game.turns_played, game.turn)


def _put(game: Game, turn: Turn) -> Game:
    return Game(game.rules, game.dice, game.sheets, game.turns_played, turn)


def _with_row(sheet: Sheet, index: int, row: Row) -> Sheet:
    rows = list(sheet.rows)
    rows[index] = row
    return Sheet(tuple(rows), sheet.box)


class Outcomes(Sequence[Rolled]):
    """Everything the dice in the air can show: all equally likely, each made when it is read."""

    __slots__ = ("_free", "_length", "_numbers")

    def __init__(self, numbers: tuple[int, ...], free: tuple[int, ...]) -> None:
        self._numbers = numbers
        self._free = free
        self._length = len(NUMBERS) ** len(free) if free else 0

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Rolled: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Rolled, ...]: ...
    def __getitem__(self, index: int | slice) -> Rolled | tuple[Rolled, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(index)
        high, low = divmod(index % self._length, len(_THREE_DICE))
        digits = _THREE_DICE[high] + _THREE_DICE[low]
        if len(self._free) == DICE:
            return Rolled(digits)
        numbers = list(self._numbers)
        for die, number in zip(reversed(self._free), reversed(digits), strict=False):
            numbers[die] = number
        return Rolled(numbers)


def chance_outcomes(game: Game) -> Outcomes:
    """All rolls that can follow when CHANCE acts, equally likely; empty when it does not."""
    turn = game.turn
    return Outcomes(turn.numbers, _others(turn.kept) if turn.phase is _ROLLING else ())


@cache
def _others(dice: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(die for die in _ALL_DICE if die not in dice)
