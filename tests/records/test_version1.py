"""Records of version 1 are read for ever: the files in `version1/` were written by that version.

Nobody writes them anew. The files of the same names in `version2/` are the same games in version 2.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from charidice.records import (
    RecordError,
    SeededSource,
    from_json,
    from_text,
    parse,
    replay,
    to_json,
    to_text,
)
from charidice.rules import RULEBOOK

FOLDER = Path(__file__).parent / "version1"
LATER = Path(__file__).parent / "version2"
SOURCES = {
    "finished-with-house-rules": None,
    "finished-with-seed": SeededSource("generous 36"),
    "unfinished-with-seed-and-house-rules": SeededSource("Würfel # 7: again"),
    "unfinished-without-seed": None,
}
FILES = [f"{name}.{form}" for name in SOURCES for form in ("json", "txt")]
UNCHANGED = "ecb0a432d401073fc25f582c2936e462b3e146997a8d726ebed6729910d6e8b1"


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_no_file_is_missing_and_none_was_changed() -> None:
    files = sorted(FOLDER.iterdir())
    assert [path.name for path in files] == sorted(FILES)
    assert sha256("".join(map(text_of, files)).encode()).hexdigest() == UNCHANGED


@pytest.mark.parametrize("name", FILES)
def test_a_record_of_version_1_is_the_same_game_in_version_2(name: str) -> None:
    record = parse(text_of(FOLDER / name))
    assert record == parse(text_of(LATER / name))
    stem = name.partition(".")[0]
    assert record.source == SOURCES[stem]
    assert replay(record).over == stem.startswith("finished")
    assert (record.rules != RULEBOOK) == ("house-rules" in stem)


@pytest.mark.parametrize("name", FILES)
def test_what_was_read_in_version_1_is_written_in_version_2(name: str) -> None:
    record = parse(text_of(FOLDER / name))
    document = json.loads(to_json(record))
    assert document == json.loads(text_of((LATER / name).with_suffix(".json")))
    assert document["version"] == 2
    assert to_text(record).startswith("Charidice record, version 2\n")
    assert from_json(to_json(record)) == from_text(to_text(record)) == record


# --- what is refused -----------------------------------------------------------------------------

TEXT = text_of(FOLDER / "finished-with-seed.txt")
JSON = text_of(FOLDER / "finished-with-seed.json")


def assert_refused(text: str, code: str, part: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(text)
    line = text[: text.index(part)].count("\n") + 1
    assert (caught.value.code, caught.value.line) == (code, line)


@pytest.mark.parametrize(
    ("old", "new", "code", "part"),
    [
        ("seed: generous 36", "seed: a\x07b", "records/seed", "seed:"),
        ("seed: generous 36", f"seed: {'a' * 201}", "records/seed", "seed:"),
        ("dice:", "seed: b\ndice:", "records/field-repeated", "seed: b"),
        ("seed: generous 36\n", "source: server\n", "records/field-unknown", "source:"),
        ("dice:", "source: seeded x\ndice:", "records/field-unknown", "source:"),
    ],
)
def test_a_damaged_text_of_version_1_is_refused(old: str, new: str, code: str, part: str) -> None:
    assert old in TEXT
    assert_refused(TEXT.replace(old, new, 1), code, part)


def test_a_seed_after_the_first_action_of_version_1_is_refused() -> None:
    text = text_of(FOLDER / "unfinished-without-seed.txt")
    assert_refused(text.replace("end:", "seed: late\nend:"), "records/header-late", "seed: late")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (3, "records/field-value"),
        ({"kind": "seeded", "seed": "x"}, "records/field-value"),
        ("a\nb", "records/seed"),
        (" ", "records/seed"),
        ("x ", "records/seed"),
        ("", "records/seed"),
    ],
)
def test_a_damaged_seed_of_json_of_version_1_is_refused(value: Any, code: str) -> None:
    assert_refused(JSON.replace('"generous 36"', json.dumps(value), 1), code, '"seed"')


@pytest.mark.parametrize(
    ("old", "new", "code", "part"),
    [
        ('"seed"', '"source": null,\n "seed"', "records/field-unknown", '"source"'),
        ('"seed": "generous 36"', '"source": null', "records/field-unknown", '"source"'),
        ('"seed": "generous 36",\n', "", "records/field-missing", "{"),
        ('"seed"', '"seed": null,\n "seed"', "records/field-repeated", '"seed": "generous'),
        ('"Marko"', '"\\u202e"', "records/name", '"\\u202e"'),
        ('"totals"', '"judge": 1,\n "totals"', "records/field-unknown", '"judge"'),
    ],
)
def test_a_damaged_field_of_json_of_version_1_is_refused(
    old: str, new: str, code: str, part: str
) -> None:
    assert old in JSON
    assert_refused(JSON.replace(old, new, 1), code, part)


def test_of_two_faults_in_version_1_the_same_one_is_told_as_ever() -> None:
    """First what has another type, then names, then seeds."""
    bad_name = JSON.replace('"Marko"', '"\\u202e"', 1)
    assert_refused(bad_name.replace('"generous 36"', "3"), "records/field-value", '"seed"')
    assert_refused(bad_name.replace('"generous 36"', '" "'), "records/name", '"\\u202e"')


@pytest.mark.parametrize("version", [True, 1.0, "1"])
def test_a_version_is_a_whole_number(version: Any) -> None:
    text = JSON.replace('"version": 1', f'"version": {json.dumps(version)}')
    assert_refused(text, "records/version", '"version"')
