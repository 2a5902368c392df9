"""docs/security.md lists every limit, as it is in the code."""

import importlib
import pkgutil
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tools import catalogues

import charidice.records
import charidice.storage
import charidice.tables
import charidice.web
from charidice.errors import CodedError
from charidice.web.config import Config

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.partition("## The limits")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| what")
]
PACKAGES = (charidice.records, charidice.storage, charidice.tables, charidice.web)


def limits_in_the_code() -> dict[str, Any]:
    """Every limit by its name: what is called MOST_… or LONGEST_… in these packages."""
    found = {}
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.ispkg or ".migrations" in module.name:
                continue
            loaded = importlib.import_module(module.name)
            source = Path(str(loaded.__file__)).read_text(encoding="utf-8")
            for name in re.findall(r"^((?:MOST|LONGEST)_\w+)\b.*? = ", source, re.MULTILINE):
                found[f"{module.name.removeprefix('charidice.')}.{name}"] = getattr(loaded, name)
    return found


LIMITS = limits_in_the_code()


def test_every_limit_of_the_code_is_in_the_list() -> None:
    assert {name.strip("`") for _what, _most, name, _answer, _test in ROWS} == {*LIMITS, "--rate"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_limit_is_as_the_list_says(row: list[str]) -> None:
    _what, most, name, answer, test = row
    if name == "`--rate`":
        assert most.startswith(f"{Config().rate:.0f} a second")
    else:
        value = LIMITS[name.strip("`")]
        if isinstance(value, Mapping):
            said = ", ".join(f"{header.decode()} {size}" for header, size in value.items())
            assert most == f"{said} bytes"
        else:
            number = re.match(r"[\d,.]+", most)
            assert number is not None
            assert float(number[0].replace(",", "")) == value
    codes = {code for kind in catalogues.kinds_of_error(CodedError) for code in kind.messages}
    assert set(re.findall(r"`([a-z]+/[a-z-]+)`", answer)) <= codes
    path, _colons, function = test.strip("`").partition("::")
    source = (ROOT / "tests" / path).read_text(encoding="utf-8")
    assert re.search(rf"^(async )?def {function}\(", source, re.MULTILINE)
