"""Options that say where the games are kept, and options from the environment."""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import platformdirs

from charidice.cli.secrecy import without_secrets
from charidice.errors import CodedError
from charidice.locale import gettext as _
from charidice.storage import StorageError, is_database_url


class LocationError(CodedError):
    """The options do not fit together."""

    messages: ClassVar[Mapping[str, str]] = {
        "place/two": "Choose either a data file (--data) or a database (--database), not both.",
        "place/environment": "{name} in the environment is “{value}”, which cannot be read.",
    }


def add_location_options(parser: argparse.ArgumentParser) -> None:
    """The two options for where the games are."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar=_("FILE"),
        help=_("the data file (otherwise in your user’s data folder)"),
    )
    parser.add_argument(
        "--database",
        metavar=_("URL"),
        help=_("a PostgreSQL database instead of a file, like postgresql://user@host/name"),
    )


def location_of(options: argparse.Namespace) -> str:
    """The data file or the address that was asked for."""
    data, database = options.data, options.database
    if data is None and database is None:  # arguments take precedence over the environment
        data, database = (from_environment(name, str, None) for name in ("data", "database"))
    if data is not None and database is not None:
        raise LocationError("place/two")
    if database is not None and not is_database_url(str(database)):
        raise StorageError("storage/address", {"url": "…"})  # it may be anything, also a password
    default = platformdirs.user_data_path("charidice") / "charidice.db"
    return str(database or data or default)


def variable(option: str) -> str:
    """The variable of the environment for an option."""
    return "CHARIDICE_" + option.upper().replace("-", "_")


def from_environment(
    option: str,
    kind: Callable[[str], object],
    default: object,
    choices: Sequence[str] | None = None,
) -> object:
    """The value of an option in the environment."""
    name = variable(option)
    value = os.environ.get(name)
    if not value:
        return default
    try:
        if choices is None or value in choices:
            return kind(value)
    except ValueError:
        pass
    raise LocationError("place/environment", {"name": name, "value": without_secrets(value)})
