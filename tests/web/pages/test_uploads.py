"""Uploaded games: kept under a secret link, shown to whoever has it, deleted by who brought it."""

import asyncio
import json
import re
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.support import Local, Visitor, page_of

from charidice.records import from_json, from_text, parse, to_json
from charidice.tables.hosting.ports import Upload
from charidice.tables.hosting.retention import UPLOAD_DAYS
from charidice.web.config import Caps, Judging
from charidice.web.edge.sizes import MOST_UPLOAD_BYTES
from charidice.web.ops.judges import Judges
from charidice.web.uploaded_games import UploadError, read_upload, stored

PLAYED = Path(__file__).parents[2] / "playthroughs" / "two-players-checked-by-hand.txt"
TEXT = PLAYED.read_text("utf-8")
JSON = to_json(from_text(TEXT))
NAMES = from_text(TEXT).players
DAY = 86_400.0


def send(web: httpx.Client, content: str | bytes, **fields: str) -> httpx.Response:
    return web.post("/review", files={"file": ("game.json", content)}, data=fields)


def uploaded(web: httpx.Client, content: str = JSON, **fields: str) -> str:
    """The path of a game that was just uploaded."""
    answer = send(web, content, **fields)
    assert answer.status_code == 303, answer.text
    path = answer.headers["location"]
    assert re.fullmatch(r"/r/[A-Za-z0-9_-]{22}", path)  # 128 bits
    return str(path)


def kept(here: Local) -> int:
    """How many games this server keeps."""
    engine = here.app.state.services.host._store._engine
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM uploads").scalar_one())


@pytest.mark.parametrize("content", [JSON, TEXT, "\ufeff" + JSON, TEXT.replace("\n", "\r\n")])
def test_a_game_is_shown_with_its_result(visitor: Visitor, content: str) -> None:
    text = page_of(visitor.web.get(uploaded(visitor.web, content, names="on"))).text
    assert all(name in text for name in NAMES)
    totals = json.loads(JSON)["totals"]
    assert all(str(total) in text for total in totals)
    assert "wins the game" in text


def test_a_record_can_be_pasted_as_well(visitor: Visitor) -> None:
    for encoding in ({"data": {"text": TEXT}}, {"files": {"text": (None, TEXT)}}):
        arguments: dict[str, Any] = encoding
        assert visitor.web.post("/review", **arguments).status_code == 303


def test_names_are_stored_only_if_that_is_wished(visitor: Visitor, here: Local) -> None:
    path = uploaded(visitor.web)
    page = page_of(visitor.web.get(path))
    assert not [name for name in NAMES if name in page.text]
    assert "Player 2" in page.text
    german = page_of(visitor.web.get(path, headers={"accept-language": "de"})).text
    assert "Person 2" in german
    record = visitor.web.get(f"{path}/record").text
    assert from_json(record).actions == from_json(JSON).actions
    assert not [name for name in NAMES if name in record]
    engine = here.app.state.services.host._store._engine
    with engine.connect() as connection:
        name = path.removeprefix("/r/")
        query = "SELECT data FROM uploads WHERE name = ?"
        data = connection.exec_driver_sql(query, (name,)).scalar_one()
    assert not [name for name in NAMES if name in data]


def test_the_record_comes_back_as_it_was(visitor: Visitor) -> None:
    answer = visitor.web.get(uploaded(visitor.web, TEXT, names="on") + "/record")
    assert answer.text == JSON
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"


def test_a_game_that_was_not_finished_is_shown_as_it_stands(visitor: Visitor) -> None:
    document = json.loads(JSON)
    document["actions"], document["totals"] = document["actions"][:9], None
    text = page_of(visitor.web.get(uploaded(visitor.web, json.dumps(document)))).text
    assert "not played to its end" in text


def test_an_uploaded_game_has_a_review_and_an_unfinished_one_says_why_not(visitor: Visitor) -> None:
    path = uploaded(visitor.web)
    assert f'href="{path}/review"' in visitor.web.get(path).text
    text = ""
    for _ in range(60):  # while it is judged, the page says how far it is
        answer = visitor.web.get(f"{path}/review")
        assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        text = page_of(answer).text
        if "Your best move" in text or "best move" in text.lower():
            break
        time.sleep(0.5)
    assert "Player 1" in text
    assert not [name for name in NAMES if name in text]
    assert visitor.web.get(f"{path}/review?step=1").status_code == 200
    lines = TEXT.splitlines()
    begun = lines[: next(n for n, line in enumerate(lines) if line.startswith("# Round 2"))]
    actions = [line for line in begun if re.match("rolled|keep|pass|ask|score", line)]
    path = uploaded(visitor.web, "\n".join([*begun, f"end: {len(actions)}"]))
    assert "/review" not in visitor.web.get(path).text.split("<main")[1].split("doors")[0]
    assert visitor.web.get(f"{path}/review").status_code == 409


