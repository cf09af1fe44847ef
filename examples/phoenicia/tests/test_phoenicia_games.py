"""Games of Phoenicia to their end: cards are neither lost nor made, and points never fall."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from phoenicia.moves import Move
from phoenicia.position import State
from phoenicia.rulebook import PHOENICIA
from phoenicia.rules.overlord import CITY_STATE
from phoenicia.rulings import Ruleset
from phoenicia_tables import bids_little

from era_of_inventions.tabletop.play.engine import legal_by_law
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import members

PLAIN = legal_by_law(PHOENICIA.law, Game(PHOENICIA, 2).moves)
"""Asks the law about every move of the table, which is the same for any number of players."""


def positions(game: Game[State, Move], seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    state = game.new(seed % game.setting.players)
    while (mover := game.to_move(state)) is not OVER:
        legal = game.legal_moves(state)
        assert legal
        state = game.play_unchecked(state, game.chance_move(state, rng) if mover is CHANCE else bids_little(legal, rng))
        yield state


def production_cards(state: State) -> list[int]:
    table = state.table
    piles = [table.pile.known, table.discards.known, table.gone, *(player.hand.known for player in state.players)]
    return sorted(card for pile in piles for card in members(pile))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", Ruleset.presets)
def test_a_game_ends_in_a_city_state_and_lists_what_the_law_allows(players: int, preset: str) -> None:
    game = Game(PHOENICIA, players, ruleset=preset)
    everything = list(range(len(game.setting.components.money.names)))
    points = [0] * players
    for number, state in enumerate(positions(game, players)):
        assert all(player.vp >= before for player, before in zip(state.players, points, strict=True))
        points = [player.vp for player in state.players]
        if number % 11 == 0:
            assert production_cards(state) == everything
            assert PLAIN(state) == game.legal_moves(state)
    assert max(points) >= CITY_STATE
    assert game.score(state).totals == tuple(points)
