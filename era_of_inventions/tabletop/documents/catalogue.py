"""The shapes of clauses and rulings: what a rulebook says, for programs to show. They are written and not read."""

from __future__ import annotations

from functools import cache
from typing import Any

from era_of_inventions.tabletop.documents.shapes import (
    TEXT,
    JsonShape,
    mapping,
    optional,
    output,
    sequence,
    structure,
    word,
)
from era_of_inventions.tabletop.documents.verdicts import clause_id_shape
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.ruling import SURENESS, Reading, Ruling
from era_of_inventions.tabletop.play.rulebook import Rulebook

MOST = 1000
"""The most entries of a list."""


@cache
def clause_document_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Clause[..., Any]]:
    """The shape of a clause."""

    def consulted(clause: Clause[..., Any]) -> tuple[str, ...]:
        return tuple(rulebook.ruleset.ruling(name).id for name in clause.rulings)

    cite = structure(
        Cite,
        {
            "section": TEXT.about("the heading of the section"),
            "anchor": TEXT.about("one to six words by which the place is found"),
        },
    )
    fields: dict[str, JsonShape[Any]] = {
        "id": clause_id_shape(rulebook),
        "kind": word({kind.value: kind for kind in Kind}).about("the kind of clause"),
        "chapter": TEXT.about("the name of its chapter"),
        "statement": TEXT.about("the rule in one sentence"),
        "cites": mapping(cite).about("where the editions say so, by the code of the edition"),
        "rulings": sequence(TEXT, MOST).about("the ids of the rulings that it consults", consulted),
        "moment": optional(TEXT).about(
            "when a grant applies; null for other clauses",
            lambda clause: clause.when.words if clause.kind is Kind.GRANT else None,
        ),
        "place": TEXT.about("the file and the line of its code"),
    }

    return output("Clause", "A clause: its sentence, and where the editions say so.", fields)


@cache
def ruling_document_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Ruling]:
    """The shape of a ruling."""

    def presets(ruling: Ruling) -> dict[str, str]:
        return {name: getattr(rulebook.ruleset.preset(name), ruling.field) for name in rulebook.ruleset.presets}

    def clauses(ruling: Ruling) -> tuple[str, ...]:
        return tuple(clause.id for clause in rulebook.law.clauses if ruling.field in clause.rulings)

    reading = structure(
        Reading,
        {
            "name": TEXT.about("the name of the reading"),
            "text": TEXT.about("what it means at the table"),
            "argument": TEXT.about("the argument for it"),
        },
    )
    fields: dict[str, JsonShape[Any]] = {
        "id": TEXT.about("the id of the ruling"),
        "question": TEXT.about("the open question"),
        "sureness": word({sureness: sureness for sureness in SURENESS}).about("how sure the default is"),
        "default": TEXT.about("the name of the default reading"),
        "readings": sequence(reading, MOST).about("the readings, the default first"),
        "presets": mapping(TEXT).about("the name of the reading of each preset", presets),
        "clauses": sequence(clause_id_shape(rulebook), MOST).about("the clauses that consult it", clauses),
    }

    return output("Ruling", "An open question, its readings, and the reading of each preset that differs.", fields)