def test_no_search_engine_and_no_other_site_hears_of_the_link(visitor: Visitor) -> None:
    answer = visitor.web.get(uploaded(visitor.web))
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    page = page_of(answer)
    assert ("meta", {"name": "robots", "content": "noindex, nofollow"}) in page.tags
    assert not [a for tag, a in page.tags if tag == "meta" and "property" in a]  # no preview


# Deleting


def test_whoever_uploaded_it_can_delete_it_and_nobody_else(
    visitor: Visitor, other: Visitor
) -> None:
    path = uploaded(visitor.web)
    assert "Delete this game" in visitor.web.get(path).text
    assert "Delete this game" not in other.web.get(path).text
    answer = other.web.post(f"{path}/delete")
    assert "Only the browser that uploaded" in page_of(answer, 403).text
    forged = {"cookie": f"charidice_upload_{path.removeprefix('/r/')}={'A' * 24}"}
    assert other.web.post(f"{path}/delete", headers=forged).status_code == 403
    assert "deleted" in page_of(visitor.web.post(f"{path}/delete")).text
    assert not visitor.web.cookies
    for gone in (path, f"{path}/record"):
        assert "no game under this link" in page_of(other.web.get(gone), 404).text
    assert visitor.web.post(f"{path}/delete").status_code == 404


def test_the_token_of_one_game_is_none_of_another(visitor: Visitor, other: Visitor) -> None:
    mine, yours = uploaded(visitor.web), uploaded(other.web)
    token = visitor.web.cookies[f"charidice_upload_{mine.removeprefix('/r/')}"]
    forged = {"cookie": f"charidice_upload_{yours.removeprefix('/r/')}={token}"}
    assert visitor.web.post(f"{yours}/delete", headers=forged).status_code == 403


def test_being_forgotten_deletes_what_was_uploaded(visitor: Visitor, other: Visitor) -> None:
    mine, yours = uploaded(visitor.web, names="on"), uploaded(other.web)
    assert visitor.web.post("/forget").status_code == 200
    assert not visitor.web.cookies
    assert other.web.get(mine).status_code == 404
    assert other.web.get(yours).status_code == 200


def test_a_browser_remembers_only_so_many_uploads(visitor: Visitor) -> None:
    names = [f"{number:022}" for number in range(20)]
    cookies = "; ".join(f"charidice_upload_{name}={'A' * 24}" for name in names)
    answer = visitor.web.post("/review", data={"text": TEXT}, headers={"cookie": cookies})
    dropped = [c for c in answer.headers.get_list("set-cookie") if "Max-Age=0" in c]
    assert [cookie.split("=")[0] for cookie in dropped] == [f"charidice_upload_{names[0]}"]


def test_after_30_days_nobody_sees_it(here: Local, visitor: Visitor) -> None:
    uploads, path = here.app.state.services.host.uploads, uploaded(visitor.web)

    def do(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, here.loop).result(10)

    data = do(uploads.find(path.removeprefix("/r/"))).data
    for seconds, status in ((60, 200), (-60, 404)):
        name = f"{status}".rjust(22, "x")
        do(uploads.keep(Upload(name, time.time() - UPLOAD_DAYS * DAY + seconds, data), 10_000))
        assert visitor.web.get(f"/r/{name}").status_code == status


# What is no game


def nested(depth: int) -> str:
    return "[" * depth


