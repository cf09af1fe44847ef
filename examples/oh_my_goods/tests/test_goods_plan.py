"""Phase II: moving assistants, placing the craftsman, and planning a building."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest
from goods_tables import (
    GAME,
    NEAT,
    SLOPPY,
    Has,
    against,
    allowed,
    bases,
    card,
    cards_of,
    clause,
    coins,
    good_of,
    goods,
    hand,
    kinds_of,
    moves_of,
    options,
    permitting,
    play,
    posts,
    reached,
    readings,
    refused,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import (
    Move,
    MoveAssistant,
    NoWork,
    Pay,
    PlanBuilding,
    PlanNothing,
    Post,
    Reveal,
    Stay,
    Work,
)
from oh_my_goods.position import Mode, Player, Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS, Game, Record
from oh_my_goods.rules import LAW

from era_of_inventions.tabletop import parse_game, show_game
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values import ABSENT, members

COAL, WOOL_COAL = card("charburner-grain"), card("charburner-wool")
HOUSE = {"charburner-grain": 4, "mill-1": 0, "bakery-1": 0, "office-clay-1": 0}
"""Four coal, and buildings of which the last is no production building."""
OWNER = Has(HOUSE, posts=["mill-1"], assistants=["assistant-1a"])
MOVER = Has({"charburner-wool": 2, "mill-2": 0, "mill-3": 0}, posts=["mill-2"], assistants=["assistant-2a"])
IN_ORDER = readings(planning="in-order")
WITH_PLAN = readings(assistant_moves_when="with-plan")


def moving(has: Has = OWNER, other: Has | None = None, **more: Any) -> State:
    """A position in which the first player may move assistants."""
    return table(has, other or Has(), stage=Stage.ASSISTANTS_MOVED, **more)


def working(has: Has, **more: Any) -> State:
    return table(has, Has(), stage=Stage.WORK, **more)


def free(state: State, player: Player) -> set[int]:
    """Where an assistant of a player could go."""
    people = {*posts(player), player.craftsman}
    anywhere = state.ruleset.assistant_place == "any"
    return {base for base in bases(player) if base not in people and (anywhere or good_of(base))}


def room_for_craftsman(player: Player) -> set[int]:
    return {base for base in bases(player) if good_of(base) and base not in posts(player)}


def move_to(state: State, origin: str, target: str, *payment: int) -> State:
    """The position after an assistant went from one building to another, paid with goods of these buildings."""
    return play(state, MoveAssistant(card(origin)), *map(Pay, payment), Post(card(target)))


def active_at_work() -> st.SearchStrategy[State]:
    """Positions of games in which the active player decides where to work."""
    return st.sampled_from([state for state in reached(Stage.WORK) if state.turn.seat == state.active])


@clause("plan.simultaneous")
class TestSimultaneous:
    """All decide at the same time, in any order, but what they decide is sealed until the last has done so."""

    def test_whoever_has_not_decided(self) -> None:
        for state in reached(Stage.WORK, Stage.PLAN):
            by = {
                seat: {grant.id for grant in LAW.grants[ActsNow] if grant.permits(state, ActsNow(seat))}
                for seat in range(len(state.players))
            }
            begun = state.turn.stage is Stage.PLAN and state.me.sealed_place == ABSENT
            one_by_one = (
                state.ruleset.planning == "in-order" or state.ruleset.assistant_moves_when == "with-plan" or begun
            )
            left = [seat for seat, player in enumerate(state.players) if player.sealed_plan == ABSENT]
            assert {seat: clauses for seat, clauses in by.items() if clauses} == {
                seat: {"plan.simultaneous"} for seat in ([state.turn.seat] if one_by_one else left)
            }

    @given(st.deferred(active_at_work), st.randoms())
    def test_the_order_changes_nothing(self, start: State, rng: random.Random) -> None:
        """Between the two decisions of a player others may decide; in the end the position is the same."""
        game = Game.from_state(start)
        chosen: dict[int, list[Move]] = {seat: [] for seat in start.seats}
        end = start
        while end.turn.stage in (Stage.WORK, Stage.PLAN):
            chosen[end.turn.seat].append(rng.choice(game.legal_moves(end)))
            end = game.play(end, chosen[end.turn.seat][-1])
        state = start
        while any(chosen.values()):
            seat = rng.choice(game.deciders(state))
            state = game.play(state, chosen[seat].pop(0), seat=seat)
        assert state == end

    def test_plans_in_any_order_are_recorded(self) -> None:
        start = table(Has({"charburner-grain": 0}), Has({"charburner-wool": 0}), stage=Stage.WORK)
        record = Record(start).then(Work(WOOL_COAL, NEAT), seat=1).then(Work(COAL, SLOPPY), seat=0)
        record = record.then(PlanNothing(), seat=1).then(PlanNothing(), seat=0)
        assert [step.seat for step in record.replay()] == [1, 0, 1, 0]
        assert parse_game(show_game(record), [OH_MY_GOODS]) == record
        assert record.end() == play(start, Work(COAL, SLOPPY), PlanNothing(), Work(WOOL_COAL, NEAT), PlanNothing())

    def test_whoever_has_no_place_goes_on_with_the_building(self) -> None:
        start = table(Has(HOUSE, posts=["charburner-grain", "mill-1", "bakery-1"]), Has(), stage=Stage.WORK)
        game = Game.from_state(start)
        assert game.deciders(start) == (0, 1)
        assert game.deciders(game.play(start, NoWork(), seat=0)) == (0,)
        assert game.deciders(play(start, NoWork(), PlanNothing())) == (1,)

    @given(st.sampled_from(Mode), st.sampled_from(["mill-1", "charburner-grain"]), st.booleans())
    def test_nobody_else_can_tell_what_was_decided(self, mode: Mode, place: str, builds: bool) -> None:
        state = working(Has({"charburner-grain": 0, "mill-1": 0}, hand="bakery-1, mill-2"))
        plan: Move = PlanBuilding(card("bakery-1")) if builds else PlanNothing()
        other = play(state, Work(COAL, NEAT), PlanNothing())
        after = play(state, Work(card(place), mode), plan)
        rulebook = state.setting.rulebook
        assert rulebook.view(after, 1) == rulebook.view(other, 1)
        assert rulebook.view(after, None) == rulebook.view(other, None)
        assert rulebook.view(after, 0).players[0].sealed_place == card(place)


@clause("plan.begins")
class TestBegins:
    """When the market is open, everybody takes up their craftsman, and the active player may move assistants."""

    def test_craftsmen_are_taken_up(self) -> None:
        worker = Has({"charburner-grain": 2, "mill-1": 0}, craftsman="mill-1", mode=SLOPPY)
        state = table(worker, Has(craftsman="charburner-wool", mode=NEAT), stage=Stage.SUNRISE, morning="sawmill-2")
        after = play(state, Reveal(card("sawmill-3")))
        assert [(player.craftsman, player.mode) for player in after.players] == [(ABSENT, None)] * 2
        assert after.turn.stage is Stage.WORK

    def test_assistants_may_be_moved_then(self) -> None:
        state = table(Has(), OWNER, stage=Stage.SUNRISE, morning="sawmill-2")
        after = play(state, Reveal(card("sawmill-3")))
        assert (after.turn.stage, after.turn.seat) == (Stage.ASSISTANTS_MOVED, 1)


@clause("plan.move-cost")
class TestMoveCost:
    """Moving an assistant costs two coins each time."""

    def test_two_coins(self) -> None:
        state = moving()
        after = play(state, MoveAssistant(card("mill-1")))
        assert (after.turn.stage, after.turn.owed) == (Stage.PAYMENT, 2)
        after = play(after, Pay(COAL), Pay(COAL))
        assert (after.turn.stage, goods(after)["charburner-grain"]) == (Stage.ASSISTANT_PLACED, 2)

    def test_each_time(self) -> None:
        state = move_to(moving(), "mill-1", "bakery-1", COAL, COAL)
        after = move_to(state, "bakery-1", "mill-1", COAL, COAL)
        assert [coins(position.players[0]) for position in (moving(), state, after)] == [4, 2, 0]

    def test_no_change(self) -> None:
        state = moving(Has({"mill-1": 0, "bakery-1": 1, "sawmill-1": 0}, posts=["mill-1"]))
        after = play(state, MoveAssistant(card("mill-1")), Pay(card("bakery-1")))
        assert (after.turn.stage, coins(after.players[0])) == (Stage.ASSISTANT_PLACED, 0)

    def test_so_it_was_in_every_game(self) -> None:
        for step in moves_of(MoveAssistant):
            assert step.after.turn.owed == 2


@clause("plan.free-buildings")
class TestFreeBuildings:
    """An assistant goes to a production building of one's own where nobody is."""

    def test_to_no_other(self) -> None:
        for state in reached(Stage.ASSISTANT_PLACED):
            to = {move.building for move in options(state, Post)}
            assert to == free(state, state.players[state.turn.seat]) - {state.turn.at}

    @pytest.mark.parametrize(("place", "to"), [("production", []), ("any", ["office-clay-1"])])
    def test_an_office_is_no_place_unless_the_table_says_so(self, place: str, to: list[str]) -> None:
        both = Has(HOUSE, posts=["mill-1", "bakery-1", "charburner-grain"])
        state = moving(both, ruleset=readings(assistant_place=place))
        assert allowed(state, MoveAssistant(card("mill-1"))) == bool(to)
        if to:
            after = play(state, MoveAssistant(card("mill-1")), Pay(COAL), Pay(COAL))
            assert {move.building for move in options(after, Post)} == set(map(card, to))


