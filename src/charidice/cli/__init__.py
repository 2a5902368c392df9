"""The command `charidice`: finds the subcommand and loads only what that one needs."""

import os
import sys

from charidice import __version__

FILE_TROUBLE = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:  # while the program was still loading
        return INTERRUPTED
    except OSError as error:
        return _output_lost(error)
    return code


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:  # answered before anything else is loaded
        print(f"charidice {__version__}")
        return 0
    from charidice.cli.commands import run  # noqa: PLC0415

    return run(arguments)


def _output_lost(error: OSError) -> int:
    """Handle a closed output, as in `charidice options … | head`, or a full disk."""
    # The rest of the buffer cannot be written either; Python would complain at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    print(f"charidice: {error.strerror or error}", file=sys.stderr)
    return FILE_TROUBLE
