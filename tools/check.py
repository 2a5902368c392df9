"""Every check of the project, one after the other; stops at the first that fails.

./test runs this on Debian and macOS; on Windows: uv run python tools/check.py
"""

import subprocess
import sys
import time

CHECKS = (
    ("format", ["ruff", "format", "--check", "."]),
    ("lint", ["ruff", "check", "."]),
    ("types", ["mypy"]),
    ("layers", ["lint-imports"]),
    ("browser", ["python", "-m", "tools.browser"]),
    ("tests", ["pytest"]),
)


def main() -> int:
    """Run the checks and return the exit code of the first that fails."""
    for name, command in CHECKS:
        print(f"\n== {name}: {' '.join(command)}", flush=True)
        start = time.perf_counter()
        code = subprocess.run(command, check=False).returncode
        if code:
            print(f"== {name} failed", flush=True)
            return code
        print(f"== {name} passed in {time.perf_counter() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
