"""The tracer: takes the place of the law while a move is carried out, and attributes each change to a clause."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar

from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.verdict import Event, Finding
from era_of_inventions.tabletop.play.rulebook import AnyDraft, AnyRulebook, HasSetting
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.naming import DeclarationError

S = TypeVar("S", bound=HasSetting)


class Tracer(Generic[S]):
    """Attributes every change to the clause that made it, and collects the findings about occasions.

    A change is attributed to the innermost clause that is being carried out. ``steps``
    are that clause and the positions before and after; ``changes`` lists the changes
    between two positions. ``free`` is the number of steps that were made before
    anything was ``used``.
    """

    def __init__(
        self,
        law: Law,
        changes: Callable[[S, S], Iterable[Change]],
        used: Collection[object] = (),
    ) -> None:
        """Trace moves under this law; ``used`` is filled in meanwhile, for instance by a veil."""
        self._law = law
        self._changes = changes
        self._used = used
        self.free = 0
        self._stack: list[str] = []
        self._last: S | None = None
        self.steps: list[tuple[str, S, S]] = []
        self.occasions: list[Finding] = []

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What has changed in each step, by the clause that changed it."""
        return tuple(
            Event(cause, *change)
            for cause, before, after in self.steps
            for change in self._changes(before, after)
        )

    def apply(self, draft: AnyDraft[S], clause: Clause[..., Any], *args: object) -> None:
        """Apply a clause and record its events.

        Raises `DeclarationError` if it is not an effect or trigger of the law.
        """
        if clause.id not in self._law or clause.kind not in (Kind.EFFECT, Kind.TRIGGER):
            found = f"the {clause.kind.value} {clause.id} is applied"
            raise DeclarationError([f"{found}; expected an effect or trigger of the law"])
        if self._stack or self._last is None:  # nothing happens between the clauses of a move
            self._note(draft)
        self._stack.append(clause.id)
        try:
            clause.function(draft, *args)
        finally:  # whoever applied it may go on
            self._note(draft)
            self._stack.pop()

    def allows(self, draft: AnyDraft[S], occasion: object) -> bool:
        """Return whether the law allows an occasion, and collect the findings of every clause about it."""
        self.occasions += self._law.evaluate(draft, occasion)
        return self._law.allows(draft, occasion)

    def _note(self, draft: AnyDraft[S]) -> None:
        now = draft.snapshot(self._last)
        if self._last is not None:
            self.steps.append((self._stack[-1], self._last, now))
            self.free = self.free if self._used else len(self.steps)
        self._last = now


def trace(
    state: S,
    subject: object,
    changes: Callable[[S, S], Iterable[Change]] | None = None,
    used: Collection[object] = (),
) -> tuple[S, Tracer[S]]:
    """Carry out a move, legal or not, or the setup. Return the position after it, and a tracer with the events.

    ``changes`` lists the changes between two positions; by default these are all
    changes that are reported. ``used`` is what a `Tracer` looks at.
    """
    rulebook: AnyRulebook = state.setting.rulebook
    tracer: Tracer[S] = Tracer(rulebook.law, changes or state.setting.changes, used)
    draft = rulebook.draft(state, tracer)
    rulebook.law.carry_out(draft, subject)
    return draft.seal(), tracer
