"""Why the best choice is best: facts taken from the solution of the turn, to be put in words."""

from collections.abc import Sequence
from typing import Final

from charidice.coach.advice import Advice, Advised
from charidice.coach.asking import why_answer
from charidice.coach.ends import FAMILIES, SIZES
from charidice.coach.odds import bonus_chances
from charidice.coach.outcomes import Outcome, outcomes_of
from charidice.coach.reason_kinds import (
    LEAST_POINTS,
    LEAST_WORTH,
    Aim,
    Average,
    Brings,
    Decided,
    Deny,
    Generous,
    Gives,
    GivesLess,
    GivingPays,
    Held,
    Most,
    Open,
    Reason,
    RollAgain,
    ScoreNow,
    Spares,
    Stays,
    WinsMore,
)
from charidice.coach.values import best_solution, is_decided
from charidice.rules import (
    DICE,
    Ask,
    Game,
    Roll,
    Rules,
    Score,
    Selection,
    best_first,
    gift_of,
    selections,
)

_SURE: Final = 1 - 1e-9
_WORTH_SAYING: Final = 0.05  # of a chance
_LEAST_CHANCE: Final = 0.0005
_LIKELY: Final = 0.25
_MOST: Final = 0.7
_LEFT: Final = 3.0
_CLEARLY_MORE: Final = 1.5  # points
_MOST_REASONS: Final = 4


def reasons(game: Game, advised: Advised) -> tuple[Reason, ...]:
    """Why the first of these options is the best one, what matters most first."""
    if not advised.options:
        return ()
    best = advised.options[0]
    found = _found(game, advised)
    if advised.by_chance and is_decided(_chance(best)):
        return (*found[: _MOST_REASONS - 1], Decided())
    return found


def _found(game: Game, advised: Advised) -> tuple[Reason, ...]:
    best = advised.options[0]
    match best.action:
        case Roll(keep):
            found = _why_roll(game, advised, keep)
        case Score(dice):
            found = _why_score(game, advised, dice)
        case _:
            found = why_answer(game, isinstance(best.action, Ask), advised.options[1].chance_cost)
            if isinstance(best.action, Ask) or GivesLess() in found:
                return found
            return (*found, *_against_points(game, advised))
    against = _against_points(game, advised)
    kept = [why for why in found if not (against and isinstance(why, ScoreNow))]
    return (*kept, *against)[:_MOST_REASONS]


def _why_roll(game: Game, advised: Advised, keep: tuple[int, ...]) -> tuple[Reason, ...]:
    outcome = outcomes_of(game).after(game, Roll(keep))
    now = next(o for o in advised.options if isinstance(o.action, Score))
    score = outcomes_of(game).after(game, now.action)
    aims = _aims(game, outcome, keep)
    aims = (*aims[:1], *_stays(game, outcome, keep, aims), *aims[1:])
    if _giving_pays(game, advised, outcome):
        likely = [aim for aim in aims if not isinstance(aim, Aim) or aim.chance >= _LIKELY]
        aims = (GivingPays(), *likely)
    spares = _spares(game, advised, outcome)
    is_unlikely = all(isinstance(aim, Aim) and aim.chance < _LIKELY for aim in aims)
    aims = (*spares, *aims) if is_unlikely else (*aims, *spares)
    return (
        *aims,
        Average(outcome.points, outcome.gift),
        ScoreNow(round(score.points), round(score.gift)),
    )


def _aims(game: Game, outcome: Outcome, keep: tuple[int, ...]) -> tuple[Reason, ...]:
    """The bonus that is safe, and the one that the most can be expected of.

    What is kept is safe too, even if something else may turn out to be better in the end.
    """
    rules, found = game.rules, selections(game.faces, game.rules)
    sure = [bonus for bonus, chance in _floors(outcome, rules) if chance >= _SURE]
    kept = [each.bonus for each in found if {*each.dice} <= {*keep}]
    safe = max((*sure, *kept), default=0)
    weights = {
        (family, size): chance * (_bonus(rules, family, size) - safe)
        for family in FAMILIES
        for size in SIZES
        if _WORTH_SAYING <= (chance := outcome.chance(family, size)) < _SURE
    }
    held: tuple[Reason, ...] = (Held(safe, _least_dice(found, keep, safe)),) if safe else ()
    if not weights or max(weights.values()) <= 0:
        return held
    if not safe and not _one_family(outcome, rules):
        return (Open(sum(outcome.bonuses.values())),)
    family, size = max(weights, key=weights.__getitem__)
    alone = bonus_chances(game.dice, game.turn.numbers, keep, game.rolls_left)
    if family == "run" and not safe and 2 * alone[f"run{size}"] < alone["colour4"]:
        family, size = "colour", 4  # what is much likelier, and may become a run
    chance = outcome.chance(family, size)
    if family == "colour":  # a run is of one colour too
        chance += outcome.chance("run")
    numbers = {game.faces[die].number for die in keep}
    number = numbers.pop() if len(numbers) == 1 else None
    likely = alone[f"{family}{size}"]
    return (*held, Aim(family, size, _bonus(rules, family, size), chance, number, likely))


def _least_dice(found: Sequence[Selection], keep: tuple[int, ...], bonus: int) -> int:
    """How many of the kept dice bring this bonus, where all of them would not; 0 if all do."""
    counts = [len(s.dice) for s in found if {*s.dice} <= {*keep} and s.bonus >= bonus]
    return 0 if len(keep) in counts else max(counts, default=0)


