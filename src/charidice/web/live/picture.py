"""The result of a game as a picture: what the script shows that draws it."""

import json
from collections.abc import Sequence

from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.rules import Game, standings
from charidice.web.live.faces import FaceView


def result_picture(
    game: Game, names: Sequence[str], titles: Sequence[str], faces: Sequence[FaceView]
) -> str:
    """What the picture of a finished game shows, as JSON; the best player comes first."""
    places = standings(game)
    return json.dumps(
        {
            "title": sentences.victory(game, names),
            "charity": sentences.charity(game, names),
            "foot": _("Charidice: a dice game about generosity"),
            "players": [
                {
                    "name": titles[each.seat],
                    "colour": faces[each.seat].colour,
                    "letter": faces[each.seat].letter,
                    "bot": faces[each.seat].bot,
                    "place": 1 + sum(other.total > each.total for other in places),
                    "total": each.total,
                    "given": each.given,
                    "charity": each.charity,
                }
                for each in places
            ],
        },
        ensure_ascii=False,
    )
