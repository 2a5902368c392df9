"""The regions of a table's page: what one viewer sees, rendered once per version and language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b, sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from charidice.bots import NAMES
from charidice.coach import is_solved
from charidice.locale import (
    catalogue,
    current,
    explain,
    gettext,
    languages,
    ngettext,
    sentences,
)
from charidice.locale.levels import level, level_note
from charidice.rules import (
    DICE,
    Game,
    Pass,
    Phase,
    Roll,
    Rolled,
    Score,
    charity_bonuses,
    gift_of,
    selections,
    standings,
    winners,
)
from charidice.tables import Live, Settings, Status, Table
from charidice.tables.clock import due
from charidice.tables.decide import can_take_back
from charidice.tables.state import MOST_SEATS, TAKE_BACK_SECONDS
from charidice.web import words

STATIC: Final = Path(__file__).parent / "static"
REGIONS: Final = ("strip", "tray", "sheets", "log", "room")
_MOMENTS_SHOWN: Final = 12
_RENDERED_KEPT: Final = 24
_SENTENCES_KEPT: Final = 60


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table; where friends reach it, and where whoever looks reaches it."""

    name: str
    sitting: int | None
    former: int | None  # the sitting of somebody who was removed
    token: str | None
    link: str
    own_link: str
    only_here: bool


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("charidice.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(
        _=gettext,
        ngettext=ngettext,
        explain=explain,
        words=words,
        level_title=level,
        level_note=level_note,
        Status=Status,
        Phase=Phase,
    )
    return environment


ENVIRONMENT: Final = _environment()


def prepare_templates() -> None:
    """Read and compile all templates and catalogues now, so that no visitor waits for it."""
    for name in ENVIRONMENT.list_templates():
        if name.endswith(".html"):
            ENVIRONMENT.get_template(name)
    for language in languages():
        catalogue(language)


def render(template: str, values: Mapping[str, Any]) -> str:
    """A template in the language of the context."""
    return ENVIRONMENT.get_template(template).render(values)


def at_hand(live: Live, viewer: Viewer) -> dict[str, str] | None:
    """The regions for this viewer, if they are rendered already."""
    found = live.rendered.get((current(), viewer))
    return found if isinstance(found, dict) else None


def regions(live: Live, viewer: Viewer) -> dict[str, str]:
    """Every region by its name; while somebody looks on, rendered once for each kind of viewer."""
    key, found = (current(), viewer), at_hand(live, viewer)
    if found is None:
        values = table_values(live, viewer)
        found = {name: _region(name, values) for name in REGIONS}
        if len(live.rendered) >= _RENDERED_KEPT:
            live.rendered.clear()
        if live.watchers:
            live.rendered[key] = found
    return found


def _region(name: str, values: Mapping[str, Any]) -> str:
    """A region in an element that carries the hash of its content."""
    inner = render(f"regions/{name}.html", values).strip()
    mark = blake2b(inner.encode(), digest_size=6).hexdigest()
    return f'<div class="region region-{name}" id="{name}" data-mark="{mark}">{inner}</div>'


def table_values(live: Live, viewer: Viewer) -> dict[str, Any]:
    """All that the templates of a table need."""
    table = live.table
    game, mine = table.game, table.seats_of(viewer.sitting)
    names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
    coming = due(table, live.since)
    values: dict[str, Any] = {
        "table": table,
        "viewer": viewer,
        "game": game,
        "names": names,
        "titles": [words.seat_title(seat, number) for number, seat in enumerate(table.seats)],
        "mine": mine,
        "is_host": viewer.sitting is not None and viewer.sitting == table.host,
        "levels": NAMES,
        "most_seats": MOST_SEATS,
        "until": coming.at if coming and not table.seats[coming.seat].played_by_bot else None,
        "moments": _moments(table, names, live.said if live.watchers else {}),
        "qr": qr_code(viewer.link) if table.status is Status.OPEN else "",
    }
    if game is not None:
        values |= _game_values(table, game, viewer, names)
    return values


def _game_values(table: Table, game: Game, viewer: Viewer, names: list[str]) -> dict[str, Any]:
    mine = table.seats_of(viewer.sitting)
    acting = table.to_act
    given = [sheet.given for sheet in game.sheets]
    my_turn = game.active in mine and table.playing and not table.seats[game.active].away
    return {
        **board_values(game, names),
        "acting": acting,
        "my_turn": my_turn,
        "asked_me": (
            table.asking
            and acting in mine
            and not table.shared_device
            and not table.seats[game.receiver].away
        ),
        "last_chance": game.turn.rolls + 1 >= game.rules.rolls,
        "news": _news(table, names, mine),
        "removed": viewer.former is not None,
        "can_end": not table.removed or len(table.people) > 1,
        "may_come_back": [names[seat] for seat in table.timed_out],
        "wishing": [names[table.seats_of(sitting)[0]] for sitting in sorted(table.end_wishes)],
        "waiting_for_answer": (
            table.asking
            and not table.shared_device
            and not table.seats[game.receiver].played_by_bot  # a bot answers at once
        ),
        "can_choose": my_turn and game.turn.phase in (Phase.CHOOSING, Phase.ASKING),
        "one_device": len(mine) > 1,
        "worth": _worth(game) if my_turn and game.faces else {},
        "ticked": _kept(table),
        "rolled_at": _rolls_so_far(table),
        "leading": [seat for seat, sum_ in enumerate(given) if sum_ == max(given) and sum_],
        "take_back_until": _take_back_until(table, viewer),
        "approximate": _approximate(table, game),
        "sheet_order": _sheet_order(table, mine, game),
    }


