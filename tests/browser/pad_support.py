"""People at a pad for real dice: what they tap, and what then stands there."""

from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect
from tests.browser.support import PHONE, People, Seat

EXAMPLE: Final = ("1P", "2P", "3P", "4P", "6P", "6R")
OTHER: Final = ("1R", "2R", "3R", "4R", "5R", "6Y")


def opened(people: People, *names: str, rounds: int = 7, **how: object) -> Page:
    """Somebody with a phone who has opened a pad."""
    page = people.come(size=PHONE, touch=True, **how)  # type: ignore[arg-type]
    page.goto("/")
    page.locator("#real-dice summary").tap()
    for number, name in enumerate(names, 1):
        page.locator(f"#pad-player-{number}").fill(name)
    page.locator(f"#length-pad-{rounds}").check()
    page.get_by_role("button", name="Open the pad").tap()
    ready(page)
    return page


def ready(page: Page) -> None:
    """Wait until the scripts of a new page hear taps."""
    expect(page.locator(".board [tabindex='0']")).to_be_visible()


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


def enter(seat: Seat, turn: int, faces: Sequence[str] = EXAMPLE, **more: Any) -> None:
    """Write a turn with a program; the first four dice are scored."""
    values = {"faces": " ".join(faces), "score": [0, 1, 2, 3], "turn": turn, **more}
    seat.do("enter", position=seat.state()["position"], **values)
