"""A review as one file: styles, letters and symbols are in it, and nothing is fetched."""

import re
from base64 import b64encode

from markupsafe import Markup

from charidice.coach import Verdict
from charidice.locale import current
from charidice.web.edge.static_files import GAME_STYLES, STATIC, STYLES, styles
from charidice.web.review.people import people_in
from charidice.web.review.view import review_view
from charidice.web.templating import render


def review_file(judged: Verdict) -> str:
    """The page of a review that needs no server."""
    values = {
        "view": review_view(judged, people_in(judged.record)),
        "language": current(),
        "styles": Markup(_inlined(styles(STYLES) + styles(GAME_STYLES))),  # noqa: S704  # ours
    }
    return render("review_file.html", values)


def _inlined(text: str) -> str:
    """Style sheets with the letters that they name."""
    return re.sub(r'url\("\.\./(fonts/[\w-]+\.woff2)"\)', _letters, text)


def _letters(found: re.Match[str]) -> str:
    data = b64encode((STATIC / found[1]).read_bytes()).decode()
    return f'url("data:font/woff2;base64,{data}")'
