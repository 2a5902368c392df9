"""The pad: turns of real dice written down, corrected and asked about."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charidice.records import EnteredSource, from_json, from_text, quick, to_json, to_text
from charidice.records.quick import roll_with_result
from charidice.rolls import DrawnRolls
from charidice.rules import (
    RULEBOOK,
    STANDARD,
    Colour,
    DiceSet,
    Face,
    RulesError,
    selections,
    standings,
)
from charidice.tables.model.checks import Context
from charidice.tables.model.commands import (
    Command,
    Forget,
    Leave,
    Play,
    Remove,
    Sit,
    TakeBack,
    read_command,
)
from charidice.tables.model.decide import decide
from charidice.tables.model.ending import wins_of
from charidice.tables.model.errors import TableError
from charidice.tables.model.events import decode, encode
from charidice.tables.model.evolve import evolve, replayed
from charidice.tables.model.game_setup import pad_setup
from charidice.tables.model.new_table import NewTable, first_events
from charidice.tables.model.pad_commands import Enter, PadAsk, Restore
from charidice.tables.model.playing import take_back_until
from charidice.tables.model.seating import seated_again
from charidice.tables.model.table import MomentKind, Status, Table

FACES = [Face(number, colour) for number in range(1, 7) for colour in Colour]
OTHER_BOX = DiceSet(STANDARD.colours[::-1])
TURNED_BOX = DiceSet(tuple(zip(*STANDARD.colours, strict=True)))
EXAMPLE = "1P 2P 3P 4P 6P 6R"


def context(now: float = 1.0) -> Context:
    rng = random.Random(1)
    return Context(now, DrawnRolls(rng), rng)


def pad(*names: str, dice: DiceSet | None = None, rounds: int = 7) -> Table:
    new = NewTable(
        names or ("Lena", "Marko", "Florian"),
        setup=pad_setup(dice, rounds),
        one_device=True,
        begin=True,
        first=0,
    )
    return replayed(first_events(new, context()))


def done(table: Table, command: Command, who: int | None = 1) -> Table:
    for event in decide(table, who, command, context()):
        table = evolve(table, decode(encode(event)))
    return table


def entered(table: Table, faces: str, score: list[int], **more: Any) -> Table:
    turn = more.pop("turn", len(table.pad_turns))
    return done(table, Enter(turn, table.position, faces, score, **more))


def columns(table: Table, seat: int, row: int) -> tuple[int | None, ...]:
    assert table.game is not None
    return tuple(table.game.sheets[seat].rows[row])


def test_the_last_roll_alone_is_enough_and_both_sheets_are_written() -> None:
    table = entered(pad(), EXAMPLE, [0, 1, 2, 3])
    assert columns(table, 0, 0) == (10, 25, None, 24)
    assert columns(table, 1, 0) == (None, None, 24, None)
    assert table.game is not None
    assert table.game.active == 1
    assert [str(action) for action in table.actions] == [
        f"rolled {EXAMPLE}",
        "pass implied",
        "score 0 1 2 3",
    ]


def test_the_biggest_gift_doubles_once() -> None:
    table = pad("Lena", "Marko")
    table = done(table, PadAsk(True, table.position))
    assert table.pad_asked
    table = entered(table, EXAMPLE, [0, 1, 2, 3])
    assert columns(table, 0, 0) == (10, 25, None, 48)
    assert not table.pad_asked
    table = entered(table, EXAMPLE, [0, 1, 2, 3])
    with pytest.raises(TableError, match="Marko used the 2× in round 1"):
        done(table, PadAsk(True, table.position))
    with pytest.raises(TableError, match="round 1"):
        entered(table, EXAMPLE, [0, 1, 2, 3], asked=True)


def test_an_ask_can_be_taken_back_and_is_written_only_when_it_changes() -> None:
    table = pad()
    table = done(table, PadAsk(True, table.position))
    assert decide(table, 1, PadAsk(True, table.position), context()) == []
    table = done(table, PadAsk(False, table.position))
    assert columns(entered(table, EXAMPLE, [0, 1, 2, 3]), 0, 0)[3] == 24


def test_all_three_rolls_may_be_written_down() -> None:
    table = pad()
    first = {"faces": "1P 2P 3P 5R 6G 6R", "keep": [0, 1, 2]}
    command = read_command(
        {
            "kind": "enter",
            "turn": 0,
            "position": table.position,
            "faces": "1P 2P 3P 4P 6P 6R",
            "score": [0, 1, 2, 3],
            "earlier": [first],
        }
    )
    table = done(table, command)
    assert columns(table, 0, 0) == (10, 25, None, 24)
    assert sum(str(action).startswith("rolled") for action in table.actions) == 2


def test_with_a_known_box_faces_lie_on_their_dice() -> None:
    table = entered(pad(dice=OTHER_BOX), "6K 2R 1P 2B 2P 6R", [3, 4])
    assert str(table.actions[0]) == "rolled 2 1 2 2 6 6"
    assert str(table.actions[-1]) == "score 2 3"
    assert columns(table, 0, 0)[0] == 4
    die = OTHER_BOX.colours[0]
    same = [Face(1, die[0]), Face(2, die[1])]
    rest = [face for face in FACES if face not in same][:4]
    with pytest.raises(TableError, match="same die"):
        entered(table, " ".join(map(str, [*same, *rest])), [0])


def test_faces_that_are_there_twice_or_do_not_go_together_change_nothing() -> None:
    table = pad()
    with pytest.raises(RulesError, match="twice"):
        entered(table, "1P 1P 3P 4P 6P 6R", [0])
    with pytest.raises(RulesError):
        entered(table, EXAMPLE, [0, 1])
    with pytest.raises(RulesError):
        entered(table, EXAMPLE, [])
    assert table.pad_turns == ()


def test_columns_alone_are_kept_as_an_assumed_roll() -> None:
    table = pad("Lena", "Marko")
    table = done(table, Enter(0, table.position, points=10, bonus=25, gift=48, asked=True))
    assert columns(table, 0, 0) == (10, 25, None, 48)
    assert str(table.actions[0]).endswith("assumed")
    with pytest.raises(TableError, match="No roll"):
        done(table, Enter(1, table.position, points=9, bonus=25, gift=24))
    with pytest.raises(TableError, match="even"):
        done(table, Enter(1, table.position, points=10, bonus=25, gift=25, asked=True))


def test_a_correction_of_an_earlier_turn_recomputes_and_can_be_undone() -> None:
    table = pad("Lena", "Marko")
    for _ in range(4):
        table = entered(table, EXAMPLE, [0, 1, 2, 3])
    wrong = table
    table = entered(table, EXAMPLE, [1, 2, 3, 4], turn=0)
    assert columns(table, 0, 0)[:2] == (15, 15)
    assert columns(table, 1, 0)[2] == 13
    assert table.moments[-1].kind is MomentKind.CORRECTED
    assert decide(table, 1, Enter(0, table.position, EXAMPLE, [1, 2, 3, 4]), context()) == []
    undone = done(table, Restore(0, table.position))
    assert undone.game == wrong.game
    assert done(undone, Restore(0, undone.position)).game == table.game
    with pytest.raises(TableError, match="never corrected"):
        done(table, Restore(1, table.position))


def test_a_correction_that_uses_a_2x_twice_names_the_later_one() -> None:
    table = pad("Lena", "Marko")
    for turn in range(6):
        table = entered(table, EXAMPLE, [0, 1, 2, 3], asked=turn == 4)
    with pytest.raises(TableError, match="Marko used the 2× in round 3"):
        entered(table, EXAMPLE, [0, 1, 2, 3], turn=0, asked=True)


def test_two_who_write_the_same_turn_at_once_never_double_it() -> None:
    table = pad()
    after = entered(table, EXAMPLE, [0, 1, 2, 3])
    with pytest.raises(TableError, match="moved on"):
        done(after, Enter(0, table.position, EXAMPLE, [0, 1, 2, 3]))


def test_somebody_with_a_phone_of_their_own_takes_over_a_name() -> None:
    table = done(pad(), Sit("marko", "secret"), None)
    assert table.seats_of(1) == (0, 2)
    assert table.seats_of(2) == (1,)
    assert done(table, Sit("marko", "secret"), None) == table
    table = done(table, Enter(0, table.position, EXAMPLE, [0, 1, 2, 3]), 2)
    assert len(table.pad_turns) == 1
    with pytest.raises(TableError, match="Somebody else writes"):
        done(table, Sit("Marko", "other"), None)
    with pytest.raises(TableError, match="Nobody at this pad"):
        done(table, Sit("Anna", "other"), None)


def test_nothing_is_rolled_at_a_pad_and_nothing_written_down_elsewhere() -> None:
    table = pad()
    with pytest.raises(TableError, match="real dice"):
        done(table, Play(None, table.position))
    plain = replayed(first_events(NewTable(("A", "B"), one_device=True, begin=True), context()))
    with pytest.raises(TableError, match="only be written down"):
        entered(plain, EXAMPLE, [0])


def test_the_final_example_of_the_rulebook_ends_at_243() -> None:
    """Columns 126, 75 and 22, and 57 given, the most: with the charity bonus it is 243."""
    table = pad("Lena", "Marko")
    mine = [
        (11, 15, 12),
        (24, 15, 3),
        (18, 0, 17),
        (20, 15, 7),
        (19, 0, 3),
        (17, 15, 7),
        (17, 15, 8),
    ]
    other = [(13, 0, 5), (11, 0, 1), (17, 0, 3), (21, 0, 3), (13, 0, 1), (19, 0, 5), (17, 0, 4)]
    assert [sum(column) for column in zip(*mine, strict=True)] == [126, 75, 57]
    assert sum(gift for _p, _b, gift in other) == 22
    for one, two in zip(mine, other, strict=True):
        for points, bonus, gift in (one, two):
            command = Enter(
                len(table.pad_turns), table.position, points=points, bonus=bonus, gift=gift
            )
            table = done(table, command)
    assert table.status is Status.FINISHED
    assert table.game is not None
    lena = next(place for place in standings(table.game) if place.seat == 0)
    assert (lena.points, lena.bonus, lena.received, lena.charity, lena.total) == (
        126, 75, 22, 20, 243,
    )  # fmt: skip


def test_a_finished_pad_can_still_be_corrected_and_is_a_record() -> None:
    table = pad("Lena", "Marko", rounds=1)
    table = entered(entered(table, EXAMPLE, [0, 1, 2, 3]), EXAMPLE, [0, 1, 2, 3])
    assert table.status is Status.FINISHED
    with pytest.raises(TableError, match="not been played"):
        entered(table, EXAMPLE, [0])
    table = entered(table, EXAMPLE, [1, 2, 3, 4], turn=1)
    record = table.record(("Lena", "Marko"))
    assert record.source == EnteredSource()
    assert from_json(to_json(record)) == from_text(to_text(record)) == record
    known = replace(record, source=EnteredSource(dice=True))
    assert from_text(to_text(known)) == from_json(to_json(known)) == known


def finished(*names: str) -> Table:
    """A pad with one round, which the first one has won."""
    table = pad(*names, rounds=1)
    best = entered(table, EXAMPLE, [0, 1, 2, 3])
    while best.status is Status.PLAYING:
        best = entered(best, EXAMPLE, [0])
    return best


def again(table: Table, who: int = 1) -> Table:
    return replayed([decode(encode(e)) for e in seated_again(table, "first", who, context())])


def test_at_the_next_game_of_a_pad_whoever_sits_left_of_the_first_begins() -> None:
    table, begins = finished("Lena", "Marko", "Florian"), []
    for _ in range(4):
        begins.append(table.seats[0].name)
        table = again(table)
    assert begins == ["Lena", "Marko", "Florian", "Lena"]
    assert table.is_pad
    assert table.status is Status.PLAYING


def test_at_the_next_game_of_a_pad_nobody_becomes_a_bot() -> None:
    table = finished("Lena", "Marko", "Florian", "Zoë")
    for name in ("Marko", "Florian", "Zoë"):
        table = done(table, Sit(name), None)
    table = done(table, Forget(), 2)
    table = done(table, Leave(), 3)
    table = done(table, Remove(3))
    table = again(table)
    assert [(seat.name, seat.bot) for seat in table.seats] == [
        (None, None),
        ("Florian", None),
        ("Zoë", None),
        ("Lena", None),
    ]
    assert table.seats_of(1) == (0, 2, 3)  # who asked for it writes for those who are gone
    assert table.seats[1].away
    for _ in range(4):
        table = entered(table, EXAMPLE, [0])
    assert table.status is Status.FINISHED
    zoe = done(again(table), Sit("Zoë"), None)  # who comes back writes again
    assert [seat.name for seat in zoe.seats if seat.holder == zoe.holders_given] == ["Zoë"]


def test_at_a_pad_turns_are_corrected_and_never_taken_back() -> None:
    table = finished("Lena", "Marko")
    assert take_back_until(table, 1) is None
    with pytest.raises(TableError, match="no longer be taken back"):
        done(table, TakeBack(table.position))


def test_wins_are_counted_from_game_to_game_by_seat() -> None:
    table = finished("Lena", "Marko")
    assert wins_of(table) == (1, 0)
    table = again(table)
    assert (table.earlier_wins, wins_of(table)) == ((0, 1), (0, 1))  # Marko sits first now
    table = entered(entered(table, EXAMPLE, [0, 1, 2, 3]), EXAMPLE, [0])
    assert wins_of(table) == (1, 1)
    table = entered(table, EXAMPLE, [0], turn=0)
    table = entered(table, EXAMPLE, [0, 1, 2, 3], turn=1)  # after the correction Lena has won
    assert wins_of(again(table)) == (2, 0)


def test_a_shared_win_counts_for_both() -> None:
    table = pad("Lena", "Marko", rounds=1)
    table = entered(entered(table, EXAMPLE, [0, 1, 2, 3]), EXAMPLE, [0, 1, 2, 3])
    assert wins_of(table) == (1, 1)


def test_wins_that_nobody_counted_are_unknown() -> None:
    table = again(finished("Lena", "Marko"))._replace(earlier_wins=None)
    assert wins_of(table) is None
    assert wins_of(again(table)) is None


def test_a_correction_names_its_writer_only_if_that_is_known() -> None:
    table = entered(pad("Lena", "Marko", "Florian"), EXAMPLE, [0])
    table = done(table, Sit("Marko"), None)
    table = done(table, Enter(0, table.position, EXAMPLE, [1]), 2)
    assert (table.moments[-1].seat, table.moments[-1].by_any) == (1, False)
    table = done(table, Enter(0, table.position, EXAMPLE, [0]), 1)  # Lena's phone, or Florian's
    assert table.moments[-1].by_any


turns = st.tuples(
    st.permutations(FACES).map(lambda faces: faces[:6]), st.integers(0, 1000), st.booleans()
)


def _command(table: Table, number: int, turn: tuple[list[Face], int, bool]) -> Enter:
    faces, choice, asked = turn
    found = selections(faces)
    score = found[choice % len(found)].dice
    text = " ".join(map(str, faces))
    return Enter(number, table.position, text, list(score), asked=asked)


@settings(max_examples=40)
@given(st.lists(turns, min_size=9, max_size=9), st.lists(turns, min_size=9, max_size=9), st.data())
def test_slips_that_are_corrected_at_any_moment_leave_no_trace(
    right: list[tuple[list[Face], int, bool]],
    wrong: list[tuple[list[Face], int, bool]],
    data: st.DataObject,
) -> None:
    """The sheets equal those of the same game written down without a slip."""
    seats = 3
    box = [True] * seats
    for number, (faces, choice, asked) in enumerate(right):  # each asks once at most
        receiver = (number + 1) % seats
        right[number] = (faces, choice, asked and box[receiver])
        box[receiver] = box[receiver] and not asked
    slips = {n for n in range(len(right)) if data.draw(st.booleans(), label=f"slip {n}")}
    table, plain, open_slips = pad(rounds=3), pad(rounds=3), set[int]()
    for number, turn in enumerate(right):
        plain = done(plain, _command(plain, number, turn))
        faces, choice, _asked = wrong[number]
        slip = (faces, choice, False)
        table = done(table, _command(table, number, slip if number in slips else turn))
        open_slips |= {number} & slips
        for old in sorted(open_slips):
            if data.draw(st.booleans(), label=f"mend {old} after {number}"):
                table = done(table, _command(table, old, right[old]))
                open_slips.discard(old)
    for old in sorted(open_slips):
        table = done(table, _command(table, old, right[old]))
    assert table.game == plain.game
    assert table.actions == plain.actions


def test_a_turn_remembers_only_how_it_stood_before_its_latest_correction() -> None:
    table = entered(pad(), EXAMPLE, [0])
    for die in (1, 2, 3):
        table = entered(table, EXAMPLE, [die], turn=0)
    before = table.pad_turns[0].before
    assert before is not None
    assert [str(action) for action in before.actions][-1] == "score 2"
    assert before.before is None


def test_a_box_is_searched_once_for_all_columns() -> None:
    box = DiceSet((*STANDARD.colours[1:], STANDARD.colours[0]))
    before = quick._of_many_colours.cache_info().misses
    for points, gift in product(range(38), range(60)):
        roll_with_result(box, RULEBOOK, points, 0, gift)
    assert quick._of_many_colours.cache_info().misses == before + 1


@pytest.mark.parametrize("dice", [STANDARD, OTHER_BOX, TURNED_BOX])
def test_a_roll_that_is_assumed_gives_the_columns_on_any_box(dice: DiceSet) -> None:
    found = 0
    for points, bonus, gift in product(range(38), (0, 15, 25, 40, 60), range(0, 62, 3)):
        assumed = roll_with_result(dice, RULEBOOK, points, bonus, gift)
        if assumed is None:
            continue
        rolled, score = assumed
        faces = dice.faces(rolled.numbers)
        results = {(s.points, s.bonus, s.gift) for s in selections(faces) if s.dice == score.dice}
        assert results == {(points, bonus, gift)}
        found += 1
    assert found > 200


def test_the_columns_that_are_possible_are_those_of_some_roll() -> None:
    possible = {
        (s.points, s.bonus, s.gift)
        for roll in product(range(1, 7), repeat=6)
        for s in selections(STANDARD.faces(roll))
    }
    for points in range(38):
        for bonus in (0, 15, 20, 25, 30, 40, 50, 60):
            for gift in range(62):
                found = roll_with_result(STANDARD, RULEBOOK, points, bonus, gift)
                assert (found is not None) is ((points, bonus, gift) in possible)
