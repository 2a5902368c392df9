"""The proxy of deploy/, in front of a real server; for machines that have nginx."""

import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from tests.web.support import (
    SECONDS,
    Process,
    client,
    messages,
    serving,
    two_at_a_table,
    until,
)
from tools.serving import free_port

from charidice.web.config import MOST_STREAMS_PER_ADDRESS

CONFIGURATION = Path(__file__).parent.parent.parent / "deploy" / "nginx.conf"
NGINX, OPENSSL = shutil.which("nginx"), shutil.which("openssl")
pytestmark = pytest.mark.skipif(not (NGINX and OPENSSL), reason="needs nginx and openssl")


@dataclass
class Proxy:
    """nginx as it runs in front of something on this machine."""

    folder: Path
    plain: int
    secure: int

    @property
    def url(self) -> str:
        return f"https://localhost:{self.secure}"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8")

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Somebody with an address of this machine."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=address)
        return httpx.Client(
            base_url=self.url, transport=transport, timeout=SECONDS, headers=headers
        )

    def connection(self) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.secure), SECONDS)
        return self.trust.wrap_socket(plain, server_hostname="localhost")


def adapted(folder: Path, upstream: int, plain: int, secure: int) -> str:
    """The configuration with ports and folders of this test, and less patience."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    changes = {
        "server:8000": f"127.0.0.1:{upstream}",
        "listen 8080;": f"listen 127.0.0.1:{plain};",
        "listen [::]:8080;": "",
        "listen 8443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "listen [::]:8443 ssl;": "",
        "/etc/nginx/tls/": f"{folder}/",
        "/tmp/nginx": f"{folder}/nginx",  # noqa: S108
        "client_header_timeout 10s;": "client_header_timeout 1s;",
    }
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def proxying(folder: Path, upstream: int, plain: int, secure: int) -> Iterator[Proxy]:
    """nginx before a port, with a certificate of its own."""
    assert NGINX is not None
    assert OPENSSL is not None
    new_key = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    files = ["-nodes", "-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    subprocess.run([OPENSSL, *new_key, *names, *files], capture_output=True, check=True)
    configuration = folder / "nginx.conf"
    configuration.write_text(adapted(folder, upstream, plain, secure), encoding="utf-8")
    command = [
        NGINX,
        "-e",
        "stderr",
        "-p",
        str(folder),
        "-c",
        str(configuration),
        "-g",
        "daemon off;",
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    proxy = Proxy(folder, plain, secure)
    try:
        until(lambda: _is_open(secure) or process.poll() is not None)
        assert process.poll() is None, proxy.log
        yield proxy
    finally:
        process.terminate()
        process.wait(SECONDS)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Proxy]]:
    """A server that trusts the proxy, as in deploy/."""
    plain, secure = free_port(), free_port()
    settings = ("--trusted-proxies", "127.0.0.1", "--public-url", f"https://localhost:{secure}")
    with (
        serving(tmp_path_factory.mktemp("server"), *settings) as server,
        proxying(tmp_path_factory.mktemp("proxy"), server.port, plain, secure) as proxy,
    ):
        yield server, proxy


@pytest.fixture
def proxy(served: tuple[Process, Proxy]) -> Proxy:
    return served[1]


def test_people_play_through_it_and_streams_are_not_held_back(proxy: Proxy) -> None:
    with proxy.visitor() as web:
        home = web.get("/")
        assert home.status_code == 200
        assert "strict-transport-security" in home.headers
        form = web.post("/invite", data={"name": "Lena"}, headers={"origin": proxy.url})
        assert form.status_code == 303
        lena, marko = two_at_a_table(web)
        with web.stream("GET", f"/t/{lena.table}/stream") as response:
            coming = (each for each in messages(response) if each.event != "company")
            assert next(coming).event == "clock"
            first = next(coming)
            assert lena.play("roll").status_code == 200
            assert next(coming).data["version"] > first.data["version"]
        assert marko.play("pass").status_code == 200


def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    with client(f"http://localhost:{proxy.plain}") as web:
        answer = web.get("/rules")
    assert (answer.status_code, answer.headers["location"]) == (308, "https://localhost/rules")


def test_a_flood_is_refused_before_it_gets_to_python(served: tuple[Process, Proxy]) -> None:
    server, proxy = served
    with client(server.url) as here:
        before = answered(here)
    with proxy.visitor("127.0.0.9") as web, ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: web.get("/healthz"), range(400)))
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) == {200, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["code"] == "web/too-many"
    with client(server.url) as here:
        assert (answered(here) - before).total() == statuses[200] + 1  # the first look
    with proxy.visitor("127.0.0.10") as web:  # others are not held up
        assert web.get("/healthz").status_code == 200


def test_one_address_has_so_many_streams_and_no_more(proxy: Proxy) -> None:
    with contextlib.ExitStack() as stack:
        web = stack.enter_context(proxy.visitor("127.0.0.11"))
        table = two_at_a_table(web)[0].table
        statuses = Counter(
            stack.enter_context(
                proxy.visitor("127.0.0.11").stream("GET", f"/t/{table}/stream")
            ).status_code
            for _ in range(82)
        )
    more = 82 - MOST_STREAMS_PER_ADDRESS
    assert statuses == {200: MOST_STREAMS_PER_ADDRESS, 429: more}  # the server's, for each visitor


def test_too_large_and_too_slow_is_refused_by_the_proxy(served: tuple[Process, Proxy]) -> None:
    server, proxy = served
    with client(server.url) as here:
        before = answered(here)
        with proxy.visitor() as web:
            assert web.post("/play", content=b"x" * 65_537).status_code == 413
            assert web.get("/", headers={"cookie": "a=" + "x" * 9_000}).status_code == 400
            assert web.get("/?" + "x" * 9_000).status_code == 414
            assert web.request("DELETE", "/").status_code == 403
            assert web.get("/metrics").status_code == 404
        with proxy.connection() as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            assert slow.recv(1000) == b""  # closed without an answer
        assert (answered(here) - before).total() == 1  # the first look


def answered(web: httpx.Client) -> Counter[str]:
    """How many requests the server has answered before this one, by kind and status."""
    text = web.get("/metrics").text
    lines = re.findall(r"^charidice_requests_total(\S+) (\d+)(?:\.0)?$", text, re.MULTILINE)
    return Counter({labels: int(count) for labels, count in lines})


class _Echo(BaseHTTPRequestHandler):
    """Answers with the headers that it got."""

    def do_GET(self) -> None:
        body = json.dumps(self.headers.items()).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: Any) -> None:
        return


def test_what_strangers_say_about_themselves_goes_no_further(tmp_path: Path) -> None:
    forged = {
        "x-forwarded-for": "6.6.6.6",
        "x-forwarded-proto": "http",
        "x-request-id": "forged",
        "forwarded": "for=6.6.6.6",
        "upgrade": "websocket",
        "connection": "upgrade, x-forwarded-for",
    }
    echo = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    Thread(target=echo.serve_forever).start()
    try:
        ports = (echo.server_port, free_port(), free_port())
        with proxying(tmp_path, *ports) as proxy, proxy.visitor("127.0.0.12", **forged) as web:
            got = [(name.lower(), value) for name, value in web.get("/").json()]
    finally:
        echo.shutdown()
        echo.server_close()
    assert [value for name, value in got if name == "x-forwarded-for"] == ["127.0.0.12"]
    assert [value for name, value in got if name == "x-forwarded-proto"] == ["https"]
    ids = [value for name, value in got if name == "x-request-id"]
    assert len(ids) == 1
    assert re.fullmatch("[0-9a-f]{32}", ids[0])
    assert not {"forwarded", "upgrade", "connection"} & {name for name, _ in got}


def test_the_log_has_no_links_and_no_addresses(tmp_path: Path) -> None:
    nobody = free_port()
    with proxying(tmp_path, nobody, free_port(), free_port()) as proxy:
        with proxy.visitor("127.0.0.13") as web:
            statuses = {web.get("/t/SecretLink").status_code for _ in range(150)}
            web.get("/t/SecretLink", headers={"cookie": "x" * 9_000})
            web.post("/t/SecretLink/do", content=b"x" * 65_537)
        assert statuses == {502, 429}
        until(lambda: " 413 " in proxy.log)
        assert " GET 502 " in proxy.log
        for secret in ("SecretLink", "127.0.0.13", " 429 "):
            assert secret not in proxy.log