BAD: dict[str, tuple[str | bytes, str]] = {
    "not JSON": ("{hello", "Line 1: This is not valid JSON"),
    "truncated JSON": (JSON[: len(JSON) // 2], "This is not valid JSON"),
    "truncated text": (TEXT[: TEXT.index("end:")], "The record ends too early"),
    "deeply nested": ('{"a":' + nested(100_000), "This is not valid JSON"),
    "an illegal move": (
        JSON.replace('"score', '"score 0 1 2 3 4 5", "score', 1),
        "is not possible",
    ),
    "another game": ('{"game": "chess", "moves": ["e4"]}', "not a Charidice record"),
    "another text": ("1. e4 e5 2. Nf3 Nc6", "not a Charidice record"),
    "a wrong total": (TEXT.replace("totals: ", "totals: 1"), "The record says the totals are"),
    "a lone half of a character": (
        '{"format": "charidice-record", "version": "\\ud800"}',
        "only versions up to",
    ),
    "a giant number": ('{"format": ' + "9" * 20_000 + "}", "This is not valid JSON"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xfe" * 50, "not a text"),
    "nothing": ("", "nothing to read yet"),
    "only spaces": (" \r\n \t", "nothing to read yet"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_game_is_refused_with_a_reason_and_nothing_is_kept(
    visitor: Visitor, here: Local, name: str
) -> None:
    content, reason = BAD[name]
    before = kept(here)
    page = page_of(send(visitor.web, content), 422)
    assert reason in page.text
    assert "nothing was kept" in page.text
    assert kept(here) == before
    assert not visitor.web.cookies
    assert set(page.values("back")) == {"/review"}  # the language can still be changed


def test_an_illegal_move_is_named_with_its_line(visitor: Visitor) -> None:
    lines = TEXT.splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("score"))
    lines[number] = "score 0 1 2 3 4 5"
    page = page_of(send(visitor.web, "\n".join(lines)), 422)
    assert f"Line {number + 1}: “score 0 1 2 3 4 5” is not possible here" in page.text


def test_what_is_too_large_is_refused_before_it_is_read(visitor: Visitor, here: Local) -> None:
    before = kept(here)
    for size in (MOST_UPLOAD_BYTES + 1, 2_000_000):
        answer = send(visitor.web, "x" * size)
        assert f"at most {MOST_UPLOAD_BYTES} bytes" in page_of(answer, 413).text
    assert kept(here) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--x\r\n" * 9_000),
        ("multipart/form-data; boundary=x", b"--x\r\ncontent-disposition: form-data\r\n\r\na"),
        ("multipart/form-data; boundary=x; charset=utf-7", b"--x--"),
        ("application/x-www-form-urlencoded", b"&".join([b"text=%ff"] * 9_000)),
        ("application/x-www-form-urlencoded; charset=nonsense", b"text=a"),
        ("text/plain", JSON.encode()),
        ("", b"\0" * 1_000),
        ("\xff", b"a=b"),
    ],
)
def test_a_strange_form_is_refused_kindly(visitor: Visitor, kind: str, body: bytes) -> None:
    headers = {b"content-type": kind.encode("latin-1")}
    answer = visitor.web.post("/review", content=body, headers=headers)
    assert "nothing was kept" in page_of(answer, 422).text


@pytest.mark.parametrize("name", ["x", "x" * 21, "x" * 23, "%00" * 22, "é" * 22, "..%2f..%2fx"])
def test_a_strange_link_leads_to_no_game(visitor: Visitor, name: str) -> None:
    for path in (f"/r/{name}", f"/r/{name}/record"):
        assert visitor.web.get(path).status_code == 404
    assert visitor.web.post(f"/r/{name}/delete").status_code == 404


# Limits


def test_an_address_uploads_only_so_many_games_and_bad_ones_do_not_count(serve: Serve) -> None:
    there = serve(rate=1000.0, caps=Caps(uploads_per_hour=2))
    with there.visitor() as web:
        for _ in range(3):
            assert send(web, "no game").status_code == 422
        uploaded(web)
        uploaded(web)
        answer = send(web, JSON)
        assert "Too many games were uploaded" in page_of(answer, 429).text
        assert answer.headers["retry-after"] == "60"


def test_a_server_keeps_only_so_many_games(serve: Serve) -> None:
    with serve(caps=Caps(uploads=1)).visitor() as web:
        path = uploaded(web)
        answer = send(web, JSON)
        assert "as many uploaded games" in page_of(answer, 503).text
        assert answer.headers["retry-after"] == "86400"
        assert web.post(f"{path}/delete").status_code == 200
        uploaded(web)


def test_a_busy_pool_says_so_and_when_to_come_again(
    here: Local, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Judges(Judging(processes=1, waiting=0))
    monkeypatch.setattr(here.app.state.services.judges, "_judging", full._judging)
    answer = send(visitor.web, JSON)
    assert "Too many games are being looked at" in page_of(answer, 503).text
    assert answer.headers["retry-after"] == "5"


def test_games_are_read_in_another_process_alone(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_args: object) -> None:
        raise AssertionError

    path = uploaded(visitor.web)
    for name in ("parse", "from_json", "replay"):
        monkeypatch.setattr(f"charidice.web.uploaded_games.{name}", never)
    uploaded(visitor.web)
    assert visitor.web.get(path).status_code == 200


# As functions


def test_what_is_stored_reads_back_as_the_same_game() -> None:
    data = read_upload("application/x-www-form-urlencoded", form(text=TEXT, names="on"))
    assert stored(data).record == parse(TEXT)
    assert stored(data).named
    assert not stored(read_upload("application/x-www-form-urlencoded", form(text=TEXT))).named


def test_nothing_chosen_has_a_code() -> None:
    with pytest.raises(UploadError) as caught:
        read_upload("application/x-www-form-urlencoded", b"")
    assert caught.value.code == "upload/empty"


def form(**fields: str) -> bytes:
    return urlencode(fields).encode()
