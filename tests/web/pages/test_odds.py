"""The chances that the page of a table asks for."""

from tests.web.support import Visitor, created, joined

from charidice.coach.odds import BONUSES, bonus_chances
from charidice.coach.outcomes import outcomes_of
from charidice.locale.formats import number, whole_percent
from charidice.records import from_json, replay
from charidice.rules import STANDARD, Roll


def test_whoever_plays_alone_gets_the_chances_of_every_way_to_keep(visitor: Visitor) -> None:
    player = created(visitor.web, bots=["casual"], begin=True, first=0)
    player.command("play", action="roll", position=player.state()["position"])
    while (state := player.state())["game"]["phase"] == "asking":
        pass  # the bot answers at once
    visitor.web.cookies.set(f"charidice_seat_{player.table}", player.token, domain="127.0.0.1")
    answer = visitor.web.get(f"/t/{player.table}/odds")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["position"] == state["position"]
    assert told["bonuses"] == list(BONUSES)
    assert len(told["keeps"]) == 64
    numbers = [int(face[0]) for face in state["game"]["dice"]]
    for mask in (0, 5, 63):
        kept = [die for die in range(6) if mask >> die & 1]
        chances = bonus_chances(STANDARD, numbers, kept, 2)
        assert told["keeps"][str(mask)] == [whole_percent(chance) for chance in chances.values()]
    record = visitor.web.get(f"/api/v1/tables/{player.table}/record").text
    game = replay(from_json(record))
    for mask, (points, gift) in enumerate(told["outcomes"][:-1]):
        kept = [die for die in range(6) if mask >> die & 1]
        brings = outcomes_of(game).after(game, Roll(kept))
        assert (points, gift) == (number(brings.points), number(brings.gift))
    assert told["outcomes"][63] is None


def test_nobody_gets_them_where_another_person_plays_or_nothing_lies_there(
    visitor: Visitor,
) -> None:
    host = created(visitor.web)
    joined(host, "Marko")
    host.command("begin", first=0)
    visitor.web.cookies.set(f"charidice_seat_{host.table}", host.token, domain="127.0.0.1")
    alone = created(visitor.web, bots=["casual"], begin=True, first=0)
    visitor.web.cookies.set(f"charidice_seat_{alone.table}", alone.token, domain="127.0.0.1")
    before_the_roll = visitor.web.get(f"/t/{alone.table}/odds")
    host.command("play", action="roll", position=host.state()["position"])
    with_somebody = visitor.web.get(f"/t/{host.table}/odds")
    for answer in (before_the_roll, with_somebody):
        assert answer.status_code == 403
    visitor.web.cookies.clear()
    assert visitor.web.get(f"/t/{alone.table}/odds").status_code == 403
