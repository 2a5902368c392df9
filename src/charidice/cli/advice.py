"""Advice of the coach as lines of text."""

from charidice.cli.drawing import Painter
from charidice.coach import Advice, Advised
from charidice.locale import gettext as _
from charidice.rules import Ask, Game, Pass, Roll, Score


def advice_lines(advised: Advised, game: Game, painter: Painter, most: int) -> list[str]:
    """The best options, each with its value and what it costs against the best."""
    if advised.chance:
        head = _("chance of winning, and what is lost against the best")
    else:
        head = _("expected margin to come, and what is lost against the best")
    lines = [head, *(_line(option, advised, game, painter) for option in advised.options[:most])]
    if not advised.exact:
        lines.append(_("This game is not solved: these values are approximate."))
    return lines


def _line(option: Advice, advised: Advised, game: Game, painter: Painter) -> str:
    if advised.chance:
        figures = f"{option.value:7.1%} {option.cost:7.1%}"
    else:
        figures = f"{option.value:+7.2f} {option.cost:7.2f}"
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
