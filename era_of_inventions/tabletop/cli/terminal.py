"""Read lines until the input ends or a signal terminates the program.

A signal takes effect only while the program waits for a line, so that nothing is left
half done.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import attrs

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that terminate the program. SIGHUP, when the terminal is closed, does not exist on every system."""

WAKING = (signal.SIGALRM,) if hasattr(signal, "setitimer") else ()
AGAIN = 0.5
"""The interval, in seconds, at which a timer interrupts the wait: a signal just before the wait would go unnoticed."""


@attrs.define
class Terminal:
    """The input. ``received`` is the number of the last signal, 0 if none; ``ended`` is whether it ended the input."""

    received: int = 0
    ended: bool = False
    _waiting: bool = False

    def next(self, prompt: str) -> str:
        """Return the next line. Raises `EOFError` at the end."""
        if sys.stdin is None:
            raise EOFError
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            print(
                prompt, end="", flush=True
            )  # input() loses the exceptions of signal handlers while it prints
            prompt = ""
        self._waiting = True
        try:
            if self.received:
                self._end()
            return input(prompt)
        except (
            SystemError
        ):  # from input() at a terminal, if the timer ends just after another signal
            if not self.ended:
                raise
            raise EOFError from None
        finally:
            self._waiting = False

    @contextmanager
    def handling_signals(self) -> Iterator[None]:
        """Handle signals in the block, in the main thread, then restore the handlers. Ignored signals stay ignored."""
        in_main = threading.current_thread() is threading.main_thread()
        handlers = {
            number: signal.getsignal(number) for number in (*SIGNALS, *WAKING) if in_main
        }
        before = {
            number: old
            for number, old in handlers.items()
            if old not in (signal.SIG_IGN, None)
        }
        for number in before:
            signal.signal(number, self._receive if number in SIGNALS else lambda *_: None)
        timer = (
            signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
            if {*WAKING} & {*before}
            else None
        )
        try:
            yield
        finally:
            if timer is not None:
                signal.setitimer(signal.ITIMER_REAL, *timer)
            for number, old in before.items():
                signal.signal(number, old)

    def _receive(self, number: int, _: object) -> None:
        self.received = number
        if self._waiting:
            self._end()

    def _end(self) -> None:
        self.ended, self._waiting = (
            True,
            False,
        )  # another signal must not interrupt the final save
        raise EOFError
