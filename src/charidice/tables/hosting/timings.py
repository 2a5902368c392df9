"""How long a worker waits before it does something by itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds: `stand_by` before a worker does what another one should have done, `retry` after
    something due has failed, `look` between two looks at what the log says is due."""

    stand_by: float = 2.0
    retry: float = 1.0
    look: float = 1.0
