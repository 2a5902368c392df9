"""`charidice db`: upgrade a database, copy all of it, delete old games."""

import argparse
import time
from pathlib import Path

from charidice.cli.console import Console
from charidice.cli.keeping import add_keep, keep_of
from charidice.cli.location import add_location_options, location_of
from charidice.cli.progress import Bar
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale.formats import date, number
from charidice.storage import (
    ExpiredTables,
    copy,
    delete_expired_tables,
    expired_tables,
    is_database_url,
    redacted,
    upgrade_database,
    upgrade_file,
)
from charidice.tables import Retention


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    commands = parser.add_subparsers(dest="work", metavar=_("WHAT"), required=True)
    upgrade = commands.add_parser(
        "upgrade", help=_("bring a database to the format that this version needs")
    )
    add_location_options(upgrade)
    copying = commands.add_parser(
        "copy", help=_("copy all games to an empty place: to move, to back up, to restore")
    )
    copying.add_argument(
        "source", metavar=_("FROM"), help=_("a data file or the address of a database")
    )
    copying.add_argument("target", metavar=_("TO"), help=_("a new file or an empty database"))
    cleaning = commands.add_parser(
        "clean", help=_("delete old games now; a data file must not be in use")
    )
    add_location_options(cleaning)
    add_keep(cleaning)
    cleaning.add_argument(
        "--dry-run",
        action="store_true",
        help=_("only say what would be deleted, and how old it is"),
    )
    parser.epilog = _("Example:") + f" {parser.prog} copy charidice.db postgresql://user@host/name"


def run(options: argparse.Namespace, console: Console) -> int:
    """Run it; an interrupted copy leaves nothing behind, and cleaning deletes whole games only."""
    if options.work == "copy":
        _copy(options.source, options.target, console)
    elif options.work == "clean":
        now = time.time()
        _clean(location_of(options), keep_of(options), now, console, dry_run=options.dry_run)
    else:
        _upgrade(location_of(options), console)
    return 0


def _upgrade(location: str, console: Console) -> None:
    if is_database_url(location):
        changed = upgrade_database(location)
        text = _("{place} is ready.") if changed else _("{place} was ready already.")
        console.show([text.format(place=redacted(location))])
        return
    backup = upgrade_file(Path(location))
    console.show([_("{place} is ready.").format(place=location)])
    if backup is not None:
        console.show([_("The previous version is kept in {path}.").format(path=backup)])


def _copy(source: str, target: str, console: Console) -> None:
    with Bar(_("Copying")) as bar:
        count = copy(source, target, bar.draw)
    text = ngettext(
        "{count} event was copied to {place} and compared.",
        "{count} events were copied to {place} and compared.",
        count,
    )
    console.show([text.format(count=number(count), place=redacted(target))])


def _clean(location: str, keep: Retention, now: float, console: Console, *, dry_run: bool) -> None:
    """Show what has expired, then delete it; the date is shown too, as everything depends on it."""
    console.show([_("Today is {date}, says the clock of this machine.").format(date=date(now))])
    total = 0
    for expired in keep.expired(now):
        found = expired_tables(location, expired)
        days = keep.finished if expired.kind == "finished" else keep.abandoned
        console.show([_described(expired.kind, days, found)])
        total += found.count
    if dry_run:
        console.show([_("Nothing was deleted (--dry-run).")])
        return
    deleted: list[str] = []
    with Bar(_("Deleting")) as bar:

        def count(name: str) -> None:
            deleted.append(name)
            bar.draw(len(deleted), max(total, len(deleted)))

        compacted = delete_expired_tables(location, keep, now, count)
    text = ngettext("{count} game was deleted.", "{count} games were deleted.", len(deleted))
    console.show([text.format(count=number(len(deleted)))])
    if not compacted:
        text = _("There was no room to write the file anew, so it is as large as before.")
        console.show([text])


def _described(kind: str, kept: float, found: ExpiredTables) -> str:
    text = (
        _("Finished games, not played for more than {days}: {count}")
        if kind == "finished"
        else _("Abandoned games, not played for more than {days}: {count}")
    )
    days = ngettext("{count} day", "{count} days", int(kept)).format(count=number(kept))
    line = text.format(days=days, count=number(found.count))
    if found.first is None or found.last is None:
        return line
    return f"{line} ({date(found.first)} – {date(found.last)})"
