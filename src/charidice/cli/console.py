"""The terminal: streams, whether there is colour, and the width of the window."""

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Self, TextIO


class Leaving(Exception):  # noqa: N818  # not an error: somebody wants to go
    """There is no more input, or somebody pressed Ctrl-C."""

    def __init__(self, *, interrupted: bool) -> None:
        super().__init__()
        self.interrupted = interrupted


@dataclass(frozen=True)
class Console:
    """Where a command reads and writes.

    `screen` is a window that can be cleared and redrawn; without it the output just goes on,
    as it must in a pipe. `symbols` says whether ● and its like can be shown.
    """

    reader: TextIO
    writer: TextIO
    colour: bool
    screen: bool
    symbols: bool

    @classmethod
    def of_process(cls, environment: Mapping[str, str]) -> Self:
        """The console of this process: colour only in a real terminal that can do it."""
        if sys.stdin is None:  # closed by the caller
            sys.stdin = io.StringIO()
        if sys.stdout is None:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # never fail on a character
        real = sys.stdout.isatty() and environment.get("TERM") != "dumb"
        screen = real and sys.stdin.isatty()
        if screen:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415  # arrow keys at the prompt, where it exists
        return cls(
            reader=sys.stdin,
            writer=sys.stdout,
            colour=real and not environment.get("NO_COLOR"),
            screen=screen,
            symbols=_can_show("●▲■◆★✚╭▶♥✓", sys.stdout),
        )

    @property
    def width(self) -> int:
        """How many columns there are now; a pipe is as wide as the classic terminal."""
        return shutil.get_terminal_size().columns if self.screen else 80

    def show(self, lines: Iterable[str] = ("",)) -> None:
        """Write lines."""
        print(*map(self._shown, lines), sep="\n", file=self.writer, flush=True)

    def _shown(self, text: str) -> str:
        return text if self.symbols else text.translate(_PLAIN)

    def draw(self, lines: Iterable[str]) -> None:
        """Write lines on a cleared screen where there is one."""
        if self.screen:
            self.writer.write("\x1b[2J\x1b[H")
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """Read one line; raises Leaving when there is none or at Ctrl-C."""
        try:
            if self.screen:
                return input(self._shown(prompt)).strip()
            self.writer.write(self._shown(prompt))
            self.writer.flush()
            line = self.reader.readline()
            self.writer.write("\n")
            if not line:
                raise EOFError
            return line.strip()
        except EOFError:
            raise Leaving(interrupted=False) from None
        except KeyboardInterrupt:
            raise Leaving(interrupted=True) from None


# For terminals that know only ASCII.
_PLAIN: Final = str.maketrans(
    {
        "▶": ">",
        "✓": "*",
        "♥": "+",
        "Σ": "=",
        "·": "-",
        "…": "...",
        "≈": "~",
        "“": '"',
        "”": '"',
        "\u00a0": " ",
        "\u202f": " ",
    }
)


def _can_show(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
