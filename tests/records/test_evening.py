"""An evening of games: who won how often, and a table that no spreadsheet runs."""

import csv
from io import StringIO

import pytest

from charidice.records.evening import PlayedGame, evening_csv, evening_rows, wins
from charidice.rules import RULEBOOK, STANDARD, Game, Phase, Row, Sheet, Turn

TITLES = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
NOON = 1_700_000_000.0  # 2023-11-14 22:13:20 in UTC


def ended(*sums: tuple[int, int, int, int]) -> Game:
    """A game that is over, with these sums of the columns."""
    sheets = tuple(Sheet((Row(*each),)) for each in sums)
    return Game(RULEBOOK, STANDARD, sheets, 7 * len(sums), Turn(phase=Phase.OVER))


LENA_WINS = PlayedGame(("Lena", "Marko"), ended((100, 50, 22, 57), (90, 0, 57, 22)), NOON)
MARKO_WINS = PlayedGame(("Marko", "Lena"), ended((100, 50, 0, 61), (90, 0, 61, 0)), NOON + 3600)
SHARED = PlayedGame(("Lena", "Marko"), ended((50, 0, 5, 5), (50, 0, 5, 5)), NOON + 7200)


def test_every_player_of_every_game_has_a_row_from_first_to_last() -> None:
    assert evening_rows([LENA_WINS, MARKO_WINS]) == [
        (1, "2023-11-14T22:13Z", "Lena", 100, 50, 22, 57, 20, 192, 1, 1),
        (1, "2023-11-14T22:13Z", "Marko", 90, 0, 57, 22, 0, 147, 2, 0),
        (2, "2023-11-14T23:13Z", "Marko", 100, 50, 0, 61, 30, 180, 1, 1),
        (2, "2023-11-14T23:13Z", "Lena", 90, 0, 61, 0, 0, 151, 2, 0),
    ]


def test_wins_are_counted_by_name_and_a_shared_win_for_each() -> None:
    assert wins([]) == ()
    assert wins([LENA_WINS]) == (("Lena", 1), ("Marko", 0))
    assert wins([LENA_WINS, MARKO_WINS, MARKO_WINS]) == (("Marko", 2), ("Lena", 1))
    assert wins([MARKO_WINS, SHARED]) == (("Marko", 2), ("Lena", 1))


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\n=1", "＝1"])
def test_no_name_is_a_formula(name: str) -> None:
    rows = evening_rows([LENA_WINS._replace(names=(name, "a=b"))])
    cells = [row[2] for row in csv.reader(StringIO(evening_csv(TITLES, rows), newline=""))]
    assert cells == ["c", "'" + name, "a=b"]


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_no_name_is_a_formula_where_other_signs_separate_cells(separator: str) -> None:
    name = f"Lena{separator}=1+1{separator} @x"
    rows = evening_rows([LENA_WINS._replace(names=(name, "Marko"))])
    text = evening_csv(TITLES, rows)
    cells = [cell for row in csv.reader(StringIO(text), delimiter=separator) for cell in row]
    assert "'=1+1" in cells
    assert not any(cell.strip().startswith(("=", "@")) for cell in cells)


@pytest.mark.parametrize("name", ['Lena, "L"', "Ζωή", "a=b", "A-B; C", 'x"', "two\nlines", ","])
def test_names_with_commas_quotes_and_lines_come_back_as_they_were(name: str) -> None:
    rows = evening_rows([LENA_WINS._replace(names=(name, "Marko"))])
    text = evening_csv(TITLES, rows)
    found = [row[2] for row in csv.reader(StringIO(text, newline=""))]
    assert found == ["c", name, "Marko"]
