"""Who is at a table, on any worker."""

from contextlib import ExitStack

from charidice.tables.hosting.presence import REFRESH_SECONDS, Presence


class Workers:
    """Two workers that hear each other, and the clock of both."""

    def __init__(self) -> None:
        self.now = 0.0
        self.one, self.other = (Presence(name, lambda: self.now) for name in ("one", "other"))

    def tell(self) -> int:
        """Everything that was to be told; returns how many messages that took."""
        sent = [*self.one.messages(), *self.other.messages()]
        for message in sent:
            self.one.on_message(message)
            self.other.on_message(message)
        return len(sent)


def test_who_has_a_page_open_is_here() -> None:
    one = Workers().one
    with one.here("table", 1), one.here("table", 2), one.here("another", 3):
        assert one.at("table") == {1, 2}
    assert one.at("table") == frozenset()


def test_of_two_pages_the_last_one_counts() -> None:
    one = Workers().one
    with one.here("table", 1):
        with one.here("table", 1):
            pass
        assert one.at("table") == {1}


def test_who_only_watches_does_not_count() -> None:
    one = Workers().one
    with one.here("table", None):
        assert one.at("table") == frozenset()


def test_other_workers_hear_of_it() -> None:
    workers = Workers()
    with workers.one.here("table", 1):
        assert workers.other.at("table") == frozenset()
        assert workers.tell() == 1
        assert workers.other.at("table") == {1}
        assert workers.tell() == 0  # nothing is new
    workers.tell()
    assert workers.other.at("table") == frozenset()


def test_a_worker_that_is_gone_is_forgotten() -> None:
    workers = Workers()
    with workers.one.here("table", 1):
        workers.tell()
        workers.now += 3 * REFRESH_SECONDS
        list(workers.other.messages())
        assert workers.other.at("table") == frozenset()
        assert not workers.other._elsewhere


def test_who_stays_is_named_again_and_again() -> None:
    workers = Workers()
    with workers.one.here("table", 1):
        for _ in range(10):
            workers.tell()
            workers.now += REFRESH_SECONDS
        assert workers.other.at("table") == {1}


def test_messages_have_an_end() -> None:
    workers = Workers()
    with ExitStack() as pages:
        for number in range(450):
            pages.enter_context(workers.one.here(f"{number:016}", 1))
        messages = list(workers.one.messages())
        assert len(messages) == 3
        assert max(map(len, messages)) < 7_900


def test_it_is_known_since_when_somebody_is_away() -> None:
    workers = Workers()
    assert workers.one.away_seconds("table", 1) is None
    with workers.one.here("table", 1):
        workers.tell()
        assert workers.one.away_seconds("table", 1) is None
        with workers.other.here("table", 1):
            workers.tell()
    assert workers.one.away_seconds("table", 1) is None  # the other worker has not said it yet
    workers.tell()
    workers.now += 90
    assert workers.one.away_seconds("table", 1) == workers.other.away_seconds("table", 1) == 90
    with workers.other.here("table", 1):
        workers.tell()
        assert workers.one.away_seconds("table", 1) is None


def test_tables_hear_of_those_who_come_and_go() -> None:
    told: list[str] = []
    presence = Presence("one", lambda: 0.0, told.append)
    with presence.here("table", 1), presence.here("table", 1), presence.here("another", 2):
        assert told == ["table", "another"]
    assert told == ["table", "another", "another", "table"]
