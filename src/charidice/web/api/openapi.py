"""The OpenAPI description: what the framework knows, and commands and events, which bypass it."""

import json
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Final

from fastapi import FastAPI
from pydantic import TypeAdapter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from charidice.tables.model.api_models import Done
from charidice.tables.model.commands import SENT_COMMAND
from charidice.tables.model.public_events import PUBLIC_EVENT
from charidice.web.api.commands import PATH
from charidice.web.edge.compression import accepts_gzip, compressed_once

ADDRESS: Final = "/api/v1/openapi.json"
_REFERENCE: Final = "#/components/schemas/{model}"
_EVENTS: Final = "/api/v1/tables/{name}/events"
_REMATCH: Final = "/api/v1/tables/{name}/rematch"


@dataclass(frozen=True)
class Description:
    """The description as it is sent."""

    plain: bytes
    compressed: bytes | None

    @classmethod
    def of(cls, content: object) -> "Description":
        """Write it down, and compress it."""
        plain = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        return cls(plain, compressed_once(plain))

    def answer(self, *, gzip: bool) -> Response:
        """The answer to whoever asks for it."""
        headers = {"vary": "Accept-Encoding"}
        if not gzip or self.compressed is None:
            return Response(self.plain, headers=headers, media_type="application/json")
        headers["content-encoding"] = "gzip"
        return Response(self.compressed, headers=headers, media_type="application/json")


def describe(app: FastAPI) -> None:
    """Let the application describe itself at its address, with commands and events too.

    The description takes a while to make, so that is done once and when somebody first asks.
    """
    usual = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(usual())
        return app.openapi_schema

    @cache
    def made() -> Description:
        return Description.of(openapi())

    making = Lock()

    def description() -> Description:
        with making:  # whoever asks meanwhile waits for the same
            return made()

    async def answer(request: Request) -> Response:
        found = await run_in_threadpool(description)
        return found.answer(gzip=accepts_gzip(request.scope))

    app.openapi = openapi  # type: ignore[method-assign]
    app.add_route(ADDRESS, answer, include_in_schema=False)


def _completed(description: dict[str, Any]) -> dict[str, Any]:
    paths, schemas = description["paths"], description["components"]["schemas"]
    schemas["Command"] = _schema(SENT_COMMAND, schemas, "validation")
    schemas["Event"] = _schema(PUBLIC_EVENT, schemas, "serialization")
    schemas["Done"] = _schema(TypeAdapter(Done), schemas, "serialization")
    like = paths[_REMATCH]["post"]  # also about a table and with a token
    refusals = {status: each for status, each in like["responses"].items() if status != "201"}
    done = {"application/json": {"schema": {"$ref": _REFERENCE.format(model="Done")}}}
    command = {"application/json": {"schema": {"$ref": _REFERENCE.format(model="Command")}}}
    paths[PATH] = {
        "post": {
            **like,
            "operationId": "command",
            "summary": "Command",
            "description": "Act: play, take back, leave, and what hosts do.",
            "requestBody": {"required": True, "content": command},
            "responses": {"200": {"description": "Done", "content": done}, **refusals},
        }
    }
    events = paths[_EVENTS]["get"]["responses"]["200"]
    events["content"] = {
        "text/event-stream": {
            "schema": {
                "type": "object",
                "description": "Each server-sent event: `data` is one Event as JSON.",
                "properties": {
                    "id": {"type": "string", "description": "The number of the event."},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": {"$ref": _REFERENCE.format(model="Event")},
                    },
                },
                "required": ["id", "data"],
            }
        }
    }
    return description


def _schema(adapter: TypeAdapter[Any], schemas: dict[str, Any], mode: Any) -> dict[str, Any]:
    """The schema of a type; the schemas of its parts are added to the shared ones."""
    found = adapter.json_schema(ref_template=_REFERENCE, mode=mode)
    schemas.update(found.pop("$defs", {}))
    for each in schemas.values():  # the discriminator is required, although it has a default
        if "const" in each.get("properties", {}).get("kind", {}):
            each["required"] = ["kind", *(r for r in each.get("required", ()) if r != "kind")]
    return found
