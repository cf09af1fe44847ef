"""Tools, the City Center and the treasury: the third step of a turn."""

from __future__ import annotations

import pytest
from phoenicia.moves import ConvertCard, EndTurn
from phoenicia.position import Stage, State
from phoenicia.rules import treasury
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

NAMES = ("hunting", "farming", "mining", "clothmaking")
NOT_THEN = set(Stage) - {Stage.TOOLS}


def third(has: Has, *others: Has, **fields: str) -> State:
    """A position in the third step of a turn."""
    return under(table(has, *others, stage=Stage.TOOLS), **fields)


# --- Tools ----------------------------------------------------------------------------


@clause("treasury.tool-price")
class TestToolPrice:
    """A tool costs the tool cost of its tile."""

    @pytest.mark.parametrize(("activity", "price"), [(0, 2), (1, 5), (2, 8), (3, 11)])
    def test_price(self, activity: int, price: int) -> None:
        state = third(Has(disks=20, cards="prospector, dye-house"))
        assert treasury.tool_price(state, activity) == price
        assert play(state, f"tool {NAMES[activity]}").me.disks == 20 - price


@clause("treasury.buy-tool")
class TestBuyTool:
    """One may buy one or more tools for workers still to come."""

    def test_one_or_more(self) -> None:
        state = third(Has(disks=20, untrained=0))
        assert permitting(state, "tool farming") == {"treasury.buy-tool"}
        assert play(state, "tool farming", "tool hunting", "tool farming").me.tools == (1, 2, 0, 0)

    def test_more_than_there_are_circles(self) -> None:
        assert allowed(third(Has(disks=9, workers=(5, 1, 0, 0), tools=(6, 0, 0, 0))), "tool hunting")

    def test_only_then(self) -> None:
        assert not any(permitting(state, "tool hunting") for state in reached(*NOT_THEN))


@clause("treasury.own-tile")
class TestOwnTile:
    """The tile is one's own."""

    @pytest.mark.parametrize(("cards", "own"), [("", 2), ("prospector", 3), ("prospector, dye-house", 4)])
    def test_no_other(self, cards: str, own: int) -> None:
        state = third(Has(disks=20, cards=cards), Has(cards="prospector, dye-house"))
        for activity, name in enumerate(NAMES):
            assert allowed(state, f"tool {name}") == (activity < own)
            assert against(state, f"tool {name}") == (set() if activity < own else {"treasury.own-tile"})


@clause("treasury.tools-per-tile")
class TestToolsPerTile:
    """Several tools can wait on a tile; by another reading only one, because one disk covers the one cost."""

    def test_the_readings(self) -> None:
        state = third(Has(disks=20, tools=(0, 1, 0, 0)))
        assert allowed(state, "tool farming")
        one = under(state, tools_per_tile="one")
        assert not allowed(one, "tool farming")
        assert against(one, "tool farming") == {"treasury.tools-per-tile"}
        assert allowed(one, "tool hunting")


@clause("treasury.disk-left")
class TestDiskLeft:
    """If disks are limited, the supply must have one to cover the cost; it may be one of the disks being paid."""

    def bought(self, hand: str, disks: int, supply: int, tool: str) -> bool:
        state = third(Has(hand, disks=disks), Has(disks=35 - disks - supply))
        assert allowed(state, tool)
        limited = under(state, supplies="limited")
        assert against(limited, tool) == (set() if allowed(limited, tool) else {"treasury.disk-left"})
        return allowed(limited, tool)

    @pytest.mark.parametrize(("supply", "left"), [(1, True), (0, False)])
    def test_the_last_disk(self, supply: int, left: bool) -> None:
        assert self.bought("6", 0, supply, "tool hunting") == left

    @pytest.mark.parametrize(
        ("hand", "disks", "tool", "paid"),
        [
            ("", 2, "hunting", True),
            ("6", 2, "hunting", True),
            ("6", 1, "hunting", False),
            ("4", 1, "farming", True),
            ("5", 1, "farming", False),
            ("5, 4", 1, "farming", True),
        ],
    )
    def test_or_one_that_is_paid(self, hand: str, disks: int, tool: str, paid: bool) -> None:
        """With nothing in the supply at least 1 of the price must be paid in disks."""
        assert self.bought(hand, disks, 0, f"tool {tool}") == paid

    def test_it_covers_then(self) -> None:
        state = under(third(Has(disks=2), Has(disks=33)), supplies="limited")
        me = play(state, "tool hunting").me
        assert (me.disks, me.tools) == (0, (1, 0, 0, 0))


