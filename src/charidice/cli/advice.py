"""Advice of the coach as lines of text."""

from math import ceil

from charidice.cli.drawing import Painter
from charidice.cli.width import wrapped
from charidice.coach import Advice, Advised, reasons
from charidice.locale import gettext as _
from charidice.locale.coach import choice
from charidice.locale.formats import number, percent, signed
from charidice.locale.gist import further, gist
from charidice.rules import Game


def advice_lines(advised: Advised, game: Game, painter: Painter, most: int) -> list[str]:
    """The best options, each with its margin and chance and what they cost against the best.

    A chance that is a guess has a ≈ before it; where it can be a little wrong a line says so.
    """
    heads = [_("expected margin to come, and what is lost against the best")]
    if advised.options and advised.options[0].chance is not None:
        heads.append(_("chance of winning, and what is lost against the best"))
    about = "≈" if advised.chance_error is None else " "
    shown = advised.options[:most]
    lines = [*heads, *(_line(option, about, game, painter) for option in shown)]
    if advised.chance_error:
        text = _("The chances are at most {error} percentage points off.")
        lines.append(text.format(error=upper_bound(advised.chance_error)))
    if not advised.exact:
        lines.append(_("Games like this are not solved: these values are approximate."))
    return lines


def reason_lines(advised: Advised, game: Game, width: int) -> list[str]:
    """Why the first option is the best one: the gist, then the figures."""
    why = reasons(game, advised)
    return [line for text in (gist(why), *further(why)) for line in wrapped(text, width)]


def upper_bound(error: float) -> str:
    """An error of a chance in percentage points, rounded up."""
    return number(ceil(error * 10_000) / 100, 2)


def _line(option: Advice, about: str, game: Game, painter: Painter) -> str:
    figures = f"{signed(option.margin, 2):>7} {number(option.margin_cost, 2):>6}"
    if option.chance is not None:
        figures += f"  {about}{percent(option.chance, 2)}".rjust(12)
        figures += f" {percent(option.chance_cost or 0, 2):>7}"
    return f"{figures}   {choice(game, option.action, painter.faces)}"
