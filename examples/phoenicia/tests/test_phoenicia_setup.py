"""Setting up the game."""

from __future__ import annotations

import pytest
from phoenicia.position import Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia_tables import CARDS, SET, chance, clause, named, values

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.game import Game

A, B = {2: 1, 3: 2, 4: 2, 5: 3}, {2: 1, 3: 1, 4: 2, 5: 2}


def laid_out(players: int, start: int = 0) -> State:
    """The position in which chance begins."""
    return Game(PHOENICIA, players).new(start)


@clause("setup.players")
class TestPlayers:
    """Two, three, four or five play."""

    @pytest.mark.parametrize("players", range(8))
    def test_no_others(self, players: int) -> None:
        if players in PHOENICIA.player_counts():
            assert len(laid_out(players).players) == players
        else:
            with pytest.raises(GameError):
                Game(PHOENICIA, players)
        assert (players in PHOENICIA.player_counts()) == (2 <= players <= 5)


@clause("setup.copies")
class TestCopies:
    """Of each A kind, 1 copy takes part with two players, 2 copies with three or four, and 3 with five.

    Of each B kind, 1 copy takes part with two or three players, and 2 with four or five.
    """

    @pytest.mark.parametrize(("players", "cards"), [(2, 19), (3, 29), (4, 38), (5, 48)])
    def test_as_the_table_says(self, players: int, cards: int) -> None:
        deck = laid_out(players).table.deck
        assert sum(deck) == cards
        for kind, number in zip(SET.cards, deck, strict=True):
            assert number == (A if kind.type == "A" else B)[players], kind.id


@clause("setup.overlord")
class TestOverlord:
    """The players draw lots for the first Overlord, who begins."""

    @pytest.mark.parametrize(("players", "lot"), [(2, 1), (3, 0), (5, 4)])
    def test_whoever_the_lot_makes_it(self, players: int, lot: int) -> None:
        turn = laid_out(players, lot).turn
        assert (turn.overlord, turn.active, turn.seat) == (lot, lot, lot)
        begun = chance(laid_out(players, lot)).turn
        assert (begun.stage, begun.overlord, begun.active, begun.seat) == (Stage.OFFER, lot, lot, lot)


@clause("setup.first-display")
class TestFirstDisplay:
    """The sets are shuffled and stacked; as many cards of set 1 are turned up as there are players."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_as_many_as_players(self, players: int) -> None:
        state = laid_out(players)
        assert (state.turn.stage, state.turn.due) == (Stage.FIRST_DISPLAY, players)
        game = Game(PHOENICIA, players)
        for seed in range(players):
            state = game.play_unchecked(state, game.chances(state)[seed][0])
        assert sum(state.table.display) == players
        assert {SET.cards[CARDS.index(id_)].set for id_ in named(state.table.display)} == {1}
        assert state.turn.stage is Stage.FIRST_CARDS


@clause("setup.storage")
class TestStorage:
    """Each player begins with two storehouses, and two disks in the treasury."""

    @pytest.mark.parametrize("players", [2, 5])
    def test_each(self, players: int) -> None:
        assert [(one.storehouses, one.disks) for one in laid_out(players).players] == [(2, 2)] * players


@clause("setup.first-workers")
class TestFirstWorkers:
    """Each begins with one untrained worker, one hunter and one farmer."""

    @pytest.mark.parametrize("players", [2, 5])
    def test_each(self, players: int) -> None:
        for one in laid_out(players).players:
            assert (one.untrained, one.trained, one.workers) == (1, 0, (1, 1, 0, 0))


@clause("setup.markers")
class TestMarkers:
    """Victory points start at 2 and production points at 3, for the hunter and the farmer."""

    @pytest.mark.parametrize("start", [0, 2])
    def test_each(self, start: int) -> None:
        state = laid_out(4, start)
        assert [(one.pp, one.vp) for one in state.players] == [(3, 2)] * 4
        assert state.turn.seat == state.turn.overlord == start


@clause("setup.shuffle-production")
class TestShuffleProduction:
    """The production cards are shuffled into a face-down pile; the preset cards are no part of it."""

    def test_all_but_the_preset_cards(self) -> None:
        table = laid_out(3).table
        assert values(table.pile.known) == [4] * 12 + [5] * 16 + [6] * 12
        assert values(table.gone) == [5] * 5
        assert not table.discards.size
