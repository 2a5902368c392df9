"""Pads for real dice: opened, written on and corrected without end, and their pages."""

import asyncio
import json
import random
import time
from collections import Counter
from itertools import product
from typing import Any, Final
from urllib.parse import quote

from tools.hostile.connections import Caller, form, request, wish
from tools.hostile.ground import Case, Ground, Report, Setup, case

from charidice.records.quick import roll_with_result
from charidice.rules import RULEBOOK, STANDARD, DiceSet
from charidice.tables.model.decide import MOST_EVENTS

_FULL: Final = "table/too-many-events"
_FACES: Final = "1P 2P 3P 4P 6P 6R"
_TURNS: Final = 28
_BOXES: Final = 150  # more than the server keeps searched
_ODD: Final = (
    *("", " ", "0", "1", "-1", "28", "999", "9" * 400, "1e9", "0x10", "٣", "½", "%00", "%ff", "x"),
    *("..", "..%2f", "null", "NaN", "1/2", "+1", "1.0", "🎲"),
)
_ODD_FACES: Final[tuple[object, ...]] = (
    *(None, "", _FACES, "1P", "1P " * 6, "7P 2P 3P 4P 6P 6R", "1X 2X 3X 4X 5X 6X", "🎲" * 6),
    *(_FACES + "\n", _FACES.lower(), _FACES * 40, 5, [], {}, ["1P"] * 6, True, "٣P 2P 3P 4P 6P 6R"),
)
_ODD_LISTS: Final[tuple[object, ...]] = (
    *(None, [], [0], [0] * 900, [6], [-1], [0.5], ["0"], "0", 0, {}, [None], [[0]], [2**63]),
    *([*range(6)], [0, 1, 2, 3], [True], [10**40]),
)
_ODD_NUMBERS: Final[tuple[object, ...]] = (
    None,
    0,
    1,
    -1,
    28,
    10**6,
    2**63,
    10**40,
    1.5,
    "0",
    "x",
    [],
    True,
    {},
    1e300,
)


class _Pad:
    """A pad that an attack has opened, from an address of its own."""

    def __init__(self, ground: Ground) -> None:
        self.caller, self.answers = Caller(ground.server.port, ground.source()), Counter[int]()
        self.table, self.token, self.position, self.turns = "", "", 0, 0

    async def open(self, **more: object) -> None:
        """Open it for four names."""
        new = {"name": "Lena", "others": ["Marko", "Zoë", "Bo"], "pad": True, "first": 0, **more}
        found = await self.ask(wish("", new))
        self.table, self.token = found.get("table", ""), found.get("token", "")
        self.position, self.turns = found.get("position", 0), 0
        if self.table:
            state = await self.ask(request("GET", f"/api/v1/tables/{self.table}"))
            self.position = state.get("position", 0)

    async def do(self, kind: str, **values: object) -> str:
        """Send a command; returns the code of its refusal."""
        command = {"kind": kind, "position": self.position, **values}
        found = await self.ask(self.command(command))
        self.position = found.get("position", self.position)
        code: str = found.get("code", "")
        return code

    async def fill(self) -> None:
        """Write down the whole game."""
        for turn in range(_TURNS):
            await self.do("enter", turn=turn, faces=_FACES, score=[0, 1, 2, 3])

    def command(self, value: object) -> bytes:
        """The request with a command."""
        return wish(f"/{self.table}/commands", value, self.token)

    @property
    def cookie(self) -> str:
        """The seat as browsers show it."""
        return f"charidice_seat_{self.table}={self.token}"

    async def ask(self, data: bytes) -> dict[str, Any]:
        """The answer to a request, in JSON."""
        status, body = await self.caller.ask(data)
        self.answers[status] += 1
        found: dict[str, Any] = json.loads(body) if body.startswith(b"{") else {}
        return found


async def pads_opened(ground: Ground) -> Report:
    """Pads opened by forms, with names, dice and rounds that make no sense."""
    names = ("Lena", "Marko", "", " ", "=1+1", "x" * 400, "Lena", "\u202eMarko", "%00", "🎲" * 40)
    boxes = ("", str(STANDARD), "RRR", "R" * 400, str(STANDARD)[::-1], "\u0660" * 36)

    def sent(rng: random.Random) -> bytes:
        count = rng.choice((0, 1, 2, 4, 90))
        fields = [("player", name) for name in ("Lena", "Marko")]
        if rng.random() < 0.5:
            fields = [("player", rng.choice(names)) for _ in range(count)]
        odd = {"first": rng.choice(_ODD), "rounds": rng.choice(_ODD), "dice": rng.choice(boxes)}
        fields += rng.sample(sorted(odd.items()), rng.randrange(4))
        body = "&".join(f"{name}={quote(value)}" for name, value in fields)
        return form("/pad", body.encode())

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} pads opened with odd names, dice and rounds"
    return report


