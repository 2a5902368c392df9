"""The authoritative host of games: seats, commands, events, clocks, people who come and go.

`model` is pure: a table is the list of its events, `decide` says which events a command leads to,
`evolve` what an event makes of a table, `due` what happens by itself. `hosting` puts them together
with a log (a port, see `hosting/ports.py`) and tells whoever watches.
"""

from charidice.tables.hosting.cached_table import CachedTable
from charidice.tables.hosting.errors import Conflict, LogError
from charidice.tables.hosting.host import Host
from charidice.tables.hosting.retention import Retention
from charidice.tables.model.errors import TableError
from charidice.tables.model.game_setup import GameSetup
from charidice.tables.model.new_table import NewTable
from charidice.tables.model.settings import Settings
from charidice.tables.model.table import Moment, MomentKind, Seat, Status, Table

__all__ = [
    "CachedTable",
    "Conflict",
    "GameSetup",
    "Host",
    "LogError",
    "Moment",
    "MomentKind",
    "NewTable",
    "Retention",
    "Seat",
    "Settings",
    "Status",
    "Table",
    "TableError",
]
