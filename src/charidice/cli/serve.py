"""`charidice serve`: the game in the browser, for this machine or for a whole network."""

import argparse
import contextlib
import errno
import gc
import io
import logging
import os
import re
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlsplit

import segno

from charidice import storage
from charidice.cli import BAD_INPUT, FILE_TROUBLE
from charidice.cli.console import Console
from charidice.cli.keeping import keep_of, retentions
from charidice.cli.location import add_location_options, from_environment, location_of, variable
from charidice.cli.secrecy import without_secrets
from charidice.errors import CodedError
from charidice.locale import gettext as _
from charidice.storage import StorageError, is_database_url, redacted
from charidice.web.config import LOOPBACK, Config, Judging, lan_address
from charidice.web.ops.logs import FORMATS, LEVELS, set_up
from charidice.web.ops.workers import Workers
from charidice.web.server import Serving, prepared

_LOG = logging.getLogger(__name__)
PORT: Final = 8000
_WAIT_SECONDS: Final = 1.0
USUAL_PORTS: Final = range(PORT, PORT + 20)
_PUBLIC_URL: Final = re.compile(
    r"https?://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?"
)
_SWITCH_SECONDS: Final = 0.0005
_GARBAGE_THRESHOLDS: Final = (2_000, 10, 100_000)  # instead of 700, 10, 10: no long pauses
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104


class ServeError(CodedError):
    """The server cannot start."""

    messages: ClassVar[Mapping[str, str]] = {
        "serve/port": "Port {port} cannot be used ({reason}). Choose another one with --port.",
        "serve/host": (
            "The server cannot listen on {host} ({reason}). Choose another one with --host."
        ),
        "serve/workers": "{workers} is not a number of workers: there has to be at least one.",
        "serve/one-worker": (
            "{workers} workers cannot share a data file: only one process may write to it. "
            "Choose a PostgreSQL database with --database, or leave --workers out."
        ),
        "serve/public-url": (
            "“{url}” is not an address like https://dice.example.org (without a path)."
        ),
    }


class _Option(NamedTuple):
    """An option that can also be set in the environment."""

    name: str
    help: str
    kind: Callable[[str], object]
    default: object
    metavar: str
    choices: Sequence[str] | None = None


