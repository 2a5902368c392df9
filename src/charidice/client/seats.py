"""A table as somebody sees it who looks on, and as somebody who has a seat there."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Literal

from charidice.client.requests import Requests
from charidice.client.streams import EventStream
from charidice.records import Record, from_json
from charidice.rules import Action
from charidice.tables.model.api_models import Done, SeatToken, StateModel
from charidice.tables.model.commands import (
    SENT_COMMAND,
    AddBot,
    Begin,
    Configure,
    Forget,
    Hint,
    Leave,
    Mute,
    Play,
    Remove,
    Return,
    SentCommand,
    TakeBack,
    WishEnd,
    WishNoEnd,
    read_action,
)
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.tables.model.public_events import PublicEvent
from charidice.tables.model.settings import Settings


class Onlooker:
    """Somebody who looks at a table."""

    def __init__(self, requests: Requests, table: str, token: str = "") -> None:
        self.table = table
        self._requests, self._token = requests, token
        self._position: int | None = None

    async def state(self) -> StateModel:
        """Everything about the table that everybody may know."""
        state = await self._state()
        self._position = state.position
        return state

    async def _state(self) -> StateModel:
        text = await self._requests.get(f"/{self.table}", self._token)
        return StateModel.model_validate_json(text, extra="ignore")

    async def record(self) -> Record:
        """The game so far; `charidice.records.replay` gives its position."""
        return from_json(await self._requests.get(f"/{self.table}/record", self._token))

    async def events(self, after: int = 0) -> AsyncGenerator[PublicEvent, None]:
        """All events after this number, then each as it happens, until the game is over.

        Who leaves the loop early closes it: `async with contextlib.aclosing(seat.events()) as …`.
        """
        stream = EventStream(self._requests, self.table, self._token, after)
        async with aclosing(stream.events()) as events:
            async for event in events:
                self._position = event.position
                yield event


class Seat(Onlooker):
    """Somebody's seat at a table.

    Every command gets an id of its own, the same for every try, and returns when it is on disk.
    """

    def __init__(self, requests: Requests, given: SeatToken, new_id: Callable[[], str]) -> None:
        super().__init__(requests, given.table, given.token)
        self.given = given  # keep it to take this seat again later; the token in it is a secret
        self.sitting = given.sitting
        self._new_id = new_id

    def __repr__(self) -> str:
        return f"Seat(table={self.table!r}, sitting={self.sitting})"

    async def send(self, command: SentCommand) -> Done:
        """Any command; without an id it gets one."""
        if command.id is None:
            command = replace(command, id=self._new_id())
        body = SENT_COMMAND.dump_json(command).decode()
        answer = await self._requests.post(f"/{self.table}/commands", self._token, body)
        return Done.model_validate_json(answer, extra="ignore")

    async def play(self, action: Action | str, position: int | None = None) -> Done:
        """A decision of the game: an action or its text, and “roll” to begin a turn.

        Without a position it is made for that of the state or event that this seat gave out last,
        or for whatever the position is if it never gave out any. A choice that is held, so that
        the receiver can ask for the biggest gift, is sent again when that moment is over.
        """
        chosen = read_action(action) if isinstance(action, str) else action
        return await self.send(Play(chosen, await self._decided_on(position)))

    async def take_back(self, position: int | None = None) -> Done:
        """Take back the score just made; the position is as in `play`."""
        return await self.send(TakeBack(await self._decided_on(position)))

    async def take_hint(self, position: int | None = None) -> Done:
        """Tell everybody that one takes a hint for a decision; the position is as in `play`."""
        return await self.send(Hint(await self._decided_on(position)))

    async def enter(
        self, turn: int, faces: str, score: Sequence[int], *, asked: bool = False
    ) -> Done:
        """Write down a turn of real dice at a pad: the next one, or one that was wrong.

        `faces` are the six that lie there, such as "1R 6B 6Y 4P 3K 2G", and `score` the places of
        those that are scored.
        """
        position = await self._decided_on(None)
        return await self.send(Enter(turn, position, faces, list(score), asked=asked))

    async def ask_at_pad(self, asked: bool = True) -> Done:
        """At a pad the receiver asks for the biggest gift in this turn, or takes it back."""
        return await self.send(PadAsk(asked, await self._decided_on(None)))

    async def restore(self, turn: int) -> Done:
        """Undo the latest correction of a turn at a pad."""
        return await self.send(Restore(turn, await self._decided_on(None)))

    async def mute(self, until: Literal["turn", "game", "never"]) -> Done:
        """Never ask for the biggest gift in this turn or game, or be able to again.

        It is obsolete: nobody has to answer, and `play("pass")` says "not now".
        """
        return await self.send(Mute(until))

    async def leave(self) -> Done:
        """Get up."""
        return await self.send(Leave())

    async def come_back(self) -> Done:
        """Play again after having been away."""
        return await self.send(Return())

    async def wish_end(self) -> Done:
        """Wish to end the game early."""
        return await self.send(WishEnd())

    async def wish_no_end(self) -> Done:
        """No longer wish to end the game early."""
        return await self.send(WishNoEnd())

    async def forget(self) -> Done:
        """Have the name deleted, and leave."""
        return await self.send(Forget())

    async def add_bot(self, level: str) -> Done:
        """Give a seat to a bot, as the host."""
        return await self.send(AddBot(level))

    async def remove(self, seat: int, version: int | None = None) -> Done:
        """Take a seat away, as the host; with a version, only if the seats are still those."""
        return await self.send(Remove(seat, version))

    async def begin(self, first: int | None = None, version: int | None = None) -> Done:
        """Start the game, as the host; without `first` it is drawn who begins."""
        return await self.send(Begin(first, version))

    async def configure(self, settings: Settings) -> Done:
        """Replace the settings, as the host."""
        return await self.send(Configure(settings))

    async def rematch(self) -> "Seat":
        """One's seat at the table where the same people play again."""
        answer = await self._requests.post(f"/{self.table}/rematch", self._token)
        given = SeatToken.model_validate_json(answer, extra="ignore")
        return Seat(self._requests, given, self._new_id)

    async def _decided_on(self, position: int | None) -> int:
        decided_on = self._position if position is None else position
        return (await self._state()).position if decided_on is None else decided_on
