"""People who play through the API while the server breaks down again and again.

A command carries an id; when its answer is lost, the client sends it again with the same id until
it is answered. What was answered is written down, to be compared with the log afterwards.
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from tools.faults.viewers import PAUSE_SECONDS, EventViewer

from charidice.client import ApiError, Seat
from charidice.rules import Action, Ask, Pass, Phase, Roll, Score, apply, legal_actions
from charidice.tables import Settings, Status, Table
from charidice.tables.model.commands import Leave, Mute, Play, Return, SentCommand, TakeBack

NEWS_SECONDS: Final = 5.0
ASK_CHANCE: Final = 0.15  # of somebody who may ask
NOT_NOW_CHANCE: Final = 0.4  # of the same: others wait until the active player goes on
REROLL_CHANCE: Final = 0.35
LEAVE_CHANCE: Final = 0.05  # at each look, of somebody who will get up for a while
OVER: Final = (Status.FINISHED, Status.ENDED)
_REFUSED: Final = (403, 409)  # somebody else was quicker
_MUTES: Final[tuple[Literal["turn", "game"], ...]] = ("turn", "game")


class Vanished(Exception):  # noqa: N818
    """A table that was acknowledged is not there, or does not replay."""


@dataclass
class Told:
    """What the server has told its clients."""

    acknowledged: dict[str, str] = field(default_factory=dict)  # ids as in the log, with tables
    moves: int = 0
    refused: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Kind:
    """A kind of game: how many people and which bots play, with what settings and habits."""

    name: str
    people: int
    bots: tuple[str, ...] = ()
    ask_seconds: int = 0
    turn_seconds: int = 0
    pace: int = 0
    watch: bool = True
    dawdling: float = 0.0  # how likely somebody lets a clock run out
    leaving: float = 0.0  # how likely somebody gets up for a while
    taking_back: float = 0.1
    rematch: float = 0.2
    muting: float = 0.2

    @property
    def settings(self) -> Settings:
        """As the API takes them."""
        return Settings(self.ask_seconds, self.turn_seconds, self.pace, self.watch)


class Gathering(Protocol):
    """What a person knows of the game that is played."""

    kind: Kind
    told: Told
    rng: random.Random

    def new_id(self, whose: str) -> str:
        """An id for a command, by which it is found in the log."""
        ...

    @property
    def over(self) -> bool:
        """Whether it is over for all who play."""
        ...


class Person:
    """Somebody with a seat, who decides on what the own stream shows."""

    def __init__(self, game: Gathering, name: str, seat: Seat) -> None:
        self.game, self.name, self.seat = game, name, seat
        self.told, self.rng = game.told, game.rng
        self.viewer = EventViewer(seat, playing=True)
        self.answered = 0  # the latest version of an answer
        self.doing = ""  # the latest wish, and what came of it
        self._busy = False
        self._dawdled = -1
        self._considered = -1  # the latest position in which it was decided whether to ask
        self._leaves = self.rng.random() < game.kind.leaving
        self._mutes = self.rng.random() < game.kind.muting

    async def play(self) -> None:
        """Play until the game is over for all: somebody may still take back the last score."""
        while not self.game.over:
            if self.viewer.trouble:
                raise Vanished(f"{self.seat.table}: {self.viewer.trouble[0]}")
            self._busy = True
            acted = await self._acted()
            self._busy = False
            if not acted:
                await self.viewer.news(PAUSE_SECONDS if self.done else NEWS_SECONDS)

    @property
    def done(self) -> bool:
        """Whether the game is over as far as this person knows and cares."""
        return self.viewer.table.status in OVER and not self._busy

    async def _acted(self) -> bool:
        """Do what is to be done now; False if there is nothing."""
        table = self.viewer.table
        mine = table.seats_of(self.seat.sitting)
        if not mine or table.status is not Status.PLAYING:
            return False
        if table.seats[mine[0]].away:
            await self.wish(Return())
            return True
        if self._leaves and self.rng.random() < LEAVE_CHANCE:
            await self._leave()
            return True
        if table.to_act != mine[0]:
            return table.may_ask == mine[0] and await self._asks(table)
        if self._mutes:
            self._mutes = False
            await self.wish(Mute(self.rng.choice(_MUTES)))
            return True
        if not await self._dawdles(table):
            await self._move(table)
        return True

    async def _asks(self, table: Table) -> bool:
        """Ask for the biggest gift, say not now, or let the other go on: one of it for a roll."""
        if self._considered == table.position:
            return False
        self._considered = table.position
        mood = self.rng.random()
        if mood >= ASK_CHANCE + NOT_NOW_CHANCE:
            return False
        action = Ask() if mood < ASK_CHANCE else Pass()
        self.told.done[str(action)] += 1
        await self.wish(Play(action, table.position, self.game.new_id(str(self.seat.sitting))))
        return True

    async def _leave(self) -> None:
        self._leaves = False
        self.told.done["left"] += 1
        await self.wish(Leave())
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))

    async def _dawdles(self, table: Table) -> bool:
        """Now and then somebody lets the clock run out."""
        kind, seconds = self.game.kind, self.game.kind.turn_seconds
        if not seconds or self._dawdled == table.position:
            return False
        self._dawdled = table.position
        if self.rng.random() >= kind.dawdling:
            return False
        await self.viewer.news(seconds + 1.0)
        return True

    async def _move(self, table: Table) -> None:
        action, id_ = self._action(table), self.game.new_id(str(self.seat.sitting))
        position = await self.wish(Play(action, table.position, id_))
        scored = position is not None and isinstance(action, Score)
        if scored and self.rng.random() < self.game.kind.taking_back:
            self.told.done["take back"] += 1
            again = self.game.new_id(str(self.seat.sitting))
            await self.wish(TakeBack(position or 0, again))

    def _action(self, table: Table) -> Action | None:
        game = table.game
        if game is None or game.turn.phase is Phase.ROLLING:
            return None  # which rolls
        legal = legal_actions(apply(game, Pass()) if table.asking else game)
        kind = Roll if self.rng.random() < REROLL_CHANCE else Score
        wanted = [action for action in legal if isinstance(action, kind)]
        return self.rng.choice(wanted or legal)

    async def wish(self, command: SentCommand) -> int | None:
        """Have something done, for sure; returns the position after it, or None if refused."""
        self.doing = f"{command} not answered"
        try:
            done = await self.seat.send(command)
        except ApiError as error:
            self.doing = f"{command} refused: {error}"
            if command.id:
                self.told.refused.add(command.id)
            if error.status not in _REFUSED:
                raise Vanished(f"{self.seat.table}: {command} was answered {error}") from error
            await self._look_again()
            return None
        self.doing = f"{command} done in version {done.version}"
        self.told.moves += isinstance(command, Play)
        self.answered = max(self.answered, done.version)
        if command.id:
            self.told.acknowledged[command.id] = self.seat.table
        await self.viewer.reached(self.answered)
        return done.position

    async def _look_again(self) -> None:
        """The game has moved on: see how far."""
        try:
            state = await self.seat.state()
        except ApiError as error:
            raise Vanished(f"{self.seat.table}: its state is answered {error}") from error
        await self.viewer.reached(state.version)
        await asyncio.sleep(PAUSE_SECONDS * self.rng.random())
