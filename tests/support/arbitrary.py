"""Hypothesis strategies of arbitrary records within the bounds of their fields.

Few of the positions among them can occur in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from era_of_inventions.tabletop.values import (
    ABSENT,
    Amounts,
    Cards,
    CardSet,
    Counts,
    Domain,
    Earlier,
    Flag,
    Hidden,
    History,
    Layout,
    Maybe,
    Nested,
    PerPlayer,
    Row,
    Seats,
    Shape,
    Stack,
    Stacks,
    Terms,
    Text,
    Things,
)
from era_of_inventions.tabletop.values.strings import TEXT_MAX

T = TypeVar("T")
ITEMS_MAX = 3
"""The most items of a list."""


def records(layout: Layout[T], *carried: Any) -> st.SearchStrategy[T]:
    """Arbitrary records; ``carried`` are further values, such as a setting."""
    parts = [values(field.spec.holds, layout.terms) for field in layout.fields]
    return st.builds(layout.kind, *map(st.just, carried), *parts)


def values(holds: Domain[Any], terms: Terms) -> st.SearchStrategy[Any]:
    """Arbitrary values of a domain."""
    shape = holds.bind(terms)
    match holds:
        case Nested() | PerPlayer() | Earlier():
            return _nested(holds, shape)
        case Maybe():
            return st.just(holds.nothing) | values(holds.one, terms)
        case Hidden():
            return values(holds.one, terms)
        case History():
            return st.lists(values(holds.one, terms), max_size=min(holds.most, ITEMS_MAX)).map(tuple)
        case Text():
            texts = st.from_regex(holds.pattern or ".*", fullmatch=True)
            return texts.filter(lambda text: len(text) <= (holds.most or TEXT_MAX))
        case Flag():
            return st.booleans()
        case Counts() | Amounts():
            counts = st.fixed_dictionaries({cell.key: st.integers(cell.low, cell.high) for cell in shape.cells})
            return counts.map(shape.read)
        case Things() | Seats():
            return st.integers(0, (1 << len(shape.cells)) - 1)
        case CardSet():
            known: st.SearchStrategy[Any] = st.integers(0, (1 << len(shape.cells) - 1) - 1)
            return known.map(Cards)
        case Row():
            things = range(len(terms.get(holds.of.names)))
            rows = st.permutations([*things, *[ABSENT] * shape.places])
            return rows.map(lambda order: tuple(order[: shape.places]))
        case Stacks():
            return _stacks(len(terms.get(holds.of.names)))
    return st.sampled_from(shape.options)


def _nested(holds: Domain[Any], shape: Shape[Any]) -> st.SearchStrategy[Any]:
    if shape.inner is None:
        return st.none()
    one = records(shape.inner)
    return st.tuples(*[one] * shape.places) if isinstance(holds, PerPlayer) else one


def _stacks(size: int) -> st.SearchStrategy[tuple[Stack, ...]]:
    def stacks(order: Sequence[int], rows: int) -> tuple[Stack, ...]:
        bases, cards = order[:rows], order[rows : 3 * rows]
        return tuple(Stack(base, tuple(cards[row::rows])) for row, base in enumerate(bases))

    return st.builds(stacks, st.permutations(range(size)), st.integers(0, min(4, size // 3)))
