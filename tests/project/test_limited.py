"""A command that takes too long is stopped, with all that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.tools.limited import STOPPED, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs groups of processes")


@pytest.mark.parametrize(("script", "status"), [("true", 0), ("exit 5", 5), ("kill -TERM $$", 143)])
def test_the_status_is_that_of_the_command(script: str, status: int) -> None:
    assert run(["sh", "-c", script], 60) == status


def ended(file: Path) -> bool:
    """Whether the process whose number stands in a file is gone, soon."""
    number = int(file.read_text())
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{number}/stat").is_file() and ") Z " in Path(f"/proc/{number}/stat").read_text():
            return True  # nobody waits for it here, but it runs no more
        time.sleep(0.05)
    return False


HANGS = "sleep 60 & echo $! > pid; wait"


def test_what_takes_too_long_is_stopped_with_all_it_started(tmp_path: Path) -> None:
    assert run(["sh", "-c", HANGS], 0.5, tmp_path) == STOPPED
    assert ended(tmp_path / "pid")


def test_whoever_ends_the_waiting_ends_the_command(tmp_path: Path) -> None:
    limited = [sys.executable, "-m", "tests.tools.limited", "60", "sh", "-c", f"cd {tmp_path}; {HANGS}"]
    with subprocess.Popen(limited, cwd=ROOT) as process:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            time.sleep(0.05)
        process.terminate()
    assert process.returncode == 128 + signal.SIGTERM
    assert ended(tmp_path / "pid")


def test_a_signal_that_comes_as_the_command_begins_ends_it(tmp_path: Path) -> None:
    """It may come before the command is known to whoever waits for it."""
    script = f"cd {tmp_path}; echo $$ > pid; kill -TERM $PPID; exec sleep 60"
    limited = [sys.executable, "-m", "tests.tools.limited", "60", "sh", "-c", script]
    assert subprocess.run(limited, cwd=ROOT, check=False).returncode == 128 + signal.SIGTERM
    assert ended(tmp_path / "pid")
