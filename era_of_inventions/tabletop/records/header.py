"""The head of a game text: the players, the readings, the components, and entries such as a title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.errors import Code, NotationError, Problem, joined
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.records.names import LINE, PlayerNames, written
from era_of_inventions.tabletop.records.supplied import ByName, Readings, Supplied
from era_of_inventions.tabletop.text.span import Span, fold
from era_of_inventions.tabletop.values import (
    Field,
    Seat,
    Shape,
    Terms,
    carried,
    field,
    record,
)
from era_of_inventions.tabletop.values.declared import fields_of


class _Player(Seat):
    """A player, by name."""

    def bind(self, terms: Terms) -> Shape[int]:
        seats = {fold(name): seat for seat, name in enumerate(terms.names)}
        expected = f"one of {', '.join(terms.names)}"
        return attrs.evolve(
            super().bind(terms),
            parse=lambda text: (
                text.name(seats, expected, terms.names) if seats else 0
            ),  # or else the names are wrong
            show=lambda seat: written(terms.names)[seat],
        )


@record
class Head:
    """The head of a game text; ``order`` are the names of the fields in the order of their lines."""

    players: Field[tuple[str, ...]] = field(
        PlayerNames(), "the players' names, clockwise", words="Players"
    )
    ruleset: Field[BaseRuleset] = field(
        Readings(), "how each ruling is read", words="Ruleset"
    )
    components: Field[Any] = field(ByName(), "the component set", words="Components")
    start: Field[int] = field(_Player(), "who begins", words="Start player", default=0)
    title: Field[str] = field(LINE, "what the game is called", words="Title", default="")
    event: Field[str] = field(
        LINE, "the event at which it was played", words="Event", default=""
    )
    place: Field[str] = field(LINE, "where it was played", words="Place", default="")
    date: Field[str] = field(LINE, "when it was played", words="Date", default="")
    author: Field[str] = field(LINE, "who wrote it down", words="Author", default="")
    bots: Field[str] = field(
        LINE, "the players for whom bots decide", words="Bots", default=""
    )
    order: tuple[str, ...] = carried(default=())

    @property
    def about(self) -> tuple[tuple[str, str], ...]:
        """The entries that describe the game, such as its title, in the order of their lines."""
        return tuple(
            (WORDS[name], getattr(self, name)) for name in self.order if WORDS[name] in ABOUT
        )


_SPECS = {field.name: spec for field, spec in fields_of(Head)}
WORDS = {name: spec.words for name, spec in _SPECS.items()}
"""The key of each field."""
ABOUT = tuple(spec.words for spec in _SPECS.values() if spec.holds is LINE)
"""The keys of the entries that describe a game, such as its title."""
_NAMES = {fold(words): name for name, words in WORDS.items()}


def show_head(
    setting: AnySetting,
    names: tuple[str, ...],
    start: int,
    about: tuple[tuple[str, str], ...],
) -> Iterator[str]:
    """Yield the lines of a head. ``start`` is the seat of the start player."""
    values: dict[str, Any] = {_NAMES[fold(key)]: text for key, text in about}
    values |= {
        "players": names,
        "start": start,
        "ruleset": setting.ruleset,
        "components": setting.components,
    }
    terms = _with_names(Terms(rulebook=setting.rulebook, supplied=Supplied()), names)
    for name, value in values.items():
        yield f"{WORDS[name]}: {_shape(name, terms).show(value)}"


def _shape(name: str, terms: Terms) -> Any:
    return _SPECS[name].holds.bind(terms)


def _with_names(terms: Terms, names: tuple[str, ...]) -> Terms:
    return attrs.evolve(terms, names=names, seats=(1, max(1, len(names))))


class Located(NamedTuple):
    """A problem with its place in a text, which orders the problems; see `at`."""

    where: tuple[int, int]
    problem: Problem

    @classmethod
    def at(
        cls, line: int, column: int, code: Code, message: str, clause: str = ""
    ) -> Located:
        """Return a problem at a line and a column. The column is 0 if the problem is about the whole line."""
        place = f"line {line}, column {column}" if column else f"line {line}"
        return cls((line, column), Problem.at(place, code, message, clause=clause))

    @classmethod
    def of(cls, line: int, error: NotationError) -> Located:
        """Return the problem of a text that stands on a line."""
        return cls((line, error.column), error.on(line))


class HeadReader:
    """Reads the lines of a head, and adds every error to ``problems``, with the number of its line."""

    def __init__(
        self,
        rulebook: AnyRulebook,
        supplied: Supplied,
        problems: list[Located],
    ) -> None:
        """Remember what the lines may refer to."""
        self._rulebook = rulebook
        self._terms = Terms(rulebook=rulebook, supplied=supplied)
        self._lines: dict[str, tuple[int, Span]] = {}
        self._problems = problems

    def add(self, number: int, line: str) -> None:
        """Add a line, which is a key, a colon and a value."""
        key, *rest = Span.of(line).split(":")
        name, keys = _NAMES.get(key.folded), WORDS.values()
        if rest and name and name not in self._lines:
            self._lines[name] = number, rest[0].part(rest[0].start, len(line))
            return
        if rest and name:
            error = key.error(f"{WORDS[name]!r} only once")
        else:
            expected = f"one of {', '.join(keys)}"
            if not rest:
                headings = [
                    repr(heading.replace("#", "1"))
                    for heading in self._rulebook.grammar.headings[:2]
                ]
                expected = f"a key such as 'Players:', 'Position', or a heading such as {joined(headings)}"
            error = key.error(expected, keys, key.plain)
        self._problems.append(Located.of(number, error))

    def is_past(self, line: str) -> bool:
        """Return whether a line has moves: then the head is over, and the heading before the moves is missing."""
        _, players = self._lines.get("players", (0, Span.of("")))
        name, *moves = Span.of(line).split(":")
        seated = (
            name.folded in [part.folded for part in players.split(",")]
            and name.folded not in _NAMES
        )
        return is_chance(line, self._rulebook) or bool(moves and seated)

    def head(self, number: int, *, ended: bool) -> Head | None:
        """Return the head that the lines contain; None if there are problems.

        ``number`` is that of the line after the head or, if the text ``ended`` with the
        head, of the last line.
        """
        place = "the end of the text" if ended else "this one"
        values: dict[str, Any] = {}
        for attribute, spec in fields_of(Head):  # the players before the start player
            if attribute.name in self._lines:
                line, text = self._lines[attribute.name]
                try:
                    terms = _with_names(self._terms, values.get("players", ()))
                    values[attribute.name] = _shape(attribute.name, terms).parse(text)
                except NotationError as error:
                    self._problems.append(Located.of(line, error))
            elif attribute.default is attrs.NOTHING:
                message = f"{spec.words!r} is missing; expected a line '{spec.words}: …' before {place}"
                self._problems.append(Located.at(number, 0, Code.MISSING, message))
        return None if self._problems else Head(**values, order=tuple(self._lines))


def is_chance(line: str, rulebook: AnyRulebook) -> bool:
    """Return whether a line has moves of chance: it begins with their verb, and has no colon, as after a name."""
    return (
        Span.of(line).head_and_rest()[0].folded.rstrip(";") in rulebook.grammar.chance_verbs
        and ":" not in line
    )
