"""The command `charidice`: finds the subcommand and loads only what that one needs."""

import sys

from charidice import __version__


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:  # answered before anything else is loaded
        print(f"charidice {__version__}")
        return 0
    from charidice.cli.commands import run  # noqa: PLC0415

    return run(words)
