"""Workers: training, employing and moving them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from phoenicia.moves import Employ, EndWorkers, MoveWorker, Train
from phoenicia.position import Stage, State
from phoenicia.rules import workers
from phoenicia_tables import (
    Has,
    against,
    allowed,
    clause,
    moves_of,
    options,
    permitting,
    play,
    reached,
    table,
    under,
    worth,
)

COSTS = (2, 5, 8, 11)
ALL = "prospector, dye-house"
NOT_THEN = set(Stage) - {Stage.WORKERS}


def working(has: Has, **fields: str) -> State:
    """A position in the second step of a turn."""
    return under(table(has, stage=Stage.WORKERS), **fields)


def rich(**more: Any) -> Has:
    """A player with all tiles and disks enough."""
    said: dict[str, Any] = {"disks": 50, "trained": 2, "cards": ALL, "workers": (2, 1, 1, 0), **more}
    return Has(**said)


# --- Prices ---------------------------------------------------------------------------


@clause("workers.training-cost")
class TestTrainingCost:
    """Training a worker costs 2, or 1 with Public Works; a second Public Works changes nothing."""

    @pytest.mark.parametrize(("cards", "cost"), [("", 2), ("fort", 2), ("public-works", 1), ("3 public-works", 1)])
    def test_cost(self, cards: str, cost: int) -> None:
        state = working(Has(disks=5, cards=cards))
        assert workers.training_cost(state, state.me) == cost
        assert play(state, "train").me.disks == 5 - cost


@clause("workers.tool-cost")
class TestToolCost:
    """Employing a worker costs the tool cost of the activity, printed at the top left of its tile."""

    @pytest.mark.parametrize("activity", range(4))
    def test_cost(self, activity: int) -> None:
        name = ("hunting", "farming", "mining", "clothmaking")[activity]
        assert play(working(rich()), f"employ {name}").me.disks == 50 - COSTS[activity]


@clause("workers.tool-waits")
class TestToolWaits:
    """Where a tool covers that cost, a trained worker is employed without paying."""

    def test_without_paying(self) -> None:
        state = working(rich(disks=0, tools=(0, 0, 2, 0)))
        assert [workers.tool_waits(state, activity) for activity in range(4)] == [False, False, True, False]
        assert options(state) == {"employ mining", "end workers"}
        assert play(state, "employ mining").me.disks == 0


@clause("workers.moving-cost")
class TestMovingCost:
    """Moving a worker costs the full tool cost of the new activity, not the difference."""

    @pytest.mark.parametrize(
        ("move", "cost"), [("hunting mining", 8), ("hunting farming", 5), ("mining clothmaking", 11)]
    )
    def test_full_cost(self, move: str, cost: int) -> None:
        assert play(working(rich()), f"move {move}").me.disks == 50 - cost

    @pytest.mark.parametrize(
        ("reading", "disks", "tools"), [("pay-full", 42, (1, 0, 1, 0)), ("use-tool", 50, (1, 0, 0, 0))]
    )
    def test_a_tool_that_waits_there(self, reading: str, disks: int, tools: tuple[int, ...]) -> None:
        me = play(working(rich(tools=(0, 0, 1, 0)), moved_onto_tool=reading), "move hunting mining").me
        assert (me.disks, me.tools) == (disks, tools)


# --- Permissions ----------------------------------------------------------------------


@clause("workers.train")
class TestTrain:
    """After the auctions one may train as many workers of one's own as one likes."""

    def test_any_number(self) -> None:
        state = working(rich(untrained=4))
        assert permitting(state, "train") == {"workers.train"}
        after = play(state, "train", "train", "employ hunting", "train", "train")
        assert (after.me.untrained, after.me.trained) == (0, 5)

    def test_only_then(self) -> None:
        assert not any(permitting(state, "train") for state in reached(*NOT_THEN))


@clause("workers.employ")
class TestEmploy:
    """One may employ as many workers as one likes, those just trained too."""

    def test_any_number(self) -> None:
        state = working(rich(untrained=1, trained=1))
        assert permitting(state, "employ hunting") == {"workers.employ"}
        after = play(state, "employ hunting", "train", "employ farming")
        assert (after.me.trained, after.me.workers) == (0, (3, 2, 1, 0))

    def test_only_then(self) -> None:
        assert not any(permitting(state, "employ hunting") for state in reached(*NOT_THEN))


