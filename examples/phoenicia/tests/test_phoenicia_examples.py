"""The printed examples of the rulebook, X01 to X20 in their order, and what follows from one of them (X07b)."""

from __future__ import annotations

import pytest
from phoenicia.position import Stage, State
from phoenicia_tables import SET, Has, against, allowed, card, chance, hand, named, options, play, table, values


def bought(id_: str, has: Has, bid: int | None = None) -> State:
    """The position after the first player has won a card and paid in disks."""
    state = table(has, stage=Stage.OFFER, display=id_)
    return play(state, f"put up {id_}", f"bid {bid or SET.cards[card(id_)].minimum}", "pass")


def test_x01_an_auction_among_four() -> None:
    """Carl opens for 4, the next two pass, Anne bids 5, and Carl passes; Anne pays with a 6."""
    carl = Has("5")
    state = table(carl, Has("5"), Has("5"), Has("6"), stage=Stage.OFFER, display="indentured-worker")
    state = play(state, "put up indentured-worker")
    assert not allowed(state, "bid 2")
    assert allowed(state, "bid 3")
    state = play(state, "bid 4", "pass", "pass", "bid 5", "pass", "pay six")
    anne = state.players[3]
    assert (hand(state, 3), values(state.table.discards.known), anne.disks) == ([], [6], 3)
    assert (anne.trained, state.turn.stage, state.turn.seat) == (1, Stage.OFFER, 0)


def test_x02_too_many_disks_in_the_treasury() -> None:
    """Herman pays 4 with a 6 and has four disks then, of which three can be left at the end of the turn."""
    state = table(Has("6", disks=2), stage=Stage.OFFER, display="tracker")
    state = play(state, "put up tracker", "bid 4", "pass", "pay six", "end auctions")
    assert state.players[0].disks == 4
    assert play(state, "end workers", "end turn").players[0].disks == 3
    assert play(state, "train", "end workers", "end turn").players[0].disks == 2
    assert play(state, "end workers", "tool hunting", "end turn").players[0].disks == 2


def test_x03_glassmaking() -> None:
    """Marc buys Glassmaking for 5: one production point and one victory point more."""
    state = bought("glassmaking", Has(disks=5), 5)
    marc = state.players[0]
    assert (marc.pp, marc.vp, marc.disks) == (4, 3, 0)
    assert (named(marc.cards), named(state.table.display)) == ({"glassmaking": 1}, {})


def test_x04_an_indentured_worker() -> None:
    """Anne gets a trained worker."""
    anne = bought("indentured-worker", Has(disks=9)).players[0]
    assert (anne.trained, anne.untrained, anne.pp, anne.vp) == (1, 1, 3, 2)


def test_x05_a_fort() -> None:
    """Carl gets a victory point and three untrained workers."""
    carl = bought("fort", Has(disks=9)).players[0]
    assert (carl.vp, carl.untrained, carl.trained, carl.pp) == (3, 4, 0, 3)


def test_x06_a_dyer() -> None:
    """The first Dyer takes 4 off the Dye House, a second one 7, and brings victory points."""
    for cards, discount in (("", 4), ("dyer", 7)):
        state = bought("dyer", Has(disks=30, cards=cards))
        assert state.players[0].vp > 2 + bool(cards)
        again = table(Has(disks=30, cards=f"{cards}, dyer".strip(", ")), stage=Stage.OFFER, display="dye-house")
        assert play(again, "put up dye-house", "bid 17", "pass").players[0].disks == 30 - 17 + discount


def test_x07_a_dye_house_for_seventeen() -> None:
    """With one Dyer Anne pays 13."""
    assert bought("dye-house", Has(disks=20, cards="dyer"), 17).players[0].disks == 7


def test_x07b_means_for_seventeen() -> None:
    """With one Dyer and a wealth of 13 one can bid 17 and not 18."""
    state = table(Has("5, 6", disks=2, cards="dyer"), stage=Stage.OFFER, display="dye-house")
    state = play(state, "put up dye-house")
    assert allowed(state, "bid 17")
    assert not allowed(state, "bid 18")
    assert against(state, "bid 18") == {"auction.must-afford"}


@pytest.mark.parametrize(("dyers", "discount"), [(2, 7), (3, 9)])
def test_x08_two_and_three_dyers(dyers: int, discount: int) -> None:
    """Two Dyers take 7 off the Dye House, three take 9."""
    assert bought("dye-house", Has(disks=20, cards=f"{dyers} dyer"), 20).players[0].disks == discount


def test_x09_a_discount_in_the_same_turn() -> None:
    """A Shipyard makes Ships cheaper that are put up later in the turn."""
    state = table(Has(disks=21), stage=Stage.OFFER, display="shipyard, ships")
    state = play(state, "put up shipyard", "bid 7", "pass", "put up ships", "bid 14", "pass")
    assert state.players[0].disks > 21 - 7 - 14


def test_x10_a_granary() -> None:
    """Anne has two storehouses more and can keep six disks."""
    state = bought("granary", Has(disks=11))
    anne = state.players[0]
    assert (anne.storehouses, anne.disks) == (4, 7)
    assert anne.vp > 2
    assert play(state, "end auctions", "end workers", "end turn").players[0].disks == 6


