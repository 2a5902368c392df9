"""Why the coach chooses as it does: golden positions over all situations, in six languages.

The positions stand in golden_reasons.json. Whoever changes the coach or its words reads the new
reasons there before they become the golden ones.
"""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from charidice.coach import advise, reasons
from charidice.coach.odds import bonus_chances
from charidice.coach.outcomes import outcomes_of
from charidice.coach.reason_kinds import (
    Aim,
    Average,
    Generous,
    GivingPays,
    Held,
    Reason,
    ScoreNow,
    Spares,
)
from charidice.locale import use
from charidice.locale.coach import choice, odds, reason
from charidice.locale.formats import number
from charidice.rules import (
    Ask,
    Face,
    Game,
    Pass,
    Roll,
    Rolled,
    Score,
    apply,
    chance_outcomes,
    new_game,
    parse_action,
    selections,
)

GOLDEN: Final[list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("golden_reasons.json").read_text(encoding="utf-8")
)
NAMES: Final = [each["situation"] for each in GOLDEN]
SOLVED: Final = [each for each in GOLDEN if each["players"] == 2]


def position(golden: dict[str, Any]) -> Game:
    game = new_game(golden["players"])
    for action in golden["actions"]:
        game = apply(game, parse_action(action))
    return game


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_golden_positions_have_their_reasons_in_every_language(golden: dict[str, Any]) -> None:
    game = position(golden)
    advised = advise(game)
    assert str(advised.options[0].action) == golden["best"]
    why = reasons(game, advised)
    for language, text in golden["reasons"].items():
        use(language)
        assert " ".join(map(reason, why)) == text


def test_there_are_golden_positions_for_every_kind_of_reason() -> None:
    seen = {type(why) for each in GOLDEN for why in reasons(position(each), advise(position(each)))}
    assert set(get_args(Reason)) - seen == set()


@pytest.mark.parametrize("golden", SOLVED, ids=[each["situation"] for each in SOLVED])
def test_figures_of_a_reason_are_those_of_the_solution(golden: dict[str, Any]) -> None:
    game = position(golden)
    advised = advise(game)
    best = advised.options[0]
    for why in reasons(game, advised):
        match why:
            case Average(points, gift):
                found = outcomes_of(game).after(game, best.action)
                assert (points, gift) == (found.points, found.gift)
            case Aim(family, size, _bonus, chance) if isinstance(best.action, Roll):
                alone = bonus_chances(
                    game.dice, game.turn.numbers, best.action.keep, game.rolls_left
                )
                least = alone[f"{family}{size}"]
                if family == "colour":
                    least += alone["run4"]
                assert chance <= least + 1e-9  # nobody does better than who goes for it alone
            case ScoreNow(points, gift):
                now = next(o for o in advised.options if isinstance(o.action, Score))
                after = apply(game, now.action).sheets[game.active].rows[game.round]
                assert (points, gift) == ((after.points or 0) + (after.bonus or 0), after.given)
            case Generous(_points, _gift, worth):
                assert worth > 0
            case Spares(points, gift):
                mine = outcomes_of(game).after(game, best.action)
                others = [outcomes_of(game).after(game, o.action) for o in advised.options]
                richest = max(others, key=lambda other: other.points)
                more = (richest.points - mine.points, richest.gift - mine.gift)
                assert (points, gift) == tuple(map(round, more))
                assert gift >= points


def test_giving_is_no_reason_where_scoring_the_most_would_give_more() -> None:
    turns = (
        ((2, 5, 2, 3, 3, 3), (1, 2, 4, 5)),
        ((6, 1, 4, 3, 3, 1), (0, 2, 3, 5)),
        ((4, 4, 3, 2, 3, 6), (1, 2, 3, 5)),
        ((1, 5, 6, 1, 6, 2), (1, 2, 4, 5)),
        ((3, 1, 4, 2, 2, 6), (0, 1, 2, 5)),
        ((4, 3, 3, 6, 3, 4), (0, 2, 3, 4)),
        ((3, 5, 3, 6, 6, 2), (1, 2, 3, 4, 5)),
    )
    game = new_game(2)
    for rolled, scored in turns:
        for action in (Rolled(rolled), Pass(), Score(scored)):
            game = apply(game, action)
    game = apply(apply(game, Rolled((6, 5, 3, 4, 4, 2))), Ask())
    found = reasons(game, advise(game))
    assert found
    assert not any(isinstance(why, GivingPays) for why in found)


def test_nothing_is_said_where_nobody_decides() -> None:
    game = new_game(2)
    assert reasons(game, advise(game)) == ()


def test_chances_are_said_as_one_in_so_many_where_they_nearly_are() -> None:
    assert odds(1 / 6) == "17%, 1 in 6"
    assert odds(0.31) == "31%"
    assert odds(0.75) == "75%"
    assert odds(0.052) == "5%, 1 in 19"
    assert odds(1.0) == "100%"
    assert odds(0.0) == "0%"
    assert number(4) == "4"


def test_a_choice_is_named_in_words() -> None:
    game = position(GOLDEN[0])

    def shown(faces: Iterable[Face]) -> str:
        return " ".join(map(str, faces))

    assert choice(game, Roll(()), shown) == "reroll all dice"
    assert choice(game, Score((0,)), shown) == f"score {game.faces[0]}"


def test_a_bonus_that_is_kept_is_never_said_to_be_uncertain() -> None:
    """Also where something else may turn out to be better in the end."""
    outcomes, kept = chance_outcomes(new_game(2)), 0
    for rolled in random.Random(4).sample(range(len(outcomes)), 2000):
        game = apply(apply(new_game(2), outcomes[rolled]), Pass())
        held = [each for each in selections(game.faces) if each.bonus]
        if not held:
            continue
        advised = advise(game)
        action = advised.options[0].action
        if isinstance(action, Roll) and any({*each.dice} <= {*action.keep} for each in held):
            kept += 1
            why = reasons(game, advised)
            safe = [each.bonus for each in why if isinstance(each, Held)]
            assert len(safe) == 1
            assert all(each.bonus > safe[0] for each in why if isinstance(each, Aim))
    assert kept > 10


def test_of_what_may_become_a_run_the_likelier_bonus_is_named() -> None:
    game = apply(apply(new_game(2), Rolled((2, 2, 6, 2, 5, 4))), Pass())
    advised = advise(game)
    assert str(advised.options[0].action) == "keep 1 4 5"
    chances = bonus_chances(game.dice, game.turn.numbers, (1, 4, 5), game.rolls_left)
    assert 2 * chances["run4"] < chances["colour4"]
    aim = next(why for why in reasons(game, advised) if isinstance(why, Aim))
    assert (aim.family, aim.size, aim.alone) == ("colour", 4, chances["colour4"])
