"""The pages, and the forms on them. Every form works without scripts as well."""

from typing import Final

from charidice.web.pages import (
    about,
    elsewhere,
    evening,
    hint,
    home,
    install,
    odds,
    own_dice,
    pad,
    paper,
    replay,
    review,
    rules,
    science,
    table,
    toss,
    uploads,
)

PAGES: Final = (
    home.router,
    toss.router,
    table.router,
    pad.router,
    odds.router,
    hint.router,
    replay.router,
    review.router,
    paper.router,
    own_dice.router,
    evening.router,
    elsewhere.router,
    rules.router,
    science.router,
    uploads.router,
    about.router,
    install.router,
)
