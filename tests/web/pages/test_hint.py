"""The hint that the page of a table asks for."""

from dataclasses import dataclass

import httpx
from tests.web.support import CALM, Player, Visitor, created, joined

from charidice.coach import advise
from charidice.locale import use
from charidice.locale.formats import number, percent
from charidice.records import from_json, replay
from charidice.rules import Game, Pass, Phase, apply

SCRIPT = {"x-charidice": "1"}


@dataclass
class Sitting:
    """Somebody in a browser with a seat."""

    web: httpx.Client
    player: Player

    @property
    def path(self) -> str:
        return f"/t/{self.player.table}"

    def hint(self, query: str = "", *, script: bool = True) -> httpx.Response:
        return self.web.get(f"{self.path}/hint{query}", headers=SCRIPT if script else {})

    def game(self) -> Game:
        """The position that is to be judged."""
        game = replay(
            from_json(self.web.get(f"/api/v1{self.path}/record".replace("/t/", "/tables/")).text)
        )
        return apply(game, Pass()) if game.turn.phase is Phase.ASKING else game


def sitting(visitor: Visitor, player: Player) -> Sitting:
    visitor.web.cookies.clear()
    visitor.web.cookies.set(f"charidice_seat_{player.table}", player.token, domain="127.0.0.1")
    return Sitting(visitor.web, player)


def rolled(player: Player) -> None:
    player.command("play", action="roll", position=player.state()["position"])
    while player.state()["to_act"] != 0:
        pass  # the bot answers at once


def alone(visitor: Visitor) -> Sitting:
    player = created(visitor.web, bots=["casual"], begin=True, first=0)
    rolled(player)
    return sitting(visitor, player)


def test_the_hint_is_the_best_choice_with_the_figures_of_the_coach(visitor: Visitor) -> None:
    use("en")
    lena = alone(visitor)
    advised = advise(lena.game())
    text = lena.hint().text
    best = advised.options[0]
    assert best.chance is not None
    assert f"if everybody plays on perfectly: {percent(best.chance, 1)}." in text
    for option in advised.options[:8]:
        assert option.chance_cost is not None
        cost = number(100 * option.chance_cost, 2), number(option.margin_cost, 2)
        assert "<td>{}</td><td>{}</td>".format(*cost) in text
    assert text.count('<th scope="row">') == 8
    assert "at most 0.01 percentage points off" in text


def test_without_scripts_the_button_leads_to_the_page_with_the_hint_in_it(visitor: Visitor) -> None:
    lena = alone(visitor)
    position = lena.player.state()["position"]
    answer = lena.web.post(f"{lena.path}/do", data={"do": "hint", "position": position})
    assert answer.headers["location"] == f"{lena.path}/hint"
    page = lena.hint(script=False)
    assert page.status_code == 200
    assert 'class="hint-card paper"' in page.text
    assert "<html" in page.text


def test_a_hint_for_an_old_position_has_a_clean_answer(visitor: Visitor) -> None:
    lena = alone(visitor)
    position = lena.player.state()["position"]
    assert lena.hint(f"?position={position}").status_code == 200
    lena.player.command("play", action="score 0", position=position)
    stale = lena.hint(f"?position={position}")
    assert (stale.status_code, stale.json()["code"]) == (409, "table/stale-position")
    assert lena.hint(f"?position={position}", script=False).headers["location"] == lena.path


def test_nobody_else_gets_it(visitor: Visitor) -> None:
    lena = alone(visitor)
    lena.web.cookies.clear()
    answer = lena.hint()
    assert (answer.status_code, answer.json()["code"]) == (403, "table/no-hint")


def test_between_people_it_is_shown_after_everybody_was_told(visitor: Visitor) -> None:
    host = created(visitor.web, settings={**CALM, "hints": True})
    marko = joined(host, "Marko")
    host.command("begin", first=0)
    host.command("play", action="roll", position=host.state()["position"])
    lena = sitting(visitor, host)
    assert lena.hint().json()["code"] == "table/no-hint"
    position = host.state()["position"]
    told = lena.web.post(
        f"{lena.path}/do", data={"do": "hint", "position": position}, headers=SCRIPT
    )
    assert told.status_code == 200
    assert 'class="hint-card paper"' in lena.hint(f"?position={position}").text
    assert [seat["hint"] for seat in host.state()["seats"]] == [True, False]
    other = sitting(visitor, marko)
    page = other.web.get(other.path).text
    assert "Lena takes a hint." in page
    assert "took a hint" in page


def test_between_people_the_host_has_to_allow_hints_and_chances(visitor: Visitor) -> None:
    host = created(visitor.web)
    joined(host, "Marko")
    host.command("begin", first=0)
    host.command("play", action="roll", position=host.state()["position"])
    lena = sitting(visitor, host)
    assert 'value="hint"' not in lena.web.get(lena.path).text
    refused = host.command("hint", position=host.state()["position"])
    assert (refused.status_code, refused.json()["code"]) == (403, "table/no-hint")
    assert lena.web.get(f"{lena.path}/odds").status_code == 403
    host.command("settings", settings={**CALM, "hints": True})
    assert 'value="hint"' in lena.web.get(lena.path).text
    assert lena.web.get(f"{lena.path}/odds").status_code == 200
    assert host.command("hint", position=host.state()["position"]).status_code == 200


def test_perfect_play_is_only_spoken_of_where_the_game_is_solved(visitor: Visitor) -> None:
    use("en")
    player = created(visitor.web, bots=["casual", "greedy"], begin=True, first=0)
    rolled(player)
    lena = sitting(visitor, player)
    best = advise(lena.game()).options[0]
    text = lena.hint().text
    assert "perfectly" not in text
    assert best.chance is None or f"Chance of winning: {percent(best.chance, 1)}." in text
