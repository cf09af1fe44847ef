"""Differences between two positions: one change for each quantity that differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from era_of_inventions.tabletop.values.declared import BoundField, fields_of
from era_of_inventions.tabletop.values.domains import PlainForm
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.records import Audience


class Change(NamedTuple):
    """One quantity of a position that has changed.

    ``field`` is the path of its field, such as ``"players.goods"``, and ``key`` the
    quantity within it. ``seat`` is the player it belongs to, None if it belongs to
    nobody. ``seen`` says who may know of the change, and ``what`` is the name of the
    quantity in text.
    """

    field: str
    key: str
    seat: int | None
    before: int | str
    after: int | str
    seen: Audience
    what: str


def changes(
    layout: Layout[Any], before: Any, after: Any, seat: int | None = None, within: str = ""
) -> Iterator[Change]:
    """Yield the changes between two records, in field order.

    Fields that are not reported are skipped.
    """
    for field, old, new in zip(
        layout.fields, layout.values(before), layout.values(after), strict=True
    ):
        if old is new or old == new or not field.spec.reported:
            continue
        inner = field.shape.inner
        if inner is None:
            yield from _changed(field, old, new, seat, within)
        elif field.shape.form is PlainForm.RECORDS:
            for who, (was, now) in enumerate(zip(old, new, strict=True)):
                if was is not now and was != now:
                    yield from changes(inner, was, now, who, f"{within}{field.name}.")
        else:
            yield from changes(inner, old, new, seat, f"{within}{field.name}.")


def _changed(
    field: BoundField, old: Any, new: Any, seat: int | None, within: str
) -> Iterator[Change]:
    shape, seen = field.shape, field.spec.seen
    before, after = shape.measure(old), shape.measure(new)
    differing = [
        number
        for number, (was, now) in enumerate(zip(before, after, strict=True))
        if was != now
    ]
    hide = shape.hide if differing and seen != "all" else None
    shown = (
        []
        if hide is None
        else [*zip(shape.measure(hide(old)), shape.measure(hide(new)), strict=True)]
    )
    for number in differing:  # everybody sees a quantity that hiding does not change
        was, now = before[number], after[number]
        audience: Any = "all" if shown and shown[number] == (was, now) else seen
        whose, what = number if shape.by_seat else seat, field.phrases[number][0]
        yield Change(
            within + field.name, shape.quantities[number].key, whose, was, now, audience, what
        )


def paths(kind: type[Any], within: str = "") -> Iterator[str]:
    """Yield the paths of all fields that can change, as in `Change.field`."""
    for attribute, spec in fields_of(kind):
        if spec.reported:
            inner = [
                path
                for part in spec.holds.records()
                for path in paths(part, f"{within}{attribute.name}.")
            ]
            yield from inner or [within + attribute.name]
