"""The provenance of printed values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.components.declared import printed
from era_of_inventions.tabletop.fields import Choice, Names, Text

SOURCES = ("assumed", "reported", "stated")
"""The possible sources: nobody vouches for the value, somebody has seen it, or a rulebook states it."""
SOURCE = Choice(Names[object, str](object, SOURCES, values=SOURCES))


@attrs.frozen
class Provenance:
    """Where a printed value comes from: stated in a rulebook, reported by a public source, or assumed."""

    source: str = attrs.field(metadata=printed(SOURCE, "the source of the value"))
    cite: str = attrs.field(default="", metadata=printed(Text(), "the place in the source, if there is one"))

    def __str__(self) -> str:
        """The source, with the citation if there is one."""
        return f"{self.source}: {self.cite}" if self.cite else self.source


ASSUMED = Provenance("assumed")
"""The provenance of a value that no source vouches for."""
IN_DISPUTE = Provenance("stated", "in the dispute")
"""The provenance of a value that a dispute gives."""


class Sources(dict[str, Provenance]):
    """The provenance of the values of a set that was read, by key path, and the set ``of`` which that was told.

    A set that was made of it in Python has the same sources, but other values may be printed at these key paths.
    """

    of: Any

    @classmethod
    def told_of(cls, components: Any) -> Sources:
        """The provenance that a set has."""
        sources = cls(components.provenance)
        sources.of = components
        return sources


class Row(NamedTuple):
    """A row of the table of a set: the key path, the value in words, and its source."""

    path: str
    value: str
    mark: str


def rows(path: str, values: Mapping[str, str], source: Callable[[str], Provenance]) -> Iterator[Row]:
    """Yield the rows for one thing; ``values`` are its values in words, by key, and ``source`` finds their provenance.

    Values from the same source share a row.
    """
    paths = {key: f"{path}.{key}" if path else key for key in values}
    marks = {key: str(source(at)) for key, at in paths.items()}
    if len(values) > 1 and len(set(marks.values())) == 1:
        yield Row(path, ", ".join(values.values()), next(iter(marks.values())))
    else:
        yield from (Row(paths[key], values[key], marks[key]) for key in values)
