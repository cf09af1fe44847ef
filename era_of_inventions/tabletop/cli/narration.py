"""What happens in a game, told at the terminal: headings, moves, and what they change, from the events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import attrs

from era_of_inventions.tabletop.fields import Layout
from era_of_inventions.tabletop.fields.domains import Seat
from era_of_inventions.tabletop.fields.layout import Bound
from era_of_inventions.tabletop.fields.outline import TURN
from era_of_inventions.tabletop.law.verdict import Event
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.play.verdict_text import event_values

NOBODY = "-"
"""An open place of a row."""
TO_MOVE = f"{TURN}.seat"
"""The field that says whose turn it is, which the prompt tells."""


@attrs.frozen
class Narration:
    """What moves of one mover change, in words: for a seat, or for a spectator (None).

    ``said`` are the words of the moves; what they say is not told again. ``mover`` is None if chance made them.
    """

    setting: Setting[Any, Any]
    names: Sequence[str]
    seat: int | None
    mover: int | None
    said: str

    def of_players(self, events: Sequence[Event]) -> str:
        """What changes for players: first for the one who makes the move, whose name is left out."""
        seen = [event for event in _merged(events) if event.seat is not None and event.is_seen_by(self.seat)]
        seen.sort(key=lambda event: (event.seat != self.mover, event.seat))
        parts = []
        for who, some in groupby(seen, key=lambda event: event.seat):
            if text := ", ".join(self._of_player([*some])):
                parts.append(text if who in (None, self.mover) else f"{self.names[who]} {text}")
        return "; ".join(parts)

    def of_table(self, events: Sequence[Event]) -> Iterator[str]:
        """What changes on the table, a line for each field."""
        seen = [event for event in _merged(events) if event.seat is None and event.is_seen_by(self.seat)]
        yield from self._shuffled(seen)
        for path, some in groupby(seen, key=lambda event: event.field):
            if (field := self._fields.get(path)) and self._is_told(path):
                changes = [words for event in some for words in self._lying(event, field)]
                if changes:
                    yield f"{field.spec.words}: {'; '.join(_joined(changes))}"

    def _shuffled(self, events: Sequence[Event]) -> Iterator[str]:
        """The piles that have become part of others."""
        piles = [(event, holds) for event in events if getattr(holds := self._holds(event), "pile", False)]
        for event, holds in piles:
            grown = (other for other, of in piles if of.of is holds.of and _grows(other))
            if event.after == 0 and (other := next(grown, None)):
                yield f"{other.what}: {event.what} shuffled in"

    def _holds(self, event: Event) -> Any:
        field = self._fields.get(event.field)
        return field.spec.holds if field and not event.key else None

    @property
    def _fields(self) -> Mapping[str, Bound]:
        return _fields_of(self.setting)

    @property
    def _mentioned(self) -> set[str]:
        return {word.strip(",") for word in self.said.split()}

    def _is_told(self, path: str) -> bool:
        """Whether changes of a field are told: of what is awaited only seats, of piles nothing."""
        field = self._fields.get(path)
        if path in self.setting.rulebook.obvious or path == TO_MOVE:
            return False
        if path.startswith(f"{TURN}."):
            return field is not None and isinstance(field.spec.holds, Seat)
        return field is None or not getattr(field.spec.holds, "pile", False)

    def _of_player(self, events: Sequence[Event]) -> Iterator[str]:
        """The changes for one player; things of one kind together."""
        mentioned = self._mentioned if self.mover is not None else set()
        told = [event for event in events if self._is_told(event.field)]
        told = [event for event in told if not (self._says_which(event) and {event.key, event.after} & mentioned)]
        for _, some in groupby(told, key=lambda event: (event.field, self._comes(event))):
            first, *others = some
            if (comes := self._comes(first)) is None:
                yield from (self._change(event, event.what) for event in (first, *others))
            else:
                yield f"{'+' if comes else '-'} {', '.join([first.what, *(other.key for other in others)])}"

    def _says_which(self, event: Event) -> bool:
        """Whether a quantity says which thing it is about, not how many of them there are."""
        return isinstance(event.after, str) or self._comes(event) is not None

    def _comes(self, event: Event) -> bool | None:
        """Whether a thing comes or goes; None if a quantity is not about a thing that lies there or not."""
        field = self._fields.get(event.field)
        cells = (cell for cell in field.shape.quantities if cell.key == event.key) if field and event.key else ()
        return bool(event.after) if any((cell.low, cell.high) == (0, 1) for cell in cells) else None

    def _change(self, event: Event, what: str) -> str:
        before, after = event_values(event, self.names)
        return f"{what} {before} → {after}".strip()

    def _lying(self, event: Event, field: Bound) -> Iterator[tuple[str, str]]:
        """What lies or stands differently: each thing, and how."""
        if field.shape.places:
            before, after = str(event.before).split(), str(event.after).split()
            yield from ((one, "leaves") for one in before if one not in (*after, NOBODY, *self._mentioned))
            yield from ((one, "comes") for one in after if one not in (*before, NOBODY, *self._mentioned))
        elif {event.key, event.after} & self._mentioned:
            return
        elif (comes := self._comes(event)) is not None:
            yield event.key, "comes" if comes else "leaves"
        else:
            yield self._change(event, event.key), ""


def _grows(event: Event) -> bool:
    return isinstance(event.before, int) and isinstance(event.after, int) and event.after > event.before


def _joined(changes: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Things of which the same is told, together."""
    for how, some in groupby(changes, key=lambda change: change[1]):
        things = [thing for thing, _ in some]
        verb = how if len(things) == 1 else {"leaves": "leave", "comes": "come"}.get(how, how)
        yield f"{', '.join(things)} {verb}".rstrip()


def _merged(events: Sequence[Event]) -> list[Event]:
    """Events without intermediate values; quantities that are as before are left out."""
    merged: dict[tuple[str, str, int | None], Event] = {}
    for event in events:
        key = (event.field, event.key, event.seat)
        before = merged[key].before if key in merged else event.before
        merged[key] = attrs.evolve(event, before=before)
    return [event for event in merged.values() if event.before != event.after]


@lru_cache(maxsize=8)
def _fields_of(setting: Setting[Any, Any]) -> Mapping[str, Bound]:
    """The fields of positions, by their paths in events."""
    return dict(_paths(setting.rulebook.layout(setting)))


def _paths(layout: Layout[Any], within: str = "") -> Iterator[tuple[str, Bound]]:
    for field in layout.fields:
        path = f"{within}{field.name}"
        yield from _paths(field.shape.inner, f"{path}.") if field.shape.inner else [(path, field)]
