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
from charidice.locale.lengths import game_lengths, rounds
from charidice.locale.levels import level, level_note
from charidice.locale.settings import setting_fields
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
from charidice.tables import CachedTable, MomentKind, Status, Table
from charidice.tables.model.clock import deadline, take_back_seconds
from charidice.tables.model.game_setup import FULL_GAME
from charidice.tables.model.playing import can_take_back
from charidice.tables.model.table import MOST_SEATS
from charidice.web import words
from charidice.web.view_cache import at_hand, keep, sentences_of

STATIC: Final = Path(__file__).parent / "static"
REGIONS: Final = ("strip", "tray", "sheets", "log", "room")
_MOMENTS_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table; where friends reach it, and where whoever looks reaches it."""

    name: str
    holder: int | None
    former: int | None  # the holder number of somebody who was removed
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


def regions(cached: CachedTable, viewer: Viewer) -> dict[str, str]:
    """Every region by its name; while somebody looks on, rendered once for each kind of viewer."""
    found = at_hand(cached, viewer)
    if found is None:
        values = table_values(cached, viewer)
        found = {name: _region(name, values) for name in REGIONS}
        keep(cached, viewer, found)
    return found


def _region(name: str, values: Mapping[str, Any]) -> str:
    """A region in an element that carries the hash of its content."""
    inner = render(f"regions/{name}.html", values).strip()
    mark = blake2b(inner.encode(), digest_size=6).hexdigest()
    return f'<div class="region region-{name}" id="{name}" data-mark="{mark}">{inner}</div>'


def table_values(cached: CachedTable, viewer: Viewer) -> dict[str, Any]:
    """All that the templates of a table need."""
    table = cached.table
    game, mine = table.game, table.seats_of(viewer.holder)
    names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
    waiting = table.to_act is not None and not table.seats[table.to_act].played_by_bot
    values: dict[str, Any] = {
        "table": table,
        "viewer": viewer,
        "game": game,
        "names": names,
        "titles": [words.seat_title(seat, number) for number, seat in enumerate(table.seats)],
        "mine": mine,
        "is_host": viewer.holder is not None and viewer.holder == table.host,
        "levels": NAMES,
        "most_seats": MOST_SEATS,
        "full_game": FULL_GAME,
        "until": deadline(table, cached.since) if waiting else None,
        "moments": _moments(table, names, sentences_of(cached)),
        "qr": qr_code(viewer.link) if table.status is Status.OPEN else "",
    }
    if game is not None:
        values |= _game_values(table, game, viewer, names)
    return values


def _game_values(table: Table, game: Game, viewer: Viewer, names: list[str]) -> dict[str, Any]:
    mine = table.seats_of(viewer.holder)
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
        "wishing": [names[table.seats_of(holder)[0]] for holder in sorted(table.end_wishes)],
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
    if last is None or last.kind is MomentKind.END_WISHED or last.seat in mine:
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
    seat = can_take_back(table, viewer.holder, table.moved_at)
    return None if seat is None else table.moved_at + take_back_seconds(table)


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


@cache
def asset(name: str) -> str:
    """The link of a static file, with the hash of its content."""
    mark = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={mark}"


ENVIRONMENT.globals.update(
    asset=asset, setting_fields=setting_fields, game_lengths=game_lengths, rounds=rounds, DICE=DICE
)
