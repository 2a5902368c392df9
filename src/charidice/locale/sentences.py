"""What happened in a game, in words: for every place that tells it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.rules import (
    DICE,
    Action,
    Ask,
    Face,
    Game,
    Pass,
    Roll,
    Rolled,
    Score,
    apply,
    charity_bonuses,
    rolled_faces,
    winners,
)

Shown: TypeAlias = Callable[[Iterable[Face]], str]

_CLOSE: Final = 3  # points given less than the most, which is worth a word


def event(game: Game, action: Action, names: Sequence[str], shown: Shown) -> str:
    """One sentence for an action that is made in this position."""
    active, receiver = names[game.active], names[game.receiver]
    match action:
        case Rolled():
            dice = shown(rolled_faces(game, action))
            return _("{name} rolls {dice}.").format(name=active, dice=dice)
        case Ask():
            return _("{name} uses the 2×: this gift counts double.").format(name=receiver)
        case Pass():
            return _("{name} keeps the 2×.").format(name=receiver)
        case Roll(keep):
            count = DICE - len(keep)
            text = ngettext("{name} rerolls {count} die.", "{name} rerolls {count} dice.", count)
            return text.format(name=active, count=count)
        case Score(dice):
            faces = shown(game.faces[die] for die in dice)
            row = apply(game, action).sheets[game.active].rows[game.round]
            return _("{name} scores {dice}: {points} + {bonus}. {receiver} gets {gift}.").format(
                name=active,
                dice=faces,
                points=row.points,
                bonus=row.bonus,
                receiver=receiver,
                gift=row.given,
            )


def charity(game: Game, names: Sequence[str], reader: int | None = None) -> str:
    """Who gets the charity bonus, and why; the reader, by seat, is "you"."""
    bonuses = charity_bonuses(game)
    generous = [seat for seat, bonus in enumerate(bonuses) if bonus]
    if not generous:
        return _("There is no charity bonus in this game.")
    others = [names[seat] for seat in generous if seat != reader]
    one = _("{names} gave the most, {given} points, and gets the charity bonus of {bonus}.")
    more = _(
        "{names} gave the most, {given} points each, and each gets the charity bonus of {bonus}."
    )
    if reader in generous:
        one = _("You gave the most, {given} points, and get the charity bonus of {bonus}.")
        more = _(
            "You gave the most together with {names}, {given} points each, and each of you gets "
            "the charity bonus of {bonus}."
        )
    most = game.sheets[generous[0]].given
    text = (one if len(generous) == 1 else more).format(
        names=listed(others) if others else "", given=most, bonus=max(bonuses)
    )
    less = 0 if reader is None else most - game.sheets[reader].given
    if not 0 < less <= _CLOSE:
        return text
    close = ngettext(
        "So close: you gave only {count} point less.",
        "So close: you gave only {count} points less.",
        less,
    )
    return f"{text} {close.format(count=less)}"


def victory(game: Game, names: Sequence[str], reader: int | None = None) -> str:
    """Who has won; several share the victory. The reader, by seat, is "you"."""
    won = winners(game)
    others = [names[seat] for seat in won if seat != reader]
    one, more = _("{names} wins the game!"), _("It is a tie: {names} share the victory!")
    if reader in won:
        one = _("You win the game!")
        more = _("It is a tie: you share the victory with {names}!")
    return (one if len(won) == 1 else more).format(names=listed(others) if others else "")


def wish_to_end(names: Sequence[str]) -> str:
    """Who would like to end the game early."""
    text = ngettext(
        "{names} would like to end the game here.",
        "{names} would like to end the game here.",
        len(names),
    )
    return text.format(names=listed(names))


def listed(names: Sequence[str]) -> str:
    """Names in a row: Lena, Marko and Florian."""
    if len(names) == 1:
        return names[0]
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])
