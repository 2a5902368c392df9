"""Games to look back on that are none, or far too many of them, and links that lead nowhere."""

import asyncio
import random
import time
from collections import Counter
from typing import Final

from tools.hostile.connections import Caller, form, request
from tools.hostile.ground import Case, Ground, Report, Setup, case

from charidice.records import Record, to_json, to_text
from charidice.rolls import SeededRolls, throw
from charidice.rules import RULEBOOK, Action, Rules, apply, legal_actions, new_game

_PARTS: Final = "multipart/form-data; boundary=edge"
_MOST: Final = 130_000  # bytes, a little less than a server accepts
_NAMES: Final = ("Lena", "Marko", "Florian", "Ayşe", "Zoë", "Chloé", "Jiří", "Νίκος")


def played(seed: str, players: int = 4, rules: Rules = RULEBOOK) -> Record:
    """A game of random legal moves."""
    rng, rolls = random.Random(seed), SeededRolls(seed)
    game, actions = new_game(players, rules=rules), list[Action]()
    while not game.over:
        legal = legal_actions(game)
        action = rng.choice(legal) if legal else throw(game, rolls)
        actions.append(action)
        game = apply(game, action)
    return Record(_NAMES[:players], tuple(actions), rules)


def upload(content: bytes) -> bytes:
    """A form with a file."""
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    body = head + content + b"\r\n--edge--\r\n"
    return request("POST", "/review", body, content_type=_PARTS)


def _hostile_records() -> list[bytes]:
    """What takes a parser long, or leads it astray; all of it of a length that is accepted."""
    longest = played("long", 8, Rules(rounds=16, rolls=10, least_players=8, most_players=8))
    whole = to_json(longest).encode()[:_MOST]
    start = b'{"format": "charidice-record", "version": 2, "players": '
    usual = to_json(played("usual"))
    return [
        whole,
        whole[: len(whole) // 2],
        to_text(longest).encode()[:_MOST],
        usual.replace('"score', '"score 0 1 2 3 4 5", "score').encode(),
        b"[" * _MOST,
        b'{"a":' * (_MOST // 5),
        b'{"format": ' + b"9" * (_MOST - 20) + b"}",
        b'{"format": ' + b"-1e99999999" * 9_000,
        start + b"[" + b'"a",' * (_MOST // 5) + b'"a"]}',
        start + b'"' + b"\\ud800" * (_MOST // 7) + b'"}',
        b"{" + b",".join(b'"%d": 1' % n for n in range(_MOST // 11)) + b"}",
        b'{"a": 1' + b', "a": 1' * (_MOST // 9) + b"}",
        b"Charidice record, version 2\n" + b"player: a\n" * (_MOST // 11),
        b"Charidice record, version 2\n" + b"rule rounds: 50\n" * (_MOST // 17),
        b"Charidice record, version 2\n" + b"# \n" * (_MOST // 4),
        b"\n" * _MOST,
        b"\xff\xfe" * (_MOST // 2),
        "a\u0301\u0323".encode() * (_MOST // 6),
    ]


_FORMS: Final = (
    b"--edge\r\n" * (_MOST // 8),
    b"--edge\r\n\r\n" * (_MOST // 10),
    b"\r\n--edg" * (_MOST // 8),
    b"--edge\r\n" + b"a: b\r\n" * (_MOST // 7),
    b"--edge\r\nContent-Disposition: form-data; " + b'name="\\"; ' * (_MOST // 12),
    b'--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * (_MOST // 60),
)


async def records_of_nonsense(ground: Ground) -> Report:
    """Uploaded games that are deep, long, damaged or none, and forms that are no forms."""
    records = _hostile_records()

    def sent(rng: random.Random) -> bytes:
        match rng.randrange(6):
            case 0:
                return form("/review", b"text=" + b"%ff" * (_MOST // 3))
            case 1:
                return form("/review", b"text=a&" * (_MOST // 7))
            case 2:
                return request("POST", "/review", rng.choice(_FORMS), content_type=_PARTS)
            case 3:
                return upload(b"x" * rng.choice((140_000, 2_000_000)))
            case _:
                return upload(rng.choice(records))

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} uploads of nonsense"
    return report


async def uploads_of_one_address(ground: Ground) -> Report:
    """One address uploads whole games as fast as it can: others are still served."""
    greedy, games = ground.own_source(), [to_json(played(str(n))).encode() for n in range(5)]
    others, until = Counter[int](), time.monotonic() + ground.seconds

    async def somebody_else() -> None:
        number = 0
        while time.monotonic() < until:
            number += 1
            caller = Caller(ground.server.port, f"127.8.{number // 250}.{number % 250 + 1}")
            status, _body = await caller.ask(upload(games[0]))
            others[status] += 1
            caller.close()
            await asyncio.sleep(0.2)

    flood = ground.repeated(lambda rng: upload(rng.choice(games)), sources=[greedy] * 12)
    report, _none = await asyncio.gather(flood, somebody_else())
    served = f"{others[303]} of {others.total()} uploads of others were kept"
    report.done = f"{report.answers.total():,} uploads of one address; {served}"
    report.check(others.total() > 0 and set(others) == {303}, f"others were answered {others}")
    report.check(report.answers[429] + report.answers[503] > 0, "the one address was never refused")
    return report


async def links_of_no_game(ground: Ground) -> Report:
    """Guessed links of uploaded games, and wishes to delete them with forged cookies."""
    letters = "ABCabc019-_"

    def sent(rng: random.Random) -> bytes:
        name = "".join(rng.choices(letters, k=22))
        match rng.randrange(5):
            case 0:
                return form(f"/r/{name}/delete", b"", cookie=f"charidice_upload_{name}={'A' * 24}")
            case 1:
                return request("GET", f"/r/{name}/record")
            case 2:
                cookie = "; ".join(f"charidice_upload_{'A' * 20}{n:02}=x" for n in range(99))
                return form(f"/r/{name}/delete", b"", cookie=cookie)
            case 3:
                odd = rng.choice(("%00" * 22, "x" * 900, "..%2f..%2fetc", "%ff" * 22, "a/b/c"))
                return request("GET", f"/r/{odd}")
            case _:
                return request("GET", f"/r/{name}")

    report = await ground.repeated(sent)
    report.done = f"{report.answers.total():,} links of games that nobody has uploaded"
    return report


CASES: Final[tuple[Case, ...]] = (
    case(uploads_of_one_address, Setup.USUAL, {303, 429, 503}, memory=30, peak=80),
    case(records_of_nonsense, Setup.UNLIMITED, {303, 413, 422, 503}, memory=40, peak=100),
    case(links_of_no_game, Setup.UNLIMITED, {404}),
)
