"""Nobody gets in by a trick, and nobody learns what is not theirs to know."""

import contextlib
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import (
    CALM,
    FORM,
    Local,
    Page,
    Player,
    Visitor,
    client,
    created,
    events_until,
    messages,
    play_to_the_end,
    two_at_a_table,
)

from charidice import web as package
from charidice.web.config import Caps, Config
from charidice.web.edge import sizes
from charidice.web.edge.limits import Limits
from charidice.web.edge.seat_tokens import Signer
from charidice.web.live import region_cache

EXPECTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def assert_guarded(answer: httpx.Response) -> None:
    """The headers that every answer has, once each."""
    for name, value in EXPECTED.items():
        assert answer.headers.get_list(name) == [value], name
    (policy,) = answer.headers.get_list("content-security-policy")
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["form-action"] == "'self'"
    assert rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers


# --- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/rules", 200),
        ("GET", "/about", 200),
        ("GET", "/nothing", 404),
        ("GET", "/t/nothing", 404),
        ("GET", "/play", 405),
        ("DELETE", "/", 405),
        ("OPTIONS", "/", 405),
        ("POST", "/play", 303),
        ("POST", "/preferences", 303),
        ("POST", "/forget", 200),
        ("POST", "/one-device", 409),
        ("GET", "/static/style.css", 200),
        ("GET", "/static/table.js?v=x", 200),
        ("GET", "/static/nothing.js", 404),
        ("POST", "/static/style.css", 405),
        ("GET", "/api/v1/openapi.json", 200),
        ("GET", "/api/v1/tables/AAAAAAAAAAAAAAAA", 404),
        ("POST", "/api/v1/tables", 422),
        ("PUT", "/api/v1/tables", 405),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/docs", 404),
    ],
)
def test_every_kind_of_answer_has_the_headers(
    here: Local, method: str, path: str, status: int
) -> None:
    with here.visitor() as web:
        answer = web.request(method, path)
    assert answer.status_code == status
    assert_guarded(answer)


def test_refusals_before_the_application_have_the_headers(here: Local) -> None:
    with here.visitor() as web:
        for headers, status in (
            ({"host": "evil.example"}, 421),
            ({"sec-fetch-site": "cross-site"}, 403),
            ({"content-type": "text/plain"}, 413),
        ):
            content = b"x" * (sizes.MOST_FORM_BYTES + 1) if status == 413 else b""
            answer = web.post("/play", headers=headers, content=content)
            assert answer.status_code == status
            assert_guarded(answer)


def test_streams_have_the_headers(here: Local) -> None:
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        for path in (f"/t/{lena.table}/stream", f"{lena.path}/events"):
            with web.stream("GET", path) as response:
                assert_guarded(response)
                assert response.headers["cache-control"] == "no-store"
                assert response.headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize("path", ["/t/AAAAAAAAAAAAAAAA", "/api/v1/tables/AAAAAAAAAAAAAAAA"])