@clause("plan.move-assistant")
class TestMoveAssistant:
    """In phase II only, before the craftsmen are placed, a player may move assistants to other buildings of theirs."""

    def test_from_where_one_is(self) -> None:
        for state in reached(Stage.ASSISTANTS_MOVED):
            own = set(posts(state.players[state.turn.seat]))
            for move in kinds_of(MoveAssistant):
                assert ("plan.move-assistant" in permitting(state, move)) == (move.building in own)

    def test_in_phase_two_only(self) -> None:
        for state in (step.before for step in steps()[::7]):
            if state.turn.stage is not Stage.ASSISTANTS_MOVED:
                assert options(state, MoveAssistant) == []

    def test_there_they_are(self) -> None:
        after = move_to(moving(), "mill-1", "bakery-1", COAL, COAL)
        assert posts(after.players[0]) == [card("bakery-1")]


@clause("plan.move-affordable")
class TestMoveAffordable:
    """A move of an assistant is paid with goods, as buildings are."""

    @given(st.integers(0, 4), st.integers(0, 2))
    def test_two_coins_of_goods_are_needed(self, coal: int, flour: int) -> None:
        state = moving(Has({"charburner-grain": coal, "mill-1": flour, "bakery-1": 0}, posts=["mill-1"], hand="3 wood"))
        forbidden = "plan.move-affordable" in against(state, MoveAssistant(card("mill-1")))
        assert forbidden == (coal + 2 * flour < 2)

    def test_the_verdict_names_it(self) -> None:
        state = moving(Has({"charburner-grain": 1, "mill-1": 0, "bakery-1": 0}, posts=["mill-1"]))
        assert refused(state, MoveAssistant(card("mill-1"))) == {"plan.move-affordable"}


