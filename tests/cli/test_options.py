import json

from tests.cli.conftest import Run

from charidice.rules import Face, selections

FACES = ["1R", "2R", "3R", "4R", "6R", "6Y"]


def test_all_selections_are_listed_best_first_with_what_they_give(run: Run) -> None:
    lines = run("options", *FACES).out.splitlines()
    rows = lines[lines.index("") + 2 :]
    assert rows[0].split() == ["35", "10", "25", "24", "1●", "2●", "3●", "4●"]
    assert rows[1].split() == ["30", "15", "15", "13", "2●", "3●", "4●", "6●"]
    found = selections([Face.parse(face) for face in FACES])
    assert len(rows) == len(found)
    totals = [int(row.split()[0]) for row in rows]
    assert totals == sorted(totals, reverse=True)


def test_of_equal_selections_the_smaller_gift_comes_first(run: Run) -> None:
    rows = json.loads(run("options", *FACES, "--json").out)
    keys = [(-row["total"], row["gift"]) for row in rows]
    assert keys == sorted(keys)


def test_the_dice_are_drawn_with_number_letter_and_symbol(run: Run) -> None:
    out = run("options", *FACES).out
    assert "│  6  │" in out
    assert "│ ▲ Y │" in out


def test_json_has_everything_for_programs(run: Run) -> None:
    best = json.loads(run("options", *FACES, "--json").out)[0]
    assert best == {
        "dice": [0, 1, 2, 3],
        "faces": ["1R", "2R", "3R", "4R"],
        "kind": "one-colour",
        "points": 10,
        "bonus": 25,
        "total": 35,
        "gift": 24,
    }


def test_small_letters_will_do(run: Run) -> None:
    assert run("options", *(face.lower() for face in FACES)).out == run("options", *FACES).out