@clause("treasury.tool-covers")
class TestToolCovers:
    """A disk is put on the tool cost and waits there."""

    def test_it_waits(self) -> None:
        state = play(third(Has("6", disks=0)), "tool hunting")
        assert state.me.tools == (0, 0, 0, 0)
        assert play(state, "pay six").me.tools == (1, 0, 0, 0)

    def test_not_when_no_disk_is_left_by_a_payment_in_cards(self) -> None:
        state = under(third(Has("6", disks=2), Has(disks=33)), supplies="limited")
        state = play(state, "tool hunting", "pay six")
        assert (state.me.disks, state.me.tools) == (2, (0, 0, 0, 0))


# --- The City Center ------------------------------------------------------------------


@clause("treasury.point-price")
class TestPointPrice:
    """The rulebook does not state what a victory point costs in the City Center."""

    def test_what_the_set_says(self) -> None:
        assert play(third(Has(disks=7, cards="city-center")), "point").me.disks == 4


@clause("treasury.buy-point")
class TestBuyPoint:
    """Whoever has a City Center may buy victory points there."""

    def test_only_with_a_city_center(self) -> None:
        state = third(Has(disks=20, cards="city-center"))
        assert permitting(state, "point") == {"treasury.buy-point"}
        assert allowed(state, "point")
        assert not allowed(third(Has(disks=20, cards="dyer"), Has(cards="city-center")), "point")

    def test_only_then(self) -> None:
        assert not any(permitting(state, "point") for state in reached(*NOT_THEN))


@clause("treasury.points-for-sale")
class TestPointsForSale:
    """Each City Center sells three of them; by another reading three in each turn."""

    @pytest.mark.parametrize(
        ("cards", "bought", "left"),
        [
            ("city-center", 2, True),
            ("city-center", 3, False),
            ("2 city-center", 5, True),
            ("2 city-center", 6, False),
        ],
    )
    def test_three_each(self, cards: str, bought: int, left: bool) -> None:
        state = third(Has(disks=20, cards=cards, bought=bought))
        assert allowed(state, "point") == left
        assert against(state, "point") == (set() if left else {"treasury.points-for-sale"})

    def test_three_a_turn(self) -> None:
        state = third(Has(disks=20, cards="city-center", bought=3), city_center="three-per-turn")
        state = play(state, "point", "point", "point")
        assert state.me.bought == 6
        assert against(state, "point") == {"treasury.points-for-sale"}
        assert not allowed(state, "point")


@clause("treasury.point-bought")
class TestPointBought:
    """It is marked at once."""

    def test_marked(self) -> None:
        before = third(Has(disks=20, cards="city-center"))
        state = play(before, "point", "point")
        assert (state.me.bought, state.me.vp, state.me.pp) == (2, before.me.vp + 2, before.me.pp)
        assert (state.turn.points, state.turn.stage) == (2, Stage.TOOLS)


@clause("treasury.affordable")
class TestAffordable:
    """One must be able to pay the price."""

    @pytest.mark.parametrize(
        ("move", "cost"), [("tool hunting", 2), ("tool farming", 5), ("tool mining", 8), ("point", 3)]
    )
    def test_not_with_less(self, move: str, cost: int) -> None:
        for disks in (cost - 1, cost):
            state = third(Has(disks=disks, cards="prospector, city-center"))
            assert allowed(state, move) == (disks == cost)
            assert against(state, move) == (set() if disks == cost else {"treasury.affordable"})

    def test_cards_count_too(self) -> None:
        assert allowed(third(Has("4", disks=1)), "tool farming")


# --- The treasury ---------------------------------------------------------------------