@clause("workers.move")
class TestMove:
    """One may move as many workers as one likes to another activity, in any order with training and employing."""

    def test_any_number(self) -> None:
        state = working(rich())
        assert permitting(state, "move hunting mining") == {"workers.move"}
        after = play(
            state, "move hunting farming", "train", "move farming mining", "employ hunting", "move hunting mining"
        )
        assert after.me.workers == (1, 1, 3, 0)

    def test_only_then(self) -> None:
        assert not any(permitting(state, "move hunting farming") for state in reached(*NOT_THEN))


@clause("workers.have-and-pay")
class TestHaveAndPay:
    """One must be able to pay the price."""

    @pytest.mark.parametrize(
        ("move", "cost"),
        [
            ("train", 2),
            ("employ hunting", 2),
            ("employ clothmaking", 11),
            ("move hunting mining", 8),
            ("move hunting farming", 5),
        ],
    )
    def test_not_with_less(self, move: str, cost: int) -> None:
        for wealth in (cost - 1, cost, cost + 1):
            for hand, disks in (("", wealth), ("4", wealth - 4)):
                if disks >= 0:
                    state = working(rich(hand=hand, disks=disks))
                    assert allowed(state, move) == (wealth >= cost)
                    assert against(state, move) == (set() if wealth >= cost else {"workers.have-and-pay"})


@clause("workers.untrained-there")
class TestUntrainedThere:
    """Only an untrained worker is trained."""

    def test_none_left(self) -> None:
        state = working(rich(untrained=0))
        assert not allowed(state, "train")
        assert against(state, "train") == {"workers.untrained-there"}
        assert allowed(working(rich(untrained=1)), "train")


@clause("workers.trained-only")
class TestTrainedOnly:
    """Only a trained worker is employed."""

    def test_none_left(self) -> None:
        state = working(rich(untrained=3, trained=0))
        assert not allowed(state, "employ hunting")
        assert against(state, "employ hunting") == {"workers.trained-only"}
        assert allowed(working(rich(trained=1)), "employ hunting")


@clause("workers.employed-there")
class TestEmployedThere:
    """Only a worker who is employed is moved."""

    def test_nobody_there(self) -> None:
        state = working(rich(workers=(0, 1, 0, 0)))
        assert not allowed(state, "move hunting mining")
        assert against(state, "move hunting mining") == {"workers.employed-there"}
        assert allowed(state, "move farming mining")


@clause("workers.open-activity")
class TestOpenActivity:
    """One needs the tile of the activity."""

    @pytest.mark.parametrize(
        ("cards", "closed"),
        [
            ("", {"mining", "clothmaking"}),
            ("prospector", {"clothmaking"}),
            ("dye-house", {"mining"}),
            (ALL, set[str]()),
        ],
    )
    def test_without_its_tile(self, cards: str, closed: set[str]) -> None:
        state = working(rich(cards=cards, workers=(2, 1, 0, 0)))
        for name in ("mining", "clothmaking"):
            for move in (f"employ {name}", f"move hunting {name}"):
                assert allowed(state, move) == (name not in closed)
                assert ("workers.open-activity" in against(state, move)) == (name in closed)
        assert allowed(state, "employ hunting")


@clause("workers.room")
class TestRoom:
    """No tile holds more workers than it has circles."""

    @pytest.mark.parametrize(("there", "room"), [(0, True), (4, True), (5, False)])
    def test_five_circles(self, there: int, room: bool) -> None:
        state = working(rich(workers=(2, 1, there, 0)))
        for move in ("employ mining", "move hunting mining"):
            assert allowed(state, move) == room
            assert against(state, move) == (set() if room else {"workers.room"})

    def test_by_one_reading_a_second_tile_has_more(self) -> None:
        full = rich(workers=(2, 1, 5, 0), cards="2 prospector")
        assert not allowed(working(full), "employ mining")
        assert allowed(working(full, second_tile="yes"), "employ mining")

    def test_so_it_was_in_every_game(self) -> None:
        for state in reached(*Stage):
            tiles = 5 if state.ruleset.second_tile == "no" else 10
            assert all(number <= tiles for player in state.players for number in player.workers)
            assert all(number <= 5 for player in state.players for number in player.workers[:2])


