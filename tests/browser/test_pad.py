"""The pad for real dice, on phones: an evening by taps, two at once, no network, corrections."""

import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.support import LOST, PHONE, REFUSED, People
from tests.browser.test_looks import checked

from charidice.rules import RULEBOOK, Colour, Face, selections
from charidice.rules.scoring import Selection, best_first
from charidice.web.edge.static_files import edition
from charidice.web.live.written import rules_json

FACES = [Face(number, colour) for number in range(1, 7) for colour in Colour]
EXAMPLE = ("1P", "2P", "3P", "4P", "6P", "6R")
MOST_TAPS = 12


def opened(people: People, *names: str, rounds: int = 7, **how: object) -> Page:
    """Somebody with a phone who has opened a pad."""
    page = people.come(size=PHONE, touch=True, **how)  # type: ignore[arg-type]
    page.goto("/")
    page.locator("#real-dice summary").tap()
    for number, name in enumerate(names, 1):
        page.locator(f"#pad-player-{number}").fill(name)
    page.locator(f"#length-pad-{rounds}").check()
    page.get_by_role("button", name="Open the pad").tap()
    expect(turn(page, 0)).to_be_visible()
    return page


def turn(page: Page, number: int) -> Locator:
    return page.locator(f'form.pad[data-turn="{number}"]')


def write(page: Page) -> Locator:
    return page.locator("form.pad button.act")


def tap_faces(page: Page, faces: Sequence[str]) -> int:
    for face in faces:
        page.locator(f"#face-{face}").tap()
    return len(faces)


def lying(page: Page) -> list[str]:
    found: list[str] = page.locator(".six [name=face]").evaluate_all(
        "all => all.map(each => each.value)"
    )
    return found


def tap_score(page: Page, wanted: Sequence[str]) -> int:
    """Tap until these and no others are scored; returns how many taps that took."""
    taps = 0
    for place, face in enumerate(lying(page)):
        box = page.locator(".six [name=die]").nth(place)
        if box.is_checked() is not (face in wanted):
            page.locator(".six label").nth(place).tap()
            taps += 1
    return taps


def sheet(page: Page, seat: int, row: int) -> list[str]:
    cells = page.locator(f"section[aria-labelledby=sheet-{seat}] tbody tr").nth(row).locator("td")
    return [text.strip() for text in cells.all_text_contents()]


def chosen(faces: list[Face], rng: random.Random) -> Selection:
    """What people score: mostly the best, sometimes something else."""
    ranked = best_first(selections(faces))
    return ranked[0] if rng.random() < 0.7 else rng.choice(ranked)


def play_by_taps(page: Page, turns: int, rng: random.Random) -> int:
    taps = 0
    for number in range(turns):
        faces = rng.sample(FACES, 6)
        wish = chosen(faces, rng)
        taps += tap_faces(page, [str(face) for face in faces])
        taps += tap_score(page, [str(faces[die]) for die in wish.dice])
        expect(write(page)).to_contain_text(f"Write {wish.points}")
        expect(write(page)).to_contain_text(f"gets {wish.gift}")
        write(page).tap()
        taps += 1
        if number < turns - 1:
            expect(turn(page, number + 1)).to_be_visible()
    return taps


def test_an_evening_of_three_games_is_entered_by_taps_alone(people: People) -> None:
    rng, taps, turns = random.Random("an evening"), 0, 0
    page = opened(people, "Lena", "Marko", "Zoë", rounds=3)
    for _game in range(2):
        taps += play_by_taps(page, 9, rng)
        turns += 9
        before = page.url
        page.get_by_role("button", name="Play again").tap()
        taps += 1
        expect(turn(page, 0)).to_be_visible()
        assert page.url != before
    expect(page.locator("#say")).to_contain_text("Zoë")  # whoever sits left begins
    page = opened(people, "Lena", "Marko", "Zoë")
    taps += play_by_taps(page, 21, rng)
    turns += 21
    expect(page.locator(".podium li")).to_have_count(3)
    assert not page.evaluate("Object.keys(localStorage).some(k => k.startsWith('charidice-pad'))")
    assert taps / turns <= MOST_TAPS