@clause("plan.move-limit")
class TestMoveLimit:
    """No limit is printed on the number of paid moves; other readings have one."""

    HOUSES = ("mill-1", "mill-2", "bakery-1", "bakery-2")
    BOTH = Has({"charburner-grain": 8, **dict.fromkeys(HOUSES, 0)}, posts=["mill-1", "mill-2"])

    @pytest.mark.parametrize(
        ("reading", "same", "other"), [("any", True, True), ("one-per-assistant", False, True), ("one", False, False)]
    )
    def test_the_same_again_and_another(self, reading: str, same: bool, other: bool) -> None:
        has = Has({"charburner-grain": 8, **dict.fromkeys(self.HOUSES, 0)}, posts=["bakery-1", "mill-2"])
        state = moving(has, ruleset=readings(assistant_moves=reading), moved=["bakery-1"])
        for building, may in (("bakery-1", same), ("mill-2", other)):
            move = MoveAssistant(card(building))
            assert allowed(state, move) == may
            assert against(state, move) == (set() if may else {"plan.move-limit"})

    @pytest.mark.parametrize(("reading", "seat"), [("any", 0), ("one-per-assistant", 0), ("one", ABSENT)])
    def test_who_cannot_move_is_not_asked(self, reading: str, seat: int) -> None:
        state = moving(self.BOTH, ruleset=readings(assistant_moves=reading))
        after = move_to(state, "mill-1", "bakery-1", COAL, COAL)
        asked = after.turn.seat if after.turn.stage is Stage.ASSISTANTS_MOVED else ABSENT
        assert asked == seat

    def test_the_verdict_names_it(self) -> None:
        state = moving(self.BOTH, ruleset=readings(assistant_moves="one-per-assistant"))
        after = move_to(state, "mill-1", "bakery-1", COAL, COAL)
        assert refused(after, MoveAssistant(card("bakery-1"))) == {"plan.move-limit"}

    def test_it_is_for_one_round_and_one_player(self) -> None:
        other = Has({"charburner-wool": 8, "mill-3": 0, "mill-4": 0}, posts=["mill-3"])
        state = moving(self.BOTH, other, ruleset=readings(assistant_moves="one"))
        after = move_to(state, "mill-1", "bakery-1", COAL, COAL)
        assert (after.turn.stage, after.turn.seat) == (Stage.ASSISTANTS_MOVED, 1)
        assert against(after, MoveAssistant(card("mill-3"))) == set()


