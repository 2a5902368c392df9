"""Who looks at a table, and what the views of all its regions need to know about it."""

from dataclasses import dataclass
from typing import NamedTuple

from charidice.tables import Table
from charidice.web.live.faces import FaceView, faces_of
from charidice.web.live.words import seat_name, seat_title


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table, and the addresses where they and their friends reach it."""

    name: str  # of the table
    holder: int | None
    former: int | None  # the holder number of somebody who had a seat and was removed
    token: str | None
    link: str
    own_link: str
    only_here: bool

    @property
    def path(self) -> str:
        """The path of the table on this server."""
        return f"/t/{self.name}"


class Look(NamedTuple):
    """A table as one viewer sees it now, in the language of the context.

    Time before `since` counts for nobody (see CachedTable).
    """

    table: Table
    viewer: Viewer
    since: float
    names: tuple[str, ...]  # of the seats, for sentences
    titles: tuple[str, ...]  # of the seats, where a face shows who is a bot
    faces: tuple[FaceView, ...]
    mine: tuple[int, ...]  # the seats of the viewer

    @property
    def is_host(self) -> bool:
        """Whether the viewer is the host of the table."""
        return self.viewer.holder is not None and self.viewer.holder == self.table.host


def look_at(table: Table, viewer: Viewer, since: float = 0.0) -> Look:
    """How a viewer sees a table."""
    return Look(
        table,
        viewer,
        since,
        tuple(seat_name(seat, number) for number, seat in enumerate(table.seats)),
        tuple(seat_title(seat, number) for number, seat in enumerate(table.seats)),
        faces_of(table.seats),
        table.seats_of(viewer.holder),
    )
