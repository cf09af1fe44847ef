"""Batches of work in several processes, which end with the program that started them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from era_of_inventions.tabletop.errors import GameError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")
AHEAD = 1000
"""The number of batches submitted ahead: enough for a cluster, and few enough to hold and cancel."""


def crew_of(
    executor: Executor | None, workers: int | None, batches: int
) -> AbstractContextManager[Executor | None]:
    """Return a context manager with the executor to use: the given one, a pool of processes, or None for this process.

    The pool has at most as many processes as there are batches. Raises `GameError` if
    ``workers`` are asked for, but no processes can be started.
    """
    size = min(workers or _cores(), batches)
    if executor is not None or size == 1:
        return nullcontext(executor)
    try:
        return _pool(size)
    except (ImportError, NotImplementedError, OSError) as error:
        if workers is None:
            return nullcontext()
        raise GameError(
            f"workers is {workers}, but no processes can be started here; expected 1"
        ) from error


def results_of(
    batches: Iterator[Callable[[], T]], crew: Executor | None
) -> Generator[T, None, None]:
    """Yield the results of batches in order. After an error, or when closed, cancel the pending batches."""
    if crew is None:
        yield from (batch() for batch in batches)
        return
    from concurrent.futures import (
        BrokenExecutor,  # imported here because it is slow to import and rarely needed
    )

    futures: deque[Future[T]] = deque()
    try:
        futures.extend(_submit(crew, batch) for batch in islice(batches, AHEAD))
        while futures:
            yield futures[0].result()
            futures.popleft()
            futures.extend(_submit(crew, batch) for batch in islice(batches, 1))
    except BrokenExecutor:  # it fails its futures itself unless they are cancelled
        raise
    except BaseException:
        for future in futures:
            future.cancel()
        raise


def _pool(workers: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Not forked, for a fork of a process with threads or timers can wait for ever.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Make a worker end with the process that started it, and leave keyboard interrupts to this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _cores() -> int:
    count: int | None = getattr(
        os, "process_cpu_count", os.cpu_count
    )()  # process_cpu_count needs Python 3.13
    return count or 1


def _submit(executor: Executor, batch: Callable[[], T]) -> Future[T]:
    """Submit a batch.

    If the executor refuses it, as a broken pool does, or cannot send it, the future has
    already failed.
    """
    from concurrent.futures import Future

    try:
        _require_sendable(executor, batch)
        with _uninterrupted():
            return executor.submit(batch)
    except Exception as error:
        refused: Future[T] = Future()
        refused.set_exception(error)
        return refused


def _require_sendable(executor: Executor, batch: object) -> None:
    """Raise what pickling raises if processes cannot be sent a batch.

    Before CPython 3.11.5 a pool of processes that fails to send one can wait for ever.
    """
    process = sys.modules.get(
        "concurrent.futures.process"
    )  # not there where processes do not exist
    if process is not None and isinstance(executor, process.ProcessPoolExecutor):
        from multiprocessing.reduction import ForkingPickler

        ForkingPickler.dumps(batch)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let a keyboard interrupt wait: a pool interrupted while it takes a task or starts its workers may never end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
