"""Positions as people describe them: each player, each part, and the earlier records of a part.

The part of a position that is called "turn" says what is awaited. The fields of the
position itself, such as the number of the round, are described along with that part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

import attrs

from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.copies import ByFace
from era_of_inventions.tabletop.values.declared import BoundField, fields_of
from era_of_inventions.tabletop.values.layout import Layout, layout_of
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.tabletop.values.naming import AnyNames, DeclarationError
from era_of_inventions.tabletop.values.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.values.packed import plus
from era_of_inventions.tabletop.values.records import replaced

S = TypeVar("S")
Values = dict[str, Any]
"""The values of fields, by field name."""
TURN = "turn"
"""The words of the part that says what is awaited."""


@attrs.frozen
class PartialPosition:
    """A position described in part: ``of`` maps the name of a field to the values of the records in it.

    For the players, the list has the values of each seat. For a part, it has the values
    of its record, then the values of the earlier records, latest first. The values of
    the position's own fields are among the values of the turn.
    """

    outline: PositionSchema
    of: dict[str, list[Values]]

    def at(self, path: str) -> tuple[list[Values], str]:
        """Look up a field by its path in positions: return the values of the records that have it, and its name."""
        name, _, field = path.partition(".")
        return (self.of[name], field) if field else (self.of[self.outline.turn][:1], name)

    def on(self, base: S) -> S:
        """Return a copy of the position ``base`` with these values."""
        outline, values = self.outline, dict(self.of[self.outline.turn][0])
        for name in outline.held:
            held, entries = getattr(base, name), self.of[name]
            if name == outline.players:
                values[name] = tuple(_with(*pair) for pair in zip(held, entries, strict=True))
            else:
                values[name] = outline.parts[name].chain(held, entries)
        return cast("S", _with(base, values))

    def choose_copies(self) -> None:
        """Choose a copy for every card that is named only by its face; if possible, one that lies nowhere else here."""
        lying = [
            (values, name, holds)
            for part, entries in self.of.items()
            for number, values in enumerate(entries)
            for name, holds in self.outline.parts[part].lines_at(number).holders.items()
            if name in values
        ]
        taken = defaultdict[AnyNames, Any](int)
        for values, name, holds in lying:
            held = values[name]
            value = held.value if isinstance(held, ByFace) else held
            taken[holds.of] |= holds.contents(value).known
        for values, name, holds in lying:
            if isinstance(held := values[name], ByFace):
                known = holds.contents(held.value).known
                for face in held.faces:
                    free = held.copies.of_face[face] & ~known
                    card = held.copies.one(free & ~taken[holds.of] or free, face)
                    taken[holds.of], known = taken[holds.of] | 1 << card, plus(known, card)
                values[name] = holds.swapped(held.value, known)


def _with(record: Any, values: Values) -> Any:
    """Return a record with these values in its fields; ignore the names of other fields."""
    names = (field.name for field, _ in fields_of(type(record)))
    held = {name: values[name] for name in names if name in values}
    return replaced(record, held)


@attrs.frozen
class Before:
    """How the earlier records of a part are described, such as earlier turns.

    ``field`` is the field that holds the earlier record, ``words`` name that field,
    ``most`` is the highest number of earlier records, and ``lines`` describe the fields
    of each.
    """

    field: str
    words: str
    most: int
    lines: Lines

    @property
    def key(self) -> str:
        """The key of the earlier records in a table of TOML."""
        return self.words.replace(" ", "_")


@attrs.frozen
class Part:
    """How the records in a field of a position are described.

    ``words`` name the field, and ``lines`` describe the fields of its records.
    ``fresh`` are the default values of these fields. An earlier record has them where
    nothing else is described.
    """

    words: str
    lines: Lines
    fresh: Values
    before: Before | None

    @property
    def key(self) -> str:
        """The key of the part in a table of TOML."""
        return self.words.replace(" ", "_")

    def lines_at(self, number: int) -> Lines:
        """Return the lines for a record by its number: 0 is the part itself (or the first player), 1 the one before."""
        return self.before.lines if self.before and number else self.lines

    def records(self, record: Any) -> Iterator[Any]:
        """Yield a record, then the records before it."""
        while record is not None:
            yield record
            record = getattr(record, self.before.field) if self.before else None

    def chain(self, base: Any, entries: Sequence[Values]) -> Any:
        """Return ``base`` with the values of the first entry, and before it a record for each further entry.

        Where an earlier record has neither a value nor a default, it has the value of
        the record after it.
        """
        records, before = [_with(base, entries[0])], None
        for values in entries[1:]:
            records.append(_with(records[-1], {**self.fresh, **values}))
        for record in reversed(records):
            before = _with(record, {self.before.field: before}) if self.before else record
        return before


class PositionSchema:
    """The schema of a described position: its parts, and the fields that are described with each part.

    The position's own fields are described with the turn, except those that are
    ``unsaid``. ``besides`` maps the name of a part to a further record class, which no
    position holds; its fields are described along with that part. Raises
    `DeclarationError` if a field cannot be described, or if two fields have the same
    words.
    """

    def __init__(
        self,
        layout: Layout[Any],
        unsaid: Collection[str] = (),
        besides: Mapping[str, type[Any]] | None = None,
    ) -> None:
        """Collect the parts and their fields."""
        held = {
            field.name: field
            for field in layout.fields
            if isinstance(field.spec.holds, Nested | PerPlayer)
        }
        of_players = [
            name for name, field in held.items() if isinstance(field.spec.holds, PerPlayer)
        ]
        own = [field for field in layout.fields if field.name not in (*held, *unsaid)]
        more = {
            name: layout_of(kind, layout.terms).fields
            for name, kind in (besides or {}).items()
        }
        self.held = tuple(held)
        """The fields in which a position holds records."""
        self.turn = next(
            (name for name, field in held.items() if field.spec.words == TURN), TURN
        )
        self.players = next(iter(of_players), "players")
        self.parts = {
            name: _part(
                layout, held.get(name), own if name == self.turn else more.get(name, ())
            )
            for name in dict.fromkeys((*held, self.turn, self.players))
        }
        """How each field that holds records is described, by its name; the turn and the players are always there."""
        self.paths = (
            *(field.name for field in own),
            *(
                f"{name}.{inner.name}"
                for name, field in held.items()
                if field.shape.inner
                for inner in field.shape.inner.fields
            ),
        )
        """The paths of all described fields in a position."""
        self.names = layout.terms.names
        """The players' names by seat, if they are known."""
        self._seats = layout.terms.seats[1]
        if self.parts[self.players].before or of_players[1:]:
            raise DeclarationError(
                [f"{layout.kind.__name__}: each player has one line, and no earlier one"]
            )

    def of(self, position: Any) -> PartialPosition:
        """Return the whole description of a position."""
        entries: dict[str, list[Values]] = {
            self.turn: [{}],
            self.players: [{} for _ in range(self._seats)],
        }
        for name in self.held:
            part, held = self.parts[name], getattr(position, name)
            entries[name] = [
                _held(part, record)
                for record in (held if name == self.players else part.records(held))
            ]
        entries[self.turn][0] = _held(self.parts[self.turn], position) | entries[self.turn][0]
        return PartialPosition(self, entries)


