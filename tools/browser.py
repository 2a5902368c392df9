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
    """The Chromium that is there, or one that is installed now."""
    path = found()
    for command in () if path else _installations():
        print(f"There is no Chromium yet; getting one: {' '.join(command)}", flush=True)
        _install(command)
        path = found()
        if path:
            break
    if path is None:
        raise NoBrowserError(f"No Chromium could be installed. {WHAT_TO_DO}")
    return path


def _install(command: list[str]) -> None:
    subprocess.run(command, check=False)


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


def _installations() -> list[list[str]]:
    """The commands that may get a browser, the best first."""
    if _installs_packages():  # not every Debian has the light one
        return [["apt-get", "install", "-y", name] for name in (LIGHT, "chromium")]
    return [[sys.executable, "-m", "playwright", "install", "chromium"]]


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
