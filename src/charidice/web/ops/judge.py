"""One process beside the server that does long work: reading and judging games."""

import contextlib
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from charidice.errors import CodedError

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

_LOG = logging.getLogger(__name__)
_START_SECONDS: Final = 60.0  # a busy machine takes long to load a program
_END_SECONDS: Final = 5.0
_NICENESS: Final = 5  # moves come first
_BEGUN: Final = b"begun"
Reason: TypeAlias = Literal["judge/slow", "judge/ending"]


class JudgeError(CodedError):
    """Long work was not done."""

    messages: ClassVar[Mapping[str, str]] = {
        "judge/busy": (
            "Too many games are being looked at right now. Wait a few seconds, then try again."
        ),
        "judge/slow": (
            "Looking at this game took too long, so the server stopped. Nothing is lost; "
            "try again later, when less is going on."
        ),
        "judge/failed": (
            "Looking at this game failed. Nothing is lost; please try again. "
            "If it fails again, something is wrong with the game or with the server."
        ),
        "judge/ending": "The server is shutting down. Please try again in a moment.",
    }


class Work(NamedTuple):
    """A function of our own and its arguments: plain values, which travel to another process."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


class _Failure(NamedTuple):
    """An error that nobody expected: its type and where it happened, but not its text."""

    error: str
    where: list[str]


class Judge:
    """A process that works for one thread at a time; a new one takes its place when it is gone."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._reason: Reason | None = None
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """See that there is a process, and wait until it is ready."""
        if self._reason == "judge/slow":  # which came too late: the work was done
            self._lost()
        if self._process is not None and self._process.is_alive():
            return
        self._clear()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        with self._lock:
            if self._reason is not None:
                raise JudgeError(self._reason)
            process = context.Process(
                target=_work, args=(theirs,), name="charidice-judge", daemon=True
            )
            process.start()
            self._process, self._pipe = process, ours
        theirs.close()  # so that the end of the process is the end of the pipe
        try:
            ready = ours.poll(_START_SECONDS) and ours.recv()
        except (EOFError, OSError):
            ready = False
        if not ready:
            raise self._lost()

    def call(self, work: Work) -> Any:
        """What the function returns, or the error that it raised, if that has a code."""
        message = pickle.dumps(work)
        if not self._begins(message):
            if self._reason is not None:
                raise self._lost()
            self.start()  # it died while it had nothing to do, so this work is not to blame
            if not self._begins(message):
                raise self._lost()
        try:
            answer = pickle.loads(self._received())  # noqa: S301  # of our own process
        except (EOFError, OSError):
            raise self._lost() from None
        if isinstance(answer, CodedError):
            raise answer
        if isinstance(answer, _Failure):
            _LOG.error("a judge failed", extra={"fields": answer._asdict()})
            raise JudgeError("judge/failed")
        (result,) = answer
        return result

    def _begins(self, message: bytes) -> bool:
        """Whether the process has begun with this work."""
        pipe = self._pipe
        if pipe is None:
            return False
        try:
            pipe.send_bytes(message)
            return pipe.recv_bytes() == _BEGUN
        except (EOFError, OSError):
            self._clear()
            return False

    def _received(self) -> bytes:
        pipe = self._pipe
        if pipe is None:
            raise EOFError
        return pipe.recv_bytes()

    def stop(self, reason: Reason) -> None:
        """End the process, at any time and from any thread: whoever waits for it hears why."""
        with self._lock:
            if self._reason != "judge/ending":
                self._reason = reason
            if self._process is not None:
                self._process.kill()

    def rest(self) -> None:
        """End the process while nobody needs it; the next task starts a new one."""
        self._clear()

    def end(self) -> None:
        """End the process for good."""
        self.stop("judge/ending")
        self._clear()

    def _lost(self) -> JudgeError:
        """Clear away after a process that is gone, and say why it is."""
        code = self._clear()
        with self._lock:
            reason = self._reason
            if reason == "judge/slow":
                self._reason = None  # the next process has a new time
        if reason is None:
            _LOG.error("a judge died", extra={"fields": {"code": code}})
        elif reason == "judge/slow":
            _LOG.warning("a judge took too long and was ended")
        return JudgeError(reason or "judge/failed")

    def _clear(self) -> int | None:
        """Leave neither a process nor a pipe behind; the code that the process ended with."""
        with self._lock:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is None:
            return None
        process.join(0 if process.exitcode is not None else _END_SECONDS / 10)
        if process.exitcode is None:
            process.kill()
            process.join(_END_SECONDS)
        code = process.exitcode
        with contextlib.suppress(ValueError):
            process.close()
        return code


def _work(pipe: Connection) -> None:
    """In the new process: do what is asked, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the server ends us
    if sys.platform != "win32":
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_server, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        pipe.send(True)
        while True:
            message = pipe.recv_bytes()
            pipe.send_bytes(_BEGUN)
            pipe.send_bytes(_answer(message))


def _answer(message: bytes) -> bytes:
    try:
        work: Work = pickle.loads(message)  # noqa: S301  # of our own server
        return pickle.dumps((work.function(*work.arguments, **work.named),))
    except CodedError as error:
        with contextlib.suppress(Exception):
            return pickle.dumps(error)
        return _failure(error)
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    frames = traceback.extract_tb(error.__traceback__)[-20:]  # a deep recursion has many
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return pickle.dumps(_Failure(type(error).__name__, where))


def _end_with_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
