"""The pages, and the forms on them. Every form works without scripts as well."""

from typing import Final

from charidice.web.pages import (
    about,
    home,
    install,
    odds,
    pad,
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
    pad.router,
    odds.router,
    replay.router,
    rules.router,
    science.router,
    about.router,
    install.router,
)
