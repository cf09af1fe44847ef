"""Paying with production cards and disks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from phoenicia.moves import BuyPoint, BuyTool, Employ, MoveWorker, PayCard, Train
from phoenicia.position import Purpose, Stage, State
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


def owing(owed: int, has: Has, *others: Has, **turn: Any) -> State:
    """A position in which the first player owes so much for training a worker."""
    said: dict[str, Any] = {"purpose": Purpose.TRAINING, "owed": owed, **turn}
    return table(has, *others, stage=Stage.PAYMENT, **said)


def payments(cards: list[int], disks: int, owed: int, reading: str) -> set[tuple[int, ...]]:
    """The sets of cards that can be handed in, told by what each reading says of the whole payment."""
    found = set()
    for chosen in product((False, True), repeat=len(cards)):
        paid = sorted(value for value, taken in zip(cards, chosen, strict=True) if taken)
        rest = owed - sum(paid)
        spare = disks if reading == "no-card-if-disks-do" else 0
        counted = paid[-1:] if reading == "freely" else paid  # freely the greatest can come last and be needed then
        if rest <= disks and all(rest + value > spare for value in counted):
            found.add(tuple(paid))
    return found


def paid_in(state: State, before: list[int]) -> Iterator[tuple[int, ...]]:
    """The sets of cards that have been handed in at the end of each way to pay."""
    if state.turn.stage is not Stage.PAYMENT:
        left = hand(state)
        yield tuple(value for value in (4, 5, 6) for _ in range(before.count(value) - left.count(value)))
        return
    for text in options(state):
        yield from paid_in(play(state, text), before)


@clause("pay.owed")
class TestOwed:
    """Workers, tools and points are paid for with one's wealth: production cards and disks."""

    ALL = Has("4x6", trained=1, cards="city-center, prospector", disks=1)

    @pytest.mark.parametrize(
        ("stage", "move", "purpose", "cost"),
        [
            (Stage.WORKERS, "train", Purpose.TRAINING, 2),
            (Stage.WORKERS, "employ farming", Purpose.EMPLOYMENT, 5),
            (Stage.WORKERS, "move hunting mining", Purpose.MOVE, 8),
            (Stage.TOOLS, "tool hunting", Purpose.TOOL, 2),
            (Stage.TOOLS, "point", Purpose.POINT, 3),
        ],
    )
    def test_it_is_owed_first(self, stage: Stage, move: str, purpose: Purpose, cost: int) -> None:
        before = table(self.ALL, stage=stage)
        state = play(before, move)
        assert (state.turn.stage, state.turn.purpose, state.turn.owed) == (Stage.PAYMENT, purpose, cost)
        assert state.players == before.players

    def test_without_cards_it_is_paid_at_once(self) -> None:
        state = play(table(Has(disks=3), stage=Stage.WORKERS), "train")
        assert (state.turn.stage, state.me.disks, state.me.trained) == (Stage.WORKERS, 1, 1)

    def test_in_every_game_it_is_owed_or_paid(self) -> None:
        for before, _, after in moves_of(Train, Employ, MoveWorker, BuyTool, BuyPoint):
            assert (after.turn.stage is Stage.PAYMENT) == (after.turn.owed > 0)
            assert after.turn.owed == 0 or before.me.hand.size


@clause("pay.cards-or-disks")
class TestCardsOrDisks:
    """One pays with production cards, with disks, or with both."""

    def test_each_and_both(self) -> None:
        state = owing(5, Has("5, 4", disks=5))
        assert permitting(state, "pay five") == permitting(state, "pay disks") == {"pay.cards-or-disks"}
        assert options(state) == {"pay five", "pay four", "pay disks"}
        for texts, disks, left in (
            (["pay disks"], 0, [4, 5]),
            (["pay five"], 5, [4]),
            (["pay four", "pay disks"], 4, [5]),
        ):
            after = play(state, *texts)
            assert (after.me.disks, hand(after)) == (disks, left)

    def test_at_no_other_time(self) -> None:
        for state in reached(*set(Stage) - {Stage.PAYMENT}):
            assert not permitting(state, "pay disks")
            assert not permitting(state, "pay four")


@clause("pay.own-card")
class TestOwnCard:
    """A card that is handed in comes from one's own hand, for players give each other nothing."""

    def test_no_other(self) -> None:
        state = owing(6, Has("6"), Has("4, preset"))
        assert options(state) == {"pay six"}
        for text in ("pay four", "pay five", "pay preset-five"):
            assert "pay.own-card" in against(state, text)
        assert options(owing(6, Has("4, preset"))) == {"pay four", "pay preset-five"}