@clause("plan.move-to-free")
class TestMoveToFree:
    """There has to be another building to which the assistant can go."""

    def test_forbids_where_all_are_full(self) -> None:
        for full, forbidden in ((False, set()), (True, {"plan.move-to-free"})):
            has = Has({"charburner-grain": 4, "mill-1": 0}, posts=["mill-1", *["charburner-grain"] * full])
            assert against(moving(has), MoveAssistant(card("mill-1"))) == forbidden

    def test_the_verdict_names_it(self) -> None:
        has = Has({"charburner-grain": 4, "mill-1": 0, "office-clay-1": 0}, posts=["mill-1", "charburner-grain"])
        assert refused(moving(has), MoveAssistant(card("mill-1"))) == {"plan.move-to-free"}


@clause("plan.taken-up")
class TestTakenUp:
    """An assistant who moves is taken up, and the move is paid before the assistant goes to the other building."""

    def test_paid_for_first(self) -> None:
        after = play(moving(), MoveAssistant(card("mill-1")))
        assert posts(after.players[0]) == []
        assert (after.turn.stage, after.turn.owed, after.turn.at) == (Stage.PAYMENT, 2, card("mill-1"))
        assert [*GAME.legal_moves(after)] == [Pay(COAL)]

    def test_so_it_was_in_every_game(self) -> None:
        for step in moves_of(MoveAssistant):
            seat = step.before.turn.seat
            left = set(posts(step.before.players[seat])) - {step.move.building}
            assert set(posts(step.after.players[seat])) == left


@clause("plan.arrives")
class TestArrives:
    """When the assistant is there, the same player may move another."""

    def test_the_same_player_goes_on(self) -> None:
        after = move_to(moving(), "mill-1", "bakery-1", COAL, COAL)
        assert (after.turn.stage, after.turn.seat, after.turn.at) == (Stage.ASSISTANTS_MOVED, 0, ABSENT)
        assert after.turn.before is None

    def test_if_there_is_nothing_to_pay_with_it_is_over(self) -> None:
        state = moving(Has({"charburner-grain": 2, "mill-1": 0, "bakery-1": 0}, posts=["mill-1"]))
        after = move_to(state, "mill-1", "bakery-1", COAL, COAL)
        assert (after.turn.stage, after.turn.seat) == (Stage.WORK, 0)