@clause("treasury.limit")
class TestLimit:
    """The treasury holds three disks, or six with a Granary; a further Granary does not improve it again."""

    @pytest.mark.parametrize(("cards", "limit"), [("", 3), ("fort, dyer", 3), ("granary", 6), ("3 granary", 6)])
    def test_by_cards(self, cards: str, limit: int) -> None:
        state = third(Has(disks=9, cards=cards))
        assert treasury.disk_limit(state, state.me) == limit
        assert play(state, "end turn").players[0].disks == limit


@clause("treasury.convert")
class TestConvert:
    """When all else is done, one may turn one unspent production card into disks."""

    def test_one(self) -> None:
        state = third(Has("4, 5", cards="granary"))
        assert permitting(state, "convert four") == {"treasury.convert"}
        assert options(state) >= {"convert four", "convert five"}
        assert options(play(state, "convert four")) == {"end turn"}

    def test_only_then(self) -> None:
        assert not any(permitting(state, "convert four") for state in reached(*NOT_THEN))


@clause("treasury.own-card")
class TestOwnCard:
    """It is a card of one's hand."""

    def test_no_other(self) -> None:
        state = third(Has("5"), Has("4, 6"))
        for name, own in (("four", False), ("five", True), ("six", False), ("preset-five", False)):
            assert allowed(state, f"convert {name}") == own
            assert against(state, f"convert {name}") == (set() if own else {"treasury.own-card"})


@clause("treasury.face-value")
class TestFaceValue:
    """It brings as many disks as its value; nothing else is done in that turn."""

    @pytest.mark.parametrize(
        ("card", "text", "value"), [("4", "four", 4), ("6", "six", 6), ("preset", "preset-five", 5)]
    )
    def test_value(self, card: str, text: str, value: int) -> None:
        before = third(Has(f"{card}, 5", disks=1))
        state = play(before, f"convert {text}")
        assert (state.me.disks, hand(state), state.turn.stage) == (1 + value, [5], Stage.CONVERTED)
        assert values(state.table.discards.known) == ([] if card == "preset" else [value])
        assert len(values(state.table.gone)) == len(values(before.table.gone)) + (card == "preset")

    def test_as_many_as_there_are(self) -> None:
        state = third(Has("6", disks=2), Has(disks=30))
        assert play(state, "convert six").me.disks == 8
        assert play(under(state, supplies="limited"), "convert six").me.disks == 5

    def test_in_every_game(self) -> None:
        for before, move, after in moves_of(ConvertCard):
            assert isinstance(move, ConvertCard)
            gained = after.players[before.turn.seat].disks - before.me.disks
            assert gained == VALUES[move.value] or before.ruleset.supplies == "limited"


@clause("treasury.end-turn")
class TestEndTurn:
    """Whoever wants to do no more in the third step ends the turn."""

    def test_before_and_after_a_card_is_converted(self) -> None:
        state = third(Has("4"))
        assert permitting(state, "end turn") == {"treasury.end-turn"}
        assert permitting(play(state, "convert four"), "end turn") == {"treasury.end-turn"}
        for position in reached(*Stage):
            assert allowed(position, "end turn") == (position.turn.stage in (Stage.TOOLS, Stage.CONVERTED))


@clause("treasury.excess-lost")
class TestExcessLost:
    """Disks above the limit, allowed while the turn lasted, are lost when it ends."""

    @pytest.mark.parametrize(("disks", "cards", "left"), [(2, "", 2), (3, "", 3), (4, "", 3), (9, "granary", 6)])
    def test_at_the_end(self, disks: int, cards: str, left: int) -> None:
        assert play(third(Has(disks=disks, cards=cards)), "end turn").players[0].disks == left

    def test_those_of_the_others_are_kept(self) -> None:
        assert play(third(Has(), Has(disks=8)), "end turn").players[1].disks == 8

    def test_in_every_game(self) -> None:
        for before, _, after in moves_of(EndTurn):
            player = after.players[before.turn.seat]
            if after.turn.stage is Stage.OFFER:
                assert player.disks <= (6 if player.cards[1] else 3)
