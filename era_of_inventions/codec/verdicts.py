"""The shape of a verdict. Clauses stand there by id, moves and occasions by the ids of a setting."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

import attrs

from era_of_inventions.codec.positions import move_shape
from era_of_inventions.codec.shapes import (
    FLAG,
    SCALAR,
    TEXT,
    VALUE,
    JsonShape,
    keyed,
    of,
    optional,
    refused,
    sequence,
    structure,
    tagged,
    titled,
    word,
)
from era_of_inventions.model.names import CARDS, GOODS, SPACES
from era_of_inventions.model.occasions import Income, Landing
from era_of_inventions.model.state import Setting, State
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.fields import Choice, Count, Maybe, Seat, Terms
from era_of_inventions.tabletop.fields.changes import paths
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.occasions import ActsNow
from era_of_inventions.tabletop.law.ruling import OtherReading
from era_of_inventions.tabletop.law.verdict import Audience, Event, Finding, Outcome, RestsOn, Verdict
from era_of_inventions.tabletop.play.setting import terms_of

FINDINGS_MAX = 1000
"""The most findings, and the most events, that a verdict holds."""
OUTCOMES = {outcome.value.replace(" ", "-"): outcome for outcome in Outcome}
CLAUSE: JsonShape[Clause[..., Any]] = word(
    {clause.id: clause for clause in LAW.clauses}, "the id of a clause", pattern=r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*"
)
CAUSE = word(
    {"": "", **{clause.id: clause.id for clause in LAW.clauses}},
    "the id of a clause",
    pattern=r"([a-z]+\.[a-z0-9]+(-[a-z0-9]+)*)?",
)
_READINGS: Mapping[str, JsonShape[str]] = {
    "ruling": word({ruling.id: ruling.id for ruling in Ruleset.rulings()}),
    "reading": TEXT,
    "other_reading": TEXT,
}
OTHER_READING = structure(OtherReading, _READINGS)
RESTS_ON = structure(RestsOn, {**_READINGS, "changes": word({what: what for what in ("legality", "effects")})})
FACTS: JsonShape[tuple[tuple[str, object], ...]] = JsonShape(
    {"type": "object", "additionalProperties": SCALAR.schema},
    lambda raw: tuple(keyed(raw, lambda _, fact: SCALAR.read(fact), FINDINGS_MAX).items()),
    dict,
)
FIELD = word(
    {path: path for path in paths(State)}, "the place of a field in a position", pattern=r"[a-z_]+(\.[a-z_]+)*"
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


@lru_cache(maxsize=16)
def verdict_shape(setting: Setting) -> JsonShape[Verdict]:
    """The shape of the verdicts of a setting."""
    own = terms_of(setting)
    seat, subject = of(Seat(), own), _subject(setting, own)
    finding = titled(
        "Finding",
        structure(
            FindingDocument,
            {"clause": CLAUSE, "outcome": word(OUTCOMES), "facts": FACTS, "subject": optional(subject)},
        ),
    )
    event = structure(
        Event,
        {
            "clause": CAUSE,
            "field": FIELD,
            "key": TEXT,
            "seat": optional(seat),
            "before": VALUE,
            "after": VALUE,
            "seen": word({audience: audience for audience in get_args(Audience)}),
            "what": TEXT,
        },
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
        JsonShape(document.schema, lambda raw: _verdict(document.read(raw)), lambda v: document.write(_document(v))),
    )


def _subject(setting: Setting, own: Terms) -> JsonShape[Any]:
    """A move, or an occasion: an object whose key ``occasion`` says which kind."""
    moves, seat = move_shape(setting), of(Seat(), own)
    occasions = tagged(
        "occasion",
        {
            "acts-now": structure(ActsNow, {"seat": seat}),
            "landing": structure(
                Landing, {"seat": seat, "position": of(Count()), "sign": of(Maybe(Choice(GOODS), None))}
            ),
            "income": structure(
                Income, {"seat": seat, "space": of(Choice(SPACES), own), "card": of(Choice(CARDS), own)}
            ),
        },
        (ActsNow, Landing, Income),
    )

    def read(raw: Any) -> Any:
        return (occasions if isinstance(raw, dict) and "occasion" in raw else moves).read(raw)

    def write(subject: Any) -> Any:
        return (occasions if isinstance(subject, ActsNow | Landing | Income) else moves).write(subject)

    return JsonShape({"anyOf": [moves.schema, titled("Occasion", occasions).schema]}, read, write)


def _verdict(document: VerdictDocument) -> Verdict:
    findings, occasions = (
        tuple(
            Finding(one.clause, one.outcome, document.subject if one.subject is None else one.subject, one.facts)
            for one in several
        )
        for several in (document.findings, document.occasions)
    )
    verdict = Verdict(document.subject, document.ruleset, findings, occasions, document.events, document.rests_on)
    if verdict.legal is not document.legal:
        message = f"does not agree with the findings; expected {str(verdict.legal).lower()}"
        raise refused("legal", Code.INCONSISTENT, message)
    return verdict


def _document(verdict: Verdict) -> VerdictDocument:
    findings, occasions = (
        tuple(
            FindingDocument(one.clause, one.outcome, one.facts, None if one.subject == verdict.subject else one.subject)
            for one in several
        )
        for several in (verdict.findings, verdict.occasions)
    )
    return VerdictDocument(
        verdict.subject, verdict.ruleset, verdict.legal, findings, occasions, verdict.events, verdict.rests_on
    )
