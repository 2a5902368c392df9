"""The authoritative host of games: seats, commands, events, clocks, people who come and go.

A table is the list of its events. `decide` says which events a command leads to, `evolve` what an
event makes of a table, `due` what happens by itself: all three are pure. `Host` puts them together
with a log (a port, see `ports.py`) and tells whoever watches.
"""

from charidice.tables.cleaning import Keep
from charidice.tables.errors import Conflict, LogError, TableError
from charidice.tables.host import Host, NewTable
from charidice.tables.live import Live
from charidice.tables.state import Moment, Seat, Settings, Status, Table

__all__ = [
    "Conflict",
    "Host",
    "Keep",
    "Live",
    "LogError",
    "Moment",
    "NewTable",
    "Seat",
    "Settings",
    "Status",
    "Table",
    "TableError",
]
