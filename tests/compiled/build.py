"""Compile the modules that play the game.

    python -m tests.compiled.build FOLDER     copies the project there and compiles the copy, to test it

A compiled module lies beside its source and is imported in its stead. It knows neither its docstrings nor its lines, so
they are written down in ``compiled.json`` in the same folder.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from tests.compiled.native_state import native

ROOT = Path(__file__).parents[2]
PACKAGE = "era_of_inventions"
NATIVE = ("model/state.py", "model/draft.py")
"""What mypyc gets in other words; see `tests.compiled.native_state`."""
INTERPRETED = ("__init__.py", "components.py", "editions.py")
"""What has nothing to do while a game is played."""
COMPILED = tuple(EXTENSION_SUFFIXES)
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist")
COMPILE = """\
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(["--config-file=", "--follow-imports=silent", *sys.argv[1:]], opt_level="3", debug_level="0")
setup(name="compiled", packages=[], ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"])
"""


def sources(package: Path) -> list[Path]:
    """The modules to compile."""
    folders = (package / "rulebook", package / "engine")
    found = [path for folder in folders for path in sorted(folder.glob("*.py")) if path.name not in INTERPRETED]
    model = (package / "model" / name for name in ("goods.py", "state.py", "draft.py", "witness.py"))
    return [*model, *found]


def compile_package(package: Path) -> list[Path]:
    """Put compiled modules beside the sources of a package. Returns the new files.

    Raises CalledProcessError if mypyc or the C compiler refuses.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, package.name)
        shutil.copytree(package, copy, ignore=LEFT_OUT)
        for path in (copy / name for name in NATIVE):
            path.write_text(native(path.read_text(encoding="utf-8")), encoding="utf-8")
        paths = [str(path.relative_to(folder)) for path in sources(copy)]
        subprocess.run([sys.executable, "-c", COMPILE, *paths], cwd=folder, check=True)
        made = [path.relative_to(folder) for path in Path(folder).rglob("*") if path.name.endswith(COMPILED)]
        names = [name for name in made if name.parts[0] != "build"]  # where setuptools leaves another copy
        for name in names:
            shutil.copy(Path(folder, name), package.parent / name)
    written = package / "rulebook/compiled.json"
    told = {path.stem: dict(_written(path)) for path in sources(package) if path.parent == written.parent}
    written.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return [*(package.parent / name for name in names), written]


def _written(path: Path) -> list[tuple[str, tuple[str | None, int]]]:
    """The docstring and first line of a module, which has no name, and of its functions."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    told = {node.name: (ast.get_docstring(node), min(_lines(node))) for node in functions}
    return [("", (ast.get_docstring(module), 1)), *told.items()]


def _lines(node: ast.FunctionDef) -> list[int]:
    return [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]


def main(arguments: list[str]) -> int:
    """Run the command; the exit status is returned."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    for path in compile_package(folder / PACKAGE):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
