"""Style sheets: one declaration to a line, colours in one place, the same list on every page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.support import Local, Page, created

from charidice.web.edge.static_files import SHEETS as ORDER
from charidice.web.edge.static_files import STATIC, asset
from charidice.web.tokens import colour

SHEETS = sorted((STATIC / "css").glob("*.css"))
TOKENS = {"tokens", "tokens-dark"}
LONGEST_LINE = 100
DECLARATION = re.compile(r"(--)?[a-z-]+: ")
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\("
    r"|\b(?:white|black|red|green|blue|yellow|orange|purple|grey|gray|silver|gold|brown|pink|navy)\b",
    re.IGNORECASE,
)


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def squeezed(text: str) -> str:
    """A style sheet without its comments, in one line."""
    return " ".join(without_comments(text).split())


def declarations(text: str) -> Iterator[tuple[str, str]]:
    """Every property with its value."""
    for found in re.finditer(r"([\w-]+):\s*([^;{}]+);", without_comments(text)):
        yield found[1], " ".join(found[2].split())


def colours(text: str) -> list[str]:
    """Declarations that say themselves what a colour looks like."""
    return [
        f"{name}: {value}"
        for name, value in declarations(text)
        if COLOUR.search(re.sub(r"var\(--[\w-]+\)|\"[^\"]*\"", "", value))
    ]


def crowded(text: str) -> list[str]:
    """Lines that hold more than one declaration, or a declaration beside a brace."""
    return [
        line
        for line in without_comments(text).splitlines()
        if line.count(";") > 1 or (";" in line and re.search("[{}]", line))
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_sizes_of_screens_follow_the_letters(sheet: Path) -> None:
    queries = re.findall(r"@media [^{]+", without_comments(sheet.read_text(encoding="utf-8")))
    assert not [query for query in queries if re.search(r"\dpx", query)]


def blocks(name: str) -> list[dict[str, str]]:
    """The blocks of a file of tokens, each as its declarations."""
    text = without_comments((STATIC / "css" / f"{name}.css").read_text(encoding="utf-8"))
    return [dict(declarations(body)) for body in re.findall(r":root \{(.*?)\n\}", text, re.DOTALL)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.stem))
def test_a_style_sheet_has_one_declaration_to_a_line(sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")
    assert not crowded(text)
    assert not [line for line in text.splitlines() if len(line) > LONGEST_LINE]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.stem))
def test_colours_are_defined_nowhere_but_among_the_tokens(sheet: Path) -> None:
    found = colours(sheet.read_text(encoding="utf-8"))
    assert bool(found) == (sheet.stem in TOKENS), found


@pytest.mark.parametrize(
    "text",
    [
        "a {\n  color: #fff;\n}",
        "a {\n  border: 1px solid white;\n}",
        "a { background: rgb(0 0 0); }",
    ],
)
def test_the_check_of_colours_would_find_one(text: str) -> None:
    assert colours(text)


def test_the_check_of_lines_would_find_a_crowded_one() -> None:
    assert crowded("a { color: inherit; }")
    assert crowded("a {\n  top: 0; left: 0;\n}")
    assert not crowded("a {\n  top: 0;\n}")


def test_both_themes_define_the_same_tokens() -> None:
    _always, day = blocks("tokens")
    (night,) = blocks("tokens-dark")
    assert list(day) == list(night)
    assert len(day) > 10


def test_every_token_is_defined_once_and_used() -> None:
    always, day = blocks("tokens")
    assert not set(always) & set(day)
    text = "".join(sheet.read_text(encoding="utf-8") for sheet in SHEETS)
    used = set(re.findall(r"var\((--[\w-]+)", text))
    defined = {name for name in {**always, **day} if name.startswith("--")}
    others = {sheet for sheet in SHEETS if sheet.stem not in TOKENS}
    local = {
        name
        for sheet in others
        for name, _value in declarations(sheet.read_text(encoding="utf-8"))
        if name.startswith("--")
    }
    assert not local & defined  # a size or a colour of one part, like --die
    assert used - local == defined


def links(text: str) -> dict[str, str | None]:
    """The style sheets that a page links, each with its media."""
    return {
        (attributes["href"] or "").rpartition("/css/")[2].removesuffix(".css"): (
            attributes.get("media")
        )
        for tag, attributes in Page(text).tags
        if tag == "link" and attributes["rel"] == "stylesheet"
    }


def test_every_page_links_the_same_few_files(here: Local) -> None:
    with here.visitor() as web:
        pages = [list(links(web.get(path).text)) for path in ("/", "/rules", "/nothing")]
        table = created(web)
        at_table = list(links(web.get(f"/t/{table.table}").text))
    assert pages == [["all"]] * 3
    assert at_table == ["all", "game"]


def test_every_style_sheet_is_in_one_of_the_files_and_print_has_the_last_word() -> None:
    first, second = ORDER.values()
    assert first[-1] == second[-1] == "print"
    joined = [*first, *second[:-1]]
    assert sorted(joined) == sorted(sheet.stem for sheet in SHEETS)


@pytest.mark.parametrize("file", ORDER)
def test_one_file_has_many_style_sheets(here: Local, file: str) -> None:
    with here.visitor() as web:
        answer = web.get(asset(file))
        plain = web.get(asset(file), headers={"accept-encoding": "identity"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "content-encoding" not in plain.headers
    assert answer.text == plain.text
    for name in {*ORDER[file]} - {"tokens-dark"}:
        assert squeezed((STATIC / "css" / f"{name}.css").read_text("utf-8")) in squeezed(
            answer.text
        )
    assert "/*" not in answer.text


def test_on_paper_and_by_night_other_rules_count(here: Local) -> None:
    with here.visitor() as web:
        text = web.get(asset("css/all.css")).text
    (night,) = blocks("tokens-dark")
    felt = f"  --felt: {night['--felt']};"
    assert text.count(felt) == 2
    auto, dark = (part.rpartition("@media")[2] for part in text.split(felt)[:2])
    assert auto.startswith(" screen and (prefers-color-scheme: dark) {")
    assert ":root[data-theme=auto] {" in auto
    assert dark.startswith(" screen {")
    assert ":root[data-theme=dark] {" in dark
    printed = squeezed((STATIC / "css" / "print.css").read_text(encoding="utf-8"))
    assert f"@media print {{ {printed} }}" in squeezed(text)


@pytest.mark.parametrize(
    ("theme", "shown"), [("auto", "auto"), ("dark", "dark"), ("light", "light"), ("", "auto")]
)
def test_a_page_says_which_theme_was_chosen(here: Local, theme: str, shown: str) -> None:
    with here.visitor(cookie=f"charidice_theme={theme}") as web:
        page = web.get("/").text
    day, night = colour("felt-dark"), colour("felt-dark", dark=True)
    bars = re.findall(r'name="theme-color" content="(.*?)"(?: media="(.*?)")?>', page)
    assert f'data-theme="{shown}"' in page
    light, dark = "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"
    expected = {"auto": [(day, light), (night, dark)], "dark": [(night, "")], "light": [(day, "")]}
    assert bars == expected[shown]


def test_a_small_refusal_looks_like_the_other_pages(here: Local) -> None:
    with here.visitor() as web:
        assert list(links(web.get("/" + "x" * 3000).text)) == ["all"]
