"""Golden games: readable, complete, and exactly what the rules make of their actions.

`uv run python tools/playthroughs.py` writes them anew after a wanted change.
"""

from pathlib import Path

import pytest

from charidice.records import from_json, from_text, positions, replay, to_json, to_text
from charidice.rules import Ask, charity_bonuses, totals, winners

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_written_again_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = from_text(text)
    assert to_text(record) == text
    assert from_json(to_json(record)) == record
    assert replay(record).over


def facts(path: Path) -> set[str]:
    """What a golden game shows."""
    record = from_text(path.read_text(encoding="utf-8"))
    final = replay(record)
    found = {f"{final.seats} players"}
    for game, action in zip(positions(record), record.actions, strict=False):
        if isinstance(action, Ask):
            found.add(f"asked after roll {game.turn.rolls}")
    if len(winners(final)) > 1:
        found.add("shared victory")
    if sum(map(bool, charity_bonuses(final))) > 1:
        found.add("charity tie")
    found |= {f"charity bonus {bonus}" for bonus in charity_bonuses(final) if bonus}
    return found


def test_the_golden_games_leave_out_nothing() -> None:
    assert set().union(*map(facts, FILES)) >= {
        "2 players",
        "3 players",
        "4 players",
        "asked after roll 1",
        "asked after roll 2",
        "shared victory",
        "charity tie",
        "charity bonus 20",
        "charity bonus 30",
    }


# Worked out with pencil and rulebook from the dice of the game, not with this program:
# what was scored, what was left, and the two together as points, bonus, gift.
BY_HAND = [
    # Lena, then Marko, in each of the seven rounds
    ("2 6 2 3 of four colours", "1 2", 13, 0, 3),
    ("four 2s", "5 1", 8, 15, 10 + 1),
    ("5 5 1 4 1 of five colours", "1", 16, 0, 1),
    ("four 5s", "6 1", 20, 15, 12 + 1),
    ("five 6s", "3", 30, 30, 3),
    ("green 2 3 4 5 6", "6, and Lena asked after roll 1", 20, 40, 12 * 2),
    ("four 4s", "3 3", 16, 15, 6),
    ("1 3 1 3 1 3 of six colours", "nothing", 12, 0, 0),
    ("four 6s", "5 1, and Marko asked after roll 2", 24, 15, (10 + 1) * 2),
    ("three 6s", "3 3 3", 18, 0, 9),
    ("green 1 2 3 5, a gap", "1 3", 11, 15, 4),
    ("5 6 4 of three colours", "5 2 1", 15, 0, 10 + 2 + 1),
    ("5 1 4 4 5 of five colours", "4", 19, 0, 4),
    ("four 5s", "2 1", 20, 15, 3),
]


def test_the_game_checked_by_hand_agrees_with_the_rulebook() -> None:
    text = (FOLDER / "two-players-checked-by-hand.txt").read_text(encoding="utf-8")
    game = replay(from_text(text))
    for turn, (_scored, _left, points, bonus, gift) in enumerate(BY_HAND):
        row, seat = divmod(turn, 2)
        written = game.sheets[seat].rows[row]
        assert (written.points, written.bonus, written.given) == (points, bonus, gift)
        assert game.sheets[1 - seat].rows[row].received == gift
    # Marko gave 73, more than Lena's 43 and more than 60, so he gets 30; Lena still wins.
    assert [sheet.given for sheet in game.sheets] == [43, 73]
    assert totals(game) == (129 + 75 + 73, 113 + 85 + 43 + 30)
    assert winners(game) == (0,)
