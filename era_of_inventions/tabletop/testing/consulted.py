"""Which rulings the code of each clause consults in games, to compare with those that the clause names.

When a rulebook is bound, only what a clause itself reads from a ruleset can be compared
with the rulings that it names: functions that it calls cannot be followed by their
names. So games are played here, with readings chosen at random. A ruling that a clause
consults in a game and does not name is a mistake. One that it names and consults in no
game is either a mistake, or only these games did not come to it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.engine import begin
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.occasions import ActsNow, SetUp
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, AnyRulebook
from era_of_inventions.tabletop.play.score import score
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.play.tracer import trace

ASKED = 20
"""About how many other moves the law is asked in each position."""


class Consulted:
    """Notes, while clauses run, which rulings each consults itself or through clauses it asks.

    What a clause only brings about consults rulings on its own account: effects and
    triggers, and whatever is decided about the occasions of ``apart``.
    """

    def __init__(self, rulebook: AnyRulebook, apart: tuple[type, ...] = ()) -> None:
        """Watch the clauses of a rulebook."""
        self.by_clause: dict[str, set[str]] = defaultdict(set)
        """The fields of the rulings that were consulted so far, by the ids of clauses."""
        self._rulebook, self._law, self._apart = rulebook, rulebook.law, apart
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

    def disagreements(self) -> Iterator[str]:
        """Yield a sentence for each ruling that a clause consults and does not name, or names and never consulted."""
        for clause in self._law:
            named, consulted = {*clause.rulings}, self.by_clause[clause.id]
            for field in sorted(consulted - named):
                yield f"{clause.id} consults the ruling {field!r} and does not name it; expected it in rulings="
            for field in sorted(named - consulted):
                yield f"{clause.id} names the ruling {field!r} and never consulted it"

    def play(self, rng: random.Random, plies: int = 1000) -> None:
        """Play a random game by random readings, of at most that many moves, and ask the law about moves on the way."""
        state = self.beginning(rng)
        to_move, legal_moves = self._rulebook.to_move, state.setting.engine.legal_moves
        for _ in range(plies):
            if to_move(state) is OVER:
                return
            chance = to_move(state) is CHANCE
            move = (
                state.setting.engine.draw(state, rng)
                if chance
                else rng.choice(legal_moves(state))
            )
            state = self.ask(state, move, rng)

    def beginning(self, rng: random.Random, players: int | None = None) -> Any:
        """Return the first position of a game with random readings; the number of players is random by default."""
        counts = self._rulebook.player_counts()
        plain: AnyGame = Game(self._rulebook, players or rng.choice(counts))
        readings = {
            one.field: rng.choice(one.names) for one in self._rulebook.ruleset.rulings()
        }
        setting: Any = Setting(
            self._rulebook,
            plain.setting.players,
            self.ruleset(**readings),
            plain.setting.components,
        )
        with self.watched():
            trace(self._rulebook.blank(setting, 0), SetUp())
            return begin(setting, 0)

    def ask(self, state: Any, move: object, rng: random.Random) -> Any:
        """Return the position after a move; ask the law about this move, some others, who acts, and the score."""
        moves = state.setting.moves
        with self.watched():
            for one in (move, *rng.sample(moves, min(ASKED, len(moves)))):
                self._law.evaluate(state, one)
            self._law.evaluate(state, ActsNow(rng.randrange(state.setting.players)))
            state, _ = trace(state, move)
            score(state)
        return state

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

    def _watch(
        self, clause: Clause[..., Any], function: Callable[..., Any]
    ) -> Callable[..., Any]:
        brought_about = clause.kind in (Kind.EFFECT, Kind.TRIGGER)
        alone = brought_about or not {*self._apart}.isdisjoint(clause.on)
        own = self.by_clause[clause.id]

        def run(*args: Any, **kwargs: Any) -> Any:
            outer = self._asked
            self._asked = (own,) if alone else (*outer, own)
            try:
                return function(*args, **kwargs)
            finally:
                self._asked = outer

        return run
