"""What a worker counts, in the form that Prometheus reads.

Behind one port any worker may be asked. So each leaves its figures on a board that all workers of
this machine can read (a folder), and whoever is asked answers for all of them.
"""

import json
import os
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

BOARD_SECONDS: Final = 1.0
_STALE_SECONDS: Final = 10.0
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_PAGE_BYTES: Final = 4096

# Every family of figures: its kind, and what it counts.
FAMILIES: Final = {
    "charidice_tables": ("gauge", "Tables in memory."),
    "charidice_streams": ("gauge", "Open streams of server-sent events."),
    "charidice_moves_total": ("counter", "Decisions written to the log, by who made them."),
    "charidice_conflicts_total": ("counter", "Commands decided again, as somebody was quicker."),
    "charidice_database_errors_total": ("counter", "Failed attempts to use the database."),
    "charidice_requests_total": ("counter", "Answered requests, by kind and status."),
    "charidice_request_seconds": ("histogram", "Time until the answer began, by kind."),
    "charidice_stall_seconds": (
        "histogram",
        "Processor time of rounds of the event loop that held everybody up.",
    ),
    "process_resident_memory_bytes": ("gauge", "Memory of the process."),
    "process_cpu_seconds_total": ("counter", "Processor time of the process."),
    "process_start_time_seconds": ("gauge", "When the process started, in seconds since 1970."),
}


class Sample(NamedTuple):
    """One figure: its family, the end of its name, its labels, its value."""

    family: str
    suffix: str
    labels: dict[str, str]
    value: float


@dataclass(slots=True)
class Histogram:
    """How often something took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(_BOUNDS) + 1))
    sum: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(_BOUNDS, seconds)] += 1
        self.sum += seconds

    def samples(self, family: str, labels: dict[str, str]) -> Iterator[Sample]:
        """As Prometheus reads it: how many took at most so long."""
        bounds = [*map(str, _BOUNDS), "+Inf"]
        for bound, total in zip(bounds, accumulate(self.counts), strict=True):
            yield Sample(family, "_bucket", {**labels, "le": bound}, total)
        yield Sample(family, "_sum", labels, self.sum)
        yield Sample(family, "_count", labels, sum(self.counts))


class Metrics:
    """The figures of one worker."""

    def __init__(self, gauges: Callable[[], Iterable[Sample]]) -> None:
        self._gauges = gauges
        self._requests = Counter[tuple[str, int]]()
        self._seconds: defaultdict[str, Histogram] = defaultdict(Histogram)
        self._stalls = Histogram()
        self._started = time.time()

    def answered(self, kind: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests[kind, status] += 1
        self._seconds[kind].add(seconds)

    def stalled(self, seconds: float) -> None:
        """Count a round of the loop that took long."""
        self._stalls.add(seconds)

    def samples(self) -> list[Sample]:
        """All figures as they are now."""
        found = list(self._gauges())
        for (kind, status), count in self._requests.items():
            labels = {"kind": kind, "status": str(status)}
            found.append(Sample("charidice_requests_total", "", labels, count))
        for kind, seconds in self._seconds.items():
            found += seconds.samples("charidice_request_seconds", {"kind": kind})
        found += self._stalls.samples("charidice_stall_seconds", {})
        found += [
            Sample("process_cpu_seconds_total", "", {}, time.process_time()),
            Sample("process_start_time_seconds", "", {}, self._started),
        ]
        with suppress(OSError):  # systems other than Linux do not say
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            found.append(Sample("process_resident_memory_bytes", "", {}, pages * _PAGE_BYTES))
        return found


class Board:
    """Where the workers of one machine leave their figures for each other."""

    def __init__(self, folder: Path | None, worker: int) -> None:
        self._folder, self._worker = folder, worker

    def post(self, samples: list[Sample]) -> None:
        """Leave the figures of this worker."""
        if self._folder is not None:
            unfinished = self._folder / f"{self._worker}.{os.getpid()}"
            unfinished.write_text(json.dumps(samples))
            unfinished.replace(self._folder / f"{self._worker}.json")

    def all(self, samples: list[Sample]) -> dict[int, list[Sample]]:
        """The figures of all workers: of this one as they are, of others as they left them."""
        found = {self._worker: samples}
        for path in sorted(self._folder.glob("*.json")) if self._folder is not None else ():
            worker = int(path.stem)
            with suppress(OSError, ValueError):
                fresh = time.time() - path.stat().st_mtime < _STALE_SECONDS
                if worker != self._worker and fresh:
                    found[worker] = [Sample(*line) for line in json.loads(path.read_text())]
        return found


def exposition(workers: dict[int, list[Sample]]) -> str:
    """The text that Prometheus reads, each figure with the number of its worker."""
    lines = []
    for family, (kind, text) in FAMILIES.items():
        lines += [f"# HELP {family} {text}", f"# TYPE {family} {kind}"]
        for worker, samples in sorted(workers.items()):
            for sample in samples:
                if sample.family == family:
                    labels = {**sample.labels, "worker": str(worker)}
                    inner = ",".join(f'{name}="{value}"' for name, value in labels.items())
                    lines.append(f"{family}{sample.suffix}{{{inner}}} {sample.value}")
    return "\n".join(lines) + "\n"