def test_an_error_of_ours_tells_nothing_and_has_the_headers(
    here: Local, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    def broken(*_arguments: object) -> object:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(here.app.state.services.host, "current", broken)
    with here.visitor() as web:
        answer = web.get(path)
    assert answer.status_code == 500
    assert_guarded(answer)
    assert "secret" not in answer.text
    assert "RuntimeError" not in answer.text
    assert "Nothing is lost" in answer.text
    assert "a secret of the server" in caplog.text  # whoever runs it is told


def test_pages_with_seats_are_not_cached_and_files_are(here: Local) -> None:
    with here.visitor() as web:
        assert web.get("/").headers["cache-control"] == "no-store"
        assert web.get("/static/style.css").headers["cache-control"] == "no-cache"
        link = re.search(r"/static/\w{10}/style\.css", web.get("/").text)
        assert link
        assert "immutable" in web.get(link[0]).headers["cache-control"]


# --- what pages are made of ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(here: Local) -> dict[str, str]:
    """Every kind of page, by a word for it."""
    with here.visitor() as web, here.visitor() as stranger:
        lena, marko = two_at_a_table(web)
        web.cookies.set(f"charidice_seat_{lena.table}", lena.token)
        found = {path: web.get(path).text for path in ("/", "/rules", "/about", "/nothing")}
        found["rolling"] = web.get(f"/t/{lena.table}").text
        lena.play("roll")
        found["asked"] = web.get(f"/t/{lena.table}").text
        stranger.cookies.set(f"charidice_seat_{lena.table}", marko.token)
        found["asking"] = stranger.get(f"/t/{lena.table}").text
        marko.play("pass")
        found["choosing"] = web.get(f"/t/{lena.table}").text
        lena.play("score 0")
        found["scored"] = web.get(f"/t/{lena.table}").text
        found["replay"] = web.get(f"/t/{lena.table}/replay").text
        found["home"] = web.get("/").text
        found["back"] = web.get(f"/t/{lena.table}/back/{lena.token}").text
        stranger.cookies.clear()
        found["watching"] = stranger.get(f"/t/{lena.table}").text
        play_to_the_end([lena, marko])
        found["over"] = web.get(f"/t/{lena.table}").text
        lobby = created(web, bots=["casual"])
        web.cookies.set(f"charidice_seat_{lobby.table}", lobby.token)
        found["lobby"] = web.get(f"/t/{lobby.table}").text
        found["joining"] = stranger.get(f"/t/{lobby.table}").text
        found["refused"] = stranger.post("/play", data={"name": "x" * 31}).text
        found["forgotten"] = stranger.post("/forget").text
    return found


KINDS = [
    *("/", "/rules", "/about", "/nothing", "rolling", "asked", "asking", "choosing", "scored"),
    *("replay", "home", "back", "watching", "over", "lobby", "joining", "refused", "forgotten"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_has_scripts_or_styles_in_it(pages: dict[str, str], kind: str) -> None:
    assert set(pages) == {*KINDS}
    for tag, attributes in Page(pages[kind]).tags:  # Page refuses text in script and style
        assert not [name for name in attributes if name.startswith("on")], attributes
        assert "style" not in attributes, (tag, attributes)
        assert tag not in ("style", "iframe", "object", "embed", "base"), tag
        if tag == "script":
            assert re.match(r"/static/\w{10}/\w+\.js$", attributes["src"] or "")


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_loads_or_links_to_anything_elsewhere(pages: dict[str, str], kind: str) -> None:
    for tag, attributes in Page(pages[kind]).tags:
        for name in ("src", "href", "action", "data", "poster", "srcset", "formaction"):
            value = attributes.get(name)
            if value is not None:
                assert re.match(r"(/(?!/)|#)", value), (tag, name, value)
    for url in re.findall(r"https?://[^\s\"'<]+", pages[kind]):
        assert re.match(r"http://(127\.0\.0\.1|192\.|10\.|172\.)", url), url


def test_styles_and_scripts_load_nothing_from_elsewhere() -> None:
    for file in (Path(package.__file__).parent / "static").iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.findall(r"https?:|@import|//\w+\.\w+/", text), file.name
        assert not re.findall(r"\beval\(|innerHTML|outerHTML|insertAdjacent|Function\(", text)


# --- where requests come from --------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "nonsense"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},  # another port is another site
        {"origin": "http://127.0.0.1.evil.example"},
        {"origin": "http://["},
        {"origin": ""},
        {"origin": "https://evil.example", "sec-fetch-site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["/play", "/preferences", "/forget", "/api/v1/tables"])
def test_a_post_from_another_site_is_refused(
    here: Local, headers: dict[str, str], path: str
) -> None:
    with here.visitor() as web:
        answer = web.post(path, data={"name": "Lena"}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert "another site" in answer.text


def test_a_post_from_our_own_pages_is_welcome(here: Local) -> None:
    with here.visitor() as web:
        for headers in (
            {"sec-fetch-site": "same-origin", "origin": here.url},
            {"sec-fetch-site": "none"},
            {"origin": here.url},
            {},
        ):
            assert web.post("/preferences", headers=headers).status_code == 303


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example"),
        *("", "[", "x@127.0.0.1.nip.io", "127.0.0.1.nip.io:80", "0x7f.1", "ѐxample"),
    ],
)
def test_a_name_that_is_not_ours_is_refused(here: Local, host: str) -> None:
    with here.visitor() as web:
        for path in ("/", "/static/style.css", "/api/v1/openapi.json"):
            answer = web.get(path, headers=[(b"host", host.encode())])
            assert answer.status_code in (400, 421)
            assert "Play now" not in answer.text


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "LOCALHOST:99", "[::1]:8000", "10.0.0.7"]
)
def test_this_machine_and_plain_addresses_are_ours(here: Local, host: str) -> None:
    with here.visitor() as web:
        assert web.get("/", headers={"host": host}).status_code == 200


def test_the_public_name_is_ours_and_no_other(serve: Serve) -> None:
    there = serve(public_url="https://dice.example.org")
    with there.visitor() as web:
        assert web.get("/", headers={"host": "dice.example.org"}).status_code == 200
        assert web.get("/", headers={"host": "example.org"}).status_code == 421
        origin = {"host": "dice.example.org", "origin": "https://dice.example.org"}
        assert web.post("/preferences", headers=origin).status_code == 303
        origin["origin"] = "https://example.org"
        assert web.post("/preferences", headers=origin).status_code == 403


# --- seats ---------------------------------------------------------------------------------------


def forgeries(lena: Player, marko: Player, elsewhere: Player) -> Iterator[str]:
    number, signature = lena.token.split(".")
    yield from ("", "x", ".", "1.", f".{signature}", signature, lena.token[:-1], lena.token + "A")
    yield from (f"2.{signature}", f"01.{signature}", f"+1.{signature}", f"１.{signature}")
    yield from (
        f"1.{signature[::-1]}",
        f"1.{'A' * 24}",
        f"{number} .{signature}",
        f"-1.{signature}",
    )
    yield f"1.{marko.token.split('.')[1]}"
    yield elsewhere.token
    yield Signer(secrets.token_bytes(32)).token(lena.table, 1)
    yield Signer(b"").token(lena.table, 1)
    yield f"{'9' * 200}.{signature}"


def test_forged_tokens_open_nothing(here: Local) -> None:
    with here.visitor() as web, here.visitor() as thief:
        lena, marko = two_at_a_table(web)
        elsewhere = created(web)
        before = lena.state()
        for token in forgeries(lena, marko, elsewhere):
            if token in (lena.token, marko.token):
                continue
            header = [(b"authorization", b"Bearer " + token.encode() + b"!"[: not token])]
            wish = {"kind": "leave"}
            answer = thief.post(f"{lena.path}/commands", json=wish, headers=header)
            assert (answer.status_code, answer.json()["code"]) == (401, "web/wrong-token"), token
            cookie = [(b"cookie", f"charidice_seat_{lena.table}={token}".encode())]
            answer = thief.post(f"/t/{lena.table}/do", data={"do": "leave"}, headers=cookie)
            assert answer.status_code == 403, token
            if token and "/" not in token and len(token) < 100:
                assert thief.get(f"/t/{lena.table}/back/{token}").status_code in (403, 404)
                assert thief.post(f"/t/{lena.table}/back/{token}").status_code in (403, 404)
        assert lena.state() == before


def test_a_token_of_one_table_is_worth_nothing_at_another(here: Local) -> None:
    with here.visitor() as web:
        lena, other = created(web), created(web)
        assert lena.token != other.token
        thief = Player(web, other.table, lena.token)
        assert thief.command("leave").status_code == 401
        for path in ("commands", "rematch"):
            answer = web.post(f"{other.path}/{path}", json={"kind": "leave"}, headers=lena.auth)
            assert answer.status_code == 401


def test_whoever_was_removed_holds_no_seat_any_more(here: Local) -> None:
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        lena.command("remove", seat=1)
        assert marko.command("return").json()["code"] == "table/no-seat"
        assert web.get(f"/t/{lena.table}/back/{marko.token}").status_code == 403


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(visitor: Visitor) -> None:
    answers = [
        visitor.web.post("/play", data={"name": "Lena", "level": "casual"}),
        visitor.web.post("/preferences", data={"language": "de", "theme": "dark"}),
    ]
    cookies = [c for answer in answers for c in answer.headers.get_list("set-cookie")]
    assert len(cookies) == 4
    for cookie in cookies:
        parts = cookie.split("; ")
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {*parts}
        assert "Secure" not in parts
        assert not [part for part in parts if part.lower().startswith("domain")]


def test_behind_https_cookies_are_secure_and_browsers_stay_there(serve: Serve) -> None:
    there = serve(public_url="https://dice.example.org")
    with there.visitor(host="dice.example.org") as web:
        answer = web.post("/play", data={"name": "Lena", "level": "casual"})
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        for cookie in answer.headers.get_list("set-cookie"):
            assert "Secure" in cookie.split("; ")
        token = re.search(r"charidice_seat_[^;]+", answer.headers["set-cookie"])
        assert token
        page = web.get(answer.headers["location"], headers={"cookie": token[0]}).text
        assert "https://dice.example.org/t/" in page
        assert "http://" not in page


def test_the_token_of_a_seat_is_shown_to_nobody_else(here: Local) -> None:
    with here.visitor() as web, here.visitor() as marko_web, here.visitor() as stranger:
        lena, marko = two_at_a_table(web)
        marko_web.cookies.set(f"charidice_seat_{lena.table}", marko.token)
        lena.play("roll")
        last = lena.state()["version"]
        secret = lena.token.split(".")[1]
        seen = []
        for who in (marko_web, stranger):
            seen += [who.get(f"/t/{lena.table}{path}").text for path in ("", "/replay", "/record")]
            seen += [who.get(lena.path).text, who.get(f"{lena.path}/record").text]
            seen.append(str(events_until(who, lena.table, last)))
            with who.stream("GET", f"/t/{lena.table}/stream") as response:
                coming = messages(response)
                seen += [str(next(coming).data) for _ in range(2)]
            seen.append(who.get("/").text)
        assert not [text for text in seen if secret in text]
        assert any(marko.token in text for text in seen)  # one's own link is there
        assert secret not in web.get(lena.path, headers=lena.auth).text


def test_nobody_gets_a_page_that_was_made_for_another(here: Local) -> None:
    """Regions are kept once they are rendered; each viewer has their own."""
    with here.visitor() as web, here.visitor() as other, here.visitor() as stranger:
        lena, marko = two_at_a_table(web)
        web.cookies.set(f"charidice_seat_{lena.table}", lena.token)
        other.cookies.set(f"charidice_seat_{lena.table}", marko.token)
        texts = [w.get(f"/t/{lena.table}").text for w in (web, other, stranger, other, web)]
        assert [lena.token in text for text in texts] == [True, False, False, False, True]
        assert [marko.token in text for text in texts] == [False, True, False, True, False]


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


# --- dice ----------------------------------------------------------------------------------------


def test_nobody_knows_a_roll_before_it_is_rolled(here: Local) -> None:
    """What a client gets before a roll does not depend on the roll: no seed, no numbers."""
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        state = lena.state()
        assert state["game"]["dice"] == []
        told = [m.data for m in events_until(web, lena.table, state["version"])]
        assert [event["kind"] for event in told] == ["created", "sat", "sat", "begun"]
        record = web.get(f"{lena.path}/record").json()
        assert (record["source"], record["actions"]) == ({"kind": "server"}, [])
        for text in (str(state), str(told), web.get(f"/t/{lena.table}").text):
            assert "seed" not in text.lower()
            assert "rolled" not in text
        lena.play("roll")
        marko.play("pass")
        before = lena.state()
        lena.play("keep 0 1 2")
        after = lena.state()["game"]["dice"]
        assert after[:3] == before["game"]["dice"][:3]
        actions = [
            action
            for m in events_until(web, lena.table, before["version"])
            if m.data["kind"] == "acted"
            for action in m.data["actions"]
        ]
        assert [action.split()[0] for action in actions] == ["rolled", "pass"]


def test_taking_back_does_not_show_what_comes_next(here: Local) -> None:
    """The same position gives other dice each time, so nothing can be tried out."""
    with here.visitor() as web:
        seen = set()
        for _ in range(12):
            lena, _marko = two_at_a_table(web)
            lena.play("roll")
            seen.add(tuple(lena.state()["game"]["dice"]))
    assert len(seen) > 8


# --- names ---------------------------------------------------------------------------------------

PAYLOADS = [
    *("<script>alert(1)</script>", "<img src=x onerror=a()>", '"><svg onload=a()>'),
    *("' onmouseover='a()", "{{7*7}}", "{name.__class__}", "%s%n", "</title><b>", "&lt;b&gt;"),
    *("javascript:a()", "`${a}`", "a|b", "<!--", "]]>", "\\u003cb\\u003e"),
]


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_name_is_only_ever_a_text(visitor: Visitor, other: Visitor, name: str) -> None:
    other.table = visitor.start("/one-device", player=[name, "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    visitor.done("end")
    for web in (visitor.web, other.web):
        for path in (visitor.table, f"{visitor.table}/replay", "/"):
            page = Page(web.get(path).text)
            assert_harmless(page)
            if path != "/":
                assert name in page.text
    with other.web.stream("GET", f"{visitor.table}/stream") as response:
        coming = messages(response)
        next(coming)
        for html in next(coming).data["regions"].values():
            assert_harmless(Page(html))
    visitor.start("/invite", name=name)
    assert_harmless(visitor.look())
    assert visitor.web.cookies["charidice_name"].isascii()
    assert page_values(visitor, "name")[0] == name


def page_values(visitor: Visitor, field: str) -> list[str]:
    return Page(visitor.web.get("/").text).values(field)


def assert_harmless(page: Page) -> None:
    for tag, attributes in page.tags:
        assert tag not in ("img", "b&gt;") or "src" not in attributes
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert not str(attributes.get("href", "")).startswith("javascript")
        if tag == "script":
            assert str(attributes["src"]).startswith("/static/")
    assert "49" not in page.text.replace("Charidice", "").split()


@pytest.mark.parametrize(
    "name",
    [
        *("a\u202eb", "\u2066a", "\u200b", "a\u200db", "\u00ad", "\ufeff", "\u3164", "\u2800"),
        *(
            "a\x00b",
            "a\nb",
            "a\r\nSet-Cookie: x=1",
            "\x1b[31m",
            "\ufe0f",
            "\U000e0100",
            "\U000e0041",
        ),
        *("x" * 31, "\u034f", "\u2028", "\ue000", "\ufffe", "\u00a0", "\u3000"),
    ],
)
def test_a_name_that_cannot_be_seen_as_it_is_is_refused(
    visitor: Visitor, other: Visitor, name: str
) -> None:
    assert visitor.web.post("/play", data={"name": f"a{name}b"}).status_code == 422
    answer = visitor.web.post("/one-device", data={"player": [f"a{name}b", "Marko"]})
    assert answer.status_code == 422
    answer = visitor.web.post("/api/v1/tables", json={"name": name})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    assert other.web.post("/invite", data={"name": f"a{name}"}).status_code in (303, 422)


def test_a_name_of_thirty_letters_of_any_script_is_welcome(visitor: Visitor) -> None:
    for name in ("Ж" * 30, "Ayşe Gül", "李小龍", "O’Neill", "שרה", "Zoë 🎲", "a" * 30):
        visitor.start("/play", name=name)
        assert name in visitor.look().text
        assert page_values(visitor, "name")[0] == name


# --- redirects and headers made of what visitors send ---------------------------------------------


@pytest.mark.parametrize(
    "back",
    [
        *("//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example"),
        *("javascript:alert(1)", "evil.example", "", "/\t/evil.example", "/\r\nSet-Cookie: x=1"),
        *("\n//evil.example", " //evil.example", "http:evil.example", "/\x00/evil.example"),
    ],
)
def test_preferences_lead_to_our_own_pages_only(visitor: Visitor, back: str) -> None:
    answer = visitor.web.post("/preferences", data={"back": back, "language": "de"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert "x" not in visitor.web.cookies


def test_preferences_lead_back_to_where_one_was(visitor: Visitor) -> None:
    for back in ("/", "/rules", "/t/AAAAAAAAAAAAAAAA/replay?step=3", "/t/%C3%A9"):
        answer = visitor.web.post("/preferences", data={"back": back})
        assert answer.headers["location"] == back


def test_no_header_can_be_made_of_a_path_or_a_cookie(visitor: Visitor) -> None:
    evil = "%0d%0aSet-Cookie:%20x=1"
    for path in (f"/t/{evil}", f"/t/{evil}/record", f"/{evil}", f"/t/{evil}/back/{evil}"):
        answer = visitor.web.get(path)
        assert answer.status_code in (403, 404)
        assert "set-cookie" not in answer.headers
    visitor.start("/one-device", player=['"; filename="evil.exe', "x\\y"])
    answer = visitor.web.get(f"{visitor.table}/record")
    table = visitor.table.removeprefix("/t/")
    expected = f'attachment; filename="charidice-{table[:8]}.json"'
    assert answer.headers["content-disposition"] == expected
    assert answer.headers["content-type"] == "application/json"


# --- how much one may ask for --------------------------------------------------------------------


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


def test_what_was_rendered_for_strangers_does_not_pile_up(here: Local) -> None:
    """Everybody can ask under any address, and each is a page of its own."""
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        for number in range(250):
            assert web.get(f"/t/{lena.table}", headers={"host": f"10.0.0.{number}"}).is_success
        cached = here.app.state.services.host._cache[lena.table]
        assert cached not in region_cache._CACHES


# --- behind a proxy ------------------------------------------------------------------------------


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
        text = web.get(f"/t/{lobby.table}", headers=headers).text
    assert (f"https://10.0.0.7/t/{lobby.table}" in text) == (trusted == "127.0.0.1")
    assert (f"http://10.0.0.7/t/{lobby.table}" in text) == (trusted != "127.0.0.1")


def test_a_forwarded_host_is_never_believed(serve: Serve) -> None:
    there = serve(public_url="https://dice.example.org", trusted="127.0.0.1")
    with there.visitor(host="dice.example.org") as web:
        lobby = created(web)
        headers = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
        text = web.get(f"/t/{lobby.table}", headers=headers).text
    assert "evil" not in text
    assert f"https://dice.example.org/t/{lobby.table}" in text


def test_a_config_knows_its_names() -> None:
    config = Config(host="0.0.0.0", port=8001, lan_address="192.168.0.5")  # noqa: S104
    assert config.base == "http://127.0.0.1:8001"
    assert config.for_friends == "http://192.168.0.5:8001"
    assert not config.only_here
    assert Config().only_here
    assert Config(host="::", lan_address="fe80::1").for_friends == "http://[fe80::1]:8000"
    assert Config(public_url="https://x.org/").base == "https://x.org"
    assert Config(public_url="https://x.org").secure


def test_a_form_is_no_way_round_the_sign_of_the_host(here: Local) -> None:
    """Content types that a foreign form could send do not reach the API as JSON."""
    with client(here.url) as web:
        for kind in ("text/plain", FORM["content-type"], "multipart/form-data; boundary=x"):
            answer = web.post(
                "/api/v1/tables", content=b'{"name": "Lena"}', headers={"content-type": kind}
            )
            assert answer.status_code == 422


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
