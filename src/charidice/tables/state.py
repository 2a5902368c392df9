"""A table as a value: its seats, its settings, the game, and what happened lately."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from charidice.records import Record, ServerSource
from charidice.rules import Action, Chance, Game, Phase, actor

MOST_SEATS: Final = 4
# Who plays for somebody who is away.
STAND_IN: Final = "expert"
# How long a score can be taken back, if nobody rolls before.
TAKE_BACK_SECONDS: Final = 8.0
# A bot that begins its turn leaves the person before it this time to take back a score.
GRACE_SECONDS: Final = 3.0
# The shortest limit for a decision, and what is left at least to somebody who was alone.
LEAST_PATIENCE: Final = 15
# Who let the time pass can come back for so long before others may end the game without them.
COME_BACK_SECONDS: Final = 60.0


class Status(Enum):
    """What a table is doing."""

    OPEN = "open"  # people sit down
    PLAYING = "playing"
    FINISHED = "finished"  # the game was played to its end
    ENDED = "ended"  # everybody agreed to end it early


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host decides. Seconds of 0 mean: no limit."""

    ask_seconds: int = 6
    turn_seconds: int = 0
    pace: int = 12  # tenths of a second between the actions of a bot
    watch: bool = True


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who plays there.

    `sitting` says who holds the seat: everybody who sits down gets the next number, and on one
    device one sitting holds several seats. A seat without one, or whose holder is away, is
    played by a bot. `timed_out` is when the clock sent the holder away, until the holder comes back
    or leaves.
    """

    name: str | None
    bot: str | None = None
    sitting: int | None = None
    away: bool = False
    timed_out: float | None = None
    never_asks: bool = False
    passes_turn: int | None = None
    former: int | None = None  # who held the seat before being removed

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot acts here now."""
        return self.sitting is None or self.away


@dataclass(frozen=True, slots=True)
class Wait:
    """The wait for a decision: since when, and for how many seconds at most (0: any number).

    The limits are those of its beginning, or longer ones if the host allowed more since. `company`
    counts where others are there, `alone` where nobody else is. `keeps_seat` says that a bot only
    makes this one decision when the time is over, as its player was away or took a score back.
    """

    since: float = 0.0
    alone: int = 0
    company: int = 0
    keeps_seat: bool = False


class Moment(NamedTuple):
    """Something that happened, for those who look on: an action in a position, or an event."""

    number: int
    kind: str
    seat: int
    game: Game | None = None
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """All that is known about a table after `version` events.

    `position` is the number of the last event that moved the game: commands say for which one
    they were made. `before_pass` is the position before an automatic pass: a choice made for it
    is as good, so that nobody is refused for being quick. `moved_at` is when the game moved.
    `wait` is for the decision that is due now, `last_wait` was for the one before it. `ids` are the
    latest commands, each with the sitting that sent it.
    """

    version: int = 0
    position: int = 0
    before_pass: int | None = None
    status: Status = Status.OPEN
    settings: Settings = field(default_factory=Settings)
    seats: tuple[Seat, ...] = ()
    sittings: int = 0
    host: int | None = None
    game: Game | None = None
    actions: tuple[Action, ...] = ()
    moments: tuple[Moment, ...] = ()
    ids: tuple[tuple[int | None, str], ...] = ()
    moved_at: float = 0.0
    wait: Wait = field(default_factory=Wait)
    last_wait: Wait = field(default_factory=Wait)
    end_wishes: frozenset[int] = frozenset()
    forgotten: frozenset[int] = frozenset()
    came_from: str | None = None
    rematch: str | None = None

    def seats_of(self, sitting: int | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        if sitting is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.sitting == sitting)

    def shown_to(self, sitting: int | None) -> bool:
        """Whether somebody may see the table: who has a seat, and others unless the host minds."""
        may_join = self.status is Status.OPEN
        return may_join or self.settings.watch or bool(self.seats_of(sitting))

    @property
    def people(self) -> frozenset[int]:
        """The sittings of all who hold a seat and are not away."""
        return frozenset(
            seat.sitting for seat in self.seats if seat.sitting is not None and not seat.away
        )

    @property
    def timed_out(self) -> dict[int, float]:
        """The seats of those whom the clock has sent away and who have not left, with the time."""
        return {
            number: seat.timed_out
            for number, seat in enumerate(self.seats)
            if seat.timed_out is not None and seat.sitting not in self.people
        }

    @property
    def removed(self) -> frozenset[int]:
        """Who was removed from the game and has not wished to be forgotten."""
        former = frozenset(seat.former for seat in self.seats if seat.former is not None)
        return former - self.forgotten

    @property
    def patience(self) -> int:
        """For how many seconds the decision that is due now is waited for; 0: for ever."""
        if self.asking and self.shared_device:
            return 0
        return self.wait.company if len(self.people) > 1 else self.wait.alone

    @property
    def latest_action(self) -> Moment | None:
        """The latest action of the game."""
        return next((m for m in reversed(self.moments) if m.kind == "action"), None)

    @property
    def latest(self) -> float:
        """When something last happened in the game."""
        return max(self.moved_at, self.wait.since)

    @property
    def to_act(self) -> int | None:
        """The seat that everybody waits for: before a first roll that of the active player."""
        if self.game is None or self.status is not Status.PLAYING:
            return None
        who = actor(self.game)
        return self.game.active if isinstance(who, Chance) else who

    @property
    def asking(self) -> bool:
        """Whether the receiver is being asked about the biggest gift."""
        return self.playing and self.game is not None and self.game.turn.phase is Phase.ASKING

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self.status is Status.PLAYING

    @property
    def shared_device(self) -> bool:
        """Whether the active player and the receiver sit at the same device."""
        if self.game is None:
            return False
        active, receiver = self.seats[self.game.active], self.seats[self.game.receiver]
        return active.sitting is not None and active.sitting == receiver.sitting

    def record(self, names: tuple[str, ...]) -> Record:
        """The game as a record, under these names."""
        return Record(names, self.actions, source=ServerSource())
