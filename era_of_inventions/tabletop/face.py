"""Lazy loading of the names that a package offers. Its stub (``__init__.pyi``) imports them all.

Each name is imported when it is first used. So a program loads only the subpackages
that it needs, and type checkers still know all names.
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
    """Return the object that a package offers under a name; for ``__all__``, return a list of all its names.

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
