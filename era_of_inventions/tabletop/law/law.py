"""The law: all clauses of a rulebook in order, and two ways to evaluate them: quickly, or with every finding."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import repeat
from typing import Any, TypeAlias, cast

from era_of_inventions.tabletop.errors import GameError, describe, hint
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import (
    Chapter,
    Check,
    Clause,
    Kind,
    Moment,
    declared,
)
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.law.verdict import Finding, Nearest, Outcome
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.values.moves import Move
from era_of_inventions.tabletop.values.naming import DeclarationError

Grants: TypeAlias = dict[type, list[Clause[..., Any]]]
"""Grants by the types of their subjects."""


class Law:
    """The clauses of all chapters in rulebook order, indexed by kind and subject, and the checks of positions."""

    def __init__(self, chapters: Iterable[Chapter], checks: Iterable[Check] = ()) -> None:
        """Index the clauses by kind and subject.

        Raises `DeclarationError` if these are no chapters, or no checks.
        """
        self.chapters, self.checks = tuple(chapters), tuple(checks)
        for one, kind in (
            *zip(self.chapters, repeat(Chapter)),
            *zip(self.checks, repeat(Check)),
        ):
            if not isinstance(one, kind):
                found = f"the law has {describe(one)} among its {kind.__name__.lower()}s"
                raise DeclarationError([f"{found}; expected a {kind.__name__}"])
        self.clauses = tuple(
            clause for chapter in self.chapters for clause in chapter.clauses
        )
        self._by_id = {clause.id: clause for clause in self.clauses}
        self.grants = self._on(Kind.GRANT)
        self.limits = self._on(Kind.LIMIT)
        self.effects = self._on(Kind.EFFECT)
        after_each = self.effects.pop(Move, ())
        for kind in self.effects:
            if isinstance(kind, type) and issubclass(kind, Move):
                self.effects[kind] += after_each
        self.scorings = tuple(self.of_kind(Kind.SCORING))

    def _on(self, kind: Kind) -> dict[type, tuple[Clause[..., Any], ...]]:
        table: dict[type, tuple[Clause[..., Any], ...]] = {}
        for clause in self.of_kind(kind):
            for subject in clause.on:
                table[subject] = (*table.get(subject, ()), clause)
        return table

    @property
    def subjects(self) -> tuple[type, ...]:
        """The types of all subjects of grants and limits, in rulebook order."""
        clauses = (
            clause for clause in self.clauses if clause.kind in (Kind.GRANT, Kind.LIMIT)
        )
        return tuple(dict.fromkeys(kind for clause in clauses for kind in clause.on))

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        """Pickle by reference, like its clauses, so that unpickling returns the same object."""
        for module, found in [*sys.modules.items()]:
            for name, value in [*vars(found).items()] if module != "__main__" else ():
                if value is self:
                    return declared, (module, name)
        raise pickle.PicklingError(
            "a law is pickled by its name in a module; expected one that has a name"
        )

    def clause(self, id: str) -> Clause[..., Any]:  # noqa: A002
        """Return the clause with this id.

        Raises `GameError`, with the nearest ids, for an unknown id.
        """
        if not isinstance(id, str) or id not in self._by_id:
            raise GameError(f"there is no clause {describe(id)}{hint(str(id), self._by_id)}")
        return self._by_id[id]

    def __iter__(self) -> Iterator[Clause[..., Any]]:
        """All clauses, in rulebook order."""
        return iter(self.clauses)

    def __contains__(self, clause: object) -> bool:
        """Whether a clause, or a clause with the given id, is part of the law."""
        return clause in self._by_id or clause in self.clauses

    def of_kind(self, kind: Kind) -> Iterator[Clause[..., Any]]:
        """Return all clauses of one kind, in rulebook order."""
        return (clause for clause in self.clauses if clause.kind is kind)

    @cached_property
    def at_this_moment(self) -> Callable[[Any], Grants]:
        """The function that returns the grants that apply at the moment of a position; see `grants_of`."""
        return self.grants_of(self.grants)

    @cached_property
    def moment_fields(self) -> frozenset[str]:
        """The paths of the fields whose values decide at which moment a position is."""
        return frozenset(
            path for clause in self.clauses for paths in clause.when.sets for path in paths
        )

    def consulting(self, ruling: Ruling) -> tuple[Clause[..., Any], ...]:
        """Return the clauses that consult a ruling, in rulebook order."""
        return tuple(clause for clause in self.clauses if ruling.field in clause.rulings)

    def places_of(self, ruling: Ruling, reading: str) -> Iterator[tuple[str, str, Cite]]:
        """Yield the citations behind a reading, each after the id of its clause and the code of its edition.

        They are the citations of the clauses that consult the ruling, in the editions
        that follow this reading.
        """
        for clause in self.consulting(ruling):
            for edition, cite in clause.cites.items():
                if ruling.reading_by(edition) == reading:
                    yield clause.id, edition, cite

    def grants_of(self, kinds: Collection[type]) -> Callable[[Any], Grants]:
        """Return a function that takes a position and returns the grants on these kinds of subjects that apply then.

        The mappings returned are cached: positions at which the same moments hold get
        the very same mapping.
        """
        by_stage: dict[Callable[[Any], object], dict[object, Grants]] = {}
        others: dict[Moment, Grants] = {}
        for kind, clause in (
            (subject, clause) for subject in kinds for clause in self.grants[subject]
        ):
            if (of := clause.when.of) is None:
                others.setdefault(clause.when, {}).setdefault(kind, []).append(clause)
            for stage in clause.when.stages:
                by_stage.setdefault(cast("Any", of), {}).setdefault(stage, {}).setdefault(
                    kind, []
                ).append(clause)

        known: dict[tuple[int, ...], Grants] = {}

        def now(position: Any) -> Grants:
            found = [
                grants[stage]
                for of, grants in by_stage.items()
                if (stage := of(position)) in grants
            ]
            found += [grants for moment, grants in others.items() if moment.holds(position)]
            if len(found) == 1:
                return found[0]
            several = tuple(map(id, found))
            return known.get(several) or known.setdefault(several, _together(found))

        return now

    def allows(self, position: Any, subject: object) -> bool:
        """Return whether some grant permits the subject and no limit forbids it.

        Stops at the first decisive clause.
        """
        kind = type(subject)
        for clause in self.grants.get(kind, ()):  # loops, because this is asked of many moves
            if clause.permits(position, subject):
                break
        else:
            return False
        for clause in self.limits.get(kind, ()):  # noqa: SIM110
            if not clause.function(position, subject):
                return False
        return True

    def evaluate(self, position: Any, subject: object) -> tuple[Finding, ...]:
        """Evaluate every clause for the subject: findings of grants, then of limits, each in rulebook order."""
        kind = type(subject)
        clauses = (*self.grants.get(kind, ()), *self.limits.get(kind, ()))
        return tuple([finding_of(clause, position, subject) for clause in clauses])

    def nearest(self, position: Any, subject: object) -> Nearest | None:
        """Return the counting limit that comes nearest to forbidding the subject; None if no limit counts anything.

        If several limits come equally near, one on fewer kinds of subjects is
        preferred, then one that allows less.
        """
        counts = (
            (clause, clause.count(position, subject))
            for clause in self.limits.get(type(subject), ())
            if clause.count
        )
        tallies = [(clause, tally) for clause, tally in counts if tally]
        if not tallies:
            return None
        clause, tally = min(
            tallies,
            key=lambda one: (one[1].most - one[1].number, len(one[0].on), one[1].most),
        )
        return Nearest(clause, *tally)

    def carry_out(self, draft: Any, subject: object) -> None:
        """Apply every effect of the subject to a draft, in rulebook order, whether or not it is allowed."""
        for clause in self.effects.get(type(subject), ()):
            draft.apply(clause, subject)

    def disagreements(self, components: Any) -> tuple[Violation, ...]:
        """Return the reasons why a component set contradicts the rulebook, each with the clause that it violates."""
        clauses = self.of_kind(Kind.COMPONENT)
        return tuple(
            Violation(clause.id, sentence)
            for clause in clauses
            for sentence in clause.function(components)
        )

    def problems(self, position: Any) -> tuple[Violation, ...]:
        """Return the reasons why a position is impossible, each with the clause that it violates.

        If the position is malformed, only the problems of its shape are returned.
        """
        return self.misshapen(position) or tuple(self._problems(position, shape=False))

    def is_possible(self, position: Any) -> bool:
        """Return whether a position has no problems; stop looking at the first one."""
        return not any(
            True for shape in (True, False) for _ in self._problems(position, shape=shape)
        )

    def misshapen(self, position: Any) -> tuple[Violation, ...]:
        """Return the reasons why a position is malformed, each with the clause that it violates."""
        return tuple(self._problems(position, shape=True))

    def _problems(self, position: Any, *, shape: bool) -> Iterator[Violation]:
        for check in self.checks:
            if check.shape is shape:
                for sentence in check.function(position):
                    yield Violation(check.clause.id, sentence, check.about)


def _together(several: Iterable[Grants]) -> Grants:
    together: Grants = {}
    for grants in several:
        for kind, clauses in grants.items():
            together.setdefault(kind, []).extend(clauses)
    return together


def finding_of(clause: Clause[..., Any], position: Any, subject: object) -> Finding:
    """Evaluate a grant or a limit for a subject."""
    facts = facts_of(clause, position, subject)
    return Finding(clause, outcome_of(clause, position, subject), subject, facts)


def outcome_of(clause: Clause[..., Any], position: Any, subject: object) -> Outcome:
    """Return the outcome of a grant or a limit for a subject."""
    if clause.kind is Kind.LIMIT:
        allowed = clause.function(position, subject)
        return Outcome.SATISFIED if allowed else Outcome.FORBIDS
    if not clause.when.holds(position):
        return Outcome.NOT_NOW
    return Outcome.PERMITS if clause.function(position, subject) else Outcome.NOT_APPLICABLE


def facts_of(
    clause: Clause[..., Any], position: Any, subject: object
) -> tuple[tuple[str, object], ...]:
    """Return the facts behind the result of a clause, as pairs. Raises `DeclarationError` if they are no mapping."""
    if clause.facts is None:
        return ()
    facts: object = clause.facts(position, subject)
    if not isinstance(facts, Mapping):
        found = f"the facts of {clause.id} are {describe(facts)}"
        raise DeclarationError([f"{found}; expected a mapping from words to values"])
    return tuple(facts.items())