@clause("plan.may-stay")
class TestMayStay:
    """Nobody has to move assistants."""

    def test_one_may_stay(self) -> None:
        after = play(moving(), Stay())
        assert posts(after.players[0]) == [card("mill-1")]
        assert after.players == moving().players

    def test_only_then(self) -> None:
        for step in steps()[::7]:
            if step.before.turn.stage is not Stage.ASSISTANTS_MOVED:
                assert options(step.before, Stay) == []


@clause("plan.make-room")
class TestMakeRoom:
    """By one reading, whoever has no place for the craftsman must make one by moving an assistant, if possible."""

    FULL = Has({"charburner-grain": 4, "mill-1": 0, "office-clay-1": 0}, posts=["mill-1", "charburner-grain"])
    ALL: ClassVar = {"craftsman_without_place": "must-make-room", "assistant_place": "any"}
    MUST = readings(**ALL)

    def test_forbids_to_stay(self) -> None:
        assert refused(moving(self.FULL, ruleset=self.MUST), Stay()) == {"plan.make-room"}
        assert allowed(moving(self.FULL, ruleset=readings(assistant_place="any")), Stay())

    def test_not_if_there_is_a_place_or_no_means(self) -> None:
        for has in (OWNER, Has({**self.FULL.goods, "charburner-grain": 1}, posts=self.FULL.posts)):
            assert against(moving(has, ruleset=self.MUST), Stay()) == set()

    @pytest.mark.parametrize("moved", [["mill-1", "charburner-grain"], ["charburner-grain"]])
    def test_not_if_no_move_makes_room(self, moved: list[str]) -> None:
        """Each assistant moves once: those at production buildings did; the one at the office is not in his way."""
        bound = {**self.ALL, "assistant_moves": "one-per-assistant"}
        has = Has({**self.FULL.goods, "office-wood-1": 0}, posts=[*self.FULL.posts, "office-clay-1"])
        forbidden = against(moving(has, ruleset=readings(**bound), moved=moved), Stay())
        assert forbidden == (set() if len(moved) == 2 else {"plan.make-room"})

    def test_once_there_is_room_one_may_stay(self) -> None:
        after = move_to(moving(self.FULL, ruleset=self.MUST), "mill-1", "office-clay-1", COAL, COAL)
        assert allowed(after, Stay())


@clause("plan.next-to-move")
class TestNextToMove:
    """Then the next player clockwise may move assistants; when all have done so, the craftsmen are placed."""

    def test_the_next_who_could(self) -> None:
        other = Has({"charburner-stone": 2, "mill-2": 0, "mill-3": 0}, posts=["mill-2"])
        state = table(OWNER, Has(), other, stage=Stage.ASSISTANTS_MOVED, moved=["mill-1"])
        after = play(state, Stay())
        assert (after.turn.stage, after.turn.seat) == (Stage.ASSISTANTS_MOVED, 2)
        assert not after.moved
        last = play(after, Stay())
        assert (last.turn.stage, last.turn.seat) == (Stage.WORK, 0)

    def test_clockwise_from_the_active_player(self) -> None:
        other = Has({"charburner-wool": 2, "mill-2": 0, "mill-3": 0}, posts=["mill-2"])
        state = table(OWNER, other, stage=Stage.ASSISTANTS_MOVED, seat=1, active=1)
        after = play(state, Stay())
        assert (after.turn.stage, after.turn.seat) == (Stage.ASSISTANTS_MOVED, 0)
        assert play(after, Stay()).turn.seat == 1
        assert play(after, Stay()).turn.stage is Stage.WORK

    def test_with_the_plan_each_goes_on_to_the_craftsman(self) -> None:
        after = play(moving(OWNER, MOVER, ruleset=WITH_PLAN), Stay())
        assert (after.turn.stage, after.turn.seat) == (Stage.WORK, 0)

    @pytest.mark.parametrize("planning", ["simultaneous", "in-order"])
    def test_with_the_plan_others_move_after_it(self, planning: str) -> None:
        ruleset = readings(assistant_moves_when="with-plan", planning=planning)
        state = moving(OWNER, MOVER, ruleset=ruleset)
        moved = move_to(state, "mill-1", "bakery-1", COAL, COAL)
        planned = play(moved, Stay(), Work(COAL, NEAT), PlanNothing())
        assert (planned.turn.stage, planned.turn.seat) == (Stage.ASSISTANTS_MOVED, 1)
        assert not planned.moved
        assert (planned.players[0].craftsman == ABSENT) is (planning == "simultaneous")
        done = play(planned, Stay(), Work(card("charburner-wool"), NEAT), PlanNothing())
        assert done.turn.stage is Stage.SUNSET
        assert [player.craftsman for player in done.players] == [COAL, card("charburner-wool")]

    def test_with_the_plan_who_cannot_move_is_not_asked(self) -> None:
        state = table(OWNER, Has(), MOVER, stage=Stage.ASSISTANTS_MOVED, ruleset=WITH_PLAN)
        after = play(state, Stay(), Work(COAL, NEAT), PlanNothing())
        assert (after.turn.stage, after.turn.seat) == (Stage.WORK, 1)
        later = play(after, options(after, Work)[0], PlanNothing())
        assert (later.turn.stage, later.turn.seat) == (Stage.ASSISTANTS_MOVED, 2)


