"""The game in the terminal: what is typed is done, until the game is over."""

from functools import partial
from pathlib import Path
from typing import Final

from charidice.cli import prompt
from charidice.cli.advice import advice_lines, reason_lines
from charidice.cli.console import Console, Leaving
from charidice.cli.drawing import dice_lines, option_lines
from charidice.cli.files import FileError, named, same_file, save
from charidice.cli.help import help_lines
from charidice.cli.prompt import Command, InputError
from charidice.cli.screen import Screen
from charidice.cli.seats import Bots, approximate
from charidice.cli.session import Session
from charidice.cli.width import wrapped
from charidice.coach import advise
from charidice.errors import CodedError
from charidice.locale import explain, ngettext, sentences
from charidice.locale import gettext as _
from charidice.rules import (
    DICE,
    Action,
    Ask,
    Game,
    Pass,
    Phase,
    Roll,
    RulesError,
    Score,
    actor,
    best_first,
    gift_of,
    selections,
)

_OPTIONS_SHOWN: Final = 14
_HINTS_SHOWN: Final = 8


class Table:
    """Shows a session, reads commands, and saves after every change where a file was named."""

    def __init__(self, session: Session, console: Console, file: Path | None) -> None:
        self.session = session
        self.console = console
        self.file = file
        self.selected: tuple[int, ...] = ()
        self.notice: list[str] = []
        self.unsaved = False
        self.bots = Bots(session.record)
        self.screen = Screen(session, console, self.bots)
        self.painter = self.screen.painter
        if self.bots.only_approximate(self.game):
            self.notice = self._wrapped(approximate())

    @property
    def game(self) -> Game:
        """The position now."""
        return self.session.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return self.session.record.players

    def play(self) -> None:
        """Play to the end, or until somebody leaves (raises Leaving)."""
        if self.session.rolling:  # a saved game may end with dice in the air
            self._roll()
        done = False
        while not done:
            self._let_bots_act()
            self.console.draw(self.screen.lines(self.selected, self.notice))
            line = self.console.ask(self.screen.prompt())
            self.notice = []
            try:
                done = self._obey(prompt.read(line))
            except CodedError as error:
                self.notice = self._wrapped(explain(error))
        self.console.draw(self.screen.final_lines())

    def _obey(self, command: Command) -> bool:
        """Run what was typed; True when the final tally was asked for."""
        pages = {"help": self._help, "options": self._options, "hint": self._hint}
        if command.name in pages:
            self._page(pages[command.name]())
            return False
        match command.name:
            case "save":
                self._save_as(command.rest)
            case "quit":
                raise Leaving(interrupted=False)
            case "undo":
                self._undo()
            case "next" if self.game.over:
                return True
            case _ if self.game.over:
                raise RulesError("rules/game-over")
            case "next" if not self.game.faces:
                self._roll()
            case _ if not self.game.faces:
                raise InputError("input/roll-first")
            case name if self.game.active in self.bots:
                self._answer(name)
            case "next":
                self.notice = [_("Pick dice by their numbers, or type h for help.")]
            case name:
                self._choose(name, command.dice)
        return False

    def _help(self) -> list[str]:
        return help_lines(self.console.width)

    def _let_bots_act(self) -> None:
        """Let bots make their choices; a person starts each of their turns."""
        while (seat := actor(self.game)) in self.bots and isinstance(seat, int):
            self._choose_and_tell(self.bots.choose(seat, self.game, self.session.record))

    def _answer(self, name: str) -> None:
        """A person answers whether to ask a bot for the biggest gift."""
        if name not in ("next", "gift"):
            raise InputError("input/bots-turn")
        self._choose_and_tell(Ask() if name == "gift" else Pass())

    def _choose_and_tell(self, action: Action) -> None:
        """Make a choice; the rolls and scores of bots are shown at the next prompt."""
        before = self.game
        self.session.choose(action)
        if before.active in self.bots:
            if isinstance(action, (Ask, Score)):
                self._tell(before, action)
            if isinstance(action, Roll):
                self._tell(*self.session.latest())
        self._changed()

    def _tell(self, game: Game, action: Action) -> None:
        self.notice += self._wrapped(sentences.event(game, action, self.names, self.painter.faces))

    def _choose(self, name: str, dice: tuple[int, ...] | None) -> None:
        if name == "select":
            self.selected = dice or ()
            return
        if name == "gift":
            self.session.choose(Ask())
        else:
            self._reroll_or_score(name, dice)
            self.selected = ()
        self._changed()

    def _reroll_or_score(self, name: str, dice: tuple[int, ...] | None) -> None:
        if dice is None and not self.selected and name != "reroll":
            raise InputError("input/no-dice", {"command": name[0]})
        if dice is None and not self.selected and name == "reroll":
            raise InputError("input/reroll-all")
        chosen = self.selected if dice is None else dice
        if name == "score":
            self.session.choose(Score(chosen))
        elif name == "reroll" and dice is not None:
            self.session.choose(Roll(die for die in range(DICE) if die not in dice))
        else:
            self.session.choose(Roll(chosen))

    def _roll(self) -> None:
        self.session.roll()
        if self.game.active in self.bots:
            self._tell(*self.session.latest())
        self._changed()

    def _undo(self) -> None:
        seat = self.session.undoable()
        if seat is None or seat in self.bots:
            raise InputError("input/cannot-undo")
        self.session.undo()
        self.selected = ()
        self.notice = [_("Taken back.")]
        self._changed()

    def _save_as(self, name: str) -> None:
        if name:
            file = named(name)
            save(file, self.session.record, replace=same_file(file, self.file))
            self.file, self.unsaved = file, False
        elif self.file is None:
            raise InputError("input/no-file")
        else:
            self._save_again(self.file)
        self.notice = self.notice or [_("Saved in {path}.").format(path=self.file)]

    def _changed(self) -> None:
        """Save the game after a change, if there is a file."""
        self.unsaved = True
        if self.file is not None:
            self._save_again(self.file)

    def _save_again(self, file: Path) -> None:
        try:
            save(file, self.session.record, replace=True)
            self.unsaved = False
        except FileError as error:
            self.notice = self._wrapped(explain(error))

    def _page(self, lines: list[str]) -> None:
        self.console.draw([*lines, ""])
        self.console.ask(_("Press Enter to go on. "))

    def _options(self) -> list[str]:
        if self.game.over:
            raise RulesError("rules/game-over")
        if not self.game.faces:
            raise InputError("input/roll-first")
        ranked = best_first(selections(self.game.faces, self.game.rules))
        gift = partial(gift_of, self.game)
        lines = option_lines(ranked[:_OPTIONS_SHOWN], self.game.faces, self.painter, gift)
        hidden = len(ranked) - _OPTIONS_SHOWN
        if hidden > 0:
            text = ngettext("… and {count} more", "… and {count} more", hidden)
            lines.append(text.format(count=hidden))
        return [*dice_lines(self.game.faces, (), self.painter, self.console.width), *lines]

    def _hint(self) -> list[str]:
        if self.game.over:
            raise RulesError("rules/game-over")
        if not self.game.faces:
            raise InputError("input/roll-first")
        # Advice is for the active player; the receiver's question is separate.
        game = self.session.if_nobody_asks()
        advised = advise(game)
        lines = advice_lines(advised, game, self.painter, _HINTS_SHOWN)
        lines += ["", *reason_lines(advised, game, self.console.width)]
        if self.game.turn.phase is Phase.ASKING:
            asking = advise(self.game)
            name = self.names[self.game.receiver]
            better = _("{name} should ask for the biggest gift now.")
            worse = _("{name} should not ask for the biggest gift now.")
            text = better if isinstance(asking.options[0].action, Ask) else worse
            lines += ["", *self._wrapped(text.format(name=name))]
        return [*dice_lines(game.faces, (), self.painter, self.console.width), *lines]

    def _wrapped(self, text: str) -> list[str]:
        return wrapped(text, self.console.width)
