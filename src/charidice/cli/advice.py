"""Advice of the coach as lines of text."""

from charidice.cli.drawing import Painter
from charidice.coach import Advice, Advised
from charidice.locale import gettext as _
from charidice.rules import Ask, Game, Pass, Roll, Score


def advice_lines(advised: Advised, game: Game, painter: Painter, most: int) -> list[str]:
    """The best options, each with its margin and chance and what they cost against the best."""
    heads = [_("expected margin to come, and what is lost against the best")]
    if advised.options and advised.options[0].chance is not None:
        heads.append(_("chance of winning, and what is lost against the best"))
    lines = [*heads, *(_line(option, game, painter) for option in advised.options[:most])]
    if not advised.exact:
        lines.append(_("This game is not solved: these values are approximate."))
    return lines


def _line(option: Advice, game: Game, painter: Painter) -> str:
    figures = f"{option.margin:+7.2f} {option.margin_cost:6.2f}"
    if option.chance is not None:
        figures += f"  {option.chance:6.1%} {option.chance_cost or 0:6.1%}"
    return f"{figures}   {_what(option, game, painter)}"


def _what(option: Advice, game: Game, painter: Painter) -> str:
    match option.action:
        case Ask():
            return _("ask for the biggest gift")
        case Pass():
            return _("do not ask")
        case Roll(()):
            return _("reroll all dice")
        case Roll(keep):
            return _("keep {dice}").format(dice=painter.faces(game.faces[d] for d in keep))
        case Score(dice):
            return _("score {dice}").format(dice=painter.faces(game.faces[d] for d in dice))
        case _:
            raise TypeError(option.action)