@clause("workers.more-lucrative")
class TestMoreLucrative:
    """A worker moves only to a more lucrative activity; no worker goes back, neither for money nor for nothing."""

    @pytest.mark.parametrize("origin", range(4))
    @pytest.mark.parametrize("activity", range(4))
    def test_by_tool_cost(self, origin: int, activity: int) -> None:
        names = ("hunting", "farming", "mining", "clothmaking")
        if origin != activity:
            state = working(rich(workers=(1, 1, 1, 1), tools=(1, 1, 1, 1)))
            move = f"move {names[origin]} {names[activity]}"
            assert allowed(state, move) == (COSTS[activity] > COSTS[origin])
            assert ("workers.more-lucrative" in against(state, move)) == (COSTS[activity] < COSTS[origin])

    @pytest.mark.parametrize("cards", [ALL, f"{ALL}, tracker", f"{ALL}, 2 tracker, smelter", f"{ALL}, 2 smelter"])
    @pytest.mark.parametrize("there", [(1, 1, 1, 1), (2, 2, 2, 2), (3, 2, 2, 1)])
    def test_by_points(self, cards: str, there: tuple[int, int, int, int]) -> None:
        state = working(rich(cards=cards, workers=there), more_lucrative="more-points")
        names = ("hunting", "farming", "mining", "clothmaking")
        for origin in range(4):
            for activity in range(4):
                if origin != activity:
                    before, after = worth(state.me), worth(rich(cards=cards, workers=_moved(there, origin, activity)))
                    better = after != before and after[0] >= before[0] and after[1] >= before[1]
                    assert allowed(state, f"move {names[origin]} {names[activity]}") == better

    def test_the_readings_differ(self) -> None:
        state = working(rich(cards="2 tracker", workers=(1, 1, 0, 0)))
        assert allowed(state, "move hunting farming")
        assert against(under(state, more_lucrative="more-points"), "move hunting farming") == {"workers.more-lucrative"}


def _moved(there: Sequence[int], origin: int, activity: int) -> tuple[int, int, int, int]:
    after = [*there]
    after[origin] -= 1
    after[activity] += 1
    return (after[0], after[1], after[2], after[3])


@clause("workers.end")
class TestEnd:
    """Whoever is done with workers goes on to tools and treasury, and not back."""

    def test_at_any_moment_of_the_step(self) -> None:
        assert permitting(working(rich()), "end workers") == {"workers.end"}
        for state in reached(*Stage):
            assert allowed(state, "end workers") == (state.turn.stage is Stage.WORKERS)


# --- Effects of a payment -------------------------------------------------------------


@clause("workers.trained")
class TestTrained:
    """A worker who is trained goes from the upper part of the training tile to the lower."""

    def test_from_above_to_below(self) -> None:
        me = play(working(Has(untrained=3, trained=1)), "train").me
        assert (me.untrained, me.trained) == (2, 2)

    def test_in_every_game(self) -> None:
        for before, _, after in moves_of(Train):
            if after.turn.stage is Stage.WORKERS:
                was, now = before.me, after.players[before.turn.seat]
                assert (now.untrained, now.trained) == (was.untrained - 1, was.trained + 1)


@clause("workers.employed")
class TestEmployed:
    """A worker who is employed goes on the first free circle of the tile."""

    @pytest.mark.parametrize("activity", range(4))
    def test_one_more_there(self, activity: int) -> None:
        name = ("hunting", "farming", "mining", "clothmaking")[activity]
        before = working(rich())
        me = play(before, f"employ {name}").me
        assert me.trained == 1
        assert me.workers == tuple(n + (index == activity) for index, n in enumerate(before.me.workers))

    def test_in_every_game(self) -> None:
        for before, _, after in moves_of(Employ):
            if after.turn.stage is Stage.WORKERS:
                assert sum(after.players[before.turn.seat].workers) == sum(before.me.workers) + 1


@clause("workers.tool-used-up")
class TestToolUsedUp:
    """A tool that has saved the cost is removed, and the worker counts in full."""

    def test_one_of_them(self) -> None:
        before = working(rich(tools=(1, 2, 0, 0)))
        me = play(before, "employ farming").me
        assert (me.tools, me.disks) == ((1, 1, 0, 0), 50)
        assert (me.pp, me.vp) == (before.me.pp + 2, before.me.vp + 1)
        assert play(before, "employ farming", "employ farming").me.tools == (1, 0, 0, 0)


