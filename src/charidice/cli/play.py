"""`charidice play`, and `charidice` alone: run the server and open the browser."""

import argparse

from charidice.cli import serve
from charidice.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of the server."""
    serve.configure(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Serve until Ctrl-C, and open the browser at the beginning."""
    return serve.run(options, console, open_browser=True)
