"""Which worker looks after a table when the one that wrote to it last is gone; pure."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final
from zlib import crc32

_SHARES: Final = 256


class TableOwnership:
    """Whether a table belongs to this worker; when one comes or goes, only its tables move."""

    def __init__(self, me: int, workers: Iterable[int]) -> None:
        everybody = {*workers, me}
        self._mine = [
            max(everybody, key=lambda worker: _weight(worker, share)) == me
            for share in range(_SHARES)
        ]

    def has(self, table: str) -> bool:
        """Whether this worker owns a table."""
        return self._mine[crc32(table.encode()) % _SHARES]


def _weight(worker: int, share: int) -> bytes:
    return blake2b(f"{worker}/{share}".encode(), digest_size=8).digest()
