"""The pages, and the forms on them. Every form works without scripts as well."""

from typing import Final

from charidice.web.pages import (
    about,
    evening,
    home,
    install,
    odds,
    own_dice,
    paper,
    replay,
    rules,
    science,
    table,
    toss,
)

PAGES: Final = (
    home.router,
    toss.router,
    table.router,
    odds.router,
    replay.router,
    paper.router,
    own_dice.router,
    evening.router,
    rules.router,
    science.router,
    about.router,
    install.router,
)
