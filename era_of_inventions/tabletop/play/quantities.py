"""What can be claimed of a position: the quantities of its fields, the score, and those that the rulebook adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, cast

from era_of_inventions.tabletop.fields.domains import Form, Holder, Names
from era_of_inventions.tabletop.fields.layout import Layout
from era_of_inventions.tabletop.fields.quantities import Quantities, Quantity
from era_of_inventions.tabletop.fields.records import Spec
from era_of_inventions.tabletop.fields.values import Mask
from era_of_inventions.tabletop.fields.views import leaves
from era_of_inventions.tabletop.files.stretch import fold
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.rulebook import AnyPosition
from era_of_inventions.tabletop.play.score import column_of, score
from era_of_inventions.tabletop.play.setting import Setting

Besides = Mapping[str, Callable[[Any], Mask[Any]]]
ELSEWHERE = "elsewhere"
"""Where something lies that lies in no field, such as a card that has left the game."""


@lru_cache(maxsize=64)
def quantities_of(setting: Setting[Any, Any], names: tuple[str, ...]) -> Quantities:
    """What can be claimed at a table of players with these names."""
    rulebook = setting.rulebook
    layout, form = rulebook.layout(setting, names), rulebook.disputes
    places = (place for kind, besides in form.lying.items() for place in _places_of(layout, kind, besides))
    return Quantities(layout, (*_of_score(rulebook.law), *places, *form.quantities))


def _places_of(layout: Layout[Any], kind: type, besides: Besides) -> Iterator[Quantity]:
    """Where each thing of a kind lies: in a field that is reported, of the table or of a player, or elsewhere."""
    names, words = layout.terms.names, {fold(place): place for place in (ELSEWHERE, *besides)}
    holders = dict[Names[Any, Any], None]()
    for field in layout.fields:
        inner = field.shape.inner.fields if field.shape.inner else ()
        for held in (held for held in inner if _holds(held.spec, kind)):
            holders[cast("Holder[Any]", held.spec.holds).of] = None
            for owner in names if field.shape.form is Form.RECORDS else ("",):
                places = [f"{owner} {place}".strip() for place in (held.spec.words, *held.spec.also)]
                words |= {fold(place): places[0] for place in places}
    known = max((of.known(layout.terms) for of in holders), key=lambda known: len(known.names))
    for index, name in enumerate(known.names):
        also = tuple(f"place of {word}" for word, of in known.also.items() if of == name)
        measure = partial(_place, index, kind, names, besides)
        yield Quantity(f"place of {name}", False, measure, words, also)


def _place(index: int, kind: type, names: Sequence[str], besides: Besides, state: AnyPosition, _: int) -> str:
    for leaf in leaves(state.setting.rulebook.layout(state.setting), state):
        holder = cast("Holder[Any]", leaf.field.spec.holds)
        if _holds(leaf.field.spec, kind) and holder.contents(leaf.value).known >> index & 1:
            owner = "" if leaf.seat is None else names[leaf.seat]
            return f"{owner} {leaf.field.spec.words}".strip()
    return next((place for place, lying in besides.items() if lying(state) >> index & 1), ELSEWHERE)


def _holds(spec: Spec, kind: type) -> bool:
    """Whether things of a kind lie in a field."""
    return isinstance(spec.holds, Holder) and spec.holds.of.of is kind and spec.reported


def _of_score(law: Law) -> Iterator[Quantity]:
    yield Quantity("score", True, lambda state, seat: score(state).totals[seat])
    for clause in law.scorings:
        yield Quantity(f"points {clause.id}", True, partial(_points, clause))


def _points(clause: Clause[..., Any], state: AnyPosition, seat: int) -> int:
    return column_of(clause, state).points[seat]
