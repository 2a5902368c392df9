"""Who looks after which tables: laws over any set of workers."""

import random
import secrets

from hypothesis import given, settings
from hypothesis import strategies as st

from charidice.tables.hosting.ownership import TableOwnership

workers = st.frozensets(st.integers(0, 2**31 - 1), min_size=1, max_size=8)
names = st.lists(st.text(max_size=32), max_size=50)


@settings(max_examples=30)
@given(workers, names)
def test_every_table_has_exactly_one_owner(everybody: frozenset[int], tables: list[str]) -> None:
    ownership = [TableOwnership(worker, everybody) for worker in everybody]
    for table in tables:
        assert sum(share.has(table) for share in ownership) == 1


@settings(max_examples=30)
@given(workers, names, st.data())
def test_when_somebody_leaves_only_their_tables_move(
    everybody: frozenset[int], tables: list[str], data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(sorted(everybody)))
    rest = everybody - {gone}
    before = {worker: TableOwnership(worker, everybody) for worker in everybody}
    after = {worker: TableOwnership(worker, rest) for worker in rest}
    for table in tables if rest else ():
        for worker in rest:
            if before[worker].has(table):
                assert after[worker].has(table)
            elif after[worker].has(table):
                assert before[gone].has(table)


@settings(max_examples=30)
@given(workers, st.integers(0, 2**31 - 1), names)
def test_one_is_among_the_workers_also_when_nobody_said_so(
    others: frozenset[int], me: int, tables: list[str]
) -> None:
    """A worker may see the others before it sees itself."""
    ownership, known = TableOwnership(me, others - {me}), TableOwnership(me, others | {me})
    assert [ownership.has(table) for table in tables] == [known.has(table) for table in tables]


@given(st.integers(0, 2**31 - 1), names)
def test_who_is_alone_has_all(me: int, tables: list[str]) -> None:
    assert all(TableOwnership(me, ()).has(table) for table in tables)


def test_the_shares_are_roughly_even() -> None:
    rng = random.Random(1)
    tables = [secrets.token_urlsafe(12) for _ in range(3000)]  # as real ones are named
    for count in (2, 3, 5, 8):
        for _ in range(3):
            everybody = frozenset(rng.getrandbits(31) for _ in range(count))
            sizes = [
                sum(map(TableOwnership(worker, everybody).has, tables)) / len(tables)
                for worker in everybody
            ]
            assert abs(sum(sizes) - 1) < 1e-9
            assert min(sizes) > 0.4 / count
            assert max(sizes) < 2.0 / count


def test_all_processes_agree_on_the_shares() -> None:
    """The same in every process and every version: it must not hang on Python's own hash."""
    everybody = (1, 2, 3)
    ownership = {worker: TableOwnership(worker, everybody) for worker in everybody}
    found = [
        next(worker for worker in everybody if ownership[worker].has(f"table {n}"))
        for n in range(20)
    ]
    assert found == [3, 1, 2, 1, 2, 2, 2, 3, 1, 1, 3, 1, 2, 1, 2, 2, 2, 2, 1, 2]