async def pads_in_an_hour(ground: Ground) -> Report:
    """Pads that one address opens as quickly as it may: they count as tables."""
    source = ground.own_source()
    data = form("/pad", b"player=Lena&player=Marko")
    report = await ground.repeated(lambda _rng: data, sources=(source,) * 4)
    report.done = f"{report.answers[303]:,} pads from one address"
    report.check(bool(report.answers[429]), "nobody was refused")
    return report


async def odd_turns(ground: Ground) -> Report:
    """Turns written down with nonsense in every field, and lists that are far too long."""
    pad = _Pad(ground)
    await pad.open()

    def sent(rng: random.Random) -> bytes:
        earlier = [
            {"faces": rng.choice(_ODD_FACES), "keep": rng.choice(_ODD_LISTS)}
            for _ in range(rng.choice((0, 0, 1, 2, 3, 30)))
        ]
        kind = rng.choice(("enter", "enter", "enter", "restore", "pad-ask"))
        value: dict[str, object] = {"kind": kind, "position": pad.position}
        odd: dict[str, object] = {"turn": rng.choice((0, 0, *_ODD_NUMBERS))}
        if kind == "enter":
            odd |= {"faces": rng.choice(_ODD_FACES), "score": rng.choice(_ODD_LISTS)}
            odd |= {each: rng.choice(_ODD_NUMBERS) for each in ("points", "bonus", "gift")}
            odd |= {"earlier": rng.choice((earlier, None, 5, "x")), "asked": rng.choice((True, 7))}
        wanted = rng.sample(sorted(odd), rng.randint(1, len(odd)))
        return pad.command(value | {name: odd[name] for name in wanted})

    report = await ground.repeated(sent)
    pad.caller.close()
    report.done = f"{report.answers.total():,} odd turns"
    return report


async def columns_of_many_boxes(ground: Ground) -> Report:
    """Columns that no roll gives, at pads with ever other dice: each is searched for."""
    pads = [_Pad(ground) for _ in range(20 if ground.quick else _BOXES)]
    boxes = random.Random(ground.seed)
    impossible: dict[str, list[tuple[int, int]]] = {}
    for pad in pads:
        box = _box(boxes)
        await pad.open(dice=str(box))
        columns = product(range(6, 37), range(20))
        impossible[pad.table] = [
            each for each in columns if not roll_with_result(box, RULEBOOK, each[0], 0, each[1])
        ]
        pad.caller.close()

    def sent(rng: random.Random) -> bytes:
        pad = rng.choice(pads)
        points, gift = rng.choice(impossible[pad.table])
        columns = {"points": points, "bonus": 0, "gift": gift}
        return pad.command({"kind": "enter", "turn": 0, "position": pad.position, **columns})

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} times columns at pads with {len(pads)} boxes of dice"
    return report


def _box(rng: random.Random) -> DiceSet:
    """Some arrangement of the faces."""
    order = rng.sample(range(6), 6)
    dice = [tuple(colours[place] for place in order) for colours in STANDARD.colours]
    return DiceSet(tuple(rng.sample(dice, 6)))


async def corrections(ground: Ground) -> Report:
    """A pad corrected back and forth until its log is full; then its pages, again and again."""
    pad, refused = _Pad(ground), ""
    await pad.open()
    await pad.fill()
    await pad.do("enter", turn=0, faces=_FACES, score=[0])
    number = 0
    while not refused and number < 2 * MOST_EVENTS:
        refused = await pad.do("restore", turn=0)
        number += 1
    more = [await pad.do("enter", turn=5, faces=_FACES, score=[0]) for _ in range(20)]
    paths = ("", "/turn/0", "/turn/27", "/record", "/replay?step=9", "/sheets", "/evening.csv")

    def sent(rng: random.Random) -> bytes:
        if rng.random() < 0.2:
            return pad.command({"kind": "restore", "turn": 0, "position": pad.position})
        return request("GET", f"/t/{pad.table}{rng.choice(paths)}", cookie=pad.cookie)

    report = await ground.repeated(sent, share=0.5)
    report.answers += pad.answers
    report.done = f"{number:,} corrections, then {report.answers.total():,} requests for that pad"
    report.check(refused == _FULL, f"refused with {refused!r} instead of {_FULL}")
    report.check({*more} == {_FULL}, f"a full pad was corrected again: {Counter(more)}")
    pad.caller.close()
    return report


