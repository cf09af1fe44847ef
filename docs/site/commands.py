"""Running the commands that build the site."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from docs.site.errors import SiteError

NOTHING_MORE: Mapping[str, str] = {}


def run_command(
    *command: str, called: str = "", cwd: Path | None = None, environment: Mapping[str, str] = NOTHING_MORE
) -> None:
    """Run a command. Raises `SiteError` with its output, under the name it is ``called``, if it fails."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise SiteError(called or command[0], lines)
