"""Links in docstrings: names in single backticks become references, and every docstring gets a link to its source.

This is an extension of griffe, which reads the code for mkdocstrings. A name is resolved in the scope of the docstring,
as Python would do; otherwise the closest one of that name in the packages read so far is used. An unknown name becomes
a broken reference, which mkdocstrings reports with the file and line.
"""

from __future__ import annotations

import builtins
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, takewhile
from operator import eq
from pkgutil import resolve_name
from typing import Any

import griffe

from docs import ROOT
from docs.site.text import line_target

NAME = re.compile(r"(?<![`\[])`([A-Za-z_][\w.]*)`(?!`)")
SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Names(griffe.Extension):
    """Adds links to docstrings, and code blocks around their interactive sessions."""

    def on_package(self, *, pkg: griffe.Module, loader: griffe.GriffeLoader, **_: Any) -> None:
        """Process all docstrings of a package."""
        named = paths(*{pkg.path: pkg, **loader.modules_collection.members}.values())
        for item in walk(pkg):
            if isinstance(item, griffe.Module):
                item.exports = None  # re-exports are documented where they are defined
            if item.docstring:
                item.docstring.value = f"{_linked(item, item.docstring.value, named)}\n\n{_source(item)}"


def walk(item: griffe.Object) -> Iterator[griffe.Object]:
    """Yield an item and everything in it."""
    yield item
    for member in item.members.values():
        if isinstance(member, griffe.Object):
            yield from walk(member)


def paths(*packages: griffe.Object) -> Mapping[str, Sequence[str]]:
    """Return the paths of everything in some packages, and of the names that faces offer, by their last name."""
    named = defaultdict(list)
    for item in chain.from_iterable(map(walk, packages)):
        named[item.name].append(item.path)
        for offered in item.extra["face"].get("offers", ()):
            named[offered.name].append(f"{item.path}.{offered.name}")
    return named


def _linked(item: griffe.Object, text: str, named: Mapping[str, Sequence[str]]) -> str:
    text = SESSION.sub(lambda session: f"```pycon\n{session[0]}\n```", text)
    return NAME.sub(lambda name: reference(item, name[1], named), text)


def reference(item: griffe.Object, name: str, named: Mapping[str, Sequence[str]]) -> str:
    """Make the reference for a name in a docstring."""
    candidates = named.get(name.rpartition(".")[2], ())
    head, dot, rest = name.partition(".")
    try:
        path = item.resolve(head) + dot + rest
    except griffe.NameResolutionError:
        path = name
    if path not in candidates:
        alike = [path for path in candidates if path.endswith(f".{name}")]
        if not alike and _exists(name):
            return f"`{name}`"
        path = max(alike, key=lambda path: _shared(path, item.path), default=name)
    return f"[`{name}`][{path}]"


def _shared(one: str, other: str) -> int:
    """Return the number of names that two paths have in common at the beginning."""
    return sum(takewhile(bool, map(eq, one.split("."), other.split("."))))


def _exists(name: str) -> bool:
    """Return whether a name is a builtin or in another package, which this site does not document."""
    try:
        return hasattr(builtins, name) or bool(resolve_name(name))
    except (AttributeError, ImportError, ValueError):
        return False


def _source(item: griffe.Object) -> str:
    """Return a link to the source of a module, class or function, from a page of the reference."""
    if not isinstance(item, griffe.Module | griffe.Class | griffe.Function) or isinstance(item.filepath, list):
        return ""
    path = item.filepath.relative_to(ROOT).as_posix()
    return f"[Source](../{line_target(path, item.lineno or 1)}){{ .source }}"