def test_x11_a_prospector() -> None:
    """Marc can employ miners and has a discount of 1 on the Smelter."""
    before = table(Has(disks=20, trained=1), stage=Stage.WORKERS)
    assert not allowed(before, "employ mining")
    state = bought("prospector", Has(disks=20, trained=1))
    assert state.players[0].vp > 2
    assert allowed(play(state, "end auctions"), "employ mining")
    smelter = table(Has(disks=6, cards="prospector"), stage=Stage.OFFER, display="smelter")
    assert play(smelter, "put up smelter", "bid 6", "pass").players[0].disks == 1


def test_x12_a_tracker() -> None:
    """Three hunters make 3 before and 4 with a Tracker, which takes 2 off the Caravan."""
    hunters = Has(disks=20, workers=(3, 0, 0, 0))
    before, state = table(hunters, stage=Stage.OFFER), bought("tracker", hunters)
    assert (before.players[0].pp, state.players[0].pp, state.players[0].workers) == (3, 4, (3, 0, 0, 0))
    assert state.players[0].vp > before.players[0].vp
    caravan = bought("caravan", Has(disks=9, cards="tracker"), 9)
    assert caravan.players[0].disks == 2


def test_x13_a_second_tracker() -> None:
    """The same hunters make 2 more."""
    assert bought("tracker", Has(disks=20, workers=(3, 0, 0, 0), cards="tracker")).players[0].pp == 6


@pytest.mark.parametrize("payments", [("pay disks", "pay five"), ("pay five", "")])
def test_x14_the_first_round(payments: tuple[str, str]) -> None:
    """Carl trains a worker for 2 of his 7 and employs it in farming for 5."""
    state = table(Has("5"), stage=Stage.WORKERS)
    state = play(state, "train", payments[0], "employ farming", *filter(None, [payments[1]]))
    carl = state.players[0]
    assert (hand(state), carl.disks, carl.workers, carl.pp, carl.vp) == ([], 0, (1, 2, 0, 0), 5, 3)


ANNE = Has("5, 4", disks=0, cards="prospector")


def test_x15_a_hunter_becomes_a_miner() -> None:
    """Anne has 9, too little to train and employ; she moves a hunter for 8 and leaves a tool."""
    state = table(ANNE, stage=Stage.WORKERS)
    trained = play(state, "train", "pay four")
    assert not allowed(trained, "employ mining")
    after = play(state, "move hunting mining", "pay five", "pay four")
    me, was = after.players[0], state.players[0]
    assert (me.pp - was.pp, me.vp - was.vp, me.disks) == (2, 1, 1)
    assert (me.workers, me.tools) == ((0, 1, 1, 0), (1, 0, 0, 0))


def test_x16_a_tool_is_used() -> None:
    """Anne trains for 2 and employs a hunter for nothing; the tool is gone."""
    state = table(Has(disks=2, workers=(0, 1, 1, 0), tools=(1, 0, 0, 0), cards="prospector"), stage=Stage.WORKERS)
    was, me = state.players[0], play(state, "train", "employ hunting").players[0]
    assert (me.disks, me.tools, me.pp - was.pp, me.vp - was.vp) == (0, (0, 0, 0, 0), 1, 1)


def income(has: Has, *deals: str) -> State:
    """The position after the income of the first player, the Overlord."""
    state = table(has, Has(workers=(0, 0, 0, 0), disks=0), stage=Stage.REFILL, due=1, deck="fort")
    state = play(state, "reveal fort", *deals)
    return state if deals else chance(state)


def test_x17_income_with_an_empty_treasury() -> None:
    """With 6 one gets a card and two disks."""
    state = income(Has(workers=(0, 3, 0, 0), disks=0))
    assert (len(hand(state)), state.players[0].disks) == (1, 2)


def test_x18_income_with_three_disks() -> None:
    """With 6 and three disks one gets a card first, then another for two of the disks and the rest."""
    state = income(Has(workers=(0, 3, 0, 0), disks=3))
    assert (len(hand(state)), state.players[0].disks) == (2, 1)


def test_x19_a_card_too_many() -> None:
    """With 11 and two disks Herman gets three cards; he gives up the 4 and keeps two disks of it."""
    state = income(Has(workers=(1, 5, 0, 0), disks=2), "deal four", "deal six", "deal five")
    herman = state.players[0]
    assert (herman.pp, herman.disks, state.turn.stage) == (11, 1, Stage.LIMITS)
    assert options(state) == {"give up four", "give up five", "give up six"}
    state = play(state, "give up four")
    assert (hand(state), state.players[0].disks, values(state.table.discards.known)) == ([5, 6], 3, [4])


def test_x20_a_card_turned_into_disks() -> None:
    """Carl, who has a Granary, turns a 4 into disks; later four of the five make a card."""
    state = table(Has("4", disks=1, cards="granary"), stage=Stage.TOOLS)
    state = play(state, "convert four", "end turn")
    assert (state.players[0].disks, hand(state), values(state.table.discards.known)) == (5, [], [4])
    later = income(Has(workers=(0, 2, 0, 0), disks=5, cards="granary"))
    assert (len(hand(later)), later.players[0].disks) == (2, 1)
