"""Runs a command, and stops it with all it has started if it takes too long, as when it hangs.

    python -m tests.tools.limited 600 pytest -n0

The first argument is the number of seconds. The exit status is that of the command, or 124 if it was stopped.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

STOPPED = 124
"""The exit status of what was stopped, as of `timeout`."""


def run(
    command: Sequence[str], seconds: float, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> int:
    """Run a command and return its exit status, as a shell does. Whatever ends the waiting ends the command too."""
    with subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True) as process:
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            return STOPPED
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
    return status if status >= 0 else 128 - status


def main() -> int:
    """Run the command of the arguments and return the exit status."""
    seconds, *command = sys.argv[1:]
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    status = run(command, float(seconds))
    if status == STOPPED:
        print(f"stopped after {seconds} seconds: {' '.join(command)}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
