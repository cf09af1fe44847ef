"""Verdicts: what every clause finds about a move, the events it would cause, the rulings the verdict rests on."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from typing import Any, get_args

import attrs

from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.law.clause import ALWAYS, Clause, Kind
from era_of_inventions.tabletop.law.ruling import RULING_ID
from era_of_inventions.tabletop.law.violation import name_of
from era_of_inventions.tabletop.values import (
    Choice,
    Count,
    Field,
    Flag,
    Names,
    Seat,
    Text,
    evolve,
    field,
    record,
    records,
)
from era_of_inventions.tabletop.values.changes import paths
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.moves import OneOfKinds
from era_of_inventions.tabletop.values.naming import Schema, Terms
from era_of_inventions.tabletop.values.plain import (
    LISTED_MAX,
    Inside,
    Many,
    OrNone,
    Value,
    read_keyed,
    word,
)
from era_of_inventions.tabletop.values.records import Audience, shown


class Outcome(enum.Enum):
    """The result of one clause for one subject."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    SATISFIED = "satisfied"
    """A limit that does not forbid the subject."""
    NOT_NOW = "not now"
    """A grant for another moment."""
    NOT_APPLICABLE = "not applicable"
    """A grant for this moment that does not permit the subject."""
    OPEN = "open"
    """A clause whose result depends on something unknown in the position."""


MAY_PERMIT = (Outcome.PERMITS, Outcome.OPEN)
"""What a grant finds that permits something in some world: the open one where others do in the other worlds."""
ID = r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*"
"""The pattern of the ids of clauses."""


def _ids(setting: Any) -> list[str]:
    return [clause.id for clause in setting.rulebook.law]


def _paths(setting: Any) -> list[str]:
    return [*paths(setting.rulebook.state)]


@attrs.frozen(eq=False)
class _Facts(Domain[tuple[tuple[str, object], ...]]):
    """Facts by their names, in order."""

    def schema(self, terms: Terms) -> Schema:
        return {"type": "object", "additionalProperties": Value(scalar=True).schema(terms)}

    def bind(self, terms: Terms) -> Shape[tuple[tuple[str, object], ...]]:
        fact = Value(scalar=True).bind(terms)
        return plain_shape(
            lambda raw: tuple(read_keyed(raw, fact.read, LISTED_MAX).items()), dict
        )


CLAUSE: Choice[Clause[..., Any]] = Choice(
    Names(
        Clause, _ids, "the id of a clause", ID, lambda setting: setting.rulebook.law.clauses
    )
)
CLAUSE_ID: Choice[str] = Choice(Names(Clause, _ids, "the id of a clause", ID, values=_ids))
_PATH: Choice[str] = Choice(
    Names(
        object,
        _paths,
        "the place of a field in a position",
        r"[a-z_]+(\.[a-z_]+)*",
        values=_paths,
    )
)
WHOSE = OrNone(Seat())


@attrs.frozen(eq=False)
class CauseId(Domain[str]):
    """The id of the clause that causes something, or an empty text if no clause does."""

    def schema(self, terms: Terms) -> Schema:
        """Return the JSON Schema of both."""
        return {"type": "string", "pattern": f"^(?:({ID})?)$"}

    def bind(self, terms: Terms) -> Shape[str]:
        """Return how both are read and written."""
        one = CLAUSE_ID.bind(terms)
        return plain_shape(
            lambda raw: "" if raw == "" else one.read(raw), lambda id_: id_ and one.write(id_)
        )


@record
class Finding:
    """The result of one clause for one subject, and the facts behind it."""

    clause: Field[Clause[..., Any]] = field(CLAUSE, "the id of the clause")
    outcome: Field[Outcome] = field(
        word({outcome.value.replace(" ", "-"): outcome for outcome in Outcome}), "the outcome"
    )
    subject: Field[object] = field(
        OrNone(OneOfKinds(occasions=True)),
        "the subject, if it is not the judged move",
        default=None,
    )
    facts: Field[tuple[tuple[str, object], ...]] = field(
        _Facts(), "the facts behind it", default=()
    )


