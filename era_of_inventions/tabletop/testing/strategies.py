"""Hypothesis strategies for games of any rulebook: settings, positions, moves.

Strategies for positions draw a `Script`: a few small numbers from which the position
can be replayed. A failing example therefore shrinks well and prints as code to run.
Drawing a position plays a game, which can take longer than Hypothesis allows per
example by default: use ``settings(deadline=None)`` in tests.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import AnyPosition

S = TypeVar("S", bound=AnyPosition)
M = TypeVar("M")


@attrs.frozen(repr=False)
class Script(Generic[S, M]):
    """How to reach a position; `state_of` replays it.

    After the deal a random player with the ``seed`` makes ``plies`` moves. Then each of
    ``choices`` is the index of a legal move, modulo their number. In a ``rich`` deal
    players have more than the rules deal, which reaches limits that a normal game
    rarely does.
    """

    game: Game[S, M]
    rich: bool = False
    seed: int = 0
    plies: int = 0
    choices: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Return the expression that makes the script, without default values."""
        fields = [
            field
            for field in attrs.fields(Script)[1:]
            if getattr(self, field.name) != field.default
        ]
        return f"Script({', '.join([repr(self.game), *(f'{f.name}={getattr(self, f.name)!r}' for f in fields)])})"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    def deal(self) -> S:
        """Return the position before the first move."""
        state = self.game.new(self.seed % self.game.setting.players)
        return (
            self.game.rulebook.samples.enrich(state, random.Random(self.seed))
            if self.rich
            else state
        )

    def steps(self) -> Iterator[tuple[S, M]]:
        """Yield every position on the way, with the move made in it."""
        game, choose = self.game, self.game.rulebook.samples.choose
        rng = random.Random(self.seed)
        state = self.deal()
        for number in range(self.plies + len(self.choices)):
            legal = game.legal_moves(state)
            if not legal:
                return
            early = number < self.plies
            move = (
                choose(legal, rng)
                if early
                else legal[self.choices[number - self.plies] % len(legal)]
            )
            yield state, move
            state = game.play_unchecked(state, move)


def state_of(script: Script[S, Any]) -> S:
    """Return the position that a script leads to."""
    state = script.deal()
    for before, move in script.steps():
        state = script.game.play_unchecked(before, move)
    return state


class Strategies(Generic[S, M]):
    """The strategies for one rulebook.

    ``make`` returns the game for a number of players, a ruleset and components.
    """

    def __init__(
        self, rulebook: Rulebook[S, M], make: Callable[..., Game[S, M]] | None = None
    ) -> None:
        """Store the rulebook."""
        self._rulebook = rulebook
        self._make = make or (lambda *arguments: Game(rulebook, *arguments))

    def rulesets(self) -> SearchStrategy[Any]:
        """Return a strategy for presets and rulesets with any reading of every ruling; shrinks to the default."""
        kind = self._rulebook.ruleset
        readings: dict[str, Any] = {
            ruling.field: st.sampled_from(ruling.names) for ruling in kind.rulings()
        }
        mixed = st.fixed_dictionaries(readings).map(
            lambda chosen: kind(name="mixed", **chosen)
        )
        return st.sampled_from([kind.preset(name) for name in kind.presets]) | mixed

    def rulesets_with(self, ruling: str) -> SearchStrategy[Any]:
        """Return a strategy for the default ruleset with any reading of one ruling, whose id or field is ``ruling``.

        Raises `RulesetError` if there is no such ruling.
        """
        kind = self._rulebook.ruleset
        return st.sampled_from(
            [kind().with_reading(ruling, name) for name in kind.ruling(ruling).names]
        )

    def component_sets(self) -> SearchStrategy[Any]:
        """Return a strategy for arbitrary component sets that agree with the rulebook; shrinks to the default."""
        make = self._rulebook.samples.components
        if make is None:
            return st.sampled_from(
                [*map(self._rulebook.components.load, self._rulebook.components.shipped())]
            )
        return st.integers(0, 9999).map(make)

    def scripts(
        self,
        *,
        players: Sequence[int] | None = None,
        rulesets: SearchStrategy[Any] | None = None,
        component_sets: SearchStrategy[Any] | None = None,
        plies: int | None = None,
    ) -> SearchStrategy[Script[S, M]]:
        """Return a strategy for scripts, by default with the default ruleset and components."""
        games = st.builds(
            self._make,
            st.sampled_from(players or self._rulebook.player_counts()),
            st.just("default") if rulesets is None else rulesets,
            st.just(self._rulebook.components.default)
            if component_sets is None
            else component_sets,
        )
        most = self._rulebook.samples.plies if plies is None else plies
        choices = st.lists(st.integers(0, 99), max_size=6).map(tuple)
        return st.builds(
            Script, games, st.booleans(), st.integers(0, 999), st.integers(0, most), choices
        )

    def reachable_states(self, **options: Any) -> SearchStrategy[S]:
        """Return a strategy for reachable positions. Takes the arguments of `scripts`."""
        return self.scripts(**options).map(state_of)

    def whole_games(self, **options: Any) -> SearchStrategy[Script[S, M]]:
        """Return a strategy for scripts of whole games. Takes the arguments of `scripts`, except ``plies``."""
        most = 10 * self._rulebook.samples.plies
        return self.scripts(plies=0, **options).map(
            lambda script: attrs.evolve(script, plies=most, choices=())
        )

    def games(self, **options: Any) -> SearchStrategy[Game[S, M]]:
        """Return a strategy for games of any setting. Takes the arguments of `scripts`."""
        return self.scripts(plies=0, **options).map(lambda script: script.game)


def moves(game: Game[Any, M]) -> SearchStrategy[M]:
    """Return a strategy for all moves of a game, legal or not."""
    return st.sampled_from(game.moves)


def legal_moves(state: AnyPosition) -> SearchStrategy[Any]:
    """Return a strategy for the legal moves of a position.

    Raises `hypothesis.errors.InvalidArgument` if the game is over.
    """
    return st.sampled_from(Game.from_state(state).legal_moves(state))


def illegal_moves(state: AnyPosition) -> SearchStrategy[Any]:
    """Return a strategy for the moves of a game that are not legal in a position."""
    game: AnyGame = Game.from_state(state)
    legal = set(game.legal_moves(state))
    return st.sampled_from([move for move in game.moves if move not in legal])
