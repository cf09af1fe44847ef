"""Positions in words: one line for the turn, each earlier record of that turn, each player, and each other part.

A line is a subject, a colon, and entries with semicolons between them; an entry is the
words of a field and its value. A field that is left out has the same value as in a
base, which is the position with which a game begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import AnyPosition, described
from era_of_inventions.tabletop.records.notation import WIDTH
from era_of_inventions.tabletop.text.span import Span, fold
from era_of_inventions.tabletop.values.outline import PartialPosition, Values, subjects

Place: TypeAlias = tuple[int, int]
"""A line and a column, counted from 1."""


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- Writing --------------------------------------------------------------------------


def show_position(
    state: AnyPosition, base: AnyPosition | None, names: tuple[str, ...]
) -> Iterator[str]:
    """Yield the lines of a position. Fields with the same value as in ``base`` are left out; none are if it is None.

    Fields of the turn that have no default are always shown.
    """
    outline, entries = (
        state.setting.for_players(names).position_schema,
        described(state, names).of,
    )
    usual: dict[str, list[Values]] = {
        name: [{}] * len(values) for name, values in entries.items()
    }
    if base is not None:
        fresh, usual = outline.parts[outline.turn].fresh, described(base, names).of
        usual[outline.turn] = [
            {name: held for name, held in usual[outline.turn][0].items() if name in fresh}
        ]
    for name in dict.fromkeys((outline.turn, outline.players, *entries)):
        part = outline.parts[name]
        for number, values in enumerate(entries[name]):
            if name == outline.players:
                yield from _lines(names[number], part.lines.show(values, usual[name][number]))
            elif number == 0:
                yield from _lines(_title(part.words), part.lines.show(values, usual[name][0]))
            elif part.before:
                yield f"{_title(part.before.words)}: {'; '.join(part.before.lines.show(values, part.fresh))}"


def _lines(subject: str, entries: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a subject, if there are entries. A line that gets too long is continued by another."""
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 2 > WIDTH:
            yield line
            line = ""
        line = f"{line}; {entry}" if line else f"{subject}: {entry}"
    if line:
        yield line


# --- Reading --------------------------------------------------------------------------


class PositionReader:
    """Reads the lines that describe a position, one after another."""

    def __init__(self, base: AnyPosition, names: tuple[str, ...]) -> None:
        """Start from the position with which the game begins."""
        self._base = base
        self._positions = base.setting.rulebook.positions
        self._usual = described(base, names).of
        self._outline = outline = base.setting.for_players(names).position_schema
        self._description = PartialPosition(
            outline, {name: [{} for _ in held] for name, held in self._usual.items()}
        )
        self._subjects = (*names, *map(_title, subjects(base.setting.rulebook.state)))
        parts = {
            name: part for name, part in outline.parts.items() if name != outline.players
        }
        self._earlier = {
            fold(part.before.words): name for name, part in parts.items() if part.before
        }
        self._keys = {fold(part.words): (name, 0) for name, part in parts.items()}
        self._keys |= {fold(name): (outline.players, seat) for seat, name in enumerate(names)}
        self._places: dict[tuple[str | int, ...], Place] = {}

    def read(self, number: int, line: str) -> Iterator[NotationError]:
        """Read a line, and yield its errors. ``number`` is the number of the line in the text."""
        subject, *rest = Span.of(line).split(":")
        name, index = self._keys.get(subject.folded) or self._next_earlier(subject)
        if not name or not rest:
            near = () if name else self._subjects
            yield subject.error(
                f"one of {', '.join(self._subjects)}, and ':'", near, subject.plain
            )
            return
        part, entries, usual = (
            self._outline.parts[name],
            self._description.of[name],
            self._usual[name],
        )
        if part.before and index > part.before.most:
            yield subject.error(f"at most {part.before.most} records in a row")
            return
        if index == len(entries):
            entries.append({})
        lines, base = part.lines_at(index), usual[index] if index < len(usual) else part.fresh
        self._places.setdefault((name, index), (number, subject.column))
        for phrase in Span(line, rest[0].start, len(line)).phrases():
            entry = lines.read(phrase, base)
            yield from entry.errors
            if entry.name in entries[index]:
                yield phrase.error("every entry once")
            elif entry.name is not None:
                entries[index][entry.name] = entry.value
                self._places.setdefault((name, index, entry.name), (number, phrase.column))

    def _next_earlier(self, subject: Span) -> tuple[str, int]:
        """Return the part whose next earlier record a line states, and the number of this record; else ("", 0)."""
        name = self._earlier.get(subject.folded, "")
        return name, len(self._description.of[name]) if name else 0

    def position(self) -> tuple[Any, tuple[Violation, ...]]:
        """Return the position, and the contradictions in its description that the position itself does not show."""
        self._description.choose_copies()
        state = self._positions.fill_in(self._base, self._description)
        return state, self._positions.contradicted(state, self._description)

    # Where something stands

    def place(self, problem: Violation) -> Place | None:
        """Return the place in the text that a problem is about, as closely as possible; None if there is none.

        If a part has several records, it is a record whose removal would solve the
        problem.
        """
        outline, (part, _, field) = self._outline, problem.about.partition(".")
        name = outline.turn if part in outline.parts[outline.turn].lines.names else part
        about = [(outline.players, seat) for seat in problem.seats]
        if name in outline.parts and name != outline.players:
            about = [(name, number) for number, _ in enumerate(self._description.of[name])]
            if len(about) > 1:
                about.sort(
                    key=lambda key: problem in self._problems_without(name, key[1], field)
                )
        keys: list[tuple[str | int, ...]] = [
            *((*key, field or part) for key in about),
            *about,
        ]
        return next((self._places[key] for key in keys if key in self._places), None)

    def _problems_without(self, name: str, index: int, field: str) -> tuple[Violation, ...]:
        """Return the problems that remain if a record does not state ``field`` or, if that is empty, states nothing."""
        entries = [dict(values) for values in self._description.of[name]]
        entries[index] = {
            key: held for key, held in entries[index].items() if field and key != field
        }
        position = self._positions.fill_in(
            self._base,
            PartialPosition(self._outline, {**self._description.of, name: entries}),
        )
        return Game.from_state(position).check(position)
