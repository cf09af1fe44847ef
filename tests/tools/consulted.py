"""Which rulings the code of each clause consults, to compare with those that it declares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.rulebook import Rulebook


class Consulted:
    """Notes, while clauses run, which rulings each consults itself or through clauses it asks.

    What a clause only brings about consults rulings on its own account: effects and triggers, and whatever is decided
    about the occasions of ``apart``.
    """

    def __init__(self, rulebook: Rulebook[Any, Any], apart: tuple[type, ...] = ()) -> None:
        """Watch the clauses of a rulebook."""
        self.by_clause: dict[str, set[str]] = defaultdict(set)
        self._law, self._apart = rulebook.law, apart
        self._asked: tuple[set[str], ...] = ()
        fields = frozenset(ruling.field for ruling in rulebook.ruleset.rulings())
        watch = self

        class Recording(rulebook.ruleset):  # type: ignore[name-defined, misc]
            """A ruleset that notes which of its rulings are read."""

            def __getattribute__(self, name: str) -> Any:
                if name in fields:
                    for consulted in watch._asked:
                        consulted.add(name)
                return super().__getattribute__(name)

        self.ruleset: Callable[..., Any] = Recording
        """The class of rulesets whose readings are noted when they are read."""

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note what clauses consult meanwhile."""
        originals = {clause: (clause.function, clause.facts) for clause in self._law}
        for clause, (function, facts) in originals.items():
            clause.function = self._watch(clause, function)
            if clause.kind is Kind.SCORING and facts:  # its function gets them
                clause.facts = self._watch(clause, facts)
        try:
            yield
        finally:
            for clause, (function, facts) in originals.items():
                clause.function, clause.facts = function, facts

    def _watch(self, clause: Clause[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
        follows = clause.kind in (Kind.EFFECT, Kind.TRIGGER) or not set(self._apart).isdisjoint(clause.on)

        own = self.by_clause[clause.id]

        def run(*args: Any, **kwargs: Any) -> Any:
            outer = self._asked
            self._asked = (own,) if follows else (*outer, own)
            try:
                return function(*args, **kwargs)
            finally:
                self._asked = outer

        return run
