"""A table as the API shows it to everybody."""

from charidice.rules import Game, standings, winners
from charidice.tables import CachedTable
from charidice.tables.model.api_models import (
    GameModel,
    ResultModel,
    SeatModel,
    SheetModel,
    StateModel,
)
from charidice.tables.model.clock import (
    Present,
    deadline,
    hold_until,
    is_closed,
    take_back_seconds,
)
from charidice.tables.model.game_setup import public_source
from charidice.tables.model.hinting import hinted_seats
from charidice.tables.model.playing import can_take_back


def state_of(name: str, cached: CachedTable, present: Present = None) -> StateModel:
    """A table as everybody may see it."""
    table = cached.table
    last = table.latest_action
    scorer = None if last is None else table.seats[last.seat].holder
    scored = can_take_back(table, scorer, table.moved_at) is not None
    hinted = hinted_seats(table)
    return StateModel(
        table=name,
        status=table.status.value,
        closed=is_closed(table, cached.now),
        version=table.version,
        position=table.position,
        settings=table.settings,
        rounds=table.setup.rules.rounds,
        coach_limit=table.setup.coach_limit,
        source=public_source(table.setup.source),
        seats=[
            SeatModel(
                key=seat.key,
                name=seat.name,
                bot=seat.bot,
                away=seat.away,
                host=seat.holder is not None and seat.holder == table.host,
                sitting=seat.holder,
                hint=number in hinted,
            )
            for number, seat in enumerate(table.seats)
        ],
        to_act=table.to_act,
        may_ask=table.may_ask,
        hold_until=hold_until(table, present),
        until=deadline(table, cached.since),
        take_back_until=table.moved_at + take_back_seconds(table) if scored else None,
        game=None if table.game is None else _game(table.game),
        result=None if table.game is None or not table.game.over else _result(table.game),
        rematch=table.rematch,
    )


def _game(game: Game) -> GameModel:
    return GameModel(
        round=min(game.round + 1, game.rules.rounds),
        rounds=game.rules.rounds,
        active=game.active,
        receiver=game.receiver,
        phase=game.turn.phase.value,
        roll=game.turn.rolls,
        rolls_left=game.rolls_left,
        dice=[str(face) for face in game.faces],
        asked=game.turn.asked,
        sheets=[
            SheetModel(
                rows=[(row.points, row.bonus, row.received, row.given) for row in sheet.rows],
                box=sheet.box,
                total=sheet.subtotal,
                given=sheet.given,
            )
            for sheet in game.sheets
        ],
    )


def _result(game: Game) -> ResultModel:
    places = sorted(standings(game), key=lambda place: place.seat)
    return ResultModel(
        totals=[place.total for place in places],
        charity=[place.charity for place in places],
        winners=list(winners(game)),
    )
