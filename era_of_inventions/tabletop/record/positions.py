"""Positions in words: one line for each player, each part, the turn, and each earlier record of that turn.

A line is a subject, a colon, and entries with semicolons between them; an entry is the words of a field and its value.
What is not said is as in a base, the position with which a game begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.fields.lines import Lines
from era_of_inventions.tabletop.fields.outline import TURN, Outline, Said, Values, subjects
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
    outline, said, usual = outline_of(state.setting, names), described(state, names), described(base, names)
    kept = {name: value for name, value in usual.turn.items() if name in outline.fresh}
    yield from _lines(_title(TURN), outline.turn.show(said.turn, kept))
    for earlier in said.earlier:
        yield f"{_title(outline.earlier_words)}: {'; '.join(outline.earlier.show(earlier, outline.fresh))}"
    for name, player, as_usual in zip(names, said.players, usual.players, strict=True):
        yield from _lines(name, outline.player.show(player, as_usual))
    for name, part in said.parts.items():
        yield from _lines(_title(outline.words[name]), outline.parts[name].show(part, usual.parts[name]))


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
        self._outline = outline = outline_of(base.setting, names)
        self._usual = described(base, names)
        self._said = Said(outline, {}, [], {name: {} for name in outline.parts}, [{} for _ in names])
        self._subjects = (*names, *map(_title, subjects(base.setting.rulebook.state)))
        self._seats = {fold(name): seat for seat, name in enumerate(names)}
        self._parts = {fold(words): name for name, words in outline.words.items()}
        self._places: dict[str, Place] = {}

    def read(self, number: int, line: str) -> Iterator[NotationError]:
        """Take in a line of that number, and tell what is wrong with it."""
        subject, *rest = Stretch.of(line).split(":")
        outline, said = self._outline, self._said
        if self._is_earlier(subject) and len(said.earlier) == outline.earlier_most:
            yield subject.error(f"at most {outline.earlier_most} records in a row")
            return
        about = self._about(subject)
        if about is None or not rest:
            near = self._subjects if about is None else ()
            yield subject.error(f"one of {', '.join(self._subjects)}, and ':'", near, subject.plain)
            return
        name = self._earlier(len(said.earlier)) if self._is_earlier(subject) else subject.folded
        self._places.setdefault(name, (number, subject))
        values, lines, base = about
        for part in Stretch(line, rest[0].start, len(line)).phrases():
            entry = lines.read(part, base)
            yield from entry.errors
            if entry.name in values:
                yield part.error("every entry once")
            elif entry.name is not None:
                values[entry.name] = entry.value
                self._places.setdefault(f"{name}.{entry.name}", (number, part))

    def _is_earlier(self, subject: Stretch) -> bool:
        return subject.folded != "" and subject.folded == fold(self._outline.earlier_words)

    def _earlier(self, number: int) -> str:
        """What a line about an earlier record is called, so that nobody is called the same."""
        return f"{fold(self._outline.earlier_words)}:{number}"

    def _about(self, subject: Stretch) -> tuple[Values, Lines, Values] | None:
        """Where to collect what is said about a subject, the words for it, and what holds if nothing is said."""
        outline, said, usual = self._outline, self._said, self._usual
        if subject.folded == TURN:
            return said.turn, outline.turn, usual.turn
        if self._is_earlier(subject):
            said.earlier.append({})
            return said.earlier[-1], outline.earlier, outline.fresh
        if (name := self._parts.get(subject.folded)) is not None:
            return said.parts[name], outline.parts[name], usual.parts[name]
        seat = self._seats.get(subject.folded)
        return None if seat is None else (said.players[seat], outline.player, usual.players[seat])

    def position(self) -> tuple[Any, tuple[Problem, ...]]:
        """The position, and what cannot be in it though that does not show."""
        state = self._positions.complete(self._base, self._said)
        return state, tuple(self._positions.contradictions(state, self._said))

    # Where something is said

    def place(self, problem: Problem) -> Place | None:
        """Where the lines speak of what a problem is about, as nearly as can be told; None if they do not.

        Of several lines about the turn it is the one without which this problem of the position would not be there.
        """
        part, _, field = problem.about.partition(".")
        about = [fold(subject) for subject in self._subjects_of(part, problem.seats)]
        if self._said.earlier and about[:1] == [TURN]:
            about.sort(key=lambda subject: problem in self._problems_without(subject, field))
        names = [*(f"{subject}.{field or part}" for subject in about), *about]
        return next((self._places[name] for name in names if name in self._places), None)

    def _subjects_of(self, part: str, seats: Sequence[int]) -> tuple[str, ...]:
        """What the lines about a part of the position, or else about seats, begin with."""
        outline = self._outline
        if part in (outline.turn_field or TURN, *outline.turn.names):
            return TURN, *(self._earlier(number) for number, _ in enumerate(self._said.earlier, 1))
        if part in outline.words:
            return (outline.words[part],)
        return tuple(self._subjects[seat] for seat in seats if seat in self._seats.values())

    def _problems_without(self, subject: str, field: str) -> tuple[Problem, ...]:
        """The problems of the position if a line about the turn did not speak of a field, or of anything at all."""
        said, line = self._said, int(subject.partition(":")[2] or 0)
        turn, *earlier = (
            {name: value for name, value in values.items() if number != line or (field and name != field)}
            for number, values in enumerate([said.turn, *said.earlier])
        )
        position = self._positions.complete(self._base, Said(said.outline, turn, earlier, said.parts, said.players))
        return Game.of(position).check(position)
