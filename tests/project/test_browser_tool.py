"""Which browser the tests use, and how they get one."""

from pathlib import Path

import pytest
from tests.support import posix_only
from tools import browser
from tools.browser import LIGHT, VARIABLE, NoBrowserError, found, get

pytestmark = posix_only


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs; as root of a Debian whose packages land there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(browser, "_downloaded", lambda: None)
    monkeypatch.setattr(browser, "_installs_packages", lambda: True)
    return tmp_path


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def archive(folder: Path, monkeypatch: pytest.MonkeyPatch, *names: str) -> list[str]:
    """Packages that can be installed; returns a list of those that somebody asked for."""
    asked = []

    def install(command: list[str]) -> None:
        asked.append(command[-1])
        if command[-1] in names:
            program(folder, command[-1])

    monkeypatch.setattr(browser, "_install", install)
    return asked


def test_the_light_browser_is_preferred(folder: Path) -> None:
    usual = program(folder, "chromium")
    environment = {"PATH": str(folder)}
    assert found(environment) == usual
    light = program(folder, LIGHT)
    assert found(environment) == light
    assert found({**environment, VARIABLE: str(usual)}) == usual


def test_nothing_is_installed_where_there_is_a_browser(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(folder, "chromium")
    asked = archive(folder, monkeypatch, LIGHT)
    assert get().name == "chromium"
    assert not asked


def test_the_light_browser_is_installed_where_there_is_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = archive(folder, monkeypatch, LIGHT, "chromium")
    assert get().name == LIGHT
    assert asked == [LIGHT]


def test_where_there_is_no_light_one_the_usual_one_will_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = archive(folder, monkeypatch, "chromium")
    assert get().name == "chromium"
    assert asked == [LIGHT, "chromium"]
    assert get().name == "chromium"


def test_a_named_browser_is_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = program(folder, "another")
    monkeypatch.setenv(VARIABLE, str(named))
    asked = archive(folder, monkeypatch, LIGHT)
    assert get() == named
    assert not asked


def test_without_any_browser_one_hears_what_to_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(folder, monkeypatch)
    with pytest.raises(NoBrowserError, match=VARIABLE):
        get()
