"""Games that people have saved and upload to look back on them."""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from charidice.coach import reviewable
from charidice.errors import CodedError
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.locale.formats import date
from charidice.records import Record
from charidice.records.names import initial
from charidice.rules import Game
from charidice.tables import TableError
from charidice.tables.hosting.ports import Upload
from charidice.tables.hosting.retention import UPLOAD_DAYS, upload_limit
from charidice.web.edge.addresses import address_of
from charidice.web.edge.cookies import cookies_of
from charidice.web.edge.errors import Refused, WebError
from charidice.web.edge.seat_tokens import (
    MOST_UPLOADS_REMEMBERED,
    UPLOAD_NAME,
    remember,
    upload_cookie,
    uploads_of,
)
from charidice.web.edge.sizes import MOST_UPLOAD_BYTES
from charidice.web.edge.statuses import status_of
from charidice.web.live.faces import FaceView
from charidice.web.live.result import TallyView, tally_of
from charidice.web.live.sheets import SheetsView, sheets_of
from charidice.web.ops.reviews import Played
from charidice.web.pages.layout import page
from charidice.web.pages.links import friends_base
from charidice.web.pages.review import Subject, answer, judgeable, step_answer, stream_answer
from charidice.web.review.people import people_in
from charidice.web.review.view import Place
from charidice.web.services import services_of
from charidice.web.uploaded_games import UploadError, read_upload, stored, stored_record

router = APIRouter(include_in_schema=False)
_DAY: Final = 86_400.0
_UNWANTED: Final = 422  # what somebody has sent is not a game: the form says so
# Whoever has a link may show it to others, but no search engine should.
_HIDDEN: Final = {"x-robots-tag": "noindex, nofollow"}


@dataclass(frozen=True, slots=True)
class UploadedGame:
    """A game that was uploaded, its players named in the language of the reader."""

    name: str
    link: str
    kept_until: float
    is_mine: bool  # the reader may delete it
    record: Record
    game: Game

    @property
    def path(self) -> str:
        """Its path on this server."""
        return f"/r/{self.name}"


@dataclass(frozen=True, slots=True)
class UploadedView:
    """The result of an uploaded game, as its page shows it."""

    path: str
    link: str
    kept_until: str
    is_mine: bool
    reviewable: bool
    victory: str | None
    charity: str | None
    tally: TallyView
    sheets: SheetsView


@dataclass(frozen=True, slots=True)
class _Players:
    names: Sequence[str]
    faces: Sequence[FaceView]


@router.get("/review")
async def upload_page(request: Request) -> Response:
    """A form for a game that somebody has saved."""
    return _form_page(request)


@router.post("/review")
async def upload(request: Request) -> Response:
    """Keep a game under a link that cannot be guessed, and show it."""
    services, body = services_of(request), await request.body()
    kind, address = request.headers.get("content-type", ""), address_of(request.scope)
    try:
        with _counted(request):
            data = await services.judges.run(address, read_upload, kind, body)
            name = secrets.token_urlsafe(16)
            kept = Upload(name, time.time(), data)
            await services.host.uploads.keep(kept, services.config.caps.uploads)
    except CodedError as error:
        if status_of(error) != _UNWANTED:
            raise
        return _form_page(request, error)
    response = RedirectResponse(f"/r/{name}", 303)
    _remember_upload(request, response, name)
    return response


@router.get("/r/{name}")
async def uploaded_page(request: Request, name: str) -> Response:
    """A game that was uploaded."""
    return _hidden(_result_page(request, await uploaded_game(request, name)))


@router.get("/r/{name}/review")
async def uploaded_review(request: Request, name: str, seat: str = "", step: str = "") -> Response:
    """The review of an uploaded game."""
    subject = await _subject(request, name)
    answered = step_answer(request, subject, step) if step else answer(request, subject, seat)
    return _hidden(await answered)


@router.get("/r/{name}/review/stream")
async def uploaded_review_stream(request: Request, name: str, seat: str = "") -> Response:
    """How far the review of an uploaded game is, and then the review itself."""
    return stream_answer(request, await _subject(request, name), seat)


@router.get("/r/{name}/record")
async def uploaded_record(request: Request, name: str) -> Response:
    """A game that was uploaded, as a file that `charidice replay` reads."""
    text = stored_record((await _found(request, name)).data)
    headers = {"content-disposition": f'attachment; filename="charidice-{name[:8]}.json"'}
    return _hidden(Response(text, media_type="application/json", headers=headers))


