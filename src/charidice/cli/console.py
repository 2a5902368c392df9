"""The edge to the terminal: streams, colour or not, and how wide the window is."""

import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self, TextIO


class Leaving(Exception):  # noqa: N818  # not an error: somebody wants to go
    """There is no more input, or somebody pressed Ctrl-C at a prompt."""

    def __init__(self, *, interrupted: bool) -> None:
        super().__init__()
        self.interrupted = interrupted


@dataclass(frozen=True)
class Console:
    """Where a command reads and writes.

    `screen` is a window that can be cleared and drawn anew; without it the output just goes on,
    as it must in a pipe.
    """

    reader: TextIO
    writer: TextIO
    colour: bool
    screen: bool
    width: int = 80

    @classmethod
    def of_process(cls, environment: Mapping[str, str]) -> Self:
        """The console of this process: colour only in a real terminal that can do it."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # never fail on a symbol
        real = sys.stdout.isatty() and environment.get("TERM") != "dumb"
        return cls(
            reader=sys.stdin,
            writer=sys.stdout,
            colour=real and not environment.get("NO_COLOR"),
            screen=real and sys.stdin.isatty(),
            width=shutil.get_terminal_size().columns if real else 80,
        )

    def show(self, lines: Iterable[str] = ("",)) -> None:
        """Write lines."""
        print(*lines, sep="\n", file=self.writer, flush=True)

    def draw(self, lines: Iterable[str]) -> None:
        """Write lines on a cleared screen where there is one."""
        if self.screen:
            self.writer.write("\x1b[2J\x1b[3J\x1b[H")
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """Read one line; raises Leaving when there is none or at Ctrl-C."""
        try:
            if self.screen:
                return input(prompt).strip()  # with line editing where readline is there
            self.writer.write(prompt)
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
