"""What an address may ask for, and who counts as one address."""

import asyncio
import contextlib
import json
import time

import pytest
from tests.web.conftest import Serve
from tests.web.edge.support import assert_guarded
from tests.web.support import (
    Local,
    created,
    messages,
    two_at_a_table,
)

from charidice.web.config import (
    MOST_STREAMS_PER_ADDRESS,
    MOST_TABLES_PER_DAY,
    MOST_TABLES_PER_HOUR,
    MOST_UPLOADS_PER_DAY,
    MOST_UPLOADS_PER_HOUR,
    Caps,
)
from charidice.web.edge.addresses import plain, site_of
from charidice.web.edge.limits import (
    MOST_REFUSALS_PER_SECOND,
    MOST_RENDERS_PER_REQUEST,
    MOST_RENDERS_PER_TABLE,
    Limits,
)


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(limits: Limits, count: int, address: str = "a") -> int:
    return sum(limits.allows_table(address) for _ in range(count))


def test_an_address_opens_only_so_many_tables_in_an_hour_and_in_a_day() -> None:
    clock = Clock()
    limits = Limits(30.0, b"key", clock)
    assert opened(limits, 2 * MOST_TABLES_PER_HOUR) == MOST_TABLES_PER_HOUR
    assert opened(limits, 1, "b") == 1
    total = MOST_TABLES_PER_HOUR
    for _ in range(23):
        clock.now += 3600.0
        total += opened(limits, 2 * MOST_TABLES_PER_HOUR)
    assert MOST_TABLES_PER_DAY <= total <= 2 * MOST_TABLES_PER_DAY
    clock.now += 3600.0
    assert opened(limits, 1000) < MOST_TABLES_PER_HOUR  # the day is used up


def test_tables_opened_at_another_worker_count_too() -> None:
    one, other = (Limits(30.0, b"key", Clock()) for _ in range(2))
    opened(one, 150)
    word = one.message()
    assert word is not None
    other.on_message(word)
    assert opened(other, 1000) == MOST_TABLES_PER_HOUR - 150
    other.on_message('["older", {}, {}]')  # a worker of the version before says nothing of tables


def test_uploads_are_limited_apart_from_tables_and_over_all_workers() -> None:
    def uploaded(limits: Limits, count: int) -> int:
        return sum(limits.allows_upload("a") for _ in range(count))

    clock = Clock()
    one, other = (Limits(30.0, b"key", clock) for _ in range(2))
    assert uploaded(one, 1000) == MOST_UPLOADS_PER_HOUR
    one.not_uploaded("a")
    assert uploaded(one, 2) == 1
    assert opened(one, 1) == 1
    word = one.message()
    assert word is not None
    other.on_message(word)
    assert uploaded(other, 1000) == 0
    assert opened(other, 1000) == MOST_TABLES_PER_HOUR - 1
    other.on_message('["older", {}, {}, {}]')  # a worker of the version before knows no uploads
    total = MOST_UPLOADS_PER_HOUR
    for _ in range(23):
        clock.now += 3600.0
        total += uploaded(one, 1000)
    assert MOST_UPLOADS_PER_DAY <= total <= 2 * MOST_UPLOADS_PER_DAY
    assert uploaded(Limits(0.0, b"key", clock), 5000) == 5000


def test_a_message_to_the_others_always_fits() -> None:
    limits = Limits(1000.0, b"key", Clock(), Caps(streams_per_address=10_000))
    with contextlib.ExitStack() as stack:
        for number in range(300):
            address = f"10.0.{number // 250}.{number % 250}"
            for _ in range(120):
                assert limits.allows(address)
                assert stack.enter_context(limits.stream(address))
            for _ in range(60):
                assert limits.allows_table(address)
                assert limits.allows_upload(address)
        word = limits.message()
    assert word is not None
    assert len(word) < 8_000


def test_without_a_rate_there_is_no_limit_on_tables() -> None:
    assert opened(Limits(0.0, b"key", Clock()), 5000) == 5000


def test_one_table_too_many_is_refused_everywhere(serve: Serve) -> None:
    with serve(rate=1000.0, caps=Caps(tables_per_hour=5)).visitor() as web:
        for path, form in (
            ("/play", {"name": "Lena"}),
            ("/invite", {"name": "Lena"}),
            ("/one-device", {"player": ["Lena", "Marko"]}),
        ):
            assert web.post(path, data=form).status_code == 303
        lena, marko = two_at_a_table(web)
        created(web)
        for path in ("/play", "/invite"):
            answer = web.post(path, data={"name": "Lena"})
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
            assert "Too many tables" in answer.text
        answer = web.post("/api/v1/tables", json={"name": "Lena"})
        assert answer.json()["code"] == "web/too-many-tables"
        for player in (lena, marko):
            assert player.command("end").status_code == 200  # playing is not refused
        assert lena.rematch().json()["code"] == "web/too-many-tables"


