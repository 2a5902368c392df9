"""The pages, and the forms on them. Every form works without scripts as well."""

from typing import Final

from charidice.web.pages import (
    about,
    home,
    install,
    odds,
    replay,
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
    odds.router,
    replay.router,
    rules.router,
    science.router,
    uploads.router,
    about.router,
    install.router,
)
