"""Take the pictures of the pages for the README, from real games in a real browser.

uv run python -m tools.screenshots
"""

import base64
import contextlib
import json
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as Vanished
from tools.browser import chromium
from tools.serving import CHARIDICE, ServerProcess, free_port

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1180, "height": 844}
_SHEET = """
body { margin: 0; padding: 28px; display: inline-flex; gap: 24px; align-items: flex-start;
  background: #d9e6df; }
img { display: block; height: 620px; border-radius: 18px; box-shadow: 0 10px 30px #0005; }
"""

# Nobody is guided in the pictures.
KNOWS_THE_GAME = "localStorage['charidice-guide'] = 'done';"


def main() -> None:
    """Serve, play, take the pictures, put them together."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        words = ["serve", "--rate", "0", "--data", str(Path(folder) / "data.db")]
        server = ServerProcess(words=[*CHARIDICE, *words, "--port", str(port)], port=port)
        server.start()
        try:
            _take(server.url)
        finally:
            server.end()


def _take(base: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        lena = _page(browser, PHONE, "en", "light")
        lena.goto(base)
        lena.locator("#friends summary").click()
        lena.fill("#name-friends", "Lena")
        lena.locator("form[action='/invite'] button").click()
        lena.wait_for_url("**/t/*")
        marko = _page(browser, PHONE, "de", "dark")
        marko.goto(lena.url)
        marko.fill("#sit-name", "Marko")
        marko.locator("[value=sit]").click()
        marko.locator(".chairs").wait_for()
        lena.locator("[value=bot]").click()
        lena.locator("li:has-text('Casual')").wait_for()
        lena.locator("#room-menu summary").click()
        lena.select_option("#pace", "3")
        lena.select_option("#ask_seconds", "0")
        lena.wait_for_timeout(800)  # they are in force as soon as they are chosen
        lena.locator("#room-menu summary").click()
        lena.locator("input[name=first][value='0']").check()
        lena.locator("[value=begin]").click()
        pictures = _play(browser, lena, marko)
        _compose(browser, "table.png", [pictures["table"], pictures["desk"]])
        _compose(browser, "pages.png", [pictures["gift"], pictures["question"], pictures["end"]])
        browser.close()


def _play(browser: Browser, lena: Page, marko: Page) -> dict[str, bytes]:
    """Play to the end, and take the pictures on the way."""
    pictures: dict[str, bytes] = {}
    while not lena.locator(".result").count():
        for page in (lena, marko):
            if (
                page is lena
                and "question" not in pictures
                and lena.locator("[value=score]").count()
            ):
                marko.locator(".ask summary").click()
                marko.wait_for_timeout(900)
                pictures["question"] = marko.screenshot()
            if page.locator("[value=roll]").count():
                _click(page, "roll")
            elif page.locator("[value=score]").count():
                _tick_best(page)
                if "table" not in pictures and page is lena and _round(lena) == 3:
                    page.wait_for_timeout(700)
                    pictures["table"] = page.screenshot()
                    desk = _page(browser, DESK, "en", "light", lena)
                    desk.goto(lena.url)
                    desk.wait_for_timeout(500)
                    desk.reload()  # with the letters, which may have come too late at first
                    desk.wait_for_timeout(500)
                    _tick_best(desk)
                    pictures["desk"] = desk.screenshot()
                    desk.close()
                _click(page, "score")
                if "gift" not in pictures and page is lena and _round(lena) > 1:
                    marko.locator(".flight").first.wait_for()
                    marko.wait_for_timeout(850)
                    pictures["gift"] = marko.screenshot()
        lena.wait_for_timeout(150)
    marko.wait_for_timeout(4500)
    pictures["end"] = marko.screenshot()
    return pictures


def _click(page: Page, wish: str) -> None:
    """Press a button that may vanish meanwhile, as the table moves on."""
    with contextlib.suppress(Vanished):
        page.locator(f"[value={wish}]").click(timeout=2000)


def _tick_best(page: Page) -> None:
    worth = json.loads(page.locator("form.tray").get_attribute("data-worth") or "{}")
    mask = int(max(worth, key=lambda key: sum(worth[key][:2])))
    for die in range(6):
        page.locator("input[name=die]").nth(die).set_checked(bool(mask >> die & 1), force=True)


def _round(page: Page) -> int:
    return int(page.locator(".round").inner_text().split()[1])


def _page(
    browser: Browser, size: dict[str, int], language: str, theme: str, seat: Page | None = None
) -> Page:
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        locale=language,
        color_scheme=theme,  # type: ignore[arg-type]
        device_scale_factor=1.5,
        has_touch=size is PHONE,
        storage_state=seat.context.storage_state() if seat else None,
    )
    context.add_init_script(f"try {{ {KNOWS_THE_GAME} }} catch {{ /* a blank page */ }}")
    return context.new_page()


def _compose(browser: Browser, name: str, pictures: list[bytes]) -> None:
    """Several pictures side by side."""
    page = browser.new_page(viewport={"width": 2000, "height": 900})
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(data).decode()}">' for data in pictures
    )
    page.set_content(f"<style>{_SHEET}</style><body>{images}</body>")
    page.wait_for_timeout(300)
    page.locator("body").screenshot(path=PICTURES / name)


if __name__ == "__main__":
    main()
