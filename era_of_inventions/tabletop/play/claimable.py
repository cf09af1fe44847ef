"""The quantities that claims can name: of fields, of the score, and others that the rulebook adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.rulebook import HasSetting
from era_of_inventions.tabletop.play.score import column_of, points_of
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.domains import HoldsCards, PlainForm
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.naming import AnyNames, DeclarationError
from era_of_inventions.tabletop.values.packed import Mask
from era_of_inventions.tabletop.values.quantities import Quantities, Quantity
from era_of_inventions.tabletop.values.records import Spec
from era_of_inventions.tabletop.values.views import leaves

Besides = Mapping[str, Callable[[Any], Mask[Any]]]
ELSEWHERE = "elsewhere"
"""The word for the place of a thing that lies in no field, such as a card that has left the game."""


def quantities(layout: Layout[Any], form: DisputeForm[Any, Any], law: Law) -> Quantities:
    """Return the quantities that claims about positions of this layout can name."""
    places = (
        place
        for kind, besides in form.lying.items()
        for place in _places_of(layout, kind, besides)
    )
    return Quantities(layout, (*_of_score(law), *places, *form.quantities))


def _places_of(layout: Layout[Any], kind: type, besides: Besides) -> Iterator[Quantity]:
    """Yield a quantity for each thing of a kind: its place in a reported field, or elsewhere."""
    names, words = layout.terms.names, {fold(place): place for place in (ELSEWHERE, *besides)}
    holders = dict[AnyNames, None]()
    for field in layout.fields:
        inner = field.shape.inner.fields if field.shape.inner else ()
        for held in (held for held in inner if _holds(held.spec, kind)):
            holders[cast("HoldsCards[Any]", held.spec.holds).of] = None
            for owner in names if field.shape.form is PlainForm.RECORDS else ("",):
                places = [
                    f"{owner} {place}".strip() for place in (held.spec.words, *held.spec.also)
                ]
                words |= {fold(place): places[0] for place in places}
    if not holders:
        raise DeclarationError(
            [
                f"disputes.lying: no part of a position has a field in which a {kind.__name__} lies"
            ]
        )
    known = max(
        (of.known(layout.terms) for of in holders), key=lambda known: len(known.names)
    )
    for index, name in enumerate(known.names):
        also = tuple(f"place of {word}" for word, of in known.also.items() if of == name)
        measure = partial(_place, index, kind, names, besides)
        yield Quantity(f"place of {name}", False, measure, words, also)


def _place(
    index: int, kind: type, names: Sequence[str], besides: Besides, state: HasSetting, _: int
) -> str:
    for leaf in leaves(state.setting.layout, state):
        if _holds(leaf.field.spec, kind) and leaf.cards.known >> index & 1:
            owner = "" if leaf.seat is None else names[leaf.seat]
            return f"{owner} {leaf.field.spec.words}".strip()
    return next(
        (place for place, lying in besides.items() if lying(state) >> index & 1), ELSEWHERE
    )


def _holds(spec: Spec, kind: type) -> bool:
    """Return whether things of a kind lie in a field."""
    return isinstance(spec.holds, HoldsCards) and spec.holds.of.of is kind and spec.reported


def _of_score(law: Law) -> Iterator[Quantity]:
    yield Quantity("score", True, lambda state, seat: points_of(state)[seat])
    for clause in law.scorings:
        yield Quantity(f"points {clause.id}", True, partial(_points, clause))


def _points(clause: Clause[..., Any], state: HasSetting, seat: int) -> int:
    return column_of(clause, state).points[seat]
