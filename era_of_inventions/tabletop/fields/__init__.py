"""Positions whose fields are declared once: what a field holds, its words, its bounds, who sees it.

From the declarations follow JSON and its schema, lines of text, the keys of tables in TOML, typed changes, the
quantities of claims, bounds, positions for Hypothesis, observations, views, and the drafts in which positions are
changed. Kinds of moves are declared in the same way. Nothing here knows a game.
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
)
from era_of_inventions.tabletop.fields.groups import Amounts, CardSet, Counts, History, Path, Things
from era_of_inventions.tabletop.fields.layout import Layout, layout_of
from era_of_inventions.tabletop.fields.moves import Kinds, Move, move
from era_of_inventions.tabletop.fields.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.fields.problems import InvalidDataError, Problem
from era_of_inventions.tabletop.fields.records import (
    Draft,
    Field,
    Position,
    RootDraft,
    carried,
    drafts,
    each,
    field,
    part,
    record,
    replace,
)
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
    "Problem",
    "RootDraft",
    "Seat",
    "Shape",
    "Terms",
    "Things",
    "bag",
    "carried",
    "drafts",
    "each",
    "field",
    "layout_of",
    "mask",
    "members",
    "move",
    "part",
    "record",
    "replace",
]
