"""Damaged, truncated and illegal records: each is refused with its line and the reason."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import random_record

from charidice.records import Record, RecordError, from_json, from_text, parse, to_json, to_text
from charidice.rules import Rules

RECORD = random_record(2, 5, Rules(rounds=2))
TEXT = to_text(RECORD)
JSON = to_json(RECORD)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse(text)
    error = caught.value
    assert str(error).startswith(f"Line {error.line}: ")
    assert 1 <= error.line <= text.count("\n") + 1
    return error


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@given(st.integers(0, len(TEXT) - 2))
def test_truncated_text_is_never_loaded(length: int) -> None:
    refused(TEXT[:length])


@given(st.integers(0, len(JSON) - 3))
def test_truncated_json_is_never_loaded(length: int) -> None:
    refused(JSON[:length])


@given(st.sampled_from([TEXT, JSON]), st.data())
def test_any_damaged_character_is_refused_or_leaves_a_whole_legal_game(
    text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        record = parse(damaged)
    except RecordError:
        return
    assert from_json(to_json(record)) == record
    assert len(record.actions) == len(RECORD.actions)


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse(text)


def test_an_illegal_action_is_refused_with_its_line_and_the_reason_of_the_rules() -> None:
    first_roll = next(line for line in TEXT.splitlines() if line.startswith("rolled"))
    text = TEXT.replace(first_roll, "score 0")
    error = refused(text)
    assert error.code == "records/action"
    assert error.line == line_of(text, "score 0\n")
    assert "“score 0” is not possible here: The dice are being rolled" in str(error)


def test_the_line_of_an_illegal_action_is_found_in_json_too() -> None:
    last = str(RECORD.actions[-1])
    text = JSON[::-1].replace(last[::-1], "ask"[::-1], 1)[::-1]
    assert refused(text).line == line_of(text, '"totals"') - 2
    on_one_line = json.dumps(json.loads(text))
    assert refused(on_one_line).line == 1


def test_what_is_no_action_at_all_is_refused_with_its_line() -> None:
    text = TEXT.replace("\nend:", "\nhello there\nend:")
    error = refused(text)
    assert (error.code, error.line) == ("records/count", line_of(text, "end:"))
    text = text.replace(f"end: {len(RECORD.actions)}", f"end: {len(RECORD.actions) + 1}")
    error = refused(text)
    assert (error.code, error.line) == ("records/action", line_of(text, "hello"))


def test_wrong_totals_are_noticed() -> None:
    text = re.sub(r"totals: \d+", "totals: 9999", TEXT)
    assert (refused(text).code, refused(text).line) == ("records/totals", line_of(text, "totals:"))
    document = json.loads(JSON)
    document["totals"][0] += 1
    assert refused(json.dumps(document, indent=1)).code == "records/totals"
    document["totals"] = None
    assert refused(json.dumps(document)).code == "records/totals"


def test_missing_totals_of_a_finished_game_are_noticed() -> None:
    text = re.sub(r"totals: .*\n", "", TEXT)
    assert refused(text).code == "records/totals"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("version 2", "version 3", "records/version"),
        ("version 2", "version 02", "records/version"),
        ("Charidice record", "Another record", "records/not-a-record"),
        ("player: Lena\nplayer: Marko\n", "", "records/field-missing"),
        ("player: Lena\n", "", "records/players"),
        ("player: Lena\n", "player: Lena\n" * 4, "records/players"),
        ("player: Lena", "player: \u202eLena", "records/name"),
        ("dice: ", "source: seeded a\x07b\ndice: ", "records/seed"),
        ("dice: ", "source: seeded  a\ndice: ", "records/seed"),
        ("dice: ", "source: seeded\ndice: ", "records/field-value"),
        ("dice: ", "source: server room\ndice: ", "records/field-value"),
        ("dice: ", "source: loaded\ndice: ", "records/field-value"),
        ("dice: ", "source: server\nsource: server\ndice: ", "records/field-repeated"),
        ("dice: ", "seed: demo\ndice: ", "records/field-unknown"),
        ("dice: RYGBPK", "dice: YRGBPK", "records/dice"),
        ("dice: RYGBPK", "dice: XYGBPK", "records/dice"),
        ("dice:", "dice: RYGBPK\ndice:", "records/field-repeated"),
        ("rule rounds: 2", "rule rounds: 2\nrule rounds: 2", "records/field-repeated"),
        ("rule rounds: 2", "rule rounds: 0", "records/rules"),
        ("rule rounds: 2", "rule rounds: two", "records/field-value"),
        ("rule rounds: 2", "rule rounds: 2 3", "records/rules"),
        ("rule rounds: 2", "rule laps: 2", "records/field-unknown"),
        ("\nend: ", "\nend: 1 2 x", "records/field-value"),
        ("\nend: ", "\nend: 1", "records/count"),
        ("\nend: ", "\nend: 0 ", "records/count"),
        ("\nend: ", "\nsource: server\nend: ", "records/header-late"),
    ],
)
def test_a_damaged_header_of_a_text_is_refused(old: str, new: str, code: str) -> None:
    assert old in TEXT
    assert refused(TEXT.replace(old, new, 1)).code == code


@pytest.mark.parametrize(
    "text",
    [TEXT.replace("version 2", "version 3"), JSON.replace('"version": 2', '"version": 3')],
)
def test_the_refusal_of_a_version_names_those_that_are_known(text: str) -> None:
    assert "a record of version 3; only versions up to 2 are known" in str(refused(text))


def test_a_later_version_is_named_before_its_fields_are_looked_at() -> None:
    document = {**json.loads(JSON), "version": 3, "judge": "Ayşe"}
    del document["source"]
    text = json.dumps(document, indent=1)
    error = refused(text)
    assert (error.code, error.line) == ("records/version", line_of(text, '"version"'))


def test_something_after_the_end_is_refused() -> None:
    error = refused(TEXT + "ask\n")
    assert (error.code, error.line) == ("records/after-end", TEXT.count("\n") + 1)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("format", "chess", "records/not-a-record"),
        ("version", 0, "records/version"),
        ("version", 3, "records/version"),
        ("version", None, "records/version"),
        ("version", True, "records/version"),
        ("version", 2.0, "records/version"),
        ("version", [2], "records/version"),
        ("players", "Lena", "records/field-value"),
        ("players", ["Lena", 3], "records/field-value"),
        ("players", [], "records/players"),
        ("players", ["Lena", ""], "records/name"),
        ("seed", None, "records/field-unknown"),
        ("source", "server", "records/field-value"),
        ("source", ["server"], "records/field-value"),
        ("source", {}, "records/field-missing"),
        ("source", {"seed": "x"}, "records/field-missing"),
        ("source", {"kind": "loaded"}, "records/field-value"),
        ("source", {"kind": None}, "records/field-value"),
        ("source", {"kind": ["server"]}, "records/field-value"),
        ("source", {"kind": "server", "seed": "x"}, "records/field-unknown"),
        ("source", {"kind": "seeded"}, "records/field-missing"),
        ("source", {"kind": "seeded", "seed": "x", "more": 1}, "records/field-unknown"),
        ("source", {"kind": "seeded", "seed": 3}, "records/field-value"),
        ("source", {"kind": "seeded", "seed": None}, "records/field-value"),
        ("source", {"kind": "seeded", "seed": "a\nb"}, "records/seed"),
        ("source", {"kind": "seeded", "seed": " "}, "records/seed"),
        ("source", {"kind": "seeded", "seed": "x "}, "records/seed"),
        ("rules", {"most_players": 1000}, "records/rules"),
        ("rules", {"rounds": 51}, "records/rules"),
        ("rules", [], "records/field-value"),
        ("rules", {"laps": 2}, "records/field-unknown"),
        ("rules", {"rounds": "2"}, "records/rules"),
        ("rules", {"rounds": 10**9}, "records/rules"),
        ("rules", {"gift_values": [1, 2]}, "records/rules"),
        ("dice", ["RYGBPK"] * 6, "records/dice"),
        ("dice", "RYGBPK", "records/field-value"),
        ("actions", None, "records/field-value"),
        ("actions", [["ask"]], "records/field-value"),
        ("actions", ["jump"], "records/action"),
        ("totals", "many", "records/field-value"),
        ("totals", [True, False], "records/field-value"),
        ("more", 1, "records/field-unknown"),
    ],
)
def test_a_damaged_field_of_json_is_refused(field: str, value: Any, code: str) -> None:
    document = {**json.loads(JSON), field: value}
    error = refused(json.dumps(document, indent=1))
    assert error.code == code


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("player: Lena", "player: \u202e", "player: \u202e"),
        ("player: Marko", "player: \u202e", "player: \u202e"),
        ("rule rounds: 2", "rule rolls: 0\nrule rounds: 2", "rule rolls"),
        ("rule rounds: 2", "rule rounds: 2\nrule rounds: 2\n# x", "rule rounds: 2\n# x"),
        ("dice: R", "dice: X", "dice: X"),
        ("dice:", "source: loaded\ndice:", "source:"),
        ("dice:", "source: seeded  x\ndice:", "source:"),
        ("dice:", "seed: x\ndice:", "seed:"),
    ],
)
def test_the_line_of_every_part_of_a_text_is_the_right_one(old: str, new: str, part: str) -> None:
    text = TEXT.replace(old, new, 1)
    assert refused(text).line == line_of(text, part)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"Marko"', '"\\u202e"', '"\\u202e"'),
        ('"rounds": 2', '"rolls": 3,\n"laps": 2', '"laps"'),
        ('"rounds": 2', '"rolls": 3,\n"rounds": 0', '"rounds"'),
        ('"rounds": 2', '"rolls": 3,\n"rolls": 0', '"rolls": 0'),
        ('"source"', '"source": null,\n"source"', '"source": null,\n "rules'),
        ('"source": null', '"source":\n3', "3,"),
        ('"source": null', '"source": null,\n"seed": null', '"seed"'),
        ('"source": null', '"source":\n{"rounds": 1,\n"kind": "loaded"}', '"kind"'),
        ('"source": null', '"source":\n{"kind": "server",\n"rounds": 1}', '"rounds"'),
        ('"source": null', '"source":\n{"kind":\n"seeded"}', '{"kind"'),
        ('"source": null', '"source":\n{"kind": "seeded",\n"seed": 3}', '"seed"'),
        ('"source": null', '"source":\n{"kind": "seeded",\n"seed": " "}', '"seed"'),
        (
            '"source": null',
            '"source": {"kind": "server",\n"kind": "seeded", "seed": "x"}',
            '"kind": "seeded"',
        ),
        ('"YGBPKR"', '"XGBPKR"', '"dice"'),
    ],
)
def test_the_line_of_every_part_of_json_is_the_right_one(old: str, new: str, part: str) -> None:
    text = JSON.replace(old, new, 1)
    assert refused(text).line == line_of(text, part)


@pytest.mark.parametrize("field", list(json.loads(JSON)))
def test_a_missing_field_of_json_is_refused(field: str) -> None:
    document = json.loads(JSON)
    del document[field]
    assert refused(json.dumps(document)).code in ("records/field-missing", "records/not-a-record")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"format": "charidice-record", "format": "charidice-record"}',
        '{"format":' + "[" * 100_000,
        '{"format":' + "1" * 10_000 + "}",
        "{}",
        '{"format": "charidice-record"} and more',
    ],
)
def test_broken_json_is_refused_with_its_line(text: str) -> None:
    assert refused(text).line == 1


@pytest.mark.parametrize("read", [from_json, from_text])
def test_each_form_refuses_the_other(read: Any) -> None:
    other = to_text(RECORD) if read is from_json else to_json(RECORD)
    with pytest.raises(RecordError):
        read(other)


def test_an_empty_game_can_be_saved_and_read() -> None:
    record = Record(("Lena", "Marko"))
    assert parse(to_text(record)) == parse(to_json(record)) == record
