"""Verdicts: the finding of every clause about a move, the events it would cause, and the rulings it rests on."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeAlias

import attrs

from era_of_inventions.tabletop.law.clause import ALWAYS, Clause, Kind, Sentence


class Outcome(enum.Enum):
    """The result of one clause for one subject."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    SATISFIED = "satisfied"
    """A limit that does not forbid."""
    NOT_NOW = "not now"
    """A grant for another moment."""
    NOT_APPLICABLE = "not applicable"
    """A grant for this moment that does not permit this."""
    OPEN = "open"
    """A clause whose result depends on something unknown in the position."""


@attrs.frozen
class Finding:
    """The result of one clause for one subject, and the facts behind it."""

    clause: Clause[..., Any]
    outcome: Outcome
    subject: object
    facts: tuple[tuple[str, object], ...] = ()


Audience: TypeAlias = Literal["all", "owner", "nobody"]
"""Who may know something: everybody, the player it belongs to, or nobody (the cards of a face-down pile)."""


class Change(NamedTuple):
    """One quantity of a position that has changed.

    ``field`` is the path of its field, such as ``"players.goods"``, and ``key`` the quantity within it. ``seat`` is
    None for what belongs to nobody, ``seen`` is who may know of the change, and ``what`` is the name of the quantity in
    text.
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
    """A change, and the id of the clause that caused it; for the other fields see `Change`."""

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
        """The difference between the two values; 0 if they are not counts."""
        if isinstance(self.before, int) and isinstance(self.after, int):
            return self.after - self.before
        return 0


@attrs.frozen
class RestsOn:
    """A ruling that a verdict rests on, its current reading, and the other readings with which something differs."""

    ruling: str
    reading: str
    legality: tuple[str, ...] = ()
    """The readings with which the legality of the move differs."""
    effects: tuple[str, ...] = ()
    """The readings with which only its effects differ."""


@attrs.frozen
class OpenOn:
    """Something unknown that a verdict depends on: what it is, and whose."""

    seat: int | None
    what: str

    def render(self, names: Sequence[str] = ()) -> str:
        """The thing, and whose it is; a player without a name is called by the seat."""
        if self.seat is None:
            return self.what
        return f"{self.what} of {_name(self.seat, names)}"

    def __str__(self) -> str:
        """The thing, and at which seat."""
        return self.render()


@attrs.frozen
class Due:
    """What comes first where a move is refused because of the moment or the turn: who decides now, and by which moves.

    ``seat`` is None if chance decides; ``moves`` are the words of the kinds of moves that clauses grant at this moment.
    If there are none, the game is over.
    """

    seat: int | None
    moves: tuple[str, ...]

    def render(self, names: Sequence[str] = ()) -> str:
        """Who decides first, and by which moves; a player without a name is called by the seat."""
        if not self.moves:
            return "the game is over"
        *others, last = map(repr, self.moves)
        who = "chance" if self.seat is None else _name(self.seat, names)
        moves = f"{', '.join(others)} or {last}" if others else last
        return f"first {who} decides: {moves}"

    def __str__(self) -> str:
        """The same, with players identified by their seats."""
        return self.render()


@attrs.frozen
class Problem:
    """A reason why a position or a set of components is impossible: the clause it violates, if any, and a sentence."""

    clause: str
    sentence: Sentence
    about: str = attrs.field(default="", eq=False, repr=False)
    """The field of the position that it is about, if it is a single one; see `Check.about`."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the sentence refers to, in order. They need not exist."""
        return tuple(part for part in self.sentence if isinstance(part, int))

    @property
    def text(self) -> str:
        """The sentence, with players identified by their seats."""
        return _render(self.sentence, ())

    def render(self, names: Sequence[str] = ()) -> str:
        """The sentence and the clause, with the players' ``names`` by seat; a seat without a name shows its number."""
        sentence = _render(self.sentence, names)
        return f"{sentence} [{self.clause}]" if self.clause else sentence

    def __str__(self) -> str:
        """The sentence and the clause."""
        return self.render()


def _render(sentence: Sentence, names: Sequence[str]) -> str:
    if isinstance(sentence, str):
        return sentence
    runs = [_run(list(parts), names) for _, parts in groupby(sentence, type)]
    return " ".join(runs).replace(" ;", ";")


