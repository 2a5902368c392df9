"""Finds a Chromium for the tests in a real browser, and gets one where there is none.

    uv run python -m tools.browser

CHARIDICE_CHROMIUM names one; otherwise it is looked for on the PATH and among Playwright's own.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

VARIABLE: Final = "CHARIDICE_CHROMIUM"
LIGHT: Final = "chromium-headless-shell"  # has no windows at all: a quarter less work for the tests
NAMES: Final = (LIGHT, "chromium", "chromium-browser", "google-chrome")
# Where there is a browser already, an unreachable archive must not hold up the tests.
APT_GET: Final = (
    *("apt-get", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"),
    *("install", "-y"),
)
WHAT_TO_DO: Final = (
    "There is no Chromium for the tests in the browser. “uv run python -m tools.browser” gets one; "
    f"if you have one elsewhere, name it in the variable {VARIABLE}."
)


class NoBrowserError(Exception):
    """No browser is there; the sentence says what to do."""


def found(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The Chromium that is there, if any; a wrong name in the variable is refused."""
    named = environment.get(VARIABLE)
    if named:
        path = shutil.which(named)
        if path is None:
            raise NoBrowserError(f"{VARIABLE} says {named}, but that cannot be run.")
        return Path(path)
    for name in NAMES:
        path = shutil.which(name, path=environment.get("PATH"))
        if path:
            return Path(path)
    return _downloaded()


def chromium() -> Path:
    """The Chromium that is there, or an error that says what to do."""
    path = found()
    if path is None:
        raise NoBrowserError(WHAT_TO_DO)
    return path


def get() -> Path:
    """The Chromium that is there, or one that is installed now; the light one where possible."""
    path = found()
    if _installs_packages() and not os.environ.get(VARIABLE) and (not path or path.name != LIGHT):
        _install([*APT_GET, LIGHT])  # not every Debian has it; any other will do
        path = found()
    if path is None:
        command = _installation()
        code = _install(command)
        path = found()
        if path is None:
            raise NoBrowserError(f"{' '.join(command)} ended with {code}. {WHAT_TO_DO}")
    return path


def _install(command: list[str]) -> int:
    print(f"Getting a browser for the tests: {' '.join(command)}", flush=True)
    return subprocess.run(command, check=False).returncode


def _downloaded() -> Path | None:
    """What `playwright install` has put into the user's folder."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where it is needed

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def _installs_packages() -> bool:
    """Whether this is Debian, and we may install its packages."""
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None
    return debian and hasattr(os, "geteuid") and os.geteuid() == 0


def _installation() -> list[str]:
    if _installs_packages():
        return [*APT_GET, "chromium"]
    return [sys.executable, "-m", "playwright", "install", "chromium"]


def main() -> int:
    """Say which browser the tests use; get one if there is none."""
    try:
        print(f"The tests use {get()}.")
    except NoBrowserError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
