"""`charidice terminal`: start or resume a game, and leave it without losing anything."""

import argparse
import secrets
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from charidice.bots import NAMES
from charidice.bots.names import all_bot_names
from charidice.cli import INTERRUPTED
from charidice.cli.arguments import add_rules, rules_of
from charidice.cli.console import Console, Leaving
from charidice.cli.files import FileError, check_new, load, named, same_file, save
from charidice.cli.prompt import InputError
from charidice.cli.seats import bot_names
from charidice.cli.session import Session
from charidice.cli.table import Table
from charidice.errors import CodedError
from charidice.locale import explain
from charidice.locale import gettext as _
from charidice.locale.levels import bot_names_in_all_languages
from charidice.records import Record, SeededSource, check_name
from charidice.rolls import SeededRolls
from charidice.rules import RULEBOOK
from charidice.tables.model.names import alike, is_reserved, reserved


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "players",
        nargs="*",
        metavar=_("NAME"),
        help=_(
            "2 to 4 players in clockwise order, starting with the one whose birthday comes next"
        ),
    )
    parser.add_argument(
        "--bots",
        metavar=_("LEVELS"),
        help=_("bots that play too, separated by commas: {names}").format(names=", ".join(NAMES)),
    )
    parser.add_argument("--seed", metavar=_("TEXT"), help=_("the same seed gives the same dice"))
    add_rules(parser)
    parser.add_argument(
        "--save",
        type=Path,
        metavar=_("FILE"),
        help=_("save after every choice; .txt is readable text, all others are JSON"),
    )
    parser.add_argument(
        "--resume", type=Path, metavar=_("FILE"), help=_("go on with a saved game, and save there")
    )
    parser.epilog = _("Example:") + " charidice terminal Lena Marko --save game.json"


def run(options: argparse.Namespace, console: Console) -> int:
    """Play, and offer to save however the game is left."""
    try:
        record = _resumed(options) if options.resume else _new(options, console)
    except Leaving as leaving:
        console.show()
        return INTERRUPTED if leaving.interrupted else 0
    if options.save and not same_file(options.save, options.resume):
        check_new(options.save)
    seed = record.seed or secrets.token_hex(8)
    session = Session(replace(record, source=SeededSource(seed)), SeededRolls(seed))
    table = Table(session, console, options.save or options.resume)
    interrupted = False
    try:
        table.play()
    except Leaving as leaving:
        console.show()
        interrupted = leaving.interrupted
    except KeyboardInterrupt:  # between two prompts
        console.show()
        interrupted = True
    _farewell(table, console)
    return INTERRUPTED if interrupted else 0


def _resumed(options: argparse.Namespace) -> Record:
    if options.players or any(
        option is not None for option in (options.seed, options.dice, options.rounds, options.bots)
    ):
        raise InputError("input/resume-alone")
    return load(options.resume)


def _new(options: argparse.Namespace, console: Console) -> Record:
    if options.save:
        check_new(options.save)
    rules, dice = rules_of(options)
    # Check everything else with valid names before asking anybody for theirs.
    source = None if options.seed is None else SeededSource(options.seed)
    record = Record(("1", "2"), rules=rules, dice=dice, source=source)
    levels = [level.strip() for level in options.bots.split(",")] if options.bots else []
    bots = bot_names(levels)
    if options.players or len(bots) >= RULEBOOK.most_players:
        return _with_players(record, options.players, bots)
    while True:
        line = console.ask(_("Who plays? Names, separated by commas: "))
        if line in _HELP:
            text = _(
                "2 to 4 names in clockwise order, "
                "starting with the player whose birthday comes next."
            )
            console.show([text])
            continue
        try:
            return _with_players(record, [n.strip() for n in line.split(",") if line], bots)
        except CodedError as error:
            console.show([explain(error)])


def _with_players(record: Record, names: Sequence[str], bots: Sequence[str]) -> Record:
    bots_anywhere = reserved(bot_names_in_all_languages() | all_bot_names())
    for name in names:
        check_name(name)
        if is_reserved(name, bots_anywhere):
            raise InputError("input/bot-name", {"name": name})
        if sum(alike(name, other) for other in names) > 1:
            raise InputError("input/name-repeated", {"name": name})
    return replace(record, players=(*names, *bots))


_HELP: Final = ("h", "?")


def _farewell(table: Table, console: Console) -> None:
    """Print where the game is saved, or ask where to save it; a second Ctrl-C skips that."""
    record = table.session.record
    if not record.actions:
        return
    path = _kept(table, console)
    if path is None:
        console.show(
            [_("The same dice again: --seed {seed}").format(seed=shlex.quote(str(record.seed)))]
        )
        return
    arguments = ["replay"] if table.game.over else ["terminal", "--resume"]
    command = shlex.join([*_this_command(), *arguments, str(path.absolute())])
    console.show([_("The game is saved in {path}.").format(path=path), f"  {command}"])


def _kept(table: Table, console: Console) -> Path | None:
    """The file with the saved game; asks until a name is valid, or none is given."""
    record = table.session.record
    if table.file is not None and not table.unsaved:
        return table.file
    question = _("To keep this game, type a file name (Enter leaves without saving): ")
    while True:
        try:
            name = console.ask(question)
            if not name:
                return None
            if name in _HELP:
                console.show([_("A name like game.json keeps the game; charidice can resume it.")])
                continue
            path = named(name)
            save(path, record, replace=False)
        except FileError as error:
            console.show([explain(error)])
        except (Leaving, KeyboardInterrupt):
            console.show()
            return None
        else:
            return path


def _this_command() -> list[str]:
    """How this program was called, as a full line that works in any shell and any folder."""
    called = Path(sys.argv[0])
    if called.stem == "charidice":
        return [str(called.absolute())]
    return [sys.executable, "-m", "charidice"]
