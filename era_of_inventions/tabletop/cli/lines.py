"""What is typed, line by line, up to the end of the input or a signal that asks for the end.

A signal is heeded where the program waits for a line, so that nothing is left half done.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import attrs

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Those that ask for the end; the last, which not every system knows, because the terminal is gone."""

WAKING = (signal.SIGALRM,) if hasattr(signal, "setitimer") else ()
AGAIN = 0.5
"""Seconds after which a timer wakes the program: a signal that comes just before it waits would not end the wait."""


@attrs.define
class Lines:
    """The lines. ``asked`` is the signal that asked for the end, 0 if none did; ``ended``: whether that ended them."""

    asked: int = 0
    ended: bool = False
    _waiting: bool = False

    def next(self, prompt: str) -> str:
        """The next line. Raises `EOFError` at the end."""
        self._waiting = True
        try:
            if self.asked:
                self._end()
            return input(prompt)
        finally:
            self._waiting = False

    @contextmanager
    def heeding(self) -> Iterator[None]:
        """Heed the signals that arrive in this thread and are not ignored; afterwards they do what they did before."""
        here = threading.current_thread() is threading.main_thread()
        found = {number: signal.getsignal(number) for number in (*SIGNALS, *WAKING) if here}
        before = {number: what for number, what in found.items() if what not in (signal.SIG_IGN, None)}
        for number in before:
            signal.signal(number, self._ask if number in SIGNALS else lambda *_: None)
        timer = signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN) if {*WAKING} & {*before} else None
        try:
            yield
        finally:
            if timer is not None:
                signal.setitimer(signal.ITIMER_REAL, *timer)
            for number, what in before.items():
                signal.signal(number, what)

    def _ask(self, number: int, _: object) -> None:
        self.asked = number
        if self._waiting:
            self._end()

    def _end(self) -> None:
        self.ended, self._waiting = True, False  # another signal does not disturb what is done at the end
        raise EOFError
