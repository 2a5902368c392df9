"""Which answers are compressed, which never are, and that nothing else about them changes."""

import gzip
import re

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import Local, Player, created, messages, two_at_a_table

from charidice.web.edge.compression import accepts_gzip, compressed_once
from charidice.web.edge.limits import Limits
from charidice.web.edge.static_files import STATIC, asset

FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
SHEET = "css/dice.css"
OPENAPI = "/api/v1/openapi.json"


def raw(
    web: httpx.Client, path: str, encoding: str | None = "gzip", **headers: str
) -> httpx.Response:
    """An answer with its body as it came over the wire in `content`."""
    asked = httpx.Headers({name.replace("_", "-"): value for name, value in headers.items()})
    if encoding is not None:
        asked["accept-encoding"] = encoding
    request = web.build_request(asked.pop("method", "GET"), path, headers=asked)
    if encoding is None:
        del request.headers["accept-encoding"]
    answer = web.send(request, stream=True)
    body = b"".join(answer.iter_raw())
    kept = [pair for pair in answer.headers.multi_items() if pair[0] != "content-encoding"]
    encoded = answer.headers.get("content-encoding", "")
    plain = httpx.Response(answer.status_code, headers=kept, content=body, request=request)
    plain.headers["x-encoded"] = encoded
    answer.close()
    return plain


def is_compressed(answer: httpx.Response) -> bool:
    """Whether it says that it is compressed, and is."""
    if answer.headers["x-encoded"] == "gzip":
        assert gzip.decompress(answer.content)
        assert int(answer.headers["content-length"]) == len(answer.content)
        assert "Accept-Encoding" in answer.headers["vary"]
        return True
    assert answer.headers["x-encoded"] == ""
    assert not answer.content.startswith(b"\x1f\x8b")
    return False


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        (b"gzip", True),
        (b"gzip, deflate, br, zstd", True),
        (b"deflate, GZIP", True),
        (b"x-gzip", True),
        (b"gzip;q=0.5", True),
        (b"gzip; q=1", True),
        (b"br;q=1.0, gzip;q=0.001", True),
        (b"gzip;q=0", False),
        (b"gzip; q=0.000", False),
        (b"identity", False),
        (b"br", False),
        (b"gzippy", False),
        (b"", False),
    ],
)
def test_whoever_cannot_read_gzip_does_not_get_it(header: bytes, accepted: bool) -> None:
    assert accepts_gzip({"headers": [(b"accept-encoding", header)]}) is accepted
    assert not accepts_gzip({"headers": []})


def test_what_does_not_get_smaller_stays_as_it_is() -> None:
    assert compressed_once(b"short") is None
    assert gzip.decompress(compressed_once(b"long " * 1000) or b"") == b"long " * 1000


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_the_same_compressed_and_plain(here: Local, name: str) -> None:
    path, content = asset(name), (STATIC / name).read_bytes()
    with here.visitor() as web:
        small, plain = raw(web, path), raw(web, path, None)
    assert is_compressed(small) is (len(small.content) < len(content))
    assert (gzip.decompress(small.content) if is_compressed(small) else small.content) == content
    assert plain.content == content
    assert not is_compressed(plain)
    for header in ("content-type", "cache-control", "last-modified", "vary"):
        assert small.headers[header] == plain.headers[header], header
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["vary"] == "Accept-Encoding"


def test_all_but_the_smallest_files_are_compressed(here: Local) -> None:
    with here.visitor() as web:
        texts = [name for name in FILES if not name.endswith((".woff2", ".png"))]  # small already
        sizes = {name: len(raw(web, asset(name)).content) for name in texts}
    whole = sum((STATIC / name).stat().st_size for name in texts)
    assert sum(sizes.values()) < whole / 2


def test_a_file_that_is_known_is_not_sent_again_in_either_form(here: Local) -> None:
    with here.visitor() as web:
        tags = {}
        for encoding in ("gzip", None):
            first = raw(web, asset(SHEET), encoding)
            tags[encoding] = first.headers["etag"]
            again = raw(web, asset(SHEET), encoding, if_none_match=first.headers["etag"])
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == first.headers["etag"]
            assert again.headers["vary"] == "Accept-Encoding"
            since = first.headers["last-modified"]
            later = raw(web, asset(SHEET), encoding, if_modified_since=since)
            assert later.status_code == 304
            changed = raw(web, asset(SHEET), encoding, if_none_match='"another"')
            assert changed.status_code == 200
        assert tags["gzip"] != tags[None]  # other bytes, so another tag
        held = raw(web, asset(SHEET), None, if_none_match=tags["gzip"])
        assert held.status_code == 200  # who cannot read gzip does not hold that


def test_a_piece_of_a_file_is_a_piece_of_the_plain_one(here: Local) -> None:
    content = (STATIC / SHEET).read_bytes()
    with here.visitor() as web:
        piece = raw(web, asset(SHEET), "gzip", range="bytes=10-19")
        assert (piece.status_code, piece.content) == (206, content[10:20])
        assert piece.headers["content-range"] == f"bytes 10-19/{len(content)}"
        assert not is_compressed(piece)
        tag = raw(web, asset(SHEET), "gzip").headers["etag"]
        mixed = raw(web, asset(SHEET), "gzip", range="bytes=10-19", if_range=tag)
        assert (mixed.status_code, mixed.content) == (200, content)  # never pieces of two forms