@clause("workers.moved")
class TestMoved:
    """A worker who is moved counts at the new place and no longer at the old one."""

    def test_the_difference(self) -> None:
        before = working(rich())
        me = play(before, "move hunting mining").me
        assert me.workers == (1, 1, 2, 0)
        assert (me.pp, me.vp) == (before.me.pp + 2, before.me.vp + 1)
        assert (me.untrained, me.trained) == (before.me.untrained, before.me.trained)

    def test_in_every_game(self) -> None:
        for before, move, after in moves_of(MoveWorker):
            assert isinstance(move, MoveWorker)
            if after.turn.stage is Stage.WORKERS:
                there = after.players[before.turn.seat].workers
                assert there == _moved(before.me.workers, move.origin, move.activity)


@clause("workers.tool-stays")
class TestToolStays:
    """A worker who is moved leaves the tool behind: a disk of the supply covers the tool cost of the old place."""

    def test_it_waits_at_the_old_place(self) -> None:
        me = play(working(rich()), "move hunting mining", "move hunting farming").me
        assert (me.tools, me.disks) == ((2, 0, 0, 0), 50 - 8 - 5)

    @pytest.mark.parametrize(("reading", "tools"), [("any", (2, 0, 0, 0)), ("one", (1, 0, 0, 0))])
    def test_another_on_the_same_tile(self, reading: str, tools: tuple[int, ...]) -> None:
        state = working(rich(tools=(1, 0, 0, 0)), tools_per_tile=reading)
        assert play(state, "move hunting mining").me.tools == tools

    def test_if_a_disk_is_left(self) -> None:
        state = under(table(rich(hand="6", disks=2), Has(disks=33), stage=Stage.WORKERS), supplies="limited")
        assert play(state, "move hunting farming", "pay six").me.tools == (0, 0, 0, 0)
        assert play(under(state), "move hunting farming", "pay six").me.tools == (1, 0, 0, 0)


@clause("workers.cloth-storehouse")
class TestClothStorehouse:
    """Each worker who comes to clothmaking brings a storehouse."""

    @pytest.mark.parametrize("move", ["employ clothmaking", "move hunting clothmaking"])
    def test_employed_or_moved(self, move: str) -> None:
        assert play(working(rich()), move).me.storehouses == 3
        assert play(working(rich()), move, move).me.storehouses == 4

    @pytest.mark.parametrize("move", ["employ mining", "move hunting mining", "train"])
    def test_nothing_else_does(self, move: str) -> None:
        assert play(working(rich()), move).me.storehouses == 2

    def test_if_one_is_left(self) -> None:
        state = under(table(rich(), Has(storehouses=38), stage=Stage.WORKERS), supplies="limited")
        assert play(state, "employ clothmaking").me.storehouses == 2
        one_left = under(table(rich(), Has(storehouses=37), stage=Stage.WORKERS), supplies="limited")
        assert play(one_left, "employ clothmaking").me.storehouses == 3


@clause("workers.points-now")
class TestPointsNow:
    """Production and victory points are marked at once."""

    @pytest.mark.parametrize(
        ("move", "pp", "vp"),
        [
            ("train", 0, 0),
            ("employ hunting", 1, 1),
            ("employ farming", 2, 1),
            ("employ mining", 3, 2),
            ("employ clothmaking", 4, 2),
            ("move hunting farming", 1, 0),
            ("move hunting clothmaking", 3, 1),
        ],
    )
    def test_of_a_move(self, move: str, pp: int, vp: int) -> None:
        before = working(rich())
        me = play(before, move).me
        assert (me.pp - before.me.pp, me.vp - before.me.vp) == (pp, vp)

    def test_in_every_game(self) -> None:
        for _, _, after in moves_of(Employ, MoveWorker):
            assert all((player.pp, player.vp) == worth(player) for player in after.players)


@clause("workers.on-to-tools")
class TestOnToTools:
    """After the workers comes the third step of a turn, tools and the treasury."""

    def test_and_no_more_about_workers(self) -> None:
        state = play(working(rich()), "end workers")
        assert state.turn.stage is Stage.TOOLS
        assert not {"train", "employ hunting", "move hunting farming"} & options(state)

    def test_in_every_game(self) -> None:
        assert {after.turn.stage for _, _, after in moves_of(EndWorkers)} == {Stage.TOOLS}
