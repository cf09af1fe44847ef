"""The build hook of wheels: with ``ERA_COMPILED=1`` the wheel holds compiled modules beside their sources.

Without it nothing is compiled, and the wheel serves every platform.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = os.environ.get("ERA_COMPILED") == "1"
PACKAGE = "era_of_inventions"


class CompiledBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def dependencies(self) -> list[str]:
        """What compiling needs."""
        return ["mypy>=2.4", "setuptools>=77", "attrs>=25", "cattrs>=25"] if COMPILED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile a copy of the package, and take from it what is new."""
        if not COMPILED or version != "standard":
            return
        sys.path.insert(0, self.root)
        from tests.compiled.build import compile_package

        folder = Path(self.directory, "compiled")
        shutil.rmtree(folder, ignore_errors=True)
        package = Path(shutil.copytree(Path(self.root, PACKAGE), folder / PACKAGE))
        found = compile_package(package)
        build_data["force_include"] |= {str(path): str(path.relative_to(folder)) for path in found}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
