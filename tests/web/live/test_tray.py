"""What the tray offers, and to whom."""

import json

import pytest
from tests.tables.support import LENA, MARKO, Played, begun, one_device
from tests.web.live.support import look

from charidice.locale import use
from charidice.rules import Ask, Pass, Roll, Score, gift_of, selections
from charidice.tables import Settings
from charidice.tables.model.commands import Leave, Mute, Remove, Return, TakeBack, WishEnd
from charidice.tables.model.events import Away
from charidice.tables.model.playing import acted_by_bot
from charidice.web.live.recap import card_of
from charidice.web.live.tray import Role, TrayState, TrayView, tray_view

TIMED = Settings(ask_seconds=6, turn_seconds=60, pace=0)


def tray(played: Played, holder: int | None) -> TrayView:
    return tray_view(look(played, holder), played.game)


def states(played: Played) -> list[TrayState]:
    """What Lena, Marko and somebody without a seat can do."""
    return [tray(played, holder).state for holder in (LENA, MARKO, None)]


def test_every_moment_of_a_turn_has_its_state() -> None:
    played = begun("Lena", "Marko")
    look_on = TrayState.LOOK_ON
    assert states(played) == [TrayState.ROLL, look_on, look_on]
    played.play(LENA, None)
    assert states(played) == [TrayState.CHOOSE, TrayState.MAY_ASK, look_on]
    played.play(MARKO, Pass())
    assert states(played) == [TrayState.CHOOSE, look_on, look_on]
    played.play(LENA, Score([0]))
    assert states(played) == [look_on, TrayState.ROLL, look_on]


def test_nobody_waits_for_the_answer_of_a_bot() -> None:
    played = begun("Lena", levels=("expert",))
    played.play(LENA, None)
    assert played.table.asking
    assert tray(played, LENA).state is TrayState.CHOOSE
    assert not tray(played, LENA).can_ask_for_receiver


def test_on_one_device_the_active_player_asks_for_the_receiver() -> None:
    played = one_device("Lena", "Marko")
    played.play(LENA, None)
    view = tray(played, LENA)
    assert (view.state, view.can_ask_for_receiver) == (TrayState.CHOOSE, True)
    assert view.headline == "Lena, roll 1 of 3"
    played.play(LENA, Ask())
    view = tray(played, LENA)
    assert not view.can_ask_for_receiver
    assert view.asked == "Marko used the 2×: double gift"


def test_who_is_away_only_looks_on() -> None:
    played = begun("Lena", "Marko")
    played.add(Away(played.now, 0))
    view = tray(played, LENA)
    assert (view.state, view.role, view.my_turn) == (TrayState.LOOK_ON, Role.AWAY, False)
    assert view.headline == "Lena is next."
    assert tray(played, MARKO).role is Role.PLAYER


def test_everybody_is_told_who_begins() -> None:
    played = begun("Lena", "Marko")
    assert tray(played, LENA).headline == "You begin."
    assert tray(played, MARKO).headline == "Lena begins."
    assert tray(played, None).headline == "Lena begins."
    played.play(LENA, None)
    played.play(MARKO, Pass())
    played.play(LENA, Score([0]))
    assert tray(played, MARKO).headline == "Your turn."
    assert tray(played, LENA).headline == "Marko is playing."


def test_everybody_is_told_what_they_are() -> None:
    played = begun("Lena", "Marko")
    assert tray(played, None).role is Role.WATCHER
    played.do(LENA, Remove(1))
    assert tray(played, MARKO).role is Role.REMOVED


@pytest.mark.parametrize("keep", [[], [0, 2], [1, 2, 3, 4, 5]])
def test_kept_dice_are_ticked_again(keep: list[int]) -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Ask())
    played.play(LENA, Roll(keep))
    dice = tray(played, LENA).dice
    assert [die.place for die in dice if die.is_kept] == keep
    assert [die.place for die in dice if die.is_ticked] == keep
    played.play(LENA, Roll(keep))
    dice = tray(played, LENA).dice
    assert [die.place for die in dice if die.is_kept] == keep
    assert [die.place for die in dice if die.is_ticked] == keep


