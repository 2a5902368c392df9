"""What somebody has scored and given, in small dice; and what could be scored."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.rules import DICE, Face, Game, Rules, Score, Selection, gift_of, selections
from charidice.rules.scoring import Kind
from charidice.tables import Moment, MomentKind
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.faces import FaceView
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class Recap:
    """A score and its gift.

    `number` is that of its event. `points` and `gifts` say how the sums come about: “20 + 15”,
    “2 × 15 = 30”.
    """

    number: int
    giver: int
    face: FaceView
    name: str
    by_me: bool
    scored: tuple[DieView, ...]
    points: str
    given: tuple[DieView, ...]
    gift: int
    gifts: str
    receiver: int
    receiver_face: FaceView
    receiver_name: str
    for_me: bool
    is_assumed: bool  # nobody wrote down the dice


def latest_recap(look: Look) -> Recap | None:
    """The latest score, until the next roll; what a bot did for somebody is not called theirs."""
    last, game = look.table.latest_action, look.table.game
    if last is None or game is None or game.faces:
        return None
    if look.table.moments[-1].kind is MomentKind.CORRECTED:  # it may have been this one
        return None
    if not isinstance(last.action, Score):
        return None
    recap = recap_of(look, last)
    return replace(recap, by_me=recap.by_me and not look.table.seats[recap.giver].away)


def recaps_since_mine(look: Look) -> tuple[Recap, ...]:
    """All scores since the viewer's own one, oldest first."""

    def others() -> Iterator[Moment]:
        for moment in reversed(look.table.moments):
            if not isinstance(moment.action, Score):
                continue
            if moment.seat in look.mine:
                return
            yield moment

    return tuple(recap_of(look, moment) for moment in reversed([*others()]))


def recap_of(look: Look, moment: Moment) -> Recap:
    """What a score was."""
    game, chosen = moment_score(moment)
    gift = chosen.gift * (game.rules.biggest_gift_factor if game.turn.asked else 1)
    assumed = is_assumed(look, game)
    dice = () if assumed else dice_view(game.faces)
    return Recap(
        number=moment.number,
        giver=game.active,
        face=look.faces[game.active],
        name=look.names[game.active],
        by_me=look.mine == (game.active,),
        scored=tuple(die for die in dice if die.place in chosen.dice),
        points=f"{chosen.points} + {chosen.bonus}" if chosen.bonus else str(chosen.points),
        given=tuple(die for die in dice if die.place not in chosen.dice),
        gift=gift,
        gifts=(
            f"{game.rules.biggest_gift_factor} × {chosen.gift} = {gift}"
            if game.turn.asked
            else str(gift)
        ),
        receiver=game.receiver,
        receiver_face=look.faces[game.receiver],
        receiver_name=look.names[game.receiver],
        for_me=look.mine == (game.receiver,),
        is_assumed=assumed,
    )


def is_assumed(look: Look, game: Game) -> bool:
    """Whether only the columns of the turn in this position were written down."""
    turns = look.table.pad_turns
    return game.turns_played < len(turns) and turns[game.turns_played].is_assumed


def moment_score(moment: Moment) -> tuple[Game, Selection]:
    """The position before a score, and what was scored in it."""
    if moment.game is None or not isinstance(moment.action, Score):
        raise ValueError("nothing was scored then")
    dice = tuple(moment.action.dice)
    found = (each for each in selections(moment.game.faces, moment.game.rules) if each.dice == dice)
    return moment.game, next(found)


@dataclass(frozen=True, slots=True)
class BonusCard:
    """One of the bonuses: its name, its rule in short and whole, and what so many dice bring."""

    kind: str
    title: str
    word: str
    rule: str
    steps: tuple[tuple[int, int], ...]

    @property
    def sentence(self) -> str:
        """The whole card for those who hear it."""
        steps = (
            ngettext("{count} die", "{count} dice", count).format(count=count) + f" +{worth}"
            for count, worth in self.steps
        )
        text = _("{title} ({word}): {steps}")
        return text.format(title=self.title, word=self.word, steps=", ".join(steps))


def bonus_cards(rules: Rules) -> tuple[BonusCard, ...]:
    """All bonuses of the game."""

    def steps(bonuses: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        return tuple((count, bonuses[count]) for count in range(1, DICE + 1) if bonuses[count])

    return (
        BonusCard(
            "same",
            _("Same number"),
            _("one number, different colours"),
            _("four or more dice with one number, all in different colours: four 5s, for example"),
            steps(rules.same_number_bonus),
        ),
        BonusCard(
            "colour",
            _("One colour"),
            _("exactly four of one colour"),
            _(
                "exactly four dice of one colour, whatever they show; "
                "more bring a bonus only as a run"
            ),
            steps(rules.one_colour_bonus),
        ),
        BonusCard(
            "run",
            _("Run in a colour"),
            _("numbers in a row, one colour"),
            _("four or more numbers in a row, all in one colour: 2, 3, 4, 5, for example"),
            steps(rules.straight_bonus),
        ),
    )


def card_of(faces: Sequence[Face], chosen: Selection) -> str:
    """The step of a bonus card that a selection reaches, like “run4”; empty if it has no bonus."""
    if not chosen.bonus:
        return ""
    numbers = [faces[die].number for die in chosen.dice]
    if chosen.kind is Kind.DIFFERENT_COLOURS:
        kind = "same"
    else:
        kind = "run" if max(numbers) - min(numbers) == len(numbers) - 1 else "colour"
    return f"{kind}{len(numbers)}"


def worth_of(game: Game) -> str:
    """By selection of dice (as bits): points, bonus, gift, and the bonus card; in JSON."""
    worth = {
        str(sum(1 << die for die in chosen.dice)): (
            chosen.points,
            chosen.bonus,
            gift_of(game, chosen),
            card_of(game.faces, chosen),
        )
        for chosen in selections(game.faces, game.rules)
    }
    return json.dumps(worth, separators=(",", ":"))
