"""Setting up the game."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from goods_tables import CHARBURNERS, SET, allowed, bases, clause, goods, lying, moves_of, play, side
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Cover, Deal, DealCharburner, Move, Offer
from oh_my_goods.position import Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import members

counts = st.sampled_from([2, 3, 4])
seeds = st.integers(0, 99)


def new(players: int = 2, start: int = 0) -> tuple[Game[State, Move], State]:
    game = Game(OH_MY_GOODS, players)
    return game, game.new(start)


def until(game: Game[State, Move], state: State, *stages: Stage, seed: int = 0) -> State:
    """The first position in which one of these stages awaits something."""
    rng = random.Random(seed)
    for _ in range(200):
        if state.turn.stage in stages:
            return state
        state = game.play(state, game.chance_move(state, rng))
    raise AssertionError(f"{stages} did not come")


@clause("setup.players")
class TestPlayers:
    """Two, three or four play."""

    @pytest.mark.parametrize("players", range(1, 7))
    def test_no_other_number(self, players: int) -> None:
        if 2 <= players <= 4:
            assert len(new(players)[1].players) == players
        else:
            with pytest.raises(GameError, match=r"setup\.players"):
                Game(OH_MY_GOODS, players)

    def test_numbers(self) -> None:
        assert OH_MY_GOODS.player_counts() == (2, 3, 4)


@clause("setup.draw-pile")
class TestDrawPile:
    """All cards but charburners, craftsmen and assistants are shuffled and become the draw pile."""

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_all_are_there(self, players: int) -> None:
        _, state = new(players)
        assert members(state.table.draw.known) == (*range(94),)
        assert [SET.buildings[index].id for index in members(state.table.box)] == [*CHARBURNERS]
        assert lying(state) == Counter(range(98))


@clause("setup.first-active")
class TestFirstActive:
    """Whoever has worked hardest of late, as the players agree, is the first active player."""

    @given(counts, st.integers(0, 3))
    def test_the_one_agreed_on(self, players: int, start: int) -> None:
        game, state = new(players, start % players)
        assert (state.active, state.turn.seat) == (start % players, start % players)
        begun = until(game, state, Stage.EXCHANGE)
        assert (begun.active, begun.turn.seat, begun.round) == (start % players, start % players, 1)


@clause("setup.random-charburner")
class TestRandomCharburner:
    """The charburner dealt is any one that nobody has yet."""

    @given(counts, seeds)
    def test_any_that_is_left(self, players: int, seed: int) -> None:
        game, state = new(players)
        rng = random.Random(seed)
        left = set(range(94, 98))
        for _ in range(players):
            assert {move.card for move, _ in game.chances(state) if isinstance(move, DealCharburner)} == left
            assert {index for index in range(94, 98) if allowed(state, DealCharburner(index))} == left
            dealt = rng.choice(sorted(left))
            state, left = play(state, DealCharburner(dealt)), left - {dealt}
        assert not any(allowed(state, DealCharburner(index)) for index in range(94, 98))


@clause("setup.charburner")
class TestCharburner:
    """Each player is dealt one charburner at random, and receives one craftsman; the others leave the game."""

    @given(counts, st.integers(0, 1), seeds)
    def test_one_each(self, players: int, start: int, seed: int) -> None:
        game, state = new(players, start)
        after = until(game, state, Stage.ASSISTANTS_OFFERED, seed=seed)
        own = [bases(player) for player in after.players]
        assert all(len(buildings) == 1 and buildings[0] >= 94 for buildings in own)
        assert len({buildings[0] for buildings in own}) == players
        assert {*members(after.table.box)} == set(range(94, 98)) - {buildings[0] for buildings in own}

    def test_in_the_order_of_play(self) -> None:
        _, state = new(3, 1)
        for seat in (1, 2, 0):
            assert state.turn.seat == seat
            state = play(state, DealCharburner(94 + seat))
        assert [bases(player) for player in state.players] == [[94], [95], [96]]
        assert state.turn.stage is Stage.ASSISTANTS_OFFERED


@clause("setup.assistants-number")
class TestAssistantsNumber:
    """Two assistants are drawn for each player; the others leave the game."""

    @given(counts, seeds)
    def test_two_for_each(self, players: int, seed: int) -> None:
        game, state = new(players)
        after = until(game, state, Stage.HANDS, seed=seed)
        assert len(members(after.table.offer)) == {2: 4, 3: 6, 4: 8}[players]


@clause("setup.assistants-side")
class TestAssistantsSide:
    """A random side of each assistant lies up, and never both sides."""

    @given(counts, seeds)
    def test_any_side_of_any_that_is_left(self, players: int, seed: int) -> None:
        game, state = new(players)
        state = until(game, state, Stage.ASSISTANTS_OFFERED, seed=seed)
        rng = random.Random(seed)
        while state.turn.stage is Stage.ASSISTANTS_OFFERED:
            taken = {index // 2 for index in members(state.table.offer)}
            free = {index for index in range(16) if index // 2 not in taken}
            assert {index for index in range(16) if allowed(state, Offer(index))} == free
            assert {move for move, _ in game.chances(state)} == {Offer(index) for index in free}
            state = play(state, Offer(rng.choice(sorted(free))))

    def test_not_at_another_time(self) -> None:
        _, state = new()
        assert not allowed(state, Offer(0))


@clause("setup.assistants-on-offer")
class TestAssistantsOnOffer:
    """The assistants lie at the edge of the table, for all to hire."""

    def test_there_they_lie(self) -> None:
        _, state = new()
        state = play(state, DealCharburner(94), DealCharburner(95))
        chosen = ["assistant-3b", "assistant-1a", "assistant-8a", "assistant-5b"]
        for number, id_ in enumerate(chosen, 1):
            state = play(state, Offer(side(id_)))
            assert {*members(state.table.offer)} == {side(other) for other in chosen[:number]}
        assert state.turn.stage is Stage.HANDS


@clause("setup.hand")
class TestHand:
    """Each player draws five cards into the hand."""

    @given(counts, seeds)
    def test_five(self, players: int, seed: int) -> None:
        game, state = new(players)
        after = until(game, state, Stage.EXCHANGE, seed=seed)
        assert [player.hand.size for player in after.players] == [5] * players

    def test_before_anything_is_laid_down(self) -> None:
        game, state = new()
        state = until(game, state, Stage.HANDS)
        for held in range(5):
            assert (state.turn.seat, state.turn.stage, state.players[0].hand.size) == (0, Stage.HANDS, held)
            state = play(state, Deal(held))
        assert state.turn.stage is Stage.COAL
        assert members(state.players[0].hand.known) == (0, 1, 2, 3, 4)


@clause("setup.coal")
class TestCoal:
    """Each player lays seven cards face down on the charburner and looks at none; each card is a unit of coal."""

    @given(counts, seeds)
    def test_seven_coal_worth_seven_coins(self, players: int, seed: int) -> None:
        game, state = new(players)
        after = until(game, state, Stage.EXCHANGE, seed=seed)
        for seat in range(players):
            assert list(goods(after, seat).values()) == [7]
        assert after.table.draw.size == {2: 70, 3: 58, 4: 46}[players]

    def test_nobody_sees_them(self) -> None:
        game, state = new()
        after = until(game, state, Stage.EXCHANGE)
        for seat in (0, 1, None):
            seen = game.view(after, seat)
            assert [player.buildings[0].cards for player in seen.players] == [(-2,) * 7] * 2


@clause("setup.next-player")
class TestNextPlayer:
    """When all have their hand cards and their coal, the first round begins."""

    @given(counts, st.integers(0, 1))
    def test_one_after_another(self, players: int, start: int) -> None:
        game, state = new(players, start)
        state = until(game, state, Stage.HANDS)
        rng = random.Random(1)
        for step in range(players):
            for kind, number in ((Deal, 5), (Cover, 7)):
                for _ in range(number):
                    assert state.turn.seat == (start + step) % players
                    move = game.chance_move(state, rng)
                    assert isinstance(move, kind)
                    state = play(state, move)
        assert (state.turn.stage, state.turn.seat, state.round) == (Stage.EXCHANGE, start, 1)


def test_nothing_of_the_setup_comes_again() -> None:
    assert {step.before.round for step in moves_of(DealCharburner, Offer)} == {0}
