"""Looking back at a finished game, with the coach."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.coach import Verdict
from charidice.coach.explained import coached, most_pieces
from charidice.errors import CodedError
from charidice.locale import current, explain, use
from charidice.records import Record
from charidice.tables import Table, TableError
from charidice.web.edge.addresses import address_of
from charidice.web.live import words
from charidice.web.live.sse import Reader, Stream, message
from charidice.web.live.viewer import look_at
from charidice.web.ops.reviews import Progress, Reviews
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.layout import page
from charidice.web.pages.preview import Preview, preview, table_preview
from charidice.web.review.people import Person, people_at
from charidice.web.review.steps import StepView, decision_of, step_view
from charidice.web.review.view import Place, review_view
from charidice.web.services import services_of
from charidice.web.templating import render

router = APIRouter(include_in_schema=False)
_PATIENCE: Final = 1.5  # seconds after which a page comes that says how far it is


@dataclass(frozen=True, slots=True)
class Subject:
    """A finished game that somebody looks back on, and where its review stands."""

    record: Record
    people: tuple[Person, ...]
    place: Place
    preview: Preview | None = None


@router.get("/t/{name}/review")
async def review_page(request: Request, name: str, seat: str = "", step: str = "") -> Response:
    """A finished game judged, or one of its decisions; while it is judged, how far that is."""
    return await judged_page(request, await _subject(request, name), seat, step)


@router.get("/t/{name}/review/stream")
async def review_stream(request: Request, name: str, seat: str = "") -> Response:
    """How far the review is, and then the review itself."""
    return judged_stream(request, await _subject(request, name), seat)


async def judged_page(request: Request, subject: Subject, seat: str, step: str) -> Response:
    """The review of any game, one of its decisions, or how far the review is."""
    services, who, record = services_of(request), address_of(request.scope), subject.record
    if step:
        decision = await _step(request, record, subject.people, step)
        return page(request, "review_step.html", {"view": decision})
    judged = await services.reviews.verdict(record, who, _PATIENCE)
    if judged is None:
        waiting = {"path": subject.place.path, "seat": _digits(seat), "pieces": most_pieces(record)}
        return page(request, "review_wait.html", waiting)
    view = review_view(judged, subject.people, seat, subject.place)
    return page(request, "review.html", {"view": view, "preview": subject.preview})


def judged_stream(request: Request, subject: Subject, seat: str) -> Response:
    """How far the review of any game is, and then the review itself."""
    reviews, reader = services_of(request).reviews, Reader.of(request)

    def shown(judged: Verdict) -> str:
        view = review_view(judged, subject.people, seat, subject.place)
        return render("review/body.html", {"view": view})

    return Stream(progress_stream(reviews, subject.record, reader.address, shown), reader)


async def _subject(request: Request, name: str) -> Subject:
    """The finished game of a table, as this viewer sees it."""
    cached, viewer = await table_and_viewer(request, name)
    return Subject(
        finished(cached.table),
        people_at(look_at(cached.table, viewer)),
        Place(f"{viewer.path}/review", viewer.path, f"{viewer.link}/review"),
        preview(request, partial(table_preview, cached.table)),
    )


async def _step(
    request: Request, record: Record, people: tuple[Person, ...], step: str
) -> StepView:
    """One decision; the coach looks at it in another process."""
    found = decision_of(record, step)
    judges, who = services_of(request).judges, address_of(request.scope)
    seen = await judges.run(who, coached, found.game)
    return step_view(record, found, seen, people, request.scope["path"])


async def progress_stream(
    reviews: Reviews, record: Record, who: str, shown: Callable[[Verdict], str]
) -> AsyncIterator[bytes]:
    """The progress of a review as events, then its HTML or why there is none."""
    language = current()
    try:
        async for each in reviews.progress(record, who):
            use(language)
            if isinstance(each, Progress):
                yield message("progress", {"done": each.done, "total": each.total})
            else:
                yield message("review", {"html": shown(each)})
    except CodedError as error:
        use(language)
        yield message("failed", {"text": explain(error)})


def finished(table: Table) -> Record:
    """The record of a game that was played to its end."""
    if table.game is None or not table.game.over or table.playing:
        raise TableError("table/not-over")
    return table.record(words.record_names(table.seats))


def _digits(seat: str) -> str:
    return seat if seat.isascii() and seat.isdecimal() and len(seat) == 1 else ""
