"""The OpenAPI description holds for whatever is sent, and every operation can be reached."""

from collections.abc import Iterator
from typing import Any, TypeAlias, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema
from tests.web.support import (
    CALM,
    Player,
    Process,
    client,
    created,
    play_to_the_end,
)

from charidice.tables import Host
from charidice.tables.hosting.ports import Store
from charidice.web.app import create_app
from charidice.web.config import Config

Case: TypeAlias = schemathesis.Case[Any]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


FEW = settings(
    max_examples=15,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[*HealthCheck],
)
# The description is the same whatever the tables are, so this application needs none.
DESCRIBED = create_app(Host(cast(Store, None)), b"key", Config()).openapi()
OPERATIONS = {each["operationId"] for path in DESCRIBED["paths"].values() for each in path.values()}
whatever = schemathesis.openapi.from_dict(DESCRIBED)


@pytest.fixture(scope="module")
def description(one_file: Process) -> OpenApiSchema:
    """The description that the server itself gives."""
    return schemathesis.openapi.from_url(f"{one_file.url}/api/v1/openapi.json")


@whatever.parametrize()
@FEW
def test_whatever_is_sent_gets_an_answer_that_is_described(case: Case, one_file: Process) -> None:
    case.call_and_validate(base_url=one_file.url, checks=CHECKS, timeout=5)


@pytest.fixture(scope="module")
def lena(one_file: Process) -> Iterator[Player]:
    """The host of a table where a game has begun."""
    with client(one_file.url) as web:
        yield created(web, bots=["random"], begin=True, first=0)


@whatever.include(operation_id=["command", "joinTable"]).parametrize()
@FEW
def test_whatever_the_host_of_a_table_sends_is_answered_as_described(
    case: Case, lena: Player, one_file: Process
) -> None:
    case.path_parameters = {"name": lena.table}
    headers = {"Authorization": f"Bearer {lena.token}"}
    case.call_and_validate(base_url=one_file.url, headers=headers, checks=CHECKS, timeout=5)


def test_every_operation_is_reached_and_answers_as_described(
    description: OpenApiSchema, one_file: Process
) -> None:
    """A game of two programs through cases of the description, from the table to the rematch."""
    reached: set[str] = set()

    def send(operation: str, status: int, token: str = "", **parts: Any) -> Any:
        found = description.find_operation_by_id(operation)
        parts.setdefault("media_type", "application/json" if "body" in parts else None)
        case = found.Case(**parts)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = case.call_and_validate(checks=CHECKS, headers=headers, timeout=1)
        assert answer.status_code == status, answer.text
        if 200 <= status < 300:
            reached.add(operation)
        return answer

    def command(who: str, wish: dict[str, Any], status: int = 200) -> Any:
        return send("command", status, who, path_parameters=at, body=wish).json()

    lena = send("createTable", 201, body={"name": "Lena", "settings": CALM}).json()
    at = {"name": lena["table"]}
    send("readRecord", 409, path_parameters=at)
    command(lena["token"], {"kind": "begin"}, 409)
    marko = send("joinTable", 201, path_parameters=at, body={"name": "Marko"}).json()
    send("joinTable", 409, path_parameters=at, body={"name": "Marko"})
    command(lena["token"], {"kind": "add-bot", "level": "random"})
    command(lena["token"], {"kind": "remove", "seat": 2})
    command(lena["token"], {"kind": "settings", "settings": CALM})
    command(marko["token"], {"kind": "settings", "settings": CALM}, 403)
    position = command(lena["token"], {"kind": "begin", "first": 0})["position"]
    send("rematch", 409, lena["token"], path_parameters=at)
    wish = {"kind": "play", "action": "roll", "position": position, "id": "1"}
    position = command(lena["token"], wish)["position"]
    command(marko["token"], {"kind": "mute", "until": "turn"})
    command(lena["token"], {"kind": "play", "action": "dance", "position": position}, 422)
    command(marko["token"], {"kind": "leave"})
    command(marko["token"], {"kind": "return"})
    command(marko["token"], {"kind": "end"})
    command(marko["token"], {"kind": "go-on"})
    with client(one_file.url) as web:
        players = [Player(web, at["name"], seat["token"]) for seat in (lena, marko)]
        position = players[0].state()["position"]
        command(lena["token"], {"kind": "play", "action": "score 0", "position": position})
        position = players[0].state()["position"]
        command(lena["token"], {"kind": "take-back", "position": position})
        send("readTable", 200, path_parameters=at)
        last = play_to_the_end(players)
    send("readTable", 200, marko["token"], path_parameters=at)
    send("readRecord", 200, path_parameters=at)
    send("rematch", 201, lena["token"], path_parameters=at)
    send("rematch", 201, marko["token"], path_parameters=at)
    send("rematch", 403, path_parameters=at)
    command(marko["token"], {"kind": "forget"})
    after = {"after": last["version"] - 20}
    send("followEvents", 200, path_parameters=at, query=after)
    send("followEvents", 404, path_parameters={"name": "A" * 16})
    assert reached == OPERATIONS


def test_the_server_gives_the_description(description: OpenApiSchema) -> None:
    assert description.raw_schema == DESCRIBED
    assert len(OPERATIONS) == 7


def test_a_wrong_answer_would_be_noticed(description: OpenApiSchema) -> None:
    """The checks above are no empty promise."""
    case = description.find_operation_by_id("readTable").Case(path_parameters={"name": "A" * 16})
    answer = case.call()
    answer.status_code = 418
    with pytest.raises(FailureGroup):
        case.validate_response(answer, checks=CHECKS)


def test_the_description_says_which_limits_can_be_had(web: httpx.Client) -> None:
    models = web.get("/api/v1/openapi.json").json()["components"]["schemas"]
    wished = models["Settings"]["properties"]["turn_seconds"]
    assert wished["anyOf"] == [{"const": 0}, {"minimum": 15, "maximum": 86_400}]
    for name in ("Creation", "Configure"):
        assert models[name]["properties"]["settings"]["$ref"].endswith("/Settings")
    for seconds, status in ((14, 422), (15, 201), (0, 201)):
        wish = {"name": "Lena", "settings": {"turn_seconds": seconds}}
        assert web.post("/api/v1/tables", json=wish).status_code == status
