"""Dice, sheets and lists as lines of text, with colour or without."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final

from charidice.cli.console import Console
from charidice.cli.width import columns, fitted
from charidice.locale import gettext as _
from charidice.rules import Colour, Face, Game, Row, Selection, Sheet, Standing, standings, totals

_INK_ON_DIE: Final = {
    Colour.RED: "1;38;5;231;48;5;160",
    Colour.YELLOW: "1;38;5;16;48;5;220",
    Colour.GREEN: "1;38;5;231;48;5;28",
    Colour.BLUE: "1;38;5;231;48;5;25",
    Colour.PURPLE: "1;38;5;231;48;5;91",
    Colour.BLACK: "1;38;5;231;48;5;236",
}
# The four columns of the pad: blue, yellow, green and red, dark ink on a pale ground.
_INK_ON_COLUMN: Final = (
    "38;5;17;48;5;153",
    "38;5;58;48;5;229",
    "38;5;22;48;5;157",
    "38;5;52;48;5;224",
)
_PREVIEW: Final = ";3;4"
_FIRST_ROW: Final = 2  # below the name and the heads
_WIDEST_CELL: Final = 9
_LABEL: Final = 3


class Painter:
    """Colours text, or leaves it as it is; symbols become letters where they cannot be shown."""

    def __init__(self, console: Console) -> None:
        self.colour = console.colour
        self.symbols = console.symbols

    def paint(self, text: str, ink: str) -> str:
        """The text in an ink, which is the inside of an ANSI colour sequence."""
        return f"\x1b[{ink}m{text}\x1b[0m" if self.colour else text

    def bold(self, text: str) -> str:
        """The text in bold."""
        return self.paint(text, "1")

    def faint(self, text: str) -> str:
        """The text in a fainter ink."""
        return self.paint(text, "2")

    def face(self, face: Face) -> str:
        """A small die inside a sentence."""
        inside = f"{face.number}{face.colour.symbol}" if self.symbols else str(face)
        # Non-breaking spaces keep a die together at the end of a line.
        around = f"\u00a0{inside}\u00a0"
        return self.paint(around, _INK_ON_DIE[face.colour]) if self.colour else inside

    def faces(self, faces: Iterable[Face]) -> str:
        """Small dice in a row."""
        return " ".join(map(self.face, faces))


def dice_lines(
    faces: Sequence[Face], selected: Sequence[int], painter: Painter, width: int = 80
) -> list[str]:
    """Six drawn dice with their positions from 1 below; selected ones are ticked.

    All in a row where the window is wide enough, otherwise in two rows or more.
    """
    drawn = [
        [*_die_lines(face, painter), f"  [{die + 1}✓] " if die in selected else f"{die + 1:^7}"]
        for die, face in enumerate(faces)
    ]
    in_a_row = next((n for n in (6, 3, 2) if 9 * n <= width), 1)
    return [
        "  " + "  ".join(parts).rstrip()
        for start in range(0, len(drawn), in_a_row)
        for parts in zip(*drawn[start : start + in_a_row], strict=True)
    ]


def _die_lines(face: Face, painter: Painter) -> list[str]:
    shape = f"{face.colour.symbol if painter.symbols else ' '} {face.colour.letter}"
    if painter.colour:
        lines = (" " * 7, f"{face.number:^7}", f"{shape:^7}", " " * 7)
        return [painter.paint(line, _INK_ON_DIE[face.colour]) for line in lines]
    if painter.symbols:
        return ["╭─────╮", f"│{face.number:^5}│", f"│{shape:^5}│", "╰─────╯"]
    return ["+-----+", f"|{face.number:^5}|", f"|{face.colour.letter:^5}|", "+-----+"]


def option_lines(
    found: Sequence[Selection],
    faces: Sequence[Face],
    painter: Painter,
    gift: Callable[[Selection], int] = attrgetter("gift"),
) -> list[str]:
    """One selection a line: its worth, what it gives away, and its dice."""
    heads = (_("Total"), _("Dice"), _("Bonus"), _("Gives"))
    widths = [max(6, len(head)) for head in heads]
    lines = ["  ".join(f"{head:>{w}}" for head, w in zip(heads, widths, strict=True))]
    for chosen in found:
        numbers = (chosen.total, chosen.points, chosen.bonus, gift(chosen))
        cells = "  ".join(f"{number:>{w}}" for number, w in zip(numbers, widths, strict=True))
        lines.append(f"{cells}   {painter.faces(faces[die] for die in chosen.dice)}")
    return lines


def sheet_lines(
    game: Game,
    names: Sequence[str],
    painter: Painter,
    width: int = 80,
    preview: Row | None = None,
) -> list[str]:
    """All sheets in the form of the paper pad, side by side as far as the window is wide.

    A preview is shown in the row of the active player, in another colour; so only with colour.
    """
    cell = _cell_width(game, width)
    side_by_side = max(1, (width - _LABEL) // (4 * cell + 1))
    blocks = [_sheet_block(game, seat, names[seat], cell, painter) for seat in range(game.seats)]
    if preview is not None and painter.colour:
        shown = _row_cells(_columns(preview), cell, painter, _PREVIEW)
        blocks[game.active][_FIRST_ROW + game.round] = shown
    labels = ["", "", *(str(number + 1) for number in range(game.rules.rounds)), "Σ", ""]
    return [
        f"{text:>{_LABEL - 1}} " + " ".join(parts)
        for start in range(0, game.seats, side_by_side)
        for text, *parts in zip(labels, *blocks[start : start + side_by_side], strict=True)
    ]


def _cell_width(game: Game, width: int) -> int:
    """Wide enough for every number, within the limits of a readable pad."""
    longest = max(len(str(value)) for sheet in game.sheets for value in _sums(sheet))
    room = ((width - _LABEL) // game.seats - 1) // 4
    return max(4, longest + 1, min(room, _WIDEST_CELL))


def _sheet_block(game: Game, seat: int, name: str, cell: int, painter: Painter) -> list[str]:
    sheet, active = game.sheets[seat], seat == game.active and not game.over
    return [
        _name_line(name, sheet, active, 4 * cell, painter),
        _row_cells(_heads(cell), cell, painter),
        *(_row_cells(_columns(row), cell, painter) for row in sheet.rows),
        _row_cells(_sums(sheet), cell, painter, ";1"),
        _total_line(game, seat, 4 * cell, painter),
    ]


def _columns(row: Row) -> tuple[object, ...]:
    return tuple("" if value is None else value for value in row)


def _sums(sheet: Sheet) -> tuple[int, ...]:
    return (sheet.points, sheet.bonus, sheet.received, sheet.given)


def _heads(cell: int) -> tuple[str, ...]:
    """A whole word for each column where it fits."""
    words = (_("Dice"), _("Bonus"), _("Received"), _("Given"))
    # Translators: the same four columns where only three characters fit
    short = (_("Dic"), _("Bon"), _("Got"), _("Giv"))
    return tuple(
        word if columns(word) < cell else stump for word, stump in zip(words, short, strict=True)
    )


def _row_cells(values: Iterable[object], cell: int, painter: Painter, more: str = "") -> str:
    return "".join(
        painter.paint(f"{value:>{cell - 1}} ", ink + more)
        for value, ink in zip(map(str, values), _INK_ON_COLUMN, strict=True)
    )


def _name_line(name: str, sheet: Sheet, active: bool, width: int, painter: Painter) -> str:
    box = "[2x]" if sheet.box else "[--]"
    text = f"{'▶' if active else ' '} {fitted(name, width - len(box) - 3)} {box}"
    return painter.bold(text) if active else text


def _total_line(game: Game, seat: int, width: int, painter: Painter) -> str:
    """The total so far, and a heart for whoever has given most."""
    given = [sheet.given for sheet in game.sheets]
    heart = "♥" if given[seat] and given[seat] == max(given) else " "
    total = str(totals(game)[seat])
    label = _("Total")[: width - 3 - len(total)]
    return painter.bold(f"{label + ' ' + total:>{width - 2}} {heart}")


def tally_lines(game: Game, names: Sequence[str], painter: Painter) -> list[str]:
    """The end of the game, added up: columns, charity bonus, totals."""
    heads = (_("Dice"), _("Bonus"), _("Received"), _("Charity"), _("Total"))
    widths = [max(7, len(head) + 1) for head in heads]
    name_width = max(map(columns, names)) + 4
    head = " " * name_width + "".join(f"{h:>{w}}" for h, w in zip(heads, widths, strict=True))
    lines = [painter.faint(head)]
    for standing in standings(game):
        text = f"{standing.place}. {names[standing.seat]}"
        numbers = _tally_numbers(standing)
        line = fitted(text, name_width) + "".join(
            f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True)
        )
        lines.append(painter.bold(line) if standing.place == 1 else line)
    return lines


def _tally_numbers(standing: Standing) -> tuple[int, ...]:
    s = standing
    return (s.points, s.bonus, s.received, s.charity, s.total)
