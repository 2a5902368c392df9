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
from charidice.cli.secrecy import unknown_words, without_secrets
from charidice.locale import DOMAIN, FOLDER, explain, languages, preferred, use
from charidice.locale import gettext as _
from charidice.rules import CodedError


def N_(text: str) -> str:  # noqa: N802  # the usual name
    """Mark a text that is translated later, when the language is known."""
    return text


COMMANDS: Final = {
    "play": N_("play in the browser: starts a server for this machine and opens the browser"),
    "serve": N_("the same without opening a browser, also for a network or the world"),
    "db": N_("the database of a server: upgrade it, copy all of it, delete old games"),
    "terminal": N_("play in the terminal, 2 to 4 people on one keyboard"),
    "replay": N_("step through a recorded game"),
    "options": N_("all that six faces can score, best first"),
    "hint": N_("what the player to act should do, and what each choice is worth"),
    "review": N_("the luck and the errors of a recorded game"),
    "value": N_("what a position of the game for two is worth"),
    "simulate": N_("let bots play each other many times"),
    "solve": N_("solve the game for two, for any dice"),
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
            "Charidice, a dice game about generosity for 2 to 4 players. What you do not score "
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
        help=_("show texts in this language: {codes} (otherwise as your system asks for)").format(
            codes=", ".join(languages())
        ),
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
            description=summary[:1].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == chosen:
            _module(name).configure(command)
    return parser


def _module(name: str) -> Command:
    return cast(Command, import_module(f"charidice.cli.{name}"))


def run(words: Sequence[str]) -> int:
    """Run a subcommand; every error becomes a sentence on stderr and an exit code."""
    console = Console.of_process(os.environ)
    _choose_language(words)
    try:
        return _run(words, console)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except CodedError as error:
        print(f"charidice: {explain(error)}", file=sys.stderr)
        return FILE_TROUBLE if isinstance(error, FileError) else BAD_INPUT


def _run(words: Sequence[str], console: Console) -> int:
    if not any(word in COMMANDS or word in ("--help", "-h") for word in words):
        words = _with_default(words)
    parser = _parser(next((word for word in words if word in COMMANDS), None))
    try:
        options, unknown = parser.parse_known_args(words)
        if unknown:
            # argparse has this text too, and would quote them all
            text = argparse_texts.gettext("unrecognized arguments: %s")
            parser.error(text % unknown_words(unknown, words))
    except SystemExit as leaving:  # after --help, or after an error was shown
        return leaving.code if isinstance(leaving.code, int) else BAD_INPUT
    return _module(options.command).run(options, console)


def _with_default(words: Sequence[str]) -> Sequence[str]:
    """The words, with `play` added if they name no command."""
    bare = not words or (len(words) == 2 and words[0] == "--language")
    return [*words, "play"] if bare or words[0].startswith("--language=") else words


def _choose_language(words: Sequence[str]) -> None:
    """The language has to be known before the parser writes its help."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    parser.add_argument("--language", choices=languages())
    try:
        asked: str | None = parser.parse_known_args(words)[0].language
    except argparse.ArgumentError:
        asked = None
    language = asked or preferred(os.environ)
    use(language)
    # argparse translates its own texts with the gettext of the standard library.
    os.environ["LANGUAGE"] = language
    argparse_texts.bindtextdomain(DOMAIN, FOLDER)
    argparse_texts.textdomain(DOMAIN)
