"""What is said about a run."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from tools.faults.judging import Verdict
from tools.faults.run import Run

SHOWN: Final = 15  # problems


def report(
    run: Run, verdict: Verdict, errors: Mapping[str, int], say: Callable[[str], None]
) -> None:
    """Say what was done and what came of it."""
    games, told, faults = run.games, run.told, run.breaker.faults
    viewers = [viewer for game in games for viewer in game.viewers]
    finished = Counter(game.kind.name for game in games if game.finished)
    say("")
    say(f"games       {len(games)}, finished {_listed(finished)}; {_listed(told.done)}")
    say(f"moves       {told.moves:,} acknowledged; in the log by {_listed(verdict.moves)}")
    hit = sum(fault.hits > 0 for fault in faults)
    say(f"faults      {len(faults)}, of which {hit} hit an open request")
    for kind in sorted({fault.kind for fault in faults}):
        same = [fault for fault in faults if fault.kind == kind]
        hit, open_ = sum(fault.hits > 0 for fault in same), sum(fault.open for fault in same)
        lost, held = sum(fault.lost for fault in same), sum(fault.held for fault in same)
        figures = f"{hit} hit; {open_} requests were open: {lost} lost"
        say(f"  {len(same):3} {kind}: {figures}" + (f", {held} held up" if held else ""))
    say(f"answers     {run.wire.lost:,} lost, and their requests sent again")
    say(f"tables      {verdict.forgotten} more, whose creation was never answered")
    say(f"viewers     {len(viewers):,}, connected {run.wire.streams:,} times")
    say(f"losses      {len(verdict.losses)}")
    say(f"duplicates  {len(verdict.duplicates)}")
    say(f"problems    {len(verdict.problems)}")
    for text in (*verdict.losses, *verdict.duplicates, *verdict.problems)[:SHOWN]:
        say(f"  {text}")
    for text, count in Counter(errors).most_common(SHOWN):
        say(f"  the server has logged {count} x {text[:200]}")
    say(f"{time.monotonic() - run.began:.0f} s: {'all is well' if verdict.good else 'FAILED'}")


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items())) or "none"
