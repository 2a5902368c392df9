"""Attack a real server the way strangers can, and check that people can still play.

    uv run python -m tools.hostile
    uv run python -m tools.hostile --list
    uv run python -m tools.hostile --seconds 20 --connections 2000
    uv run python -m tools.hostile --only flood pipelined

It starts `charidice serve` on a free port of this machine, with a data file of its own, and attacks
it: with its defaults, without a limit on requests (--rate 0), and so on. Meanwhile an innocent
player plays from another process. For each attack it prints a line with what was done, the answers
by status (0: none), the latency of the innocent player's moves, the largest stall of the event loop
and its cause, memory and open files of the server before and after, and the log volume in an hour.

It fails when the innocent could not play, or when 99 of 100 moves took longer than 50 ms and than
five times what they took before the attacks (and than twice what they take in the same seconds at
a server that nobody attacks: what both feel is the machine); on a stall above 50 ms of processor
time; on an answer that was not expected; on a traceback in the log; on memory, files or a log that
grow; and on a server that does not answer afterwards. Where memory alone has grown, or only moves
or the event loop were slow, the attack is repeated up to two times, and the last run counts: a leak
grows again and a weak server is slow again; a heap that has grown once and a machine that was busy
for a moment are not.

It needs Linux: memory comes from /proc, and every address 127.x.x.x is this machine there.
Everything random has a seed, so attacks can be repeated.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from tools.hostile.attacks import CASES
from tools.hostile.filling import Filling, filled
from tools.hostile.ground import Case, Ground, Setup
from tools.hostile.innocent import Innocent, Person
from tools.hostile.report import Innocents, attacked, measured_baseline
from tools.hostile.server import Server, serving


async def attack_all(
    cases: list[Case], servers: tuple[Server, Server], filling: Filling, options: argparse.Namespace
) -> bool:
    """Run the attacks one by one on the first server; whether it withstood them all."""
    server, control = servers
    victim, stood = Person(server.port, "127.0.0.7"), []
    here, beside = await Innocent.begun(server.port), await Innocent.begun(control.port)
    baseline = await measured_baseline(here, 3 if options.quick else 5)
    for case in cases:
        ground = partial(
            Ground,
            server=server,
            victim=victim,
            filling=filling,
            seconds=options.seconds,
            connections=options.connections,
            quick=options.quick,
            seed=f"{options.seed} {case.name}",
        )
        stood.append(await attacked(case, ground, Innocents(here, beside, baseline)))
        if case.restarts:
            await here.end()
            here = await Innocent.begun(server.port)
    victim.leave()
    await here.end()
    await beside.end()
    return all(stood)


def attack(setup: Setup, control: Server, options: argparse.Namespace, folder: Path) -> bool:
    """Start a server and attack it; whether it withstood everything."""
    cases = [case for case in CASES if case.setup is setup and case.name in options.only]
    if not cases:
        return True
    print(f"— {setup.value}", flush=True)
    server = Server(folder, *setup.words)
    full = setup is Setup.UNLIMITED
    filling = filled(server.data, quick=options.quick) if full else Filling()
    with serving(server):
        return asyncio.run(attack_all(cases, (server, control), filling, options))


def files_for(connections: int) -> int:
    """Ask the system for so many connections; returns how many there can be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft < wanted:
            print(
                f"The system allows {soft} open files, so there are only {soft - 200} connections."
            )
            print("`ulimit -Hn` as root, or limits.conf, allows more.")
            return soft - 200
    return connections


def parsed() -> argparse.Namespace:
    """The command line, parsed."""
    names = [case.name for case in CASES]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long an attack goes on")
    parser.add_argument("--connections", type=int, default=6_000, help="how many of a crowd")
    parser.add_argument("--seed", default="hostile", help="another one gives other requests")
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="only these")
    parser.add_argument("--quick", action="store_true", help="fewer tables, and nothing slow")
    parser.add_argument("--list", action="store_true", help="say which attacks there are")
    return parser.parse_args()


def main() -> int:
    """Attack, and return 0 if the server withstood everything."""
    options = parsed()
    if options.list:
        for case in CASES:
            print(f"{case.name:<24}{case.about}")
        return 0
    if not Path("/proc/self/status").exists():
        print("This needs Linux: it reads the server's memory from /proc.")
        return 1
    options.connections = files_for(options.connections)
    began, stood = time.monotonic(), []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Server(Path(folder), "--rate", "0")) as control,
    ):
        stood += [attack(setup, control, options, Path(folder)) for setup in Setup]
    verdict = "the server stood everything" if all(stood) else "the server did not stand everything"
    print(f"{verdict} ({time.monotonic() - began:.0f} s)")
    return 0 if all(stood) else 1


if __name__ == "__main__":
    sys.exit(main())