@record
class Event:
    """A change, and the id of the clause that caused it; for the other fields see `Change`."""

    clause: Field[str] = field(CauseId(), "the clause that caused it")
    field: Field[str] = records.field(_PATH, "the place of the field in a position")
    key: Field[str] = records.field(
        Text(), "the quantity of the field; empty if it has only one"
    )
    seat: Field[int | None] = records.field(
        WHOSE, "whose it is; null for what belongs to nobody"
    )
    before: Field[int | str] = records.field(Value(), "the value before")
    after: Field[int | str] = records.field(Value(), "the value after")
    seen: Field[Audience] = records.field(word(get_args(Audience)), "who may know of it")
    what: Field[str] = records.field(Text(), "the name of the quantity")

    def is_seen_by(self, seat: int | None) -> bool:
        """Return whether a seat, or a spectator (None), may know of the event."""
        return self.seen == "all" or (
            self.seen == "owner" and seat is not None and seat == self.seat
        )

    @property
    def change(self) -> int:
        """The difference between the two values; 0 if they are not counts."""
        if isinstance(self.before, int) and isinstance(self.after, int):
            return self.after - self.before
        known = re.fullmatch(r"\? ([+-][0-9]+)", str(self.after))
        return int(known[1]) if known else 0


@record
class Nearest:
    """The limit that comes nearest to forbidding a legal move: its number with this move, and the most allowed."""

    clause: Field[Clause[..., Any]] = field(CLAUSE, "the id of the clause")
    number: Field[int] = field(Count(), "the number, with this move")
    most: Field[int] = field(Count(), "the most that is allowed")
    words: Field[str] = field(Text(), "what is counted")

    def __str__(self) -> str:
        """The number and the most, such as "3 of 3 uses of the box"."""
        return f"{self.number} of {self.most} {self.words}"


@record
class Outstanding:
    """Something that still has to be paid or given before an action that has begun takes effect."""

    what: Field[str] = field(Text(), "the name of the quantity")
    number: Field[int] = field(Count(), "how much it is")

    def __str__(self) -> str:
        """What is to be paid or given, and how much: "owed 2"."""
        return f"{self.what} {self.number}"


@record
class RestsOn:
    """A ruling that a verdict rests on, its current reading, and other readings that change the legality or effects."""

    ruling: Field[str] = field(RULING_ID, "the id of the ruling")
    reading: Field[str] = field(Text(), "the current reading")
    legality: Field[tuple[str, ...]] = field(
        Many(Text()), "the other readings with which the legality differs", default=()
    )
    effects: Field[tuple[str, ...]] = field(
        Many(Text()), "the other readings with which only the effects differ", default=()
    )


@record
class OpenOn:
    """Something unknown that a verdict depends on: what it is, and whose."""

    seat: Field[int | None] = field(WHOSE, "whose it is; null for what belongs to nobody")
    what: Field[str] = field(Text(), "the unknown thing")

    def render(self, names: Sequence[str] = ()) -> str:
        """Return the unknown thing, and whose it is; a player without a name is called by the seat."""
        if self.seat is None:
            return self.what
        return f"{self.what} of {name_of(self.seat, names)}"

    def __str__(self) -> str:
        """The unknown thing, and the seat of its owner, if it has one."""
        return self.render()


@record
class Due:
    """What comes first if a move is refused because of the moment or the turn: who decides now, and by which moves.

    ``seat`` is None if chance decides. ``moves`` are the words for the kinds of moves
    that are legal now, or that may be legal. If there are no such moves, the game is
    over.
    """

    seat: Field[int | None] = field(
        WHOSE, "who decides now; null if chance does, or if the game is over"
    )
    moves: Field[tuple[str, ...]] = field(
        Many(Text()), "the words of the moves it is decided by; empty if it is over"
    )
    also: Field[tuple[int, ...]] = field(
        Many(Seat()), "the other players who decide now, in any order", default=()
    )

    def render(self, names: Sequence[str] = ()) -> str:
        """Return a sentence about whose decision comes next. A player without a name is shown by the seat number."""
        if not self.moves:
            return "the game is over"
        seats = () if self.seat is None else (self.seat, *self.also)
        who = joined([name_of(seat, names) for seat in seats], "or") or "chance"
        return f"first {who} decides: {joined(map(repr, self.moves), 'or')}"

    def __str__(self) -> str:
        """Who decides first, and by which moves; players are identified by their seats."""
        return self.render()