@clause("plan.places")
class TestPlaces:
    """A craftsman works under a production building of his player where no assistant is."""

    def test_everywhere_else_not(self) -> None:
        for state in reached(Stage.WORK):
            room = room_for_craftsman(state.players[state.turn.seat])
            assert {move.building for move in options(state, Work)} == room
            assert allowed(state, NoWork()) == (not room)


@clause("plan.place-craftsman")
class TestPlaceCraftsman:
    """The craftsman is put under a building, which may be the same as before, to work neatly or sloppily."""

    @given(st.sampled_from(["charburner-grain", "bakery-1"]), st.sampled_from(Mode))
    def test_either_way_at_any_place(self, building: str, mode: Mode) -> None:
        assert allowed(working(OWNER), Work(card(building), mode))

    def test_both_ways_everywhere(self) -> None:
        for state in reached(Stage.WORK):
            found = {(move.building, move.mode) for move in options(state, Work)}
            room = room_for_craftsman(state.players[state.turn.seat])
            assert found == {(building, mode) for building in room for mode in Mode}

    def test_only_then(self) -> None:
        for step in steps()[::7]:
            if step.before.turn.stage is not Stage.WORK:
                assert options(step.before, Work) == []


@clause("plan.own-building")
class TestOwnBuilding:
    """The craftsman works at one of the player's own buildings."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.WORK, most=20):
            own = bases(state.players[state.turn.seat])
            for move in kinds_of(Work):
                assert ("plan.own-building" in against(state, move)) == (move.building not in own)

    def test_the_verdict_names_it(self) -> None:
        for other in ("charburner-wool", "mill-2"):
            assert refused(working(OWNER), Work(card(other), NEAT)) == {"plan.own-building"}


@clause("plan.production-building")
class TestProductionBuilding:
    """The craftsman works at a production building."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.WORK, most=20):
            for move in kinds_of(Work):
                assert ("plan.production-building" in against(state, move)) == (not good_of(move.building))

    def test_the_verdict_names_it(self) -> None:
        assert refused(working(OWNER), Work(card("office-clay-1"), NEAT)) == {"plan.production-building"}


@clause("plan.one-person")
class TestOnePerson:
    """No building has more than one person, craftsman or assistant."""

    def test_forbids_where_an_assistant_is(self) -> None:
        for state in reached(Stage.WORK, most=20):
            people = posts(state.players[state.turn.seat])
            for move in kinds_of(Work):
                assert ("plan.one-person" in against(state, move)) == (move.building in people)

    def test_the_verdict_names_it(self) -> None:
        assert refused(working(OWNER), Work(card("mill-1"), SLOPPY)) == {"plan.one-person"}

    def test_it_holds_at_all_times(self) -> None:
        for step in steps():
            for player in step.after.players:
                assert player.craftsman not in posts(player)


