"""`charidice serve`, which also writes every stall of its event loop to a file.

    python -m tools.hostile.serve STALLS serve --port 9000

In production only stalls past 250 ms are in the log, and of equal lines only some.
"""

import json
import logging
import sys
from pathlib import Path

from charidice.cli import main
from charidice.web.ops.stalls import LOG


class _File(logging.Handler):
    """A line of JSON for each record, with its fields."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._lines = path.open("a", buffering=1, encoding="utf-8")

    def emit(self, record: logging.LogRecord) -> None:
        """Write it at once: the server may be killed."""
        self._lines.write(json.dumps(getattr(record, "fields", {})) + "\n")


if __name__ == "__main__":
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    LOG.addHandler(_File(Path(sys.argv[1])))
    sys.exit(main(sys.argv[2:]))
