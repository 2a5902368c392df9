"""Write the table of all error codes at the end of docs/python.md.

uv run python -m tools.error_table
"""

from pathlib import Path

from tools import catalogues

from charidice.errors import CodedError

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
HEAD = "| code | when |\n|---|---|\n"


def main() -> None:
    """Replace everything after the head of the table."""
    before, _head, _after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    lines = [
        f"| `{code}` | {text} |\n"
        for kind in catalogues.kinds_of_error(CodedError)
        for code, text in kind.messages.items()
    ]
    PAGE.write_text(before + HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