def _run(parts: Sequence[str | int], names: Sequence[str]) -> str:
    """Render consecutive texts, or consecutive seats, of a sentence."""
    seats = [part for part in parts if isinstance(part, int)]
    if len(seats) > 1 and not names:
        return f"seats {', '.join(map(str, seats))}"
    return ", ".join(_name(seat, names) for seat in seats) if seats else " ".join(map(str, parts))


def _name(seat: int, names: Sequence[str]) -> str:
    """The name of the player at a seat; a seat without a name shows its number."""
    return names[seat] if 0 <= seat < len(names) else f"seat {seat}"


@attrs.frozen
class Verdict:
    """The judgement of one move: all findings (grants, then limits), the events, and the rulings it rests on.

    A verdict has no truth value, because ``if verdict`` could be mistaken for ``if verdict.legal``.
    """

    subject: object
    ruleset: str
    findings: tuple[Finding, ...]
    occasions: tuple[Finding, ...] = ()
    """The findings about occasions that the move brings about (an income, a sign), in order."""
    events: tuple[Event, ...] = ()
    rests_on: tuple[RestsOn, ...] | None = None
    """Each ruling once; None if the other readings were not evaluated."""
    open_on: tuple[OpenOn, ...] = ()
    """The unknown things that the legality depends on; if there are any, ``legal`` is meaningless."""
    seat: int | None = None
    """Who makes the move, and whose goods, discs and counts the facts are about; None if chance does."""
    due: Due | None = None
    """What comes first, if the move is refused because of the moment or the turn."""

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
    def legal(self) -> bool:
        """Whether some clause certainly permits the move, none forbids it, and the player may act now."""
        grants = [finding for finding in self.findings if finding.clause.kind is Kind.GRANT]
        subjects = {type(grant.subject) for grant in grants}
        permitted = {type(grant.subject) for grant in grants if grant.outcome is Outcome.PERMITS}
        limits = (finding.outcome for finding in self.findings if finding.clause.kind is Kind.LIMIT)
        return type(self.subject) in permitted and subjects == permitted and all(o is Outcome.SATISFIED for o in limits)

    @property
    def result(self) -> str:
        """The word for it in texts for people: "legal", "NOT LEGAL" or "OPEN"."""
        return "OPEN" if self.open_on else "legal" if self.legal else "NOT LEGAL"

    @property
    def decisive(self) -> Clause[..., Any] | None:
        """The first clause that forbids the move, else the first that permits it, else None."""
        return next(iter((*self.forbidden_by, *self.permitted_by)), None)

    @property
    def reason(self) -> str:
        """Why it is legal or not: the clauses that forbid or permit it, or would permit it at another moment.

        If it is refused because of the moment or the turn, what comes first is told as well. Of a verdict that is open
        it names the unknown things that the answer depends on.
        """
        return self.render_reason()

    def render_reason(self, names: Sequence[str] = ()) -> str:
        """The reason, with the players' names; a player without a name is called by the seat."""
        if self.open_on:
            return f"It depends on what is unknown: {', '.join(thing.render(names) for thing in self.open_on)}."
        return f"{self._why}; {self.due.render(names)}" if self.due else self._why

    @property
    def _why(self) -> str:
        if self.legal or self.forbidden_by:
            return "; ".join(map(_stated, self.forbidden_by or self.permitted_by))
        if grants := self._with(Outcome.NOT_APPLICABLE):
            return f"No clause permits it: {'; '.join(map(_stated, grants))}"
        grants = self._with(Outcome.NOT_NOW)
        clauses = "; ".join(f"{_stated(grant)}{_moment(grant)}" for grant in grants)
        return f"No clause permits it at this moment: {clauses}" if clauses else "No clause is about it."

    def _with(self, outcome: Outcome) -> tuple[Clause[..., Any], ...]:
        return tuple(finding.clause for finding in self.findings if finding.outcome is outcome)


def _stated(clause: Clause[..., Any]) -> str:
    return f"{clause.statement} [{clause.id}]"


def _moment(grant: Clause[..., Any]) -> str:
    return "" if grant.when is ALWAYS else f" ({grant.when.words})"
