"""The tables by which best responses are worked out are those that the bots play by."""

import random

import numpy as np
import pytest
from tests.support import random_record
from tools.strategies import STRATEGIES, expert_margins, greedy, greedy_margins

from charidice.bots import bot
from charidice.records import positions
from charidice.rules import Ask, Game, Phase
from charidice.solver import estimated_turn, faces_of, standard_table
from charidice.solver.lattice import lattice_of
from charidice.solver.margin import BOXES
from charidice.solver.winning.positions import HALF

ENDS = [(4, 30), (20, 12), (44, 0), (61, 4)]


def starts(seed: int) -> list[Game]:
    """The positions of a game just before its turns."""
    games = positions(random_record(2, seed))
    return [game for game in games if game.turn.phase is Phase.ROLLING and not game.turn.rolls]


@pytest.mark.parametrize("seed", [1, 2])
def test_expert_goes_by_its_own_values_but_for_a_constant(seed: int) -> None:
    table = standard_table()
    for game in starts(seed):
        me, other = game.sheets[game.active], game.sheets[game.receiver]
        margins, solution = expert_margins(13 - game.turns_played), estimated_turn(game)
        apart = []
        for asked in (False, True) if other.box else (False,):
            boxes = BOXES.index((other.box and not asked, me.box))
            for points, gift in ENDS:
                row = table.donations.number(other.given, me.given + gift)
                value = points - gift - float(margins[boxes, row])
                apart.append(solution.score(points, gift, asked) - value)
        assert apart == pytest.approx([apart[0]] * len(apart), abs=1e-4)


def test_greedy_goes_by_points_alone() -> None:
    donations = standard_table().donations
    margins = greedy_margins(5)
    for mine, other in ((0, 0), (20, 31), (70, 64)):
        values = [
            points - gift - float(margins[2, donations.number(other, mine + gift)])
            for points, gift in ENDS
        ]
        assert [v - values[0] for v in values] == [points - ENDS[0][0] for points, _ in ENDS]


def test_greedy_asks_by_the_table_as_the_bot_does() -> None:
    strategy = greedy(False)
    assert strategy.fixed.asks is not None
    assert strategy.last_asks is not None
    seen = set()
    for seed in range(40):
        for early in positions(random_record(2, seed)):
            if early.turn.phase is not Phase.ASKING:
                continue
            place = lattice_of(faces_of(early.dice)).arrangement_of[
                tuple(number - 1 for number in early.turn.numbers)
            ]
            for game in (early, early._replace(turns_played=12 + early.active)):
                last = game.turns_played >= 12
                asks = strategy.last_asks if last else strategy.fixed.asks
                asked = bot("greedy").choose(game, random.Random(1)) == Ask()
                assert asks[game.turn.rolls - 1, place] == asked
                seen.add((last, asked))
    assert seen == {(False, True), (False, False), (True, True), (True, False)}


def test_perfect_goes_by_the_chances_of_the_package() -> None:
    later = STRATEGIES["perfect"](False).later
    assert (later(0)[0, 0, [HALF - 1, HALF, HALF + 1]] == [0, 0.5, 1]).all()
    layer = later(7)
    assert layer.dtype == np.float32
    assert 0.3 < layer[3, 0, HALF] < 0.9


def test_who_plays_for_the_margin_goes_by_the_solved_one() -> None:
    table = standard_table()
    margins = STRATEGIES["margin"](False).later(7)
    row = table.donations.number(30, 24)
    assert margins[3, row] == pytest.approx(table.value(7, (30, 24), (True, True)))
