"""The shape of a verdict, with clauses by id, and moves and occasions by the ids of a setting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, get_args

import attrs

from era_of_inventions.tabletop.documents.positions import subject_shape
from era_of_inventions.tabletop.documents.settings import general
from era_of_inventions.tabletop.documents.shapes import (
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
    titled,
    word,
)
from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.fields import Seat
from era_of_inventions.tabletop.fields.changes import paths
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.verdict import Audience, Due, Event, Finding, OpenOn, Outcome, RestsOn, Verdict
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting, terms_of

FINDINGS_MAX = 1000
"""The most findings of a verdict, and the most events."""
ID = r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*"
"""The pattern of the ids of clauses."""
OUTCOMES = {outcome.value.replace(" ", "-"): outcome for outcome in Outcome}
FACTS: JsonShape[tuple[tuple[str, object], ...]] = JsonShape(
    {"type": "object", "additionalProperties": SCALAR.schema},
    lambda raw: tuple(keyed(raw, lambda _, fact: SCALAR.read(fact), FINDINGS_MAX).items()),
    dict,
)


@attrs.frozen
class FindingDocument:
    """The finding of one clause; without a ``subject`` it is about the judged move."""

    clause: Clause[..., Any]
    outcome: Outcome
    facts: tuple[tuple[str, object], ...] = ()
    subject: object = None


@attrs.frozen
class VerdictDocument:
    """The judgement of a move; ``legal`` is derived from the findings."""

    subject: object
    ruleset: str
    legal: bool
    findings: tuple[FindingDocument, ...]
    occasions: tuple[FindingDocument, ...] = ()
    events: tuple[Event, ...] = ()
    rests_on: tuple[RestsOn, ...] | None = None
    open_on: tuple[OpenOn, ...] = ()
    seat: int | None = None
    due: Due | None = None
    reason: str = ""


@cache
def clause_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Clause[..., Any]]:
    """The shape of a clause: its id."""
    return word({clause.id: clause for clause in rulebook.law.clauses}, "the id of a clause", pattern=ID)


@cache
def clause_id_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[str]:
    """The shape of the id of a clause."""
    clause = clause_shape(rulebook)
    return JsonShape(clause.schema, lambda raw: clause.read(raw).id, str, "the id of the clause")


@cache
def readings_shape(rulebook: Rulebook[Any, Any], kind: type[Any]) -> JsonShape[Any]:
    """The shape of `OtherReading`, `OtherReadings` or `RestsOn`."""
    several = sequence(TEXT, FINDINGS_MAX)
    fields: dict[str, JsonShape[Any]] = {
        "ruling": word({ruling.id: ruling.id for ruling in rulebook.ruleset.rulings()}).about("the id of the ruling"),
        "reading": TEXT.about("the current reading"),
        "other_reading": TEXT.about("the other reading"),
        "other_readings": several.about("the other readings"),
        "legality": several.about("the other readings with which the legality differs"),
        "effects": several.about("the other readings with which only the effects differ"),
    }
    return structure(kind, {field.name: fields[field.name] for field in attrs.fields(kind)})


def seat_shape(setting: Setting[Any, Any]) -> JsonShape[int]:
    """The shape of a seat."""
    return of(Seat(), terms_of(setting), general(setting.rulebook))


@lru_cache(maxsize=16)
def verdict_shape(setting: Setting[Any, Any]) -> JsonShape[Verdict]:
    """The shape of the verdicts of a setting."""
    rulebook = setting.rulebook
    subject = subject_shape(setting)
    findings: JsonShape[Any] = sequence(_finding_shape(rulebook, subject), FINDINGS_MAX)
    document = structure(
        VerdictDocument,
        {
            "subject": subject.about("the judged move"),
            "ruleset": TEXT.about("the name of the ruleset"),
            "legal": FLAG.about("whether the move is certainly legal"),
            "findings": findings.about(
                "the findings of all clauses: grants, then limits", lambda verdict: _briefly(verdict, verdict.findings)
            ),
            "occasions": findings.about(
                "the findings about occasions that the move brings about",
                lambda verdict: _briefly(verdict, verdict.occasions),
            ),
            "events": sequence(event_shape(setting), FINDINGS_MAX).about("the events that the move causes"),
            "rests_on": optional(sequence(readings_shape(rulebook, RestsOn), FINDINGS_MAX)).about(
                "the rulings that the verdict rests on; null if other readings were not evaluated"
            ),
            "open_on": sequence(open_on_shape(setting), FINDINGS_MAX).about(
                "the unknown things that the legality depends on"
            ),
            "seat": optional(seat_shape(setting)).about("who makes the move; null if chance does"),
            "due": optional(due_shape(setting)).about("what comes first; null unless it is refused for the moment"),
            "reason": TEXT.about("why it is legal or not, in words that may change"),
        },
    )
    return titled("Verdict", JsonShape(document.schema, lambda raw: _verdict(document.read(raw)), document.write))


def open_on_shape(setting: Setting[Any, Any]) -> JsonShape[OpenOn]:
    """The shape of something unknown that a verdict depends on."""
    fields: dict[str, JsonShape[Any]] = {"seat": _whose(setting), "what": TEXT.about("the unknown thing")}
    return structure(OpenOn, fields)


def due_shape(setting: Setting[Any, Any]) -> JsonShape[Due]:
    """The shape of who decides next, and by which moves."""
    fields: dict[str, JsonShape[Any]] = {
        "seat": optional(seat_shape(setting)).about("who decides now; null if chance does, or if the game is over"),
        "moves": sequence(TEXT, FINDINGS_MAX).about("the words of the moves it is decided by; empty if it is over"),
    }
    return structure(Due, fields)


def _whose(setting: Setting[Any, Any]) -> JsonShape[int | None]:
    return optional(seat_shape(setting)).about("whose it is; null for what belongs to nobody")


def _finding_shape(rulebook: Rulebook[Any, Any], subject: JsonShape[Any]) -> JsonShape[FindingDocument]:
    fields: dict[str, JsonShape[Any]] = {
        "clause": clause_shape(rulebook).about("the id of the clause"),
        "outcome": word(OUTCOMES).about("the outcome"),
        "facts": FACTS.about("the facts behind it"),
        "subject": optional(subject).about("the subject, if it is not the judged move"),
    }
    shape: JsonShape[FindingDocument] = structure(FindingDocument, fields)
    return titled("Finding", shape)


def event_shape(setting: Setting[Any, Any]) -> JsonShape[Event]:
    """The shape of an event."""
    rulebook = setting.rulebook
    ids = {"": "", **{clause.id: clause.id for clause in rulebook.law.clauses}}
    places = {path: path for path in paths(rulebook.state)}
    return structure(
        Event,
        {
            "clause": word(ids, "the id of a clause", pattern=f"({ID})?").about("the clause that caused it"),
            "field": word(places, "the place of a field in a position", pattern=r"[a-z_]+(\.[a-z_]+)*").about(
                "the place of the field in a position"
            ),
            "key": TEXT.about("the quantity of the field; empty if it has only one"),
            "seat": _whose(setting),
            "before": VALUE.about("the value before"),
            "after": VALUE.about("the value after"),
            "seen": word({audience: audience for audience in get_args(Audience)}).about("who may know of it"),
            "what": TEXT.about("the name of the quantity"),
        },
    )


def _briefly(verdict: Verdict, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings without a subject where that is the judged move."""
    return tuple(
        Finding(one.clause, one.outcome, None if one.subject == verdict.subject else one.subject, one.facts)
        for one in findings
    )


def _verdict(document: VerdictDocument) -> Verdict:
    def whole(findings: Sequence[FindingDocument]) -> tuple[Finding, ...]:
        return tuple(
            Finding(one.clause, one.outcome, document.subject if one.subject is None else one.subject, one.facts)
            for one in findings
        )

    parts = {field.name: getattr(document, field.name) for field in attrs.fields(Verdict)}
    parts |= {"findings": whole(document.findings), "occasions": whole(document.occasions)}
    verdict = Verdict(**parts)
    if verdict.legal is not document.legal:
        message = f"does not agree with the findings; expected {str(verdict.legal).lower()}"
        raise refused("legal", Code.INCONSISTENT, message)
    return verdict