@clause("plan.no-place")
class TestNoPlace:
    """A craftsman for whom there is no place stays out in this round."""

    @pytest.mark.parametrize("reading", ["stays-out", "must-make-room"])
    def test_only_without_a_place(self, reading: str) -> None:
        ruleset = readings(craftsman_without_place=reading)
        for some in ([], ["mill-1"], ["mill-1", "bakery-1"], ["mill-1", "bakery-1", "charburner-grain"]):
            assert allowed(working(Has(HOUSE, posts=some), ruleset=ruleset), NoWork()) == (len(some) == 3)

    def test_only_then(self) -> None:
        assert not allowed(table(Has(HOUSE, posts=["mill-1"]), Has(), stage=Stage.PLAN), NoWork())


@clause("plan.mode-shown")
class TestModeShown:
    """The craftsman's card shows how he works; his place and his way of working are fixed for the round."""

    @given(st.sampled_from(Mode), st.sampled_from(["simultaneous", "in-order"]))
    def test_when_all_have_decided(self, mode: Mode, planning: str) -> None:
        state = working(OWNER, ruleset=readings(planning=planning))
        after = play(state, Work(card("bakery-1"), mode))
        me = after.players[0]
        chosen, nothing = (card("bakery-1"), mode), (ABSENT, None)
        at_once = planning == "in-order"
        assert (me.craftsman, me.mode) == (chosen if at_once else nothing)
        assert (me.sealed_place, me.sealed_mode) == (nothing if at_once else chosen)
        assert after.turn.stage is Stage.PLAN
        last = play(after, PlanNothing(), Work(WOOL_COAL, NEAT), PlanNothing())
        assert (last.players[0].craftsman, last.players[0].mode) == (card("bakery-1"), mode)

    def test_it_binds(self) -> None:
        for step in steps():
            before, after = step.before, step.after
            if before.turn.stage in (Stage.SUNSET, Stage.HAND_CARDS_SPENT, Stage.GOODS, Stage.CHAIN):
                for old, new in zip(before.players, after.players, strict=True):
                    assert (old.craftsman, old.mode) == (new.craftsman, new.mode)


@clause("plan.kept-out")
class TestKeptOut:
    """Whoever has no place for the craftsman can plan a building all the same."""

    def test_a_plan_without_work(self) -> None:
        state = working(Has({"charburner-grain": 0}, posts=["charburner-grain"], hand="mill-1"))
        after = play(state, NoWork())
        assert (after.turn.stage, after.turn.seat) == (Stage.PLAN, 0)
        last = play(after, PlanBuilding(card("mill-1")), Work(WOOL_COAL, NEAT), PlanNothing())
        assert (last.players[0].craftsman, last.players[0].planned.size) == (ABSENT, 1)


@clause("plan.card-may")
class TestCardMay:
    """Each player may lay one hand card face down: the building of this round, which need not be affordable."""

    def test_any_hand_card_or_none(self) -> None:
        for state in reached(Stage.PLAN):
            own = cards_of(state.players[state.turn.seat])
            assert {move.card for move in options(state, PlanBuilding)} == set(own)
            assert allowed(state, PlanNothing())

    def test_the_dearest_without_a_coin(self) -> None:
        state = table(Has(hand="food-factory-3"), Has(), stage=Stage.PLAN)
        assert allowed(state, PlanBuilding(card("food-factory-3")))

    def test_only_then(self) -> None:
        for step in steps()[::7]:
            if step.before.turn.stage is not Stage.PLAN:
                assert options(step.before, PlanBuilding, PlanNothing) == []

    def test_one_and_no_more(self) -> None:
        for planned in moves_of(PlanBuilding):
            assert planned.after.turn.stage is not Stage.PLAN
        for step in steps():
            assert all(player.planned.size <= 1 for player in step.after.players)


