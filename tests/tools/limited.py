"""Runs a command, and stops it with all it has started if it takes too long, as when it hangs.

    python -m tests.tools.limited 600 pytest -n0

The first argument is the number of seconds. The exit status is that of the command, or 124 if it was stopped.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

STOPPED = 124
"""The exit status of what was stopped, as of `timeout`."""
PAUSE = 0.1
"""How many seconds pass at most before a signal is noticed."""


def run(
    command: Sequence[str],
    seconds: float,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    signals: Collection[int] = (),
) -> int:
    """Run a command and return its exit status, as a shell does.

    Whatever ends the waiting ends the command too, also a number in ``signals``, to which a handler may add.
    """
    deadline = time.monotonic() + seconds
    with subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True) as process:
        try:
            while not signals and (left := deadline - time.monotonic()) > 0:
                with suppress(subprocess.TimeoutExpired):
                    status = process.wait(min(left, PAUSE))
                    return status if status >= 0 else 128 - status
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
    return next((128 + number for number in signals), STOPPED)


def main() -> int:
    """Run the command of the arguments and return the exit status."""
    seconds, *command = sys.argv[1:]
    signals = list[int]()  # a handler that raises could do so before the command is known
    signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
    status = run(command, float(seconds), signals=signals)
    if status == STOPPED:
        print(f"stopped after {seconds} seconds: {' '.join(command)}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
