"""Every check of the project, one after the other; stops at the first that fails.

./test runs this on Debian and macOS; on Windows: uv run python tools/check.py
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

PYTEST: Final = "pytest --durations=25 -o cache_dir=.pytest_cache"
BY_FILE: Final = "--dist loadfile"
# Commands of one check run side by side; what the later ones say is shown when all are done. The
# tests are divided so that both take about as long. They wait for servers and browsers more than
# they calculate, so there are more processes than cores.
CHECKS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("format", ("ruff format --check .",)),
    ("lint", ("ruff check .",)),
    ("types", ("mypy",)),
    ("layers", ("lint-imports",)),
    ("browser", ("python -m tools.browser",)),
    (
        "tests",
        (
            f"{PYTEST}/core -n 2 {BY_FILE} --ignore tests/browser --ignore tests/solver",
            f"{PYTEST}/browser -n 3 {BY_FILE} tests/browser tests/solver",
        ),
    ),
)
FAILED: Final = 1  # what pytest returns when tests failed, and nothing else was wrong
# Servers are started hundreds of times: without compiled modules each of them takes seconds more.
ENVIRONMENT: Final = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


def main() -> int:
    """Run the checks and return the exit code of the first that fails."""
    for name, commands in CHECKS:
        print(f"\n== {name}: {' and '.join(commands)}", flush=True)
        start = time.perf_counter()
        codes = run(commands)
        if name == "tests":
            each = zip(commands, codes, strict=True)
            codes = [once_more(command) if code == FAILED else code for command, code in each]
        code = max(codes, key=abs)
        if code:
            print(f"== {name} failed", flush=True)
            return code
        print(f"== {name} passed in {time.perf_counter() - start:.0f} s", flush=True)
    return 0


def run(commands: Sequence[str]) -> list[int]:
    """Run commands side by side and return their exit codes."""
    first, *others = [command.split() for command in commands]
    with ExitStack() as files:
        said = [files.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in others]
        beside = [
            subprocess.Popen(words, stdout=out, stderr=out, env=ENVIRONMENT)
            for words, out in zip(others, said, strict=True)
        ]
        try:
            codes = [subprocess.run(first, check=False, env=ENVIRONMENT).returncode]
            codes += [process.wait() for process in beside]
        finally:
            for process, out in zip(beside, said, strict=True):
                process.terminate()
                process.wait()
                out.seek(0)
                print(out.read(), flush=True)
    return codes


def once_more(command: str) -> int:
    """Run what failed again with nothing beside it, and return the exit code."""
    print(
        "\n== What failed, once more and alone. What passes now is shaky: mend it too.", flush=True
    )
    return run([f"{command} --last-failed -n 0 --maxfail=5"])[0]


if __name__ == "__main__":
    sys.exit(main())
