"""What the attacks on a server are judged by."""

import asyncio

import pytest
from tools.hostile import report as reporting
from tools.hostile.connections import MEGABYTE
from tools.hostile.ground import Case, Ground, Report, Setup, case
from tools.hostile.report import Innocents, Outcome, attacked, complaints_of, is_repeated


async def attack(_ground: Ground) -> Report:
    """An attack that nobody runs here."""
    return Report()


MAY_KEEP_15 = case(attack, Setup.USUAL, ())
GREW = Outcome("", [], 16 * MEGABYTE)
DID_NOT = Outcome("", [], 15 * MEGABYTE)
SLOW = Outcome("", [], 0, ("p99 of a move was 60 ms",))


def test_only_memory_and_time_are_worth_another_run() -> None:
    assert is_repeated(MAY_KEEP_15, GREW)
    assert is_repeated(MAY_KEEP_15, SLOW)
    assert not is_repeated(MAY_KEEP_15, DID_NOT)
    assert not is_repeated(MAY_KEEP_15, Outcome("", ["answered {500: 1}"], 16 * MEGABYTE))
    assert not is_repeated(MAY_KEEP_15, Outcome("", ["answered {500: 1}"], 0, SLOW.slow))


@pytest.mark.parametrize("other", ["restarts", "for_information"])
def test_what_cannot_be_compared_or_cannot_fail_is_not_repeated(other: str) -> None:
    assert not is_repeated(case(attack, Setup.USUAL, (), **{other: True}), GREW)


def test_memory_is_one_complaint_among_others() -> None:
    assert complaints_of(MAY_KEEP_15, DID_NOT) == []
    found = complaints_of(MAY_KEEP_15, Outcome("", ["answered {500: 1}"], 20 * MEGABYTE))
    assert found == ["answered {500: 1}", "20 MB were kept, 15 are allowed"]


@pytest.mark.parametrize(
    ("outcomes", "stood", "runs"),
    [
        ([GREW, DID_NOT], True, 2),  # a heap that has grown once
        ([GREW, GREW, GREW], False, 3),  # a leak
        ([SLOW, DID_NOT], True, 2),  # the machine was busy
        ([SLOW, GREW, DID_NOT], True, 3),
        ([SLOW, SLOW, SLOW], False, 3),
        ([GREW, Outcome("", ["lost"], 0)], False, 2),
        ([DID_NOT], True, 1),
        ([Outcome("", ["lost"], 0)], False, 1),
    ],
)
def test_the_last_run_counts(
    outcomes: list[Outcome],
    stood: bool,
    runs: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    left = iter(outcomes)

    async def run(_case: Case, _ground: Ground, _innocents: Innocents) -> Outcome:
        return next(left)

    monkeypatch.setattr(reporting, "_run", run)
    nothing = object()
    found = attacked(MAY_KEEP_15, lambda: nothing, nothing)  # type: ignore[arg-type, return-value]
    assert asyncio.run(found) is stood
    assert next(left, None) is None
    said = capsys.readouterr().out
    assert said.count("repeated, as ") == runs - 1
    assert ("repeated, as 16 MB were kept, 15 are allowed" in said) is (GREW in outcomes[:2])
    assert ("FAILED" in said) is not stood
