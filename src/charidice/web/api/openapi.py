"""The OpenAPI description: what the framework knows, and commands and events, which bypass it."""

from typing import Any, Final

from fastapi import FastAPI
from pydantic import TypeAdapter

from charidice.tables.model.commands import SENT_COMMAND
from charidice.tables.model.public_events import PUBLIC_EVENT
from charidice.web.api.commands import PATH
from charidice.web.api.models import Done

_REFERENCE: Final = "#/components/schemas/{model}"
_EVENTS: Final = "/api/v1/tables/{name}/events"
_REMATCH: Final = "/api/v1/tables/{name}/rematch"


def describe(app: FastAPI) -> None:
    """Add commands and events to the description of the application."""
    usual = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(usual())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


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
