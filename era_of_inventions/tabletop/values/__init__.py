"""Positions whose fields are declared once: what a field holds, its words, its bounds, who may see it.

Everything else is derived from the declarations: JSON and its schema, lines of text,
TOML keys, typed changes, the quantities of claims, bounds checks, observations, views,
and the drafts through which positions change. Kinds of moves are declared the same way.
Nothing here knows a game.
"""

from era_of_inventions.tabletop.errors import Problem
from era_of_inventions.tabletop.values.arrays import History, Row
from era_of_inventions.tabletop.values.copies import Copies
from era_of_inventions.tabletop.values.domains import (
    Choice,
    Count,
    Domain,
    Flag,
    Hidden,
    Maybe,
    Seat,
    Shape,
)
from era_of_inventions.tabletop.values.groups import Amounts, CardSet, Counts, Seats, Things
from era_of_inventions.tabletop.values.layout import Layout, layout_of
from era_of_inventions.tabletop.values.moves import Kinds, Move, move
from era_of_inventions.tabletop.values.naming import (
    AnyNames,
    DeclarationError,
    Faces,
    Names,
    Terms,
    other_words,
)
from era_of_inventions.tabletop.values.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.values.packed import (
    ABSENT,
    ALL_THINGS,
    COUNT_MAX,
    LANE,
    NO_THINGS,
    UNKNOWN,
    Bag,
    Cards,
    Mask,
    bag,
    changed,
    count,
    has,
    mask,
    members,
    minus,
    plus,
    some,
)
from era_of_inventions.tabletop.values.problems import InvalidDataError
from era_of_inventions.tabletop.values.records import (
    Draft,
    Field,
    Position,
    Seal,
    Sealed,
    carried,
    evolve,
    field,
    record,
)
from era_of_inventions.tabletop.values.stacks import Stack, Stacks, laid, lifted
from era_of_inventions.tabletop.values.strings import Text

__all__ = [
    "ABSENT",
    "ALL_THINGS",
    "COUNT_MAX",
    "LANE",
    "NO_THINGS",
    "UNKNOWN",
    "Amounts",
    "AnyNames",
    "Bag",
    "CardSet",
    "Cards",
    "Choice",
    "Copies",
    "Count",
    "Counts",
    "DeclarationError",
    "Domain",
    "Draft",
    "Earlier",
    "Faces",
    "Field",
    "Flag",
    "Hidden",
    "History",
    "InvalidDataError",
    "Kinds",
    "Layout",
    "Mask",
    "Maybe",
    "Move",
    "Names",
    "Nested",
    "PerPlayer",
    "Position",
    "Problem",
    "Row",
    "Seal",
    "Sealed",
    "Seat",
    "Seats",
    "Shape",
    "Stack",
    "Stacks",
    "Terms",
    "Text",
    "Things",
    "bag",
    "carried",
    "changed",
    "count",
    "evolve",
    "field",
    "has",
    "laid",
    "layout_of",
    "lifted",
    "mask",
    "members",
    "minus",
    "move",
    "other_words",
    "plus",
    "record",
    "some",
]