@pytest.mark.parametrize("path", ["/rules", OPENAPI, f"/static/{SHEET}"])
@pytest.mark.parametrize("encoding", ["gzip", None])
def test_a_head_says_what_a_get_would(here: Local, path: str, encoding: str | None) -> None:
    with here.visitor() as web:
        whole, head = raw(web, path, encoding), raw(web, path, encoding, method="HEAD")
    assert head.content == b""
    for header in ("content-length", "x-encoded", "vary", "content-type"):
        assert head.headers[header] == whole.headers[header], header


# --- pages and JSON ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/rules", "/about", "/nothing", OPENAPI])
def test_pages_without_secrets_are_compressed(here: Local, path: str) -> None:
    with here.visitor() as web:
        small, plain = raw(web, path), raw(web, path, None)
    assert is_compressed(small)
    assert not is_compressed(plain)
    if path != "/":  # which has other dice every time
        assert gzip.decompress(small.content) == plain.content
    assert small.status_code == plain.status_code
    assert small.headers["vary"] == plain.headers["vary"]
    assert small.headers.get_list("vary") == [small.headers["vary"]]
    assert small.headers["vary"].count("Accept-Encoding") == 1


def seated(player: Player) -> str:
    return f"charidice_seat_{player.table}={player.token}"


def test_an_answer_that_holds_a_token_or_follows_from_one_is_not_compressed(here: Local) -> None:
    with here.visitor() as web, here.visitor() as maker:
        lena, _marko = two_at_a_table(maker)
        table = f"/t/{lena.table}"
        for path in (table, "/", f"{table}/replay"):
            assert is_compressed(raw(web, path))
            answer = raw(web, path, cookie=seated(lena))
            assert len(answer.content) > 3000
            assert not is_compressed(answer), path
        assert lena.token in raw(web, table, cookie=seated(lena)).text  # so there is a reason
        assert not is_compressed(raw(web, f"{table}/back/{lena.token}"))
        assert not is_compressed(raw(web, lena.path, authorization=f"Bearer {lena.token}"))
        assert is_compressed(raw(web, "/rules", cookie=seated(lena)))  # the same for everybody


@pytest.mark.parametrize(
    ("cookie", "compressed"),
    [
        ("charidice_language=de; charidice_theme=dark", True),
        ("charidice_name=Lena", False),
        ("charidice_language=de; charidice_name=Lena", False),
        ("something=else", False),
    ],
)
def test_a_page_that_shows_who_one_is_is_not_compressed(
    here: Local, cookie: str, compressed: bool
) -> None:
    with here.visitor() as web:
        assert is_compressed(raw(web, "/", cookie=cookie)) is compressed


def test_small_answers_moves_and_streams_are_not_compressed(here: Local) -> None:
    with here.visitor(**{"accept-encoding": "gzip"}) as web:
        lena = created(web)
        assert "content-encoding" not in lena.command("begin", first=0).headers
        assert "content-encoding" not in web.get("/healthz").headers
        long = web.post("/play", data={"name": "x" * 31})
        assert (long.status_code, len(long.content) > 3000) == (422, True)
        assert "content-encoding" not in long.headers
        for path in (f"/t/{lena.table}/stream", f"{lena.path}/events"):
            with web.stream("GET", path) as stream:
                assert stream.headers["content-type"].startswith("text/event-stream")
                assert "content-encoding" not in stream.headers
                assert next(messages(stream)).data


def test_a_header_about_encodings_has_a_length(here: Local) -> None:
    with here.visitor() as web:
        assert raw(web, "/rules", ",gzip" * 50).status_code == 200
        assert raw(web, "/rules", ",gzip" * 60).status_code == 431


# --- how many files one may ask for --------------------------------------------------------------


def test_a_class_behind_one_address_gets_all_files_of_its_pages() -> None:
    limits = Limits(30.0, b"key", lambda: 0.0)
    scripts = [name for name in FILES if name.startswith("js/")]
    of_a_page = len(scripts) + 6  # style sheets, fonts and an icon
    assert all(limits.allows_file("school") for _ in range(25 * of_a_page))
    assert not all(limits.allows_file("school") for _ in range(1000))
    assert limits.allows("school")  # pages are counted apart
    assert all(Limits(0.0, b"key", lambda: 0.0).allows_file("a") for _ in range(10_000))


def test_files_do_not_count_as_pages(serve: Serve) -> None:
    there = serve(rate=2.0)
    with there.visitor() as web:
        links = re.findall(r'(?:href|src)="(/static/[^"]+)"', web.get("/").text)
        assert len(links) >= 7
        assert {web.get(link).status_code for link in links} == {200}
        statuses = [web.get(links[0]).status_code for _ in range(200)]
        assert 429 in statuses
        assert web.get("/rules").status_code == 200
