"""The pad for real dice, on phones: an evening by taps, corrections, columns, small screens."""

import random
from typing import Final, TypeAlias

import pytest
from playwright.sync_api import Page, expect
from tests.browser.pad_support import (
    EXAMPLE,
    enter,
    lying,
    opened,
    ready,
    sheet,
    tap_faces,
    tap_score,
    turn,
    write,
)
from tests.browser.support import PHONE, REFUSED, People
from tests.browser.test_looks import checked

from charidice.rules import RULEBOOK, Colour, Face, selections
from charidice.rules.scoring import Selection, best_first
from charidice.web.edge.static_files import edition
from charidice.web.live.written import rules_json

FACES = [Face(number, colour) for number in range(1, 7) for colour in Colour]
ROUNDS, BY_FINGER = 7, 3  # of a game, and its first turns with the finger of the test
MOST_TAPS = 12
Planned: TypeAlias = tuple[list[Face], Selection]


def chosen(faces: list[Face], rng: random.Random) -> Selection:
    """What people score: mostly the best, sometimes something else."""
    ranked = best_first(selections(faces))
    return ranked[0] if rng.random() < 0.7 else rng.choice(ranked)


def planned(turns: int, rng: random.Random) -> list[Planned]:
    """The dice of a game, and what people make of them."""
    rolls = [rng.sample(FACES, 6) for _ in range(turns)]
    return [(faces, chosen(faces, rng)) for faces in rolls]


def play_by_taps(page: Page, turns: list[Planned]) -> int:
    """The first turns with a finger; returns how many taps that took."""
    taps = 0
    for number, (faces, wish) in enumerate(turns):
        taps += tap_faces(page, [str(face) for face in faces])
        taps += tap_score(page, [str(faces[die]) for die in wish.dice])
        expect(write(page)).to_contain_text(f"Write {wish.points}")
        expect(write(page)).to_contain_text(f"gets {wish.gift}")
        write(page).tap()
        taps += 1
        expect(turn(page, number + 1)).to_be_visible()
    return taps


# Clicks one thing after the other, as fast as the page allows; counts them, and reads what the
# button says before it is pressed.
QUICK_FINGER: Final = """async ([first, turns]) => {
    const until = async (isThere) => {
        for (let tries = 0; !isThere(); tries += 1) {
            if (tries > 2000) throw new Error(`nothing comes: ${document.body.innerText}`);
            await new Promise((done) => { setTimeout(done, 5); });
        }
    };
    const pad = (number) => document.querySelector(`form.pad[data-turn="${number}"]`);
    const said = [];
    let taps = 0;
    const tap = (element) => { element.click(); taps += 1; };
    for (const [place, { faces, score }] of turns.entries()) {
        await until(() => pad(first + place));
        for (const face of faces) tap(document.getElementById(`face-${face}`));
        for (const label of document.querySelectorAll(".six label")) {
            const [face, box] = label.querySelectorAll("input");
            if (box.checked !== score.includes(face.value)) tap(label);
        }
        const button = document.querySelector("form.pad button.act");
        said.push(button.innerText.replace(/\\s+/g, " "));
        tap(button);
    }
    await until(() => document.querySelector(".podium"));
    return [taps, said];
}"""


def play_quickly(page: Page, first: int, turns: list[Planned]) -> int:
    """The rest of a game, every tap a real click on the page; returns how many."""
    wishes = [
        {"faces": [str(f) for f in faces], "score": [str(faces[die]) for die in wish.dice]}
        for faces, wish in turns
    ]
    taps, said = page.evaluate(QUICK_FINGER, [first, wishes])
    for (_faces, wish), text in zip(turns, said, strict=True):
        bonus = f" + {wish.bonus}" if wish.bonus else ""
        assert text.startswith(f"Write {wish.points}{bonus} ")
        assert text.endswith(f" gets {wish.gift}")
    return int(taps)


def test_an_evening_of_three_games_is_entered_by_taps_alone(people: People) -> None:
    rng, taps, turns = random.Random("an evening"), 0, 3 * ROUNDS * 3
    page = opened(people, "Lena", "Marko", "Zoë")
    for game, first in enumerate(("Lena", "Marko", "Zoë")):
        expect(page.locator("#say")).to_contain_text(first)  # whoever sits left begins
        plan = planned(3 * ROUNDS, rng)
        taps += play_by_taps(page, plan[:BY_FINGER]) + play_quickly(
            page, BY_FINGER, plan[BY_FINGER:]
        )
        expect(page.locator(".podium li")).to_have_count(3)
        if game < 2:
            before = page.url
            page.get_by_role("button", name="Play again").tap()
            taps += 1
            expect(page).not_to_have_url(before)
            ready(page)
    assert not page.evaluate("Object.keys(localStorage).some(k => k.startsWith('charidice-pad'))")
    mean = f"{taps} taps for {turns} turns: {taps / turns:.1f} a turn"
    print(mean)  # shown with -s
    assert taps / turns <= MOST_TAPS, mean


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


def test_round_two_is_corrected_in_round_six_and_the_change_undone(people: People) -> None:
    pad = people.server.api.create("Lena", pad=True, others=["Marko"], first=0)
    for number in range(10):
        enter(pad, number)
    page = people.at(pad, size=PHONE, touch=True)
    page.locator("label.fold").nth(1).tap()
    page.get_by_role("link", name="Change round 2 of Marko").tap()
    expect(page.locator(".cell[aria-pressed=true]")).to_have_count(6)
    expect(write(page)).to_contain_text("Write 10 + 25")
    tap_score(page, ["2P", "3P", "4P", "6P"])
    write(page).tap()
    expect(turn(page, 10)).to_be_visible()
    assert sheet(page, 1, 1) == ["15", "15", "24", "13"]
    expect(page.locator(".log")).to_contain_text("Round 2 of Marko was corrected")
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
