"""The provenance of printed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import Field, Text, field, record
from era_of_inventions.tabletop.values.file_domains import in_any_case
from era_of_inventions.tabletop.values.plain import Keyed, word
from era_of_inventions.tabletop.values.records import InFile

SOURCES = ("assumed", "reported", "stated")
"""The possible sources: nobody vouches for the value, somebody has seen it, or a rulebook states it."""


@record
class Provenance:
    """Where a printed value comes from: stated in a rulebook, reported by a public source, or assumed."""

    source: Field[str] = field(
        word(SOURCES), "the source of the value", file=InFile(holds=in_any_case(SOURCES))
    )
    cite: Field[str] = field(Text(), "the place in the source, if there is one", default="")

    def __str__(self) -> str:
        """Return the source, with the citation if there is one."""
        return f"{self.source}: {self.cite}" if self.cite else self.source


ASSUMED = Provenance("assumed")
"""The provenance of a value that no source vouches for."""
IN_DISPUTE = Provenance("stated", "in the dispute")
"""The provenance of a value that a dispute gives."""


def source_of(raw: Any, above: Provenance) -> Provenance:
    """Return the provenance that a raw table states; what it leaves out is inherited from the table ``above``."""
    source, cite = (
        (raw.get("source"), raw.get("cite")) if isinstance(raw, dict) else (None, None)
    )
    if source is None and cite is None:
        return above
    word = (
        fold(source)
        if isinstance(source, str)
        else ""
        if source is not None
        else above.source
    )
    usual = above.cite if source is None else ""
    return Provenance(
        word if word in SOURCES else SOURCES[0], cite if isinstance(cite, str) else usual
    )


class Sources(dict[str, Provenance]):
    """The provenance of the values of a set, by key path. ``of`` is the set that was read together with it.

    A copy of the set in which Python code changes values keeps these sources. They are
    valid only for values that are the same in ``of``.
    """

    of: Any


PROVENANCE = "provenance"
"""The name of the field in which component sets say where their values come from."""
NO_SOURCES: Mapping[str, Provenance] = Sources()


class _KeyedSources(Keyed[Provenance]):
    repr = False


def sourced() -> Field[Mapping[str, Provenance]]:
    """Declare the field ``provenance`` of a class of component sets: it says where their values come from."""
    return field(
        _KeyedSources(Thing(Provenance)),
        "the source of each value, by its key path",
        default=NO_SOURCES,
        eq=False,
    )
