"""The general supply: by the reading `limited` what is not there is not received."""

from __future__ import annotations

from typing import Any

import pytest
from phoenicia.position import Stage, State
from phoenicia.rules.supply import disks_left, storehouses_left, workers_left
from phoenicia_tables import Has, clause, play, table, under

LIMITED = {"supplies": "limited"}
RICH = Has(disks=10, workers=(5, 5, 5, 5), storehouses=18, tools=(2, 3, 2, 0), cards="prospector, dye-house")
"""Together with another like it, who has almost everything in the box."""


def two(me: Has, other: Has = RICH, **turn: Any) -> State:
    """A position of two players with limited supplies."""
    said: dict[str, Any] = {"stage": Stage.WORKERS, **turn}
    return under(table(me, other, **said), **LIMITED)


@clause("supply.disks-left")
class TestDisksLeft:
    """Disks, which are money and tools alike, come from one supply for all."""

    @pytest.mark.parametrize(("disks", "tools", "left"), [(0, 0, 18), (10, 7, 1), (10, 8, 0), (30, 0, 0)])
    def test_thirty_five_less_those_in_use(self, disks: int, tools: int, left: int) -> None:
        assert disks_left(two(Has(disks=disks, tools=(tools, 0, 0, 0)))) == left

    def test_change_comes_as_far_as_there_are_any(self) -> None:
        state = two(Has("6", disks=15), stage=Stage.PAYMENT, purpose=None, owed=2)
        assert [play(one, "pay six").players[0].disks for one in (state, under(state))] == [18, 19]

    def test_without_limit_there_are_always_some(self) -> None:
        assert disks_left(under(two(Has(disks=30)))) > 100


@clause("supply.workers-left")
class TestWorkersLeft:
    """So do workers."""

    @pytest.mark.parametrize(("untrained", "left"), [(0, 22), (20, 2), (22, 0), (30, 0)])
    def test_forty_five_less_those_in_use(self, untrained: int, left: int) -> None:
        assert workers_left(two(Has(untrained=untrained))) == left
        assert workers_left(under(two(Has(untrained=untrained)))) > 100

    def test_a_fort_brings_as_many_as_there_are(self) -> None:
        state = two(Has(disks=9, untrained=20, trained=1), RICH, stage=Stage.OFFER, display="fort")
        other = [play(one, "put up fort", "bid 7", "pass") for one in (state, under(state))]
        assert [one.players[0].untrained for one in other] == [21, 23]


@clause("supply.storehouses-left")
class TestStorehousesLeft:
    """And storehouses."""

    @pytest.mark.parametrize(("storehouses", "left"), [(2, 20), (21, 1), (22, 0), (25, 0)])
    def test_forty_less_those_in_use(self, storehouses: int, left: int) -> None:
        assert storehouses_left(two(Has(storehouses=storehouses))) == left
        assert storehouses_left(under(two(Has(storehouses=storehouses)))) > 100

    @pytest.mark.parametrize(("storehouses", "after"), [(20, 22), (21, 22), (22, 22)])
    def test_a_granary_brings_as_many_as_there_are(self, storehouses: int, after: int) -> None:
        state = two(Has(disks=9, storehouses=storehouses), stage=Stage.OFFER, display="granary")
        assert play(state, "put up granary", "bid 4", "pass").players[0].storehouses == after


def test_the_disk_of_a_tool_is_kept_when_change_is_given() -> None:
    state = two(Has("6", disks=0), Has(disks=33), stage=Stage.TOOLS)
    me = play(state, "tool hunting", "pay six").players[0]
    assert (me.disks, me.tools) == (1, (1, 0, 0, 0))
