"""What holds at every table, shown on random evenings."""

from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tables.support import LENA, Step, evening, random_table

from charidice.records import Record, ServerSource, replay
from charidice.rules import Ask, Pass, Rolled, actor, apply, legal_actions, parse_action
from charidice.tables import Status, Table
from charidice.tables.model.clock import due, hold_until
from charidice.tables.model.commands import Configure, Forget, Leave, Play, WishEnd
from charidice.tables.model.events import Acted, Ended, Finished, decode, encode
from charidice.tables.model.evolve import replayed

seeds = st.integers(0, 2**32)
lengths = st.integers(1, 200)


def spent(seed: int, steps: int) -> list[Step]:
    return list(evening(random_table(seed), seed, steps))


def test_random_evenings_get_far() -> None:
    # Otherwise the laws here would say little.
    seen = [step for seed in range(60) for step in spent(seed, 200)]
    kinds = {type(event).__name__ for step in seen for event in step.events}
    assert kinds == {
        *("Sat", "BotSat", "Removed", "Configured", "Begun", "Acted", "TakenBack", "Muted"),
        *("Away", "Left", "Returned", "EndWished", "Ended", "Finished", "Rematched", "Forgotten"),
    }
    assert {step.after.status for step in seen} == set(Status)
    assert any(
        step.command.position == step.before.before_pass
        for step in seen
        if isinstance(step.command, Play) and step.events
    )
    texts = {
        text for step in seen for e in step.events if isinstance(e, Acted) for text in e.actions
    }
    assert {"ask", "pass", "pass implied"} <= texts
    crossed = [
        step.command.position
        for step in seen
        if isinstance(step.command, Play) and not step.events
        if step.command.position in (step.before.before_ask, step.before.before_choice)
    ]
    assert crossed


@settings(max_examples=80)
@given(seeds, lengths)
def test_the_log_gives_the_table_that_was_reached_step_by_step(seed: int, steps: int) -> None:
    played = random_table(seed)
    for _ in evening(played, seed, steps):
        pass
    lines = [encode(event) for event in played.events]
    assert replayed(map(decode, lines)) == played.table
    assert played.table.version == len(lines)


@settings(max_examples=80)
@given(seeds, lengths)
def test_the_actions_of_a_table_are_a_legal_record_and_its_sheets_agree(
    seed: int, steps: int
) -> None:
    for step in spent(seed, steps):
        table = step.after
        if table.game is None:
            assert not table.actions
            continue
        names = ("Lena", "Marko", "Florian", "Ayşe")[: len(table.seats)]
        assert table.game.seats == len(table.seats)
        if step.events:
            assert replay(table.record(names)) == table.game
            record = Record(names, table.actions, source=ServerSource())
            assert table.record(names) == record
        for giver, sheet in enumerate(table.game.sheets):
            receiver = table.game.sheets[(giver + 1) % len(names)]
            assert [row.given for row in sheet.rows] == [row.received for row in receiver.rows]
        assert (table.status is Status.FINISHED) == table.game.over


@settings(max_examples=100)
@given(seeds, lengths)
def test_nobody_ever_acts_on_a_seat_of_somebody_else(seed: int, steps: int) -> None:
    for step in spent(seed, steps):
        game = step.before.game
        for event in step.events:
            if step.who is None or not isinstance(event, Acted):
                continue
            for text in event.actions:
                action = parse_action(text)
                assert game is not None
                seat = actor(game)
                if not isinstance(action, Rolled):
                    assert isinstance(seat, int)
                    holder = step.before.seats[seat]
                    wants_none = holder.never_asks or holder.passes_turn == game.turns_played
                    gone_on = text == "pass implied" and event.seat == game.active
                    passed_on = isinstance(action, Pass) and (wants_none or gone_on)
                    assert holder.holder == step.who or passed_on
                game = apply(game, action)


@settings(max_examples=80)
@given(seeds, lengths)
def test_who_goes_on_says_for_the_receiver_that_nobody_asked_and_not_while_that_is_held(
    seed: int, steps: int
) -> None:
    for step in spent(seed, steps):
        for event in step.events:
            if not isinstance(event, Acted) or event.seat == step.before.may_ask:
                continue
            goes_on = any(text.startswith(("keep", "score")) for text in event.actions)
            assert (event.actions[0] == "pass implied") == (goes_on and step.before.asking)
            assert "pass implied" not in event.actions[1:]
            held = hold_until(step.before)
            assert not goes_on or held is None or event.at >= held


