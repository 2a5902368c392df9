"""A game step by step."""

from tests.web.support import (
    Visitor,
    page_of,
)


def test_a_replay_shows_every_step(visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    visitor.done("score", position=visitor.look().values("position")[0], die="0")
    last = 2
    for step in range(last + 1):
        page = page_of(visitor.web.get(f"{visitor.table}/replay?step={step}"))
        assert f"Step {step} of {last}" in page.texts
        steps = {a.get("rel"): a["href"] for tag, a in page.tags if tag == "a" and "rel" in a}
        assert (steps.get("prev") is not None) == (step > 0)
        assert (steps.get("next") is not None) == (step < last)
    for strange in ("", "99", "-1", "x", "²", "9" * 30):
        page = page_of(visitor.web.get(f"{visitor.table}/replay", params={"step": strange}))
        assert f"Step {last} of {last}" in page.texts


def test_a_step_that_scores_shows_the_dice_that_were_scored(visitor: Visitor) -> None:
    table = visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    visitor.done("score", die=["2"], position=visitor.look().values("position")[0])
    page = visitor.web.get(f"{table}/replay?step=2").text
    assert page.count('kept" role') == 1
    assert "blank" not in page
