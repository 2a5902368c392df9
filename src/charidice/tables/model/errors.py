"""What a table refuses, each way with a stable code."""

from collections.abc import Mapping
from typing import ClassVar

from charidice.errors import CodedError


class TableError(CodedError):
    """The table does not do that; nothing has changed."""

    messages: ClassVar[Mapping[str, str]] = {
        "table/not-found": "There is no table here. Check the link, or start a new game.",
        "table/ending": (
            "The server is shutting down or restarting. Nothing is lost; "
            "please try again in a moment."
        ),
        "table/unreadable": "This table cannot be read any more. Please start a new one.",
        "table/real-dice": (
            "This is a pad for real dice: turns are written down here, nothing is rolled."
        ),
        "table/not-reviewable": (
            "This game cannot be judged: some rolls of the real dice were entered "
            "without the arrangement of the dice, or only as what they scored."
        ),
        "table/no-pad": "Turns can only be written down at a pad for real dice.",
        "table/no-such-turn": "This turn has not been played yet. Write down the turns in order.",
        "table/same-die": (
            "{one} and {other} are on the same die of this box, so they cannot lie there together."
        ),
        "table/asked-twice": (
            "{name} used the 2× in round {round} already, and it counts only once. "
            "Take it away there first."
        ),
        "table/impossible": (
            "No roll of the dice gives {points} points with a bonus of {bonus} and a gift of "
            "{gift}. Look at the dice again."
        ),
        "table/odd-gift": "A doubled gift is even, but this one is {gift}.",
        "table/nothing-corrected": "This turn was never corrected.",
        "table/seat-held": "Somebody else writes for {name} already. Choose another name.",
        "table/no-such-name": "Nobody at this pad is called {name}. Choose one of the names.",
        "table/too-many-events": (
            "So much has happened at this table that only the game itself can go on here."
        ),
        "table/stale-position": "The game has moved on meanwhile. Look again, then choose.",
        "table/not-your-turn": "It is not your turn.",
        "table/held": (
            "The receiver has a moment to use the 2×. You can go on in {seconds} seconds."
        ),
        "table/asked-first": (
            "The 2× was used just before your choice: the gift counts double. Choose once more."
        ),
        "table/too-late-to-ask": (
            "The active player had already gone on, so your 2× was not used. You still have it."
        ),
        "table/no-reaction": "Nobody can say that here.",
        "table/no-chances": (
            "Chances are shown to whoever is to choose, where no other person plays or the host "
            "allows hints."
        ),
        "table/no-hint": (
            "Hints are for whoever is to decide, where no other person plays or the host allows "
            "them."
        ),
        "table/coach-objects": (
            "The coach would do otherwise: this costs {cost} percentage points of your chance of "
            "winning."
        ),
        "table/talking-fast": "Wait a moment before you say something again.",
        "table/no-seat": "You have no seat at this table, so you can only watch.",
        "table/not-host": "Only the host of this table can do that.",
        "table/full": "All seats at this table are taken.",
        "table/name-taken": "Somebody at this table is called {name} already. Choose another name.",
        "table/bot-name": "{name} is the name of a bot. Choose another one.",
        "table/seated": "You have a seat at this table already.",
        "table/begun": "The game has begun already.",
        "table/not-playing": "No game is being played at this table.",
        "table/not-over": "The game is not over yet.",
        "table/too-few": "Charidice needs at least two players. Wait for somebody, or add a bot.",
        "table/no-such-seat": "There is no seat {seat} at this table.",
        "table/cannot-take-back": "This can no longer be taken back.",
        "table/watching-off": "The host of this table does not allow spectators.",
        "table/setting": "The setting {setting} has to be 0 or from {least} to {most}.",
        "table/rounds": "A game has from 1 to {most} rounds.",
        "table/id-used": (
            "This id was used for another table some time ago. Choose a new one and try again."
        ),
        "table/keep-host": "The host cannot be removed. Leave the table instead.",
    }