@settings(max_examples=80)
@given(seeds, lengths)
def test_only_the_receiver_may_ask_and_only_while_the_others_wait_for_somebody_else(
    seed: int, steps: int
) -> None:
    for step in spent(seed, steps):
        table = step.after
        if table.may_ask is not None:
            assert table.game is not None
            assert (table.to_act, table.may_ask) == (table.game.active, table.game.receiver)
            assert not table.seats[table.may_ask].played_by_bot
            assert Ask() in legal_actions(table.game)


@settings(max_examples=80)
@given(seeds, lengths)
def test_only_the_game_moves_the_position_and_commands_only_count_in_it(
    seed: int, steps: int
) -> None:
    for step in spent(seed, steps):
        if step.before.game != step.after.game:
            ended = bool(step.events) and isinstance(step.events[-1], Finished)
            assert step.after.position == step.after.version - ended
        else:
            assert step.after.position == step.before.position
        if isinstance(step.command, Play) and step.events:
            assert step.command.position in (step.before.position, step.before.before_pass)
            assert (step.who, step.command.id) not in step.before.ids


@settings(max_examples=80)
@given(seeds, lengths)
def test_the_host_is_always_somebody_who_is_there(seed: int, steps: int) -> None:
    for step in spent(seed, steps):
        people = step.after.people
        assert step.after.host in people if people else step.after.host is None


def clock_of(table: Table) -> float:
    """When the time of the person who is to act is over."""
    coming = due(table)
    return inf if coming is None or table.seats[coming.seat].played_by_bot else coming.at


@settings(max_examples=150)
@given(seeds, lengths)
def test_no_command_changes_the_clock_of_who_is_to_act_except_for_more_time_by_the_host(
    seed: int, steps: int
) -> None:
    for step in spent(seed, steps):
        before, after = step.before, step.after
        waiting = before.playing and after.playing and before.position == after.position
        if not waiting or before.to_act is None or before.seats[before.to_act].played_by_bot:
            continue
        if after.to_act is None or after.seats[after.to_act].played_by_bot:
            continue  # the player has left or was removed
        old, new = clock_of(before), clock_of(after)
        if isinstance(step.command, Configure):
            assert new >= old
            turns = [s.turn_seconds or inf for s in (before.settings, after.settings)]
            assert new == old or turns[1] > turns[0]
        elif len(before.people) > 1 and len(after.people) > 1:
            assert new == old
        elif len(after.people) > 1:
            assert step.events[-1].at < new <= old  # there was nobody to wait for it
        else:
            assert new in (old, inf)  # now there is nobody


@settings(max_examples=150)
@given(seeds, lengths)
def test_a_game_is_ended_by_those_who_have_a_say_in_it(seed: int, steps: int) -> None:
    for step in spent(seed, steps):
        if not any(isinstance(event, Ended) for event in step.events):
            continue
        assert isinstance(step.command, (WishEnd, Leave, Forget))
        assert step.after.people
        assert step.after.people <= step.after.end_wishes
        assert not step.after.removed or len(step.after.people) > 1


@settings(max_examples=150)
@given(seeds, st.integers(100, 300))
def test_nobody_alone_ends_a_game_of_people_who_are_there_or_may_come_back(
    seed: int, steps: int
) -> None:
    played = random_table(seed)
    for step in evening(played, seed, steps, only_lena=True):
        if any(isinstance(event, Ended) for event in step.events):
            others = [seat for seat in step.after.seats if seat.holder not in (None, LENA)]
            assert all(
                seat.timed_out is not None and seat.timed_out + 60 <= step.events[-1].at
                for seat in others
            )
            assert all(seat.former in (None, LENA) for seat in step.after.seats)


@settings(max_examples=80)
@given(seeds, lengths)
def test_what_is_kept_of_a_table_stays_small(seed: int, steps: int) -> None:
    for step in spent(seed, steps):
        assert len(step.after.moments) <= 40
        assert len(step.after.ids) <= 64
