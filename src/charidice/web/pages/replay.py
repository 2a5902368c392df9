"""A game step by step, and as a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.records import positions, to_json
from charidice.rules import Action, Ask, Game, Pass, Rolled, Score
from charidice.tables import Moment, MomentKind, Table, TableError
from charidice.web.live import words
from charidice.web.live.dice import DieView, dice_view, kept_dice
from charidice.web.live.recap import Recap, is_assumed, recap_of
from charidice.web.live.sheets import SheetsView, sheets_of
from charidice.web.live.strip import StripView, strip_of
from charidice.web.live.viewer import Look, Viewer, look_at
from charidice.web.pages.browser_seats import table_and_viewer
from charidice.web.pages.elsewhere import elsewhere_view
from charidice.web.pages.layout import page

router = APIRouter(include_in_schema=False)

_SEEN: Final = (Rolled, Ask, Score)


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn, and the step with its first roll."""

    step: int
    title: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a game: what happened, and the position after it.

    After a score the dice are still shown as they lay, with those that were scored (`recap`).
    """

    path: str
    step: int
    last: int
    told: str
    recap: Recap | None
    strip: StripView
    dice: tuple[DieView, ...]
    sheets: SheetsView
    turns: tuple[TurnView, ...]
    victory: str | None
    charity: str | None


@router.get("/t/{name}/replay")
async def replay_page(request: Request, name: str, step: str = "") -> Response:
    """One step of a game, from the start to now."""
    cached, viewer = await table_and_viewer(request, name)
    values = {
        "view": step_view(cached.table, viewer, step),
        "elsewhere": await elsewhere_view(request, viewer, cached.table),
    }
    return page(request, "replay.html", values)


def step_view(table: Table, viewer: Viewer, step: str) -> StepView:
    """The step that is asked for; the last one if it is not a number or too large."""
    if table.game is None:
        raise TableError("table/not-playing")
    look = look_at(table, viewer)
    games = list(positions(table.record(words.record_names(table.seats))))
    steps = _steps(table.actions)
    last = len(steps) - 1
    wanted = min(int(step), last) if step.isascii() and step.isdecimal() and len(step) < 6 else last
    at = steps[wanted]
    game, before = games[at], games[at - 1] if at else None
    moment = None if before is None else _moment(at, before, table.actions[at - 1])
    scored = moment if moment is not None and isinstance(moment.action, Score) else None
    recap = recap_of(look, scored) if scored else None
    return StepView(
        viewer.path,
        wanted,
        last,
        _told(look, moment),
        recap,
        strip_of(look, game, recap),
        _dice(look, game, scored, table.actions[:at]),
        sheets_of(game, look, range(len(look.names)), before=scored.game if scored else None),
        _turns(look, games, table.actions, steps),
        sentences.victory(game, look.names) if game.over else None,
        sentences.charity(game, look.names) if game.over else None,
    )


def _steps(actions: tuple[Action, ...]) -> list[int]:
    """After how many actions there is something new to see: rolls, asking, scores."""
    seen = (number for number, action in enumerate(actions, 1) if isinstance(action, _SEEN))
    return [0, *seen]


def _told(look: Look, moment: Moment | None) -> str:
    """What happened; the dice themselves are seen."""
    if moment is None or moment.game is None:
        return _("The game begins.")
    if isinstance(moment.action, Rolled):
        if moment.action.assumed:
            return _("{name}: only the columns were written down.").format(
                name=look.names[moment.game.active]
            )
        return _("{name}, roll {roll} of {rolls}").format(
            name=look.names[moment.game.active],
            roll=moment.game.turn.rolls + 1,
            rolls=moment.game.rules.rolls,
        )
    return words.moment(moment, look.names)


def _moment(number: int, game: Game, action: Action) -> Moment:
    seat = game.receiver if isinstance(action, (Ask, Pass)) else game.active
    return Moment(number, MomentKind.ACTION, seat, game, action)


def _dice(
    look: Look, game: Game, scored: Moment | None, before: Sequence[Action]
) -> tuple[DieView, ...]:
    if is_assumed(look, game if scored is None or scored.game is None else scored.game):
        return ()
    if scored is not None and scored.game is not None and isinstance(scored.action, Score):
        return dice_view(scored.game.faces, kept=scored.action.dice, game=scored.game)
    return dice_view(game.faces, kept_dice(before))


def _turns(
    look: Look, games: list[Game], actions: tuple[Action, ...], steps: list[int]
) -> tuple[TurnView, ...]:
    """All turns that were begun."""
    return tuple(
        TurnView(
            step,
            _("Round {round}: {name}").format(
                round=games[at - 1].round + 1, name=look.names[games[at - 1].active]
            ),
        )
        for step, at in enumerate(steps)
        if at and isinstance(actions[at - 1], Rolled) and not games[at - 1].turn.rolls
    )


@router.get("/t/{name}/record")
async def record(request: Request, name: str) -> Response:
    """The game as a file that `charidice replay` reads."""
    cached, _viewer = await table_and_viewer(request, name)
    if cached.table.game is None:
        raise TableError("table/not-playing")
    text = to_json(cached.table.record(words.record_names(cached.table.seats)))
    headers = {"content-disposition": f'attachment; filename="charidice-{name[:8]}.json"'}
    return Response(text, media_type="application/json", headers=headers)
