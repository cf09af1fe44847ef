"""The head of a game text: the players, the readings, the components, and entries such as a title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.errors import Code, InputProblem, NotationError
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.fingerprint import LENGTH
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record.arguments import all_of
from era_of_inventions.tabletop.record.record import (
    ABOUT,
    LINE_MAX,
    Record,
    is_line,
    is_name,
    name_form,
    with_blanks,
    written,
)

T = TypeVar("T")
PLAYERS, START, RULESET, COMPONENTS = "Players", "Start player", "Ruleset", "Components"
KEYS = {key.casefold(): key for key in (*ABOUT, PLAYERS, START, RULESET, COMPONENTS)}
SETS_GIVEN = "`--components` on the command line, `components=` in Python"
"""How to hand over a component set that does not come with its rulebook."""
UNNAMED = "unnamed"
"""What a component set is called if its name cannot stand on a line."""


def show_header(record: Record[Any, Any], start: int) -> Iterator[str]:
    """The lines of the head of a record, for a start player at that seat."""
    setting, names = record.setting, written(record.names)
    yield from (f"{key}: {text}" for key, text in record.about)
    yield f"{PLAYERS}: {', '.join(names)}"
    yield f"{START}: {names[start]}"
    yield f"{RULESET}: {show_ruleset(setting.ruleset)}"
    yield f"{COMPONENTS}: {show_components(setting.components, setting.rulebook.components)}"


def show_ruleset(ruleset: BaseRuleset) -> str:
    """A preset with its fingerprint, or the default with the readings that differ."""
    for name in ruleset.presets:
        if ruleset == ruleset.preset(name):
            return name if name == ruleset.presets[0] else f"{name} {ruleset.fingerprint}"
    return attrs.evolve(ruleset, name="").name


def show_components(components: Any, sets: ComponentSets[Any]) -> str:
    """The name of a set, as far as it can stand on a line, and its fingerprint."""
    name = " ".join(components.name.split())
    return f"{name if name and is_line(name) else UNNAMED} {sets.fingerprint(components)}"


@attrs.frozen
class Head:
    """What a head contains."""

    game: Game[Any, Any]
    names: tuple[str, ...]
    start: int
    about: tuple[tuple[str, str], ...]


class Header:
    """Parses the lines of a head, and adds what is wrong to ``problems``, each with the number of its line."""

    def __init__(
        self,
        rulebook: Rulebook[Any, Any],
        components: Iterable[Any],
        rulesets: Iterable[BaseRuleset],
        problems: list[tuple[int, NotationError | InputProblem]],
    ) -> None:
        """Know these component sets besides the shipped ones, and these rulesets besides the presets.

        Raises `GameError` if something else is among them.
        """
        sets = rulebook.components
        self._rulebook = rulebook
        self._components = (*all_of(components, sets.kind, "components"), *map(sets.load, sets.shipped()))
        self._rulesets = all_of(rulesets, rulebook.ruleset, "rulesets")
        self._lines: dict[str, tuple[int, Stretch]] = {}
        self._problems = problems

    def add(self, number: int, line: str) -> None:
        """Add a line, which is a key, a colon and a value."""
        key, *rest = Stretch.of(line).split(":")
        known = KEYS.get(key.folded)
        if not rest:
            headings = [repr(heading.replace("#", "1")) for heading in self._rulebook.grammar.headings[:2]]
            expected = f"a key such as 'Players:', 'Position', or a heading such as {' or '.join(headings)}"
            self._problems.append((number, key.error(expected, KEYS.values(), key.plain)))
        elif known is None:
            self._problems.append((number, key.error(f"one of {', '.join(KEYS.values())}", KEYS.values(), key.plain)))
        elif known in self._lines:
            self._problems.append((number, key.error(f"{known!r} only once")))
        else:
            self._lines[known] = number, rest[0].part(rest[0].start, len(line))

    def is_past(self, line: str) -> bool:
        """Whether moves stand on a line, so that it belongs under a heading, which is missing."""
        _, players = self._lines.get(PLAYERS, (0, Stretch.of("")))
        name, *moves = Stretch.of(line).split(":")
        seated = name.folded in [part.folded for part in players.split(",")] and name.folded not in KEYS
        return is_chance(line, self._rulebook) or bool(moves and seated)

    def head(self, number: int, *, ended: bool) -> Head | None:
        """What the lines contain; None if they cannot be understood.

        ``number`` is that of the line after them or, if the text ``ended`` with them, of the last one.
        """
        place = "the end of the text" if ended else "this one"
        for key in (PLAYERS, RULESET, COMPONENTS):
            if key not in self._lines:
                message = f"{key!r} is missing; expected a line '{key}: …' before {place}"
                self._problems.append((number, InputProblem(f"line {number}", Code.MISSING, message)))
        names = self._parse(PLAYERS, self._names)
        ruleset = self._parse(RULESET, self._ruleset)
        components = self._parse(COMPONENTS, self._set)
        about = tuple((key, self._parse(key, _about) or "") for key in self._lines if key in ABOUT)
        start = self._parse(START, lambda value: _seat(value, names)) if names else None
        if self._problems or names is None:
            return None
        return Head(Game(self._rulebook, len(names), ruleset, components), names, start or 0, about)

    def _parse(self, key: str, parse: Callable[[Stretch], T]) -> T | None:
        if key not in self._lines:
            return None
        number, value = self._lines[key]
        try:
            return parse(value)
        except NotationError as error:
            self._problems.append((number, error))
            return None

    def _names(self, value: Stretch) -> tuple[str, ...]:
        parts, counts = value.split(","), self._rulebook.player_counts()
        if len(parts) not in counts:
            raise value.error(f"the names of {', '.join(map(str, counts))} players, clockwise")
        for place, part in enumerate(parts):
            if not is_name(part.plain, self._rulebook):
                raise part.error(name_form(self._rulebook))
            if part.folded in (other.folded for other in parts[:place]):
                raise part.error("a name that nobody has yet")
        return tuple(part.plain for part in parts)

    def _ruleset(self, value: Stretch) -> BaseRuleset:
        """A preset, which may have a fingerprint, and single readings."""
        first, *others = value.split(",")
        ruleset = self._preset(first)
        known = {ruling.id: ruling for ruling in ruleset.rulings()}
        for part in others:
            left, *right = part.split("=")
            ruling = left.name(known, "the id of a ruling that was not named before, '=' and a reading")
            del known[ruling.id]
            if len(right) != 1:
                raise part.error(f"'{ruling.id} =' and one of {', '.join(ruling.names)}")
            names = {name: name for name in ruling.names}
            ruleset = ruleset.with_reading(ruling.id, right[0].name(names, f"one of {', '.join(names)}"))
        return ruleset

    def _preset(self, part: Stretch) -> BaseRuleset:
        name, rest = part.head_and_rest()
        presets = {name: name for name in self._rulebook.ruleset.presets}
        preset = self._rulebook.ruleset.preset(name.name(presets, f"one of {', '.join(presets)}"))
        if not rest.folded:
            return preset
        for ruleset in (preset, *self._rulesets):
            if ruleset.fingerprint == rest.folded:
                return ruleset
        raise rest.error(
            f"the fingerprint of {name.folded!r} as it is read in this version, {preset.fingerprint}, "
            "or that of a ruleset given in Python (rulesets=[…])"
        )

    def _set(self, value: Stretch) -> Any:
        """The set with that fingerprint, or with that name if there is no fingerprint."""
        sets, last = self._rulebook.components, value.words()[-1] if value.folded else value
        if re.fullmatch(f"[0-9a-f]{{{LENGTH}}}", last.folded):
            for known in self._components:
                if sets.fingerprint(known) == last.folded:
                    return known
        else:
            for known in self._components:
                if known.name.casefold() == value.folded:
                    return known
        shown = tuple(dict.fromkeys(show_components(known, sets) for known in self._components))
        raise value.error(f"a set that is shipped or given besides ({SETS_GIVEN}): {', '.join(shown)}", shown)


def is_chance(line: str, rulebook: Rulebook[Any, Any]) -> bool:
    """Whether what chance has done stands on a line. A colon would follow somebody's name."""
    return Stretch.of(line).head_and_rest()[0].folded in rulebook.grammar.chance_verbs and ":" not in line


def _seat(value: Stretch, names: tuple[str, ...]) -> int:
    seats = {fold(name): seat for seat, name in enumerate(names)}
    return value.name(seats, f"one of {', '.join(names)}", names)


def _about(value: Stretch) -> str:
    text = with_blanks(value.text[value.start :]).strip()
    if not text or not is_line(text):
        raise value.error(f"a text of up to {LINE_MAX} characters, all printable")
    return text
