"""`charidice db`: the database as a whole. Upgrade it, copy all of it."""

import argparse
from pathlib import Path

from charidice.cli.console import Console
from charidice.cli.places import add_places, place_of
from charidice.cli.progress import Bar
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.storage import copy, is_address, shown, upgrade_database, upgrade_file


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    commands = parser.add_subparsers(dest="work", metavar=_("WHAT"), required=True)
    upgrade = commands.add_parser(
        "upgrade", help=_("bring a database to the form that this version needs")
    )
    add_places(upgrade)
    copying = commands.add_parser(
        "copy", help=_("copy all games to an empty place: to move, to back up, to restore")
    )
    copying.add_argument(
        "source", metavar=_("FROM"), help=_("a data file or the address of a database")
    )
    copying.add_argument("target", metavar=_("TO"), help=_("a new file or an empty database"))
    parser.epilog = _("Example:") + f" {parser.prog} copy charidice.db postgresql://user@host/name"


def run(options: argparse.Namespace, console: Console) -> int:
    """Do it; an interrupted copy leaves nothing behind."""
    if options.work == "copy":
        _copy(options.source, options.target, console)
    else:
        _upgrade(place_of(options), console)
    return 0


def _upgrade(place: str, console: Console) -> None:
    if is_address(place):
        changed = upgrade_database(place)
        text = _("{place} is ready.") if changed else _("{place} was ready already.")
        console.show([text.format(place=shown(place))])
        return
    backup = upgrade_file(Path(place))
    console.show([_("{place} is ready.").format(place=place)])
    if backup is not None:
        console.show([_("As it was before, it is kept in {path}.").format(path=backup)])


def _copy(source: str, target: str, console: Console) -> None:
    with Bar(_("Copying")) as bar:
        count = copy(source, target, bar.draw)
    text = ngettext(
        "{count} event was copied to {place} and compared.",
        "{count} events were copied to {place} and compared.",
        count,
    )
    console.show([text.format(count=count, place=shown(target))])
