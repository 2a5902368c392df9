"""A command in a real terminal, whose screen can be read: for tests and pictures."""

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

import pyte

if sys.platform != "win32":  # Windows has no pseudo-terminals; what needs them is skipped there
    import fcntl
    import pty
    import termios


class Emulator:
    """Runs a command on a pseudo-terminal and draws what it writes on a screen."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        columns: int = 80,
        rows: int = 24,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=_own_terminal,  # so that Ctrl-C reaches the command  # noqa: PLW1509
        )
        os.close(slave)

    @property
    def text(self) -> str:
        """What the screen shows, line by line."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self.screen.resize(rows, columns)
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and once more if it was ignored.

        Python can miss it in the moment between showing a prompt and waiting for a key.
        """
        before = self.text
        for _ in range(10):
            self.type("\x03")
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if not self._read() or self.text.replace("^C", "").rstrip() != before.rstrip():
                    return

    def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read until the screen shows this text."""
        end = time.monotonic() + seconds
        while text not in self.text:
            if time.monotonic() > end:
                raise TimeoutError(f"{text!r} did not come; the screen shows:\n{self.text}")
            if not self._read() and text not in self.text:
                raise EOFError(f"the command ended without {text!r}; it shows:\n{self.text}")

    def finish(self, seconds: float = 60) -> int:
        """Read until the command ends, and return its exit code."""
        end = time.monotonic() + seconds
        while self._read():
            if time.monotonic() > end:
                raise TimeoutError(f"the command does not end; the screen shows:\n{self.text}")
        return self.process.wait(seconds)

    def close(self) -> None:
        """End the command if it still runs."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self._master)

    def _read(self) -> bool:
        """Draw what came; False when the command has closed its side."""
        ready, _, _ = select.select([self._master], [], [], 0.2)
        if not ready:
            return True
        try:
            data = os.read(self._master, 65536)
        except OSError:  # Linux reports a closed terminal this way
            return False
        self._stream.feed(data)
        return bool(data)


def _own_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
