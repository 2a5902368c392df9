"""The manifest, the service worker and the page without a network, as a browser gets them."""

import re
import struct

import pytest
from tests.web.support import Local, Page

from charidice.locale import catalogue, languages
from charidice.web.edge.static_files import STATIC, edition
from charidice.web.tokens import colour


@pytest.mark.parametrize("language", languages())
def test_a_page_links_the_manifest_of_its_language(here: Local, language: str) -> None:
    with here.visitor(**{"accept-language": language}) as web:
        link = next(
            attributes["href"] or ""
            for tag, attributes in Page(web.get("/").text).tags
            if tag == "link" and attributes["rel"] == "manifest"
        )
        answer = web.get(link, headers={"accept-language": "en"})
    found = answer.json()
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-cache"
    title = "Charidice: a dice game about generosity"
    assert (found["lang"], found["name"]) == (language, catalogue(language).gettext(title))
    assert (found["start_url"], found["scope"], found["id"]) == ("/", "/", "/")
    assert found["display"] == "standalone"
    assert found["theme_color"] == colour("felt-dark")
    assert found["background_color"] == colour("felt")


def test_the_icons_of_the_manifest_have_the_sizes_that_it_says(here: Local) -> None:
    with here.visitor() as web:
        icons = web.get("/manifest/en.webmanifest").json()["icons"]
        assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
        for icon in icons:
            answer = web.get(icon["src"])
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", answer.content[16:24])
                assert icon["sizes"] == f"{width}x{height}"
                assert len(answer.content) < 10_000


def test_an_unknown_language_has_no_manifest(here: Local) -> None:
    with here.visitor() as web:
        assert web.get("/manifest/xx.webmanifest").status_code == 404


def test_the_service_worker_belongs_to_the_edition_and_is_asked_for_anew(here: Local) -> None:
    with here.visitor() as web:
        answer = web.get("/service-worker.js")
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert f'const EDITION = "{edition()}";' in answer.text
        shell = re.findall(r'"(/static/[^"]+)"', answer.text)
        assert len(shell) > 20
        for path in shell:
            assert "immutable" in web.get(path).headers["cache-control"], path
    kept = {path.partition(f"/{edition()}/")[2] for path in shell}
    assert {f"fonts/{each.name}" for each in STATIC.glob("fonts/*.woff2")} <= kept
    assert {f"js/{each.name}" for each in STATIC.glob("js/*.js")} - kept == {"js/worker.js"}


def test_the_policy_allows_our_own_worker_and_manifest_alone(here: Local) -> None:
    with here.visitor() as web:
        policy = web.get("/").headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_offline_page_holds_nothing_of_anybody(here: Local) -> None:
    with here.visitor(cookie="charidice_name=Lena") as web:
        text = web.get("/offline").text
    assert "Lena" not in text
    assert "<form" not in text  # which would lead nowhere without a network
