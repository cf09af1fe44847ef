"""What this library does, timed over random games from poor and rich deals of three, four and five players."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import attrs

from era_of_inventions import from_json, to_json
from era_of_inventions.moves import Move
from era_of_inventions.position import REVEALS, State
from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.testing import enriched, generated_components
from tests.tools.benchmarks.contender import (
    Contender,
    Done,
    Figure,
    PlayGame,
    Prepare,
    Run,
    one_by_one,
    whole_games,
)

Pairs = tuple[tuple[State, Move], ...]

POSITIONS = 10_000
"""About the number of positions of a round, the same for all operations."""
SETS = 100
"""The most component sets in a sample of building tables."""
NAME = "era_of_inventions"


@attrs.frozen
class Deal:
    """The setup of the games."""

    players: int
    rich: bool

    def __str__(self) -> str:
        """Such as ``5 players, rich``."""
        return f"{self.players} players, {'rich' if self.rich else 'poor'}"

    def new(self, game: Game, rng: random.Random) -> State:
        """Set up a new game, before the moves of chance."""
        state = game.new(int(rng.random() * self.players))
        return enriched(state, rng) if self.rich else state


DEALS = tuple(itertools.starmap(Deal, itertools.product((3, 4, 5), (False, True))))
USUAL = Deal(4, rich=False)
RICH = Deal(4, rich=True)


@cache
def game_of(players: int) -> Game:
    """The game for so many players, shared by all contenders, as in a program."""
    return Game(players)


# --- Whole games ----------------------------------------------------------------------


def random_game(deal: Deal, *, checked: bool) -> PlayGame:
    """Return a function that plays a random game; cards turned over are moves like any other."""
    game = game_of(deal.players)
    list_moves, step, is_over = game.legal_moves, game.play if checked else game.play_unchecked, game.is_over

    def play(rng: random.Random) -> tuple[int, int]:
        state = deal.new(game, rng)
        steps = listed = 0
        while not is_over(state):
            legal = list_moves(state)
            state = step(state, legal[int(rng.random() * len(legal))])
            steps += 1
            listed += len(legal)
        return steps, listed

    return play


def playouts(deal: Deal) -> Prepare:
    """Prepare playouts. Games of the same seeds are played step by step before, to count their steps."""
    game = game_of(deal.players)

    def prepare(seed: int, steps: int) -> Sequence[Run]:
        rng = random.Random(seed)
        runs: list[Run] = []
        left = steps
        while left > 0:
            source = random.Random(rng.getrandbits(48))
            made, listed = random_game(deal, checked=False)(copy.copy(source))
            runs.append(partial(_played_out, game, deal.new(game, source), source, Done(made, 1, listed)))
            left -= made
        return runs

    return prepare


def _played_out(game: Game, state: State, rng: random.Random, done: Done) -> Done:
    game.playout(state, rng)
    return done


def trail(deal: Deal, rng: random.Random) -> Iterator[tuple[State, Move]]:
    """The positions of one random game, each with the move chosen in it."""
    game = game_of(deal.players)
    state = deal.new(game, rng)
    while not game.is_over(state):
        legal = game.legal_moves(state)
        move = legal[int(rng.random() * len(legal))]
        yield state, move
        state = game.play_unchecked(state, move)


# --- Single operations ----------------------------------------------------------------


@attrs.frozen
class Operation:
    """Something the library does with a position. ``arguments`` are made before the clock starts."""

    name: str
    word: str
    step: str
    function: Callable[[Game], Callable[..., object]]
    arguments: Callable[[Game, State, Move, random.Random], tuple[Any, ...]]
    fits: Callable[[State], bool] = lambda state: True


def _state(_game: Game, state: State, _move: Move, _rng: random.Random) -> tuple[Any, ...]:
    return (state,)


def _state_and_move(_game: Game, state: State, move: Move, _rng: random.Random) -> tuple[Any, ...]:
    return state, move


def _state_and_any_move(game: Game, state: State, _move: Move, rng: random.Random) -> tuple[Any, ...]:
    return state, rng.choice(game.moves)


def _verdict(game: Game, state: State, move: Move, _rng: random.Random) -> tuple[Any, ...]:
    return (game.judge(state, move),)


def _pickled(_game: Game, state: State, _move: Move, _rng: random.Random) -> tuple[Any, ...]:
    return (pickle.dumps(state),)


def _judge_shortly(game: Game) -> Callable[[State, Move], Verdict]:
    return lambda state, move: game.judge(state, move)


def _score_lines(game: Game) -> Callable[[State], object]:
    return lambda state: game.score(state).lines


def _verdict_json(game: Game) -> Callable[[Verdict], str]:
    return partial(to_json, setting=game.setting)


def _document(_game: Game, state: State, _move: Move, _rng: random.Random) -> tuple[Any, ...]:
    return (to_json(state), State)


OPERATIONS = (
    Operation("legal moves", "legal", "list the legal moves of a position", lambda game: game.legal_moves, _state),
    Operation("play, unchecked", "play", "play a legal move", lambda game: game.play_unchecked, _state_and_move),
    Operation("play, checked", "play", "check a legal move and play it", lambda game: game.play, _state_and_move),
    Operation(
        "chances",
        "chances",
        "list the cards that can be turned over, with probabilities, where chance is to move",
        lambda game: game.chances,
        _state,
        lambda state: state.turn.phase in REVEALS,
    ),
    Operation(
        "judge a legal move", "judge", "its clauses and events, without rulings", _judge_shortly, _state_and_move
    ),
    Operation(
        "judge any move",
        "judge",
        "a move of the table, mostly an illegal one, without rulings",
        _judge_shortly,
        _state_and_any_move,
    ),
    Operation(
        "judge over rulings",
        "judge",
        "a legal move, and what it rests on under every other reading",
        lambda game: game.judge,
        _state_and_move,
    ),
    Operation("score", "score", "the totals and winners, as if the game were over", lambda game: game.score, _state),
    Operation("score: lines", "score", "its lines as well", _score_lines, _state),
    Operation("hash", "hash", "hash a position", lambda _: hash, _state),
    Operation("pickle: dump", "pickle", "pickle a position alone", lambda _: pickle.dumps, _state),
    Operation("pickle: load", "pickle", "load it", lambda _: pickle.loads, _pickled),
    Operation("JSON: write", "json", "write a position as JSON", lambda _: to_json, _state),
    Operation("JSON: read", "json", "read it", lambda _: from_json, _document),
    Operation("JSON of a verdict", "json", "write a verdict without rulings as JSON", _verdict_json, _verdict),
)
"""The operations, one for each row of the table."""


@lru_cache(maxsize=1)
def positions(deal: Deal, seed: int) -> Pairs:
    """The positions of a round, from whole games."""
    rng = random.Random(seed)
    pairs: list[tuple[State, Move]] = []
    while len(pairs) < POSITIONS:
        pairs += trail(deal, rng)
    return tuple(pairs)


def over_positions(deal: Deal, operation: Operation) -> Prepare:
    """Prepare an operation on some positions of a round, in the order of the games."""
    game = game_of(deal.players)
    function = operation.function(game)

    def prepare(seed: int, steps: int) -> Sequence[Run]:
        pairs = [pair for pair in positions(deal, seed) if operation.fits(pair[0])]
        rng = random.Random(seed)
        chosen = sorted(rng.sample(range(len(pairs)), min(steps, len(pairs))))
        return one_by_one(function, [operation.arguments(game, *pairs[place], rng) for place in chosen])

    return prepare


def building_tables(seed: int, steps: int) -> Sequence[Run]:
    """Prepare the making of games with new component sets."""
    rng = random.Random(seed)
    sets = [generated_components(rng.getrandbits(48)) for _ in range(min(steps, SETS))]
    return one_by_one(lambda components: Game(4, components=components), [(components,) for components in sets])


# --- Figures --------------------------------------------------------------------------


def bytes_per_state(deal: Deal) -> Callable[[int], float]:
    """Return a function that measures the memory that a game adds per kept state."""

    def take(seed: int) -> float:
        game = random_game(deal, checked=False)
        game(random.Random(seed))  # warms up the tables, which belong to no state
        gc.collect()
        tracemalloc.start()
        states = [state for state, _ in trail(deal, random.Random(seed))]
        gc.collect()
        traced, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return traced / len(states)

    return take


def pickled_alone(seed: int) -> float:
    """The mean size of a pickled position of a game, in bytes."""
    sizes = [len(pickle.dumps(state)) for state, _ in trail(USUAL, random.Random(seed))]
    return sum(sizes) / len(sizes)


def pickled_together(seed: int) -> float:
    """The bytes per position of a whole game pickled as one list."""
    states = [state for state, _ in trail(USUAL, random.Random(seed))]
    return len(pickle.dumps(states)) / len(states)


def import_milliseconds(_seed: int) -> float:
    """The CPU time of importing the package in a fresh interpreter, without that of starting it."""
    code = f"import time; t = time.process_time(); import {NAME}; print(time.process_time() - t)"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return 1000 * float(child.stdout)


FIGURES = (
    Figure("import", "import", "ms", "CPU time of the import in a fresh interpreter", import_milliseconds, timed=True),
    Figure(
        "memory per kept state, poor", "memory", "B", f"added by each state of a game, {USUAL}", bytes_per_state(USUAL)
    ),
    Figure(
        "memory per kept state, rich", "memory", "B", f"added by each state of a game, {RICH}", bytes_per_state(RICH)
    ),
    Figure("pickle of a state alone", "pickle", "B", f"mean of a game, {USUAL}", pickled_alone),
    Figure("pickle of a game's states", "pickle", "B", f"per state, in one list, {USUAL}", pickled_together),
)


def contenders() -> list[Contender]:
    """Everything that is timed."""
    decision = "list the legal moves, choose one at random, play it {}; a card turned over is a step; whole games"
    result = []
    for deal in DEALS:
        for name, checked in (("unchecked", False), ("checked", True)):
            play = whole_games(random_game(deal, checked=checked))
            result.append(Contender(f"decision, {name}", str(deal), "decision", decision.format(name), play))
        step = "the same, but only the end of the game is made (`playout`); a card turned over is a step"
        result.append(Contender("decision, playout", str(deal), "decision", step, playouts(deal)))
        for operation in OPERATIONS:
            prepare = over_positions(deal, operation)
            result.append(Contender(operation.name, str(deal), operation.word, operation.step, prepare))
    step = "make a Game with a generated component set"
    return [*result, Contender("building tables", str(USUAL), "tables", step, building_tables)]
