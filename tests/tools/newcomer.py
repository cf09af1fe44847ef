"""Runs the commands of the README as they stand there, in a fresh clone and with a fresh environment.

    python -m tests.tools.newcomer

A command is a block of shell code. The clone is that of the last commit, so what is not committed is not tried, and
its ``python3`` is the Python that made the environment of this one. The exit status is that of the first block that
fails, 124 for one that is stopped because it hangs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests import ROOT
from tests.tools.limited import run

PATIENCE = 1500
"""The seconds after which a block is taken to hang."""

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
KEPT = re.compile(r"(ERA_RULEBOOKS|HOME|LANG|LC_\w+|TERM|TMPDIR|(PIP|REQUESTS|SSL)_\w+|\w+_proxy)", re.IGNORECASE)
"""The variables of the environment that a newcomer has too."""


def commands(readme: str) -> list[str]:
    """The blocks of shell code in a text of Markdown."""
    return BLOCK.findall(readme)


def fresh(environment: Mapping[str, str], python: Path) -> dict[str, str]:
    """An environment where a folder with ``python3`` comes first, and nothing but what is `KEPT` remains."""
    path = environment["PATH"].split(os.pathsep)
    virtual = Path(environment.get("VIRTUAL_ENV", sys.prefix), "bin")
    others = [folder for folder in path if Path(folder) != virtual]
    kept = {name: value for name, value in environment.items() if KEPT.fullmatch(name)}
    return kept | {"PATH": os.pathsep.join([str(python), *others])}


def main() -> int:
    """Run all blocks and return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        clone, python = Path(name, "clone"), Path(name, "python")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        python.mkdir()
        (python / "python3").write_text(f'#!/bin/sh\nexec "{sys._base_executable}" "$@"\n')  # type: ignore[attr-defined]
        (python / "python3").chmod(0o755)
        environment = fresh(os.environ, python)
        for block in commands((clone / "README.md").read_text(encoding="utf-8")):
            if status := run(["sh", "-exc", block], PATIENCE, clone, environment):
                print(f"a command of the README ended with {status}:\n{block}", file=sys.stderr)
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