async def corrections_at_once(ground: Ground) -> Report:
    """Corrections of the first turn at many full pads at once: each plays a whole game anew."""
    pads = [_Pad(ground) for _ in range(8)]

    async def on_one(pad: _Pad) -> None:
        await pad.open()
        await pad.fill()
        number, until = 0, time.monotonic() + ground.seconds
        while time.monotonic() < until:
            number += 1
            await pad.do("enter", turn=0, faces=_FACES, score=[number % 2])
        pad.caller.close()

    await asyncio.gather(*map(on_one, pads))
    answers = sum((pad.answers for pad in pads), Counter[int]())
    return Report(f"{answers.total():,} requests to write and correct at {len(pads)} pads", answers)


async def pages_of_pads(ground: Ground) -> Report:
    """Turns that are no numbers, sheets and dice of absurd kinds, evenings of any table."""
    pad = _Pad(ground)
    await pad.open()
    await pad.fill()
    pad.caller.close()

    def sent(rng: random.Random) -> bytes:
        table = rng.choice((pad.table, pad.table, ground.victim.table, "x", "A" * 16))
        odd, other = (quote(rng.choice(_ODD), safe="%/") for _ in range(2))
        path = rng.choice(
            (
                *(f"/t/{table}/turn/{odd}", f"/t/{table}/turn/{rng.randrange(40)}"),
                *(f"/t/{table}/evening", f"/t/{table}/evening.csv?x={odd}"),
                *(f"/t/{table}/sheets?paper={odd}", "/sheets", f"/sheets?paper={odd}"),
                f"/sheets/print?paper={odd}&count={other}",
                *(f"/dice?dice={odd * 9}", "/dice?" + "&".join(["c=R"] * rng.choice((1, 36, 400)))),
                *(f"/dice?c={odd}&c={other}", f"/?dice={odd}", f"/?dice={'RYGBPK' * 6}"),
            )
        )
        if rng.random() < 0.1:
            return form(path, b"x=y", cookie=pad.cookie)
        return request("GET", path, cookie=pad.cookie if rng.random() < 0.7 else "")

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} odd pages of pads, sheets, dice and evenings"
    return report


async def long_evenings(ground: Ground) -> Report:
    """The evening after many games of a pad, again and again: every table of it is read."""
    pad, count = _Pad(ground), 12 if ground.quick else 60
    await pad.open(rounds=1)
    last, seat = pad.table, pad.cookie
    for _ in range(count):
        for turn in range(4):
            await pad.do("enter", turn=turn, faces=_FACES, score=[turn])
        found = await pad.ask(wish(f"/{pad.table}/rematch", {}, pad.token))
        last, seat = pad.table, pad.cookie
        pad.table, pad.token = found.get("table", ""), found.get("token", "")
        state = await pad.ask(request("GET", f"/api/v1/tables/{pad.table}"))
        pad.position = state.get("position", 0)
    pad.caller.close()
    paths = (f"/t/{last}/evening", f"/t/{last}/evening.csv", f"/t/{last}")
    report = await ground.repeated(lambda rng: request("GET", rng.choice(paths), cookie=seat))
    report.answers += pad.answers
    report.done = f"{report.answers.total():,} pages of an evening of {count} games"
    return report


CASES: Final[tuple[Case, ...]] = (
    case(pads_in_an_hour, Setup.USUAL, {0, 303, 429}),
    case(pads_opened, Setup.UNLIMITED, {303, 413, 422}, memory=60, peak=100),
    case(odd_turns, Setup.UNLIMITED, {200, 409, 413, 422}),
    case(columns_of_many_boxes, Setup.UNLIMITED, {422}, memory=40, peak=80),
    case(corrections, Setup.UNLIMITED, {200, 201, 409}),
    case(corrections_at_once, Setup.UNLIMITED, {200, 201, 409}, memory=25),
    case(pages_of_pads, Setup.UNLIMITED, {200, 307, 403, 404, 405, 409, 414, 422}, memory=25),
    case(long_evenings, Setup.UNLIMITED, {200, 201}, memory=25),
)
