"""How the language of the context writes numbers, per cents, dates and a first capital letter.

The conventions come from Unicode's CLDR: `tools/catalogues.py` takes them out of Babel's data, so
that nothing of Babel is needed here.
"""

import json
import time
from dataclasses import dataclass
from functools import cache
from typing import Final

from charidice.locale import FOLDER, SOURCE, current

FILE: Final = FOLDER / "formats.json"
_FIRST_CAPITALS: Final = {"tr": {"i": "İ"}}


@dataclass(frozen=True, slots=True)
class Conventions:
    """How a language writes numbers and dates; `percent` and `date` are patterns to fill."""

    decimal: str
    group: str
    plus: str
    minus: str
    percent: str
    date: str
    months: tuple[str, ...]


@cache
def conventions(language: str) -> Conventions:
    """The conventions of a language; those of English for one without."""
    known = json.loads(FILE.read_text(encoding="utf-8"))
    found = known.get(language, known[SOURCE])
    return Conventions(**{**found, "months": tuple(found["months"])})


def number(value: float, digits: int = 0) -> str:
    """A number with so many decimals."""
    return _sign(value, digits) + _unsigned(value, digits)


def signed(value: float, digits: int = 0) -> str:
    """A number that always has its sign, like a margin."""
    return (_sign(value, digits) or conventions(current()).plus) + _unsigned(value, digits)


def percent(value: float, digits: int = 0) -> str:
    """A share as per cents: 0.5 is 50."""
    shown = conventions(current()).percent.format(number=_unsigned(100 * value, digits))
    return _sign(100 * value, digits) + shown


def whole_percent(chance: float) -> str:
    """A chance as whole per cents; what may happen is never 0, and what may fail never 100."""
    if 0 < chance < 0.01:
        return f"<{percent(0.01)}"
    if 0.99 < chance < 1:
        return f">{percent(0.99)}"
    return percent(chance)


def date(at: float) -> str:
    """The day of a time in seconds since 1970, in UTC."""
    here, day = conventions(current()), time.gmtime(at)
    name = here.months[day.tm_mon - 1]
    return here.date.format(year=day.tm_year, month=day.tm_mon, day=day.tm_mday, name=name)


def capitalised(text: str) -> str:
    """The text with a first capital letter; Turkish keeps the dot on its i."""
    first = text[:1]
    return _FIRST_CAPITALS.get(current(), {}).get(first, first.upper()) + text[1:]


def _unsigned(value: float, digits: int) -> str:
    here = conventions(current())
    whole, _point, decimals = f"{abs(value):,.{digits}f}".partition(".")
    return whole.replace(",", here.group) + (here.decimal + decimals if decimals else "")


def _sign(value: float, digits: int) -> str:
    """The minus sign, unless nothing but zeros is shown."""
    return conventions(current()).minus if round(value, digits) < 0 else ""
