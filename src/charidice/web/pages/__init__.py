"""The pages, and the forms on them. Every form works without scripts as well."""

from typing import Final

from charidice.web.pages import about, home, install, replay, table, toss

PAGES: Final = (home.router, toss.router, table.router, replay.router, about.router, install.router)
