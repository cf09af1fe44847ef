"""Positions whose fields are declared once: what a field holds, its words, its bounds, who may see it.

Everything else is derived from the declarations: JSON and its schema, lines of text, TOML keys, typed changes, the
quantities of claims, bounds checks, Hypothesis strategies, observations, views, and the drafts through which positions
change. Kinds of moves are declared the same way. Nothing here knows a game.
"""

from era_of_inventions.tabletop.fields.domains import (
    Choice,
    Count,
    DeclarationError,
    Domain,
    Flag,
    Hidden,
    Maybe,
    Names,
    Seat,
    Shape,
    Terms,
    other_words,
)
from era_of_inventions.tabletop.fields.groups import Amounts, CardSet, Counts, History, Path, Seats, Things
from era_of_inventions.tabletop.fields.layout import Layout, layout_of
from era_of_inventions.tabletop.fields.moves import Kinds, Move, move
from era_of_inventions.tabletop.fields.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.fields.problems import DataProblem, InvalidDataError
from era_of_inventions.tabletop.fields.records import (
    Draft,
    Field,
    Position,
    RootDraft,
    Sealed,
    carried,
    drafts,
    each,
    field,
    kept,
    part,
    record,
    replace,
)
from era_of_inventions.tabletop.fields.stacks import Stack, Stacks, laid, lifted
from era_of_inventions.tabletop.fields.texts import Text
from era_of_inventions.tabletop.fields.values import (
    COUNT_MAX,
    LANE,
    NO_THINGS,
    NOTHING,
    UNKNOWN,
    Bag,
    Cards,
    Mask,
    bag,
    mask,
    members,
)

__all__ = [
    "COUNT_MAX",
    "LANE",
    "NOTHING",
    "NO_THINGS",
    "UNKNOWN",
    "Amounts",
    "Bag",
    "CardSet",
    "Cards",
    "Choice",
    "Count",
    "Counts",
    "DataProblem",
    "DeclarationError",
    "Domain",
    "Draft",
    "Earlier",
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
    "Path",
    "PerPlayer",
    "Position",
    "RootDraft",
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
    "drafts",
    "each",
    "field",
    "kept",
    "laid",
    "layout_of",
    "lifted",
    "mask",
    "members",
    "move",
    "other_words",
    "part",
    "record",
    "replace",
]
