"""Component sets: what is printed on the components of a game.

Each value is declared once, as a field. From this follow how files and disputes write
it, how it is checked, the source that it can have, and tables and schemas of it. For
example::

    @record
    class Factory:
        id: Field[str] = field(ID, "the unique id")
        cost: Field[int] = field(Count(0, 20), "the coins that are paid", file="costs {}")


    @component_set
    class Components:
        name: Field[str] = field(Text(), "the name of the set", eq=False)
        factories: Field[tuple[Factory, ...]] = field(
            Many(Thing(Factory)), "the factories", file=InFile(key="factory")
        )
        provenance: Field[Mapping[str, Provenance]] = sourced()

A set without a field ``provenance`` does not say where its values come from.
"""

from era_of_inventions.tabletop.box.printed import (
    AsTuple,
    Index,
    Joined,
    Label,
    Spelled,
    Thing,
)
from era_of_inventions.tabletop.box.provenance import Provenance, sourced
from era_of_inventions.tabletop.box.rows import PrintedValue
from era_of_inventions.tabletop.box.sets import ComponentSets, OwnTables, component_set
from era_of_inventions.tabletop.box.watching import Lookup, of_each
from era_of_inventions.tabletop.values.plain import Many, OrNone
from era_of_inventions.tabletop.values.records import InFile

__all__ = [
    "AsTuple",
    "ComponentSets",
    "InFile",
    "Index",
    "Joined",
    "Label",
    "Lookup",
    "Many",
    "OrNone",
    "OwnTables",
    "PrintedValue",
    "Provenance",
    "Spelled",
    "Thing",
    "component_set",
    "of_each",
    "sourced",
]