@router.post("/r/{name}/delete")
async def delete_upload(request: Request, name: str) -> Response:
    """Delete a game, if this browser has uploaded it."""
    await _found(request, name)
    if not _is_mine(request, name):
        raise UploadError("upload/not-yours", {"days": UPLOAD_DAYS})
    await services_of(request).host.uploads.delete(name)
    response = _hidden(page(request, "upload_deleted.html"))
    response.delete_cookie(upload_cookie(name), path="/")
    return response


def _result_page(request: Request, uploaded: UploadedGame) -> Response:
    """The page of an uploaded game: how it ended."""
    return page(request, "uploaded.html", {"view": uploaded_view(uploaded)})


async def _subject(request: Request, name: str) -> Subject:
    """An uploaded game that was played to its end."""
    uploaded = await uploaded_game(request, name)
    if not uploaded.game.over:
        raise TableError("table/not-over")
    place = Place(f"{uploaded.path}/review", uploaded.path, f"{uploaded.link}/review")
    return Subject(Played(judgeable(uploaded.record)), people_in(uploaded.record), place)


async def uploaded_game(request: Request, name: str) -> UploadedGame:
    """The game under a link, read in the pool of judges; refused if it is not kept any more."""
    upload, services = await _found(request, name), services_of(request)
    found = await services.judges.run(address_of(request.scope), stored, upload.data)
    record = found.record
    if not found.named:
        numbers = range(1, len(record.players) + 1)
        names = (_("Player {number}").format(number=number) for number in numbers)
        record = replace(record, players=tuple(names))
    return UploadedGame(
        name,
        f"{_base(request)}/r/{name}",
        upload.created + UPLOAD_DAYS * _DAY,
        _is_mine(request, name),
        record,
        found.game,
    )


def uploaded_view(uploaded: UploadedGame) -> UploadedView:
    """What the page of an uploaded game shows."""
    game, names = uploaded.game, uploaded.record.players
    faces = tuple(FaceView(seat, initial(name)) for seat, name in enumerate(names, 1))
    return UploadedView(
        uploaded.path,
        uploaded.link,
        date(uploaded.kept_until),
        uploaded.is_mine,
        reviewable(uploaded.record),
        sentences.victory(game, names) if game.over else None,
        sentences.charity(game, names) if game.over else None,
        tally_of(game, names, faces),
        sheets_of(game, _Players(names, faces), range(len(names))),
    )


async def delete_own_uploads(request: Request) -> list[str]:
    """Delete all that this browser has uploaded; returns the names of the cookies."""
    names = uploads_of(cookies_of(request.scope))
    for name in names:
        if _is_mine(request, name):
            await services_of(request).host.uploads.delete(name)
    return [upload_cookie(name) for name in names]


async def _found(request: Request, name: str) -> Upload:
    uploads, is_name = services_of(request).host.uploads, UPLOAD_NAME.fullmatch(name)
    upload = await uploads.find(name) if is_name else None
    if upload is None or upload.created < upload_limit(time.time()):
        raise UploadError("upload/not-found", {"days": UPLOAD_DAYS})
    return upload


@contextmanager
def _counted(request: Request) -> Iterator[None]:
    """Count an upload and refuse one too many; what is not kept is not counted."""
    limits, address = services_of(request).limits, address_of(request.scope)
    if not limits.allows_upload(address):
        raise Refused(WebError("web/too-many-uploads"))
    try:
        yield
    except BaseException:
        limits.not_uploaded(address)
        raise


def _base(request: Request) -> str:
    """The address of this server for others, or for its own machine if only that reaches it."""
    if services_of(request).config.only_here:
        return f"{request.url.scheme}://{request.url.netloc}"
    return friends_base(request)


def _form_page(request: Request, problem: CodedError | None = None) -> Response:
    values = {"problem": problem, "days": UPLOAD_DAYS, "most_kilobytes": MOST_UPLOAD_BYTES // 1024}
    return page(request, "upload.html", values, _UNWANTED if problem else 200)


def _is_mine(request: Request, name: str) -> bool:
    token = cookies_of(request.scope).get(upload_cookie(name))
    return services_of(request).signer.may_delete(name, token)


def _remember_upload(request: Request, response: Response, name: str) -> None:
    """Let this browser delete what it has uploaded; of too many it forgets the oldest."""
    services = services_of(request)
    token = services.signer.upload_token(name)
    remember(response, upload_cookie(name), token, secure=services.config.secure)
    kept = uploads_of(cookies_of(request.scope))
    for old in kept[: max(0, len(kept) + 1 - MOST_UPLOADS_REMEMBERED)]:
        response.delete_cookie(upload_cookie(old), path="/")


def _hidden(response: Response) -> Response:
    response.headers.update(_HIDDEN)
    return response
