"""Pads for real dice through the API."""

import pytest
from tests.web.support import Visitor, created, joined

from charidice.rules import STANDARD
from charidice.web.edge.turns import MOVE, PAGE, Turns

EXAMPLE = "1P 2P 3P 4P 6P 6R"


def test_a_pad_is_created_with_all_its_names_and_begins_at_once(visitor: Visitor) -> None:
    lena = created(visitor.web, pad=True, others=["Marko", "Zoë"], first=1, rounds=3)
    state = lena.state()
    assert (state["status"], state["rounds"]) == ("playing", 3)
    assert state["source"] == {"kind": "entered", "dice": False}
    assert [seat["name"] for seat in state["seats"]] == ["Marko", "Zoë", "Lena"]
    assert {seat["sitting"] for seat in state["seats"]} == {1}
    assert state["until"] is None


def test_a_turn_is_entered_corrected_and_restored(visitor: Visitor) -> None:
    lena = created(visitor.web, pad=True, others=["Marko"], first=0)

    def do(kind: str, **values: object) -> None:
        answer = lena.command(kind, position=lena.state()["position"], **values)
        assert answer.status_code == 200, answer.text

    def row() -> list[int | None]:
        found: list[int | None] = lena.state()["game"]["sheets"][0]["rows"][0]
        return found

    do("pad-ask", asked=True)
    do("enter", turn=0, faces=EXAMPLE, score=[0, 1, 2, 3])
    assert row() == [10, 25, None, 48]
    do("enter", turn=0, faces=EXAMPLE, score=[1, 2, 3, 4])
    assert row() == [15, 15, None, 13]
    do("restore", turn=0)
    assert row() == [10, 25, None, 48]


def test_whoever_joins_under_a_name_of_the_pad_writes_for_it(visitor: Visitor) -> None:
    lena = created(visitor.web, pad=True, others=["Marko"], first=0)
    marko = joined(lena, "marko")
    assert [seat["sitting"] for seat in marko.state()["seats"]] == [1, 2]
    position = marko.state()["position"]
    answer = marko.command("enter", turn=0, position=position, faces=EXAMPLE, score=[0])
    assert answer.status_code == 200
    refused = visitor.web.post(f"{lena.path}/seats", json={"name": "Marko"})
    assert refused.json()["code"] == "table/seat-held"


def test_the_arrangement_of_the_own_dice_is_kept_with_the_game(visitor: Visitor) -> None:
    dice = str(STANDARD)
    lena = created(visitor.web, pad=True, others=["Marko"], dice=dice, first=0)
    assert lena.state()["source"] == {"kind": "entered", "dice": True}


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"pad": True}, 409),  # nobody else
        ({"pad": True, "others": ["Marko"], "bots": ["casual"]}, 422),
        ({"pad": True, "others": ["Lena"]}, 409),
        ({"pad": True, "others": ["A", "B", "C", "D"]}, 422),
        ({"pad": True, "others": ["Marko"], "dice": "R R R R R R"}, 422),
        ({"pad": True, "others": ["Marko"], "dice": {}}, 422),
        ({"others": ["Marko"]}, 422),
        ({"dice": str(STANDARD)}, 422),
    ],
)
def test_a_pad_that_cannot_be_is_refused(
    visitor: Visitor, wish: dict[str, object], status: int
) -> None:
    answer = visitor.web.post("/api/v1/tables", json={"name": "Lena", **wish})
    assert answer.status_code == status, answer.text


def test_whoever_writes_at_a_pad_waits_for_a_round_of_the_event_loop_with_room_for_it(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    lena, weights, taken = created(visitor.web, pad=True, others=["Marko"]), list[int](), Turns.turn

    async def turn(self: Turns, weight: int, address: str = "") -> None:
        weights.append(weight)
        await taken(self, weight, address)

    position = lena.state()["position"]
    monkeypatch.setattr(Turns, "turn", turn)
    done = lena.command("enter", turn=0, position=position, faces=EXAMPLE, score=[0]).json()
    assert weights == [MOVE, PAGE]
    weights.clear()
    assert lena.command("restore", turn=0, position=done["position"]).status_code == 409
    assert weights[:2] == [MOVE, PAGE]
    weights.clear()
    assert lena.command("pad-ask", asked=True, position=done["position"]).status_code == 200
    assert weights == [MOVE]