def _options() -> list[_Option]:
    address, days, number = _("ADDRESSES"), _("DAYS"), _("NUMBER")
    workers = _("how many server processes, only with --database (1)")
    judges = _("how many processes of a worker read and judge games, 0 for as many as fit (0)")
    host = _("where to listen; 0.0.0.0 lets phones in the same network play (127.0.0.1)")
    port = _("the port ({port}, or the next free one)").format(port=PORT)
    public = _("the address under which people reach a server behind a proxy")
    proxies = _("trusted proxies whose forwarded visitor addresses are used, separated by commas")
    rate = _("requests a second that one address may make, 0 for any number (30)")
    metrics = _("addresses that may read /metrics, separated by commas (this machine)")
    level = _("what is logged: {names} (warning); info has a line for each request")
    format_ = _("how it is logged: {names} (text in a terminal, otherwise json)")
    return [
        _Option("workers", workers, int, 1, number),
        _Option("judges", judges, int, 0, number),
        _Option("host", host, str, "127.0.0.1", _("ADDRESS")),
        _Option("port", port, int, None, number),
        _Option("public-url", public, str, None, _("URL")),
        _Option("trusted-proxies", proxies, str, None, address),
        _Option("rate", rate, float, 30.0, number),
        *(_Option(kept.name, kept.help, int, kept.days, days) for kept in retentions()),
        _Option("metrics-for", metrics, str, ",".join(LOOPBACK), address),
        _Option(
            "log-level", level.format(names=", ".join(LEVELS)), str, "warning", _("LEVEL"), LEVELS
        ),
        _Option(
            "log-format", format_.format(names=", ".join(FORMATS)), str, None, _("FORMAT"), FORMATS
        ),
    ]


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments; each can also be set in the environment."""
    add_location_options(parser)
    for option in _options():
        parser.add_argument(
            f"--{option.name}",
            type=option.kind,
            default=from_environment(option.name, option.kind, option.default, option.choices),
            metavar=option.metavar,
            choices=option.choices,
            help=option.help,
        )
    environment = _("Each option can also be set in the environment: --public-url as {name}.")
    parser.epilog = (
        environment.format(name=variable("public-url"))
        + "\n"
        + _("Example:")
        + f" {parser.prog} --host 0.0.0.0 --port 9000"
    )


@dataclass(frozen=True)
class _Served:
    """Everything that a worker needs; passed to other processes."""

    config: Config
    location: str
    trusted: str | None
    level: str
    log_format: str

    def prepared(self) -> Serving:
        """A server, in this process."""
        set_up(self.level, self.log_format, self.config.worker)
        return prepared(self.config, self.location, self.trusted)

    def when_reachable(self) -> Serving:
        """The same, once the database answers; it did when the workers were started."""
        while True:
            try:
                return self.prepared()
            except StorageError as error:
                if error.code != "storage/unreachable":
                    raise
                _LOG.warning("the database does not answer (%s); waiting", error.details["reason"])
                time.sleep(_WAIT_SECONDS)

    def __call__(
        self, worker: int, board: Path, listening: socket.socket, beat: Callable[[], None]
    ) -> None:
        """Serve as one of several."""
        config = replace(self.config, worker=worker, board=board, beat=beat)
        try:
            serving = replace(self, config=config).when_reachable()
        except StorageError as error:
            _LOG.error("%s; this worker cannot start", error.code)
            sys.exit(BAD_INPUT)
        _make_responsive()
        serving.run([listening])
        if not serving.server.started:
            sys.exit(FILE_TROUBLE)


def run(options: argparse.Namespace, console: Console, *, open_browser: bool = False) -> int:
    """Serve until Ctrl-C."""
    public, location = _public_url(options.public_url), location_of(options)
    if options.workers < 1:
        raise ServeError("serve/workers", {"workers": options.workers})
    if options.workers > 1 and not is_database_url(location):
        raise ServeError("serve/one-worker", {"workers": options.workers})
    ports = USUAL_PORTS if options.port is None else range(options.port, options.port + 1)
    listening = open_port(options.host, ports)
    with contextlib.closing(listening):
        config = Config(
            host=options.host,
            port=listening.getsockname()[1],
            public_url=public,
            rate=max(0.0, options.rate),
            lan_address=lan_address(),
            behind_proxy=options.trusted_proxies is not None,
            keep=keep_of(options),
            metrics_for=tuple(address.strip() for address in options.metrics_for.split(",")),
            judging=Judging.shared(options.judges, options.workers),
        )
        terminal = sys.stderr is not None and sys.stderr.isatty()
        log_format = options.log_format or ("text" if terminal else "json")
        served = _Served(config, location, options.trusted_proxies, options.log_level, log_format)
        if options.workers > 1:
            return _several(options.workers, served, listening, console, open_browser=open_browser)
        serving = served.prepared()
        _announce(config, location, console)
        if open_browser:
            threading.Thread(target=_open, args=(serving,), daemon=True).start()
        _make_responsive()
        with contextlib.suppress(KeyboardInterrupt):
            serving.run([listening])
    return 0 if serving.server.started else FILE_TROUBLE


def _several(
    count: int, served: _Served, listening: socket.socket, console: Console, *, open_browser: bool
) -> int:
    set_up(served.level, served.log_format, 0)
    storage.signing_key(served.location)  # says what is wrong, once and not from every worker
    _announce(served.config, served.location, console)
    if open_browser:  # the port is open: whoever comes now is answered by the first worker
        threading.Timer(0, webbrowser.open, [served.config.base + "/"]).start()
    return 0 if Workers(count, served, listening).run() else FILE_TROUBLE


def _make_responsive() -> None:
    """Tune garbage collection and thread switching for short pauses.

    A full collection over all tables would pause everybody for some 30 ms. The writer's thread
    needs the interpreter several times for each commit, and by default would wait 5 ms each time
    while the loop is busy.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)


def _public_url(url: str | None) -> str | None:
    """The address without a slash at the end; anything but scheme, name and port is refused."""
    if url is None:
        return None
    if not _PUBLIC_URL.fullmatch(url) or not _has_good_port(url):
        raise ServeError(
            "serve/public-url",
            {"url": redacted(url) if is_database_url(url) else without_secrets(url)},
        )
    return url.rstrip("/")


def _has_good_port(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def open_port(host: str, ports: range) -> socket.socket:
    """An open port: the first of these that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, number))
            listening.listen(2048)
        except (OSError, OverflowError, TypeError, ValueError) as error:
            listening.close()
            code = error.errno if isinstance(error, OSError) else None
            if code == errno.EADDRINUSE and number != ports[-1]:
                continue
            reason = error.strerror if isinstance(error, OSError) else error
            if code in (errno.EADDRINUSE, errno.EACCES) or isinstance(error, OverflowError):
                raise ServeError("serve/port", {"port": number, "reason": reason}) from None
            details = {"host": without_secrets(host), "reason": reason}
            raise ServeError("serve/host", details) from None
        else:
            return listening
    raise AssertionError  # the loop returns or raises


def _announce(config: Config, location: str, console: Console) -> None:
    console.show(
        [
            _("Charidice is ready: {url}").format(url=config.base + "/"),
            _("Ctrl-C ends it. The games are kept in {path}.").format(path=redacted(location)),
        ]
    )
    if config.public_url is None and config.host in EVERYWHERE and config.lan_address:
        link = config.for_friends + "/"
        console.show([_("For phones in the same network: {url}").format(url=link)])
        if console.symbols:
            drawn = io.StringIO()
            segno.make(link, micro=False).terminal(drawn, compact=True)
            console.show([drawn.getvalue().rstrip("\n")])


def _open(serving: Serving) -> None:
    """Open the browser as soon as the server answers."""
    while not serving.server.started:
        if serving.server.should_exit:
            return
        time.sleep(0.05)
    webbrowser.open(serving.config.base + "/")