def test_the_browser_scores_every_selection_as_the_rules_do(people: People) -> None:
    rng = random.Random("worth")
    rolls = [rng.sample(FACES, 6) for _ in range(300)]
    page = people.come()
    page.goto("/about")
    found = page.evaluate(
        """async ([edition, rules, rolls]) => {
            const { selection, best } = await import(`/static/${edition}/js/scoring.js`);
            return rolls.map((faces) => {
                const all = {};
                for (let mask = 1; mask < 64; mask += 1) {
                    const dice = [0, 1, 2, 3, 4, 5].filter((place) => mask & (1 << place));
                    const worth = selection(faces, dice, JSON.parse(rules));
                    if (worth) all[dice.join(" ")] = [worth.points, worth.bonus, worth.gift];
                }
                const { points, bonus, gift } = best(faces, JSON.parse(rules));
                return { all, best: [points, bonus, gift] };
            });
        }""",
        [edition(), rules_json(RULEBOOK), [[str(f) for f in roll] for roll in rolls]],
    )
    for roll, worth in zip(rolls, found, strict=True):
        legal = selections(roll)
        assert worth["all"] == {
            " ".join(map(str, each.dice)): [each.points, each.bonus, each.gift] for each in legal
        }
        top = best_first(legal)[0]
        assert worth["best"] == [top.points, top.bonus, top.gift]


def test_dice_are_corrected_before_they_are_written_and_a_better_choice_is_pointed_out(
    people: People,
) -> None:
    page = opened(people, "Lena", "Marko")
    expect(write(page)).to_be_disabled()
    tap_faces(page, ["5K", *EXAMPLE[:5]])
    page.locator("#face-2R").tap()  # a seventh
    expect(page.locator(".hint")).to_contain_text("tap one again to take it away")
    page.locator("#face-5K").tap()
    page.locator("#face-6R").tap()
    expect(write(page)).to_contain_text("Write 10 + 25")
    expect(page.locator(".nudge")).to_be_hidden()
    tap_score(page, ["2P", "3P", "4P", "6P"])
    expect(write(page)).to_contain_text("Write 15 + 15")
    expect(page.locator(".nudge")).to_contain_text(
        "1 2 3 4 would score 5 more: 10 + 25. Marko would get 24."
    )
    tap_score(page, ["1P", "2P"])
    expect(write(page)).to_be_disabled()
    expect(page.locator(".hint")).to_contain_text("at least 4 of one colour")
    tap_score(page, ["6P"])
    page.get_by_role("button", name="Take it").tap()
    expect(write(page)).to_contain_text("Write 10 + 25")
    page.get_by_role("button", name="Marko asks").tap()
    expect(write(page)).to_contain_text("Marko gets 48")
    assert len(lying(page)) == 6  # what was entered stays
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "48"]


def test_with_a_known_box_no_two_faces_of_one_die_can_be_taken(people: People) -> None:
    dice = "RYGBPK YGBPKR GBPKRY BPKRYG PKRYGB KRYGBP"
    pad = people.server.api.create("Lena", pad=True, others=["Marko"], dice=dice, first=0)
    page = people.at(pad, size=PHONE, touch=True)
    page.locator("#face-1R").tap()
    expect(page.locator("#face-2Y")).to_have_attribute("aria-disabled", "true")
    page.locator("#face-2Y").dispatch_event("click")
    expect(page.locator(".hint")).to_contain_text("on a die that lies there already")
    tap_faces(page, ["1Y", "1G", "1B", "1P", "1K"])
    expect(write(page)).to_contain_text("Write 6 + 60")
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()


