"""Positions in words: one line for each player, each part, the turn, and each earlier record of that turn.

A line is a subject, a colon, and entries with semicolons between them; an entry is the words of a field and its value.
What is not said is as in a base, the position with which a game begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.fields.outline import Outline, Said, subjects
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.law.verdict import Problem
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Position
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.record.moves import WIDTH

Place: TypeAlias = tuple[int, Stretch]
"""The number of a line, counted from 1, and what stands there."""


@lru_cache(maxsize=32)
def outline_of(setting: Setting[Any, Any], names: tuple[str, ...]) -> Outline:
    """What can be said of the positions of a setting, with players of these names."""
    return setting.rulebook.outline(setting, names)


def described(position: Position, names: tuple[str, ...]) -> Said:
    """What is said of a position."""
    said = outline_of(position.setting, names).of(position)
    position.setting.rulebook.positions.describe(position, said)
    return said


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- Writing ----------------------------------------------------------------------------------------------------------


def show_position(state: Position, base: Position, names: tuple[str, ...]) -> Iterator[str]:
    """The lines of a position, without what is as in ``base``; what has no default is always said of a turn."""
    outline, said, usual = outline_of(state.setting, names), described(state, names).of, described(base, names).of
    turn = outline.parts[outline.turn]
    usual[outline.turn] = [{name: held for name, held in usual[outline.turn][0].items() if name in turn.fresh}]
    for name in dict.fromkeys((outline.turn, outline.players, *said)):
        part = outline.parts[name]
        for number, values in enumerate(said[name]):
            if name == outline.players:
                yield from _lines(names[number], part.lines.show(values, usual[name][number]))
            elif number == 0:
                yield from _lines(_title(part.words), part.lines.show(values, usual[name][0]))
            elif part.before:
                yield f"{_title(part.before.words)}: {'; '.join(part.before.lines.show(values, part.fresh))}"


def _lines(subject: str, entries: Iterable[str]) -> Iterator[str]:
    """The lines of a subject; none if there is nothing to say. A line that gets too long is continued by another."""
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 2 > WIDTH:
            yield line
            line = ""
        line = f"{line}; {entry}" if line else f"{subject}: {entry}"
    if line:
        yield line


# --- Reading ----------------------------------------------------------------------------------------------------------


class PositionReader:
    """What the lines of a position say, collected line by line."""

    def __init__(self, base: Position, names: tuple[str, ...]) -> None:
        """Start from the position with which the game begins."""
        self._base = base
        self._positions = base.setting.rulebook.positions
        self._usual = described(base, names).of
        self._outline = outline = outline_of(base.setting, names)
        self._said = Said(outline, {name: [{} for _ in held] for name, held in self._usual.items()})
        self._subjects = (*names, *map(_title, subjects(base.setting.rulebook.state)))
        parts = {name: part for name, part in outline.parts.items() if name != outline.players}
        self._earlier = {fold(part.before.words): name for name, part in parts.items() if part.before}
        self._keys = {fold(part.words): (name, 0) for name, part in parts.items()}
        self._keys |= {fold(name): (outline.players, seat) for seat, name in enumerate(names)}
        self._places: dict[tuple[str | int, ...], Place] = {}

    def read(self, number: int, line: str) -> Iterator[NotationError]:
        """Take in a line of that number, and tell what is wrong with it."""
        subject, *rest = Stretch.of(line).split(":")
        name, index = self._keys.get(subject.folded) or self._next_earlier(subject)
        if not name or not rest:
            near = () if name else self._subjects
            yield subject.error(f"one of {', '.join(self._subjects)}, and ':'", near, subject.plain)
            return
        part, said, usual = self._outline.parts[name], self._said.of[name], self._usual[name]
        if part.before and index > part.before.most:
            yield subject.error(f"at most {part.before.most} records in a row")
            return
        if index == len(said):
            said.append({})
        lines, base = part.lines_at(index), usual[index] if index < len(usual) else part.fresh
        self._places.setdefault((name, index), (number, subject))
        for phrase in Stretch(line, rest[0].start, len(line)).phrases():
            entry = lines.read(phrase, base)
            yield from entry.errors
            if entry.name in said[index]:
                yield phrase.error("every entry once")
            elif entry.name is not None:
                said[index][entry.name] = entry.value
                self._places.setdefault((name, index, entry.name), (number, phrase))

    def _next_earlier(self, subject: Stretch) -> tuple[str, int]:
        """The part whose next earlier record a line is about, and the number of that; no part if there is none."""
        name = self._earlier.get(subject.folded, "")
        return name, len(self._said.of[name]) if name else 0

    def position(self) -> tuple[Any, tuple[Problem, ...]]:
        """The position, and what cannot be in it though that does not show."""
        state = self._positions.complete(self._base, self._said)
        return state, tuple(self._positions.contradictions(state, self._said))

    # Where something is said

    def place(self, problem: Problem) -> Place | None:
        """Where the lines speak of what a problem is about, as nearly as can be told; None if they do not.

        Of several records in a row it is the one without which this problem of the position would not be there.
        """
        outline, (part, _, field) = self._outline, problem.about.partition(".")
        name = outline.turn if part in outline.parts[outline.turn].lines.names else part
        about = [(outline.players, seat) for seat in problem.seats]
        if name in outline.parts and name != outline.players:
            about = [(name, number) for number, _ in enumerate(self._said.of[name])]
            if len(about) > 1:
                about.sort(key=lambda key: problem in self._problems_without(name, key[1], field))
        keys: list[tuple[str | int, ...]] = [*((*key, field or part) for key in about), *about]
        return next((self._places[key] for key in keys if key in self._places), None)

    def _problems_without(self, name: str, index: int, field: str) -> tuple[Problem, ...]:
        """The problems of the position if nothing were said of a field of a record, or of anything if none is named."""
        said = [dict(values) for values in self._said.of[name]]
        said[index] = {key: held for key, held in said[index].items() if field and key != field}
        position = self._positions.complete(self._base, Said(self._outline, {**self._said.of, name: said}))
        return Game.of(position).check(position)
