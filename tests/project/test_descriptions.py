"""What exists in several places is the same in all of them; each is looked up on its own."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from tools import catalogues

from charidice.bots import NAMES
from charidice.errors import CodedError
from charidice.locale import FOLDER, language_names, languages, use
from charidice.locale.levels import level, level_note
from charidice.locale.settings import setting_fields, setting_title, setting_word
from charidice.tables import Settings, TableError
from charidice.tables.model.api_models import Creation
from charidice.tables.model.commands import SENT_COMMAND
from charidice.tables.model.settings import BOUNDS
from charidice.web.edge.errors import WebError
from charidice.web.edge.statuses import STATUS

ROOT = Path(__file__).parent.parent.parent
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return API.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


# Settings


def test_every_setting_is_documented_with_its_bounds_and_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| ([\w,]+) \|$", section("Tables"), re.MULTILINE)
    assert {name for name, _text, _default in rows} == {each.name for each in fields(Settings)}
    for name, text, default in rows:
        assert default == str(getattr(Settings(), name)).lower()
        if name in BOUNDS:
            assert f"{BOUNDS[name].least} to {BOUNDS[name].most:,}" in text


def test_every_number_has_bounds_and_all_it_offers_lies_in_them() -> None:
    numbers = {each.name for each in fields(Settings) if type(each.default) is int}
    assert numbers == {*BOUNDS}
    for name, bounds in BOUNDS.items():
        assert all(bounds.allows(value) for value in bounds.offered), name
        assert getattr(Settings(), name) in bounds.offered, name


@pytest.mark.parametrize("language", languages())
def test_every_setting_has_words_in_every_language(language: str) -> None:
    use("en")
    english = {name: setting_title(name) for name in BOUNDS}
    use(language)
    try:
        for field in setting_fields(Settings()):
            assert (field.title == english[field.name]) is (language == "en")
            words = [text for _value, text, _chosen in field.choices]
            assert len({*words}) == len(words), field
            assert [chosen for *_rest, chosen in field.choices].count(True) == 1
        assert setting_word("turn_seconds", 7200)  # what another version offered
    finally:
        use("en")


def test_the_page_has_a_field_for_every_setting() -> None:
    room = ROOT / "src" / "charidice" / "web" / "templates" / "regions" / "room" / "host.html"
    text = room.read_text(encoding="utf-8")
    assert "view.host.settings" in text
    ticks = {each.name for each in fields(Settings)} - {*BOUNDS}
    assert ticks == set(re.findall(r'type="checkbox" id="(\w+)" name="\1"', text))


# Levels


def test_every_level_is_known_everywhere() -> None:
    listed = re.search(r"`bots` \(up to three levels: (.*?)\)", section("Tables"), re.DOTALL)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == [*NAMES]
    creation: Any = Creation.model_json_schema()
    assert creation["properties"]["bots"]["items"]["enum"] == [*NAMES]
    command: Any = SENT_COMMAND.json_schema()
    assert command["$defs"]["AddBot"]["properties"]["level"]["enum"] == [*NAMES]
    for name in NAMES:
        assert level(name)
        assert level_note(name)


# Languages


def test_every_catalogue_says_what_its_language_is_called() -> None:
    folders = {path.name for path in FOLDER.iterdir() if (path / "LC_MESSAGES").is_dir()}
    names = language_names()
    assert {*names} == {*folders, "en"}
    assert names["en"] == "English"
    assert len({*names.values()}) == len(names)  # none is left in English


# Refusals


def test_every_refusal_of_tables_and_web_has_its_status() -> None:
    assert {*TableError.messages, *WebError.messages} <= {*STATUS}
    codes = {code for kind in catalogues.kinds_of_error(CodedError) for code in kind.messages}
    assert {*STATUS} <= codes


def test_every_status_is_documented() -> None:
    listed = re.findall(r"^\| ([\d, ]+) \|", section("Refusals"), re.MULTILINE)
    numbers = {int(number) for row in listed for number in row.split(",")}
    assert numbers == {*STATUS.values(), 400}


def test_every_command_is_documented() -> None:
    rows = re.findall(r"^\| (`[a-z`, -]+`) \| (.*?) \|", section("Commands"), re.MULTILINE)
    listed = {
        kind: set(re.findall(r"`(action|position|until|level|seat|version|first|settings)`", text))
        for names, text in rows
        for kind in re.findall(r"`([a-z-]+)`", names)
    }
    described: Any = SENT_COMMAND.json_schema()["$defs"]
    found = {
        each["properties"]["kind"]["const"]: {*each["properties"]} - {"kind", "id"}
        for each in described.values()
        if "kind" in each.get("properties", {})
    }
    assert listed == found
