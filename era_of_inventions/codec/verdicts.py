"""The shape of a verdict. Clauses are told by id, moves and occasions by the ids of a setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import attrs

from era_of_inventions.codec.nouns import COUNT, Nouns
from era_of_inventions.codec.shapes import (
    FLAG,
    SCALAR,
    TEXT,
    VALUE,
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
from era_of_inventions.component_sets.files import GOODS
from era_of_inventions.model.occasions import Income, Landing
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.occasions import ActsNow
from era_of_inventions.tabletop.law.ruling import OtherReading
from era_of_inventions.tabletop.law.verdict import Audience, Event, Finding, Outcome, RestsOn, Verdict

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
class Found:
    """A finding as a document tells it: without ``subject`` it is about the move that is judged."""

    clause: Clause[..., Any]
    outcome: Outcome
    facts: tuple[tuple[str, object], ...] = ()
    subject: object = None


@attrs.frozen
class Judged:
    """A verdict as a document tells it: ``legal`` says what the findings come to."""

    subject: object
    ruleset: str
    legal: bool
    findings: tuple[Found, ...]
    occasions: tuple[Found, ...] = ()
    events: tuple[Event, ...] = ()
    rests_on: tuple[RestsOn, ...] | None = None


def verdict(nouns: Nouns) -> Shape[Verdict]:
    """The shape of the verdicts of a setting."""
    subject = _subject(nouns)
    found = titled(
        "Finding",
        structure(Found, {"clause": CLAUSE, "outcome": word(OUTCOMES), "facts": FACTS, "subject": optional(subject)}),
    )
    event = structure(
        Event,
        {
            "clause": CAUSE,
            "field": TEXT,
            "key": TEXT,
            "seat": optional(nouns.seat),
            "before": VALUE,
            "after": VALUE,
            "seen": word({audience: audience for audience in get_args(Audience)}),
            "what": TEXT,
        },
    )
    judged = structure(
        Judged,
        {
            "subject": subject,
            "ruleset": TEXT,
            "legal": FLAG,
            "findings": sequence(found, FINDINGS_MAX),
            "occasions": sequence(found, FINDINGS_MAX),
            "events": sequence(event, FINDINGS_MAX),
            "rests_on": optional(sequence(RESTS_ON, FINDINGS_MAX)),
        },
    )
    return titled(
        "Verdict",
        Shape(
            judged.schema, lambda value, _=None: _verdict(judged.read(value)), lambda told: judged.write(_judged(told))
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


def _verdict(told: Judged) -> Verdict:
    findings, occasions = (
        tuple(
            Finding(found.clause, found.outcome, told.subject if found.subject is None else found.subject, found.facts)
            for found in founds
        )
        for founds in (told.findings, told.occasions)
    )
    given = Verdict(told.subject, told.ruleset, findings, occasions, told.events, told.rests_on)
    if given.legal is not told.legal:
        raise at("legal", ValueError("does not agree with the findings; expected " + str(given.legal).lower()))
    return given


def _judged(given: Verdict) -> Judged:
    findings, occasions = (
        tuple(
            Found(found.clause, found.outcome, found.facts, None if found.subject == given.subject else found.subject)
            for found in founds
        )
        for founds in (given.findings, given.occasions)
    )
    return Judged(given.subject, given.ruleset, given.legal, findings, occasions, given.events, given.rests_on)