@clause("plan.own-card")
class TestOwnCard:
    """The planned card comes from the player's own hand."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.PLAN, most=20):
            own = cards_of(state.players[state.turn.seat])
            for move in kinds_of(PlanBuilding):
                assert ("plan.own-card" in against(state, move)) == (move.card not in own)

    def test_the_verdict_names_it(self) -> None:
        state = table(Has(hand="mill-1"), Has(hand="mill-2"), stage=Stage.PLAN)
        for other in ("mill-2", "mill-3"):
            assert refused(state, PlanBuilding(card(other))) == {"plan.own-card"}


@clause("plan.card-face-down")
class TestCardFaceDown:
    """A planned card lies hidden and is not in the hand, so it is no raw material meanwhile."""

    @pytest.mark.parametrize("planning", ["simultaneous", "in-order"])
    def test_out_of_the_hand_when_all_have_decided(self, planning: str) -> None:
        ruleset = readings(planning=planning)
        state = table(Has(hand="mill-1, mill-2"), Has(hand="mill-3"), stage=Stage.PLAN, ruleset=ruleset)
        after = play(state, PlanBuilding(card("mill-2")))
        assert hand(after) == (["mill-1", "mill-2"] if planning == "simultaneous" else ["mill-1"])
        last = play(after, Work(WOOL_COAL, NEAT), PlanNothing())
        assert hand(last) == ["mill-1"]
        assert members(last.players[0].planned.known) == (card("mill-2"),)
        assert last.turn.stage is Stage.SUNSET

    def test_only_its_owner_sees_it(self) -> None:
        state = table(Has(planned="mill-1"), Has(), stage=Stage.SUNSET)
        view = state.setting.rulebook.view
        assert members(view(state, 0).players[0].planned.known) == (card("mill-1"),)
        for seat in (1, None):
            assert members(view(state, seat).players[0].planned.known) == ()
            assert view(state, seat).players[0].planned.size == 1


@clause("plan.no-card")
class TestNoCard:
    """Nobody has to plan a building."""

    @pytest.mark.parametrize("planning", ["simultaneous", "in-order"])
    def test_the_hand_stays_as_it_is(self, planning: str) -> None:
        state = table(Has(hand="mill-1"), Has(), stage=Stage.PLAN, ruleset=readings(planning=planning))
        after = play(state, PlanNothing())
        assert (after.turn.stage, after.turn.seat) == (Stage.WORK, 1)
        last = play(after, Work(WOOL_COAL, NEAT), PlanNothing())
        assert (hand(last), last.players[0].planned.size) == (["mill-1"], 0)

    def test_it_looks_like_a_plan_to_others(self) -> None:
        state = table(Has(hand="mill-1"), Has(), stage=Stage.PLAN)
        view = state.setting.rulebook.view
        built, nothing = play(state, PlanBuilding(card("mill-1"))), play(state, PlanNothing())
        assert view(built, 1) == view(nothing, 1)
        assert view(built, 0) != view(nothing, 0)


@clause("plan.next-to-decide")
class TestNextToDecide:
    """Nobody sees whether others plan a card before all have decided; then the sun goes down."""

    @pytest.mark.parametrize("plan", [PlanBuilding(card("mill-1")), PlanNothing()])
    def test_the_next_player_decides(self, plan: PlanBuilding | PlanNothing) -> None:
        after = play(working(Has(hand="mill-1")), Work(COAL, NEAT), plan)
        assert (after.turn.stage, after.turn.seat) == (Stage.WORK, 1)
        assert after.players[0].planned.size == 0
        assert after.players[0].hand.size == 1


@clause("plan.opened")
class TestOpened:
    """When all have decided, craftsmen are shown and planned cards lie face down."""

    @pytest.mark.parametrize("planning", ["simultaneous", "in-order"])
    def test_all_together(self, planning: str) -> None:
        state = working(Has(hand="mill-1"), ruleset=readings(planning=planning))
        after = play(state, Work(COAL, NEAT), PlanBuilding(card("mill-1")), Work(WOOL_COAL, SLOPPY))
        assert (after.players[0].craftsman != ABSENT) == (planning == "in-order")
        last = play(after, PlanNothing())
        assert [(player.craftsman, player.mode) for player in last.players] == [(COAL, NEAT), (WOOL_COAL, SLOPPY)]
        assert [player.planned.size for player in last.players] == [1, 0]
        assert last.turn.stage is Stage.SUNSET

    def test_nothing_stays_sealed(self) -> None:
        for state in reached(Stage.SUNSET, Stage.PRODUCTION, Stage.EXCHANGE):
            for player in state.players:
                assert (player.sealed_place, player.sealed_mode, player.sealed_plan) == (ABSENT, None, ABSENT)
