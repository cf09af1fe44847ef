"""The names that a package offers: its stub imports them, and each is loaded when it is first asked for.

So a program loads only the rooms that it uses, and type checkers know all names.
"""

import ast
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any


@cache
def origins(package: str) -> Mapping[str, str]:
    """Return the names that the stub of a package imports, each with the module that it comes from."""
    stub = ast.parse(pkgutil.get_data(package, "__init__.pyi") or b"")
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def offered(package: str, name: str) -> Any:
    """Return what a package offers under a name, or all its names for ``__all__``.

    Raises AttributeError for any other name.
    """
    if name == "__all__":
        return [*origins(package)]
    if name.startswith("_") or name not in origins(package):
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    origin = origins(package)[name]
    value = (
        import_module(f"{package}.{name}")
        if origin == package
        else getattr(import_module(origin), name)
    )
    setattr(sys.modules[package], name, value)
    return value