def test_what_is_not_opened_after_all_does_not_count(serve: Serve) -> None:
    with serve(rate=1000.0, caps=Caps(tables_per_hour=3)).visitor() as web:
        for _ in range(10):
            assert web.post("/play", data={"name": "Expert (bot)"}).status_code == 422
        lena, marko = two_at_a_table(web)
        for player in (lena, marko):
            assert player.command("end").status_code == 200
        found = {player.rematch().json()["table"] for player in (lena, marko) for _ in range(3)}
        assert len(found) == 1  # all of them ask for the same one
        created(web)
        assert web.post("/api/v1/tables", json={"name": "Lena"}).status_code == 429


def test_pictures_of_tables_are_paced_by_address_and_by_table() -> None:
    clock = Clock()
    limits = Limits(10.0, b"key", clock)
    each = 10 * MOST_RENDERS_PER_REQUEST
    waits = [limits.render_wait("a", f"table {n}") for n in range(6 * each)]
    assert waits[: 4 * each] == [0.0] * 4 * each
    assert waits[-1] == pytest.approx(2.0)  # two more seconds' worth
    busy = [limits.render_wait(f"{n}", "one") for n in range(2 * MOST_RENDERS_PER_TABLE)]
    assert busy[MOST_RENDERS_PER_TABLE - 1 : MOST_RENDERS_PER_TABLE + 1] == [0.0, 1 / 40]
    assert limits.render_wait("player", "one", seated=True) == 0.0  # onlookers cost players nothing
    clock.now = 100.0
    assert limits.render_wait("a", "one") == 0.0


def test_refusals_that_come_in_floods_are_noticed() -> None:
    limits = Limits(10.0, b"key", Clock())
    told = [limits.refused("a") for _ in range(MOST_REFUSALS_PER_SECOND + 1)]
    assert told == [False] * MOST_REFUSALS_PER_SECOND + [True]
    assert not limits.refused("b")
    limits.tick()  # a second later
    assert not limits.refused("a")


# --- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:C000:0207", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("not:an:address", "not:an:address"),
        ("x" * 10_000, "x" * 64),
    ],
)
def test_whose_an_address_is(address: str, expected: str) -> None:
    assert site_of(address) == expected


def test_ipv4_in_the_form_of_ipv6_is_ipv4() -> None:
    assert plain("::ffff:127.0.0.1") == "127.0.0.1"
    assert plain("2001:db8::1") == "2001:db8::1"
    assert plain("127.0.0.1") == "127.0.0.1"


async def test_visitors_with_ipv4_do_not_shut_each_other_out_where_ipv6_is_listened_to(
    serve: Serve,
) -> None:
    """With --host :: all of them come as ::ffff:a.b.c.d, in one network of 64."""
    here = serve(rate=1.0, listen6=True)

    async def statuses(address: str, count: int) -> list[int]:
        return [await status_from(here, address) for _ in range(count)]

    assert 429 in await statuses("127.0.0.7", 8)
    assert await statuses("127.0.0.8", 1) == [200]


def test_visitors_behind_a_proxy_are_told_apart_in_that_form_too(serve: Serve) -> None:
    """The proxy itself comes as ::ffff:127.0.0.1, and is the one that is trusted."""
    here = serve(rate=1.0, listen6=True, trusted="127.0.0.1", behind_proxy=True)
    with here.visitor() as web:
        for form in ("{}", "::ffff:{}"):
            first = {"x-forwarded-for": form.format("192.0.2.7")}
            answers = [web.get("/about", headers=first).status_code for _ in range(8)]
            assert 429 in answers
        other = {"x-forwarded-for": "::ffff:192.0.2.8"}
        assert web.get("/about", headers=other).status_code == 200


def test_figures_are_for_this_machine_in_either_form(serve: Serve) -> None:
    with serve(listen6=True).visitor() as web:
        assert web.get("/metrics").status_code == 200


