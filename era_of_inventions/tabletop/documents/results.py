"""The parts of a judged claim as JSON: moves, effects, moments, facts and numbers."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from era_of_inventions.tabletop.disputes.claim import RESULTS
from era_of_inventions.tabletop.disputes.statements import Statement
from era_of_inventions.tabletop.documents.failures import VERDICT
from era_of_inventions.tabletop.values import Field, Flag, Seat, Text, field, record
from era_of_inventions.tabletop.values.plain import Inside, Keyed, Many, OrNone, Value, word

TEXTS = Many(Text())


@record
class JudgedMove:
    """A move of a claim, as it is usually written, and its verdict."""

    move: Field[str] = field(
        Text(), "the move, as it is usually written", get=lambda judged: judged[0].text
    )
    verdict: Field[Any] = field(VERDICT, "its verdict", get=itemgetter(1))


@record
class EffectDocument:
    """A quantity before and after the moves, and whether it is as claimed."""

    effect: Field[str] = field(Text(), "what was claimed", get="effect.text")
    claimed_to_happen: Field[bool] = field(
        Flag(), "whether it was claimed to happen, or not to"
    )
    before: Field[int | str] = field(Value(), "the quantity before the moves")
    after: Field[int | str] = field(Value(), "the quantity after the moves")
    as_claimed: Field[bool] = field(Flag(), "whether it is as claimed")
    least: Field[int | None] = field(
        OrNone(Value()),
        "the least it can be after the moves; null unless something unknown decides a number",
    )
    greatest: Field[int | None] = field(
        OrNone(Value()), "the greatest it can be after the moves; null likewise"
    )


@record
class MomentDocument:
    """A moment of the game."""

    seat: Field[int | None] = field(OrNone(Seat()), "whose turn it is; null for chance")
    words: Field[str] = field(Text(), "the moment in words")
    states: Field[Any] = field(
        Keyed(Value(scalar=True)),
        "the keys of the position with which a file says so; without any it is what follows from the rest",
    )


@record
class ResultThen:
    """The result of a claim at a moment."""

    moment: Field[Any] = field(
        Inside(MomentDocument, "Moment"), "the moment", get=itemgetter(0)
    )
    result: Field[str] = field(word(RESULTS), "the result", get=itemgetter(1))


@record
class NumberDocument:
    """A printed value that no rulebook states, and where a dispute can state it."""

    written_at: Field[tuple[str, ...]] = field(
        TEXTS, "the table of a dispute, and the keys in it, that state it"
    )
    line: Field[str] = field(Text(), "the line that states it at the head of a dispute")
    value: Field[str] = field(Text(), "the value", get="text")
    source: Field[str] = field(
        word(("assumed", "reported")), "whether it is assumed, or reported by a public source"
    )


@record
class OtherNumberDocument:
    """An assumed number, and the nearest other number that would turn the result."""

    number: Field[Any] = field(Inside(NumberDocument, "PrintedNumber"), "the assumed number")
    other: Field[str] = field(Text(), "the nearest value that would turn the result")


@record
class OtherFactDocument:
    """A fact of the position that would turn the result if it were otherwise."""

    about: Field[str] = field(
        Text(), "the path of a field in positions, or the name of a card"
    )
    words: Field[str] = field(Text(), "what would be otherwise, in words that may change")
    result: Field[str] = field(word(RESULTS), "the result then")
    clauses: Field[tuple[str, ...]] = field(
        TEXTS, "the clauses that forbid a move then or, if none does, now"
    )
    states: Field[Any] = field(
        Many(Inside(Statement)),
        "what a file states in which it is otherwise; it replaces what stands there",
    )


@record
class FactsDocument:
    """The facts of the position that would turn the result."""

    turning: Field[Any] = field(
        Many(Inside(OtherFactDocument, "OtherFact")), "the facts, the nearest first"
    )
    complete: Field[bool] = field(
        Flag(), "whether every fact that the clauses read was tried"
    )


@record
class DecisiveDocument:
    """A clause that decides a claim."""

    clause: Field[str] = field(Text(), "the id of the clause")
    counted: Field[str] = field(
        Text(), "the facts behind it, or what it changed, in words that may change"
    )


@record
class UnsaidDocument:
    """Something that the file does not mention."""

    seat: Field[int | None] = field(
        OrNone(Seat()), "whose it is; null for what lies on the table"
    )
    what: Field[str] = field(Text(), "what it is")
    enough: Field[bool] = field(Flag(), "whether enough of it is all that the claim lacks")
