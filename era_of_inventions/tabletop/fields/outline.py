"""What people say of a position: of each player, of each part, of the turn, and of what came before in the turn.

The part of a position that is called "turn" says what is awaited. What the position itself holds, such as the number of
the round, is said along with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar, cast

import attrs

from era_of_inventions.tabletop.fields.domains import DeclarationError
from era_of_inventions.tabletop.fields.layout import Bound, Layout, fields_of, layout_of
from era_of_inventions.tabletop.fields.lines import Lines
from era_of_inventions.tabletop.fields.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.fields.records import replace

S = TypeVar("S")
Values = dict[str, Any]
"""What fields hold, by their names."""
TURN = "turn"
"""The words of the part that says what is awaited."""


@attrs.define
class Said:
    """What is said of a position.

    ``turn`` is about the position itself and its turn, ``earlier`` about the records before that of the turn, the last
    one first, ``parts`` about its other parts, by the names of their fields, and ``players`` about each seat.
    """

    outline: Outline
    turn: Values
    earlier: list[Values]
    parts: dict[str, Values]
    players: list[Values]

    def on(self, base: S) -> S:
        """The position of which this is said, and which is as another in all else."""
        outline = self.outline
        held: Values = {name: _with(getattr(base, name), values) for name, values in self.parts.items()}
        if name := outline.players_field:
            players = zip(getattr(base, name), self.players, strict=True)
            held[name] = tuple(_with(player, values) for player, values in players)
        if name := outline.turn_field:
            held[name] = self._turn_on(getattr(base, name))
        return cast("S", _with(base, {**self.turn, **held}))

    def _turn_on(self, base: Any) -> Any:
        """The record of the turn with those before it, of which what has no default is as in the one that follows."""
        records, before = [_with(base, self.turn)], None
        for values in self.earlier:
            records.append(_with(records[-1], {**self.outline.fresh, **values}))
        for record in reversed(records):
            before = _with(record, {self.outline.earlier_field: before})
        return before


def _with(record: Any, values: Mapping[str, Any]) -> Any:
    """A record in which those of its fields that are named hold other values."""
    names = {field.name for field, _ in fields_of(type(record))}
    return replace(record, **{name: held for name, held in values.items() if name in names})


class Outline:
    """What can be said of the positions of a layout.

    Their own fields that are ``unsaid`` cannot; ``besides`` are further records that can be spoken of, each along with
    the part of that name, though no position holds them. Raises `DeclarationError` if something can be said nowhere, or
    two things in the same words.
    """

    def __init__(
        self, layout: Layout[Any], unsaid: Collection[str] = (), besides: Mapping[str, type[Any]] | None = None
    ) -> None:
        """Find the words for everything."""
        inner = {field.name: field.shape.inner.fields for field in layout.fields if field.shape.inner is not None}
        parts = {field.name: field.spec.words for field in layout.fields if isinstance(field.spec.holds, Nested)}
        self.turn_field = next((name for name, words in parts.items() if words == TURN), "")
        self.players_field = next((f.name for f in layout.fields if isinstance(f.spec.holds, PerPlayer)), "")
        self._seats = layout.terms.seats[1]
        turn = inner.get(self.turn_field, ())
        before = next((field for field in turn if isinstance(field.spec.holds, Earlier)), None)
        self.earlier_field = before.name if before else ""
        self.earlier_most = before.spec.holds.most if before and isinstance(before.spec.holds, Earlier) else 0
        self.earlier_words = before.spec.words if before else ""
        self.words = {name: words for name, words in parts.items() if name != self.turn_field}
        """How the parts are called, by the names of their fields."""
        self.fresh = {field.name: field.default for field in turn if field.default is not attrs.NOTHING}
        """What need not be said of a turn in which nothing has been done."""
        own = [field for field in layout.fields if field.name not in (*parts, self.players_field, *unsaid)]
        more = {name: layout_of(kind, layout.terms).fields for name, kind in (besides or {}).items()}
        self.turn = _lines(layout, [*own, *(field for field in turn if field is not before)])
        self.earlier = _lines(layout, [field for field in turn if field is not before])
        self.parts = {name: _lines(layout, [*inner[name], *more.get(name, ())]) for name in self.words}
        self.player = _lines(layout, inner.get(self.players_field, ()))

    def of(self, position: Any) -> Said:
        """All that can be said of a position."""
        turn = getattr(position, self.turn_field) if self.turn_field else None
        players = getattr(position, self.players_field) if self.players_field else [None] * self._seats
        earlier, record = [], turn
        while self.earlier_field and (record := getattr(record, self.earlier_field)) is not None:
            earlier.append(_held(self.earlier, record))
        return Said(
            self,
            _held(self.turn, position, turn),
            earlier,
            {name: _held(lines, getattr(position, name)) for name, lines in self.parts.items()},
            [_held(self.player, player) for player in players],
        )


def _held(lines: Lines, *records: Any) -> Values:
    """What the fields of records hold that have words."""
    fields = [(record, field.name) for record in records if record is not None for field, _ in fields_of(type(record))]
    return {name: getattr(record, name) for record, name in fields if name in lines.names}


def _lines(layout: Layout[Any], fields: Iterable[Bound]) -> Lines:
    """The words for fields. Raises `DeclarationError` if they cannot stand together."""
    known = [*fields]
    kind, called = layout.kind.__name__, [word for field in known for word in {field.name, field.spec.words}]
    reasons = [f"{kind}: no line is about {field.name}" for field in known if field.spec.holds.records()]
    reasons += [f"{kind}: two fields of one line are called {word!r}" for word in {*called} if called.count(word) > 1]
    if reasons:
        raise DeclarationError(sorted(reasons))
    return Lines(known)


def subjects(kind: type[Any]) -> tuple[str, ...]:
    """How the parts of a kind of positions are called where people write: the turn last, and what came before in it."""
    parts = [spec for _, spec in fields_of(kind) if isinstance(spec.holds, Nested)]
    turns = [turn for spec in parts if spec.words == TURN for turn in spec.holds.records()]
    earlier = [spec.words for turn in turns for _, spec in fields_of(turn) if isinstance(spec.holds, Earlier)]
    return (*(spec.words for spec in parts if spec.words != TURN), TURN, *earlier)
