"""Simulation of many games: how they end, and which clauses they exercise.

>>> from era_of_inventions import Game, simulate
>>> summary = simulate(Game(3), 20)
>>> summary.games, len(summary.wins)
(20, 3)

Games are distributed in batches. The tasks are small (the setting, the seeds, the bot),
and the results are sums of integers, which do not depend on which worker played a
batch, nor on the order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import attrs

from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.verdict import Finding, Outcome
from era_of_inventions.tabletop.play.bots import Bots, at_random, bots_of, steps
from era_of_inventions.tabletop.play.calls import measured
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.play.workers import crew_of, results_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

EXERCISED_KINDS = (Kind.GRANT, Kind.LIMIT, Kind.EFFECT, Kind.TRIGGER, Kind.SCORING)
"""The kinds of clauses that a game can exercise; costs, definitions and facts act only through these."""

TRIED = 4
"""How many other moves of the table are evaluated at each decision, to note which clauses forbid them."""

BATCH = 25
"""The number of games in a batch: some tenths of a second of work."""


# --- One game -------------------------------------------------------------------------


@attrs.frozen
class Finished:
    """A finished game: its seed, the number of the players' decisions, its score, and the clauses it exercised.

    ``measures`` are the measures of the rulebook, by name.

    A grant is exercised if it permits a move or occasion, a limit if it forbids one
    that is tried, an effect or trigger if it changes something, a scoring clause if it
    gives a point.
    """

    seed: int
    decisions: int
    measures: tuple[tuple[str, int], ...]
    score: Score
    clauses: frozenset[str]


def play_game(
    game: AnyGame, seed: int, choose: Bots = at_random, *, clauses: bool = False
) -> Finished:
    """Play one game with chance drawn from ``random.Random(seed)``.

    The start player is ``seed`` modulo the number of players.

    ``clauses`` records the exercised clauses, which takes some thirty times as long.
    Raises `IllegalMoveError` if ``choose`` returns a move that is not legal, and
    `EndlessGameError` if the game does not come to an end.
    """
    start, chance, decisions = seed % game.setting.players, game.rulebook.grammar.chance, 0
    recorder = _Recorder(game, start, seed) if clauses else None
    state = game.new(start)
    for move, after in steps(game, state, random.Random(seed), choose):
        if recorder:
            recorder.note(state, move)
        decisions += type(move) not in chance
        state = after
    score = game.score(state)
    measures = tuple((name, measured(state, name)) for name in game.rulebook.measures)
    return Finished(
        seed,
        decisions,
        measures,
        score,
        recorder.exercised(score) if recorder else frozenset(),
    )


class _Recorder:
    """Records which clauses the law exercises when moves are made."""

    def __init__(self, game: AnyGame, start: int, seed: int) -> None:
        self._game = game
        self._law = game.rulebook.law
        self._rng = random.Random(
            f"tried {seed}"
        )  # not the generator of the game, which must not depend on recording
        self._exercised: set[str] = set()
        self._trace(game.rulebook.blank(game.setting, start), SetUp())

    def note(self, state: Any, move: object) -> None:
        for tried in (move, *self._rng.sample(self._game.moves, TRIED)):
            self._note_findings(self._law.evaluate(state, tried))
        self._trace(state, move)

    def exercised(self, score: Score) -> frozenset[str]:
        return frozenset(self._exercised).union(
            column.clause for column in score.columns if any(column.points)
        )

    def _trace(self, state: Any, move: object) -> None:
        tracer = trace(state, move)[1]
        self._exercised.update(event.clause for event in tracer.events)
        self._note_findings(tracer.occasions)

    def _note_findings(self, findings: Sequence[Finding]) -> None:
        self._exercised.update(
            f.clause.id for f in findings if f.outcome in (Outcome.PERMITS, Outcome.FORBIDS)
        )


# --- Sums -----------------------------------------------------------------------------


@attrs.frozen
class Summary:
    """Sums over finished games; two summaries are added with ``+``.

    ``places`` counts, for each seat, how often it had the first place, the second, and
    so on; ``clauses`` are the ids of the clauses exercised in any game.
    """

    games: int = 0
    places: tuple[tuple[int, ...], ...] = ()
    decisions: int = 0
    measures: tuple[tuple[str, int], ...] = ()
    winning_score: int = 0
    clauses: frozenset[str] = attrs.field(
        default=frozenset(), repr=lambda ids: f"<{len(ids)} clauses>"
    )

    @classmethod
    def of(cls, game: Finished) -> Summary:
        """Return the summary of one game."""
        score, places = game.score, game.score.places
        numbers = range(1, len(places) + 1)
        rows = tuple(tuple(int(place == number) for number in numbers) for place in places)
        winning = score.totals[score.winners[0]]
        return cls(1, rows, game.decisions, game.measures, winning, game.clauses)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.games + other.games,
            tuple(
                _sums(*rows) for rows in zip_longest(self.places, other.places, fillvalue=())
            ),
            self.decisions + other.decisions,
            _added(self.measures, other.measures),
            self.winning_score + other.winning_score,
            self.clauses | other.clauses,
        )

    @property
    def wins(self) -> tuple[int, ...]:
        """The number of games won or shared, by seat."""
        return tuple(row[0] for row in self.places)

    def means(self) -> dict[str, float]:
        """Return the means per game."""
        sums = {
            "decisions": self.decisions,
            **dict(self.measures),
            "winning score": self.winning_score,
        }
        return {name: total / self.games for name, total in sums.items()}

    def never_exercised(self, law: Law) -> list[Clause[..., object]]:
        """Return the clauses that no game exercised, in rulebook order.

        Raises `GameError` if none were recorded.
        """
        if not self.clauses:
            raise GameError(
                "no clauses were recorded in these games; expected games played with clauses=True"
            )
        return [
            clause
            for clause in law.clauses
            if clause.kind in EXERCISED_KINDS and clause.id not in self.clauses
        ]


def _sums(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(mine, theirs, fillvalue=0))


def _added(
    mine: tuple[tuple[str, int], ...], theirs: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    sums = Counter(dict(mine))
    sums.update(dict(theirs))
    return tuple(sums.items())


class LostGamesError(GameError):
    """Games that could not be played. ``__cause__`` is the reason.

    ``seeds`` are the seeds of the lost games. ``done`` is the summary of all games with
    lower seeds; the rest can be added to it later: ``error.done + simulate(error.games
    - error.done.games, seed=error.seeds[0], ...)``.
    """

    def __init__(self, seeds: range, done: Summary, games: int, reason: str) -> None:
        """Store which games were lost, and the summary of the others."""
        self.seeds = seeds
        self.done = done
        self.games = games
        self.reason = reason
        super().__init__(seeds, done, games, reason)

    def __str__(self) -> str:
        """The lost games, how many were done before them, and the reason."""
        first, last = self.seeds[0], self.seeds[-1]
        lost = (
            f"game with seed {first}"
            if first == last
            else f"games with seeds {first} to {last}"
        )
        done = f"{self.done.games} of {self.games} games were done"
        return f"the {lost} could not be played; {done}: {self.reason}"


# --- Many games -----------------------------------------------------------------------


def simulate(
    game: AnyGame,
    games: int,
    *,
    seed: int = 0,
    choose: Bots = at_random,
    clauses: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    batch: int = BATCH,
    progress: Callable[[int, int], object] = lambda done, games: None,
) -> Summary:
    """Play games and sum them up.

    Game number i has the seed ``seed + i``; the sums are reproducible.

    ``choose`` plays all seats, or is a sequence of bots that play them in turn, as in
    `Game.playout`; with several processes bots must be importable (no lambda).
    ``clauses`` records the exercised clauses, which takes some thirty times as long.

    ``executor`` is any executor of `concurrent.futures`; it is not shut down. Without
    one, a pool of ``workers`` processes is used, by default one per core, or this
    process if there is a single batch or one worker, or if no processes can be started,
    as in a browser. Each worker is a new Python, which takes some tenths of a second to
    start; a program that calls this needs ``if __name__ == "__main__":``.

    ``batch`` is the number of games per task. ``progress`` is called with the number of
    games done and the total, at the start and after each batch.

    Raises `GameError` for an invalid argument, or for several workers where there can
    be only one, and `LostGamesError` if games cannot be played, because a worker was
    killed, ``choose`` raised an exception, or a game does not come to an end. Then, and
    on interruption, pending batches are cancelled.
    """
    _check_arguments(game, games, seed, choose, executor, workers, batch, progress)
    seeds = range(seed, seed + games)
    firsts = range(0, games, batch)
    batches = (
        partial(_play_batch, game, seeds[first : first + batch], choose, clauses=clauses)
        for first in firsts
    )
    done = Summary()
    with (
        crew_of(executor, workers, len(firsts)) as crew,
        closing(results_of(batches, crew)) as summaries,
    ):
        progress(0, games)
        for first in firsts:
            try:
                done += next(summaries)
            except Exception as error:
                raise LostGamesError(
                    seeds[first : first + batch], done, games, _reason(error)
                ) from error
            progress(done.games, games)
    return done


def _check_arguments(
    game: object,
    games: object,
    seed: object,
    choose: Bots,
    executor: object,
    workers: object,
    batch: object,
    progress: object,
) -> None:
    if not isinstance(game, Game):
        raise GameError(f"game is {describe(game)}; expected a game such as Game(4)")
    if executor is not None and workers is not None:
        raise GameError("there is an executor and a number of workers; expected one of them")
    for name, number in (
        ("games", games),
        ("batch", batch),
        ("workers", 1 if workers is None else workers),
    ):
        if type(number) is not int or number < 1:
            raise GameError(f"{name} is {number!r}; expected a whole number, 1 or more")
    if type(seed) is not int:
        raise GameError(f"seed is {seed!r}; expected a whole number")
    bots_of(choose, 1)
    if not callable(progress):
        raise GameError(
            f"progress is {describe(progress)}; expected a function of the games done and all games"
        )
    if executor is not None and (
        isinstance(executor, type) or not hasattr(executor, "submit")
    ):
        raise GameError(
            f"executor is {executor!r}; expected an executor of concurrent.futures, or one like it"
        )


def _play_batch(game: AnyGame, seeds: range, choose: Bots, *, clauses: bool) -> Summary:
    games = (play_game(game, seed, choose, clauses=clauses) for seed in seeds)
    return sum(map(Summary.of, games), Summary())


def _reason(error: Exception) -> str:
    """Return the type of the error and the last line of its message, usually the most specific."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[-1]}" if lines else type(error).__name__