@record
class Verdict:
    """The judgement of one move: all findings (grants, then limits), the events, and the rulings it rests on.

    A verdict has no truth value, because ``if verdict`` could be mistaken for ``if
    verdict.legal``. If the answer depends on anything unknown (``open_on``), ``legal``
    means nothing. The facts are about the goods, discs and counts of the player at
    ``seat``.
    """

    subject: Field[object] = field(OneOfKinds(occasions=True), "the judged move")
    ruleset: Field[str] = field(Text(), "the name of the ruleset")
    findings: Field[tuple[Finding, ...]] = field(
        Many(Inside(Finding)),
        "the findings of all clauses: grants, then limits",
        get=lambda v: _briefly(v, v.findings),
    )
    occasions: Field[tuple[Finding, ...]] = field(
        Many(Inside(Finding)),
        "the findings about occasions that the move brings about, in order",
        get=lambda v: _briefly(v, v.occasions),
        default=(),
    )
    events: Field[tuple[Event, ...]] = field(
        Many(Inside(Event)), "the events that the move causes", default=()
    )
    rests_on: Field[tuple[RestsOn, ...] | None] = field(
        OrNone(Many(Inside(RestsOn))),
        "the rulings that the verdict rests on, each once; null if other readings were not evaluated",
        default=None,
    )
    open_on: Field[tuple[OpenOn, ...]] = field(
        Many(Inside(OpenOn)), "the unknown things that the legality depends on", default=()
    )
    seat: Field[int | None] = field(
        WHOSE, "who makes the move; null if chance does", default=None
    )
    due: Field[Due | None] = field(
        OrNone(Inside(Due)),
        "what comes first; null unless it is refused for the moment",
        default=None,
    )
    nearest: Field[Nearest | None] = field(
        OrNone(Inside(Nearest)),
        "the limit that comes nearest to forbidding a legal move; null if none counts anything",
        default=None,
    )
    outstanding: Field[tuple[Outstanding, ...]] = field(
        Many(Inside(Outstanding)),
        "what is still to be paid or given after a legal move, before what has begun has its effect",
        default=(),
    )

    @classmethod
    def from_fields(cls, subject: object, ruleset: str, *others: Any) -> Verdict:
        """Return a verdict made of values that were read; a finding without a subject is about the judged move."""
        verdict = cls(subject, ruleset, *others)

        def whole(findings: Sequence[Finding]) -> tuple[Finding, ...]:
            return tuple(
                evolve(one, subject=subject) if one.subject is None else one
                for one in findings
            )

        return evolve(
            verdict, findings=whole(verdict.findings), occasions=whole(verdict.occasions)
        )

    def __bool__(self) -> bool:
        """Raise TypeError; use ``legal``."""
        raise TypeError("a verdict is neither true nor false; use verdict.legal")

    @property
    def permitted_by(self) -> tuple[Clause[..., Any], ...]:
        """The grants that permit the move."""
        return self._with(Outcome.PERMITS)

    @property
    def forbidden_by(self) -> tuple[Clause[..., Any], ...]:
        """The limits that forbid the move."""
        return self._with(Outcome.FORBIDS)

    @property
    def against(self) -> tuple[str, ...]:
        """The ids of the limits that forbid the move."""
        return tuple(clause.id for clause in self.forbidden_by)

    @shown(Flag(), "whether the move is certainly legal")
    def legal(self) -> bool:
        """Whether some clause certainly permits the move, none forbids it, and the player may act now."""
        permitted, limits = self._granted(*MAY_PERMIT), self._findings(Kind.LIMIT)
        return (
            not self.open_on
            and type(self.subject) in permitted
            and permitted == self._granted(*Outcome)
            and all(limit.outcome is Outcome.SATISFIED for limit in limits)
        )

    @property
    def result(self) -> str:
        """The verdict in a word for people: "legal", "NOT LEGAL" or "OPEN"."""
        return "OPEN" if self.open_on else "legal" if self.legal else "NOT LEGAL"

    @property
    def is_undecided(self) -> bool:
        """Whether the result is certain, though it depends on something unknown which clause decides it."""
        if self.open_on or not self._with(Outcome.OPEN):
            return False
        if self.legal:
            return self._granted(Outcome.PERMITS) != self._granted(*MAY_PERMIT)
        return not self.forbidden_by and not self.near_grants

    @property
    def decisive(self) -> Clause[..., Any] | None:
        """The first clause that forbids the move, else the first that permits it, else None."""
        return next(iter((*self.forbidden_by, *self.permitted_by)), None)

    @shown(Text(), "why it is legal or not, in words that may change", wording=True)
    def reason(self) -> str:
        """Why it is legal or not: the clauses that forbid or permit it, or would permit it at another moment.

        If it is refused because of the moment or the turn, the reason also names what
        comes first. If the verdict is open, it names the unknown things that the answer
        depends on.
        """
        return self.render_reason()

    def render_reason(self, names: Sequence[str] = ()) -> str:
        """Return the reason, with the players' names; a player without a name is called by the seat."""
        if self.open_on:
            return f"It depends on what is unknown: {', '.join(thing.render(names) for thing in self.open_on)}."
        return f"{self._why}; {self.due.render(names)}" if self.due else self._why

    @property
    def _why(self) -> str:
        if broken := self.forbidden_by:
            return f"It is against the rules: {'; '.join(map(_stated, broken))}"
        if self.legal:
            near = self.nearest
            nearest = [f"{near} [{near.clause.id}]"] if near else []
            left = [f"still {thing}" for thing in self.outstanding]
            either = self._with(Outcome.OPEN) if self.is_undecided else ()
            return "; ".join([*map(_stated, self.permitted_by + either), *nearest, *left])
        if self.is_undecided:
            undecided = "; ".join(map(_stated, self._with(Outcome.OPEN)))
            return f"Which clause is against it depends on what is unknown: {undecided}"
        grants = self.near_grants
        now = any(one.outcome is Outcome.NOT_APPLICABLE for one in grants)
        clauses = (
            f"{_stated(one.clause)}{'' if now else _moment(one.clause)}" for one in grants
        )
        if not grants:
            return "Somebody else decides" if self.findings else "No clause is about it"
        return f"No clause permits it{'' if now else ' at this moment'}: {'; '.join(clauses)}"

    @property
    def near_grants(self) -> tuple[Finding, ...]:
        """The grants that come near if none permits the move, or none that its player acts now.

        They are the grants for this moment or, if there are none, those for another
        moment.
        """
        permitted = self._granted(*MAY_PERMIT)
        grants = self._findings(Kind.GRANT)
        lacking = [one for one in grants if type(one.subject) not in permitted]
        now = [one for one in lacking if one.outcome is Outcome.NOT_APPLICABLE]
        return (*(now or (one for one in lacking if one.outcome is Outcome.NOT_NOW)),)

    def _granted(self, *outcomes: Outcome) -> set[type[Any]]:
        """Return the kinds of subjects for which a grant has one of these outcomes."""
        grants = self._findings(Kind.GRANT)
        return {type(grant.subject) for grant in grants if grant.outcome in outcomes}

    def _findings(self, kind: Kind) -> list[Finding]:
        return [finding for finding in self.findings if finding.clause.kind is kind]

    def _with(self, outcome: Outcome) -> tuple[Clause[..., Any], ...]:
        return tuple(
            finding.clause for finding in self.findings if finding.outcome is outcome
        )


def _briefly(verdict: Verdict, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, but without their subject if that is the judged move."""
    return tuple(
        evolve(one, subject=None) if one.subject == verdict.subject else one
        for one in findings
    )


def _stated(clause: Clause[..., Any]) -> str:
    return f"{clause.statement} [{clause.id}]"


def _moment(grant: Clause[..., Any]) -> str:
    return "" if grant.when is ALWAYS else f" ({grant.when.words})"