def _held(part: Part, record: Any) -> Values:
    """Return the values of the described fields of a record."""
    names = (field.name for field, _ in fields_of(type(record)))
    return {name: getattr(record, name) for name in names if name in part.lines.names}


def _part(layout: Layout[Any], field: BoundField | None, more: Iterable[BoundField]) -> Part:
    """Return how the records in a field are described, along with ``more`` fields.

    Raises `DeclarationError` if these fields cannot be described together.
    """
    inner = field.shape.inner.fields if field and field.shape.inner else ()
    known = [field for field in inner if not isinstance(field.spec.holds, Earlier)]
    earlier = [
        Before(field.name, field.spec.words, field.spec.holds.most, _lines(layout, known))
        for field in inner
        if isinstance(field.spec.holds, Earlier)
    ]
    fresh = {
        field.name: field.default for field in inner if field.default is not attrs.NOTHING
    }
    return Part(
        field.spec.words if field else TURN,
        _lines(layout, [*more, *known]),
        fresh,
        next(iter(earlier), None),
    )


def _lines(layout: Layout[Any], fields: Sequence[BoundField]) -> Lines:
    """Return the lines that describe fields together.

    Raises `DeclarationError` if a field holds records, or if two fields have the same
    words, whatever their case.
    """
    kind, called = (
        layout.kind.__name__,
        [
            word
            for field in fields
            for word in {*map(fold, (field.name, field.spec.words, *field.spec.also))}
        ],
    )
    reasons = [
        f"{kind}: no line is about {field.name}"
        for field in fields
        if field.spec.holds.records()
    ]
    reasons += [
        f"{kind}: two fields of one line are called {word!r}"
        for word in {*called}
        if called.count(word) > 1
    ]
    if reasons:
        raise DeclarationError(sorted(reasons))
    return Lines(fields)


def subjects(kind: type[Any]) -> tuple[str, ...]:
    """Return the words for the parts of positions, with the turn last, and then the words for earlier records."""
    parts = {
        spec.words: spec.holds.records()
        for _, spec in fields_of(kind)
        if isinstance(spec.holds, Nested)
    }
    inner = [
        spec
        for records in parts.values()
        for record in records
        for _, spec in fields_of(record)
    ]
    earlier = [spec.words for spec in inner if isinstance(spec.holds, Earlier)]
    return (*(words for words in parts if words != TURN), TURN, *earlier)
