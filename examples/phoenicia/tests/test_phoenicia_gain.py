"""The gains from a development card when it is paid."""

from __future__ import annotations

import pytest
from phoenicia.moves import Employ, MoveWorker, Train
from phoenicia.position import Player, Stage, State
from phoenicia_tables import CARDS, SET, Has, card, clause, moves_of, named, play, steps, table, under, worth

from era_of_inventions.tabletop.values import members

RICH = Has(disks=40, untrained=0)


def gained(id_: str, has: Has = RICH, **fields: str) -> State:
    """The position after a card has been won and paid."""
    state = under(table(has, stage=Stage.OFFER, seat=0, display=f"2 {id_}"), **fields)
    return play(state, f"put up {id_}", f"bid {SET.cards[card(id_)].minimum}", "pass")


def workers_of(player: Player) -> int:
    """All workers of a player."""
    return player.untrained + player.trained + sum(player.workers)


@clause("gain.after-payment")
class TestAfterPayment:
    """As soon as a card is paid it brings the gains printed on it, and nothing else."""

    @pytest.mark.parametrize("id_", CARDS)
    def test_what_is_on_it(self, id_: str) -> None:
        printed, me = SET.cards[card(id_)], gained(id_).players[0]
        assert (me.pp, me.vp) == (3 + printed.pp, 2 + printed.vp)
        assert (me.storehouses, me.untrained, me.trained) == (
            2 + printed.storehouses,
            printed.untrained,
            printed.trained,
        )
        assert (me.disks, me.workers, me.tools, me.bought) == (40 - printed.minimum, (1, 1, 0, 0), (0, 0, 0, 0), 0)

    def test_not_before_it_is_paid(self) -> None:
        state = table(Has("6"), stage=Stage.OFFER, display="glassmaking")
        owing = play(state, "put up glassmaking", "bid 5", "pass")
        assert (owing.players, owing.turn.stage) == (state.players, Stage.PAYMENT)
        assert owing.table == state.table
        assert (play(owing, "pay six").players[0].pp, play(owing, "pay six").players[0].vp) == (4, 3)

    def test_points_are_those_of_cards_and_workers_in_every_game(self) -> None:
        for step in steps():
            for player in step.after.players:
                assert (player.pp, player.vp) == worth(player)


@clause("gain.keep")
class TestKeep:
    """The card leaves the display and lies beside its owner's tiles for good, with its tile, discount and abilities."""

    def test_from_the_display_to_its_owner(self) -> None:
        state = gained("tracker")
        assert named(state.table.display) == {"tracker": 1}
        assert named(state.players[0].cards) == {"tracker": 1}
        assert [*members(state.turn.winners)] == [0]

    def test_for_good(self) -> None:
        for before, _, after in steps():
            for mine, now in zip(before.players, after.players, strict=True):
                assert all(old <= new for old, new in zip(mine.cards, now.cards, strict=True))


@clause("gain.storehouses")
class TestStorehouses:
    """Its storehouses go on the storage tile, of a second Granary too, though storage is improved only once."""

    @pytest.mark.parametrize("id_", ["granary", "caravan", "dye-house", "port"])
    def test_as_printed(self, id_: str) -> None:
        assert gained(id_).players[0].storehouses == 2 + SET.cards[card(id_)].storehouses

    @pytest.mark.parametrize(("reading", "storehouses"), [("storehouses-only", 6), ("points-only", 4)])
    def test_a_second_granary(self, reading: str, storehouses: int) -> None:
        again = Has(disks=40, cards="granary", storehouses=4)
        state = gained("granary", again, granary_again=reading)
        assert (state.players[0].storehouses, state.players[0].vp) == (storehouses, 4)

    def test_a_second_card_of_another_kind(self) -> None:
        again = Has(disks=40, cards="caravan", storehouses=3)
        assert gained("caravan", again, granary_again="points-only").players[0].storehouses == 4


@clause("gain.workers")
class TestWorkers:
    """Its workers go on the training tile, trained or untrained; in no other way are workers gained."""

    @pytest.mark.parametrize(("id_", "untrained", "trained"), [("fort", 3, 0), ("indentured-worker", 0, 1)])
    def test_as_printed(self, id_: str, untrained: int, trained: int) -> None:
        me = gained(id_).players[0]
        assert (me.untrained, me.trained) == (untrained, trained)

    @pytest.mark.parametrize(("there", "after"), [(0, 3), (2, 5), (3, 5), (5, 5)])
    def test_by_another_reading_as_many_as_there_are_places(self, there: int, after: int) -> None:
        assert SET.training_places == 5
        has = Has(disks=40, untrained=1, trained=there - 1) if there else RICH
        full = gained("fort", has, training_room="as-printed").players[0]
        assert (full.untrained + full.trained, full.vp) == (after, 3)
        assert workers_of(gained("fort", has).players[0]) == there + 5

    def test_a_trained_worker_needs_a_place_too(self) -> None:
        full = Has(disks=40, untrained=5)
        assert gained("indentured-worker", full, training_room="as-printed").players[0].trained == 0

    def test_in_no_other_way(self) -> None:
        for before, _, after in steps():
            for mine, now in zip(before.players, after.players, strict=True):
                grown = workers_of(now) - workers_of(mine)
                assert grown == 0 or now.cards != mine.cards

    def test_moves_of_a_turn_keep_their_number(self) -> None:
        for before, _, after in moves_of(Train, Employ, MoveWorker):
            assert [*map(workers_of, before.players)] == [*map(workers_of, after.players)]
