"""Only a trusted proxy is believed."""

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import (
    created,
)


def exhausted(web: httpx.Client, address: str, **headers: str) -> bool:
    """Whether this address, by the word of a proxy, has asked too much."""
    forwarded = {"x-forwarded-for": address, **headers}
    return web.get("/about", headers=forwarded).status_code == 429


def test_a_stranger_cannot_choose_an_address(serve: Serve) -> None:
    for trusted in (None, "10.9.8.7"):
        there = serve(rate=0.5, trusted=trusted)
        with there.visitor() as web:
            assert not exhausted(web, "1.1.1.1")
            assert not exhausted(web, "2.2.2.2")
            assert exhausted(web, "3.3.3.3")


def test_a_trusted_proxy_is_believed(serve: Serve) -> None:
    there = serve(rate=0.5, trusted="127.0.0.1")
    with there.visitor() as web:
        assert not exhausted(web, "1.1.1.1")
        assert not exhausted(web, "1.1.1.1")
        assert exhausted(web, "1.1.1.1")
        assert not exhausted(web, "2.2.2.2")
        # What the visitor itself put in front is not believed.
        assert exhausted(web, "5.5.5.5, 1.1.1.1")


@pytest.mark.parametrize("trusted", [None, "10.9.8.7", "127.0.0.1"])
def test_only_a_trusted_proxy_says_how_people_come(serve: Serve, trusted: str | None) -> None:
    there = serve(trusted=trusted)
    with there.visitor() as web:
        lobby = created(web)
        headers = {"x-forwarded-proto": "https", "host": "10.0.0.7"}
        headers["cookie"] = f"charidice_seat_{lobby.table}={lobby.token}"
        text = web.get(f"/t/{lobby.table}", headers=headers).text
    assert (f"https://10.0.0.7/t/{lobby.table}" in text) == (trusted == "127.0.0.1")
    assert (f"http://10.0.0.7/t/{lobby.table}" in text) == (trusted != "127.0.0.1")


def test_a_forwarded_host_is_never_believed(serve: Serve) -> None:
    there = serve(public_url="https://dice.example.org", trusted="127.0.0.1")
    with there.visitor(host="dice.example.org") as web:
        lobby = created(web)
        headers = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
        headers["cookie"] = f"charidice_seat_{lobby.table}={lobby.token}"
        text = web.get(f"/t/{lobby.table}", headers=headers).text
    assert "evil" not in text
    assert f"https://dice.example.org/t/{lobby.table}" in text
