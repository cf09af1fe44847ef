"""Task 2d: the limits of storehouses and treasury."""

from __future__ import annotations

from typing import Any

import pytest
from phoenicia.moves import GiveUp
from phoenicia.position import Stage, State
from phoenicia.rules import limits
from phoenicia_tables import (
    VALUES,
    Has,
    against,
    allowed,
    clause,
    hand,
    moves_of,
    options,
    permitting,
    play,
    reached,
    table,
    under,
    values,
)

IDLE = Has(workers=(0, 0, 0, 0), disks=0)


def after_income(*players: Has, overlord: int = 0) -> State:
    """The position after an income of nothing."""
    state = table(*players, stage=Stage.REFILL, deck="fort", due=1, seat=overlord, overlord=overlord)
    return play(state, "reveal fort")


def full(hand: str, **more: Any) -> Has:
    """A player without income."""
    said: dict[str, Any] = {"workers": (0, 0, 0, 0), "disks": 0, **more}
    return Has(hand, **said)


@clause("limits.cards-per-storehouse")
class TestCardsPerStorehouse:
    """One keeps at most one production card for each storehouse, and gives up the rest."""

    @pytest.mark.parametrize(
        ("cards", "storehouses", "surplus"),
        [
            ("", 2, 0),
            ("4, 5", 2, 0),
            ("4, 5, 6", 2, 1),
            ("4, 5, 6, preset", 2, 2),
            ("4, 5, 6, preset", 4, 0),
        ],
    )
    def test_surplus(self, cards: str, storehouses: int, surplus: int) -> None:
        state = after_income(full(cards, storehouses=storehouses), IDLE)
        assert limits.cards_per_storehouse(state, 0) == surplus
        assert (state.turn.stage is Stage.LIMITS) == bool(surplus)
        assert not surplus or state.turn.due == surplus

    def test_when_a_round_begins_nobody_has_too_many(self) -> None:
        for state in reached(Stage.OFFER, most=300):
            assert all(player.hand.size <= player.storehouses for player in state.players)


@clause("limits.after-income")
class TestAfterIncome:
    """The limits are applied to all players after the income, clockwise from the Overlord."""

    def test_cards_clockwise_from_the_overlord(self) -> None:
        state = after_income(full("3x4"), full("2x5"), full("4x6"), overlord=1)
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.LIMITS, 2, 2)
        state = play(state, "give up six", "give up six")
        assert (state.turn.seat, state.turn.due) == (0, 1)
        state = play(state, "give up four")
        assert (state.turn.stage, state.turn.seat, state.turn.round) == (Stage.OFFER, 1, 2)

    def test_disks_of_all(self) -> None:
        rich = (full("", disks=5), full("", disks=9, cards="granary"))
        state = under(table(*rich, stage=Stage.DISKS), disks_to_card="may")
        state = play(state, "keep disks", "keep disks")
        assert [player.disks for player in state.players] == [3, 6]


@clause("limits.own-choice")
class TestOwnChoice:
    """Each player chooses which cards to give up."""

    def test_any_of_them(self) -> None:
        state = after_income(full("4, 5, 6"), IDLE)
        assert options(state) == {"give up four", "give up five", "give up six"}
        assert permitting(state, "give up four") == {"limits.own-choice"}
        for name, left in (("four", [5, 6]), ("five", [4, 6]), ("six", [4, 5])):
            assert hand(play(state, f"give up {name}")) == left

    def test_only_then(self) -> None:
        for state in reached(*set(Stage) - {Stage.LIMITS}):
            assert not permitting(state, "give up four")


@clause("limits.own-card")
class TestOwnCard:
    """They are cards of one's own hand."""

    def test_no_other(self) -> None:
        state = after_income(full("2x4, preset"), full("5, 6"))
        for name, own in (("four", True), ("five", False), ("six", False), ("preset-five", True)):
            assert allowed(state, f"give up {name}") == own
            assert against(state, f"give up {name}") == (set() if own else {"limits.own-card"})


@clause("limits.value-to-treasury")
class TestValueToTreasury:
    """The value of a card given up fills the treasury as far as there is room; the rest is lost."""

    @pytest.mark.parametrize(
        ("disks", "cards", "name", "after"),
        [
            (0, "", "four", 3),
            (1, "", "six", 3),
            (3, "", "four", 3),
            (0, "granary", "four", 4),
            (1, "granary", "six", 6),
        ],
    )
    def test_as_far_as_there_is_room(self, disks: int, cards: str, name: str, after: int) -> None:
        state = after_income(full("4, 5, 6", disks=disks, cards=cards), IDLE)
        after_it = play(state, f"give up {name}")
        assert after_it.players[0].disks == after
        assert values(after_it.table.discards.known) == [{"four": 4, "six": 6}[name]]

    def test_one_after_another(self) -> None:
        state = play(after_income(full("3x4, 6", cards="granary"), IDLE), "give up four")
        assert (state.players[0].disks, state.turn.due, state.turn.stage) == (4, 1, Stage.LIMITS)
        assert play(state, "give up four").players[0].disks == 6

    def test_a_preset_card_leaves_the_game(self) -> None:
        state = play(after_income(full("2x4, preset"), IDLE), "give up preset-five")
        assert (values(state.table.discards.known), len(values(state.table.gone))) == ([], 5)

    def test_limited_disks(self) -> None:
        state = table(full("4, 5, 6"), full("", disks=34), stage=Stage.LIMITS, due=1)
        assert play(state, "give up four").players[0].disks == 3
        assert play(under(state, supplies="limited"), "give up four").players[0].disks == 1

    def test_in_every_game(self) -> None:
        for before, move, after in moves_of(GiveUp):
            assert isinstance(move, GiveUp)
            limit = 6 if before.me.cards[1] else 3
            room = limit - before.me.disks
            assert after.players[before.turn.seat].disks - before.me.disks <= min(room, VALUES[move.value])
