"""Verdicts: what every clause said about a move, what the move would cause, and which open questions it rests on."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeAlias

import attrs

from era_of_inventions.tabletop.law.clause import ALWAYS, Clause, Kind, Sentence
from era_of_inventions.tabletop.law.ruling import OtherReading


class Outcome(enum.Enum):
    """What one clause said about one subject."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    SATISFIED = "satisfied"
    """A limit that does not forbid."""
    NOT_APPLICABLE = "not applicable"
    """A grant that does not apply."""
    OPEN = "open"
    """A clause whose answer depends on something that is unknown in the position."""


@attrs.frozen
class Finding:
    """What one clause said about one subject, and the facts that decided it."""

    clause: Clause[..., Any]
    outcome: Outcome
    subject: object
    facts: tuple[tuple[str, object], ...] = ()


Audience: TypeAlias = Literal["all", "owner", "nobody"]
"""Who may know something: everybody, the player it belongs to, or nobody, as of the cards of a face-down pile."""


class Change(NamedTuple):
    """One quantity of a position that is not what it was.

    ``field`` is its place in the position, such as ``"players.goods"``, and ``key`` says which quantity of it. ``seat``
    is None for what belongs to nobody, ``seen`` tells who may know, and ``what`` names the quantity as players would.
    """

    field: str
    key: str
    seat: int | None
    before: int | str
    after: int | str
    seen: Audience
    what: str


@attrs.frozen
class Event:
    """One thing that happened, and the clause that caused it; for the rest see `Change`."""

    clause: str
    field: str
    key: str
    seat: int | None
    before: int | str
    after: int | str
    seen: Audience
    what: str

    def is_seen_by(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator for None, may know of it."""
        return self.seen == "all" or (self.seen == "owner" and seat is not None and seat == self.seat)

    @property
    def change(self) -> int:
        """By how much a count changed; 0 where the two values are not counts."""
        if isinstance(self.before, int) and isinstance(self.after, int):
            return self.after - self.before
        return 0


@attrs.frozen
class RestsOn(OtherReading):
    """What a verdict rests on: by the other reading the move would be judged otherwise, or do something else."""

    changes: str
    """Either "legality" or "effects"."""


@attrs.frozen
class OpenOn:
    """Something unknown on which a verdict depends: what it is, and whose."""

    seat: int | None
    what: str


@attrs.frozen
class Problem:
    """Why a position or a set of components is not possible: the clause it offends, if any, and a sentence."""

    clause: str
    sentence: Sentence
    about: str = attrs.field(default="", eq=False, repr=False)
    """The field of the position it is about, if it is about a single one; see `Check.about`."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats it speaks of, in that order; whether anybody sits there is not said."""
        return tuple(part for part in self.sentence if isinstance(part, int))

    @property
    def text(self) -> str:
        """The sentence, with players called by their seats."""
        return _said(self.sentence, ())

    def told(self, names: Sequence[str] = ()) -> str:
        """The sentence and the clause, with these names by seat; a seat without a name is called by its number."""
        sentence = _said(self.sentence, names)
        return f"{sentence} [{self.clause}]" if self.clause else sentence

    def __str__(self) -> str:
        """The sentence and the clause."""
        return self.told()


def _said(sentence: Sentence, names: Sequence[str]) -> str:
    if isinstance(sentence, str):
        return sentence
    runs = [_run(list(parts), names) for _, parts in groupby(sentence, type)]
    return " ".join(runs).replace(" ;", ";")


def _run(parts: Sequence[str | int], names: Sequence[str]) -> str:
    """Texts, or seats, that follow one another in a sentence."""
    seats = [part for part in parts if isinstance(part, int)]
    if len(seats) > 1 and not names:
        return f"seats {', '.join(map(str, seats))}"
    called = [names[seat] if 0 <= seat < len(names) else f"seat {seat}" for seat in seats]
    return ", ".join(called) if seats else " ".join(map(str, parts))


@attrs.frozen
class Verdict:
    """The judgement of one move: every finding (grants, then limits), the events, and the rulings it rests on.

    A verdict has no truth value, so that nobody mistakes "there is a verdict" for "it is legal".
    """

    subject: object
    ruleset: str
    findings: tuple[Finding, ...]
    occasions: tuple[Finding, ...] = ()
    """What clauses said about occasions the move brought about (an income, a sign), in the order they arose."""
    events: tuple[Event, ...] = ()
    rests_on: tuple[RestsOn, ...] | None = None
    """None if the other readings were not asked."""
    open_on: tuple[OpenOn, ...] = ()
    """What nobody who judges this position can know, and on which the answer depends; then ``legal`` is no answer."""

    def __bool__(self) -> bool:
        """Refuse: ask for ``legal``."""
        raise TypeError("a verdict is neither true nor false; ask verdict.legal")

    @property
    def permitted_by(self) -> tuple[Clause[..., Any], ...]:
        """The grants that permit the move."""
        return self._with(Outcome.PERMITS)

    @property
    def forbidden_by(self) -> tuple[Clause[..., Any], ...]:
        """The limits that forbid the move."""
        return self._with(Outcome.FORBIDS)

    @property
    def legal(self) -> bool:
        """Whether it is sure that some clause permits the move, none forbids it, and who makes it may act."""
        grants = [finding for finding in self.findings if finding.clause.kind is Kind.GRANT]
        asked = {type(grant.subject) for grant in grants}
        permitted = {type(grant.subject) for grant in grants if grant.outcome is Outcome.PERMITS}
        limits = (finding.outcome for finding in self.findings if finding.clause.kind is Kind.LIMIT)
        return type(self.subject) in permitted and asked == permitted and all(o is Outcome.SATISFIED for o in limits)

    @property
    def decisive(self) -> Clause[..., Any] | None:
        """The clause to name first: the first that forbids, else the first that permits; None if none does either."""
        return next(iter((*self.forbidden_by, *self.permitted_by)), None)

    @property
    def reason(self) -> str:
        """Why it is legal or not: the clauses that forbid it, that permit it, or that would at another time."""
        if self.legal or self.forbidden_by:
            return "; ".join(f"{c.statement} [{c.id}]" for c in self.forbidden_by or self.permitted_by)
        grants = [finding.clause for finding in self.findings if finding.outcome is Outcome.NOT_APPLICABLE]
        clauses = "; ".join(f"{grant.statement} [{grant.id}]{_moment(grant)}" for grant in grants)
        return f"No clause permits it at this moment: {clauses}" if clauses else "No clause is about it."

    def _with(self, outcome: Outcome) -> tuple[Clause[..., Any], ...]:
        return tuple(finding.clause for finding in self.findings if finding.outcome is outcome)


def _moment(grant: Clause[..., Any]) -> str:
    return "" if grant.when is ALWAYS else f" ({grant.when.words})"