def ticked(played: Played) -> list[int]:
    """The dice that are ticked for Lena."""
    return [die.place for die in tray(played, LENA).dice if die.is_ticked]


def test_the_dice_of_a_score_that_is_taken_back_are_ticked_until_the_next_roll() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Pass())
    played.play(LENA, Roll([1, 2]))
    played.play(LENA, Score([3]))  # and Marko has not asked
    played.do(LENA, TakeBack(played.table.position))
    assert ticked(played) == [3]
    assert [die.place for die in tray(played, LENA).dice if die.is_kept] == [1, 2]
    played.do(MARKO, WishEnd())
    played.play(MARKO, Ask())
    assert ticked(played) == [3]
    played.play(LENA, Score([5]))
    played.do(LENA, TakeBack(played.table.position))
    assert ticked(played) == [5]
    played.play(LENA, Roll([4]))
    assert ticked(played) == [4]
    played.play(LENA, Score([0]))
    played.play(MARKO, None)
    assert [die.place for die in tray(played, MARKO).dice if die.is_ticked] == []


def test_every_selection_has_its_worth_and_only_for_whoever_chooses() -> None:
    played = begun("Lena", "Marko")
    assert tray(played, LENA).worth is None
    played.play(LENA, None)
    played.play(MARKO, Ask())
    worth = json.loads(tray(played, LENA).worth or "")
    options = selections(played.game.faces, played.game.rules)
    assert len(worth) == len(options)
    for option in options:
        bits = str(sum(1 << die for die in option.dice))
        gift, card = gift_of(played.game, option), card_of(played.game.faces, option)
        assert worth[bits] == [option.points, option.bonus, gift, card]
    assert tray(played, MARKO).worth is None


def test_time_counts_for_the_active_player_and_is_seen_by_all() -> None:
    played = begun("Lena", "Marko", settings=TIMED)
    assert tray(played, LENA).bot_plays_at == played.now + 60
    played.play(LENA, None)
    for holder, named in ((LENA, None), (MARKO, "Lena"), (None, "Lena")):
        assert tray(played, holder).bot_plays_at == played.now + 60
        assert tray(played, holder).bot_plays_for == named


def test_nobody_waits_for_the_clock_of_a_bot() -> None:
    played = begun("Lena", "Marko", settings=TIMED)
    played.add(Away(played.now, 0))  # a bot plays for her, a moment later
    for holder in (LENA, MARKO, None):
        assert tray(played, holder).bot_plays_at is None


def test_the_receiver_sees_how_long_the_other_waits() -> None:
    played = begun("Lena", "Marko", settings=TIMED)
    played.play(LENA, None)
    assert tray(played, MARKO).ask_until == played.now + 6
    assert tray(played, LENA).ask_until is None
    played.play(MARKO, Pass())
    assert tray(played, MARKO).ask_until is None


def test_without_limits_there_is_no_clock() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    assert tray(played, LENA).bot_plays_at is None
    assert tray(played, MARKO).ask_until is None


def test_a_score_can_be_taken_back_by_whoever_made_it() -> None:
    played = begun("Lena", "Marko")
    played.turn(LENA, MARKO)
    assert tray(played, LENA).take_back_until == played.now + 8
    assert tray(played, MARKO).take_back_until is None
    for holder in (LENA, MARKO):
        assert tray(played, holder).news == ""
        scored = tray(played, holder).scored
        assert scored is not None
        assert scored.recap.by_me is (holder == LENA)
    played.do(LENA, TakeBack(played.table.position))
    assert tray(played, LENA).news == "You take the score back."
    assert tray(played, MARKO).news == "Lena takes the score back."
    assert tray(played, MARKO).scored is None


