"""The other regions as values: round, strip, sheets, log, lobby, result and menu."""

from dataclasses import replace

import pytest
from tests.tables.support import LENA, MARKO, begun, finished, one_device, open_table
from tests.web.live.support import NAME, look, viewer

from charidice.rules import Ask, Pass, Roll, Score, standings
from charidice.tables.model.commands import AddBot, Leave, Rematch, Remove, Return, Sit, WishEnd
from charidice.tables.model.events import Away
from charidice.tables.model.game_setup import setup_for
from charidice.web.live import tray_words
from charidice.web.live.faces import faces_of
from charidice.web.live.lobby import lobby_view
from charidice.web.live.log import LogLine, log_view
from charidice.web.live.recap import latest_recap
from charidice.web.live.result import result_view
from charidice.web.live.room import EndState, room_view
from charidice.web.live.round import RoundView, round_view
from charidice.web.live.sheets import BoxState, sheets_view
from charidice.web.live.strip import strip_view
from charidice.web.live.viewer import look_at

# The strip


def test_the_strip_shows_how_everybody_stands() -> None:
    played = begun("Lena", "Marko")
    view = strip_view(look(played, MARKO))
    assert view is not None
    assert [player.title for player in view.players] == ["Lena", "Marko"]
    assert [player.is_active for player in view.players] == [True, False]
    assert [player.receives for player in view.players] == [False, True]
    assert [player.is_me for player in view.players] == [False, True]
    assert [player.gift for player in view.players] == [None, None]
    assert not any(player.gave_most for player in view.players)
    played.turn(LENA, MARKO)
    view = strip_view(look(played, MARKO))
    assert view is not None
    lena, marko = view.players
    assert lena.given == marko.points == played.game.sheets[0].given
    assert (lena.gave_most, marko.gave_most) == (True, False)
    assert (lena.gift, marko.gift) == (None, lena.given)
    played.play(MARKO, None)
    view = strip_view(look(played, MARKO))
    assert view is not None
    assert [player.gift for player in view.players] == [None, None]


def test_on_one_device_nobody_is_you() -> None:
    view = strip_view(look(one_device("Lena", "Marko"), LENA))
    assert view is not None
    assert not any(player.is_me for player in view.players)


def test_bots_and_those_who_are_away_are_marked() -> None:
    played = begun("Lena", "Marko", levels=("random",))
    played.add(Away(played.now, 1))
    view = strip_view(look(played, LENA))
    assert view is not None
    assert [player.by_bot for player in view.players] == [False, True, True]


def test_people_keep_their_colours_wherever_they_sit() -> None:
    for played in (begun("Lena", "Marko", levels=("random",)), one_device("Mia", "Zoë", "Ada")):
        seats = played.table.seats
        colours = {
            seat.name: face.colour for seat, face in zip(seats, faces_of(seats), strict=True)
        }
        turned = (*seats[1:], seats[0])
        again = {s.name: face.colour for s, face in zip(turned, faces_of(turned), strict=True)}
        assert again == colours
        assert sorted(colours.values()) == [1, 2, 3]


def test_people_have_letters_and_bots_their_shape() -> None:
    played = begun("ελένη", "Marko", levels=("random",))
    faces = look(played, LENA).faces
    assert [(face.colour, face.letter) for face in faces[:2]] == [(1, "Ε"), (2, "M")]
    assert [face.bot for face in faces] == [None, None, "random"]


def test_who_begins_with_the_same_letter_has_another_face() -> None:
    def letters(*names: str) -> list[tuple[str, bool]]:
        played = begun(*names, levels=("greedy",))
        return [(face.letter, face.is_pair) for face in look(played, LENA).faces[: len(names)]]

    assert letters("Mia", "Zoë") == [("M", False), ("Z", False)]
    assert letters("Mia", "marko", "Zoë") == [("Mi", True), ("Ma", True), ("Z", False)]
    assert letters("Maxi", "Zoë", "Max") == [("M1", True), ("Z", False), ("M3", True)]
    assert letters("M", "Mia") == [("M", False), ("Mi", True)]
    assert letters("👍🏽", "👍🏽a") == [("👍🏽1", True), ("👍🏽2", True)]
    assert letters("Gina") == [("G", False)]  # a bot has a face of its own


def test_the_round_is_there_until_all_are_played() -> None:
    played = begun("Lena", "Marko")
    assert round_view(look(played, MARKO)) == RoundView(1, 7)
    over = look(finished("Lena", "Marko"), LENA)
    assert round_view(over) == RoundView(None, 7)
    assert strip_view(over) is None


# The sheets


def test_my_sheet_comes_first_and_mine_alone_has_a_preview() -> None:
    played = begun("Lena", "Marko")
    for holder, first, previews in ((LENA, "Lena", 1), (MARKO, "Marko", 0), (None, "Lena", 0)):
        view = sheets_view(look(played, holder))
        assert view is not None
        assert view.sheets[0].name == first
        rows = [row for sheet in view.sheets for row in sheet.rows]
        assert sum(row.has_preview for row in rows) == previews
        assert [row.is_now for row in rows] == 2 * [True, *(6 * [False])]
        assert not any(row.fresh for row in rows)


