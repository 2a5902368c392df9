"""Regenerate the golden games: their actions stay, everything else follows from them.

uv run python tools/playthroughs.py
"""

from pathlib import Path

from charidice.records import from_text, to_text

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"


def main() -> None:
    """Rewrite every file, and say which ones changed."""
    for path in sorted(FOLDER.glob("*.txt")):
        before = path.read_text(encoding="utf-8")
        after = to_text(from_text(before))
        path.write_text(after, encoding="utf-8")
        print(f"{path.name}: {'unchanged' if before == after else 'rewritten'}")


if __name__ == "__main__":
    main()
