"""The course of a turn, rule by rule and ruling by ruling."""

from typing import Any

import pytest
from tests.support import EXAMPLE_1, OTHER_DICE, play, roll, rolled

from charidice.rules import (
    CHANCE,
    Action,
    Ask,
    Game,
    Pass,
    Phase,
    Roll,
    Rolled,
    Rules,
    RulesError,
    Score,
    actor,
    apply,
    chance_outcomes,
    check,
    legal_actions,
    new_game,
    selections,
)


def refused(game: Game, action: Action) -> str:
    """The code with which an action is refused, by check and by apply alike."""
    with pytest.raises(RulesError) as by_check:
        check(game, action)
    with pytest.raises(RulesError) as by_apply:
        apply(game, action)
    assert by_check.value.code == by_apply.value.code
    assert action not in legal_actions(game)
    return by_apply.value.code


@pytest.mark.parametrize("players", [0, 1, 5, -2, True, 2.0])
def test_two_to_four_can_play(players: int) -> None:
    assert [new_game(n).seats for n in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(RulesError) as caught:
        new_game(players)
    assert caught.value.code == "rules/player-count"


def test_seat_0_begins_and_a_turn_begins_with_chance() -> None:
    game = new_game(3)
    assert (game.active, game.receiver, game.round) == (0, 1, 0)
    assert actor(game) is CHANCE
    assert legal_actions(game) == ()


def test_all_six_dice_are_rolled_first() -> None:
    outcomes = chance_outcomes(new_game(2))
    assert len(outcomes) == 6**6
    assert outcomes[0] == Rolled([1] * 6)
    assert outcomes[-1] == outcomes[6**6 - 1] == Rolled([6] * 6)
    assert outcomes[1:3] == (Rolled([1, 1, 1, 1, 1, 2]), Rolled([1, 1, 1, 1, 1, 3]))
    with pytest.raises(IndexError):
        outcomes[6**6]
    with pytest.raises(IndexError):
        outcomes[-(6**6) - 1]


def test_the_outcomes_of_a_reroll_are_all_that_leave_the_kept_dice_alone() -> None:
    game = play(rolled(EXAMPLE_1), "keep 0 2 4")
    outcomes = chance_outcomes(game)
    assert len(outcomes) == len(set(outcomes)) == 6**3
    assert all((o.numbers[0], o.numbers[2], o.numbers[4]) == (1, 6, 3) for o in outcomes)
    assert list(outcomes) == sorted(outcomes, key=lambda o: o.numbers)


def test_there_are_no_outcomes_when_nothing_is_in_the_air() -> None:
    assert len(chance_outcomes(rolled(EXAMPLE_1))) == 0
    assert list(chance_outcomes(rolled(EXAMPLE_1))) == []


def test_the_active_player_may_reroll_any_dice_twice_at_most() -> None:
    game = rolled(EXAMPLE_1)
    assert sum(isinstance(a, Roll) for a in legal_actions(game)) == 63
    game = roll(play(game, "keep 0 1"), (1, 6, 1, 1, 1, 1))
    game = roll(play(game, "keep none"), EXAMPLE_1)
    assert refused(game, Roll()) == "rules/no-rolls-left"
    assert all(isinstance(action, Score) for action in legal_actions(game))


def test_a_die_kept_earlier_may_be_rerolled_later() -> None:
    game = roll(play(rolled(EXAMPLE_1), "keep 0"), (1, 2, 2, 2, 2, 2))
    game = roll(play(game, "keep 1 2 3 4 5"), (6, 2, 2, 2, 2, 2))
    assert game.turn.numbers == (6, 2, 2, 2, 2, 2)


def test_stopping_after_the_first_roll_is_allowed() -> None:
    assert play(rolled(EXAMPLE_1), "score 0").active == 1


def test_a_reroll_rolls_at_least_one_die() -> None:
    assert refused(rolled(EXAMPLE_1), Roll(range(6))) == "rules/nothing-to-reroll"


def test_a_selection_has_at_least_one_die() -> None:
    assert refused(rolled(EXAMPLE_1), Score([])) == "rules/selection-empty"


def test_dice_that_are_neither_one_colour_nor_all_different_are_refused() -> None:
    game = rolled(EXAMPLE_1)
    assert refused(game, Score([0, 1])) == "rules/selection-not-scorable"
    with pytest.raises(RulesError, match="1R 6R cannot be scored together"):
        apply(game, Score([0, 1]))


def test_a_kept_die_cannot_change() -> None:
    game = play(rolled(EXAMPLE_1), "keep 0 1")
    assert refused(game, Rolled([2, 6, 1, 1, 1, 1])) == "rules/kept-die-changed"


def test_chance_and_players_do_not_act_for_each_other() -> None:
    assert refused(new_game(2), Score([0])) == "rules/dice-in-the-air"
    assert refused(new_game(2), Ask()) == "rules/dice-in-the-air"
    assert refused(rolled(EXAMPLE_1), Rolled(EXAMPLE_1)) == "rules/dice-on-the-table"


@pytest.mark.parametrize("nonsense", [None, "ask", Score, 3])
def test_what_is_no_action_is_refused_as_such(nonsense: Any) -> None:
    for game in (new_game(2), apply(new_game(2), Rolled(EXAMPLE_1)), rolled(EXAMPLE_1)):
        assert refused(game, nonsense) == "rules/bad-action"


def test_points_bonus_and_gift_are_written_on_both_sheets_in_the_row_of_the_round() -> None:
    game = play(rolled(EXAMPLE_1, players=3), "score 0 3 4 5")
    assert game.sheets[0].rows[0] == (10, 25, None, 24)
    assert game.sheets[1].rows[0] == (None, None, 24, None)
    assert game.sheets[2].rows[0] == (None,) * 4
    # The last player of the round gives to the first, still in the row of this round.
    for _ in range(2):
        game = play(roll(game, EXAMPLE_1), "score 0 3 4 5")
    assert game.round == 1
    assert game.sheets[0].rows[:2] == ((10, 25, 24, 24), (None,) * 4)


def test_the_dice_pass_to_the_receiver_who_is_the_new_active_player() -> None:
    game = play(rolled(EXAMPLE_1, players=4), "score 0")
    assert (game.active, game.receiver) == (1, 2)
    assert actor(game) is CHANCE
    assert game.faces == ()


def test_sometimes_there_is_nothing_to_give() -> None:
    game = play(rolled((1, 1, 1, 1, 1, 1)), "score 0 1 2 3 4 5")
    assert game.sheets[0].rows[0] == (6, 60, None, 0)
    assert game.sheets[1].rows[0].received == 0


def test_with_two_players_both_neighbours_are_the_same_person() -> None:
    game = play(rolled(EXAMPLE_1), "score 0 3 4 5")
    assert (game.active, game.receiver) == (1, 0)


def test_the_receiver_is_asked_right_after_roll_1_and_right_after_roll_2() -> None:
    game = apply(new_game(3), Rolled(EXAMPLE_1))
    assert (actor(game), game.turn.phase) == (1, Phase.ASKING)
    assert legal_actions(game) == (Ask(), Pass())
    game = play(game, "pass", "keep 0", "rolled 1 2 2 2 2 2")
    assert (actor(game), game.turn.phase) == (1, Phase.ASKING)
    game = play(game, "pass", "keep 0", "rolled 1 3 3 3 3 3")
    assert (actor(game), game.turn.phase) == (0, Phase.CHOOSING)


def test_the_active_player_waits_for_the_answer_of_the_receiver() -> None:
    game = apply(new_game(2), Rolled(EXAMPLE_1))
    assert refused(game, Score([0])) == "rules/question-open"
    assert refused(game, Roll()) == "rules/question-open"


@pytest.mark.parametrize("before", [[], ["pass", "keep 0", "rolled 1 6 6 4 3 2"]])
def test_the_biggest_gift_doubles_the_gift_of_that_turn_on_both_sheets(before: list[str]) -> None:
    game = play(new_game(2), "rolled 1 6 6 4 3 2", *before, "ask", "score 0 3 4 5")
    assert game.sheets[0].rows[0].given == 48
    assert game.sheets[1].rows[0].received == 48
    assert not game.turn.asked
    again = play(roll(game, EXAMPLE_1), "score 0 3 4 5")
    assert again.sheets[0].rows[0].received == 24


def test_an_ask_after_roll_1_still_doubles_after_two_more_rolls() -> None:
    game = play(new_game(2), "rolled 1 6 6 4 3 2", "ask", "keep 0", "rolled 1 6 6 4 3 2")
    assert actor(game) == 0
    game = play(game, "keep 0", "rolled 1 6 6 4 3 2", "score 0 3 4 5")
    assert game.sheets[1].received == 48


def test_the_biggest_gift_can_be_asked_for_only_once_in_a_game() -> None:
    game = play(new_game(2), "rolled 1 6 6 4 3 2", "ask")
    assert refused(game, Ask()) == "rules/box-used"
    assert (game.sheets[0].box, game.sheets[1].box) == (True, False)
    game = play(roll(play(game, "score 0"), EXAMPLE_1), "score 0")
    game = apply(game, Rolled(EXAMPLE_1))
    assert actor(game) == 0
    assert refused(game, Ask()) == "rules/box-used"


def test_it_is_too_late_to_ask_after_passing_and_after_roll_3() -> None:
    game = rolled(EXAMPLE_1)
    assert refused(game, Ask()) == "rules/too-late-to-ask"
    assert refused(game, Pass()) == "rules/no-question"
    for _ in range(2):
        game = roll(play(game, "keep none"), EXAMPLE_1)
    assert refused(game, Ask()) == "rules/too-late-to-ask"


def test_asking_and_getting_nothing_still_uses_up_the_box() -> None:
    game = play(new_game(2), "rolled 1 1 1 1 1 1", "ask", "score 0 1 2 3 4 5")
    assert game.sheets[1].received == 0
    assert not game.sheets[1].box


def test_every_player_has_a_box_of_their_own() -> None:
    game = play(new_game(2), "rolled 1 6 6 4 3 2", "ask", "score 0", "rolled 1 6 6 4 3 2")
    assert actor(game) == 0
    game = play(game, "ask", "score 0 3 4 5")
    assert [sheet.box for sheet in game.sheets] == [False, False]
    assert game.sheets[0].received == 48


def test_the_game_ends_after_seven_rounds() -> None:
    game = new_game(3)
    for turn in range(21):
        assert not game.over
        assert (game.round, game.active) == (turn // 3, turn % 3)
        game = play(roll(game, EXAMPLE_1), "score 0 3 4 5")
    assert game.over
    assert actor(game) is None
    assert legal_actions(game) == ()
    assert refused(game, Score([0])) == "rules/game-over"
    assert refused(game, Rolled(EXAMPLE_1)) == "rules/game-over"


def test_a_short_game_and_other_numbers_of_rolls_are_parameters() -> None:
    game = rolled(EXAMPLE_1, rules=Rules(rounds=1, rolls=1))
    assert all(isinstance(action, Score) for action in legal_actions(game))
    game = play(roll(play(game, "score 0"), EXAMPLE_1), "score 0")
    assert game.over


def test_a_custom_dice_set_decides_what_can_be_scored() -> None:
    faces = OTHER_DICE.faces(EXAMPLE_1)
    game = roll(new_game(2, dice=OTHER_DICE), EXAMPLE_1)
    assert game.faces == faces
    scores = {action.dice for action in legal_actions(game) if isinstance(action, Score)}
    assert scores == {selection.dice for selection in selections(faces)}
    assert (0, 3, 4, 5) not in scores  # which is a straight with the standard set
