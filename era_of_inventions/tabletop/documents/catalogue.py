"""Clauses and rulings as JSON: what a rulebook says, for programs to show. They are written and not read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.ruling import SURENESS, Ruling
from era_of_inventions.tabletop.law.verdict import CLAUSE_ID
from era_of_inventions.tabletop.values import Field, Text, field, record
from era_of_inventions.tabletop.values.plain import Inside, Keyed, Many, OrNone, Written, word
from era_of_inventions.tabletop.values.records import itself


@record
class ClauseDocument:
    """A clause: its sentence, and where the editions say so."""

    id: Field[str] = field(CLAUSE_ID, "the id of the clause")
    kind: Field[Kind] = field(word({kind.value: kind for kind in Kind}), "the kind of clause")
    chapter: Field[str] = field(Text(), "the name of its chapter")
    statement: Field[str] = field(Text(), "the rule in one sentence")
    cites: Field[Mapping[str, Cite]] = field(
        Keyed(Inside(Cite)), "where the editions say so, by the code of the edition"
    )
    rulings: Field[tuple[str, ...]] = field(
        Written(
            Many(Text()),
            lambda clause, rulebook: [
                rulebook.ruleset.ruling(name).id for name in clause.rulings
            ],
        ),
        "the ids of the rulings that it consults",
        get=itself,
    )
    moment: Field[str | None] = field(
        OrNone(Text()),
        "when a grant applies; null for other clauses",
        get=lambda clause: clause.when.words if clause.kind is Kind.GRANT else None,
    )
    place: Field[str] = field(Text(), "the file and the line of its code")


def _presets(ruling: Ruling, rulebook: Any) -> dict[str, str]:
    return {
        name: getattr(rulebook.ruleset.preset(name), ruling.field)
        for name in rulebook.ruleset.presets
    }


@record
class PlaceOfReading:
    """A place in an edition whose text is read in a certain way."""

    clause: Field[str] = field(CLAUSE_ID, "the clause that is about it")
    edition: Field[str] = field(Text(), "the code of the edition")
    cite: Field[Cite] = field(Inside(Cite), "the place")


@record
class ReadingDocument:
    """A reading of a ruling, and the places in editions that are read in this way."""

    name: Field[str] = field(Text(), "the name of the reading")
    text: Field[str] = field(Text(), "what it means at the table")
    argument: Field[str] = field(Text(), "the argument for it")
    places: Field[tuple[PlaceOfReading, ...]] = field(
        Many(Inside(PlaceOfReading)), "where editions that are read so speak of it"
    )


def _readings(ruling: Ruling, rulebook: Any) -> list[ReadingDocument]:
    def places(name: str) -> tuple[PlaceOfReading, ...]:
        return tuple(PlaceOfReading(*place) for place in rulebook.law.places_of(ruling, name))

    return [
        ReadingDocument(one.name, one.text, one.argument, places(one.name))
        for one in ruling.readings
    ]


def _clauses(ruling: Ruling, rulebook: Any) -> list[str]:
    return [clause.id for clause in rulebook.law.consulting(ruling)]


@record
class RulingDocument:
    """An open question, its readings, and the reading of each preset."""

    id: Field[str] = field(Text(), "the id of the ruling")
    question: Field[str] = field(Text(), "the open question")
    sureness: Field[str] = field(word((*SURENESS,)), "how sure the default is")
    default: Field[str] = field(Text(), "the name of the default reading")
    readings: Field[tuple[ReadingDocument, ...]] = field(
        Written(Many(Inside(ReadingDocument, "Reading")), _readings),
        "the readings, the default first",
        get=itself,
    )
    presets: Field[Mapping[str, str]] = field(
        Written(Keyed(Text()), _presets), "the name of the reading of each preset", get=itself
    )
    clauses: Field[tuple[str, ...]] = field(
        Written(Many(CLAUSE_ID), _clauses), "the clauses that consult it", get=itself
    )