def test_two_phones_write_the_same_turn_at_once_and_nothing_is_lost_or_doubled(
    people: People,
) -> None:
    people.allowed.append(REFUSED)
    lena = opened(people, "Lena", "Marko")
    marko = people.come(size=PHONE, touch=True)
    marko.goto(lena.url)
    marko.get_by_role("radio", name="Marko").check()
    marko.get_by_role("button", name="Write on this device too").tap()
    expect(turn(marko, 0)).to_be_visible()
    tap_faces(lena, EXAMPLE)
    tap_faces(marko, ["1R", "2R", "3R", "4R", "5R", "6Y"])
    write(lena).tap()
    expect(turn(lena, 1)).to_be_visible()
    clash = marko.locator(".clash")
    expect(clash).to_contain_text("Lena wrote this turn meanwhile.")
    expect(clash).to_contain_text("10 + 25, 24 given")
    expect(clash).to_contain_text("1 2 3 4 5")
    clash.get_by_role("button", name="Use mine").tap()
    expect(lena.locator(".log")).to_contain_text("Marko corrected round 1 of Lena")
    assert sheet(lena, 0, 0) == ["15", "40", "", "12"]
    expect(clash).to_be_hidden()
    # The same dice on both phones: no question at all.
    tap_faces(lena, EXAMPLE)
    tap_faces(marko, EXAMPLE)
    write(marko).tap()
    expect(turn(lena, 2)).to_be_visible()
    expect(lena.locator(".clash")).to_be_hidden()
    # A correction elsewhere does not disturb whoever is in the middle of an entry.
    tap_faces(lena, EXAMPLE[:3])
    marko.get_by_role("button", name="Marko asks").tap()
    expect(lena.get_by_role("button", name="Marko asked")).to_be_visible()
    assert len(lying(lena)) == 3


def test_what_was_entered_without_a_network_is_sent_once_when_it_is_back(people: People) -> None:
    people.allowed.append(LOST)
    page = opened(people, "Lena", "Marko")
    tap_faces(page, EXAMPLE[:3])
    page.context.set_offline(True)
    tap_faces(page, EXAMPLE[3:])
    write(page).tap()
    expect(page.locator(".hint")).to_contain_text("Not yet sent")
    page.wait_for_timeout(200)
    expect(turn(page, 0)).to_be_visible()
    page.context.set_offline(False)
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    assert lying(page) == []
    page.reload()
    expect(turn(page, 1)).to_be_visible()
    assert lying(page) == []


def test_a_turn_whose_answer_got_lost_is_written_once(people: People) -> None:
    people.allowed.append(LOST)
    page = opened(people, "Lena", "Marko")
    sent: list[str] = []

    def lose_the_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fetch()
        route.abort()

    page.route("**/do", lose_the_answer)
    tap_faces(page, EXAMPLE)
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator(".clash")).to_be_hidden()
    page.wait_for_timeout(3500)  # until it would be tried again
    assert len({body.split("id=")[1][:24] for body in sent}) == 1
    expect(turn(page, 1)).to_be_visible()
    assert lying(page) == []


def test_a_half_entered_turn_is_still_there_after_the_page_was_left(people: People) -> None:
    page = opened(people, "Lena", "Marko")
    tap_faces(page, EXAMPLE[:4])
    page.reload()
    expect(page.locator(".six label")).to_have_count(4)
    tap_faces(page, EXAMPLE[4:])
    expect(write(page)).to_contain_text("Write 10 + 25")


def test_somebody_else_wrote_the_turn_while_the_network_was_away(people: People) -> None:
    people.allowed += [LOST, REFUSED]
    lena = opened(people, "Lena", "Marko")
    marko = people.come(size=PHONE, touch=True)
    marko.goto(lena.url)
    marko.get_by_role("radio", name="Marko").check()
    marko.get_by_role("button", name="Write on this device too").tap()
    expect(turn(marko, 0)).to_be_visible()
    lena.context.set_offline(True)
    tap_faces(lena, EXAMPLE)
    write(lena).tap()
    expect(lena.locator(".hint")).to_contain_text("Not yet sent")
    tap_faces(marko, ["1R", "2R", "3R", "4R", "5R", "6Y"])
    write(marko).tap()
    expect(turn(marko, 1)).to_be_visible()
    lena.context.set_offline(False)
    expect(lena.locator(".clash")).to_contain_text("Marko wrote this turn meanwhile.")
    lena.get_by_role("button", name="Keep what is written").tap()
    expect(lena.locator(".clash")).to_be_hidden()
    assert sheet(lena, 0, 0) == ["15", "40", "", "12"]
    expect(turn(lena, 1)).to_be_visible()