def test_three_bots_are_told_about_in_one_go_when_it_is_my_turn_again() -> None:
    played = begun("Lena", "Marko", "Florian")
    played.turn(LENA, MARKO)
    assert tray(played, LENA).recaps == ()
    played.turn(MARKO, 3)
    played.turn(3, LENA)
    view = tray(played, LENA)
    assert view.scored is not None
    told = [*view.recaps, view.scored.recap]  # nobody is told about twice
    assert [recap.name for recap in told] == ["Marko", "Florian"]
    assert tray(played, MARKO).recaps == ()


def test_one_device_is_handed_over_with_the_gift() -> None:
    played = one_device("Lena", "Marko")
    assert tray(played, LENA).handed_to is not None
    played.play(LENA, None)
    assert tray(played, LENA).handed_to is None
    played.play(LENA, Score([0]))
    view = tray(played, LENA)
    assert view.handed_to == look(played, LENA).faces[1]
    assert view.scored is not None
    assert view.scored.recap.gift == played.game.sheets[0].given
    assert tray(begun("Lena", "Marko"), LENA).handed_to is None


def test_the_wish_to_end_is_shown_to_those_who_have_not_wished_it() -> None:
    played = begun("Lena", "Marko")
    played.do(LENA, WishEnd())
    assert tray(played, MARKO).end_wish == "Lena would like to end the game here."
    assert tray(played, LENA).end_wish is None
    assert tray(played, None).end_wish is None


def test_who_never_asks_can_change_their_mind() -> None:
    played = begun("Lena", "Marko")
    played.do(MARKO, Mute("game"))
    assert tray(played, MARKO).never_asks
    assert not tray(played, LENA).never_asks


@pytest.mark.parametrize(("levels", "said"), [((), False), (("expert",), True)])
def test_perfect_says_where_it_is_not(levels: tuple[str, ...], said: bool) -> None:
    played = begun("Lena", levels=("perfect", *levels))
    assert (tray(played, LENA).approximate is not None) is said


def test_the_words_are_in_the_language_of_the_viewer() -> None:
    played = begun("Lena", "Marko")
    use("de")
    try:
        german = tray(played, LENA)
    finally:
        use("en")
    assert german.headline not in ("", tray(played, LENA).headline)


def test_who_has_left_may_come_back() -> None:
    played = begun("Lena", "Marko")
    played.do(MARKO, Leave())
    assert tray(played, MARKO).role is Role.AWAY


def test_who_waits_for_a_person_reads_what_they_do() -> None:
    played = begun("Lena", "Marko")
    assert tray(played, MARKO).waits_for == "Lena is about to roll."
    assert tray(played, LENA).waits_for is None
    played.play(LENA, None)
    assert tray(played, MARKO).waits_for is None  # there is something to decide
    played.play(MARKO, Pass())
    assert tray(played, MARKO).waits_for == "Lena is choosing…"
    played.add(Away(played.now, 0))
    assert tray(played, MARKO).waits_for is None  # a bot plays


def test_who_plays_with_bots_alone_can_hurry_them() -> None:
    played = begun("Lena", levels=("random",))
    assert not tray(played, LENA).can_hurry  # it is her own turn
    played.play(LENA, None)
    played.add(*acted_by_bot(played.table, 1, Pass(), played.context))
    played.play(LENA, Score([0]))
    assert tray(played, LENA).can_hurry
    assert not tray(played, None).can_hurry
    two = begun("Lena", "Marko", levels=("random",))
    assert not tray(two, LENA).can_hurry


def test_what_was_scored_stays_in_sight_when_somebody_comes_back() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Pass())
    played.play(LENA, Score([0]))
    played.do(LENA, Leave())
    played.do(LENA, Return())
    view = tray(played, MARKO)
    assert view.scored is not None
    assert view.news == ""
    played.play(MARKO, None)
    played.do(LENA, Leave())
    assert "Lena" in tray(played, MARKO).news
