import json
import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import OTHER_DICE, random_dice_set, random_record

from charidice.records import (
    Record,
    RecordError,
    RollSource,
    SeededSource,
    ServerSource,
    check_name,
    from_json,
    from_text,
    parse,
    positions,
    replay,
    to_json,
    to_text,
)
from charidice.rules import RULEBOOK, Pass, Roll, Rolled, Rules, new_game

players = st.integers(2, 4)
seeds = st.integers(0, 2**32)
sources: st.SearchStrategy[RollSource | None] = st.one_of(
    st.none(),
    st.just(ServerSource()),
    st.text(min_size=1, max_size=200)
    .filter(lambda seed: seed.isprintable() and seed == seed.strip())
    .map(SeededSource),
)


def is_a_name(text: str) -> bool:
    """Whether a player may be called so."""
    try:
        check_name(text)
    except RecordError:
        return False
    return True


names = st.text(min_size=1, max_size=30).filter(is_a_name)


@given(players, seeds, sources)
def test_a_whole_game_parses_back_from_both_forms(
    n: int, seed: int, source: RollSource | None
) -> None:
    record = replace(random_record(n, seed), source=source)
    assert from_json(to_json(record)) == record
    assert from_text(to_text(record)) == record
    assert parse(to_json(record)) == parse(to_text(record)) == record


@given(players, seeds, st.randoms())
def test_passes_that_nobody_said_parse_back_as_such(n: int, seed: int, rng: Random) -> None:
    game = random_record(n, seed, Rules(rounds=2))
    actions = [Pass(implied=rng.random() < 0.5) if a == Pass() else a for a in game.actions]
    record = replace(game, actions=tuple(actions))
    assert replay(record) == replay(game)  # in the rules it makes no difference
    for text in (to_json(record), to_text(record)):
        assert [str(action) for action in parse(text).actions] == [str(each) for each in actions]


def test_the_text_form_says_who_did_not_ask_and_where_nobody_said_so() -> None:
    opening = (
        Rolled([1, 3, 2, 4, 4, 5]),
        Pass(implied=True),
        Roll([0]),
        Rolled([1, 1, 1, 1, 1, 1]),
    )
    lines = to_text(Record(("Lena", "Marko"), (*opening, Pass()))).splitlines()
    told = [" ".join(line.split()) for line in lines if line.startswith("pass")]
    assert told == ["pass implied # nobody asked", "pass # Marko does not ask"]


@given(players, seeds, st.integers(0, 60), seeds, st.integers(1, 4), st.data())
def test_unfinished_games_other_rules_dice_names_and_sources_parse_back(
    n: int, seed: int, length: int, dice_seed: int, rounds: int, data: st.DataObject
) -> None:
    rules = Rules(rounds=rounds, gift_values=(0, 1, 1, 1, 1, 1, 1), charity_bonus=5)
    game = random_record(n, seed, rules, random_dice_set(dice_seed), length)
    record = Record(
        tuple(data.draw(names) for _ in range(n)),
        game.actions,
        rules,
        game.dice,
        data.draw(sources),
    )
    assert from_json(to_json(record)) == record
    assert from_text(to_text(record)) == record


@given(players, seeds)
def test_replay_reaches_every_step(n: int, seed: int) -> None:
    record = random_record(n, seed, Rules(rounds=1))
    games = list(positions(record))
    assert len(games) == len(record.actions) + 1
    assert [replay(record, step) for step in range(len(games))] == games
    assert replay(record) == games[-1]
    assert replay(record, 0) == new_game(n, rules=Rules(rounds=1))


@pytest.mark.parametrize("step", [-1, 1000])
def test_replay_to_a_step_that_is_not_there_is_refused(step: int) -> None:
    with pytest.raises(IndexError):
        replay(random_record(2, 1), step)


def test_the_json_form_is_versioned_and_writes_only_rules_that_differ() -> None:
    document = json.loads(to_json(random_record(2, 1, Rules(rounds=2), OTHER_DICE)))
    assert document["format"] == "charidice-record"
    assert document["version"] == 2
    assert document["rules"] == {"rounds": 2}
    assert document["dice"] == str(OTHER_DICE).split()
    assert json.loads(to_json(random_record(2, 1)))["rules"] == {}


def test_records_of_windows_and_with_a_byte_order_mark_are_read() -> None:
    record = random_record(2, 1)
    for text in (to_json(record), to_text(record)):
        assert parse("\ufeff" + text.replace("\n", "\r\n")) == record


def test_json_on_a_single_line_is_read_too() -> None:
    record = random_record(2, 1)
    assert from_json(json.dumps(json.loads(to_json(record)))) == record


@pytest.mark.parametrize(
    "bad", ["", " Lena", "Lena ", "a" * 31, "Le\nna", "Le\u200bna", "\u202eLena", "\x1b[31m"]
)
def test_names_that_are_empty_too_long_or_invisible_are_refused(bad: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record((bad, "Marko"))
    assert caught.value.code == "records/name"


@pytest.mark.parametrize("bad", ["", "a" * 201, "a\nb", " a", "a "])
def test_seeds_that_do_not_fit_on_a_line_are_refused(bad: str) -> None:
    with pytest.raises(RecordError) as caught:
        SeededSource(bad)
    assert caught.value.code == "records/seed"


def test_a_record_needs_players_who_can_play() -> None:
    with pytest.raises(RecordError, match="2 to 4 players, not for 1"):
        Record(("Lena",))


def test_only_a_seeded_record_has_a_seed() -> None:
    record = Record(("Lena", "Marko"), source=SeededSource("demo"))
    assert record.seed == "demo"
    assert replace(record, source=ServerSource()).seed is None
    assert replace(record, source=None).seed is None


SOURCES: list[tuple[RollSource | None, object, str]] = [
    (ServerSource(), {"kind": "server"}, "source: server\n"),
    (SeededSource("a # b"), {"kind": "seeded", "seed": "a # b"}, "source: seeded a # b\n"),
    (None, None, ""),
]


@pytest.mark.parametrize(("source", "member", "line"), SOURCES)
def test_the_source_stands_behind_the_players_in_both_forms(
    source: RollSource | None, member: object, line: str
) -> None:
    record = Record(("Lena", "Marko"), source=source)
    document = json.loads(to_json(record))
    assert list(document)[2:5] == ["players", "source", "rules"]
    assert document["source"] == member
    start = f"Charidice record, version 2\nplayer: Lena\nplayer: Marko\n{line}dice: "
    assert to_text(record).startswith(start)


def test_the_error_of_a_record_can_travel_between_processes() -> None:
    error = RecordError("records/truncated", None, 7)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (copy.code, copy.line, str(copy)) == (error.code, 7, str(error))


def test_the_rulebook_is_the_default() -> None:
    assert Record(("Lena", "Marko")).rules == RULEBOOK
