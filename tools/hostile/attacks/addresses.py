"""Addresses in another form: with --host :: visitors with IPv4 come as ::ffff:a.b.c.d."""

from collections import Counter
from typing import Final

from tools.hostile.connections import Caller, request
from tools.hostile.ground import Case, Ground, Report, Setup, case


async def mapped_visitors(ground: Ground) -> Report:
    """One address over its rate, where IPv4 comes in the form of IPv6: others are not shut out."""
    report = await ground.repeated(
        lambda _rng: request("GET", "/healthz"), sources=[ground.own_source()] * 8
    )
    report.done = f"{report.answers.total():,} requests of one address"
    others = Counter[int]()
    for number in range(50):
        caller = Caller(ground.server.port, f"127.5.0.{number + 1}")
        status, _body = await caller.ask(request("GET", "/about"))
        others[status] += 1
        caller.close()
    report.check(set(others) == {200}, f"others were answered {dict(others)}")
    report.check(report.answers[429] > 0, "the one address was never refused")
    return report


CASES: Final[tuple[Case, ...]] = (case(mapped_visitors, Setup.BOTH_FAMILIES, {200, 429}),)
