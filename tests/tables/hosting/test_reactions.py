"""What people say at a table, on any worker."""

import pytest

from charidice.tables import TableError
from charidice.tables.hosting.reactions import (
    MOST_REACTIONS_KEPT,
    PAUSE_SECONDS,
    REACTIONS,
    Reactions,
)


class Workers:
    """Two workers that hear each other, the clock of both, and the tables that were woken."""

    def __init__(self) -> None:
        self.now = 0.0
        self.woken: list[str] = []
        self.one, self.other = (
            Reactions(name, lambda: self.now, self.woken.append) for name in ("one", "other")
        )

    def tell(self) -> list[str]:
        sent = [*self.one.messages(), *self.other.messages()]
        for message in sent:
            self.one.on_message(message)
            self.other.on_message(message)
        return sent


def said(reactions: Reactions, table: str = "table", after: int = 0) -> list[tuple[int, str]]:
    return [(each.seat, each.code) for each in reactions.since(table, after)]


def test_what_is_said_is_heard_once_at_all_workers() -> None:
    workers = Workers()
    workers.one.say("table", 1, "thanks")
    assert said(workers.one) == [(1, "thanks")]
    assert said(workers.other) == []
    assert len(workers.tell()) == 1
    assert said(workers.one) == said(workers.other) == [(1, "thanks")]
    assert workers.tell() == []
    assert workers.woken == ["table", "table"]
    assert said(workers.one, "another") == []
    assert said(workers.one, after=workers.one.latest) == []


def test_nobody_talks_without_a_pause() -> None:
    workers = Workers()
    workers.one.say("table", 1, "thanks")
    with pytest.raises(TableError, match="moment"):
        workers.one.say("table", 1, "fun")
    workers.one.say("table", 0, "fun")
    workers.now += PAUSE_SECONDS
    workers.one.say("table", 1, "oh-no")
    assert said(workers.one) == [(1, "thanks"), (0, "fun"), (1, "oh-no")]


@pytest.mark.parametrize("code", ["", "hello", "Thanks", "thanks " * 100])
def test_only_a_few_things_can_be_said(code: str) -> None:
    workers = Workers()
    with pytest.raises(TableError) as refused:
        workers.one.say("table", 1, code)
    assert refused.value.code == "table/no-reaction"
    assert workers.tell() == []


def test_what_is_kept_has_an_end() -> None:
    workers = Workers()
    for number in range(2_000):
        workers.now += PAUSE_SECONDS
        workers.one.say(f"{number % 1000:016}", 1, REACTIONS[number % 6])
    assert len(workers.one._said) <= 500
    assert len(workers.one._spoke) <= 500
    for _ in range(20):
        workers.now += PAUSE_SECONDS
        workers.one.say("table", 1, "fun")
    assert len(said(workers.one)) == MOST_REACTIONS_KEPT
    assert max(map(len, workers.tell())) < 7_900
