"""Games of Oh My Goods! to their end: no card is ever lost, whatever the readings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from oh_my_goods.moves import Move
from oh_my_goods.position import State
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.engine import legal_by_law
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import members


def places(state: State) -> Counter[int]:
    """How often each card lies somewhere."""
    found: Counter[int] = Counter()
    table = state.table
    for cards in (table.draw.known, table.discards.known, table.morning, table.evening, table.box):
        found.update(members(cards))
    for player in state.players:
        for held in (player.hand, player.aside, player.planned):
            found.update(members(held.known))
        found.update(card for stack in player.buildings for card in (stack.base, *stack.cards))
    return found


PLAIN = legal_by_law(OH_MY_GOODS.law, Game(OH_MY_GOODS, 2).moves)
"""Asks the law about every move of the table, which is the same for any number of players."""


def positions(game: Game[State, Move], seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    state = game.new(seed % game.setting.players)
    while (mover := game.to_move(state)) is not OVER:
        legal = game.legal_moves(state)
        assert legal
        state = game.play_unchecked(state, game.chance_move(state, rng) if mover is CHANCE else rng.choice(legal))
        yield state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", Ruleset.presets)
def test_a_game_ends_with_every_card_in_one_place_and_lists_what_the_law_allows(players: int, preset: str) -> None:
    game = Game(OH_MY_GOODS, players, ruleset=preset)
    everything = Counter(range(len(game.setting.components.buildings)))
    for number, state in enumerate(positions(game, players)):
        if number % 50 == 0:
            assert places(state) == everything
        if number % 7 == 0:
            assert PLAIN(state) == game.legal_moves(state)
    assert places(state) == everything
    assert max(len(player.buildings) for player in state.players) >= 8
    score = game.score(state)
    coins = [sum(game.setting.components.value_of[base] * len(on) for base, on in p.buildings) for p in state.players]
    goods = [line for line in score.lines if line.clause == "score.goods"]
    assert [line.points for line in goods] == [number // 5 for number in coins]
    assert [line.basis for line in goods] == [f"goods worth {number}" for number in coins]
