"""Faces in the reference: what a module offers that is described elsewhere.

This is an extension of griffe, which reads the code for mkdocstrings. A module offers the names of its ``__all__``, and
the methods of an object that stand there as functions. Each leads to its description.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from inspect import getmembers_static, ismethod
from types import ModuleType
from typing import Any

import griffe

from docs.site.docstrings import walk


class Faces(griffe.Extension):
    """Notes in each module what it offers."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Process all modules of a package."""
        modules = [item for item in walk(pkg) if isinstance(item, griffe.Module) and not item.name.startswith("_")]
        offered = [(module, [*_exported(module), *_methods(module)]) for module in modules]
        for module, names in offered:
            module.extra["face"]["offers"] = [name for name in names if _leads_somewhere(name)]


def _at_run_time(module: griffe.Module) -> ModuleType | None:
    """Return a module as Python imports it; None if it needs something that is not installed."""
    try:
        return import_module(module.path)
    except ImportError:
        return None


def _exported(module: griffe.Module) -> Iterator[griffe.Object | griffe.Alias]:
    """Yield what a module offers by its ``__all__`` and does not define."""
    for name in getattr(_at_run_time(module), "__all__", ()):
        member = module.members.get(name)
        if isinstance(member, griffe.Alias | griffe.Module):
            yield member


def _methods(module: griffe.Module) -> Iterator[griffe.Alias]:
    """Add to a module the methods of an object that stand there as functions, and yield them."""
    for name, value in getmembers_static(_at_run_time(module)):
        if ismethod(value) and name not in module.members and not name.startswith("_"):
            method = griffe.Alias(name, f"{value.__func__.__module__}.{value.__func__.__qualname__}")
            module.set_member(name, method)
            yield method


def _leads_somewhere(name: griffe.Object | griffe.Alias) -> bool:
    """Let references to a name lead to its description, and return whether there is one."""
    if isinstance(name, griffe.Alias):
        with suppress(griffe.AliasResolutionError):
            name.resolve_target()
        return name.resolved
    return True
