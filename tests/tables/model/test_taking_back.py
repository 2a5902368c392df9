"""A score can be taken back, for a moment."""

from tests.tables.model.support import asked
from tests.tables.support import (
    ANY_DIE,
    FLORIAN,
    LENA,
    MARKO,
    SLOW,
    Played,
    begun,
    finished,
)

from charidice.records import Record, replay
from charidice.rules import (
    Pass,
    Phase,
    Score,
)
from charidice.tables import Settings, Status
from charidice.tables.model.commands import (
    Leave,
    Rematch,
    Return,
    TakeBack,
    WishEnd,
)
from charidice.tables.model.events import TakenBack


def scored(*names: str, settings: Settings = SLOW) -> Played:
    """Lena has scored."""
    table = asked(*names, settings=settings)
    table.play(MARKO, Pass())
    table.play(LENA, ANY_DIE)
    return table


def test_a_score_can_be_taken_back_until_somebody_rolls() -> None:
    table = scored()
    before = table.table
    events = table.do(LENA, TakeBack(table.table.position, "oops"))
    assert isinstance(events[0], TakenBack)
    assert table.game.active == 0
    assert table.game.turn.phase is Phase.CHOOSING
    assert table.table.actions == before.actions[:-1]
    assert table.do(LENA, TakeBack(before.position, "oops")) == []
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"
    table.play(LENA, Score([1]))
    table.play(MARKO, None)
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_a_score_can_be_taken_back_for_eight_seconds() -> None:
    table = scored()
    table.now += 8.0
    in_time = table.table
    table.do(LENA, TakeBack(in_time.position))
    table = scored()
    table.now += 8.1
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_somebody_who_comes_back_does_not_make_the_time_to_take_back_longer() -> None:
    table = scored("Lena", "Marko", "Florian")
    table.do(FLORIAN, Leave())
    table.now += 100
    table.do(FLORIAN, Return())
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_only_the_one_who_scored_takes_it_back_and_only_a_score() -> None:
    table = scored()
    assert table.refused(MARKO, TakeBack(table.table.position)) == "table/cannot-take-back"
    table = asked()
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"
    fresh = begun("Lena", "Marko")
    assert fresh.refused(LENA, TakeBack(fresh.table.position)) == "table/cannot-take-back"


def test_a_score_is_not_taken_back_from_another_position() -> None:
    table = scored()
    assert table.refused(LENA, TakeBack(table.table.position - 1)) == "table/stale-position"


def test_the_last_score_of_a_game_can_be_taken_back_until_there_is_a_rematch() -> None:
    table = finished("Lena", "Marko")
    table.do(MARKO, TakeBack(table.table.position))
    seen = [table.table.status]
    table.play(MARKO, ANY_DIE)
    seen.append(table.table.status)
    assert seen == [Status.PLAYING, Status.FINISHED]
    table.do(LENA, Rematch("again"))
    assert table.refused(MARKO, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_nothing_is_taken_back_after_the_end_by_agreement_or_while_away() -> None:
    table = scored()
    table.do(LENA, WishEnd())
    table.do(MARKO, WishEnd())
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"
    table = scored()
    table.do(LENA, Leave())
    assert table.refused(LENA, TakeBack(table.table.position)) == "table/cannot-take-back"


def test_the_dice_of_a_turn_stay_as_they_were_when_its_score_is_taken_back() -> None:
    table = scored()
    lying = replay(Record(("Lena", "Marko"), table.table.actions[:-1]))
    table.do(LENA, TakeBack(table.table.position))
    assert table.game == lying
