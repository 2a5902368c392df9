"""What judges are asked to do in tests: functions that another process can find."""

import os
import signal
import time

from charidice.records import RecordError


def doubled(number: int) -> int:
    return 2 * number


def my_process() -> int:
    return os.getpid()


def dawdle(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise RecordError("records/json", line=7)


def crash(secret: str) -> None:
    raise LookupError(secret)
