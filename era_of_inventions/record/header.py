"""The head of a game text: the players, the readings, the components, and what the record says about itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import attrs

from era_of_inventions.component_files import SETS, load_shipped, shipped
from era_of_inventions.game import Game
from era_of_inventions.model.components import Components
from era_of_inventions.record.record import ABOUT, LINE_MAX, NAME_FORM, Record, is_line, is_name, with_blanks
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.fingerprint import LENGTH

T = TypeVar("T")
PLAYERS, START, RULESET, COMPONENTS = "Players", "Start player", "Ruleset", "Components"
KEYS = {key.casefold(): key for key in (*ABOUT, PLAYERS, START, RULESET, COMPONENTS)}
SETS_GIVEN = "`--components` on the command line, `components=` in Python"
"""How to give a component set that does not come with the package."""
UNNAMED = "unnamed"
"""What a component set is called if its name cannot stand on a line."""


def show_header(record: Record) -> Iterator[str]:
    """The lines of the head of a record."""
    setting = record.setting
    yield from (f"{key}: {text}" for key, text in record.about)
    yield f"{PLAYERS}: {', '.join(record.names)}"
    yield f"{START}: {record.names[record.start.start]}"
    yield f"{RULESET}: {show_ruleset(setting.ruleset)}"
    yield f"{COMPONENTS}: {show_components(setting.components)}"


def show_ruleset(ruleset: Ruleset) -> str:
    """A preset with its fingerprint, or the default with the readings that differ."""
    for name in Ruleset.presets:
        if ruleset == Ruleset.preset(name):
            return name if name == Ruleset.presets[0] else f"{name} {ruleset.fingerprint}"
    return attrs.evolve(ruleset, name="").name


def show_components(components: Components) -> str:
    """The name of a set, as far as it can stand on a line, and its fingerprint."""
    name = " ".join(components.name.split())
    return f"{name if name and is_line(name) else UNNAMED} {SETS.fingerprint(components)}"


@attrs.frozen
class Head:
    """What the head of a text says."""

    game: Game
    names: tuple[str, ...]
    start: int
    about: tuple[tuple[str, str], ...]


class Header:
    """The lines of a head, as they are taken in. ``problems`` are pairs of a line number and what is wrong there."""

    def __init__(self, components: Iterable[Components], rulesets: Iterable[Ruleset]) -> None:
        """Know these component sets besides the shipped ones, and these rulesets besides the presets."""
        self._components = (*components, *map(load_shipped, shipped()))
        self._rulesets = tuple(rulesets)
        self._lines: dict[str, tuple[int, Stretch]] = {}
        self.problems: list[tuple[int, NotationError | str]] = []

    def take(self, number: int, line: str) -> None:
        """Take in a line, which is a key, a colon and a value."""
        key, *rest = Stretch.of(line).split(":")
        known = KEYS.get(key.folded)
        if not rest:
            expected = "a key such as 'Players:', 'Position', or a heading such as 'Setup' or 'Round 1'"
            self.problems.append((number, key.error(expected, KEYS.values(), key.plain)))
        elif known is None:
            self.problems.append((number, key.error(f"one of {', '.join(KEYS.values())}", KEYS.values(), key.plain)))
        elif known in self._lines:
            self.problems.append((number, key.error(f"{known!r} only once")))
        else:
            self._lines[known] = number, Stretch(line, rest[0].start, len(line))

    def is_past(self, line: str) -> bool:
        """Whether a line says moves and so belongs under a heading, which is missing."""
        _, players = self._lines.get(PLAYERS, (0, Stretch.of("")))
        name, *moves = Stretch.of(line).split(":")
        seated = name.folded in [part.folded for part in players.split(",")] and name.folded not in KEYS
        return is_reveal(line) or bool(moves and seated)

    def head(self, number: int, *, ended: bool) -> Head | None:
        """What the lines say; None if they cannot be understood.

        ``number`` is that of the line after them or, if the text ``ended`` with them, of the last one.
        """
        place = "the end of the text" if ended else "this one"
        for key in (PLAYERS, RULESET, COMPONENTS):
            if key not in self._lines:
                self.problems.append((number, f"{key!r} is missing; expected a line '{key}: …' before {place}"))
        names = self._read(PLAYERS, _names)
        ruleset = self._read(RULESET, self._ruleset)
        components = self._read(COMPONENTS, self._set)
        about = tuple((key, self._read(key, _about) or "") for key in self._lines if key in ABOUT)
        seats = {fold(name): seat for seat, name in enumerate(names or ())}
        start = (
            self._read(START, lambda value: value.name(seats, f"one of {', '.join(names or ())}", names))
            if names
            else None
        )
        if self.problems or names is None or ruleset is None or components is None:
            return None
        return Head(Game(len(names), ruleset, components), names, start or 0, about)

    def _read(self, key: str, parse: Callable[[Stretch], T]) -> T | None:
        if key not in self._lines:
            return None
        number, value = self._lines[key]
        try:
            return parse(value)
        except NotationError as error:
            self.problems.append((number, error))
            return None

    def _ruleset(self, value: Stretch) -> Ruleset:
        """A preset, which may have a fingerprint, and single readings."""
        first, *others = value.split(",")
        ruleset = self._preset(first)
        known = {ruling.id: ruling for ruling in Ruleset.rulings()}
        for part in others:
            left, *right = part.split("=")
            ruling = left.name(known, "the id of a ruling that was not named before, '=' and a reading")
            del known[ruling.id]
            if len(right) != 1:
                raise part.error(f"'{ruling.id} =' and one of {', '.join(ruling.names)}")
            names = {name: name for name in ruling.names}
            ruleset = ruleset.with_reading(ruling.id, right[0].name(names, f"one of {', '.join(names)}"))
        return ruleset

    def _preset(self, part: Stretch) -> Ruleset:
        name, rest = part.head_and_rest()
        preset = Ruleset.preset(
            name.name({name: name for name in Ruleset.presets}, f"one of {', '.join(Ruleset.presets)}")
        )
        if not rest.folded:
            return preset
        for ruleset in (preset, *self._rulesets):
            if ruleset.fingerprint == rest.folded:
                return ruleset
        raise rest.error(
            f"the fingerprint of {name.folded!r} as it is read in this version, {preset.fingerprint}, "
            "or that of a ruleset given in Python (rulesets=[…])"
        )

    def _set(self, value: Stretch) -> Components:
        """The set with that fingerprint, or with that name if no fingerprint is told."""
        print_ = value.words()[-1] if value.folded else value
        if re.fullmatch(f"[0-9a-f]{{{LENGTH}}}", print_.folded):
            for known in self._components:
                if SETS.fingerprint(known) == print_.folded:
                    return known
        else:
            for known in self._components:
                if known.name.casefold() == value.folded:
                    return known
        here = ", ".join(dict.fromkeys(map(show_components, self._components)))
        raise value.error(
            f"a set that is shipped or given besides ({SETS_GIVEN}): {here}",
            [show_components(c) for c in self._components],
        )


def is_reveal(line: str) -> bool:
    """Whether a line says what has been turned over. A colon would follow somebody's name."""
    return Stretch.of(line).head_and_rest()[0].folded == "reveal" and ":" not in line


def _names(value: Stretch) -> tuple[str, ...]:
    parts = value.split(",")
    if len(parts) not in player_counts():
        raise value.error(f"the names of {', '.join(map(str, player_counts()))} players, clockwise")
    for place, part in enumerate(parts):
        if not is_name(part.plain):
            raise part.error(NAME_FORM)
        if part.folded in (other.folded for other in parts[:place]):
            raise part.error("a name that nobody has yet")
    return tuple(part.plain for part in parts)


def _about(value: Stretch) -> str:
    text = with_blanks(value.text[value.start :]).strip()
    if not text or not is_line(text):
        raise value.error(f"a text of up to {LINE_MAX} characters, all printable")
    return text
