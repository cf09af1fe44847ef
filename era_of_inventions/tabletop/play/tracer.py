"""The tracer: it stands in for the law while a move is carried out, and notes which clause changed what."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.verdict import Event, Finding
from era_of_inventions.tabletop.play.rulebook import Position, Rulebook

S = TypeVar("S", bound=Position)


class Tracer(Generic[S]):
    """Attributes every change to the clause that made it, and keeps what clauses say of occasions.

    What changes while a clause is carried out is attributed to it; what changes while it carries out another clause,
    to that one.
    """

    def __init__(self, rulebook: Rulebook[S, Any]) -> None:
        """Trace moves under the law of this rulebook."""
        self._law = rulebook.law
        self._changes = rulebook.changes
        self._snapshot = rulebook.drafts.snapshot
        self._stack: list[str] = []
        self._last: S | None = None
        self.events: list[Event] = []
        self.occasions: list[Finding] = []

    def apply(self, draft: Any, clause: Clause[..., Any], *args: object) -> None:
        """Carry out a clause and note its events."""
        self._note(draft)
        self._stack.append(clause.id)
        clause.function(draft, *args)
        self._note(draft)
        self._stack.pop()

    def allows(self, draft: Any, occasion: object) -> bool:
        """Ask every clause about an occasion and keep the findings."""
        self.occasions += self._law.evaluate(draft, occasion)
        return self._law.allows(draft, occasion)

    def _note(self, draft: Any) -> None:
        now = self._snapshot(draft)
        if self._last is not None:
            cause = self._stack[-1] if self._stack else ""
            self.events += [Event(cause, *change) for change in self._changes(self._last, now)]
        self._last = now


def trace(state: S, subject: object) -> tuple[S, Tracer[S]]:
    """Carry out a move, or the setup, legal or not, while noting what every clause changes."""
    rulebook = state.setting.rulebook
    tracer: Tracer[S] = Tracer(rulebook)
    draft = rulebook.drafts.of(state, tracer)
    rulebook.law.carry_out(draft, subject)
    return rulebook.drafts.seal(draft), tracer