def test_what_the_latest_score_has_written_is_fresh_until_the_next_roll() -> None:
    played = begun("Lena", "Marko")
    played.turn(LENA, MARKO)
    view = sheets_view(look(played, LENA))
    assert view is not None
    lena, marko = (set(sheet.rows[0].fresh) for sheet in view.sheets)
    assert (lena, marko) == ({"points", "bonus", "given"}, {"received"})
    played.play(MARKO, None)
    view = sheets_view(look(played, LENA))
    assert view is not None
    assert not any(row.fresh for sheet in view.sheets for row in sheet.rows)


def test_on_one_device_the_active_sheet_comes_first() -> None:
    played = one_device("Lena", "Marko")
    played.play(LENA, None)
    played.play(LENA, Score([0]))
    view = sheets_view(look(played, LENA))
    assert view is not None
    assert view.sheets[0].name == "Marko"


def test_the_box_is_open_used_or_was_never_used() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Ask())
    view = sheets_view(look(played))
    assert view is not None
    assert [sheet.box for sheet in view.sheets] == [BoxState.OPEN, BoxState.USED]
    over = sheets_view(look(finished("Lena", "Marko")))
    assert over is not None
    assert {sheet.box for sheet in over.sheets} == {BoxState.UNUSED}


def test_what_is_not_written_yet_is_empty() -> None:
    played = begun("Lena", "Marko")
    view = sheets_view(look(played))
    assert view is not None
    row = view.sheets[0].rows[0]
    assert (row.points, row.bonus, row.received, row.given) == ("", "", "", "")


# The log


def test_passing_is_no_news() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    before = log_view(look(played), {})
    played.play(MARKO, Pass())
    assert log_view(look(played), {}) == before
    played.play(LENA, Score([0]))
    after = log_view(look(played), {})
    assert before is not None
    assert after is not None
    assert after.lines[1:] == before.lines


def test_a_line_is_made_once() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    kept: dict[object, LogLine] = {}
    log_view(look(played), kept)
    for key, line in kept.items():
        kept[key] = replace(line, text="as before")
    view = log_view(look(played), kept)
    assert view is not None
    assert {line.text for line in view.lines} == {"as before"}


def test_whoever_did_something_is_you_and_others_have_names() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Ask())
    texts = {}
    for holder in (LENA, MARKO, None):
        view = log_view(look(played, holder), {})
        assert view is not None
        asked, rolled = view.lines
        assert (asked.for_the_ear, rolled.for_the_ear) == (False, True)
        texts[holder] = (rolled.text.split()[0], asked.text.split()[0])
    assert texts == {LENA: ("You", "Marko"), MARKO: ("Lena", "You"), None: ("Lena", "Marko")}


def test_of_a_reroll_only_the_new_dice_are_told() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Pass())
    played.play(LENA, Roll([0, 1, 2, 3]))
    for holder, kept in ((LENA, "You reroll 2 dice."), (MARKO, "Lena keeps")):
        view = log_view(look(played, holder), {})
        assert view is not None
        assert view.lines[0].text.count(";") == 1, view.lines[0].text
        assert view.lines[1].text.startswith(kept)


def test_a_score_is_told_in_dice() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Ask())
    played.play(LENA, Score([0]))
    row = played.game.sheets[0].rows[0]
    for holder, by_me, for_me in ((LENA, True, False), (MARKO, False, True), (None, False, False)):
        recap = latest_recap(look(played, holder))
        assert recap is not None
        assert (recap.by_me, recap.for_me) == (by_me, for_me)
        assert (recap.points, recap.gift, recap.receiver) == (str(row.points), row.given, 1)
        assert recap.gifts == f"2 × {recap.gift // 2} = {recap.gift}"
        assert [die.place for die in recap.scored] == [0]
        assert [die.place for die in recap.given] == [1, 2, 3, 4, 5]
    played.play(MARKO, None)
    assert latest_recap(look(played, LENA)) is None


def test_the_log_tells_who_is_the_host_now() -> None:
    played = begun("Lena", "Marko", "Zoë")
    played.add(Away(played.now, 0))
    view = log_view(look(played, MARKO), {})
    assert view is not None
    assert [line.text for line in view.lines][:2] == [
        "You are the host now: the settings are in the menu.",
        "Lena took too long: a bot takes over for now.",
    ]
    assert len({line.address for line in view.lines}) == len(view.lines)
    assert tray_words.news(look(played, None)) == "Lena took too long: a bot takes over for now."


def test_whoever_was_the_host_hears_who_is_it_now_when_they_are_back() -> None:
    played = begun("Lena", "Marko")
    played.add(Away(played.now, 0))
    played.do(LENA, Return())
    assert tray_words.news(look(played, LENA)) == "You are back. Marko is the host now."
    assert tray_words.news(look(played, MARKO)) == "Lena is back."
    played.add(Away(played.now, 0))
    played.do(LENA, Return())
    assert tray_words.news(look(played, LENA)) == "You are back."  # she was no host this time