def board_values(game: Game, names: list[str]) -> dict[str, Any]:
    """What the sheets and the result of any position need."""
    return {
        "game": game,
        "names": names,
        "standings": standings(game),
        "charity": charity_bonuses(game),
        "winners": winners(game),
        "charity_text": sentences.charity(game, names) if game.over else "",
        "victory_text": sentences.victory(game, names) if game.over else "",
    }


def _moments(table: Table, names: list[str], said: dict[object, str]) -> list[tuple[str, str]]:
    """The latest sentences, newest first, each with an address of its own; passing is no news.

    Each is shown again with the next moves, so `said` keeps them.
    """
    told = [m for m in table.moments if not isinstance(m.action, Pass)]
    moments = []
    if len(said) > _SENTENCES_KEPT:
        said.clear()
    for m in reversed(told[-_MOMENTS_SHOWN:]):
        address = f"{m.number}-{type(m.action).__name__}"
        key = (current(), address, m.kind, m.seat, *names)
        if key not in said:
            said[key] = words.moment(m, names)
        moments.append((address, said[key]))
    return moments


def _news(table: Table, names: list[str], mine: tuple[int, ...]) -> str:
    """The latest thing that somebody else did and that the dice do not show."""
    last = next((m for m in reversed(table.moments) if not isinstance(m.action, Pass)), None)
    if last is None or last.kind == "end-wished" or last.seat in mine:
        return ""
    if isinstance(last.action, (Roll, Rolled)):
        return ""
    return words.moment(last, names)


def _worth(game: Game) -> dict[str, tuple[int, int, int]]:
    """By selection of dice (as bits): points, bonus, and what the receiver gets."""
    return {
        str(sum(1 << die for die in chosen.dice)): (
            chosen.points,
            chosen.bonus,
            gift_of(game, chosen),
        )
        for chosen in selections(game.faces, game.rules)
    }


def _kept(table: Table) -> tuple[int, ...]:
    """The dice that the active player kept for the roll that lies on the table."""
    for action in reversed(table.actions):
        if isinstance(action, Roll):
            return action.keep
        if isinstance(action, Score):
            return ()
    return ()


def _rolls_so_far(table: Table) -> int:
    return sum(isinstance(action, Rolled) for action in table.actions)


def _take_back_until(table: Table, viewer: Viewer) -> float | None:
    """Until when this viewer can take back a score."""
    seat = can_take_back(table, viewer.sitting, table.moved_at)
    return None if seat is None else table.moved_at + TAKE_BACK_SECONDS


def _approximate(table: Table, game: Game) -> bool:
    return any(seat.bot == "perfect" for seat in table.seats) and not is_solved(game)


def _sheet_order(table: Table, mine: tuple[int, ...], game: Game) -> list[int]:
    """One's own sheet first, on one device the active one; whoever watches sees them in order."""
    first = 0
    if mine:
        first = mine[0] if len(mine) == 1 else game.active % len(table.seats)
    return [(first + offset) % len(table.seats) for offset in range(len(table.seats))]


@lru_cache(maxsize=256)
def qr_code(link: str) -> Markup:
    """A link as a QR code that stands in the page.

    Always with the same mask: any can be read, and to try all of them takes five times as long.
    """
    buffer = BytesIO()
    segno.make(link, error="m", micro=False, mask=4).save(
        buffer, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, svgclass="qr-code",
        lineclass=None,
    )  # fmt: skip
    return Markup(buffer.getvalue().decode())  # noqa: S704  # made by segno from a link of ours


def settings_choices(settings: Settings) -> dict[str, list[tuple[int, str, bool]]]:
    """What the host can choose, and what is chosen now."""
    off = gettext("off")

    def seconds(count: int) -> str:
        return ngettext("{count} second", "{count} seconds", count).format(count=count)

    def minutes(count: int) -> str:
        return ngettext("{count} minute", "{count} minutes", count).format(count=count)

    ask = [(0, gettext("no limit")), *((n, seconds(n)) for n in (3, 6, 10, 20, 40))]
    turn = [(0, off), (30, seconds(30)), *((n * 60, minutes(n)) for n in (1, 2, 5, 15))]
    day = ngettext("{count} day", "{count} days", 1).format(count=1)
    pace = [(4, gettext("quick")), (12, gettext("normal")), (25, gettext("slow"))]
    turn.append((86_400, day))
    return {
        "ask_seconds": _marked(ask, settings.ask_seconds),
        "turn_seconds": _marked(turn, settings.turn_seconds),
        "pace": _marked(pace, settings.pace),
    }


def _marked(choices: list[tuple[int, str]], now: int) -> list[tuple[int, str, bool]]:
    if now not in [value for value, _text in choices]:
        choices = [*choices, (now, str(now))]
    return [(value, text, value == now) for value, text in choices]


@cache
def asset(name: str) -> str:
    """The link of a static file, with the hash of its content."""
    mark = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={mark}"


ENVIRONMENT.globals.update(asset=asset, settings_choices=settings_choices, DICE=DICE)
