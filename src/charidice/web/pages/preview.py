"""What chats show of a link: a title, a text and a picture.

Chats rarely say which language they want, so a link may: `?lang=de` is the language of its preview,
while the page itself speaks the language of whoever opens it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fastapi import Request

from charidice.locale import current, languages, use
from charidice.locale import gettext as _
from charidice.locale.sentences import listed
from charidice.tables import Status, Table
from charidice.web.edge.languages import PREVIEW_LANGUAGE
from charidice.web.edge.static_files import asset
from charidice.web.live.words import seat_name
from charidice.web.pages.links import friends_base

SIZE: Final = (1200, 630)


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link; `url` and `picture` are complete addresses."""

    title: str
    text: str
    url: str
    picture: str
    headline: str  # what the picture says
    width: int = SIZE[0]
    height: int = SIZE[1]


def preview(request: Request, describe: Callable[[], tuple[str, str]]) -> Preview:
    """The preview of the page at this address; `describe` gives its title and its text."""
    before, wish = current(), request.query_params.get(PREVIEW_LANGUAGE, "")
    language = wish if wish in languages() else before
    use(language)
    try:
        title, text = describe()
        base, picture = friends_base(request), asset(f"previews/{language}.png")
        path = request.scope["path"]
        return Preview(title, text, f"{base}{path}", f"{base}{picture}", _("Give well, win well."))
    finally:
        use(before)


def home_preview() -> tuple[str, str]:
    """What is said about the game as a whole."""
    return (
        _("Charidice: a dice game about generosity"),
        _(
            "Score the dice you like. The rest is a gift to your neighbour, "
            "and giving most pays off."
        ),
    )


def rules_preview() -> tuple[str, str]:
    """What is said about the rules."""
    return (
        _("The rules of Charidice"),
        _("Roll up to three times, score what you like, give the rest: all rules on one page."),
    )


def table_preview(table: Table) -> tuple[str, str]:
    """What is said about a table; names only where the host allows it."""
    title, text = _about(table.status)
    if not table.settings.preview_names:
        return title, text
    names = [seat_name(seat, number) for number, seat in enumerate(table.seats)]
    return title, _("At the table: {names}.").format(names=listed(names)) + f" {text}"


def _about(status: Status) -> tuple[str, str]:
    match status:
        case Status.OPEN:
            return (
                _("You are invited to a game of Charidice"),
                _("Open the link and take a seat: no account, nothing to install."),
            )
        case Status.PLAYING:
            return _("A game of Charidice is going on"), _("Open the link to watch.")
        case _:
            return _("A game of Charidice has ended"), _("Open the link to see how it ended.")