# The lobby


def test_only_the_host_removes_others_and_begins() -> None:
    played = open_table("Lena")
    assert not lobby_view(look(played, LENA)).can_begin
    played.do(None, Sit("Marko"))
    played.do(LENA, AddBot("random"))
    lena, marko, guest = (lobby_view(look(played, holder)) for holder in (LENA, MARKO, None))
    assert [view.is_host for view in (lena, marko, guest)] == [True, False, False]
    assert [view.is_seated for view in (lena, marko, guest)] == [True, True, False]
    assert [seat.can_remove for seat in lena.seats] == [False, True, True]
    assert not any(seat.can_remove for seat in marko.seats)
    assert [seat.face.bot for seat in guest.seats] == [None, None, "random"]
    assert (lena.can_begin, lena.free) == (True, 1)


@pytest.mark.parametrize(("rounds", "minutes"), [(7, 20), (5, 15), (3, 10), (1, 5)])
def test_the_invitation_says_how_long_so_many_rounds_take(rounds: int, minutes: int) -> None:
    table = open_table("Lena").table._replace(setup=setup_for(rounds))
    assert lobby_view(look_at(table, viewer(table))).minutes == minutes


def test_the_link_is_there_as_a_picture() -> None:
    view = lobby_view(look(open_table("Lena")))
    assert view.link.endswith(f"/t/{NAME}")
    assert "<svg" in view.qr


# The menu


def test_only_who_has_a_seat_has_a_menu() -> None:
    played = begun("Lena", "Marko")
    assert room_view(look(played)) is None
    lena, marko = room_view(look(played, LENA)), room_view(look(played, MARKO))
    assert lena is not None
    assert marko is not None
    assert marko.host is None
    assert lena.host is not None
    assert lena.host.removable == ((1, "Marko"),)
    assert (marko.personal_link, marko.can_leave) == (
        f"{look(played).viewer.link}/back/token-2",
        True,
    )


def test_the_menu_says_what_can_be_done_about_the_end() -> None:
    def ends(holder: int) -> EndState:
        view = room_view(look(played, holder))
        assert view is not None
        return view.end

    played = open_table("Lena", "Marko")
    assert ends(LENA) is EndState.NO_GAME
    played = begun("Lena", "Marko", "Florian")
    assert ends(MARKO) is EndState.CAN_WISH
    played.do(MARKO, WishEnd())
    assert ends(MARKO) is EndState.WISHES
    played.do(LENA, Remove(1))
    assert ends(LENA) is EndState.CAN_WISH
    played.do(LENA, Remove(2))
    assert ends(LENA) is EndState.CANNOT


# The result


def test_the_result_adds_up() -> None:
    played = finished("Lena", "Marko")
    view = result_view(look(played, LENA), played.game)
    assert view.victory
    assert view.charity
    best = standings(played.game)
    by_seat = sorted(best, key=lambda place: place.seat)  # which tells nothing beforehand
    assert view.tally.totals == tuple(place.total for place in by_seat)
    for column in range(2):
        assert sum(row.values[column] for row in view.tally.rows) == view.tally.totals[column]
    assert view.tally.won == tuple(place.total == best[0].total for place in by_seat)
    assert [step.place for step in view.podium] == [1, 2 - (best[0].total == best[1].total)]
    assert [step.total for step in view.podium] == [best[0].total, best[1].total]
    assert view.last is not None
    assert (view.last.recap.name, view.last.recap.for_me) == ("Marko", True)
    assert view.can_rematch
    assert not result_view(look(played), played.game).can_rematch


def test_whoever_looks_is_called_you_in_the_result() -> None:
    played = finished("Lena", "Marko")
    told = [result_view(look(played, holder), played.game) for holder in (LENA, MARKO)]
    assert played.game.sheets[0].given != played.game.sheets[1].given
    for view, own in zip(told, ("Lena", "Marko"), strict=True):
        assert own not in f"{view.victory} {view.charity}"
    assert sum((view.charity or "").startswith("You gave the most") for view in told) == 1
    onlooker = result_view(look(played), played.game)
    assert "You" not in f"{onlooker.victory} {onlooker.charity}"


def test_there_is_one_rematch() -> None:
    played = finished("Lena", "Marko")
    played.do(MARKO, Rematch("another"))
    view = result_view(look(played, LENA), played.game)
    assert (view.rematch, view.can_rematch) == ("/t/another", False)


def test_a_game_that_was_ended_has_no_winner() -> None:
    played = begun("Lena", "Marko")
    played.do(LENA, WishEnd())
    played.do(MARKO, Leave())
    if played.table.playing:
        played.do(LENA, WishEnd())
    view = result_view(look(played, LENA), played.game)
    assert (view.victory, view.charity) == (None, None)
    assert not any(view.tally.won)
    assert len(view.tally.rows) == 3
