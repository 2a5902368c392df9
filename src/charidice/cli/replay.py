"""`charidice replay`: step through a record, print it, or turn it into the other format."""

import argparse
from collections.abc import Iterator

from charidice.cli.arguments import add_record
from charidice.cli.console import Console, Leaving
from charidice.cli.drawing import Painter, dice_lines, sheet_lines, tally_lines
from charidice.cli.files import load
from charidice.cli.prompt import InputError
from charidice.locale import explain, sentences
from charidice.locale import gettext as _
from charidice.records import Record, positions, to_json, to_text
from charidice.rules import Game, Pass


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    add_record(parser)
    parser.add_argument(
        "--step",
        type=int,
        metavar=_("NUMBER"),
        help=_("only print the position after so many actions (0 is the start, -1 the last)"),
    )
    parser.add_argument(
        "--print", choices=("json", "text"), help=_("print the record in this format instead")
    )
    parser.epilog = _("Example:") + " charidice replay game.json"


def run(options: argparse.Namespace, console: Console) -> int:
    """Show a record; in a terminal step by step, in a pipe all at once."""
    record = load(options.file)
    if options.print:
        console.writer.write(to_json(record) if options.print == "json" else to_text(record))
        return 0
    film = Film(record, console)
    if options.step is not None:
        console.show(film.frame(film.step(options.step)))
    elif console.screen:
        film.browse()
    else:
        console.show(film.story())
    return 0


class Film:
    """A record as a row of positions to look at."""

    def __init__(self, record: Record, console: Console) -> None:
        self.record = record
        self.console = console
        self.painter = Painter(console)
        self.games = list(positions(record))

    def step(self, wanted: int) -> int:
        """The number of a step, counted from the end when negative."""
        last = len(self.games) - 1
        step = last + 1 + wanted if wanted < 0 else wanted
        if not 0 <= step <= last:
            raise InputError("input/no-such-step", {"step": wanted, "last": last})
        return step

    def event(self, step: int) -> str:
        """What led to this position."""
        if step == 0:
            return _("The game begins.")
        before, action = self.games[step - 1], self.record.actions[step - 1]
        return sentences.event(before, action, self.record.players, self.painter.faces)

    def frame(self, step: int) -> list[str]:
        """One position: sheets, dice, and what has just happened."""
        game, names = self.games[step], self.record.players
        lines = [self._title(game, step)]
        lines += sheet_lines(game, names, self.painter, self.console.width)
        lines += ["", *dice_lines(game.faces, game.turn.kept, self.painter, self.console.width)]
        lines.append(self.event(step))
        if game.over:
            lines += [sentences.charity(game, names), sentences.victory(game, names)]
        return lines

    def _title(self, game: Game, step: int) -> str:
        shown_round = min(game.round + 1, game.rules.rounds)
        where = _("Round {round} of {rounds}").format(round=shown_round, rounds=game.rules.rounds)
        steps = _("step {step} of {last}").format(step=step, last=len(self.games) - 1)
        return self.painter.bold(f"Charidice · {where} · {steps}")

    def story(self) -> Iterator[str]:
        """The whole game in words, then the tally."""
        names = self.record.players
        for step, action in enumerate(self.record.actions, 1):
            game = self.games[step - 1]
            if game.turn.rolls == 0:
                where = _("Round {round} of {rounds}").format(
                    round=game.round + 1, rounds=game.rules.rounds
                )
                yield from ("", self.painter.bold(f"{where} · {names[game.active]}"))
            if not isinstance(action, Pass):
                yield "  " + self.event(step)
        yield ""
        final = self.games[-1]
        if final.over:
            yield from (sentences.charity(final, names), "")
            yield from (*tally_lines(final, names, self.painter), "")
            yield sentences.victory(final, names)
        else:
            yield _("The game is not finished.")

    def browse(self) -> None:
        """Step through with the keyboard."""
        step, notice = 0, ""
        while True:
            self.console.draw([*self.frame(step), notice])
            try:
                line = self.console.ask(_("Enter: on, b: back, a number: that step, q: leave  "))
                if line.lower() in ("q", "quit", "exit"):
                    return
                if line.lower() in ("h", "?", "help"):
                    notice = _("Every step is a roll or a choice; -1 is the last step.")
                    continue
                step, notice = self._turned(line.lower(), step), ""
            except Leaving as leaving:
                self.console.show()
                if leaving.interrupted:
                    raise KeyboardInterrupt from None
                return
            except InputError as error:
                notice = explain(error)

    def _turned(self, line: str, step: int) -> int:
        if line == "":
            return min(step + 1, len(self.games) - 1)
        if line in ("b", "back"):
            return max(step - 1, 0)
        if line.isascii() and line.removeprefix("-").isdecimal() and len(line) < 10:
            return self.step(int(line))
        raise InputError("input/unknown", {"text": line})
