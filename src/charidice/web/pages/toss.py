"""Six dice to try on the start page: what they would score, and what they would give."""

import random
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from charidice.rules import DICE, NUMBERS, RULEBOOK, STANDARD, best_first, new_game, selections
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.recap import bonus_cards, card_of
from charidice.web.templating import render

router = APIRouter(include_in_schema=False)
_SECURE: Final = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class TossView:
    """Dice of which the best selection is kept, with its points, its bonus, and its gift."""

    dice: tuple[DieView, ...]
    points: int
    bonus: int
    bonus_name: str
    gift: int

    @property
    def total(self) -> int:
        """Points and bonus."""
        return self.points + self.bonus


def tossed(rng: random.Random) -> TossView:
    """A roll of all dice by the real rules; nobody keeps it."""
    faces = STANDARD.faces([rng.choice(NUMBERS) for _ in range(DICE)])
    best = best_first(selections(faces))[0]
    dice = dice_view(faces, kept=best.dice, game=new_game(2))
    card = card_of(faces, best)[:-1]
    name = next((each.title for each in bonus_cards(RULEBOOK) if each.kind == card), "")
    return TossView(dice, best.points, best.bonus, name, best.gift)


def new_toss() -> TossView:
    """Dice for somebody who opens the start page."""
    return tossed(_SECURE)


@router.get("/toss")
async def toss(request: Request) -> Response:
    """Another roll, as a piece of the start page."""
    del request
    html = render("home/toss.html", {"toss": new_toss()})
    return HTMLResponse(html, headers={"cache-control": "no-store"})