@clause("pay.needed-cards")
class TestNeededCards:
    """No card is handed in if the other cards handed in suffice without it; disks need not be used first."""

    def test_a_superfluous_card(self) -> None:
        state = owing(6, Has("4, 6", disks=0))
        assert options(state) == {"pay six"}
        assert against(state, "pay four") == {"pay.needed-cards"}
        assert options(under(state, overpay="freely")) == {"pay four", "pay six"}

    def test_disks_need_not_be_used_first(self) -> None:
        state = owing(4, Has("6", disks=4))
        assert options(state) == {"pay six", "pay disks"}
        assert options(under(state, overpay="no-card-if-disks-do")) == {"pay disks"}

    def test_freely_a_card_that_the_next_makes_superfluous(self) -> None:
        state = under(owing(6, Has("4, 5, 6", disks=0)), overpay="freely")
        state = play(state, "pay four")
        assert options(state) == {"pay five", "pay six"}
        state = play(state, "pay six")
        assert (state.turn.stage, state.me.disks, hand(state)) == (Stage.WORKERS, 4, [5])

    @pytest.mark.parametrize("reading", ["needed-cards", "no-card-if-disks-do", "freely"])
    @pytest.mark.parametrize(
        ("cards", "disks"),
        [
            ([4, 6], 2),
            ([4, 5, 6], 0),
            ([4, 4, 5], 3),
            ([4, 5, 6], 2),
            ([5, 5, 6, 6], 1),
            ([4, 6, 6], 9),
        ],
    )
    def test_all_ways_to_pay(self, reading: str, cards: list[int], disks: int) -> None:
        has = Has(", ".join(map(str, cards)), disks=disks)
        for owed in range(1, min(18, sum(cards) + disks) + 1):
            state = under(owing(owed, has), overpay=reading)
            assert set(paid_in(state, cards)) == payments(cards, disks, owed, reading), owed


@clause("pay.enough-disks")
class TestEnoughDisks:
    """Whoever pays in disks has as many disks as are still owed."""

    @pytest.mark.parametrize(("disks", "owed", "can"), [(2, 2, True), (2, 3, False), (0, 1, False), (5, 1, True)])
    def test_not_fewer(self, disks: int, owed: int, can: bool) -> None:
        state = owing(owed, Has("6", disks=disks))
        assert allowed(state, "pay disks") == can
        assert against(state, "pay disks") == (set() if can else {"pay.enough-disks"})


@clause("pay.to-discard")
class TestToDiscard:
    """Spent production cards go to the open discard pile; a preset card leaves the game."""

    def test_to_the_discards(self) -> None:
        state = play(owing(9, Has("4, 5, 6"), discards="6"), "pay four")
        assert (values(state.table.discards.known), hand(state)) == ([4, 6], [5, 6])
        assert (state.turn.owed, state.turn.lowest) == (5, 4)
        assert values(play(state, "pay five").table.discards.known) == [4, 5, 6]

    def test_a_preset_card_out_of_the_game(self) -> None:
        before = owing(5, Has("preset"))
        state = play(before, "pay preset-five")
        assert values(before.table.gone) == [5] * 4
        assert (values(state.table.gone), values(state.table.discards.known)) == ([5] * 5, [])

    def test_in_every_game(self) -> None:
        for before, move, after in moves_of(PayCard):
            assert isinstance(move, PayCard)
            spent = VALUES[move.value]
            assert sum(hand(before, before.turn.seat)) - sum(hand(after, before.turn.seat)) == spent


@clause("pay.in-disks")
class TestInDisks:
    """The rest is paid in disks, each worth 1."""

    def test_the_rest(self) -> None:
        state = play(owing(7, Has("5, 6", disks=3)), "pay five", "pay disks")
        assert (state.me.disks, hand(state), state.turn.stage) == (1, [6], Stage.WORKERS)


@clause("pay.change")
class TestChange:
    """Change comes back in disks; during a turn one's treasury may hold more than its limit."""

    @pytest.mark.parametrize(("owed", "disks"), [(6, 3), (5, 4), (1, 8)])
    def test_comes_back(self, owed: int, disks: int) -> None:
        state = play(owing(owed, Has("6", disks=3)), "pay six")
        assert (state.me.disks, state.turn.owed, state.turn.purpose) == (disks, 0, None)
        assert state.me.trained == 1

    def test_then_the_turn_goes_on(self) -> None:
        bought = table(Has("6"), Has("6"), stage=Stage.OFFER, display="dyer")
        state = play(bought, "put up dyer", "bid 2", "bid 3", "pass", "pay six")
        turn = state.turn
        assert (turn.stage, turn.seat, turn.kind, turn.bid, turn.place) == (Stage.OFFER, 0, -1, 0, -1)
        assert not turn.bidders
        tool = play(table(Has("6"), stage=Stage.TOOLS), "tool hunting", "pay six")
        assert (tool.turn.stage, tool.turn.place, tool.me.disks) == (Stage.TOOLS, -1, 6)

    def test_limited_disks(self) -> None:
        state = owing(2, Has("6", disks=15), Has(disks=18))
        assert play(state, "pay six").me.disks == 19
        assert play(under(state, supplies="limited"), "pay six").me.disks == 17
