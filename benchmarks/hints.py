"""How long a hint takes while other games are being played, against a plain page of a table.

    uv run python benchmarks/hints.py
    uv run python benchmarks/hints.py --games 10 --hints 60 --think 0.5

At every other table somebody plays against a bot, taking the same time for each decision. Meanwhile
one person begins turn after turn, asks for the page of the table, for a hint (for which the turn
has to be solved), and for the hint of the next roll of the same turn. The first hint of all loads
the tables of the solver; it is told apart.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.waiting import server

SCRIPT = {"x-charidice": "1"}
AT_ONCE = {"ask_seconds": 0, "pace": 0, "grace_seconds": 0}


class Seat:
    """Somebody at a table of their own with a bot."""

    def __init__(self, web: httpx.AsyncClient, table: str, token: str) -> None:
        self.web, self.path = web, f"/api/v1/tables/{table}"
        self.page = f"/t/{table}"
        self.headers = {"authorization": f"Bearer {token}"}
        self.cookies = {"cookie": f"charidice_seat_{table}={token}"}

    @classmethod
    async def taken(cls, web: httpx.AsyncClient, level: str, settings: dict[str, int]) -> "Seat":
        """A new table."""
        wish = {"name": "Lena", "bots": [level], "begin": True, "first": 0, "settings": settings}
        given = (await web.post("/api/v1/tables", json=wish)).raise_for_status().json()
        return cls(web, given["table"], given["token"])

    async def state(self) -> dict[str, Any]:
        """How the table stands, when a person is to act or the game is over."""
        while True:
            answer = await self.web.get(self.path, headers=self.headers)
            state: dict[str, Any] = answer.raise_for_status().json()
            acts = state["to_act"]
            if state["status"] != "playing" or not state["seats"][acts]["bot"]:
                return state
            await asyncio.sleep(0.05)

    async def play(self, action: str, position: int) -> None:
        """A decision."""
        wish = {"kind": "play", "action": action, "position": position}
        answer = await self.web.post(f"{self.path}/commands", json=wish, headers=self.headers)
        if answer.status_code not in (200, 409):
            answer.raise_for_status()


async def plays_on(web: httpx.AsyncClient, think: float) -> None:
    """Somebody who plays game after game against a bot at the usual speed."""
    while True:
        seat = await Seat.taken(web, "expert", {"ask_seconds": 3, "pace": 7, "grace_seconds": 2})
        while (state := await seat.state())["status"] == "playing":
            await asyncio.sleep(think)
            game = state["game"]
            rolls = "roll" if game["phase"] == "rolling" else "keep 0 1 2"
            action = rolls if game["roll"] < 3 else "score 0"
            await seat.play(action, state["position"])


async def timed(seat: Seat, path: str) -> float:
    """Seconds until an answer is there."""
    began = time.perf_counter()
    answer = await seat.web.get(path, headers={**SCRIPT, **seat.cookies})
    answer.raise_for_status()
    return time.perf_counter() - began


async def measured(url: str, options: argparse.Namespace) -> dict[str, list[float]]:
    """The seconds of all pages and hints."""
    found: dict[str, list[float]] = defaultdict(list)
    async with httpx.AsyncClient(base_url=url, timeout=30, trust_env=False) as web:
        others = [asyncio.create_task(plays_on(web, options.think)) for _ in range(options.games)]
        await asyncio.sleep(3)
        seat = await Seat.taken(web, "casual", AT_ONCE)
        for number in range(options.hints):
            if (state := await seat.state())["status"] != "playing":
                seat = await Seat.taken(web, "casual", AT_ONCE)
                state = await seat.state()
            await seat.play("roll", state["position"])
            state = await seat.state()
            found["page"].append(await timed(seat, seat.page))
            name = "first hint of a turn" if number else "very first hint"
            found[name].append(await timed(seat, f"{seat.page}/hint"))
            await seat.play("keep 0 1", state["position"])
            state = await seat.state()
            found["later hint"].append(await timed(seat, f"{seat.page}/hint"))
            await seat.play("score 0", state["position"])
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    return found


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10, help="other games that are played")
    parser.add_argument("--hints", type=int, default=60, help="turns with hints")
    parser.add_argument("--think", type=float, default=0.5, help="seconds for a decision")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as url:
        found = asyncio.run(measured(url, options))
    page = statistics.median(found["page"])
    print(f"{options.games} other games; times in ms, and as multiples of the page's median")
    for name, times in found.items():
        half = statistics.median(times)
        most = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else half
        print(
            f"{name:22} p50 {1000 * half:7.1f}  p95 {1000 * most:7.1f}"
            f"  ratio {half / page:5.1f} / {most / page:5.1f}"
        )


if __name__ == "__main__":
    main()
