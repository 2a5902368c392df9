"""Games that are judged beside the server: each once, the latest kept, and progress told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from tests.support import game_of, random_record

from charidice.coach import Verdict, verdict
from charidice.coach.explained import explain, notable, with_reasons
from charidice.coach.judging import judge_turn
from charidice.rules import Rules
from charidice.web.config import Judging
from charidice.web.ops import reviews as module
from charidice.web.ops.judge import JudgeError
from charidice.web.ops.judges import Judges
from charidice.web.ops.reviews import Played, Progress, Reviews, nameless

ADDRESS = "10.0.0.1"
SHORT = Played(game_of("casual", "expert", rules=Rules(rounds=2)))


@asynccontextmanager
async def judging() -> AsyncIterator[tuple[Judges, Reviews]]:
    judges = Judges(Judging(processes=1))
    try:
        yield judges, Reviews(judges)
    finally:
        await judges.close()


async def whole(reviews: Reviews, played: Played) -> Verdict:
    """The verdict, however long it takes."""
    found = await reviews.verdict(played, ADDRESS, 60)
    assert found is not None
    return found


async def test_a_game_is_judged_as_the_coach_judges_it_and_told_turn_by_turn() -> None:
    async with judging() as (_judges, reviews):
        told = [each async for each in reviews.progress(SHORT, ADDRESS)]
        *progress, last = told
        plain = verdict(nameless(SHORT).record)
        assert last == with_reasons(plain, map(explain, notable(plain)))
        assert progress[0] == Progress(0, 12)
        done = [each.done for each in progress if isinstance(each, Progress)]
        assert done == sorted(done)
        assert done[-1] >= 4
        assert [each async for each in reviews.progress(SHORT, ADDRESS)] == [last]


async def test_several_who_wait_share_one_judging_and_names_do_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with judging() as (judges, reviews):
        asked: list[object] = []
        each = judges.each

        def counted(who: str, function: object, pieces: list[object]) -> object:
            asked.append(who)
            return each(who, function, pieces)  # type: ignore[arg-type]

        monkeypatch.setattr(judges, "each", counted)
        other = Played(replace(SHORT.record, players=("Ayşe", "Florian")))
        found = await asyncio.gather(whole(reviews, SHORT), whole(reviews, other))
        assert found[0] is found[1]
        assert await whole(reviews, SHORT) is found[0]
        assert len(asked) == 2  # once for its turns, once for reasons
        assert "Lena" not in str(found[0])


async def test_who_has_no_patience_gets_nothing_yet_and_the_judging_goes_on() -> None:
    async with judging() as (_judges, reviews):
        assert await reviews.verdict(SHORT, ADDRESS, 0) is None
        assert await reviews.verdict(SHORT, ADDRESS, 60) is not None
        assert await reviews.verdict(SHORT, ADDRESS, 0) is not None


async def test_only_so_many_reviews_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REVIEWS_KEPT", 2)
    records = [Played(random_record(2, seed, Rules(rounds=1))) for seed in range(3)]
    async with judging() as (_judges, reviews):
        for record in records[:2]:
            await whole(reviews, record)
        await whole(reviews, records[0])  # which was used just now
        await whole(reviews, records[2])
        assert await reviews.verdict(records[0], ADDRESS, 0) is not None
        assert await reviews.verdict(records[2], ADDRESS, 0) is not None
        assert await reviews.verdict(records[1], ADDRESS, 0) is None
        await whole(reviews, records[1])


async def test_what_a_bot_did_for_somebody_is_another_review() -> None:
    async with judging() as (_judges, reviews):
        judged = (await whole(reviews, SHORT)).judged
        decided = next(number for number, one in enumerate(judged) if one.choice)
        away = await whole(reviews, SHORT._replace(stood_in=frozenset({decided})))
        seat = judged[decided].step.seat
        assert [player.stood_in for player in away.players] == [int(n == seat) for n in range(2)]


async def test_whoever_waits_hears_of_a_failure_and_may_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with judging() as (_judges, reviews):
        monkeypatch.setattr(module, "judge_turn", _fails)
        with pytest.raises(JudgeError):
            await reviews.verdict(SHORT, ADDRESS, 60)
        with pytest.raises(JudgeError):
            async for _each in reviews.progress(SHORT, ADDRESS):
                pass
        monkeypatch.setattr(module, "judge_turn", judge_turn)
        await whole(reviews, SHORT)


async def test_without_reasons_a_review_is_shown_but_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with judging() as (_judges, reviews):
        monkeypatch.setattr(module, "explain", _fails)
        assert (await whole(reviews, SHORT)).reasons == ()
        monkeypatch.setattr(module, "explain", explain)
        assert (await whole(reviews, SHORT)).reasons


def _fails(_turn: object) -> None:
    raise ZeroDivisionError
