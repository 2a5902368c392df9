"""Whatever strangers send, each parser gives a value or a refusal with a code, and nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import OTHER_DICE, random_record
from tests.web.hostile.support import (
    BRIEFLY,
    FEW,
    LENGTHS,
    MANY,
    Answer,
    asked,
    bytes_like,
    sent,
    texts_like,
)
from tests.web.support import FORM, Local, Page, Player, client, two_at_a_table

from charidice.locale import accepted, explain, languages
from charidice.records import (
    Record,
    RecordError,
    SeededSource,
    ServerSource,
    from_json,
    from_text,
    parse,
    to_json,
    to_text,
)
from charidice.rules import Rules, RulesError, parse_action
from charidice.web.config import Config
from charidice.web.edge.seat_tokens import Signer, cookie_of, tables_of

# --- records -------------------------------------------------------------------------------------

RECORDS = [
    random_record(2, 5, Rules(rounds=1)),
    random_record(4, 6, dice=OTHER_DICE, most_actions=9),
    Record(("Lena", "Ayşe"), rules=Rules(rounds=3, rolls=2), source=SeededSource("a seed")),
    Record(("Lena", "Marko"), source=ServerSource()),
]
VERSION_1 = Path(__file__).parent.parent.parent / "records" / "version1"


def of_version_1(form: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(VERSION_1.glob(f"*.{form}"))]


def read(text: str) -> None:
    """Read a record: it is whole and legal, or refused with a line that is there and a sentence."""
    try:
        record = parse(text)
    except RecordError as error:
        refusal = error
    else:
        assert from_json(to_json(record)) == from_text(to_text(record)) == record
        return
    assert 1 <= refusal.line <= len(text.splitlines()) + 1
    assert explain(refusal).isprintable()


@MANY
@given(texts_like(*map(to_json, RECORDS), *of_version_1("json")))
def test_a_changed_record_as_json_is_read_or_refused(text: str) -> None:
    read(text)


@MANY
@given(texts_like(*map(to_text, RECORDS), *of_version_1("txt")))
def test_a_changed_record_as_text_is_read_or_refused(text: str) -> None:
    read(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@FEW
@given(st.dictionaries(st.sampled_from([*json.loads(to_json(RECORDS[0]))]), anything, max_size=3))
def test_a_record_with_any_values_is_read_or_refused(values: dict[str, object]) -> None:
    read(json.dumps({**json.loads(to_json(RECORDS[0])), **values}))


@FEW
@given(st.dictionaries(st.sampled_from([*Rules.__dataclass_fields__]), anything, max_size=3))
def test_a_record_with_any_rules_is_read_or_refused(rules: dict[str, object]) -> None:
    read(json.dumps({**json.loads(to_json(RECORDS[0])), "rules": rules}))


# --- actions -------------------------------------------------------------------------------------

ACTIONS = ["keep 0 3", "keep none", "score 0 1 2 3 4 5", "rolled 1 6 6 4 3 2", "ask", "pass"]


@MANY
@given(texts_like(*ACTIONS))
def test_a_changed_action_is_read_or_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except RulesError as error:
        refusal = error
    else:
        assert parse_action(str(action)) == action
        return
    assert explain(refusal).isprintable()


# --- tokens and cookies --------------------------------------------------------------------------

SIGNER = Signer(b"a key of the server")
TABLE, OTHER = "AbCdEfGhIjKlMnO_", "AbCdEfGhIjKlMnO-"
TOKENS = [SIGNER.token(TABLE, holder) for holder in (1, 2, 999_999)]


@MANY
@given(texts_like(*TOKENS), st.sampled_from([TABLE, OTHER]))
def test_a_changed_token_is_for_no_seat(text: str, table: str) -> None:
    """Only the very token of this table is good; swapping a piece with itself leaves it so."""
    expected = TOKENS.index(text) if table == TABLE and text in TOKENS else None
    assert SIGNER.holder(table, text) == (None if expected is None else (1, 2, 999_999)[expected])


@FEW
@given(st.dictionaries(texts_like(cookie_of(TABLE), "charidice_name", cookie_of("")), st.text()))
def test_only_names_of_tables_are_found_among_cookies(cookies: dict[str, str]) -> None:
    assert all(re.fullmatch("[A-Za-z0-9_-]{16}", name) for name in tables_of(cookies))


# --- headers -------------------------------------------------------------------------------------

LANGUAGES = ["de-DE,de;q=0.9,en;q=0.5,*;q=0.1", "tr", "fr-CH, fr;q=0.9, el;q=0.8"]


@MANY
@given(texts_like(*LANGUAGES))
def test_any_wish_for_a_language_gives_one_of_ours(header: str) -> None:
    assert accepted(header) in languages()


HOSTS = ["127.0.0.1:8000", "[::1]:8000", "localhost", "dice.example.org:443", "lena@127.0.0.1:80"]


@MANY
@given(texts_like(*HOSTS))
def test_any_host_is_ours_or_not(host: str) -> None:
    try:
        served = Config(public_url="https://dice.example.org").serves(host)
    except ValueError:  # the guard takes it for a no
        return
    assert isinstance(served, bool)


# --- requests ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table(here: Local) -> Iterator[Player]:
    """Lena at a table where she has begun a game with Marko."""
    with client(here.url) as web:
        lena, _marko = two_at_a_table(web)
        yield lena


def assert_answered(answer: Answer) -> None:
    """An answer of ours: no error of the server, and a refusal says why with a code."""
    assert 200 <= answer.status < 500, (answer.head, answer.body)
    if b"Invalid HTTP request received." in answer.body:
        assert answer.status == 400  # what is no HTTP does not get to us
        return
    assert b"content-security-policy: " in answer.head
    if answer.status >= 400 and b"\ncontent-type: application/json" in answer.head:
        problem = json.loads(answer.body)
        assert set(problem) == {"code", "message", "details"}
        assert problem["message"].replace("\xa0", " ").isprintable()  # French has that space
    elif answer.status >= 400:
        assert b"\ncontent-type: text/html; charset=utf-8" in answer.head
        assert Page(answer.body.decode()).text


COOKIES = [
    f"{cookie_of(TABLE)}={TOKENS[0]}; charidice_name=Lena%20M; charidice_language=de".encode(),
    b'charidice_theme=dark; charidice_name="a\\012b"',
]
WALK = [("GET", "/"), ("GET", "/about"), ("POST", "/forget"), ("GET", "/t/AbCdEfGhIjKlMnO_")]


@FEW
@given(st.sampled_from(WALK), bytes_like(*COOKIES))
def test_any_cookie_is_answered(here: Local, request_: tuple[str, str], cookie: bytes) -> None:
    method, path = request_
    assert_answered(asked(here, method, path, {"cookie": cookie}))


HEADERS = {
    "host": [*map(str.encode, HOSTS)],
    "accept-language": [*map(str.encode, LANGUAGES)],
    "referer": [f"http://127.0.0.1/t/{TABLE}".encode(), b"https://[::1]:80/x?y#z"],
    "origin": [b"http://127.0.0.1", b"https://dice.example.org:8", b"null"],
    "sec-fetch-site": [b"same-origin", b"cross-site"],
    "x-charidice": [b"1"],
    "content-length": [b"0", b"5"],
    "transfer-encoding": [b"chunked", b"gzip, chunked"],
    "expect": [b"100-continue"],
    "upgrade": [b"websocket", b"h2c"],
    "range": [b"bytes=0-99", b"bytes=-5,1-2"],
    "if-none-match": [b'"abc"', b"*"],
    "if-modified-since": [b"Thu, 01 Jan 2026 00:00:00 GMT"],
    "authorization": [f"Bearer {TOKENS[0]}".encode()],
    "content-type": [b"application/json", b"multipart/form-data; boundary=x; charset=utf-8"],
}
PATHS = [
    *("/", "/rules", "/static/style.css", "/api/v1/openapi.json", f"/t/{TABLE}"),
    f"/api/v1/tables/{TABLE}",
]


@pytest.mark.parametrize("name", HEADERS)
def test_any_header_is_answered(here: Local, name: str) -> None:
    @FEW
    @given(st.sampled_from(["GET", "POST"]), st.sampled_from(PATHS), bytes_like(*HEADERS[name]))
    def law(method: str, path: str, value: bytes) -> None:
        answer = asked(here, method, path, {name: value}, b"a=b&c" * (method == "POST"))
        if not answer.status:
            assert name in LENGTHS  # a body that is said to be longer never comes
        elif not (name == "range" and answer.status in (400, 416)):  # in the words of the library
            assert_answered(answer)

    law()


@FEW
@given(bytes_like(b"7", b"0", b"2000000000"))
def test_any_last_event_id_is_answered(here: Local, table: Player, value: bytes) -> None:
    """Where the rest of the request is refused, so that no stream stays open."""
    for path in (f"/api/v1/tables/{table.table}/events?after=x", "/api/v1/tables/x/events"):
        answer = asked(here, "GET", path, {"last-event-id": value})
        assert_answered(answer)
        assert answer.status in (400, 404, 422)


@FEW
@given(bytes_like(b"7", b"0", b"2000000000"))
def test_a_stream_begins_whatever_was_the_last_event(
    here: Local, table: Player, value: bytes
) -> None:
    text = value.decode("latin-1")
    if text != text.strip() or not text.isprintable():
        return  # a client that does send it is refused above
    header = [(b"last-event-id", value)]
    path = f"/api/v1/tables/{table.table}/events"
    with client(here.url) as web, web.stream("GET", path, headers=header) as response:
        assert response.status_code == 200
        assert next(response.iter_lines()) == ": welcome"


# --- JSON ----------------------------------------------------------------------------------------

COMMANDS = [
    {"kind": "play", "action": "keep 0 3", "position": 4, "id": "one"},
    {"kind": "take-back", "position": 4, "id": None},
    {"kind": "mute", "until": "turn"},
    {"kind": "add-bot", "level": "casual", "id": "two"},
    {"kind": "remove", "seat": 1, "version": 3},
    {"kind": "begin", "first": 0, "version": None},
    {"kind": "settings", "settings": {"ask_seconds": 0, "turn_seconds": 20, "pace": 0}},
    {"kind": "go-on"},
]
CREATIONS = [
    {"name": "Lena", "bots": ["casual"], "settings": {"watch": True}, "begin": True, "first": 1},
    {"name": "Marko", "id": "0123456789abcdef"},
]
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("who", ["host", "stranger"])
def test_any_command_is_answered(here: Local, table: Player, who: str) -> None:
    @FEW
    @given(bytes_like(*(json.dumps(command).encode() for command in COMMANDS)))
    def law(body: bytes) -> None:
        token = table.token if who == "host" else TOKENS[0]
        path = f"{table.path}/commands"
        headers = {**JSON, "authorization": f"Bearer {token}"}
        assert_answered(asked(here, "POST", path, headers, body))

    law()


@FEW
@given(bytes_like(*(json.dumps(wish).encode() for wish in CREATIONS)))
def test_any_wish_for_a_table_or_a_seat_is_answered(
    here: Local, table: Player, body: bytes
) -> None:
    for path in ("/api/v1/tables", f"{table.path}/seats"):
        assert_answered(asked(here, "POST", path, JSON, body))


# --- forms ---------------------------------------------------------------------------------------

FIELDS = [
    "name=Lena+M&level=casual&level=expert",
    "player=Lena&player=Z%C3%A4zilie&begins=order",
    "language=de&theme=dark&back=%2Frules%3Fa%3Db",
    *("do=roll&position=4&id=x1", "do=reroll&die=0&die=3&position=5", "do=score&die=0&position=5"),
    *("do=sit&name=Marko&id=0123456789abcdef", "do=bot&level=casual", "do=remove&seat=1&version=3"),
    "do=settings&ask_seconds=9&turn_seconds=0&pace=4&watch=on",
]
FORMS = ["/play", "/invite", "/one-device", "/preferences", "do"]


def multipart(fields: str) -> bytes:
    """The same fields as parts of a body."""
    parts = (field.partition("=") for field in fields.split("&"))
    lines = (
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, _is, value in parts
    )
    return "".join([*lines, "--edge--\r\n"]).encode()


def assert_form_answered(here: Local, table: Player, path: str, kind: bytes, body: bytes) -> None:
    if path == "do":
        path = f"/t/{table.table}/do"
    cookie = f"{cookie_of(table.table)}={table.token}"
    answer = asked(here, "POST", path, {"content-type": kind, "cookie": cookie}, body)
    assert_answered(answer)
    assert answer.status != 200  # a form leads on or is refused


@FEW
@given(st.sampled_from(FORMS), bytes_like(*map(str.encode, FIELDS)))
def test_any_form_is_answered(here: Local, table: Player, path: str, body: bytes) -> None:
    assert_form_answered(here, table, path, FORM["content-type"].encode(), body)


MULTIPART = b'multipart/form-data; boundary=edge; charset="utf-8"'
# Codecs of Python that do something else than to read an alphabet, or warn about it.
CODECS = [b"idna", b"punycode", b"utf-7", b"utf-16", b"undefined", b"hex", b"zlib", b"mbcs", b"cp0"]


@FEW
@given(st.sampled_from(FORMS), bytes_like(*map(multipart, FIELDS)))
def test_any_form_in_parts_is_answered(here: Local, table: Player, path: str, body: bytes) -> None:
    assert_form_answered(here, table, path, MULTIPART, body)


@FEW
@given(
    st.sampled_from(FORMS),
    bytes_like(MULTIPART) | st.sampled_from(CODECS).map(lambda c: MULTIPART.replace(b"utf-8", c)),
    bytes_like(*map(multipart, FIELDS)),
)
def test_any_description_of_a_form_is_answered(
    here: Local, table: Player, path: str, kind: bytes, body: bytes
) -> None:
    assert_form_answered(here, table, path, kind, body)


# --- what need not be HTTP at all ----------------------------------------------------------------

RAW = [
    b"GET /about?a=b HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=b\r\nConnection: close\r\n\r\n",
    (
        b"POST /preferences HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n5\r\na=b&c\r\n0\r\n\r\n"
    ),
    b"HEAD http://127.0.0.1/t/%00%ff HTTP/1.0\r\nHost: localhost\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
]


@MANY
@given(bytes_like(*RAW))
def test_any_bytes_are_answered_or_dropped(here: Local, data: bytes) -> None:
    answer = sent(here, data, BRIEFLY)
    assert answer.status < 500, (answer.head, answer.body)


def test_a_parser_that_fails_would_be_noticed(
    here: Local, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The checks above are no empty promise."""
    monkeypatch.setattr("charidice.web.pages.browser_seats.tables_of", lambda _cookies: 1 // 0)
    with pytest.raises(AssertionError):
        assert_answered(asked(here, "GET", "/", {}))
    caplog.clear()
