"""The environment of a run, which is needed to interpret its figures."""

from __future__ import annotations

import datetime
import os
import platform
from importlib import metadata
from pathlib import Path

PACKAGES = ("era-of-inventions", "attrs", "cattrs", "catanatron", "chess", "open_spiel", "pyminion", "numpy")
"""Packages whose versions may matter."""


def facts(seed: int, core: int | None) -> dict[str, str]:
    """The facts in the head of the table."""
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "pinned to": "no core" if core is None else f"core {core}",
        "system": platform.platform(),
        "Python": f"{platform.python_implementation()} {platform.python_version()} ({platform.python_compiler()})",
        "packages": ", ".join(f"{name} {version}" for name, version in versions().items()),
        "seed": str(seed),
    }


def versions() -> dict[str, str]:
    """The versions of the installed packages."""
    result = {}
    for name in PACKAGES:
        try:
            result[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return result


def processor() -> str:
    """The model of the processor, if the system reports it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
