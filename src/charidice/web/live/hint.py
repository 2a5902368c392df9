"""What the coach says about a decision: the best choice with its reason, and what others cost."""

from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from charidice.coach import Advice, Advised, Reason, advise, reasons
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale.coach import choice
from charidice.locale.formats import capitalised, number, percent, signed
from charidice.locale.gist import further, gist
from charidice.rules import DICE, Action, Ask, Game, Pass, Roll, Score, selections
from charidice.tables import Table
from charidice.web.live import words
from charidice.web.live.dice import DieView, dice_view

_OPTIONS_SHOWN: Final = 8


class Judged(NamedTuple):
    """A position, all options of whoever decides in it, and why the first of them is the best."""

    game: Game
    advised: Advised
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option: `pattern` has a place for its dice; a cost is what is lost against the best.

    `chance` and `chance_cost` are empty where nothing is known of them.
    """

    pattern: str
    dice: tuple[DieView, ...]
    chance: str
    chance_cost: str
    margin: str
    margin_cost: str


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint: the best choice, and the form that makes it; `decision` says for what it is good.

    `choice` is for the ear, and `pattern` the same with a place for its dice; `label` is on the
    button that does it. `reason` is one sentence, and `figures` say more.
    """

    path: str
    position: int
    decision: str
    wish: str
    label: str
    places: tuple[int, ...]
    choice: str
    pattern: str
    reason: str
    figures: tuple[str, ...]
    margin: str
    best: OptionView
    is_solved: bool  # so that the chance of winning is the one against perfect play
    notes: tuple[str, ...]
    options: tuple[OptionView, ...]


def judge(game: Game) -> Judged:
    """What the coach has to say of a decision; it takes a moment, the first time a second."""
    advised = advise(game)
    return Judged(game, advised, reasons(game, advised))


def hint_view(path: str, table: Table, judged: Judged) -> HintView:
    """The hint for a decision."""
    game, advised, why = judged
    options = tuple(_option(game, each) for each in advised.options[:_OPTIONS_SHOWN])
    best = advised.options[0].action
    asking = isinstance(best, (Ask, Pass)) and not table.shared_device
    return HintView(
        path=path,
        position=table.position,
        decision=decision_key(game, asking=asking),
        wish=wish_of(best),
        label=_label(game, best),
        places=dice_of(best),
        choice=capitalised(choice(game, best, words.spoken_dice)),
        pattern=capitalised(_pattern(game, best)),
        reason=gist(why),
        figures=further(why),
        margin=_("Expected margin to come: {margin} points.").format(margin=options[0].margin),
        best=options[0],
        is_solved=advised.chance_exact or advised.chance_error is not None,
        notes=_notes(advised),
        options=options,
    )


def decision_key(game: Game, *, asking: bool) -> str:
    """What is decided: the same for as long as the same roll waits for the same answer."""
    kind = "ask" if asking else "choose"
    return f"{game.turns_played}-{game.turn.rolls}-{kind}{'-double' if game.turn.asked else ''}"


def wish_of(action: Action) -> str:
    """The button of the form that does this."""
    match action:
        case Roll():
            return "reroll"
        case Score():
            return "score"
        case Ask():
            return "ask"
        case _:
            return "pass"


def _label(game: Game, action: Action) -> str:
    """What the button does, in the words of the buttons at the dice."""
    match action:
        case Roll(keep):
            count = DICE - len(keep)
            return ngettext("Reroll {count} die", "Reroll {count} dice", count).format(count=count)
        case Score(dice):
            chosen = next(s for s in selections(game.faces, game.rules) if s.dice == tuple(dice))
            text = _("Score {points} + {bonus}") if chosen.bonus else _("Score {points}")
            return text.format(points=chosen.points, bonus=chosen.bonus)
        case Ask():
            return _("Yes, double it")
        case _:
            return _("Not now")


def dice_of(action: Action) -> tuple[int, ...]:
    """The dice that are ticked for it."""
    match action:
        case Roll(dice) | Score(dice):
            return tuple(dice)
        case _:
            return ()


def _pattern(game: Game, action: Action) -> str:
    """A choice in words, with a place for its dice."""
    return choice(game, action, lambda _faces: "{dice}")


def _option(game: Game, option: Advice) -> OptionView:
    dice = dice_view(game.faces)
    known = option.chance is not None
    return OptionView(
        pattern=_pattern(game, option.action),
        dice=tuple(dice[die] for die in dice_of(option.action)),
        chance=percent(option.chance or 0, 1) if known else "",
        chance_cost=number(100 * (option.chance_cost or 0), 2) if known else "",
        margin=signed(option.margin, 1),
        margin_cost=number(option.margin_cost, 2),
    )


def _notes(advised: Advised) -> tuple[str, ...]:
    """How far these figures can be trusted."""
    notes = []
    if advised.options[0].chance is not None:
        if advised.chance_exact:
            notes.append(_("The chances are exact."))
        elif advised.chance_error is not None:
            text = _("The chances are at most {error} percentage points off.")
            error = number(ceil(advised.chance_error * 10_000) / 100, 2)
            notes.append(text.format(error=error))
        elif advised.exact:
            notes.append(_("The chances are approximate."))
    if not advised.exact:
        notes.append(_("Games like this are not solved: these values are approximate."))
    return tuple(notes)
