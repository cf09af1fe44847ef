"""The shape of a verdict. Clauses stand there by id, moves and occasions by the ids of a setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from era_of_inventions.codec.nouns import COUNT, Nouns
from era_of_inventions.codec.shapes import (
    FLAG,
    SCALAR,
    TEXT,
    Shape,
    at,
    dumps,
    keyed,
    not_an_object,
    optional,
    sequence,
    structure,
    tagged,
    titled,
    word,
)
from era_of_inventions.component_sets.form import GOODS
from era_of_inventions.model.occasions import Income, Landing
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.occasions import ActsNow
from era_of_inventions.tabletop.law.ruling import OtherReading
from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome, RestsOn, Verdict

FINDINGS_MAX = 1000
"""The most findings, and the most events, that a verdict holds."""
OUTCOMES = {outcome.value.replace(" ", "-"): outcome for outcome in Outcome}
CLAUSE: Shape[Clause[..., Any]] = word(
    {clause.id: clause for clause in LAW.clauses}, "the id of a clause", pattern=r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*"
)
CAUSE = word(
    {"": "", **{clause.id: clause.id for clause in LAW.clauses}},
    "the id of a clause",
    pattern=r"([a-z]+\.[a-z0-9]+(-[a-z0-9]+)*)?",
)
_READINGS: Mapping[str, Shape[str]] = {
    "ruling": word({ruling.id: ruling.id for ruling in Ruleset.rulings()}),
    "reading": TEXT,
    "other_reading": TEXT,
}
OTHER_READING = structure(OtherReading, _READINGS)
RESTS_ON = structure(RestsOn, {**_READINGS, "changes": word({what: what for what in ("legality", "effects")})})
FACTS: Shape[tuple[tuple[str, object], ...]] = Shape(
    {"type": "object", "additionalProperties": SCALAR.schema},
    lambda value, _=None: tuple(keyed(value, lambda key: SCALAR.read(value[key]), FINDINGS_MAX).items()),
    lambda facts: dumps(dict(facts)),
)


@attrs.frozen
class FindingDocument:
    """A finding in a document: without ``subject`` it is about the move that is judged."""

    clause: Clause[..., Any]
    outcome: Outcome
    facts: tuple[tuple[str, object], ...] = ()
    subject: object = None


@attrs.frozen
class VerdictDocument:
    """A verdict in a document: ``legal`` is what its findings come to."""

    subject: object
    ruleset: str
    legal: bool
    findings: tuple[FindingDocument, ...]
    occasions: tuple[FindingDocument, ...] = ()
    events: tuple[Event, ...] = ()
    rests_on: tuple[RestsOn, ...] | None = None


def verdict(nouns: Nouns) -> Shape[Verdict]:
    """The shape of the verdicts of a setting."""
    subject = _subject(nouns)
    finding = titled(
        "Finding",
        structure(
            FindingDocument, {"clause": CLAUSE, "outcome": word(OUTCOMES), "facts": FACTS, "subject": optional(subject)}
        ),
    )
    event = structure(
        Event, {"clause": CAUSE, "seat": optional(nouns.seat), "what": TEXT, "before": SCALAR, "after": SCALAR}
    )
    document = structure(
        VerdictDocument,
        {
            "subject": subject,
            "ruleset": TEXT,
            "legal": FLAG,
            "findings": sequence(finding, FINDINGS_MAX),
            "occasions": sequence(finding, FINDINGS_MAX),
            "events": sequence(event, FINDINGS_MAX),
            "rests_on": optional(sequence(RESTS_ON, FINDINGS_MAX)),
        },
    )
    return titled(
        "Verdict",
        Shape(
            document.schema,
            lambda value, _=None: _verdict(document.read(value)),
            lambda verdict: document.write(_document(verdict)),
        ),
    )


def _subject(nouns: Nouns) -> Shape[object]:
    """A move, or an occasion: an object whose key ``occasion`` says which kind."""
    occasions = tagged(
        "occasion",
        {
            "acts-now": structure(ActsNow, {"seat": nouns.seat}),
            "landing": structure(Landing, {"seat": nouns.seat, "position": COUNT, "sign": optional(word(GOODS))}),
            "income": structure(Income, {"seat": nouns.seat, "space": nouns.space, "card": nouns.card}),
        },
        (ActsNow, Landing, Income),
    )

    def read(value: object, _: object = None) -> object:
        if type(value) is not dict:
            raise not_an_object(value)
        return (occasions if "occasion" in value else nouns.move).read(value)

    def write(subject: Any) -> str:
        shape: Shape[Any] = occasions if isinstance(subject, ActsNow | Landing | Income) else nouns.move
        return shape.write(subject)

    return Shape({"anyOf": [nouns.move.schema, titled("Occasion", occasions).schema]}, read, write)


def _verdict(document: VerdictDocument) -> Verdict:
    """The verdict in a document. Raises ValueError if ``legal`` does not follow from its findings."""
    findings, occasions = (
        tuple(
            Finding(part.clause, part.outcome, document.subject if part.subject is None else part.subject, part.facts)
            for part in parts
        )
        for parts in (document.findings, document.occasions)
    )
    verdict = Verdict(document.subject, document.ruleset, findings, occasions, document.events, document.rests_on)
    if verdict.legal is not document.legal:
        raise at("legal", ValueError(f"does not agree with the findings; expected {str(verdict.legal).lower()}"))
    return verdict


def _document(verdict: Verdict) -> VerdictDocument:
    findings, occasions = (
        tuple(
            FindingDocument(
                part.clause, part.outcome, part.facts, None if part.subject == verdict.subject else part.subject
            )
            for part in parts
        )
        for parts in (verdict.findings, verdict.occasions)
    )
    return VerdictDocument(
        verdict.subject, verdict.ruleset, verdict.legal, findings, occasions, verdict.events, verdict.rests_on
    )
