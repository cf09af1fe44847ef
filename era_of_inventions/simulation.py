"""Random games, and what happened in them: which clauses were exercised, how the games ended."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs

from era_of_inventions.game import Game, Score
from era_of_inventions.judge import witnessed
from era_of_inventions.kernel.clause import Clause, Kind
from era_of_inventions.kernel.verdict import Outcome
from era_of_inventions.model.components import Components
from era_of_inventions.model.occasions import SetUp
from era_of_inventions.model.state import REVEALS
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.setup import blank_state
from era_of_inventions.rulings import Ruleset

EXERCISED_KINDS = (Kind.GRANT, Kind.LIMIT, Kind.EFFECT, Kind.TRIGGER, Kind.SCORING)
"""The kinds of clauses a game can exercise; costs, definitions and facts speak only through these."""


TRIED = 4
"""How many moves of the table are tried at each decision besides the one made."""


@attrs.frozen
class Finished:
    """A finished game: its seed, how many decisions players made, its score, and the clauses that had a say.

    A grant had a say if it permitted a move or occasion, a limit if it forbade one that was tried, an effect or
    trigger if it changed something, a score if it gave a point.
    """

    seed: int
    decisions: int
    developed: int
    patents: int
    score: Score
    clauses: frozenset[str]


def simulate(
    games: int, *, players: int, seed: int, ruleset: Ruleset | str = "default", components: Components | str
) -> Iterator[Finished]:
    """Play games with random moves; game number i has the seed ``seed + i``. Raises `EraError` as `Game` does."""
    game = Game(players, ruleset, components)
    return (play_random_game(game, seed + number) for number in range(games))


def play_random_game(game: Game, seed: int) -> Finished:
    """One game with random moves; at each decision a few others are tried, to hear which clauses forbid them."""
    rng = random.Random(seed)
    start = seed % game.setting.players
    state, witness = witnessed(blank_state(game.setting, start), SetUp())
    spoke = {event.clause for event in witness.events}
    decisions = 0
    while not game.is_over(state):
        move = rng.choice(game.legal_moves(state))
        decisions += state.turn.phase not in REVEALS
        for tried in (move, *rng.sample(game.moves, TRIED)):
            findings = LAW.hear(state, tried)
            spoke.update(f.clause.id for f in findings if f.outcome in (Outcome.PERMITS, Outcome.FORBIDS))
        state, witness = witnessed(state, move)
        spoke.update(event.clause for event in witness.events)
        spoke.update(f.clause.id for f in witness.occasions if f.outcome in (Outcome.PERMITS, Outcome.FORBIDS))
    score = game.score(state)
    spoke.update(line.clause for line in score.lines if line.points)
    developed = sum(player.spaces.bit_count() for player in state.players)
    patents = sum(player.patents for player in state.players)
    return Finished(seed, decisions, developed, patents, score, frozenset(spoke))


class Tally:
    """Sums over finished games."""

    def __init__(self) -> None:
        """Start with no games."""
        self.games = 0
        self.wins: list[int] = []
        self._sums = {"decisions": 0.0, "inventions developed": 0.0, "patents": 0.0, "winning score": 0.0}
        self._spoke: set[str] = set()

    def add(self, finished: Finished) -> None:
        """Count one game."""
        self.games += 1
        self.wins += finished.score.winners
        self._sums["decisions"] += finished.decisions
        self._sums["inventions developed"] += finished.developed
        self._sums["patents"] += finished.patents
        self._sums["winning score"] += max(finished.score.totals)
        self._spoke |= finished.clauses

    def means(self) -> dict[str, float]:
        """The means per game."""
        return {name: total / self.games for name, total in self._sums.items()}

    def never_exercised(self) -> list[Clause[..., object]]:
        """The clauses that had no say in any game, in rulebook order."""
        return [clause for clause in LAW.clauses if clause.kind in EXERCISED_KINDS and clause.id not in self._spoke]
