"""Verdicts: what every clause said about a move, what the move would cause, and which open questions it rests on."""

from __future__ import annotations

import enum
from typing import Any

import attrs

from era_of_inventions.kernel.clause import Clause


class Outcome(enum.Enum):
    """What one clause said about one subject."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    SATISFIED = "satisfied"
    """A limit that does not forbid."""
    NOT_REACHED = "not reached"
    """A grant whose occasion is not there."""


@attrs.frozen
class Finding:
    """What one clause said about one subject, and the facts that decided it."""

    clause: Clause[..., Any]
    outcome: Outcome
    subject: object
    facts: tuple[tuple[str, object], ...] = ()


@attrs.frozen
class Event:
    """One thing that happened, and the clause that caused it.

    ``what`` names the quantity as players would; ``seat`` is None for what belongs to nobody.
    """

    clause: str
    seat: int | None
    what: str
    before: object
    after: object

    @property
    def change(self) -> int:
        """By how much a count changed; 0 where the two values are not counts."""
        if isinstance(self.before, int) and isinstance(self.after, int):
            return self.after - self.before
        return 0


@attrs.frozen
class RestsOn:
    """A ruling the verdict rests on: under this other reading the move would be legal or not, or do something else."""

    ruling: str
    reading: str
    legal: bool
    changes: str
    """Either "legality" or "effects"."""


@attrs.frozen
class Problem:
    """Why a position or a set of components is not possible: the clause it offends and a sentence."""

    clause: str
    text: str
    about: str = attrs.field(default="", eq=False, repr=False)
    """The field of the position it is about, as far as that is one; see `Check.about`."""

    def __str__(self) -> str:
        """The sentence and the clause."""
        return f"{self.text} [{self.clause}]"


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
        """Whether some clause permits the move and none forbids it."""
        return bool(self.permitted_by) and not self.forbidden_by

    @property
    def decisive(self) -> Clause[..., Any] | None:
        """The clause to name first: the first that forbids, else the first that permits; None if none does either."""
        return next(iter((*self.forbidden_by, *self.permitted_by)), None)

    def _with(self, outcome: Outcome) -> tuple[Clause[..., Any], ...]:
        return tuple(finding.clause for finding in self.findings if finding.outcome is outcome)