def test_round_two_is_corrected_in_round_six_and_the_change_undone(people: People) -> None:
    pad = people.server.api.create("Lena", pad=True, others=["Marko"], first=0)
    for number in range(10):
        values = {"faces": " ".join(EXAMPLE), "score": [0, 1, 2, 3], "turn": number}
        pad.do("enter", position=pad.state()["position"], **values)
    page = people.at(pad, size=PHONE, touch=True)
    page.locator("label.fold").nth(1).tap()
    page.get_by_role("link", name="Change round 2 of Marko").tap()
    expect(page.locator(".cell[aria-pressed=true]")).to_have_count(6)
    expect(write(page)).to_contain_text("Write 10 + 25")
    tap_score(page, ["2P", "3P", "4P", "6P"])
    write(page).tap()
    expect(turn(page, 10)).to_be_visible()
    assert sheet(page, 1, 1) == ["15", "15", "24", "13"]
    expect(page.locator(".log")).to_contain_text("Lena corrected round 2 of Marko")
    page.goto(f"{pad.link}/turn/3")
    page.get_by_role("button", name="Undo the change").tap()
    expect(turn(page, 10)).to_be_visible()
    assert sheet(page, 1, 1) == ["10", "25", "24", "24"]


def test_impossible_columns_say_why_and_stay_as_they_were_typed(people: People) -> None:
    people.allowed.append(REFUSED)
    page = opened(people, "Lena", "Marko")
    page.locator("#quick summary").tap()
    for name, value in (("points", "9"), ("bonus", "25"), ("gift", "24")):
        page.locator(f"#{name}-0").fill(value)
    page.get_by_role("button", name="Write the columns").tap()
    expect(page.locator("#notice")).to_contain_text("No roll of the dice gives 9 points")
    assert page.locator("#bonus-0").input_value() == "25"
    page.locator("#points-0").fill("10")
    page.get_by_role("button", name="Write the columns").tap()
    expect(turn(page, 1)).to_be_visible()
    assert sheet(page, 0, 0) == ["10", "25", "", "24"]
    assert page.locator("#points-1").input_value() == ""


def test_the_keyboard_alone_writes_a_turn(people: People) -> None:
    page = people.at(people.server.api.create("Lena", pad=True, others=["Marko"], first=0))
    for face in EXAMPLE:
        page.locator(f"#face-{face}").focus()
        page.keyboard.press("Space")
    page.locator(".six [name=die]").first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".six [name=die]").first).to_be_focused()
    expect(write(page)).to_be_disabled()
    page.keyboard.press("Space")
    write(page).focus()
    page.keyboard.press("Enter")
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator("#face-1R")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360])
def test_a_pad_fits_a_small_phone(people: People, width: int, scheme: str) -> None:
    page = opened(people, "Maximiliane", "Bartholomäus", "Zoë", "Anna-Lena", locale="en")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 640})
    tap_faces(page, EXAMPLE)
    tap_score(page, ["6R"])
    expect(page.locator(".nudge")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    page.goto(f"{page.url}/turn/0")
    expect(page.locator(".cell[aria-pressed=true]")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_a_pad(people: People, scheme: str) -> None:
    page = opened(people, "Lena", "Marko", "Zoë")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert checked(page) == []
    tap_faces(page, EXAMPLE)
    tap_score(page, ["6R"])
    page.locator("#quick summary").tap()
    assert checked(page) == []
    write(page).tap()
    expect(turn(page, 1)).to_be_visible()
    watcher = people.come(size=PHONE)
    watcher.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    watcher.goto(page.url)
    assert checked(watcher) == []
    page.goto(f"{page.url}/turn/0")
    expect(page.locator(".cell[aria-pressed=true]")).to_have_count(6)
    assert checked(page) == []
