"""What can be wrong with a solved table."""

from collections.abc import Mapping
from typing import ClassVar

from charidice.errors import CodedError


class SolverError(CodedError):
    """The table cannot be used."""

    messages: ClassVar[Mapping[str, str]] = {
        "solver/damaged-table": "{path} is damaged or is no table of values. Solve it again.",
        "solver/other-game": "The solved table is for other rules or other dice.",
        "solver/other-folder": (
            "{path} has the table of other rules or dice. Choose another folder."
        ),
        "solver/too-long": "The solved table is for at most {most} turns, but {left} are left.",
        "solver/not-installed": (
            "Solving needs Numba, which is not installed: “pip install charidice[solve]”."
        ),
    }
