"""A table in the hands of a test, and random evenings at one."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import pytest

from charidice.errors import CodedError
from charidice.rolls import Rolls, SeededRolls
from charidice.rules import (
    CHANCE,
    Action,
    Ask,
    Game,
    Pass,
    Roll,
    Rolled,
    Score,
    actor,
    apply,
    legal_actions,
)
from charidice.tables import CachedTable, Host, Settings, Status, Table
from charidice.tables.model.checks import Context
from charidice.tables.model.clock import DueKind, due
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Command,
    Configure,
    Forget,
    Hint,
    Leave,
    Mute,
    Play,
    Rematch,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.decide import decide
from charidice.tables.model.events import Away, Created, Event
from charidice.tables.model.evolve import evolve, replayed
from charidice.tables.model.playing import acted_by_bot
from charidice.tables.model.playing import finished as noted_end
from charidice.tables.model.public_events import PublicEvent, public_event
from charidice.tables.model.seating import opened, sat

LENA, MARKO, FLORIAN = 1, 2, 3  # holders; on seats 0, 1, 2 where seat 0 begins
SLOW = Settings(ask_seconds=0, turn_seconds=0, pace=0)  # no limits, and bots do not wait
ANY_DIE = Score([0])  # one die can always be scored
ROLLS = SeededRolls("a table")


@dataclass
class Played:
    """A table that is played step by step; the test holds the clock."""

    events: list[Event]
    rolls: Rolls = ROLLS
    now: float = 1000.0
    table: Table = field(default_factory=Table)

    def __post_init__(self) -> None:
        self.table = replayed(self.events)

    @property
    def context(self) -> Context:
        return Context(self.now, self.rolls, random.Random(0))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def add(self, *events: Event) -> list[Event]:
        for event in events:
            self.table = evolve(self.table, event)
            self.events.append(event)
        return list(events)

    def do(self, who: int | None, command: Command) -> list[Event]:
        return self.add(*decide(self.table, who, command, self.context))

    def play(self, who: int, action: Action | None, id_: str | None = None) -> list[Event]:
        return self.do(who, Play(action, self.table.position, id_))

    def turn(self, who: int, receiver: int) -> None:
        """A whole turn: one roll, nobody asks, the first die is scored."""
        self.play(who, None)
        if self.table.asking:
            self.play(receiver, Pass())
        self.play(who, ANY_DIE)

    def refused(self, who: int | None, command: Command) -> str:
        before = self.table
        with pytest.raises(CodedError) as caught:
            self.do(who, command)
        assert str(caught.value)  # the sentence can be filled
        assert self.table == before
        return caught.value.code


def public_log(events: Iterable[Event]) -> list[PublicEvent]:
    """What everybody may know of these events."""
    table, found = Table(), []
    for event in events:
        before, table = table, evolve(table, event)
        found.append(public_event(event, before, table))
    return found


async def events_after(host: Host, name: str, cached: CachedTable, number: int) -> list[str]:
    """All public events of a table after a number, as lines."""
    reader, lines = host.events(name, cached, number), list[str]()
    while reader.has_more:
        lines += [line for _number, line in await reader.next(3)]
    return lines


def open_table(*names: str, levels: tuple[str, ...] = (), settings: Settings = SLOW) -> Played:
    """A table where these people sit, each at a device of their own, and these bots."""
    played = Played(opened(settings, 1000.0))
    for name in names:
        played.do(None, Sit(name))
    for level in levels:
        played.do(LENA, AddBot(level))
    return played


def begun(*names: str, levels: tuple[str, ...] = (), settings: Settings = SLOW) -> Played:
    """The same, and the game has begun; seat 0 is first."""
    played = open_table(*names, levels=levels, settings=settings)
    played.do(LENA, Begin(0))
    return played


def one_device(*names: str, settings: Settings = SLOW) -> Played:
    """A game of people who all sit at the device of the host."""
    played = Played(opened(settings, 1000.0))
    for name in names:
        played.add(sat(played.table, LENA, name, played.context))
    played.do(LENA, Begin(0))
    return played


def finished(*names: str, settings: Settings = SLOW) -> Played:
    """A whole game of people who score one die each turn."""
    played = begun(*names, settings=settings)
    while played.table.status is Status.PLAYING:
        active, receiver = played.game.active, played.game.receiver
        played.turn(active + 1, receiver + 1)
    return played


@dataclass(frozen=True)
class Step:
    """What somebody wanted (None: what happened by itself), and what came of it."""

    before: Table
    who: int | None
    command: Command | None
    events: list[Event]
    after: Table


def random_table(seed: int) -> Played:
    """People sit down at one device or at several."""
    rng = random.Random(seed)
    settings = Settings(rng.choice((0, 6)), rng.choice((0, 15, 60)), rng.choice((0, 12)))
    (created,) = opened(settings, 1000.0)
    assert isinstance(created, Created)
    created = replace(created, format=rng.choice((1, 2, 3, 3, 3)))  # tables of all versions go on
    played = Played([created], rolls=SeededRolls(str(seed)))
    for name in ("Lena", "Marko", "Florian")[: rng.randint(1, 3)]:
        holder = 1 if rng.random() < 0.3 else played.table.holders_given + 1
        played.add(sat(played.table, holder, name, played.context))
    return played


def evening(played: Played, seed: int, steps: int, *, only_lena: bool = False) -> Iterator[Step]:
    """Random people want random things of a table; only a CodedError refuses them.

    With `only_lena` the others want nothing but to play and to come back.
    """
    rng = random.Random(seed)
    ids: list[str] = []
    for _ in range(steps):
        before = played.table
        played.now += rng.choice((0.1, 0.1, 1.0, 4.0, 9.0, 70.0))
        coming = due(before)
        if coming is not None and coming.at <= played.now and rng.random() < 0.7:
            yield Step(before, None, None, played.add(*_by_itself(played, rng)), played.table)
            continue
        who, command = _somebody(before, rng), _wanted(before, rng, ids)
        if only_lena and who != LENA and not isinstance(command, (Play, Return, Sit)):
            continue
        try:
            events = played.do(who, command)
        except CodedError:
            events = []
        yield Step(before, who, command, events, played.table)


def _somebody(table: Table, rng: random.Random) -> int | None:
    """Mostly the one who may ask, or whom everybody waits for."""
    if table.may_ask is not None and rng.random() < 0.3:
        return table.seats[table.may_ask].holder
    if table.to_act is not None and rng.random() < 0.6:
        return table.seats[table.to_act].holder
    return rng.choice((None, 1, 1, 1, 2, 2, 3, 4))


def _by_itself(played: Played, rng: random.Random) -> list[Event]:
    coming = due(played.table)
    assert coming is not None
    if coming.kind == DueKind.BOT:
        game = played.game
        if played.table.asking and coming.seat == game.active:
            game = apply(game, Pass())
        rolling = actor(game) is CHANCE
        action = None if rolling else rng.choice(legal_actions(game))
        return acted_by_bot(played.table, coming.seat, action, played.context)
    if coming.kind is DueKind.FINISH:
        return noted_end(played.context)
    return [Away(played.now, coming.seat)]


def _wanted(table: Table, rng: random.Random, ids: list[str]) -> Command:
    crossed = (table.before_pass, table.before_ask, table.before_choice)
    latest = next((each for each in crossed if each is not None), 0)
    position = rng.choice((*[table.position] * 8, latest, rng.randint(0, 99)))
    id_ = rng.choice([*ids[-3:], None, str(len(ids))])
    if id_ is not None and id_ not in ids:
        ids.append(id_)
    scored = bool(table.actions) and isinstance(table.actions[-1], Score)
    if scored and rng.random() < 0.3:
        return TakeBack(position, id_)
    if table.playing and rng.random() < 0.9:
        return Play(_action(table, rng), position, id_)
    name = rng.choice(("Ayşe", "lena", "Jo", "expert (bot)", "\u202ex", "y" * 31))
    limits = rng.choice((0, 2, 6, 21)), rng.choice((0, 14, 15, 60))
    settings = Settings(*limits, rng.choice((0, 12)), hints=rng.choice((False, True)))
    return rng.choice(
        (
            Sit(name),
            AddBot(rng.choice(("random", "expert", "nobody"))),
            Remove(rng.randint(-1, 4)),
            Configure(settings),
            Begin(rng.choice((None, 0, 1, 4))),
            Begin(),
            TakeBack(position, id_),
            Hint(position, id_),
            Mute(rng.choice(("turn", "game", "never"))),
            Leave(),
            Return(),
            Return(),
            WishEnd(),
            WishNoEnd(),
            Rematch("another"),
            Forget(),
        )
    )


def _action(table: Table, rng: random.Random) -> Action | None:
    """Mostly one that is legal now, sometimes anything."""
    assert table.game is not None
    legal: list[Action | None] = [None]
    legal += legal_actions(table.game)
    if table.asking:
        legal += legal_actions(apply(table.game, Pass()))
    dice = rng.sample(range(6), rng.randint(0, 6))
    anything = (None, Ask(), Pass(), Roll(dice), Score(dice), Rolled([1, 2, 3, 4, 5, 6]))
    return rng.choice(legal) if rng.random() < 0.7 else rng.choice(anything)