def _stays(
    game: Game, outcome: Outcome, keep: tuple[int, ...], aims: Sequence[Reason]
) -> tuple[Reason, ...]:
    """Dice that are kept beside a safe bonus, and do not go with it.

    They make the gift smaller than other dice would, or larger.
    """
    found = selections(game.faces, game.rules)
    if not aims or not isinstance(aims[0], Held) or any(each.dice == keep for each in found):
        return ()
    within = [each for each in found if {*each.dice} <= {*keep} and each.bonus == aims[0].bonus]
    if not within:
        return ()
    alone = max(within, key=lambda each: len(each.dice)).dice
    more = outcomes_of(game).after(game, Roll(alone)).gift - outcome.gift
    if more >= LEAST_WORTH:
        return (Stays(more),)
    return (Gives(-more),) if -more >= LEAST_WORTH else ()


def _one_family(outcome: Outcome, rules: Rules) -> bool:
    """Whether most of what bonuses bring on average comes from one kind of them.

    What is of one colour may become a run as well.
    """
    worth = dict.fromkeys(FAMILIES, 0.0)
    for (family, size), chance in outcome.bonuses.items():
        worth[family] += chance * _bonus(rules, family, size)
    same, colour = worth["same"], worth["colour"] + worth["run"]
    return max(same, colour) >= _MOST * (same + colour)


def _floors(outcome: Outcome, rules: Rules) -> list[tuple[int, float]]:
    """For each bonus, the chance to get at least as many points by one."""
    worth = [(_bonus(rules, *kind), chance) for kind, chance in outcome.bonuses.items()]
    return [(least, sum(c for bonus, c in worth if bonus >= least)) for least, _chance in worth]


def _bonus(rules: Rules, family: str, size: int) -> int:
    tables = {
        "same": rules.same_number_bonus,
        "colour": rules.one_colour_bonus,
        "run": rules.straight_bonus,
    }
    return tables[family][size]


def _why_score(game: Game, advised: Advised, dice: tuple[int, ...]) -> tuple[Reason, ...]:
    rolled: tuple[Reason, ...] = ()
    again = next((o for o in advised.options if isinstance(o.action, Roll)), None)
    if again is not None:
        outcome = outcomes_of(game).after(game, again.action)
        rolled = (RollAgain(outcome.points, outcome.gift),)
    found = selections(game.faces, game.rules)
    most = best_first(found)[0]
    chosen = next(s for s in found if s.dice == dice)
    gift, other = gift_of(game, chosen), gift_of(game, most)
    rolled = (Brings(chosen.total, gift, chosen.bonus), *rolled)
    if chosen.total >= most.total:
        return (*rolled, Most())
    if gift < other:
        return (*rolled, Deny(most.total, other))
    margins = {o.action: o.margin for o in advised.options}
    # A margin is points less gift, and what follows: where more was given, the charity bonus.
    later = margins[Score(dice)] - margins[Score(most.dice)]
    worth = later - (chosen.total - most.total) + (gift - other)
    if worth < LEAST_POINTS:
        return rolled
    return (*rolled, Generous(most.total, other, worth))


def _spares(game: Game, advised: Advised, outcome: Outcome) -> tuple[Reason, ...]:
    """What would bring more points, where it is not good because it gives too much."""
    found = [outcomes_of(game).after(game, option.action) for option in advised.options]
    richest = max(found, key=lambda each: each.points)
    points, gift = richest.points - outcome.points, richest.gift - outcome.gift
    if points < _CLEARLY_MORE or gift < max(_LEFT, points):
        return ()
    return (Spares(round(points), round(gift)),)


def _giving_pays(game: Game, advised: Advised, outcome: Outcome) -> bool:
    """Whether something else brings more over the gift, and such a gift is better than none."""
    found = [outcomes_of(game).after(game, option.action) for option in advised.options]
    richest = max(found, key=lambda each: each.points - each.gift)
    left = richest.points - richest.gift - (outcome.points - outcome.gift)
    if left < _LEFT or outcome.gift < max(richest.gift + _LEFT, _natural_gift(game, advised)):
        return False
    factor = game.rules.biggest_gift_factor if game.turn.asked else 1
    largest = (DICE - 1) * max(game.rules.gift_values) * factor  # one die at least is scored
    points, most = round(outcome.points), min(largest, round(2 * outcome.gift))
    ends = [(points, gift) for gift in range(most + 1)]
    nothing, *something = best_solution(game).scores(ends, game.turn.asked)
    return max(something, default=0.0) - nothing > _LEAST_CHANCE


def _natural_gift(game: Game, advised: Advised) -> float:
    """What is given by whoever scores the most points at once."""
    actions = [each.action for each in advised.options if isinstance(each.action, Score)]
    found = [outcomes_of(game).after(game, action) for action in actions]
    return max(found, key=lambda each: each.points).gift


def _against_points(game: Game, advised: Advised) -> tuple[Reason, ...]:
    """Where the chance of winning wants something else than the points; for two only.

    Among three and more the margin says nothing of the third player.
    """
    best = advised.options[0]
    if game.seats > 2 or not advised.by_chance or best.margin_cost < LEAST_POINTS:
        return ()
    richest = min(advised.options, key=lambda option: option.margin_cost)
    if _chance(best) - _chance(richest) < _LEAST_CHANCE:
        return ()
    swing, other = (outcomes_of(game).after(game, o.action).swing for o in (best, richest))
    likely = _chance(best) > 0.5
    style = "safe" if likely and swing < other else "bold" if not likely and swing > other else ""
    return (WinsMore(best.margin_cost, style),)


def _chance(option: Advice) -> float:
    return option.chance or 0.0
