"""Many deals on all cores; the result depends on the seed alone."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from multiprocessing import get_context

from charidice.bots import Bot, bot
from charidice.simulation.deal import Deal, play_deal


def deals_for(games: int, players: int) -> int:
    """How many deals are needed for so many games: each is played in every rotation."""
    return -(-games // players)


def play_deals(names: Sequence[str], deals: int, seed: str, workers: int) -> Iterator[Deal]:
    """The deals in their order, as they are finished."""
    for name in names:
        bot(name)  # an unknown bot is refused before anything starts
    jobs = ((tuple(names), f"{seed}/{number}") for number in range(deals))
    if workers == 1:
        yield from map(_play, jobs)
        return
    # Fresh processes: copies of this one could inherit threads of a numerical library.
    with get_context("spawn").Pool(workers, initializer=quiet) as pool:
        yield from pool.imap(_play, jobs, chunksize=max(1, min(20, deals // (4 * workers))))


def quiet() -> None:
    """Leave Ctrl-C to the process that has the results."""
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(job: tuple[tuple[str, ...], str]) -> Deal:
    names, seed = job
    return play_deal([_bot(name) for name in names], seed)


@lru_cache
def _bot(name: str) -> Bot:
    return bot(name)
