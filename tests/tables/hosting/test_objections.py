"""Training: the coach objects before a decision is written, and lets whoever stands by it."""

import asyncio
from dataclasses import replace

import pytest
from tests.tables.support import ANY_DIE, LENA, MARKO, SLOW, Played, begun

from charidice.coach import Advised, advise
from charidice.rules import Action, Game, Pass, Roll, apply
from charidice.tables import Table, TableError
from charidice.tables.hosting import objections
from charidice.tables.hosting.objections import object_to
from charidice.tables.model.commands import Play
from charidice.tables.model.game_setup import FULL_GAME, GUIDED_LIMIT, HIGHEST_LIMIT, setup_for

pytestmark = pytest.mark.anyio
LIMIT = 2


def training(played: Played, limit: int = LIMIT) -> Table:
    """The table of a test as one of training."""
    return played.table._replace(setup=setup_for(coach_limit=limit))


def rolled() -> Played:
    """Lena has rolled against a bot, which does not ask."""
    played = begun("Lena", levels=("casual",))
    played.play(LENA, None)
    played.table = played.table._replace(game=judged(played))
    return played


def judged(played: Played) -> Game:
    return apply(played.game, Pass()) if played.table.asking else played.game


def options(played: Played) -> Advised:
    return advise(judged(played))


async def cost_of(table: Table, action: Action, *, stand: bool = False) -> object:
    """What the coach says that it costs; None without an objection."""
    try:
        await object_to(table, LENA, Play(action, table.position, stand=stand))
    except TableError as error:
        return error.details["cost"] if f"{error.details['cost']}" in str(error) else error
    return None


async def test_a_decision_that_costs_more_than_the_limit_is_objected_to() -> None:
    played = rolled()
    for option in options(played).options:
        assert option.chance_cost is not None
        said = await cost_of(training(played), option.action)
        expected = round(100 * option.chance_cost, 1)
        assert said == (expected if 100 * option.chance_cost > LIMIT else None)


async def test_the_limit_is_the_one_of_the_table_and_without_one_nobody_objects() -> None:
    played = rolled()
    dear = options(played).options[-1]
    assert dear.chance_cost is not None
    assert await cost_of(training(played, 1), dear.action) is not None
    assert await cost_of(training(played, HIGHEST_LIMIT), dear.action) is None
    assert await cost_of(training(played, 0), dear.action) is None


async def test_whoever_stands_by_a_decision_is_not_asked_again() -> None:
    played = rolled()
    dear = options(played).options[-1].action
    assert await cost_of(training(played), dear, stand=True) is None


async def test_nobody_is_trained_where_another_person_plays() -> None:
    played = begun("Lena", "Marko", settings=replace(SLOW, hints=True))
    played.play(LENA, None)
    played.play(MARKO, Pass())
    dear = options(played).options[-1].action
    assert await cost_of(training(played), dear) is None


async def test_what_is_wrong_otherwise_is_left_to_those_who_decide() -> None:
    played = rolled()
    table, dear = training(played), options(played).options[-1].action
    await object_to(table, LENA, Play(dear, table.position - 1))  # stale
    await object_to(table, None, Play(dear, table.position))  # without a seat
    await object_to(table, LENA, Play(Roll([0, 1, 2, 3, 4, 5]), table.position))  # illegal
    await object_to(table._replace(game=None), LENA, Play(ANY_DIE, table.position))


async def test_a_coach_who_takes_too_long_lets_the_move_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = rolled()
    dear = options(played).options[-1].action
    assert await cost_of(training(played), dear) is not None
    monkeypatch.setattr(objections, "PATIENCE_SECONDS", 0.0)
    assert await cost_of(training(played), dear) is None


async def test_the_turn_is_solved_while_the_dice_are_rolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = begun("Lena", levels=("casual",))
    solved = asyncio.Queue[Game]()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(
        objections,
        "best_solution",
        lambda game: loop.call_soon_threadsafe(solved.put_nowait, game),
    )
    await object_to(training(played), LENA, Play(None, played.table.position))
    assert await asyncio.wait_for(solved.get(), 10) == played.game


def test_a_limit_is_fixed_when_the_table_is_created() -> None:
    assert setup_for(coach_limit=5).coach_limit == 5
    with pytest.raises(TableError, match="coach_limit"):
        setup_for(coach_limit=HIGHEST_LIMIT + 1)


async def test_only_the_short_game_of_somebody_who_learns_is_guided() -> None:
    assert setup_for(3, GUIDED_LIMIT).is_guided
    assert setup_for(3, 20).is_guided  # as it was at first
    assert not setup_for(FULL_GAME, GUIDED_LIMIT).is_guided
    assert not setup_for(3).is_guided
    assert not setup_for(3, 2).is_guided
