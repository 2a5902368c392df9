"""Kill workers and restart the database while hundreds of games are played; nothing may be lost.

    uv run python -m tools.faults
    uv run python -m tools.faults --minutes 10 --seed 7 --tables 60
    uv run python -m tools.faults --broken

It starts a PostgreSQL of its own and `charidice serve --workers 3`, and lets people and bots play
through the API while workers are killed with `kill -9`, the database is restarted, and sometimes
the whole server is killed and started again. In the end the log must hold every acknowledged
command exactly once, every game must replay to its end by the rules, and whoever looked on must
have seen all of it. --broken does the same to a server that acknowledges before the commit
(`tools/faults/broken.py`): then it has to fail.

What clients do and when something is broken is drawn with the seed; the dice are the server's own.
It needs Linux: it finds the workers in /proc.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import uvloop
from tools.faults.endurance import endured
from tools.faults.plan import KINDS, TABLES, Options


def main() -> int:
    """Test as told by the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long (3)")
    parser.add_argument("--seed", default="faults", help="another one breaks other things")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"at a time ({TABLES})")
    parser.add_argument("--broken", action="store_true", help="test a server that is broken")
    names = sorted({kind.name for kind in KINDS})
    parser.add_argument("--only", choices=names, help="only games of this kind")
    given = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        print("This needs Linux: it finds the workers in /proc.")
        return 1
    kinds = tuple(kind for kind in KINDS if given.only in (None, kind.name))
    options = Options(given.minutes * 60, given.tables, given.seed, given.broken, kinds)
    if given.broken:
        options = replace(options, end_seconds=10.0)  # many of its games cannot end
    return 0 if uvloop.run(endured(options)).good else 1


if __name__ == "__main__":
    sys.exit(main())
