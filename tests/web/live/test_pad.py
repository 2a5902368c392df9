"""What different people see of a pad."""

import json

from tests.tables.model.test_pad import EXAMPLE, OTHER_BOX, done, entered, pad
from tests.web.live.support import NAME, viewer

from charidice.rules import STANDARD
from charidice.tables import Table
from charidice.tables.model.commands import Leave, Sit
from charidice.tables.model.pad_commands import Enter, PadAsk
from charidice.web.live.log import log_view
from charidice.web.live.pad import PadView, correction_view, pad_view
from charidice.web.live.regions import views_of
from charidice.web.live.sheets import sheets_view
from charidice.web.live.strip import strip_view
from charidice.web.live.tray import Role
from charidice.web.live.viewer import Look, look_at


def seen(table: Table, holder: int | None = 1) -> Look:
    return look_at(table, viewer(table, holder))


def shown(table: Table, holder: int | None = 1) -> PadView:
    assert table.game is not None
    return pad_view(seen(table, holder), table.game)


def test_the_pad_takes_the_place_of_the_tray_until_the_result() -> None:
    table = pad("Lena", "Marko", rounds=1)
    assert isinstance(views_of(seen(table), {})["tray"], PadView)
    table = entered(entered(table, EXAMPLE, [0]), EXAMPLE, [0])
    assert not isinstance(views_of(seen(table), {})["tray"], PadView)


def test_whoever_has_a_seat_writes_every_turn_and_others_only_watch() -> None:
    table = done(pad(), Sit("Marko", "secret"), None)
    assert shown(table, 1).can_write
    assert shown(table, 2).can_write
    watching = shown(table, None)
    assert watching.role is Role.WATCHER
    assert (watching.rows, watching.unsent) == ((), None)


def test_names_are_free_while_somebody_writes_for_several_or_has_left() -> None:
    table = pad()
    assert shown(table, None).free_names == ("Lena", "Marko", "Florian")
    assert shown(table, 1).free_names == ()
    table = done(table, Sit("Marko", "secret"), None)
    assert shown(table, None).free_names == ("Lena", "Florian")
    table = done(table, Leave(), 2)
    assert shown(table, None).free_names == ("Lena", "Marko", "Florian")


def test_nobody_is_played_by_a_bot_at_a_pad() -> None:
    table = done(done(pad(), Sit("Marko", "secret"), None), Leave(), 2)
    view = strip_view(seen(table))
    assert view is not None
    assert not any(player.by_bot for player in view.players)
    assert not any("bot" in player.spoken for player in view.players)


def test_the_receiver_can_ask_only_with_an_open_box() -> None:
    table = pad("Lena", "Marko")
    assert shown(table).can_ask
    table = done(table, PadAsk(True, table.position))
    assert shown(table).asked
    table = entered(entered(table, EXAMPLE, [0]), EXAMPLE, [0])
    assert not shown(table).can_ask


def test_with_a_known_box_the_page_knows_the_dice_and_their_faces() -> None:
    assert shown(pad()).dice == ""
    table = entered(pad(dice=OTHER_BOX), "6K 2R 1P 2B 2P 6R", [3, 4])
    view = shown(table)
    assert view.dice == str(OTHER_BOX)
    assert view.unsent is not None
    (turn,) = json.loads(view.unsent.written)
    assert {*turn["faces"]} == {"6K", "2R", "1P", "2B", "2P", "6R"}
    assert {*turn["score"]} == {"2B", "2P"}


def test_a_correction_shows_how_the_turn_stands() -> None:
    table = pad("Lena", "Marko")
    table = done(table, Enter(0, table.position, points=10, bonus=25, gift=48, asked=True))
    table = entered(table, EXAMPLE, [1, 2, 3, 4])
    assert table.game is not None
    first, second = (correction_view(seen(table), table.game, number) for number in (0, 1))
    assert first.correction is not None
    assert second.correction is not None
    assert (first.asked, first.can_ask, first.correction.is_assumed) == (True, True, True)
    assert (second.asked, second.can_ask, second.correction.is_assumed) == (False, True, False)
    assert second.correction.columns == "15 + 15, 13 given"
    assert (first.correction.points, first.correction.bonus, first.correction.gift) == (10, 25, 48)


def test_written_rows_can_be_changed_by_whoever_has_a_seat() -> None:
    table = entered(entered(pad(), EXAMPLE, [0]), EXAMPLE, [0])
    view, watched = sheets_view(seen(table)), sheets_view(seen(table, None))
    assert view is not None
    assert watched is not None
    links = {sheet.name: sheet.rows[0].change for sheet in view.sheets}
    assert links == {"Lena": f"/t/{NAME}/turn/0", "Marko": f"/t/{NAME}/turn/1", "Florian": None}
    assert not any(row.change for sheet in watched.sheets for row in sheet.rows)


def test_after_a_correction_no_gift_of_before_is_shown_any_more() -> None:
    table = entered(pad(), EXAMPLE, [0, 1, 2, 3])
    before = strip_view(seen(table))
    assert before is not None
    assert [player.gift for player in before.players] == [None, 24, None]
    after = strip_view(seen(entered(table, EXAMPLE, [1, 2, 3, 4], turn=0)))
    assert after is not None
    assert [player.gift for player in after.players] == [None, None, None]


def test_the_log_says_who_corrected_what() -> None:
    table = entered(pad(), EXAMPLE, [1, 2, 3, 4])
    table = done(table, Sit("Marko", "secret"), None)
    table = done(table, Enter(0, table.position, EXAMPLE, [0, 1, 2, 3]), 2)
    view = log_view(seen(table), {})
    assert view is not None
    assert view.lines[0].text == (
        "Marko corrected round 1 of Lena: 15 + 15, 13 given → 10 + 25, 24 given"
    )


def test_only_games_whose_every_die_is_known_can_be_reviewed() -> None:
    assert not entered(pad(), EXAMPLE, [0]).reviewable
    known = entered(pad(dice=STANDARD), "1R 2R 3R 4R 5R 6R", [0])
    assert known.reviewable
    assumed = done(known, Enter(len(known.pad_turns), known.position, points=10, bonus=25, gift=24))
    assert not assumed.reviewable
