"""Options that say for how long games are kept, for servers and for cleaning on request."""

import argparse
from typing import Final, NamedTuple

from charidice.cli.location import from_environment
from charidice.locale import gettext as _
from charidice.tables import Retention

_FINISHED_DAYS: Final = 365
_ABANDONED_DAYS: Final = 90


class RetentionOption(NamedTuple):
    """An option, with its default in days."""

    name: str
    help: str
    days: int


def retentions() -> list[RetentionOption]:
    """The two options, in the language of the user."""
    finished = _("days after which finished games are deleted, 0 for never ({days})")
    abandoned = _("days after which abandoned games are deleted, 0 for never ({days})")
    return [
        RetentionOption("keep-finished", finished.format(days=_FINISHED_DAYS), _FINISHED_DAYS),
        RetentionOption("keep-abandoned", abandoned.format(days=_ABANDONED_DAYS), _ABANDONED_DAYS),
    ]


def add_keep(parser: argparse.ArgumentParser) -> None:
    """Add both options; the environment is looked up later for those that are not given."""
    for kept in retentions():
        parser.add_argument(f"--{kept.name}", type=int, metavar=_("DAYS"), help=kept.help)


def keep_of(options: argparse.Namespace) -> Retention:
    """For how long games are kept."""
    given = {
        "keep-finished": options.keep_finished,
        "keep-abandoned": options.keep_abandoned,
    }
    for kept in retentions():
        if given[kept.name] is None:
            given[kept.name] = from_environment(kept.name, int, kept.days)
    return Retention(max(0, given["keep-finished"]), max(0, given["keep-abandoned"]))
