"""What chats show of a link: title, text and picture in the right language, and no names."""

import struct
from typing import Any

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import CALM, Local, Page, created, joined, play_to_the_end, two_at_a_table

from charidice.locale import catalogue, languages
from charidice.web.edge.static_files import STATIC, asset
from charidice.web.pages.preview import SIZE

MOST_BYTES = 60_000
GAME = "Charidice: a dice game about generosity"
INVITED = "You are invited to a game of Charidice"


def preview(web: httpx.Client, path: str, **headers: str) -> dict[str, str]:
    """The tags that a chat reads."""
    answer = web.get(path, headers=headers)
    assert answer.status_code == 200
    found: dict[str, Any] = {}
    for tag, attributes in Page(answer.text).tags:
        name = attributes.get("property") or attributes.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:")):
            assert name not in found
            found[name] = attributes["content"]
    return found


def in_language(text: str, language: str) -> str:
    return catalogue(language).gettext(text)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", ["/", "/rules"])
def test_a_page_tells_chats_about_itself_in_their_language(
    here: Local, path: str, language: str
) -> None:
    title = {"/": GAME, "/rules": "The rules of Charidice"}[path]
    with here.visitor() as web:
        found = preview(web, path, **{"accept-language": language})
        assert found["og:title"] == in_language(title, language)
        assert found["og:url"].endswith(path)
        picture = httpx.URL(found["og:image"])
        assert picture.path == asset(f"previews/{language}.png")
        assert web.get(picture.path).headers["content-type"] == "image/png"
    assert found["og:description"]
    assert found["twitter:card"] == "summary_large_image"
    size = (int(found["og:image:width"]), int(found["og:image:height"]))
    assert size == SIZE


@pytest.mark.parametrize("language", languages())
def test_there_is_a_small_picture_for_each_language(language: str) -> None:
    data = (STATIC / "previews" / f"{language}.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == SIZE
    assert len(data) < MOST_BYTES


@pytest.mark.parametrize("language", languages())
def test_an_invitation_is_shown_in_the_language_of_who_sends_it(here: Local, language: str) -> None:
    with here.visitor() as web:
        lena = created(web)
        host = {
            "cookie": f"charidice_seat_{lena.table}={lena.token}; charidice_language={language}"
        }
        page = Page(web.get(f"/t/{lena.table}", headers=host).text)
        (link,) = [a["value"] for _tag, a in page.tags if a.get("id") == "invite-link"]
        sent = httpx.URL(link or "")
        assert sent.path == f"/t/{lena.table}"
        found = preview(web, f"{sent.path}?{sent.query.decode()}")  # a chat wants no language
        assert found["og:title"] == in_language(INVITED, language)
        assert found["og:image"].endswith(f"/previews/{language}.png")
        assert found["og:url"].endswith(f"/t/{lena.table}")


def test_who_opens_a_link_reads_in_their_own_language(here: Local) -> None:
    with here.visitor() as web:
        lena = created(web)
        answer = web.get(f"/t/{lena.table}?lang=de", headers={"accept-language": "fr"})
    assert '<html lang="fr"' in answer.text
    assert "previews/de.png" in answer.text


@pytest.mark.parametrize("wish", ["xx", "", "../../etc", "de" * 500])
def test_an_unknown_language_of_a_preview_is_that_of_the_page(here: Local, wish: str) -> None:
    with here.visitor() as web:
        found = preview(web, f"/?lang={wish}", **{"accept-language": "cs"})
    assert found["og:image"].endswith("/previews/cs.png")


def test_a_preview_says_how_the_table_stands_and_names_nobody(here: Local) -> None:
    with here.visitor() as web:
        lobby = created(web)
        invited = preview(web, f"/t/{lobby.table}")
        lena, marko = two_at_a_table(web)
        playing = preview(web, f"/t/{lena.table}")
        play_to_the_end([lena, marko])
        over = preview(web, f"/t/{lena.table}")
    titles = [each["og:title"] for each in (invited, playing, over)]
    assert titles == [INVITED, "A game of Charidice is going on", "A game of Charidice has ended"]
    assert "Lena" not in str((invited, playing, over))
    assert "Marko" not in str((invited, playing, over))


def test_the_window_is_named_after_who_plays_and_only_for_them(here: Local) -> None:
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        seat = {"cookie": f"charidice_seat_{lena.table}={lena.token}"}
        mine, others = (web.get(f"/t/{lena.table}", headers=each).text for each in (seat, {}))
    assert "<title>Lena and Marko · Charidice</title>" in mine
    assert "<title>Table · Charidice</title>" in others


def test_a_host_may_allow_names(here: Local) -> None:
    with here.visitor() as web:
        lena = created(web, settings={**CALM, "preview_names": True})
        joined(lena, "Marko")
        found = preview(web, f"/t/{lena.table}")
    assert found["og:description"].startswith("At the table: Lena and Marko. ")


def test_a_public_address_counts_whatever_the_request_says(serve: Serve) -> None:
    there = serve(public_url="https://dice.example/")
    with there.visitor() as web:
        found = preview(web, "/", host="127.0.0.1")
    assert found["og:url"] == "https://dice.example/"
    assert found["og:image"] == f"https://dice.example{asset('previews/en.png')}"


def test_in_a_network_the_address_in_use_counts(here: Local) -> None:
    with here.visitor() as web:
        found = preview(web, "/", host="192.0.2.7:8000")
    assert found["og:url"] == "http://192.0.2.7:8000/"
