"""What exists in several places is the same in all of them; each is looked up on its own."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from tools import catalogues

from charidice.bots import NAMES
from charidice.cli.help import help_lines
from charidice.errors import CodedError
from charidice.locale import FOLDER, language_names, languages, use
from charidice.locale.levels import level, level_note
from charidice.locale.settings import setting_fields, setting_ticks, setting_title, setting_word
from charidice.rules import RULEBOOK
from charidice.tables import Settings, TableError
from charidice.tables.model.api_models import Creation
from charidice.tables.model.commands import SENT_COMMAND
from charidice.tables.model.settings import BOUNDS
from charidice.web.edge.errors import WebError
from charidice.web.edge.statuses import STATUS

ROOT = Path(__file__).parent.parent.parent
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


TEMPLATES = ROOT / "src" / "charidice" / "web" / "templates"


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
    english = {each.name: setting_title(each.name) for each in fields(Settings)}
    use(language)
    try:
        assert all((setting_title(name) == english[name]) is (language == "en") for name in english)
        for field in setting_fields(Settings()):
            words = [text for _value, text, _chosen in field.choices]
            assert len({*words}) == len(words), field
            assert [chosen for *_rest, chosen in field.choices].count(True) == 1
        assert setting_word("turn_seconds", 7200)  # what another version offered
    finally:
        use("en")


def test_the_form_has_a_field_for_every_setting() -> None:
    numbers, ticks = setting_fields(Settings()), setting_ticks(Settings())
    shown = [each.name for each in numbers] + [each.name for each in ticks]
    assert sorted(shown) == sorted(each.name for each in fields(Settings))
    assert all(getattr(Settings(), each.name) is each.ticked for each in ticks)
    text = (TEMPLATES / "regions" / "room" / "host.html").read_text(encoding="utf-8")
    for part in ("settings", "ticks"):
        assert f"in view.host.{part} %}}" in text


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
    bots = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| [a-z]", bots, re.MULTILINE) == [*NAMES]


# Languages


def test_every_catalogue_says_what_its_language_is_called() -> None:
    folders = {path.name for path in FOLDER.iterdir() if (path / "LC_MESSAGES").is_dir()}
    names = language_names()
    assert {*names} == {*folders, "en"}
    assert names["en"] == "English"
    assert len({*names.values()}) == len(names)  # none is left in English


def test_the_readme_names_every_language() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.search(r"in (English, [\w, \n]+? or \w+), with a keyboard", text)
    assert listed is not None
    named = {Locale(language).get_language_name("en") for language in languages()}
    assert {*re.findall(r"[A-Z]\w+", listed[1])} == named


# The numbers of the rulebook


def test_all_that_explains_the_rules_says_the_numbers_of_the_rulebook() -> None:
    page = (TEMPLATES / "rules.html").read_text(encoding="utf-8")
    prompt = " ".join(help_lines(1000))
    document = " ".join((ROOT / "docs" / "rules.md").read_text(encoding="utf-8").split())
    for bonus in (RULEBOOK.same_number_bonus, RULEBOOK.straight_bonus):
        numbers = ", ".join(map(str, bonus[4:]))
        assert numbers in prompt
        assert all(re.search(rf"\| {number} \|", document) for number in bonus[4:])
    low, high, above = (
        RULEBOOK.charity_bonus,
        RULEBOOK.charity_bonus_high,
        RULEBOOK.charity_high_above,
    )
    assert f"{low} points, or {high} if they gave more than {above}." in page
    assert f"{low} points at the end, or {high} for more than {above}." in prompt
    assert f"{low} points, or {high} if it was more than {above}." in document


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
        kind: set(re.findall(r"`([a-z]+)`", re.sub(r"\(.*?\)", "", text)))
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
