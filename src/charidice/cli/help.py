"""The help at the prompt of a game."""

from charidice.cli.width import wrapped
from charidice.locale import gettext as _


def help_lines(width: int) -> list[str]:
    """The commands, and the game in a few words; it fits a window of 80 x 24."""
    commands = (
        ("1 3 4", _("select dice 1, 3 and 4, and see what they would score; 0 selects none")),
        ("r", _("reroll the dice that are not selected; r 2 5 rerolls dice 2 and 5")),
        ("k 1 3", _("keep dice 1 and 3, reroll the others")),
        ("s", _("score the selected dice; s 1 3 4 scores dice 1, 3 and 4")),
        ("g", _("the next player asks for the biggest gift: it counts double, once a game")),
        ("o", _("the best options of these dice")),
        ("t", _("a tip from the solver: what each choice is worth")),
        ("u", _("take back a choice, as long as no dice were rolled on it")),
        ("w game.json", _("write the game to a file, and go on saving there")),
        ("q", _("leave; the game can be saved and resumed")),
    )
    rules = (
        _("Score dice of different colours, or at least 4 of one colour."),
        _("Bonus: 4, 5 or 6 dice with the same number: 15, 30, 60."),
        _("One colour: 4 dice 15; in a row 4, 5, 6 dice: 25, 40, 50."),
        _("The rest goes to the next player; a given 5 or 6 counts double."),
        _("Whoever has given the most (♥) gets 20 points at the end, or 30 for more than 60."),
        _("Columns: dice, bonus, received, given. [2x]: the biggest gift can still be asked for."),
    )
    lines = [
        line
        for keys, text in commands
        for line in wrapped(f"  {keys:<13}".replace(" ", "\u00a0") + text, width, " " * 15)
    ]
    return [*lines, "", *(line for rule in rules for line in wrapped(rule, width))]
