"""Write the table of all error codes at the end of docs/python.md.

uv run python -m tools.error_table
"""

from pathlib import Path

from tools import catalogues

from charidice.errors import CodedError

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
HEAD = "| code | when |\n|---|---|\n"


def page() -> str:
    """The page with the table of all codes that there are now, in place of what it had."""
    before, _head, _after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    lines = [
        f"| `{code}` | {text} |\n"
        for kind in catalogues.kinds_of_error(CodedError)
        for code, text in kind.messages.items()
    ]
    return before + HEAD + "".join(lines)


def main() -> None:
    """Bring the page up to date."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
