"""Who may open a table."""

import contextlib
import re

import httpx
import pytest
from tests.web.support import (
    CALM,
    Local,
    created,
    messages,
    two_at_a_table,
)


def test_the_link_of_a_table_cannot_be_guessed(here: Local) -> None:
    with here.visitor() as web:
        names = [created(web).table for _ in range(50)]
    assert len(set(names)) == 50
    for place in range(16):  # 96 bits: no place is always the same
        assert len({name[place] for name in names}) > 10
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{16}", name) for name in names)


@pytest.mark.parametrize("path", ["/t/{}/stream", "/api/v1/tables/{}/events"])
def test_onlookers_are_shut_out_when_the_host_wants_none(here: Local, path: str) -> None:
    with here.visitor() as web, here.visitor() as stranger:
        lena, _marko = two_at_a_table(web)
        with stranger.stream("GET", path.format(lena.table), timeout=1.0) as response:
            coming = messages(response)
            next(coming)
            lena.command("settings", settings={**CALM, "watch": False})
            lena.play("roll")
            told = []
            with contextlib.suppress(httpx.ReadTimeout):
                for message in coming:  # until the server ends it or nothing comes any more
                    told += [str(message.data)]
    assert not re.search("rolled|Lena rolls", str(told))
