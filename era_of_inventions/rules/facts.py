"""What the facts about the material in the box are checked with."""

from __future__ import annotations

from collections.abc import Iterator

from era_of_inventions.box.components import CardKind, Components, InventionCard
from era_of_inventions.box.goods import (
    FINE_CUBES,
    NO_GOODS,
    Good,
    Goods,
    only,
    show,
    total,
    unpack,
)

Problems = Iterator[str]

INVENTIONS = (
    "cash register",
    "sewing machine",
    "typewriter",
    "telephone",
    "gramophone",
    "camera",
    "car",
    "steam train",
    "airplane",
)
"""The names the rulebooks give the inventions."""


def cost_outside(card: InventionCard, kinds: tuple[Good, ...]) -> Problems:
    """Yield a problem if a card costs goods of any other kind than these."""
    if only(card.cost, kinds) != card.cost:
        expected = ", ".join(good.word for good in kinds)
        yield f"card {card.id} costs {show(card.cost)}; expected only {expected}"


def supply(components: Components, expected: int, *goods: Good) -> Problems:
    """Yield a problem for each good of which the box does not hold as many cubes as expected."""
    for good, number in (
        (good, dict(unpack(components.supply)).get(good, 0)) for good in goods
    ):
        if number != expected:
            yield f"the box holds {number} of {good.word}; expected {expected}"


def invention(components: Components, name: str) -> int | None:
    """Return the index of an invention of this name; None where a set has none."""
    return components.inventions.index(name) if name in components.inventions else None


def developable(components: Components, name: str) -> int | None:
    """Return the index of an invention of this name with both its spaces; None where a set has none."""
    index = invention(components, name)
    return index if index is not None and 2 * index + 1 < len(components.spaces) else None


def takes(card: InventionCard, paid: Goods) -> bool:
    """Return whether exactly these cubes pay the card: those it shows, and on a fake any one for each mark."""
    marks = only(paid, FINE_CUBES) if card.kind is CardKind.FAKE else NO_GOODS
    return (card.cost, card.question_marks) == (paid - marks, total(marks))
