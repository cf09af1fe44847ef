"""A table at which anything may be done in any order: moves, wrong moves, saving, taking back, other readings."""

from __future__ import annotations

import copy
import pickle
import random

import attrs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from era_of_inventions import from_json, to_json
from era_of_inventions.box.goods import GUARD
from era_of_inventions.moves import Move
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import component_sets, enriched, rulesets

SINGLE_READINGS = [(ruling.field, name) for ruling in Ruleset.rulings() for name in ruling.names]


class Table(RuleBasedStateMachine):
    """One game, with everything that has happened in it."""

    game: Game
    history: list[tuple[State, Move]]

    @initialize(
        players=st.sampled_from([3, 4, 5]),
        ruleset=rulesets(),
        components=component_sets(),
        rich=st.booleans(),
        start=st.integers(0, 2),
    )
    def sit_down(self, players: int, ruleset: Ruleset, components: object, rich: bool, start: int) -> None:
        self.game = Game(players, ruleset, components)  # type: ignore[arg-type]
        state = self.game.new(start)
        self.first = self.state = enriched(state, random.Random(start)) if rich else state
        self.history = []

    @property
    def legal(self) -> tuple[Move, ...]:
        return self.game.legal_moves(self.state)

    @precondition(lambda self: self.legal)
    @rule(choices=st.lists(st.integers(0, 200), min_size=1, max_size=12))
    def play_on(self, choices: list[int]) -> None:
        for choice in choices:
            if not self.legal:
                return
            move = self.legal[choice % len(self.legal)]
            before = self.state
            self.history.append((before, move))
            self.state = self.game.play(before, move)
            assert all(
                new.influence >= old.influence for old, new in zip(before.players, self.state.players, strict=True)
            )
            assert (before, move) == self.history[-1]

    @rule(number=st.integers(0, 2000))
    def try_what_is_not_allowed(self, number: int) -> None:
        move = self.game.moves[number % len(self.game.moves)]
        if move in self.legal:
            return
        before = copy.deepcopy(self.state)
        with pytest.raises(IllegalMoveError) as refused:
            self.game.play(self.state, move)
        assert not refused.value.verdict.legal
        assert self.state == before

    @rule()
    def save_and_load(self) -> None:
        loaded = pickle.loads(pickle.dumps((self.state, self.legal)))
        assert loaded == (self.state, self.legal)
        assert hash(loaded[0]) == hash(self.state)
        read = from_json(to_json(self.state), State, components=[self.game.setting.components])
        assert read == self.state
        self.state = read

    @precondition(lambda self: self.history)
    @rule(back=st.integers(1, 20))
    def take_back(self, back: int) -> None:
        back = min(back, len(self.history))
        self.state = self.history[-back][0]
        del self.history[-back:]

    @rule()
    def replay(self) -> None:
        state = self.first
        for before, move in self.history:
            assert state == before
            state = self.game.play(state, move)
        assert state == self.state

    @rule(reading=st.sampled_from(SINGLE_READINGS))
    def agree_on_another_reading(self, reading: tuple[str, str]) -> None:
        ruleset = self.state.ruleset.with_reading(*reading)
        setting = attrs.evolve(self.state.setting, ruleset=ruleset)
        state = evolve(self.state, setting=setting)
        game = Game.from_state(state)
        if not game.check(state):
            self.game, self.state, self.first, self.history = game, state, state, []

    @invariant()
    def the_position_is_possible(self) -> None:
        assert self.game.check(self.state) == ()

    @invariant()
    def everything_is_somewhere(self) -> None:
        state, board = self.state, self.state.board
        cards = [card for card in board.display if card != EMPTY]
        piles = [i for mask in (board.deck, board.discards) for i in range(39) if mask >> i & 1]
        assert len(cards + piles) == len(set(cards + piles))
        factories = [factory for factory in board.row if factory != EMPTY]
        owned = [i for player in state.players for i in range(24) if player.factories >> i & 1]
        waiting = [i for mask in (board.factory_deck, board.factory_discards) for i in range(24) if mask >> i & 1]
        assert sorted(factories + owned + waiting) == list(range(24))
        assert all(not player.goods & GUARD for player in state.players)

    @invariant()
    def somebody_can_move_until_the_end(self) -> None:
        assert bool(self.legal) is (self.state.turn.phase is not Phase.GAME_OVER)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
