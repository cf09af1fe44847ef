"""How a dispute file states the values of a position: as plain data, each under a key of a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting, described
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import Count, Field, Shape, Terms, Text, field, record
from era_of_inventions.tabletop.values.declared import BoundField, key_of, keys_of
from era_of_inventions.tabletop.values.domains import (
    QUESTION_MARK,
    Domain,
    HoldsCards,
    PlainForm,
    plain_shape,
)
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.outline import PartialPosition, PositionSchema
from era_of_inventions.tabletop.values.packed import COUNT_MAX
from era_of_inventions.tabletop.values.plain import Many, unreadable

POSITION, PLAYER = "position", "player"
"""The tables of a dispute file that state a position."""
TEXTS = Many(Text())


class Stated(Domain[Any]):
    """A value as a dispute file states it."""

    def schema(self, terms: Terms) -> Schema:
        """Return a schema that allows every value that a file can state of a position."""
        text, number = Text().schema(terms), Count(-COUNT_MAX).schema(terms)
        listed = {"type": "array", "items": text}
        lying = {"type": "object", "additionalProperties": {"anyOf": [number, listed]}}
        return {"anyOf": [number, {"type": "boolean"}, text, listed, lying]}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return a shape that can write values, but not read them."""
        return plain_shape(unreadable, lambda value: value)


@record
class Statement:
    """A value of a position as a dispute file states it, with the tables and the key where it stands."""

    place: Field[tuple[str, ...]] = field(TEXTS, "the tables and the key")
    value: Field[Any] = field(Stated(), "the value")
    also: Field[tuple[str, ...]] = field(TEXTS, "other keys that state the same")

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys under which the value can stand, the usual one first."""
        return (self.place[-1], *self.also)


def name_of(path: KeyPath) -> str:
    """Return the path of a field as text, without the numbers of seats."""
    return ".".join(step for step in path if isinstance(step, str))


def table_at(tables: Any, place: Iterable[str | int], *, adding: bool = False) -> Any:
    """Return the table at a place in the tables of a file; an empty one if there is none, which can be added."""
    for step in place:
        if isinstance(step, int):
            tables = tables[step]
        else:
            key = known_key(step, tables)
            tables = tables.setdefault(key, {}) if adding else tables.get(key, {})
    return tables if isinstance(tables, dict) else {}


def known_key(key: str, table: Collection[str]) -> str:
    """Return a key as it is written in a table, in small or capital letters; the key itself if the table lacks it."""
    alike = (name for name in table if fold(name) == fold(key))
    return key if key in table else next(alike, key)


def tables_of(name: str, outline: PositionSchema) -> tuple[tuple[str, ...], ...]:
    """Return the tables of a file that state a part of positions: one table, or one for each player."""
    if name == outline.players:
        return tuple((PLAYER, player) for player in outline.names)
    return ((POSITION,) if name == outline.turn else (POSITION, outline.parts[name].key),)


def place_in_file(path: KeyPath, position: PartialPosition) -> tuple[str, ...] | None:
    """Return the tables and the key that state the field at a path; None if no key of a file states it."""
    outline = position.outline
    part, *seats, name = path if len(path) > 1 else (outline.turn, *path)
    of_part = outline.parts.get(str(part))
    number = next((seat for seat in seats if isinstance(seat, int)), 0)
    if of_part is None or len(seats) > 1 or name not in position.of[str(part)][0]:
        return None
    key = next(key_of(one.spec) for one in of_part.lines.fields if one.name == name)
    return (*tables_of(str(part), outline)[number], key)


def value_in_file(one: BoundField, value: Any, setting: AnySetting) -> Any:
    """Return the value of a field as a file states it; copies of a card are named by their faces alone."""
    if not (faces := faces_in_file(one, setting)):
        return in_file(one, value)
    holds: Any = one.spec.holds
    known, unknown = holds.contents(value)
    numbers = holds.of.faces.copies(setting).counts(known)
    counted = zip((*faces, QUESTION_MARK), (*numbers, unknown), strict=True)
    return [*chain.from_iterable(repeat(name, number) for name, number in counted)]


def faces_in_file(one: BoundField, setting: AnySetting) -> tuple[str, ...]:
    """Return the names of the faces of the cards that can lie in a field; empty if no card there is a copy."""
    holds: Any = one.spec.holds
    faces = holds.of.faces if isinstance(holds, HoldsCards) else None
    return () if faces is None else (*faces.copies(setting).numbers,)


def in_file(one: BoundField, value: Any) -> Any:
    """Return the value of a field as a file states it. A table of numbers has an entry for each item, also for 0."""
    plain, labels = one.shape.write(value), one.shape.labels
    if one.shape.form is PlainForm.LIST:
        return [labels[item] for item in plain]
    if one.shape.form is PlainForm.COUNTS:
        return {label: plain.get(key, 0) for key, label in labels.items()}
    return plain if isinstance(plain, dict) else labels.get(plain, plain)


def statements(
    state: AnyPosition, names: Sequence[str], *, exactly: bool = False
) -> Iterator[Statement]:
    """Yield all that a file can state of a position: every field that does not follow from others.

    ``exactly``, each copy of a card counts as another card.
    """
    position = described(state, tuple(names))
    for name, part in position.outline.parts.items():
        tables = tables_of(name, position.outline)
        for table, values in zip(tables, position.of[name], strict=False):
            for one in part.lines.fields:
                if one.name in values:
                    held = values[one.name]
                    value = (
                        in_file(one, held)
                        if exactly
                        else value_in_file(one, held, state.setting)
                    )
                    key, *also = keys_of(one.spec)
                    yield Statement((*table, key), value, (*also,))
