"""Style sheets, scripts and pictures: kept for ever, until one of them changes."""

import re

import pytest
from tests.web.support import Local

from charidice.web.edge.static_files import STATIC, asset, edition

FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


def test_all_files_lie_under_the_hash_of_their_contents() -> None:
    assert re.fullmatch("[0-9a-f]{10}", edition())
    assert {asset(name) for name in FILES} == {f"/static/{edition()}/{name}" for name in FILES}


def test_a_file_that_is_not_there_has_no_link() -> None:
    with pytest.raises(FileNotFoundError):
        asset("nowhere.css")


def test_a_file_of_this_edition_is_kept_for_ever(here: Local) -> None:
    with here.visitor() as web:
        for name in FILES:
            answer = web.get(asset(name))
            assert answer.status_code == 200
            assert answer.content == (STATIC / name).read_bytes()
            assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("folder", ["", "0123456789/"])
def test_without_an_edition_or_with_another_one_a_file_is_asked_for_anew(
    here: Local, folder: str
) -> None:
    with here.visitor() as web:
        answer = web.get(f"/static/{folder}{FILES[0]}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("path", ["0123456789", "0123456789/", "0123456789/nowhere.css", "012345"])
def test_what_is_no_file_is_not_found(here: Local, path: str) -> None:
    with here.visitor() as web:
        assert web.get(f"/static/{path}").status_code == 404
