"""The stream of a table's page: the regions that changed, for the seat and in the language."""

import time
from typing import Any

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import (
    Local,
    Page,
    Player,
    created,
    events_until,
    messages,
    seated,
    two_at_a_table,
)

from charidice.web.config import Caps, Timings
from charidice.web.live import region_cache
from charidice.web.live.regions import REGIONS


def test_the_regions_come_first_all_then_those_that_changed(here: Local) -> None:
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        with (
            seated(here, marko) as browser,
            browser.stream("GET", f"/t/{lena.table}/stream") as response,
        ):
            assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
            coming = (each for each in messages(response) if each.event != "company")
            clock = next(coming)
            assert clock.event == "clock"
            assert abs(clock.data["now"] - time.time()) < 5
            first = next(coming)
            assert (first.event, set(first.data["regions"])) == ("regions", {*REGIONS})
            lena.play("roll")
            changed = next(coming)
            assert changed.event == "regions"
            assert changed.data["version"] > first.data["version"]
            assert "tray" in changed.data["regions"]
            assert "room" not in changed.data["regions"]
            assert Page(changed.data["regions"]["tray"]).offers("ask")
            page = browser.get(f"/t/{lena.table}").text
            assert changed.data["regions"]["tray"] in page  # the page shows the same


def test_every_viewer_gets_their_own_language_and_buttons(here: Local) -> None:
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        path = f"/t/{lena.table}/stream"

        def first(browser: httpx.Client) -> dict[str, Any]:
            with browser, browser.stream("GET", path) as response:
                coming = messages(response)
                next(coming)
                found: dict[str, Any] = next(coming).data["regions"]
            return found

        english = first(seated(here, lena))
        german = first(seated(here, lena, **{"accept-language": "de"}))
        other = first(seated(here, marko))
        watching = first(here.visitor())
        assert Page(english["tray"]).offers("roll")
        assert not Page(other["tray"]).offers("roll")
        assert Page(german["tray"]).offers("roll")
        assert Page(german["tray"]).text != Page(english["tray"]).text
        assert "personal" not in watching["room"]


def test_whoever_is_removed_is_told_to_go(here: Local) -> None:
    with here.visitor() as web:
        lena = created(web)
        answer = web.post(f"{lena.path}/seats", json={"name": "Marko"})
        marko = Player(web, lena.table, answer.json()["token"])
        with (
            seated(here, marko) as browser,
            browser.stream("GET", f"/t/{lena.table}/stream") as response,
        ):
            coming = messages(response)
            next(coming)
            next(coming)
            lena.command("remove", seat=1)
            events = [message.event for message in coming if message.event != "company"]
            assert events == ["gone"]  # and it ends


def test_a_silent_stream_gives_signs_of_life(serve: Serve) -> None:
    here = serve(timings=Timings(alive=0.05))
    with here.visitor() as web:
        lena = created(web)
        signs = {f"/t/{lena.table}/stream": "event: alive", f"{lena.path}/events": ": still here"}
        for path, sign in signs.items():
            with web.stream("GET", path) as response:
                alive = (line for line in response.iter_lines() if line == sign)
                assert [next(alive) for _ in range(3)]


def test_streams_that_are_left_are_let_go(here: Local) -> None:
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        cached = here.app.state.services.host._cache[lena.table]
        for _ in range(20):
            with web.stream("GET", f"/t/{lena.table}/stream") as response:
                next(messages(response))
        until = time.monotonic() + 5
        while cached.watchers and time.monotonic() < until:
            time.sleep(0.02)
        assert not cached.watchers


def test_many_viewers_are_told_of_a_move(serve: Serve) -> None:
    there = serve()
    with there.visitor() as web:
        lena, _marko = two_at_a_table(web)
        browsers = [there.visitor() for _ in range(20)]
        open_streams = []
        for browser in browsers:
            request = browser.build_request("GET", f"/t/{lena.table}/stream")
            open_streams.append(browser.send(request, stream=True))
        coming = [messages(response) for response in open_streams]
        for each in coming:
            assert next(each).event == "clock"
            assert next(each).event == "regions"
        lena.play("roll")
        told = [next(each).data for each in coming]
        assert all(data == told[0] for data in told)
        for response, browser in zip(open_streams, browsers, strict=True):
            response.close()
            browser.close()


def test_a_long_log_is_sent_in_pieces(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader who does not read makes us keep one piece, not the whole log."""
    here = serve(caps=Caps(events_at_once=10))
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        for number in range(60):
            assert marko.command("go-on" if number % 2 else "end").status_code == 200
        host, asked = here.app.state.services.host, []
        load = host._store.load

        async def counted(table: str, after: int = 0, most: int | None = None) -> list[str]:
            lines: list[str] = await load(table, after, most)
            asked.append(len(lines))
            return lines

        monkeypatch.setattr(host._store, "load", counted)
        events = events_until(web, lena.table, 64)
        assert [int(event.id) for event in events] == [*range(1, 65)]
        assert max(asked) == 10


def test_what_was_rendered_is_forgotten_when_nobody_looks_on(here: Local) -> None:
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        cached = here.app.state.services.host._cache[lena.table]
        assert web.get(f"/t/{lena.table}").status_code == 200
        assert cached not in region_cache._CACHES
        with web.stream("GET", f"/t/{lena.table}/stream") as response:
            coming = messages(response)
            assert [next(coming).event for _ in range(2)] == ["clock", "regions"]
            assert region_cache._CACHES[cached].pages
        until = time.monotonic() + 5
        while cached in region_cache._CACHES and time.monotonic() < until:
            time.sleep(0.02)
        assert cached not in region_cache._CACHES


def test_who_is_here_and_what_they_say_comes_along_in_the_language_of_the_reader(
    here: Local,
) -> None:
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        path = f"/t/{lena.table}"
        german = {"accept-language": "de"}
        with (
            seated(here, lena, **german) as watching,
            watching.stream("GET", f"{path}/stream") as response,
            seated(here, marko) as browser,
        ):
            coming = messages(response)
            company = next(each for each in coming if each.event == "company")
            assert [each["here"] for each in company.data] == [True, False]
            with browser.stream("GET", f"{path}/stream") as other:
                others = messages(other)  # who lets it go closes the page
                next(others)
                company = next(each for each in coming if each.event == "company")
                assert [each["here"] for each in company.data] == [True, True]
                script = {"x-charidice": "1", "origin": here.url}
                wish = {"do": "react", "reaction": "thanks"}
                assert browser.post(f"{path}/do", data=wish, headers=script).status_code == 200
                again = browser.post(f"{path}/do", data=wish, headers=script)
                assert (again.status_code, again.json()["code"]) == (429, "table/talking-fast")
                said = next(each for each in coming if each.event == "reaction")
                assert said.data == {"seat": 1, "text": "Danke!"}
            company = next(each for each in coming if each.event == "company")
            assert company.data[1] == {"seat": 1, "here": False, "minutes": 0}
        stranger = web.post(f"{path}/do", data={"do": "react", "reaction": "thanks"})
        assert stranger.status_code == 403