async def status_from(here: Local, address: str) -> int:
    """The status of a page, asked for from this address of this machine."""
    port = int(here.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    head = await reader.readline()
    writer.close()
    return int(head.split()[1])


# --- streams -------------------------------------------------------------------------------------


async def test_streams_opened_in_one_moment_are_counted_before_they_are_answered(
    serve: Serve,
) -> None:
    here = serve(rate=1000.0)
    port = int(here.url.rpartition(":")[2])

    async def opened_at_once(table: str) -> list[int]:
        async def one(path: str) -> tuple[int, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            return int((await reader.readline()).split()[1]), writer

        paths = (f"/t/{table}/stream", f"/api/v1/tables/{table}/events")
        found = await asyncio.gather(*(one(paths[n % 2]) for n in range(110)))
        for _status, writer in found:
            writer.close()
        return [status for status, _writer in found]

    with here.visitor() as web:
        statuses = await opened_at_once(created(web).table)
    assert sorted(statuses) == [200] * MOST_STREAMS_PER_ADDRESS + [429] * 50


def test_too_many_requests_are_refused_for_a_while(serve: Serve) -> None:
    there = serve(rate=2.0)
    with there.visitor() as web:
        answers = [web.get("/about") for _ in range(20)]
        statuses = [answer.status_code for answer in answers]
        assert statuses[:8] == [200] * 8  # four seconds' worth at once
        assert statuses.count(429) >= 8
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert_guarded(refused)
        assert "Too many requests" in refused.text
        answer = web.get("/api/v1/openapi.json")
        assert (answer.status_code, answer.json()["code"]) == (429, "web/too-many")
        assert answer.headers["retry-after"] == "1"
        assert refused.headers["retry-after"] == "1"


def test_a_bucket_refills_and_addresses_do_not_share_it() -> None:
    now = 0.0
    limits = Limits(2.0, b"key", lambda: now)
    assert [limits.allows("a") for _ in range(9)] == [True] * 8 + [False]
    assert limits.allows("b")
    now = 0.5
    assert [limits.allows("a") for _ in range(2)] == [True, False]
    now = 1000.0
    assert [limits.allows("a") for _ in range(9)] == [True] * 8 + [False]


def test_the_addresses_that_are_counted_do_not_pile_up() -> None:
    limits = Limits(1.0, b"key", lambda: 0.0)
    for number in range(20_000):
        limits.allows(str(number))
    assert len(limits._requests._left) <= 10_001


def test_no_rate_means_no_limit() -> None:
    limits = Limits(0.0, b"key", lambda: 0.0)
    assert all(limits.allows("a") for _ in range(1000))


def test_an_address_holds_only_so_many_streams_open(serve: Serve) -> None:
    server = serve(rate=1000.0, caps=Caps(streams_per_address=3))
    with server.visitor() as web, contextlib.ExitStack() as streams:
        path, coming = f"/t/{created(web).table}/stream", []
        for _ in range(3):
            open_stream = streams.enter_context(web.stream("GET", path))
            assert open_stream.status_code == 200
            coming.append(messages(open_stream))  # dropping it would close the stream
            next(coming[-1])
        assert web.get(path).status_code == 429
        streams.close()
        for _ in range(200):
            with web.stream("GET", path) as again:
                if again.status_code == 200:
                    break
            time.sleep(0.02)
        else:
            pytest.fail("a closed stream still counts")


def test_what_one_worker_gave_counts_at_the_others() -> None:
    now = 0.0
    one, other = (Limits(10.0, b"key", lambda: now) for _ in range(2))
    assert sum(one.allows("a") for _ in range(100)) == 40
    word = one.message()
    assert word is not None
    assert "a" not in json.loads(word)[1]  # no address goes over the wire
    other.on_message(word)
    one.on_message(word)  # its own word
    assert not other.allows("a")
    assert other.allows("b")
    assert one.message() is None  # nothing new
    now = 1.0
    assert sum(other.allows("a") for _ in range(100)) == 10
    assert sum(one.allows("a") for _ in range(100)) == 10


def test_quiet_addresses_are_not_talked_about() -> None:
    limits = Limits(10.0, b"key", lambda: 0.0)
    limits.allows("a")
    assert limits.message() is None


def counts(limits: Limits, address: str) -> bool:
    """Whether one more stream is let in."""
    with limits.stream(address) as counted:
        return counted


def test_streams_at_other_workers_count_until_they_are_no_longer_told() -> None:
    now = 0.0
    one, other = (Limits(10.0, b"key", lambda: now) for _ in range(2))
    with one.stream("a"):
        opened = [one.stream("a") for _ in range(MOST_STREAMS_PER_ADDRESS - 1)]
        for stream in opened:
            stream.__enter__()
        assert not counts(one, "a")
        word = one.message()
        assert word is not None
        other.on_message(word)
        assert not counts(other, "a")
        assert counts(other, "b")
        now = 10.0
        assert counts(other, "a")
        for stream in opened:
            stream.__exit__(None, None, None)
    assert one.streams == 0


def test_an_address_of_the_new_kind_is_a_network() -> None:
    """Everybody has as many of them as they like."""
    limits = Limits(1.0, b"key", lambda: 0.0)
    assert [limits.allows(f"2001:db8::{n}") for n in range(5)] == [True] * 4 + [False]
    assert limits.allows("2001:db8:0:1::1")
    assert limits.allows("fe80::1%eth0")
    assert limits.allows("not:an:address")


def test_what_others_tell_does_not_pile_up() -> None:
    limits = Limits(1.0, b"key", lambda: 0.0)
    for number in range(200):
        busy = {f"{number}-{n}": 3 for n in range(100)}
        limits.on_message(json.dumps(["other", busy, {}]))
    assert len(limits._requests._left) <= 10_000


def test_a_word_fits_into_a_notice() -> None:
    limits = Limits(1.0, b"key", lambda: 0.0)
    for number in range(3_000):
        limits.allows(str(number))
        limits.allows_table(str(number))
        limits.stream(str(number)).__enter__()
        for _ in range(6):
            limits.stream(str(number)).__enter__()
    word = limits.message()
    assert word is not None
    assert len(word) < 8_000
