"""What a worker counts: a registry of its own, and the text that Prometheus reads."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
    Sample,
)
from prometheus_client.registry import Collector

from charidice.tables import Host
from charidice.web.edge.limits import Limits
from charidice.web.ops.judges import Judges

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_BUCKET_NAMES: Final = (*map(str, BUCKETS), "+Inf")


class Metrics(Collector):
    """The figures of one worker, each with its number as the label `worker`."""

    def __init__(self, worker: int, *collectors: Collector) -> None:
        self._worker = str(worker)
        self._registry = CollectorRegistry()
        self._requests = _Requests()
        for collector in (*collectors, self._requests):
            self._registry.register(collector)
        self._stalls = Histogram(
            "charidice_stall_seconds",
            "Processor time of rounds of the event loop that held everybody up.",
            buckets=BUCKETS,
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)
        self.answered = self._requests.add

    def stalled(self, seconds: float) -> None:
        """Count a round of the loop that took long."""
        self._stalls.observe(seconds)

    def text(self) -> str:
        """All figures as they are now, as Prometheus reads them."""
        return generate_latest(self).decode()

    def collect(self) -> Iterator[Metric]:
        """The figures of the registry, with the worker as a label."""
        for family in self._registry.collect():
            family.samples = [
                Sample(sample.name, {**sample.labels, "worker": self._worker}, sample.value)
                for sample in family.samples
                if not sample.name.endswith("_created")  # the start of the process says the same
            ]
            yield family


class HostCollector(Collector):
    """What the host of the tables and the limits of a worker know by themselves."""

    def __init__(self, host: Host, limits: Limits) -> None:
        self._host, self._limits = host, limits

    def collect(self) -> Iterator[Metric]:
        """The figures as they are now."""
        counts = self._host.counts
        yield GaugeMetricFamily("charidice_tables", "Tables in memory.", self._host.tables)
        yield GaugeMetricFamily(
            "charidice_streams", "Open streams of server-sent events.", self._limits.streams
        )
        moves = CounterMetricFamily(
            "charidice_moves", "Decisions written to the log, by who made them.", labels=["by"]
        )
        for who in ("player", "bot"):
            moves.add_metric([who], counts[who])
        yield moves
        yield CounterMetricFamily(
            "charidice_conflicts",
            "Commands decided again, as somebody was quicker.",
            counts["conflict"],
        )
        yield CounterMetricFamily(
            "charidice_database_errors", "Failed attempts to use the database.", self._host.errors
        )


class JudgesCollector(Collector):
    """What the pool of judges knows by itself."""

    def __init__(self, judges: Judges) -> None:
        self._judges = judges

    def collect(self) -> Iterator[Metric]:
        """The figures as they are now."""
        yield GaugeMetricFamily(
            "charidice_judges_running", "Tasks that judges work on.", self._judges.running
        )
        yield GaugeMetricFamily(
            "charidice_judges_waiting", "Tasks that wait for a judge.", self._judges.waiting
        )
        lost = CounterMetricFamily(
            "charidice_judges_lost", "Tasks that were not done, by the reason.", labels=["code"]
        )
        for code in ("judge/slow", "judge/failed"):
            lost.add_metric([code], self._judges.lost[code])
        yield lost
        yield from self._judges.seconds.collect()


class _Requests(Collector):
    """Answered requests: for each kind and status how many fell into each bucket, and their sum.

    Plain lists, as every request is counted: a counter and a histogram of the library have a lock
    for each number and take three times as long.
    """

    def __init__(self) -> None:
        self._tallies: defaultdict[tuple[str, int], list[float]] = defaultdict(_new_tally)

    def add(self, kind: str, status: int, seconds: float) -> None:
        """Count a request."""
        tally = self._tallies[kind, status]
        tally[bisect_left(BUCKETS, seconds)] += 1
        tally[-1] += seconds

    def collect(self) -> Iterator[Metric]:
        """The figures as they are now."""
        requests = CounterMetricFamily(
            "charidice_requests",
            "Answered requests, by kind and status.",
            labels=["kind", "status"],
        )
        of_kinds: defaultdict[str, list[float]] = defaultdict(_new_tally)
        for (kind, status), tally in self._tallies.items():
            requests.add_metric([kind, str(status)], sum(tally[:-1]))
            of_kinds[kind] = [a + b for a, b in zip(of_kinds[kind], tally, strict=True)]
        yield requests
        seconds = HistogramMetricFamily(
            "charidice_request_seconds", "Time until the answer began, by kind.", labels=["kind"]
        )
        for kind, (*counts, total) in of_kinds.items():
            buckets = [*zip(_BUCKET_NAMES, accumulate(counts), strict=True)]
            seconds.add_metric([kind], buckets, total)
        yield seconds


def _new_tally() -> list[float]:
    """A count for each bucket, and the sum."""
    return [0] * (len(_BUCKET_NAMES) + 1)
