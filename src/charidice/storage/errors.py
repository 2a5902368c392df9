"""Trouble with the database."""

from collections.abc import Mapping
from typing import ClassVar

from charidice.tables import LogError


class StorageError(LogError):
    """The database cannot be used."""

    messages: ClassVar[Mapping[str, str]] = {
        "storage/unusable": (
            "The data file {path} cannot be used ({reason}). Choose another one with --data."
        ),
        "storage/newer": (
            "The data file {path} was written by a newer version of Charidice. "
            "Update Charidice, or choose another file with --data."
        ),
        "storage/address": (
            "“{url}” is not the address of a database, like postgresql://user@host/name."
        ),
        "storage/address-parts": (
            "the parts of the address cannot be told apart; in a name or password "
            "write @ as %40, : as %3A, / as %2F, ? as %3F and # as %23"
        ),
        "storage/unreachable": (
            "The database {place} cannot be used ({reason}). "
            "Check that it is running and that user, password and name are correct."
        ),
        "storage/older": (
            "The database {place} is new, or in the format of an older version of "
            "Charidice. Run “charidice db upgrade” once, then start the server."
        ),
        "storage/newer-database": (
            "The database {place} was made by a newer version of Charidice. Update Charidice."
        ),
        "storage/too-old": (
            "The database {place} is PostgreSQL {version}. "
            "Charidice needs version {least} or newer."
        ),
        "storage/not-empty": (
            "There are games in {place} already. Nothing was copied. "
            "Choose a new file or an empty database."
        ),
        "storage/two-databases": (
            "From one database to another, copy to a file first and from there to the other one."
        ),
        "storage/older-file": (
            "The data file {path} is in the format of an older version of Charidice. "
            "Run “charidice db upgrade --data {path}” first."
        ),
        "storage/no-source": "There is no data file {path}. Check its name.",
        "storage/copy-differs": (
            "The copy in {place} did not match the original, so it was removed. Please report this."
        ),
        "storage/unavailable": (
            "The database is not answering right now. "
            "Nothing is lost; please try again in a moment."
        ),
        "storage/full": (
            "The server has no room left to save anything. Nothing is lost; please try again later."
        ),
        "storage/unwritable": (
            "The server cannot save anything right now. Nothing is lost; please try again later."
        ),
        "storage/too-many-uploads": (
            "This server keeps as many uploaded games as it has room for. "
            "Try again in a few days; meanwhile “charidice review” looks at the file "
            "on your own machine."
        ),
        "storage/closed": (
            "The server is shutting down. A move made now is not saved; "
            "please try again in a moment."
        ),
        "storage/in-use": (
            "The data file {path} is in use by another Charidice server. "
            "Stop that one, or choose another file with --data."
        ),
        "storage/other-name": (
            "The data file {path} has another name too (a hard link). The server that used that "
            "name is still running or did not shut down cleanly, and its latest moves are only "
            "in a file next to that name, ending in -wal. Start a server with that name (--data) "
            "and stop it normally; until then, delete neither that name nor the files next to it."
        ),
    }
