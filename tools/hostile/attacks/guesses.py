"""Made-up names, tokens and encodings, and everything the API describes."""

import asyncio
import json
import random
import re
import time
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from tools.hostile.connections import ANSWER_SECONDS, form, request
from tools.hostile.ground import Case, Ground, Report, Setup, case

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_PARTS: Final = b'--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\nLena\r\n--edge--\r\n'


async def guesses(ground: Ground) -> Report:
    """Names of tables, near to a real one and at random: none is found."""
    table = ground.victim.table

    def wish(rng: random.Random) -> bytes:
        name = [*table] if rng.random() < 0.5 else rng.choices(_LETTERS, k=16)
        place = rng.randrange(16)
        name[place] = rng.choice(_LETTERS.replace(name[place], ""))
        guess = "".join(name)
        return request("GET", rng.choice((f"/t/{guess}", f"/api/v1/tables/{guess}")))

    report = await ground.repeated(wish)
    report.done = f"{report.answers.total():,} guessed names of tables"
    return report


async def forgeries(ground: Ground) -> Report:
    """Tokens that nobody signed, in the cookie, in the header and in the link: none is a seat."""
    victim = ground.victim
    path, api = f"/t/{victim.table}", f"/api/v1/tables/{victim.table}/commands"

    def wish(rng: random.Random) -> bytes:
        number, signature = victim.tokens[0].split(".")
        if rng.random() < 0.5:
            place = rng.randrange(24)
            letter = rng.choice(_LETTERS.replace(signature[place], ""))
            forged = f"{number}.{signature[:place]}{letter}{signature[place + 1 :]}"
        else:
            forged = f"{rng.randint(1, 999_999)}.{''.join(rng.choices(_LETTERS, k=24))}"
        match rng.randrange(3):
            case 0:
                cookie = f"charidice_seat_{victim.table}={forged}"
                return form(f"{path}/do", b"do=leave", cookie=cookie)
            case 1:
                return request("GET", f"{path}/back/{forged}")
            case _:
                headers = {"authorization": f"Bearer {forged}", "content_type": "application/json"}
                return request("POST", api, b'{"kind": "leave"}', **headers)

    report = await ground.repeated(wish)
    report.done = f"{report.answers.total():,} forged tokens"
    return report


async def alphabets(ground: Ground) -> Report:
    """Forms in alphabets that nobody knows, each with a name of its own, short or long."""

    def wish(rng: random.Random) -> bytes:
        name = f"{rng.random()}".ljust(rng.choice((20, 200, 20_000)), "x")
        kind = f"multipart/form-data; boundary=edge; charset={name}"
        return request("POST", "/preferences", _PARTS, content_type=kind)

    report = await ground.repeated(wish, share=0.5)
    report.done = f"{report.answers.total():,} forms in alphabets that nobody knows"
    return report


async def described(ground: Ground) -> Report:
    """Whatever the description of the API allows, and what it does not; by schemathesis."""
    report = Report()

    def walk() -> None:
        base = f"http://127.0.0.1:{ground.server.port}"
        description = schemathesis.openapi.from_url(f"{base}/api/v1/openapi.json")
        until = time.monotonic() + ground.seconds  # now that it is read
        few = settings(
            max_examples=max(10, int(ground.seconds * 20)),
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        names = re.findall(
            r'"operationId":"(\w+)"', json.dumps(description.raw_schema, separators=(",", ":"))
        )
        for operation in map(description.find_operation_by_id, names):

            @few
            @given(case=operation.as_strategy())
            def sent(case: Any) -> None:
                if time.monotonic() < until:
                    answer = case.call(base_url=base, timeout=ANSWER_SECONDS)
                    report.answers[answer.status_code] += 1
                    case.validate_response(answer, checks=[not_a_server_error])

            sent()

    try:
        await asyncio.to_thread(walk)
    except Exception as error:
        report.complaints.append(f"{error!r}"[:500])
    report.done = f"{report.answers.total():,} cases from the description of the API"
    return report


CASES: Final[tuple[Case, ...]] = (
    case(guesses, Setup.UNLIMITED, {404}, memory=10),
    case(forgeries, Setup.UNLIMITED, {401, 403}),
    case(alphabets, Setup.UNLIMITED, {303, 400, 415, 422, 431}, memory=10),
    case(described, Setup.UNLIMITED, range(200, 500), memory=25),
)
