"""The registry of installed rulebooks.

A package registers a rulebook with an entry point in the group
``era_of_inventions.rulebooks``. The entry point has the name of the rulebook, and its
value refers to the object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from era_of_inventions.tabletop.errors import GameError, unknown
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, Rulebook
from era_of_inventions.tabletop.text.span import fold

GROUP = "era_of_inventions.rulebooks"


def names() -> tuple[str, ...]:
    """Return the names of all installed rulebooks."""
    return tuple(sorted(_entry_points()))


def rulebook_named(name: str) -> AnyRulebook:
    """Return the installed rulebook of that name.

    Raises `GameError` with the available names if there is none, and also if it cannot
    be loaded.
    """
    installed = _entry_points()
    if name not in installed:
        raise GameError(f"the game {unknown(name, sorted(installed))}")
    try:
        rulebook = installed[name].load()
    except Exception as error:  # a foreign package can fail in any way
        raise GameError(
            f"the game {name!r} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(rulebook, Rulebook) or rulebook.name != name:
        raise GameError(
            f"the entry point {name!r} of {GROUP} leads to {rulebook!r}; expected the rulebook {name!r}"
        )
    return rulebook


def known_rulebooks(first: Iterable[AnyRulebook] = ()) -> Iterator[AnyRulebook]:
    """Yield the rulebooks in ``first``, then the installed ones; those that cannot be loaded are left out."""
    yield from first
    for name in names():
        with suppress(GameError):
            yield rulebook_named(name)


def rulebook_of_format(text: str, first: AnyRulebook) -> AnyRulebook:
    """Return the installed rulebook that a format names, such as ``"regatta/record"``, or else ``first``."""
    name = text.partition("/")[0]
    return rulebook_named(name) if name != first.name and name in names() else first


def rulebook_titled(title: str, first: Iterable[AnyRulebook] = ()) -> AnyRulebook | None:
    """Return the rulebook with a title, among those in ``first`` and the installed ones; None if there is none."""
    return next(
        (
            rulebook
            for rulebook in known_rulebooks(first)
            if fold(rulebook.title) == fold(title)
        ),
        None,
    )


@cache
def _entry_points() -> dict[str, Any]:
    from importlib.metadata import (
        entry_points,  # imported here: it takes as long as the whole library
    )

    return {point.name: point for point in entry_points(group=GROUP)}
