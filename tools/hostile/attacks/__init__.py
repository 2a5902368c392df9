"""All attacks, by what they go against."""

from typing import Final

from tools.hostile.attacks import (
    addresses,
    crowds,
    guesses,
    logs,
    nonsense,
    pads,
    pages,
    sizes,
    streams,
    uploads,
)
from tools.hostile.attacks import tables as growing
from tools.hostile.ground import Case

CASES: Final[tuple[Case, ...]] = (
    *crowds.CASES,
    *streams.CASES,
    *sizes.CASES,
    *nonsense.CASES,
    *guesses.CASES,
    *logs.CASES,
    *pages.CASES,
    *pads.CASES,
    *uploads.CASES,
    *addresses.CASES,
    *growing.CASES,
)
