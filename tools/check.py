"""Every check of the project, one after the other; stops at the first that fails.

./test runs this on Debian and macOS; on Windows: uv run python tools/check.py
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

# Commands of one check run side by side; what the later ones say is shown when all are done.
CHECKS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("format", ("ruff format --check .",)),
    ("lint", ("ruff check .",)),
    ("types", ("mypy",)),
    ("layers", ("lint-imports",)),
    ("browser", ("python -m tools.browser",)),
    (
        "tests",
        ("pytest --durations=25 --ignore tests/browser", "pytest --durations=25 tests/browser"),
    ),
)


def main() -> int:
    """Run the checks and return the exit code of the first that fails."""
    for name, commands in CHECKS:
        print(f"\n== {name}: {' and '.join(commands)}", flush=True)
        start = time.perf_counter()
        code = run(commands)
        if code:
            print(f"== {name} failed", flush=True)
            return code
        print(f"== {name} passed in {time.perf_counter() - start:.0f} s", flush=True)
    return 0


def run(commands: Sequence[str]) -> int:
    """Run commands side by side and return the worst of their exit codes."""
    first, *others = [command.split() for command in commands]
    with ExitStack() as files:
        said = [files.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in others]
        beside = [
            subprocess.Popen(words, stdout=out, stderr=out)
            for words, out in zip(others, said, strict=True)
        ]
        try:
            codes = [subprocess.run(first, check=False).returncode]
            codes += [process.wait() for process in beside]
        finally:
            for process, out in zip(beside, said, strict=True):
                process.terminate()
                process.wait()
                out.seek(0)
                print(out.read(), flush=True)
    return max(codes, key=abs)


if __name__ == "__main__":
    sys.exit(main())
