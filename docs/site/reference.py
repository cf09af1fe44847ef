"""The reference of the code: what Sphinx is given, and what can be referred to in it."""

from __future__ import annotations

import inspect
import pkgutil
import re
import shutil
from collections.abc import Iterable, Iterator
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

import era_of_inventions
from docs.site.facts import line_target
from docs.site.inventory import Row
from docs.site.text import address
from tests import ROOT

CONF = Path(__file__).parent / "sphinx"
PACKAGE = "era_of_inventions"
LEFT_OUT = (f"{PACKAGE}.cli", f"{PACKAGE}.data")


def write_reference(folder: Path) -> None:
    """Write the sources of the reference: one page for each module."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CONF, folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CONF.parents[1] / "assets" / "icon.svg", folder / "icon.svg")
    names = modules()
    for name in names:
        # What a package only passes on is described where it is from.
        options = "   :members:\n   :ignore-module-all:\n   :member-order: bysource\n"
        page = f"{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n{options}"
        (folder / f"{name}.rst").write_text(page, encoding="utf-8")
    short = {name: name.removeprefix(f"{PACKAGE}.") for name in names}
    rows = "".join(f"   {short[name]} <{name}>\n" for name in names)
    told = "".join(f":doc:`{short[name]} <{name}>`\n   {_about(name)}\n\n" for name in names)
    with (folder / "index.rst").open("a", encoding="utf-8") as index:
        index.write(f"\n{told}\n.. toctree::\n   :hidden:\n\n{rows}")


def _about(module: str) -> str:
    """What a module is about: the first sentence of its docstring, in which names are only shown."""
    first = (inspect.getdoc(import_module(module)) or "").partition("\n\n")[0].replace("\n", " ")
    return re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", first)


def modules() -> list[str]:
    """The modules with a page."""
    found = pkgutil.walk_packages(era_of_inventions.__path__, f"{PACKAGE}.")
    return sorted(module.name for module in found if not module.name.startswith(LEFT_OUT))


def public_rows(inventory: Iterable[Row]) -> list[Row]:
    """The names that the package itself offers, at the place of the modules they come from."""
    places = {row.name: row for row in inventory if row.kind.startswith("py:")}
    rows = []
    for name in era_of_inventions.__all__:
        home = places.get(f"{getattr(getattr(era_of_inventions, name), '__module__', '')}.{name}")
        if home:
            rows.append(attrs.evolve(home, name=f"{PACKAGE}.{name}"))
    return rows


def code_targets(inventory: Iterable[Row]) -> dict[str, str]:
    """The names of the code that pages can refer to."""
    return {row.name: f"/{row.place}" for row in inventory if row.kind.startswith("py:")}


def search_entries(inventory: Iterable[Row]) -> Iterator[dict[str, object]]:
    """What the search of the site finds of the reference: every module, and under it every name with its docstring."""
    kinds = ("py:module", "py:class", "py:exception", "py:function", "py:method", "py:property")
    rows = {row.place: row for row in inventory if row.kind in kinds}
    for place, row in rows.items():
        page = place.partition("#")[0] if row.kind == "py:module" else place
        text = escape(inspect.getdoc(_value(row.name)) or "")
        yield {"location": page, "title": f"<code>{row.name}</code>", "text": text}


def source_link(module: str, name: str) -> str | None:
    """The address, from a page of the reference, of the source of a name; None if it has no source of its own."""
    value: Any = _value(f"{module}.{name}")
    code: Any = value.fget if isinstance(value, property) else value
    try:
        value = inspect.unwrap(code)
        path = Path(inspect.getsourcefile(value) or "").relative_to(ROOT)
        line = inspect.getsourcelines(value)[1]
    except (OSError, TypeError, ValueError):
        return None
    return f"../{address(line_target(path.as_posix(), line))}"


def _value(name: str) -> Any:
    """The module, class, function or attribute of a full name; None if it exists only in objects of a class."""
    try:
        return pkgutil.resolve_name(name)
    except AttributeError:
        return None
