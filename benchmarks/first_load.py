"""How heavy and how quick the start page is for somebody who comes for the first time.

    uv run python benchmarks/first_load.py

Each run is a new browser on a phone's screen, at 1.6 Mbit/s with 150 ms to the server and a
processor that is four times slower. Printed is the median of the runs: the bytes that came over the
wire with their heads, the layout shift, and when the page could be used: its load event, or the end
of the last long task if that is later.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.browser import chromium
from tools.serving import CHARIDICE, ServerProcess, free_port

PHONE: Final = {"width": 390, "height": 844}
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER: Final = 4
QUIET_MS: Final = 2_500  # without a long task for so long, nothing more is to come
MOST_BYTES: Final = 60_000
MOST_SECONDS: Final = 1.5
_WATCH: Final = """
window.seen = { shift: 0, moved: [], task: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.seen.shift += entry.value;
    for (const { node } of entry.sources) window.seen.moved.push(String(node?.className ?? node));
  }
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.task = entry.startTime + entry.duration;
}).observe({ type: "longtask", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Load:
    """One load of the page: seconds, bytes by file, and what has moved."""

    painted: float
    loaded: float
    usable: float
    shift: float
    moved: tuple[str, ...]
    files: dict[str, int]

    @property
    def total(self) -> int:
        """All bytes over the wire."""
        return sum(self.files.values())


def loaded(browser: Browser, url: str, language: str, *, slowly: bool = True) -> Load:
    """Load a page in a new browser."""
    context = browser.new_context(
        locale=language,
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
    )
    page = context.new_page()
    page.add_init_script(_WATCH)
    session = context.new_cdp_session(page)
    files = _counted(session)
    if slowly:
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    page.wait_for_timeout(QUIET_MS)
    load = _figures(page, files)
    context.close()
    return load


def _counted(session: CDPSession) -> dict[str, int]:
    """The bytes of every file, which grow while they come."""
    files: dict[str, int] = {}
    names: dict[str, str] = {}

    def asked(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["request"]["url"].rpartition("/")[2] or "/"

    def came(event: dict[str, Any]) -> None:
        name = names.get(event["requestId"], "?")
        files[name] = files.get(name, 0) + int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.loadingFinished", came)
    session.send("Network.enable")
    return files


def _figures(page: Page, files: dict[str, int]) -> Load:
    seen = page.evaluate("() => window.seen")
    painted, load = page.evaluate(
        """() => [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
            performance.getEntriesByType("navigation")[0].loadEventEnd]"""
    )
    usable = max(load, seen["task"])
    return Load(
        painted / 1000,
        load / 1000,
        usable / 1000,
        seen["shift"],
        tuple(dict.fromkeys(seen["moved"])),
        dict(files),
    )


def report(language: str, loads: list[Load]) -> None:
    """Print the figures of some runs."""
    first = loads[0]
    print(f"{language}: {first.total:,} bytes in {len(first.files)} files (goal: < {MOST_BYTES:,})")
    for name, size in sorted(first.files.items(), key=lambda each: -each[1]):
        print(f"    {size:>7,}  {name}")
    shift = max(load.shift for load in loads)
    moved = sorted({name for load in loads for name in load.moved})
    print(f"  layout shift   {shift:.4f} (goal: 0) {', '.join(moved)}")
    print(f"  first paint    {median(load.painted for load in loads):.2f} s")
    print(f"  loaded         {median(load.loaded for load in loads):.2f} s")
    usable = median(load.usable for load in loads)
    print(f"  to be used     {usable:.2f} s (goal: < {MOST_SECONDS} s)", flush=True)


def main() -> None:
    """Serve, load, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="loads for each language")
    parser.add_argument("--languages", default="en,el,cs", help="which languages")
    parser.add_argument("--path", default="/", help="which page")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = free_port()
        data = str(Path(folder) / "data.db")
        arguments = ["serve", "--rate", "0", "--data", data, "--port", str(port)]
        server = ServerProcess(words=[*CHARIDICE, *arguments], port=port)
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            for language in words.languages.split(","):
                url = server.url + words.path
                loads = [loaded(browser, url, language) for _ in range(words.runs)]
                report(language, loads)
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()
