"""The answers of commands with ``--json`` that are no documents: records that are only written."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter, itemgetter
from typing import Any

from era_of_inventions.tabletop.documents.agreements import any_setting, specific
from era_of_inventions.tabletop.documents.failures import ProblemDocument
from era_of_inventions.tabletop.documents.heads import Document
from era_of_inventions.tabletop.errors import Problem
from era_of_inventions.tabletop.law.verdict import CLAUSE_ID, Event
from era_of_inventions.tabletop.passages import Role
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.values import Count, Domain, Field, Flag, Shape, Terms, Text, field, record
from era_of_inventions.tabletop.values.domains import plain_shape
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside, Keyed, Many, OrNone, Written, unreadable, word

TEXT = Text(most=None)


class Mean(Domain[float]):
    """A number, which need not be whole."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a number."""
        return {"type": "number"}

    def bind(self, terms: Terms) -> Shape[float]:
        """Return the shape."""
        return plain_shape(unreadable, float)


@record
class InstalledGame:
    """A game that is installed."""

    name: Field[str] = field(TEXT, about="the name of its rulebook", get=itemgetter(0))
    title: Field[str] = field(TEXT, about="its title", get=itemgetter(1))


@record
class WrittenFile:
    """A file that a command has written."""

    written: Field[str] = field(TEXT, about="the path of the file", get=str)


@record
class PrintedValue:
    """A value of a component set."""

    value: Field[str] = field(TEXT, about="the place of the value", get=attrgetter("path"))
    printed: Field[str] = field(TEXT, about="what is printed", get=attrgetter("value"))
    source: Field[str] = field(TEXT, about="where it comes from", get=attrgetter("mark"))


@record
class CoveredPassage:
    """A passage of a rulebook, and what became of it."""

    section: Field[str] = field(TEXT, about="the section in which it stands")
    opening: Field[str] = field(TEXT, about="its first words")
    key: Field[str] = field(TEXT, about="the fingerprint by which tables refer to it")
    role: Field[Role | None] = field(
        OrNone(word({role.value: role for role in Role})), about="what it is; null if nothing accounts for it"
    )
    clauses: Field[tuple[str, ...]] = field(Many(CLAUSE_ID), about="the clauses that carry it")


@record
class EditionCoverage:
    """What became of each passage of an edition."""

    edition: Field[str] = field(TEXT, about="the code of the edition")
    passages: Field[tuple[CoveredPassage, ...]] = field(Many(Inside(CoveredPassage)), about="the passages, in order")
    problems: Field[tuple[Problem, ...]] = field(
        Written(Many(Inside(ProblemDocument))), about="what leads nowhere in the text"
    )


@record
class Simulated:
    """The sums of simulated games."""

    games: Field[int] = field(Count(), about="how many games were played")
    means: Field[Mapping[str, float]] = field(Keyed(Mean()), about="the means of a game")
    places: Field[tuple[tuple[int, ...], ...]] = field(
        Many(Many(Count())), about="how often each seat had the first place, the second, and so on"
    )
    never_exercised: Field[tuple[str, ...] | None] = field(
        OrNone(Many(CLAUSE_ID)), about="the clauses that no game exercised, if asked for", default=None
    )


@record
class ReplayedMove:
    """A move of a recorded game."""

    number: Field[int] = field(Count(1), about="its number, counted from 1")
    player: Field[str | None] = field(OrNone(TEXT), about="the name of the player; null for chance")
    move: Field[str] = field(TEXT, about="the move, as it is usually written")
    events: Field[tuple[Event, ...]] = field(Many(Document("event", Inside(Event))), about="the events, if asked for")


@record
class ReplayedGame:
    """A recorded game, replayed."""

    moves: Field[tuple[ReplayedMove, ...]] = field(Many(Inside(ReplayedMove)), about="the moves, in order")
    over: Field[bool] = field(Flag(), about="whether the game is over")
    score: Field[Score | None] = field(
        OrNone(Document("score", Inside(Score))), about="the score; null if the game is not over"
    )


def answer(rulebook: AnyRulebook, kind: type[Any], value: Any) -> Any:
    """Return the plain data of a record of this kind, of a value that it is about, or of each of a list of them."""
    one = Inside(kind).bind(specific(any_setting(rulebook), None))
    return [*map(one.write, value)] if isinstance(value, list) else one.write(value)
