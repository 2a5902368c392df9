"""A table as a value: its seats, its settings, the game, and what happened lately."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from charidice.records import EnteredSource, Record
from charidice.rules import Action, Game, Phase, Rolled
from charidice.tables.model.game_setup import GameSetup, public_source
from charidice.tables.model.settings import Settings

MOST_SEATS: Final = 4
# Who plays for somebody who is away.
STAND_IN: Final = "expert"
# How long a score can be taken back, if nobody rolls before.
TAKE_BACK_SECONDS: Final = 8.0
# Who let the time pass can come back for so long before others may end the game without them.
COME_BACK_SECONDS: Final = 60.0


class Status(Enum):
    """What a table is doing."""

    OPEN = "open"  # people sit down
    PLAYING = "playing"
    FINISHED = "finished"  # the game was played to its end
    ENDED = "ended"  # everybody agreed to end it early


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who plays there.

    `key` is its number for good; its place among the others changes when somebody before it gets
    up, and when the game begins. `holder` says who holds it: everybody who sits down gets the next
    number, and on one device one holder has several seats. A seat without one, or whose holder is
    away, is played by a bot. `timed_out` is when the clock sent the holder away, until the holder
    comes back or leaves.
    """

    name: str | None
    key: int
    bot: str | None = None
    holder: int | None = None
    away: bool = False
    timed_out: float | None = None
    never_asks: bool = False
    passes_turn: int | None = None
    former: int | None = None  # who held the seat before being removed

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot acts here now."""
        return self.holder is None or self.away


@dataclass(frozen=True, slots=True)
class Wait:
    """The wait for a decision: since when, and for how many seconds at most (0: any number).

    The limit is that of its beginning, or a longer one if the host allowed more since; it counts
    only where others are there. `keeps_seat` says that a bot only makes this one decision when the
    time is over, as its player was away or took a score back.
    """

    since: float = 0.0
    seconds: int = 0
    keeps_seat: bool = False


class MomentKind(Enum):
    """Which kind of moment the page shows."""

    ACTION = "action"  # an action in a position
    TAKEN_BACK = "taken-back"
    AWAY = "away"
    LEFT = "left"
    REMOVED = "removed"
    RETURNED = "returned"
    HOSTS = "hosts"  # the host rights came to this seat
    END_WISHED = "end-wished"
    HINT_TAKEN = "hint-taken"
    CORRECTED = "corrected"  # a turn at a pad


class PadTurn(NamedTuple):
    """A turn as it was written down at a pad, by whom, and how it stood there before that.

    `actions` are rolls, an ask and the score; that nobody asked is not among them.
    """

    actions: tuple[Action, ...]
    holder: int
    before: "PadTurn | None" = None

    @property
    def is_assumed(self) -> bool:
        """Whether only the columns were written down, so that nobody knows the dice."""
        return any(isinstance(action, Rolled) and action.assumed for action in self.actions)


class Moment(NamedTuple):
    """Something that happened, for those who look on; an action comes with its position.

    A correction at a pad comes with its turn, and with the position before and after it. Where it
    was made on a device for several seats, nobody knows which of them it was: `by_any` of them.
    `undone` is the score that was taken back.
    """

    number: int
    kind: MomentKind
    seat: int
    game: Game | None = None
    action: Action | None = None
    turn: int = 0
    before: Game | None = None
    by_any: bool = False
    undone: Action | None = None


class HintNote(NamedTuple):
    """That a seat took a hint: in which position, and in which turn of the game."""

    seat: int
    position: int
    turn: int


class Table(NamedTuple):
    """All that is known about a table after `version` events.

    `position` is the number of the last event that moved the game: commands say for which one
    they were made. Where two people acted at the same moment, the position before the latest event
    says what has happened: `before_pass` when the receiver did not ask (a choice made for it is as
    good), `before_ask` when the receiver asked, `before_choice` when the active player went on.
    `moved_at` is when the game moved; that the receiver does not ask moves nothing.
    `hold_seconds` is how long the next choice is held after that: new settings count from the next
    roll.
    `wait` is for the decision that is due now, `last_wait` was for the one before it. `ids` are the
    latest commands, each with the holder that sent it. `format` is that of the first event.
    `closed` says that the end of the game was noted: nothing can be taken back any more.
    `pad_turns` are the turns of a pad as they were written down.
    `earlier_wins` are those of every seat in the games before this one, if they were counted.
    `stood_in` are the places in `actions` of what a bot did for somebody who was away.

    It is a named tuple, since every event builds one and a frozen dataclass takes much longer.
    """

    version: int = 0
    position: int = 0
    before_pass: int | None = None
    before_ask: int | None = None
    before_choice: int | None = None
    status: Status = Status.OPEN
    format: int = 1
    created_at: float = 0.0
    setup: GameSetup = GameSetup()
    settings: Settings = Settings()
    seats: tuple[Seat, ...] = ()
    keys_given: int = 0  # to seats
    holders_given: int = 0  # numbers of those who sat down
    host: int | None = None
    game: Game | None = None
    actions: tuple[Action, ...] = ()
    stood_in: frozenset[int] = frozenset()
    moments: tuple[Moment, ...] = ()
    ids: tuple[tuple[int | None, str], ...] = ()
    hints: tuple[HintNote, ...] = ()  # of this turn and the last one in which there were any
    moved_at: float = 0.0
    hold_seconds: int = 0
    wait: Wait = Wait()
    last_wait: Wait = Wait()
    end_wishes: frozenset[int] = frozenset()
    forgotten: frozenset[int] = frozenset()
    came_from: str | None = None
    earlier_wins: tuple[int, ...] | None = None
    rematch: str | None = None
    closed: bool = False
    pad_turns: tuple[PadTurn, ...] = ()
    pad_asked: bool = False  # in the turn that is being played at a pad

    def seats_of(self, holder: int | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        if holder is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.holder == holder)

    def shown_to(self, holder: int | None) -> bool:
        """Whether somebody may see the table: who has a seat, and others unless the host minds."""
        may_join = self.status is Status.OPEN
        return may_join or self.settings.watch or bool(self.seats_of(holder))

    @property
    def people(self) -> frozenset[int]:
        """All who hold a seat and are not away."""
        return frozenset(
            seat.holder for seat in self.seats if seat.holder is not None and not seat.away
        )

    @property
    def timed_out(self) -> dict[int, float]:
        """The seats of those whom the clock has sent away and who have not left, with the time."""
        return {
            number: seat.timed_out
            for number, seat in enumerate(self.seats)
            if seat.timed_out is not None and seat.holder not in self.people
        }

    @property
    def removed(self) -> frozenset[int]:
        """Who was removed from the game and has not wished to be forgotten."""
        former = frozenset(seat.former for seat in self.seats if seat.former is not None)
        return former - self.forgotten

    @property
    def patience(self) -> int:
        """For how many seconds the decision that is due now is waited for; 0: for ever."""
        return self.wait.seconds if len(self.people) > 1 else 0

    @property
    def latest_action(self) -> Moment | None:
        """The latest action of the game."""
        return next((m for m in reversed(self.moments) if m.kind is MomentKind.ACTION), None)

    @property
    def latest(self) -> float:
        """When something last happened in the game."""
        return max(self.moved_at, self.wait.since)

    @property
    def to_act(self) -> int | None:
        """The seat that everybody waits for: that of the active player.

        Only a bot that may ask for the biggest gift answers first, which it does at once.
        """
        if self.game is None or self.status is not Status.PLAYING:
            return None
        return self.game.receiver if self.bot_answers else self.game.active

    @property
    def bot_answers(self) -> bool:
        """Whether a bot is about to say whether it asks for the biggest gift."""
        game = self.game
        return self.asking and game is not None and self.seats[game.receiver].played_by_bot

    @property
    def may_ask(self) -> int | None:
        """The seat that may ask for the biggest gift until the active player goes on."""
        if self.game is None or not self.asking:
            return None
        receiver = self.game.receiver
        return None if self.seats[receiver].played_by_bot else receiver

    @property
    def asking(self) -> bool:
        """Whether the receiver may ask for the biggest gift now."""
        return self.playing and self.game is not None and self.game.turn.phase is Phase.ASKING

    @property
    def is_pad(self) -> bool:
        """Whether people write down here what real dice show."""
        return isinstance(self.setup.source, EnteredSource)

    @property
    def reviewable(self) -> bool:
        """Whether every roll and every die of the game is known, so that a coach can judge it."""
        rolls = (action for action in self.actions if isinstance(action, Rolled))
        return not any(roll.colours or roll.assumed for roll in rolls)

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
        return active.holder is not None and active.holder == receiver.holder

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, at its end or before."""
        return self.status in (Status.FINISHED, Status.ENDED)

    def with_hint(self, seat: int, position: int) -> "Table":
        """The table after a seat took a hint; those of the turn before stay for a take back."""
        turn = 0 if self.game is None else self.game.turns_played
        kept = (note for note in self.hints if note.turn >= turn - 1)
        return self._replace(hints=(*kept, HintNote(seat, position, turn)))

    def record(self, names: tuple[str, ...]) -> Record:
        """The game as a record, under these names."""
        setup = self.setup
        return Record(names, self.actions, setup.rules, setup.dice, public_source(setup.source))
