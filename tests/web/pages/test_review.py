"""Looking back at a finished table."""

import re
from collections.abc import Iterator

import httpx
import pytest
from tests.web.pages.support import error_of
from tests.web.support import (
    Local,
    Player,
    created,
    messages,
    page_of,
    play_to_the_end,
    seated,
    two_at_a_table,
)

from charidice.coach import Verdict, verdict
from charidice.locale.formats import number, signed
from charidice.records import parse

PATIENCE = 60.0


@pytest.fixture(scope="module")
def lena(here: Local) -> Iterator[Player]:
    """Lena's seat at a game of two that is over."""
    with here.visitor() as web:
        players = two_at_a_table(web)
        play_to_the_end([*players])
        yield players[0]


@pytest.fixture(scope="module")
def judged(lena: Player) -> Verdict:
    return verdict(parse(lena.web.get(f"/t/{lena.table}/record").text))


def review(web: httpx.Client, table: str, query: str = "") -> httpx.Response:
    """The review, when it is there."""
    path = f"/t/{table}/review"
    with web.stream("GET", f"{path}/stream", timeout=PATIENCE) as stream:
        *_progress, last = messages(stream)
        assert last.event == "review"
    answer = web.get(path + query)
    assert answer.status_code == 200
    return answer


def test_the_end_of_a_table_leads_to_its_review(here: Local, lena: Player) -> None:
    with seated(here, lena) as web:
        assert f'href="/t/{lena.table}/review"' in web.get(f"/t/{lena.table}").text
        page = page_of(review(web, lena.table))
        assert "Looking back" in page.texts
        assert "Your chance of winning" in page.texts


def test_the_figures_of_the_page_are_those_of_the_coach(lena: Player, judged: Verdict) -> None:
    for seat, player in enumerate(judged.players):
        text = review(lena.web, lena.table, f"?seat={seat + 1}").text
        shown = re.findall(r'<div class="figure"><b>([^<]*)</b>', text)
        luck = player.points.luck - judged.players[1 - seat].points.luck
        grade, margin = player.grade, player.fair_margin
        assert shown == [number(grade), signed(luck, 1), signed(margin, 1)]


def test_the_books_balance_on_the_page(lena: Player) -> None:
    text = review(lena.web, lena.table, "?seat=2").text
    table = text[text.index('<table class="books">') :].split("</table>")[0]
    rows = re.findall(r'<th scope="row">([^<]*)</th><td>([^<]*)</td><td>([^<]*)</td>', table)
    assert [rows[0][0], rows[-1][0]] == ["At the start", "At the end"]
    for column in (1, 2):
        figures = [float(row[column].replace("−", "-")) for row in rows]
        assert sum(figures[:-1]) == pytest.approx(figures[-1], abs=1e-6)


def test_a_review_tells_how_far_it_is_and_then_comes_over_the_same_connection(
    here: Local,
) -> None:
    with here.visitor() as web:
        players = two_at_a_table(web)
        play_to_the_end([*players])
        path = f"/t/{players[0].table}/review/stream"
        with web.stream("GET", path, params={"seat": "2"}, timeout=PATIENCE) as stream:
            *progress, last = messages(stream)
        assert progress
        assert {each.event for each in progress} == {"progress"}
        assert [each.data["total"] for each in progress] == [22] * len(progress)
        done = [each.data["done"] for each in progress]
        assert done == sorted(done)
        assert last.event == "review"
        assert "Chance of winning: Marko" in last.data["html"]
        assert "<script" not in last.data["html"]


def test_a_page_that_is_not_ready_says_so_and_looks_again_without_scripts(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here.visitor() as web:
        players = two_at_a_table(web)
        play_to_the_end([*players])
        monkeypatch.setattr("charidice.web.pages.review._PATIENCE", 0.0)
        answer = web.get(f"/t/{players[0].table}/review?seat=2")
        page = page_of(answer)
        streams = [a.get("data-stream") for _tag, a in page.tags if "data-stream" in a]
        assert streams == [f"/t/{players[0].table}/review/stream?seat=2"]
        assert ("progress", "22") in [(tag, a.get("max")) for tag, a in page.tags]
        assert '<noscript><meta http-equiv="refresh"' in answer.text


def test_each_step_shows_what_the_coach_sees(lena: Player) -> None:
    web, path = lena.web, f"/t/{lena.table}/review"
    page = page_of(web.get(path, params={"step": "0"}, timeout=PATIENCE))
    last = int(next(a["max"] or "" for tag, a in page.tags if a.get("id") == "slider"))
    for step in (0, 3, last):
        answer = web.get(path, params={"step": step}, timeout=PATIENCE)
        page = page_of(answer)
        assert f"Step {step} of {last}" in page.texts
        links = {a.get("rel"): a["href"] for tag, a in page.tags if tag == "a" and "rel" in a}
        assert links.get("prev") == (f"{path}?step={step - 1}" if step else None)
        assert links.get("next") == (f"{path}?step={step + 1}" if step < last else None)
        assert "What the coach sees" in page.texts
        assert answer.text.count('<tr class="chosen">') == 1
        assert answer.text.count('class="rank"') in (2, 8, 9)


def test_a_game_that_is_not_over_has_no_review(here: Local) -> None:
    with here.visitor() as web:
        player, other = two_at_a_table(web)
        path = f"/t/{player.table}"
        assert "not over" in error_of(web.get(f"{path}/review"), 409)
        assert web.get(f"{path}/review/stream").status_code == 409
        player.play("roll")
        player.command("end")
        other.command("end")
        assert player.state()["status"] != "playing"
        assert "/review" not in web.get(path).text
        assert web.get(f"{path}/review").status_code == 409


def test_who_may_not_watch_sees_no_review(here: Local) -> None:
    with here.visitor() as web, here.visitor() as stranger:
        player = created(web, settings={"watch": False, "ask_seconds": 0}, bots=["random"])
        assert player.command("begin", first=0).status_code == 200
        for path in ("review", "review?step=1", "review/stream"):
            assert stranger.get(f"/t/{player.table}/{path}").status_code == 403
