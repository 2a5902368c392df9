"""The subcommands, their common options, and what happens when one fails."""

import argparse
import gettext as argparse_texts
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn, Protocol, cast

from charidice import __version__
from charidice.cli import BAD_INPUT, FILE_TROUBLE, INTERRUPTED
from charidice.cli.console import Console
from charidice.cli.files import FileError
from charidice.cli.secrecy import unknown_arguments, without_secrets
from charidice.errors import CodedError
from charidice.locale import DOMAIN, FOLDER, explain, languages, preferred, use
from charidice.locale import gettext as _
from charidice.locale.formats import capitalised


def N_(text: str) -> str:  # noqa: N802  # the usual name
    """Mark a text that is translated later, when the language is known."""
    return text


COMMANDS: Final = {
    "play": N_("play in the browser: starts a server for this machine and opens the browser"),
    "serve": N_(
        "start the server without opening a browser, also for your network or the internet"
    ),
    "db": N_("the database of a server: upgrade it, copy all of it, delete old games"),
    "terminal": N_("play in the terminal, 2 to 4 people on one keyboard"),
    "replay": N_("step through a recorded game"),
    "options": N_("all that six faces can score, best first"),
    "hint": N_("what the player to act should do, and what each choice is worth"),
    "review": N_("the luck and the errors of a recorded game"),
    "value": N_("what a position of the two-player game is worth"),
    "facts": N_("what the solution of the two-player game knows"),
    "simulate": N_("let bots play each other many times"),
    "solve": N_("solve the two-player game, for any dice"),
}


class Command(Protocol):
    """What the module of a subcommand provides."""

    def configure(self, parser: argparse.ArgumentParser, /) -> None:
        """Describe the arguments."""

    def run(self, options: argparse.Namespace, console: Console, /) -> int:
        """Run the command, and return the exit code."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors say where to find help."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong on stderr, and exit."""
        hint = _("See “{command} --help”.").format(command=self.prog)
        self.exit(BAD_INPUT, f"{self.prog}: {without_secrets(message)}\n{hint}\n")


def _parser(chosen: str | None) -> Parser:
    parser = Parser(
        prog="charidice",
        allow_abbrev=False,
        description=_(
            "Charidice: a dice game about generosity, for 2 to 4 players. What you do not score "
            "you give to your neighbour, and the most generous player gets a bonus. "
            "This is an unofficial fan implementation of the game by Jürgen Adams, "
            "published by NSV."
        ),
        epilog=_(
            "Exit codes: 0 all went well, 1 a file could not be read or written, "
            "2 the input is not right (stderr says what), 130 left with Ctrl-C."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"charidice {__version__}",
        help=_("show the version and exit"),
    )
    parser.add_argument(
        "--language",
        metavar=_("CODE"),
        choices=languages(),
        help=_(
            "show texts in this language: {codes} (default: the language of your system)"
        ).format(codes=", ".join(languages())),
    )
    commands = parser.add_subparsers(
        dest="command", metavar=_("COMMAND"), required=True, title=_("commands")
    )
    for name, text in COMMANDS.items():
        summary = _(text)
        command = commands.add_parser(
            name,
            allow_abbrev=False,
            help=summary,
            description=capitalised(summary) + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == chosen:
            _module(name).configure(command)
    return parser


def _module(name: str) -> Command:
    return cast(Command, import_module(f"charidice.cli.{name}"))


def run(arguments: Sequence[str]) -> int:
    """Run a subcommand; every error becomes a sentence on stderr and an exit code."""
    console = Console.of_process(os.environ)
    _choose_language(arguments)
    try:
        return _run(arguments, console)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except CodedError as error:
        print(f"charidice: {explain(error)}", file=sys.stderr)
        return FILE_TROUBLE if isinstance(error, FileError) else BAD_INPUT


def _run(arguments: Sequence[str], console: Console) -> int:
    if not any(argument in COMMANDS or argument in ("--help", "-h") for argument in arguments):
        arguments = _with_default(arguments)
    parser = _parser(next((argument for argument in arguments if argument in COMMANDS), None))
    try:
        options, unknown = parser.parse_known_args(arguments)
        if unknown:
            # argparse has this text too, and would quote them all
            text = argparse_texts.gettext("unrecognized arguments: %s")
            parser.error(text % unknown_arguments(unknown, arguments))
    except SystemExit as leaving:  # after --help, or after an error was shown
        return leaving.code if isinstance(leaving.code, int) else BAD_INPUT
    return _module(options.command).run(options, console)


def _with_default(arguments: Sequence[str]) -> Sequence[str]:
    """Without a command, and with nothing but a language, the game begins in the browser."""
    bare = not arguments or (len(arguments) == 2 and arguments[0] == "--language")
    return [*arguments, "play"] if bare or arguments[0].startswith("--language=") else arguments


def _choose_language(arguments: Sequence[str]) -> None:
    """The language has to be known before the parser writes its help."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    parser.add_argument("--language", choices=languages())
    try:
        asked: str | None = parser.parse_known_args(arguments)[0].language
    except argparse.ArgumentError:
        asked = None
    language = asked or preferred(os.environ)
    use(language)
    # argparse translates its own texts with the gettext of the standard library.
    os.environ["LANGUAGE"] = language
    argparse_texts.bindtextdomain(DOMAIN, FOLDER)
    argparse_texts.textdomain(DOMAIN)
