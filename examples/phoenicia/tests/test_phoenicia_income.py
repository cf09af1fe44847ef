"""Task 2c: production cards and disks."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from phoenicia.moves import Deal
from phoenicia.position import DEALING, Stage, State
from phoenicia_tables import (
    VALUES,
    Has,
    allowed,
    chance,
    clause,
    hand,
    moves_of,
    options,
    permitting,
    play,
    reached,
    steps,
    table,
    under,
    values,
)

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import evolve

IDLE = Has(workers=(0, 0, 0, 0), disks=0)
"""Who has no income."""


def six(**more: Any) -> Has:
    """A player with six production points and room for everything."""
    said: dict[str, Any] = {"workers": (0, 3, 0, 0), "storehouses": 9, "cards": "granary", **more}
    return Has(**said)


def served(*players: Has, overlord: int = 0, **more: Any) -> State:
    """The position in which the income of the round begins: the last card of the display has been turned up."""
    fields = {
        name: more.pop(name) for name in [*more] if isinstance(more[name], str) and name not in ("pile", "discards")
    }
    said: dict[str, Any] = {"stage": Stage.REFILL, "due": 1, "deck": "fort", **more}
    state = table(*players, seat=overlord, overlord=overlord, **said)
    return play(under(state, **fields), "reveal fort")


@clause("income.everybody")
class TestEverybody:
    """Each player in turn, the Overlord first, gets a production card for every full 4 production points."""

    @pytest.mark.parametrize(("farmers", "cards"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
    def test_a_card_for_each_four(self, farmers: int, cards: int) -> None:
        state = served(six(workers=(0, farmers, 0, 0), disks=0), IDLE)
        assert len(hand(chance(state))) == cards

    def test_from_the_overlord_on_each_completely(self) -> None:
        state = served(six(), six(workers=(1, 4, 0, 0)), six(), overlord=1)
        asked = []
        while state.turn.stage is Stage.INCOME:
            asked.append(state.turn.seat)
            state = play(state, "deal five")
        assert asked == [1, 1, 2, 2, 0, 0]


@clause("income.rest-in-disks")
class TestRestInDisks:
    """The rest of the production points comes in disks."""

    @pytest.mark.parametrize(("hunters", "disks"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (5, 1)])
    def test_the_rest(self, hunters: int, disks: int) -> None:
        state = chance(served(six(workers=(hunters, 0, 0, 0), disks=0), IDLE))
        assert state.players[0].disks == disks

    @pytest.mark.parametrize(("left", "disks"), [(0, 1), (1, 2), (2, 3), (3, 3)])
    def test_limited_disks(self, left: int, disks: int) -> None:
        other = Has(disks=34 - left, workers=(0, 0, 0, 0))
        state = chance(served(six(disks=1), other, supplies="limited"))
        assert (len(hand(state)), state.players[0].disks) == (1, disks)


@clause("income.disks-make-four")
class TestDisksMakeFour:
    """Every four disks make a further card, those in the treasury and those due for the rest together."""

    @pytest.mark.parametrize(
        ("disks", "cards", "left"), [(0, 1, 2), (1, 1, 3), (2, 2, 0), (3, 2, 1), (5, 2, 3), (6, 3, 0)]
    )
    def test_treasury_and_rest(self, disks: int, cards: int, left: int) -> None:
        state = chance(served(six(disks=disks), IDLE))
        assert (len(hand(state)), state.players[0].disks) == (cards, left)

    @pytest.mark.parametrize("reading", ["must", "may"])
    @pytest.mark.parametrize("left", [0, 1, 2])
    def test_the_rest_is_handed_in_with_them_and_needs_no_supply(self, left: int, reading: str) -> None:
        """Two disks and the rest of 2 make a card, whatever the supply holds; the third disk is kept."""
        other = Has(disks=32 - left, workers=(0, 0, 0, 0), storehouses=9)
        state = chance(served(six(disks=3), other, supplies="limited", disks_to_card=reading))
        if reading == "may":
            kept = play(state, "keep disks").players[0]
            assert (kept.hand.size, kept.disks) == (1, 3 + left)
            state = chance(play(state, "make card"))
        assert (len(hand(state)), state.players[0].disks) == (2, 1)

    def test_by_another_reading_once_a_round(self) -> None:
        state = chance(served(six(disks=6), IDLE, disk_sets="once"))
        assert (len(hand(state)), state.players[0].disks) == (2, 4)

    def test_once_for_each_player(self) -> None:
        state = chance(served(six(disks=6), six(disks=6), disk_sets="once"))
        assert [len(hand(state, seat)) for seat in (0, 1)] == [2, 2]

    def test_so_it_was_in_every_game(self) -> None:
        for before, _, after in steps():
            if after.ruleset.disks_to_card == "must" and after.ruleset.disk_sets == "every-four":
                begun = after.turn.stage is Stage.OFFER and before.turn.stage is Stage.INCOME
                if begun and after.table.pile.size:
                    assert all(player.disks < 4 for player in after.players)


@clause("income.no-cards")
class TestNoCards:
    """For each card that cannot be dealt, because none is left, its player receives four disks."""

    ALL = ("12x4, 8x5", "8x5, 12x6")

    @pytest.mark.parametrize(("reading", "disks"), [("four-disks", 6), ("nothing", 2)])
    def test_the_readings(self, reading: str, disks: int) -> None:
        first, second = (six(hand=text, disks=0, storehouses=40) for text in self.ALL)
        state = served(first, Has(second.hand, 0, workers=(0, 0, 0, 0), storehouses=40), no_cards_left=reading)
        assert (state.turn.stage, state.players[0].disks) == (Stage.OFFER, disks)
        assert len(hand(state)) == 20

    @pytest.mark.parametrize(("farmers", "disks"), [(1, 2), (2, 4), (3, 6), (4, 6)])
    def test_four_for_each_card_that_is_due(self, farmers: int, disks: int) -> None:
        """No card and 2 disks, then 4, 4 and 2, and 8 for two cards, of which the treasury of a Granary holds 6."""
        first, second = (six(hand=text, disks=0, storehouses=40) for text in self.ALL)
        state = served(attrs.evolve(first, workers=(0, farmers, 0, 0)), attrs.evolve(second, workers=(0, 0, 0, 0)))
        assert (state.turn.stage, state.players[0].disks, len(hand(state))) == (Stage.OFFER, disks, 20)

    def test_limited_disks(self) -> None:
        first, second = (six(hand=text, disks=0, storehouses=20) for text in self.ALL)
        rest = Has(second.hand, 31, "granary", workers=(0, 0, 0, 0), storehouses=20, tools=(0, 0, 0, 0))
        state = served(first, rest, supplies="limited")
        assert state.players[0].disks == 4


@clause("income.card-for-disks")
class TestCardForDisks:
    """Four disks are given up for a card, as soon as there are four."""

    def test_after_those_for_points(self) -> None:
        state = served(six(disks=3), IDLE)
        assert (state.turn.due, state.players[0].disks) == (1, 3)
        state = play(state, "deal four")
        assert (state.turn.stage, state.turn.due, state.players[0].disks) == (Stage.INCOME, 1, 1)

    def test_by_another_reading_it_is_asked(self) -> None:
        state = play(served(six(disks=3), IDLE, disks_to_card="may"), "deal four")
        assert (state.turn.stage, state.players[0].disks) == (Stage.DISKS, 3)
        assert options(state) == {"make card", "keep disks"}


@clause("income.may-make")
class TestMayMake:
    """By one reading each player chooses whether to do that."""

    def test_both_ways(self) -> None:
        state = play(served(six(disks=3), IDLE, disks_to_card="may"), "deal four")
        for text in ("make card", "keep disks"):
            assert permitting(state, text) == {"income.may-make"}
            assert allowed(state, text)

    def test_only_then(self) -> None:
        for state in reached(*set(Stage) - {Stage.DISKS}):
            assert not permitting(state, "make card")
            assert not permitting(state, "keep disks")


@clause("income.make")
class TestMake:
    """The card is dealt after those for production points."""

    def test_four_disks_for_a_card(self) -> None:
        state = play(served(six(disks=6), IDLE, disks_to_card="may"), "deal four", "make card")
        assert (state.turn.stage, state.turn.due, state.players[0].disks) == (Stage.INCOME, 1, 4)
        state = play(state, "deal six")
        assert (state.turn.stage, hand(state)) == (Stage.DISKS, [4, 6])
        assert play(state, "make card", "deal six").players[0].disks == 0


@clause("income.keep")
class TestKeep:
    """Whoever keeps the disks goes without the card; the next player has income."""

    def test_the_next_player(self) -> None:
        state = play(served(six(disks=2), six(disks=2), disks_to_card="may"), "deal four", "keep disks")
        assert (state.turn.stage, state.turn.seat, state.players[0].disks) == (Stage.INCOME, 1, 4)
        state = play(state, "deal four", "keep disks")
        assert (state.turn.stage, hand(state, 1)) == (Stage.OFFER, [4])


# --- Dealing --------------------------------------------------------------------------


@clause("income.from-pile")
class TestFromPile:
    """Production cards are dealt face down from the pile."""

    def test_only_those_that_are_there(self) -> None:
        state = served(six(), IDLE, pile="2x4, 6")
        assert options(state) == {"deal four", "deal six"}
        assert permitting(state, "deal four") == {"income.from-pile"}
        assert [str(share) for _, share in Game.from_state(state).chances(state)] == ["2/3", "1/3"]

    def test_only_then(self) -> None:
        for state in reached(*set(Stage) - DEALING):
            assert not any(permitting(state, f"deal {name}") for name in ("four", "five", "six", "preset-five"))


@clause("income.dealt")
class TestDealt:
    """Whoever is dealt a card takes it in hand and keeps it secret; the number of cards, and all else, is open."""

    def test_from_the_pile_to_the_hand(self) -> None:
        before = served(six(hand="4"), IDLE, pile="2x4, 6")
        state = play(before, "deal six")
        assert (hand(state), values(state.table.pile.known)) == ([4, 6], [4, 4])

    def test_secret(self) -> None:
        game: Game[State, object]
        state = chance(served(six(), six()))
        game = Game.from_state(state)
        seen = game.view(state, 1)
        mine, other = seen.players[1].hand, seen.players[0].hand
        assert mine == state.players[1].hand
        assert (not other.known, other.size) == (True, state.players[0].hand.size)

    def test_all_else_is_open(self) -> None:
        for state in reached(Stage.OFFER, Stage.WORKERS, Stage.TOOLS, Stage.LIMITS):
            seen = Game.from_state(state).view(state, 1)
            for one, player in zip(seen.players, state.players, strict=True):
                assert evolve(one, hand=player.hand) == player
            assert seen.turn == state.turn

    def test_in_every_game(self) -> None:
        for before, move, after in moves_of(Deal):
            assert isinstance(move, Deal)
            seat = before.turn.seat
            assert sum(hand(after, seat)) == sum(hand(before, seat)) + VALUES[move.value]


@clause("income.reshuffle")
class TestReshuffle:
    """When the pile is used up, the discards are shuffled and become the pile."""

    @pytest.mark.parametrize("reading", ["at-once", "when-needed"])
    def test_the_discards_are_the_pile(self, reading: str) -> None:
        before = served(six(disks=2), IDLE, pile="6", reshuffle=reading)
        state = play(before, "deal six")
        assert (len(values(state.table.pile.known)), values(state.table.discards.known)) == (39, [])
        assert state.turn.stage is Stage.INCOME

    @pytest.mark.parametrize(("reading", "pile", "discards"), [("at-once", 39, 0), ("when-needed", 0, 39)])
    def test_when_the_last_card_is_the_last_one_dealt(self, reading: str, pile: int, discards: int) -> None:
        state = play(served(six(disks=0), IDLE, pile="6", reshuffle=reading), "deal six")
        assert state.turn.stage is Stage.OFFER
        assert (len(values(state.table.pile.known)), len(values(state.table.discards.known))) == (pile, discards)
