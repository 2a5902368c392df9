"""Games that people upload: read, checked and replayed, all of it in the pool of judges.

What strangers have sent reaches the server's own process only as bytes, and comes back as a game.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message

from charidice.errors import CodedError
from charidice.records import Record, from_json, parse, replay, to_json
from charidice.rules import Game

_MOST_FIELDS: Final = 5


class UploadError(CodedError):
    """An uploaded game cannot be kept, shown or deleted."""

    messages: ClassVar[Mapping[str, str]] = {
        "upload/empty": (
            "There is nothing to read yet. Choose a file, or paste the text of a record."
        ),
        "upload/not-text": (
            "This file is not a text, so it cannot be the record of a game. "
            "Choose the file that “Download the record” has saved."
        ),
        "upload/form": "The form did not arrive whole. Please send it again.",
        "upload/not-found": (
            "There is no game under this link. Uploaded games are deleted after {days} days, "
            "or earlier by whoever uploaded them."
        ),
        "upload/not-yours": (
            "Only the browser that uploaded this game can delete it. "
            "It is deleted after {days} days in any case."
        ),
    }


class StoredGame(NamedTuple):
    """A game that was uploaded, with its last position; `named` if the players' names were kept."""

    record: Record
    game: Game
    named: bool


def read_upload(content_type: str, body: bytes) -> str:
    """What to store of a form with the file or the text of a record; for the pool of judges."""
    form = asyncio.run(_form(content_type, body))
    record = parse(_text(form))
    named = form.get("names") == "on"
    if not named:
        record = replace(record, players=tuple(_numbered(record)))
    return json.dumps({"named": named, "record": to_json(record)}, ensure_ascii=False)


def stored(data: str) -> StoredGame:
    """A stored game, replayed; for the pool of judges."""
    record = from_json(stored_record(data))
    return StoredGame(record, replay(record), json.loads(data)["named"])


def stored_record(data: str) -> str:
    """The record in a stored game, as JSON."""
    return str(json.loads(data)["record"])


def _numbered(record: Record) -> list[str]:
    """Names that say nothing about anybody."""
    return [f"Player {number}" for number, _name in enumerate(record.players, 1)]


async def _form(content_type: str, body: bytes) -> FormData:
    """The fields of a form, by the parser that all forms go through."""
    scope = {"type": "http", "headers": [(b"content-type", content_type.encode("latin-1"))]}

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    try:
        return await Request(scope, receive).form(
            max_files=1, max_fields=_MOST_FIELDS, max_part_size=len(body) + 1
        )
    except (MultiPartException, UnicodeError, LookupError):
        raise UploadError("upload/form") from None


def _text(form: FormData) -> str:
    """What somebody has chosen or pasted; a file counts first."""
    file = form.get("file")
    data = file.file.read() if isinstance(file, UploadFile) else b""
    pasted = form.get("text")
    if not data.strip():
        data = pasted.encode("utf-8", "replace") if isinstance(pasted, str) else b""
    if not data.strip():
        raise UploadError("upload/empty")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UploadError("upload/not-text") from None
