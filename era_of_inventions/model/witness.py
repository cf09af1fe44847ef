"""The witness: it stands in for the law while a move is carried out, and notes what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from era_of_inventions.model.draft import Draft
from era_of_inventions.model.state import State
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.verdict import Event, Finding

Changes = Callable[[State, State], list[tuple[int | None, str, object, object]]]


class Witness:
    """Watches which clause changed what, and what clauses said about occasions that arose.

    What changes while a clause is carried out is put down to that clause; what changes while it carries out another
    clause, to that one. ``changes`` tells two positions apart in the players' words.
    """

    def __init__(self, law: Law, changes: Changes) -> None:
        """Watch with this way of telling positions apart."""
        self._law = law
        self.events: list[Event] = []
        self.occasions: list[Finding] = []
        self._changes = changes
        self._stack: list[str] = []
        self._last: State | None = None

    def apply(self, draft: Draft, clause: Clause[..., Any], *args: object) -> None:
        """Carry out a clause and note its events."""
        self._note(draft)
        self._stack.append(clause.id)
        clause.function(draft, *args)
        self._note(draft)
        self._stack.pop()

    def allows(self, draft: Draft, occasion: object) -> bool:
        """Ask every clause about an occasion and note the answers."""
        self.occasions += self._law.hear(draft, occasion)
        return self._law.allows(draft, occasion)

    def _note(self, draft: Draft) -> None:
        now = draft.snapshot()
        if self._last is not None:
            cause = self._stack[-1] if self._stack else ""
            self.events += [Event(cause, *change) for change in self._changes(self._last, now)]
        self._last = now
