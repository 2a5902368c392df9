"""Dice, sheets and lists as lines of text, with colour or without."""

from collections.abc import Iterable, Sequence
from typing import Final

from charidice.locale import gettext as _
from charidice.rules import Colour, Face, Game, Row, Selection, Sheet, Standing, standings

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
_WIDEST_BLOCK: Final = 32


class Painter:
    """Puts colour around text, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

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
        inside = f"{face.number}{face.colour.symbol}"
        return self.paint(f" {inside} ", _INK_ON_DIE[face.colour]) if self.colour else inside

    def faces(self, faces: Iterable[Face]) -> str:
        """Small dice in a row."""
        return " ".join(map(self.face, faces))


def dice_lines(faces: Sequence[Face], selected: Sequence[int], painter: Painter) -> list[str]:
    """Six drawn dice with their positions from 1 below; selected ones are ticked."""
    drawn = [_die_lines(face, painter) for face in faces]
    labels = [
        f"  [{die + 1}✓] " if die in selected else f"{die + 1:^7}" for die in range(len(faces))
    ]
    rows = [*zip(*drawn, strict=True), labels]
    return ["  " + "  ".join(row).rstrip() for row in rows]


def _die_lines(face: Face, painter: Painter) -> list[str]:
    shape = f"{face.colour.symbol} {face.colour.letter}"
    if painter.colour:
        lines = (" " * 7, f"{face.number:^7}", f"{shape:^7}", " " * 7)
        return [painter.paint(line, _INK_ON_DIE[face.colour]) for line in lines]
    return ["╭─────╮", f"│{face.number:^5}│", f"│{shape:^5}│", "╰─────╯"]


def option_lines(
    found: Sequence[Selection], faces: Sequence[Face], painter: Painter, gift_factor: int = 1
) -> list[str]:
    """One selection a line: its worth, what it gives away, and its dice."""
    heads = (_("Total"), _("Dice"), _("Bonus"), _("Gives"))
    widths = [max(6, len(head)) for head in heads]
    lines = ["  ".join(f"{head:>{w}}" for head, w in zip(heads, widths, strict=True))]
    for chosen in found:
        numbers = (chosen.total, chosen.points, chosen.bonus, chosen.gift * gift_factor)
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
    """All sheets side by side, in the form of the paper pad.

    A preview stands in the row of the active player, in another ink; so only where there is ink.
    """
    label = 2
    block = min(_WIDEST_BLOCK, (width - label - 1) // game.seats - 1)
    blocks = [_sheet_block(game, seat, names[seat], block, painter) for seat in range(game.seats)]
    if preview is not None and painter.colour:
        shown = _row_cells(_columns(preview), block // 4, painter, _PREVIEW)
        blocks[game.active][_FIRST_ROW + game.round] = shown
    labels = ["", "", *(str(number + 1) for number in range(game.rules.rounds)), "Σ", ""]
    return [
        f"{text:>{label}} " + " ".join(parts) for text, *parts in zip(labels, *blocks, strict=True)
    ]


def _sheet_block(game: Game, seat: int, name: str, width: int, painter: Painter) -> list[str]:
    sheet, active = game.sheets[seat], seat == game.active and not game.over
    cell = width // 4
    rows = [_row_cells(_columns(row), cell, painter) for row in sheet.rows]
    sums = (sheet.points, sheet.bonus, sheet.received, sheet.given)
    return [
        _name_line(name, sheet, active, cell * 4, painter),
        _row_cells(_heads(cell), cell, painter),
        *rows,
        _row_cells(sums, cell, painter, ";1"),
        _total_line(game, seat, cell * 4, painter),
    ]


def _columns(row: Row) -> tuple[object, ...]:
    return tuple("" if value is None else value for value in row)


def _heads(cell: int) -> tuple[str, ...]:
    heads = (_("Dice"), _("Bonus"), _("Got"), _("Given"))
    if all(len(head) < cell for head in heads):
        return heads
    # The same four columns where only three characters fit.
    return (_("Dic"), _("Bon"), _("Got"), _("Giv"))


def _row_cells(values: Iterable[object], cell: int, painter: Painter, more: str = "") -> str:
    return "".join(
        painter.paint(f"{str(value)[: cell - 1]:>{cell - 1}} ", ink + more)
        for value, ink in zip(values, _INK_ON_COLUMN, strict=True)
    )


def _name_line(name: str, sheet: Sheet, active: bool, width: int, painter: Painter) -> str:
    box = "[2x]" if sheet.box else "[--]"
    space = width - len(box) - 3
    short = name if len(name) <= space else name[: space - 1] + "…"
    text = f"{'▶' if active else ' '} {short:<{space}} {box}"
    return painter.bold(text) if active else text


def _total_line(game: Game, seat: int, width: int, painter: Painter) -> str:
    """The total so far, and a heart for whoever has given most."""
    given = [sheet.given for sheet in game.sheets]
    heart = "♥" if given[seat] and given[seat] == max(given) else " "
    total = f"{_('Total')} {game.sheets[seat].subtotal}"[: width - 2]
    return painter.bold(f"{total:>{width - 2}} {heart}")


def tally_lines(game: Game, names: Sequence[str], painter: Painter) -> list[str]:
    """The end of the game, added up: columns, charity bonus, totals."""
    heads = (_("Dice"), _("Bonus"), _("Got"), _("Charity"), _("Total"))
    widths = [max(7, len(head) + 1) for head in heads]
    name_width = max(map(len, names)) + 4
    head = " " * name_width + "".join(f"{h:>{w}}" for h, w in zip(heads, widths, strict=True))
    lines = [painter.faint(head)]
    for standing in standings(game):
        text = f"{standing.place}. {names[standing.seat]}"
        numbers = _tally_numbers(standing)
        line = f"{text:<{name_width}}" + "".join(
            f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True)
        )
        lines.append(painter.bold(line) if standing.place == 1 else line)
    return lines


def _tally_numbers(standing: Standing) -> tuple[int, ...]:
    s = standing
    return (s.points, s.bonus, s.received, s.charity, s.total)
