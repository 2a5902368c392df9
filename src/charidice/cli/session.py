"""A game in progress: its record, its position, and taking back."""

from dataclasses import replace

from charidice.records import Record, positions
from charidice.rolls import Rolls, throw
from charidice.rules import (
    CHANCE,
    Action,
    Ask,
    Chance,
    Game,
    Pass,
    Phase,
    Rolled,
    Score,
    actor,
    apply,
)


class Session:
    """A record that grows with every action; the dice come from a source of rolls."""

    def __init__(self, record: Record, rolls: Rolls) -> None:
        self.record = record
        self._rolls = rolls
        self._games = list(positions(record))

    @property
    def game(self) -> Game:
        """The position now."""
        return self._games[-1]

    def news(self) -> tuple[Game, Action] | None:
        """The latest score or ask, with the position it was made in."""
        for game, action in zip(self._games[-2::-1], reversed(self.record.actions), strict=True):
            if isinstance(action, (Ask, Score)):
                return game, action
        return None

    def latest(self) -> tuple[Game, Action]:
        """The latest action, with the position it was made in."""
        return self._games[-2], self.record.actions[-1]

    def if_nobody_asks(self) -> Game:
        """The position in which the active player chooses, when the receiver does not ask."""
        asking = self.game.turn.phase is Phase.ASKING
        return apply(self.game, Pass()) if asking else self.game

    def roll(self) -> None:
        """Roll the dice that are in the air."""
        self._add(throw(self.game, self._rolls))

    def choose(self, action: Action) -> None:
        """Make a choice; on one keyboard, the active player's choice means that nobody asks."""
        self.after(action)  # an illegal choice is refused here, before anything has changed
        if self._means_pass(action):
            self._add(Pass(implied=True))
        self._add(action)
        if self.rolling:
            self.roll()

    def after(self, action: Action) -> Game:
        """The position that this choice would lead to."""
        game = self.if_nobody_asks() if self._means_pass(action) else self.game
        return apply(game, action)

    def _means_pass(self, action: Action) -> bool:
        return self.game.turn.phase is Phase.ASKING and not isinstance(action, (Ask, Pass))

    @property
    def rolling(self) -> bool:
        """Whether a reroll was chosen and the dice are in the air."""
        return actor(self.game) is CHANCE and self.game.turn.rolls > 0

    def undoable(self) -> int | None:
        """The seat whose latest choice can be taken back, as no dice were rolled on it."""
        for game, action in zip(self._games[-2::-1], reversed(self.record.actions), strict=True):
            if not isinstance(action, Pass):
                return None if isinstance(action, Rolled) else _seat(game)
        return None

    def undo(self) -> None:
        """Take back the latest choice, together with the passing before and after it."""
        self._drop_passes()
        self._take_back()
        self._drop_passes()

    def _drop_passes(self) -> None:
        while isinstance(self.record.actions[-1], Pass):
            self._take_back()

    def _add(self, action: Action) -> None:
        self._games.append(apply(self.game, action))
        self.record = replace(self.record, actions=(*self.record.actions, action))

    def _take_back(self) -> None:
        self._games.pop()
        self.record = replace(self.record, actions=self.record.actions[:-1])


def _seat(game: Game) -> int | None:
    who = actor(game)
    return None if isinstance(who, Chance) else who
