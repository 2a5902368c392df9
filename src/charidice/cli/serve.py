"""`charidice serve`: the game in the browser, for this machine or for a whole network."""

import argparse
import contextlib
import errno
import gc
import io
import os
import re
import socket
import threading
import time
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final
from urllib.parse import urlsplit

import platformdirs
import segno

from charidice.cli import FILE_TROUBLE
from charidice.cli.console import Console
from charidice.locale import gettext as _
from charidice.rules import CodedError
from charidice.web.config import Config, lan_address
from charidice.web.server import Serving, prepared

PORT: Final = 8000
_PORTS_TRIED: Final = 20
_PUBLIC_URL: Final = re.compile(
    r"https?://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?"
)
_GARBAGE_THRESHOLDS: Final = (5_000, 1_000, 1_000)  # instead of 700, 10, 10: no long pauses
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104


class ServeError(CodedError):
    """The server cannot start."""

    messages: ClassVar[Mapping[str, str]] = {
        "serve/port": "Port {port} cannot be used ({reason}). Name another one with --port.",
        "serve/host": "The server cannot listen on {host} ({reason}). Name another --host.",
        "serve/public-url": (
            "“{url}” is not an address like https://dice.example.org. It has no path."
        ),
    }


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar=_("FILE"),
        help=_("the data file (otherwise in your user's data folder)"),
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar=_("ADDRESS"),
        help=_("where to listen; 0.0.0.0 lets phones in the same network play (127.0.0.1)"),
    )
    parser.add_argument(
        "--port",
        type=int,
        metavar=_("NUMBER"),
        help=_("the port ({port}, or the next free one)").format(port=PORT),
    )
    parser.add_argument(
        "--public-url",
        metavar=_("URL"),
        help=_("the address under which people reach a server behind a proxy"),
    )
    parser.add_argument(
        "--trusted-proxies",
        metavar=_("ADDRESSES"),
        help=_("proxies whose word about the addresses of visitors is taken, with commas"),
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=30.0,
        metavar=_("NUMBER"),
        help=_("requests a second that one address may make, 0 for any number (30)"),
    )
    parser.epilog = _("Example:") + f" {parser.prog} --host 0.0.0.0 --port 9000"


def run(options: argparse.Namespace, console: Console, *, open_browser: bool = False) -> int:
    """Serve until Ctrl-C."""
    public = _public_url(options.public_url)
    listening = _listening(options.host, options.port)
    with contextlib.closing(listening):
        config = Config(
            host=options.host,
            port=listening.getsockname()[1],
            public_url=public,
            rate=max(0.0, options.rate),
            lan_address=lan_address(),
        )
        data = options.data or platformdirs.user_data_path("charidice") / "charidice.db"
        serving = prepared(config, data, options.trusted_proxies)
        _announce(config, data, console)
        if open_browser:
            threading.Thread(target=_open, args=(serving,), daemon=True).start()
        _seldom_collect()
        with contextlib.suppress(KeyboardInterrupt):
            serving.run([listening])
    return 0 if serving.server.started else FILE_TROUBLE


def _seldom_collect() -> None:
    """Look for garbage less often, never in what is loaded now, and seldom in all there is.

    Looking through all tables at once is a pause of some 30 ms for everybody.
    """
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)


def _public_url(url: str | None) -> str | None:
    """The address without a slash at the end; anything but scheme, name and port is refused."""
    if url is None:
        return None
    if not _PUBLIC_URL.fullmatch(url) or not _has_good_port(url):
        raise ServeError("serve/public-url", {"url": url})
    return url.rstrip("/")


def _has_good_port(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def _listening(host: str, port: int | None) -> socket.socket:
    """An open port: the one asked for, or the first free one from the usual one on."""
    wanted = [port] if port is not None else [*range(PORT, PORT + _PORTS_TRIED)]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, number))
            listening.listen(2048)
        except (OSError, OverflowError, TypeError, ValueError) as error:
            listening.close()
            code = error.errno if isinstance(error, OSError) else None
            if code == errno.EADDRINUSE and number != wanted[-1]:
                continue
            reason = error.strerror if isinstance(error, OSError) else error
            if code in (errno.EADDRINUSE, errno.EACCES) or isinstance(error, OverflowError):
                raise ServeError("serve/port", {"port": number, "reason": reason}) from None
            raise ServeError("serve/host", {"host": host, "reason": reason}) from None
        else:
            return listening
    raise AssertionError  # the loop returns or raises


def _announce(config: Config, data: Path, console: Console) -> None:
    console.show(
        [
            _("Charidice is ready: {url}").format(url=config.base + "/"),
            _("Ctrl-C ends it. The games are kept in {path}.").format(path=data),
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
