"""Training: a game against a bot with the coach on, in the forms of the pages and in the API."""

import re

from tests.web.pages.test_hint import SCRIPT, Sitting, rolled, sitting
from tests.web.support import Visitor, created

from charidice.coach import advise
from charidice.rules import Action


def trained(visitor: Visitor, limit: int = 1) -> Sitting:
    """Somebody in training who has rolled."""
    player = created(visitor.web, bots=["casual"], begin=True, first=0, coach_limit=limit)
    rolled(player)
    return sitting(visitor, player)


def dear(lena: Sitting) -> Action:
    """What costs the most."""
    return advise(lena.game()).options[-1].action


def fields(text: str) -> dict[str, list[str]]:
    """What the form on the card of the coach sends."""
    card = text[text.index('class="hint-card paper"') :]
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', card):
        found.setdefault(name, []).append(value)
    return found


def test_the_start_page_offers_training_and_it_is_off_unless_chosen(visitor: Visitor) -> None:
    assert 'name="coach_limit"' in visitor.web.get("/").text
    off, on = {"coach_limit": "2"}, {"coach_limit": "2", "training": "on"}
    for limit, wanted in ((0, {}), (0, off), (2, on)):
        visitor.start("/play", level="casual", **wanted)
        name = visitor.table.removeprefix("/t/")
        assert visitor.web.get(f"/api/v1/tables/{name}").json()["coach_limit"] == limit
        assert ("Training</em>" in visitor.web.get(visitor.table).text) == bool(limit)


def test_programs_are_told_the_cost_and_may_stand_by_their_decision(visitor: Visitor) -> None:
    lena = trained(visitor)
    position, action = lena.player.state()["position"], str(dear(lena))
    refused = lena.player.command("play", action=action, position=position, id="mine")
    assert refused.status_code == 409
    assert refused.json()["code"] == "table/coach-objects"
    assert refused.json()["details"]["cost"] > refused.json()["details"]["limit"] == 1
    assert lena.player.state()["position"] == position  # nothing was written
    done = lena.player.command("play", action=action, position=position, stand=True, id="mine")
    assert done.status_code == 200
    again = lena.player.command("play", action=action, position=position, id="mine")
    assert again.status_code == 200  # the same command is never done twice, nor objected to


def test_without_scripts_a_card_on_the_page_offers_both_ways(visitor: Visitor) -> None:
    lena = trained(visitor)
    position, action = lena.player.state()["position"], str(dear(lena))
    kind, *dice = action.split()
    form = {"do": "reroll" if kind == "keep" else kind, "position": str(position)}
    form["die"] = [die for die in dice if die != "none"]  # type: ignore[assignment]
    page = lena.web.post(f"{lena.path}/do", data=form)
    assert page.status_code == 200
    assert "The coach would choose differently" in page.text
    sent = fields(page.text)
    better = lena.web.post(f"{lena.path}/do", data={**sent, "do": "hint"})
    assert better.headers["location"] == f"{lena.path}/hint"
    assert lena.player.state()["position"] == position
    mine = lena.web.post(f"{lena.path}/do", data={**sent, "do": form["do"]})
    assert mine.headers["location"] == lena.path
    assert lena.player.state()["position"] > position


def test_scripts_get_the_card_and_the_best_choice_is_never_objected_to(visitor: Visitor) -> None:
    lena = trained(visitor)
    position = lena.player.state()["position"]
    kind, *dice = str(dear(lena)).split()
    form = {"do": "reroll" if kind == "keep" else kind, "position": position}
    form["die"] = [die for die in dice if die != "none"]
    answer = lena.web.post(f"{lena.path}/do", data=form, headers=SCRIPT)
    assert answer.status_code == 200
    assert "Stay with mine" in answer.json()["objection"]
    best = str(advise(lena.game()).options[0].action)
    done = lena.player.command("play", action=best, position=position)
    assert done.status_code == 200


def test_a_rematch_is_training_too(visitor: Visitor) -> None:
    player = created(visitor.web, bots=["random"], begin=True, rounds=1, coach_limit=5)
    while (state := player.state())["status"] == "playing":
        if state["to_act"] is None or state["seats"][state["to_act"]]["bot"]:
            continue
        action = "roll" if state["game"]["phase"] == "rolling" else "score 0"
        player.command("play", action=action, position=state["position"], stand=True)
    path = f"/api/v1/tables/{player.table}/rematch"
    headers = {"authorization": f"Bearer {player.token}"}
    again = visitor.web.post(path, headers=headers).json()["table"]
    assert visitor.web.get(f"/api/v1/tables/{again}").json()["coach_limit"] == 5
