"""What the terminal shows of a game: the sheets, the dice, the choices, and the prompt."""

from charidice.cli.console import Console
from charidice.cli.drawing import Painter, dice_lines, sheet_lines, tally_lines
from charidice.cli.seats import Bots
from charidice.cli.session import Session
from charidice.cli.width import wrapped
from charidice.locale import gettext as _
from charidice.locale import ngettext, sentences
from charidice.rules import DICE, Game, Phase, Row, RulesError, Score


class Screen:
    """Shows a session; it changes nothing."""

    def __init__(self, session: Session, console: Console, bots: Bots) -> None:
        self._session, self._console, self._bots = session, console, bots
        self.painter = Painter(console)

    @property
    def _game(self) -> Game:
        return self._session.game

    @property
    def _names(self) -> tuple[str, ...]:
        return self._session.record.players

    def lines(self, selected: tuple[int, ...], notice: list[str]) -> list[str]:
        """The game with these dice selected, and a notice or else the latest news."""
        game = self._game
        width, preview = self._console.width, self._preview(selected)
        lines = [self._title(), *sheet_lines(game, self._names, self.painter, width, preview), ""]
        if game.faces:
            lines += dice_lines(game.faces, selected, self.painter, width)
        lines += notice or self._news()
        if game.faces and game.active not in self._bots:
            lines += self._choices(selected)
        return lines

    def _news(self) -> list[str]:
        """The latest score or ask, in words."""
        news = self._session.news()
        if news is None:
            return []
        return self._wrapped(sentences.event(*news, self._names, self.painter.faces))

    def _title(self) -> str:
        game = self._game
        if game.over:
            return self.painter.bold(_("All rounds are played."))
        where = _("Round {round} of {rounds}").format(
            round=game.round + 1, rounds=game.rules.rounds
        )
        roll = _("roll {roll} of {rolls}").format(roll=game.turn.rolls, rolls=game.rules.rolls)
        parts = ["Charidice", where, self._names[game.active], *([roll] if game.faces else [])]
        return self.painter.bold(" · ".join(parts))

    def _choices(self, selected: tuple[int, ...]) -> list[str]:
        """What the selected dice would score, what would be rerolled, and who may ask."""
        lines = [f"s  {self._score_preview(selected)}"]
        left = self._game.rolls_left
        if left and not selected:
            lines.append("r  " + _("reroll: r 2 5 rerolls dice 2 and 5"))
        elif left and len(selected) < DICE:
            count = DICE - len(selected)
            reroll = ngettext("reroll {count} die", "reroll {count} dice", count)
            rolls = ngettext("{left} roll left", "{left} rolls left", left)
            lines.append(f"r  {reroll.format(count=count)}, {rolls.format(left=left)}")
        if self._game.turn.phase is Phase.ASKING:
            receiver = self._names[self._game.receiver]
            lines.append("g  " + _("{name} asks for the biggest gift").format(name=receiver))
        if self._game.turn.asked:
            asked = _("{name} asked: the gift counts double")
            lines.append("   " + asked.format(name=self._names[self._game.receiver]))
        return lines

    def _score_preview(self, selected: tuple[int, ...]) -> str:
        if not selected:
            return _("score: first pick dice by their numbers, like 1 3 4")
        row = self._preview(selected)
        if row is None:
            return _("these dice cannot be scored together")
        name = self._names[self._game.receiver]
        return _("score {points} + {bonus}, {name} gets {gift}").format(
            points=row.points, bonus=row.bonus, name=name, gift=row.given
        )

    def _preview(self, selected: tuple[int, ...]) -> Row | None:
        """The row that the selected dice would write, if they can be scored."""
        try:
            after = self._session.after(Score(selected))
        except RulesError:
            return None
        return after.sheets[self._game.active].rows[self._game.round]

    def prompt(self) -> str:
        """What the player is asked."""
        if self._game.over:
            return _("Press Enter to add up the totals (u: undo, h: help): ")
        name = self._names[self._game.active]
        if self._game.active in self._bots and self._game.faces:
            asked = self._names[self._game.receiver]
            return _("{name}: g asks for the biggest gift, Enter does not: ").format(name=asked)
        if self._game.active in self._bots:
            return _("Press Enter to let {name} play (u: undo, h: help): ").format(name=name)
        if not self._game.faces:
            return _("{name}, press Enter to roll (u: undo, h: help): ").format(name=name)
        return _("{name} (h: help): ").format(name=name)

    def final_lines(self) -> list[str]:
        """The end: the charity bonus, the totals, and who has won."""
        game, names = self._game, self._names
        lines = [*sheet_lines(game, names, self.painter, self._console.width), ""]
        lines += self._wrapped(sentences.charity(game, names))
        lines += ["", *tally_lines(game, names, self.painter), ""]
        return [*lines, self.painter.bold(sentences.victory(game, names))]

    def _wrapped(self, text: str) -> list[str]:
        return wrapped(text, self._console.width)
