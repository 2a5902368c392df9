"""Looking back at a finished game, with the coach."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.coach import Verdict, reviewable
from charidice.coach.explained import coached, most_pieces
from charidice.errors import CodedError
from charidice.locale import current, explain, use
from charidice.records import Record
from charidice.tables import Table, TableError
from charidice.web.edge.addresses import address_of
from charidice.web.live import words
from charidice.web.live.sse import Reader, Stream, message
from charidice.web.live.viewer import Viewer, look_at
from charidice.web.ops.reviews import Played, Progress, Reviews
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.elsewhere import ElsewhereView, elsewhere_view
from charidice.web.pages.layout import page
from charidice.web.pages.preview import preview, table_preview
from charidice.web.review.people import Person, people_at
from charidice.web.review.steps import decision_of, step_view
from charidice.web.review.view import Place, review_view
from charidice.web.services import services_of
from charidice.web.templating import render

router = APIRouter(include_in_schema=False)
_PATIENCE: Final = 1.5  # seconds after which a page comes that says how far it is


@dataclass(frozen=True, slots=True)
class Subject:
    """A finished game that is looked at: who played it, where its review is, and what chats say."""

    played: Played
    people: tuple[Person, ...]
    place: Place
    describe: Callable[[], tuple[str, str]] | None = None  # chats are told nothing without it
    elsewhere: ElsewhereView | None = None  # where its people play on


@router.get("/t/{name}/review")
async def review_page(request: Request, name: str, seat: str = "", step: str = "") -> Response:
    """A finished game judged, or one of its decisions; while it is judged, how far that is."""
    subject = await _table_subject(request, name)
    return await (step_answer(request, subject, step) if step else answer(request, subject, seat))


@router.get("/t/{name}/review/stream")
async def review_stream(request: Request, name: str, seat: str = "") -> Response:
    """How far the review is, and then the review itself."""
    return stream_answer(request, await _table_subject(request, name), seat)


async def _table_subject(request: Request, name: str) -> Subject:
    """The game of a table, as a viewer sees it."""
    cached, viewer = await table_and_viewer(request, name)
    table = cached.table
    played = Played(finished(table), table.stood_in)
    people = people_at(look_at(table, viewer))
    describe = partial(table_preview, table)
    elsewhere = await elsewhere_view(request, viewer, table)
    return Subject(played, people, _place(viewer), describe, elsewhere)


async def answer(request: Request, subject: Subject, seat: str) -> Response:
    """The review through the eyes of a seat, or the page that waits for it."""
    reviews, who = services_of(request).reviews, address_of(request.scope)
    judged = await reviews.verdict(subject.played, who, _PATIENCE)
    values: dict[str, object] = {"elsewhere": subject.elsewhere}
    if judged is None:
        pieces = most_pieces(subject.played.record)
        waiting = {"path": subject.place.path, "seat": _digits(seat), "pieces": pieces}
        return page(request, "review_wait.html", {**values, **waiting})
    if subject.describe:
        values["preview"] = preview(request, subject.describe)

    def shown() -> Response:
        view = review_view(judged, subject.people, seat, subject.place)
        return page(request, "review.html", {**values, "view": view})

    return await asyncio.to_thread(shown)  # a long page, which moves need not wait for


async def step_answer(request: Request, subject: Subject, step: str) -> Response:
    """One decision; the coach looks at it in another process."""
    found = decision_of(subject.played.record, step)
    judges, who = services_of(request).judges, address_of(request.scope)
    seen = await judges.run(who, coached, found.game)
    view = step_view(subject.played.record, found, seen, subject.people, subject.place.path or "")
    return page(request, "review_step.html", {"view": view, "elsewhere": subject.elsewhere})


def stream_answer(request: Request, subject: Subject, seat: str) -> Response:
    """The progress of a review over one connection, and then the review."""
    reviews, reader = services_of(request).reviews, Reader.of(request)

    def shown(judged: Verdict) -> str:
        view = review_view(judged, subject.people, seat, subject.place)
        return render("review/body.html", {"view": view})

    return Stream(progress_stream(reviews, subject.played, reader.address, shown), reader)


async def progress_stream(
    reviews: Reviews, played: Played, who: str, shown: Callable[[Verdict], str]
) -> AsyncIterator[bytes]:
    """The progress of a review as events, then its HTML or why there is none."""
    language = current()
    try:
        async for each in reviews.progress(played, who):
            use(language)
            if isinstance(each, Progress):
                yield message("progress", {"done": each.done, "total": each.total})
            else:
                yield message("review", {"html": await asyncio.to_thread(shown, each)})
    except CodedError as error:
        use(language)
        yield message("failed", {"text": explain(error)})


def finished(table: Table) -> Record:
    """The record of a game that was played to its end."""
    if table.game is None or not table.game.over or table.playing:
        raise TableError("table/not-over")
    return judgeable(table.record(words.record_names(table.seats)))


def judgeable(record: Record) -> Record:
    """The record, refused if nobody knows all of its rolls."""
    if not reviewable(record):
        raise TableError("table/not-reviewable")
    return record


def _place(viewer: Viewer) -> Place:
    return Place(f"{viewer.path}/review", viewer.path, f"{viewer.link}/review")


def _digits(seat: str) -> str:
    return seat if seat.isascii() and seat.isdecimal() and len(seat) == 1 else ""
