"""Moves and their effects in words, made of events, for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

import attrs

from era_of_inventions.tabletop.law.verdict import Event
from era_of_inventions.tabletop.play.setting import AnySetting, kept_in_setting
from era_of_inventions.tabletop.play.verdict_text import event_values
from era_of_inventions.tabletop.values import Layout, evolve
from era_of_inventions.tabletop.values.declared import BoundField
from era_of_inventions.tabletop.values.domains import Seat
from era_of_inventions.tabletop.values.outline import TURN

NOBODY = "-"
"""An open place of a row."""
TO_MOVE = f"{TURN}.seat"
"""The field with the player to move, which the prompt shows."""


@attrs.frozen
class Narration:
    """Describes what the moves of one mover change, as ``seat`` may know it (None for a spectator).

    ``words`` is the text of the moves; changes that this text names already are not
    repeated. ``mover`` is the seat that makes the moves, None for chance.
    """

    setting: AnySetting
    names: Sequence[str]
    seat: int | None
    mover: int | None
    words: str

    def of_players(self, events: Sequence[Event]) -> str:
        """Describe the changes for players: first, without a name, for the mover, then for each other player."""
        seen = [
            event
            for event in self._seen(events)
            if event.seat is not None and self._is_reported(event.field)
        ]
        seen.sort(key=lambda event: (event.seat != self.mover, event.seat))
        parts = []
        for seat, some in groupby(seen, key=attrgetter("seat")):
            if text := ", ".join(self._of_player(some)):
                parts.append(text if seat == self.mover else f"{self.names[seat]} {text}")
        return "; ".join(parts)

    def of_table(self, events: Sequence[Event]) -> Iterator[str]:
        """Describe the changes on the table, a line for each field."""
        seen = [event for event in self._seen(events) if event.seat is None]
        yield from self._shuffled(seen)
        for path, some in groupby(seen, key=attrgetter("field")):
            if (field := self._fields.get(path)) and self._is_reported(path):
                changes = [words for event in some for words in self._lying(event, field)]
                if changes:
                    yield f"{field.spec.words}: {'; '.join(_joined(changes))}"

    def _seen(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield one event for each changed quantity that the seat sees, from its first to its last value."""
        merged: dict[tuple[str, str, int | None], Event] = {}
        for event in events:
            key = (event.field, event.key, event.seat)
            merged[key] = evolve(event, before=merged.get(key, event).before)
        return (
            event
            for event in merged.values()
            if event.before != event.after and event.is_seen_by(self.seat)
        )

    def _shuffled(self, events: Sequence[Event]) -> Iterator[str]:
        """Describe the piles that were shuffled into others."""
        piles = [event for event in events if self._is_pile(event.field) and not event.key]
        for event in piles:
            grown = (
                other
                for other in piles
                if self._kind(other) is self._kind(event) and _grows(other)
            )
            if event.after == 0 and (other := next(grown, None)):
                yield f"{other.what}: {event.what} shuffled in"

    @property
    def _fields(self) -> Mapping[str, BoundField]:
        return _fields_of(self.setting)

    @property
    def _mentioned(self) -> set[object]:
        return {word.strip(",") for word in self.words.split()}

    def _is_pile(self, path: str) -> bool:
        field = self._fields.get(path)
        return field is not None and getattr(field.spec.holds, "pile", False)

    def _kind(self, event: Event) -> Any:
        """Return the kind of things in a pile."""
        holds: Any = self._fields[event.field].spec.holds
        return holds.of

    def _is_reported(self, path: str) -> bool:
        """Return whether changes of a field are reported: no piles, nothing obvious, and of the turn only seats."""
        field = self._fields.get(path)
        if path in self.setting.rulebook.obvious or path == TO_MOVE:
            return False
        if path.startswith(f"{TURN}."):
            return field is not None and isinstance(field.spec.holds, Seat)
        return not self._is_pile(path)

    def _of_player(self, events: Iterable[Event]) -> Iterator[str]:
        """Describe the changes for one player. Things that come to, or leave, the same field are listed together."""
        mentioned = set() if self.mover is None else self._mentioned
        new = (
            event
            for event in events
            if not (self._names_thing(event) and {event.key, event.after} & mentioned)
        )
        for (_, comes), some in groupby(
            new, key=lambda event: (event.field, self._comes(event))
        ):
            if comes is None:
                yield from (self._change(event, event.what) for event in some)
            else:
                first, *others = some
                yield f"{'+' if comes else '-'} {', '.join([first.what, *(other.key for other in others)])}"

    def _names_thing(self, event: Event) -> bool:
        """Return whether the quantity of an event names a thing, rather than counting things."""
        return isinstance(event.after, str) or self._comes(event) is not None

    def _comes(self, event: Event) -> bool | None:
        """Return true if the event's thing comes, false if it goes, None if the event is not about a single thing."""
        field = self._fields.get(event.field)
        cells = (
            (cell for cell in field.shape.quantities if cell.key == event.key)
            if field and event.key
            else ()
        )
        return (
            bool(event.after)
            if any((cell.low, cell.high) == (0, 1) for cell in cells)
            else None
        )

    def _change(self, event: Event, what: str) -> str:
        before, after = event_values(event, self.names)
        return f"{what} {before} → {after}".strip()

    def _lying(self, event: Event, field: BoundField) -> Iterator[tuple[str, str]]:
        """Yield each thing that has moved, with the verb for it; other changes are described, with an empty verb."""
        if field.shape.places:
            before, after = str(event.before).split(), str(event.after).split()
            for things, others, verb in ((before, after, "leaves"), (after, before, "comes")):
                known = (*others, NOBODY, *self._mentioned)
                yield from ((one, verb) for one in things if one not in known)
        elif {event.key, event.after} & self._mentioned:
            return
        elif (comes := self._comes(event)) is not None:
            yield event.key, "comes" if comes else "leaves"
        else:
            yield self._change(event, event.key), ""


def _grows(event: Event) -> bool:
    return (
        isinstance(event.before, int)
        and isinstance(event.after, int)
        and event.after > event.before
    )


def _joined(changes: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Join neighbouring things that have the same verb."""
    for how, some in groupby(changes, key=itemgetter(1)):
        things = [thing for thing, _ in some]
        verb = how if len(things) == 1 else {"leaves": "leave", "comes": "come"}.get(how, how)
        yield f"{', '.join(things)} {verb}".rstrip()


@kept_in_setting
def _fields_of(setting: AnySetting) -> Mapping[str, BoundField]:
    """Return the fields of positions, by their paths in events."""
    return dict(_paths(setting.layout))


def _paths(layout: Layout[Any], within: str = "") -> Iterator[tuple[str, BoundField]]:
    for field in layout.fields:
        path = f"{within}{field.name}"
        yield from (
            _paths(field.shape.inner, f"{path}.") if field.shape.inner else [(path, field)]
        )
