"""What must be true in the end."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tools.faults.games import Game
from tools.faults.people import Told
from tools.faults.viewers import EventViewer

from charidice.tables import Status, Table
from charidice.tables.model.events import Acted, Event, Finished, decode
from charidice.tables.model.evolve import evolve
from charidice.tables.model.public_events import encode_public, public_event


@dataclass
class Verdict:
    """What the log says about what was told."""

    losses: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    moves: Counter[str] = field(default_factory=Counter)
    forgotten: int = 0  # tables whose creation was done but never answered

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.losses or self.duplicates or self.problems)


Log = Mapping[str, Sequence[str]]  # the lines of each table


def judged(rows: Iterable[tuple[str, int, str]], told: Told) -> tuple[Verdict, Log]:
    """Compare the log with what clients were told."""
    verdict = Verdict()
    numbered: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for table, number, line in rows:
        numbered[table].append((number, line))
    seen = Counter[tuple[str, str]]()
    for table, events in sorted(numbered.items()):
        events.sort()
        _judge_numbers(verdict, table, [number for number, _line in events])
        for _number, line in events:
            event = json.loads(line)
            if event.get("id"):
                seen[table, event["id"]] += 1
            if event["kind"] == "acted":
                verdict.moves[event["by"]] += 1
    _judge_ids(verdict, told, seen)
    verdict.losses += [f"table {name}" for name in sorted(told.tables - set(numbered))]
    verdict.forgotten = len(set(numbered) - told.tables)
    return verdict, {table: [line for _n, line in lines] for table, lines in numbered.items()}


def _judge_numbers(verdict: Verdict, table: str, numbers: list[int]) -> None:
    twice = [number for number, count in Counter(numbers).items() if count > 1]
    verdict.duplicates += [f"{table}: number {number}" for number in twice]
    if sorted(set(numbers)) != list(range(1, len(set(numbers)) + 1)):
        verdict.problems.append(f"{table}: its numbers have a gap")


def _judge_ids(verdict: Verdict, told: Told, seen: Mapping[tuple[str, str], int]) -> None:
    for id_, table in told.acknowledged.items():
        if not seen.get((table, id_)):
            verdict.losses.append(f"{table}: {id_}")
    count = Counter[str]()
    for (_table, id_), times in seen.items():
        count[id_] += times
    verdict.duplicates += [f"{id_}: {times} times" for id_, times in count.items() if times > 1]
    done = sorted(told.refused & set(count))
    verdict.problems += [f"{id_} was refused and yet done" for id_ in done]


def replay_trouble(lines: Iterable[str]) -> str | None:
    """What is wrong with a game, if anything: it must be legal and played to its end."""
    table = Table()
    for number, line in enumerate(lines, 1):
        try:
            event = decode(line)
            wrong = _out_of_turn(table, event)
            table = evolve(table, event)
        except (LookupError, TypeError, ValueError) as error:
            wrong = f"does not replay ({error})"
        if wrong:
            return f"event {number} {wrong}"
    return None if table.status is Status.FINISHED else f"is {table.status.value}, not finished"


def _ran_out(table: Table, at: float) -> bool:
    """Whether a bot may decide for somebody who is back, as the time of the decision is over."""
    return table.wait.keeps_seat and at >= table.wait.since + table.patience > table.wait.since


def _out_of_turn(table: Table, event: Event) -> str | None:
    """Whether somebody has acted who was not to act, such as a bot twice."""
    if not isinstance(event, Acted):
        return None
    answers = event.seat == table.may_ask and event.actions in (["ask"], ["pass"])
    if event.seat != table.to_act and not answers:
        return f"is of seat {event.seat} ({event.by}), when {table.to_act} was to act"
    if event.by == "bot" and _ran_out(table, event.at):
        return None
    if table.seats[event.seat].played_by_bot is not (event.by == "bot"):
        return f"is by {event.by} on a seat of somebody else"
    goes_on = table.may_ask is not None and not answers
    if goes_on is not (event.actions[0] == "pass implied"):
        return "does not say whether nobody has asked"
    return None


def public_lines(lines: Iterable[str]) -> list[str]:
    """What everybody may know of these lines of a log."""
    table, found = Table(), []
    for event in map(decode, lines):
        before, table = table, evolve(table, event)
        found.append(encode_public(public_event(event, before, table)))
    return found


def _shows_all(version: int, lines: list[str]) -> bool:
    """Whether somebody has seen all; that a game is over for good may be noted after they left."""
    missed = [decode(line) for line in lines[version:]]
    return version <= len(lines) and all(isinstance(event, Finished) for event in missed)


def viewer_troubles(games: Iterable[Game], log: Log) -> list[str]:
    """Which viewers have not seen exactly what is in the log."""
    found = []
    for game in games:
        lines = list(log.get(game.name, ()))
        shown = public_lines(lines)
        for viewer in game.viewers:
            wrong = [*viewer.trouble]
            if not _shows_all(viewer.version, lines):
                wrong.append(f"shows version {viewer.version} of {len(lines)}")
            elif isinstance(viewer, EventViewer) and viewer.lines != shown[: viewer.version]:
                wrong.append("has seen other events than those in the log")
            found += [f"{viewer.name}: {text}" for text in wrong]
    return found
