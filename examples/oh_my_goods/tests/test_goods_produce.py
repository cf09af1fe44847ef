"""Producing: the needs and the yields of people at buildings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from goods_tables import (
    NEAT,
    SET,
    SLOPPY,
    Has,
    against,
    allowed,
    bases,
    card,
    cards_of,
    chance,
    clause,
    good_of,
    goods,
    hand,
    kind_of,
    kinds_of,
    lying,
    market,
    missing,
    moves_of,
    options,
    permitting,
    play,
    posts,
    reached,
    readings,
    refused,
    shows,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.box import RESOURCES
from oh_my_goods.moves import Build, Cover, EndProduction, Move, Pass, Produce, Spend, UseChain
from oh_my_goods.position import Mode, Player, Stage, State
from oh_my_goods.rules import LAW

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import ABSENT, members

COAL, OTHER_COAL = card("charburner-grain"), card("charburner-wool")
few = st.integers(0, 3)


def supply(state: State, player: Player) -> Counter[str]:
    """What the market has for a player: each card of it, and what the player's offices add."""
    found = Counter(shows(index) for index in market(state))
    found.update(RESOURCES[kind_of(base).adds] for base in bases(player) if kind_of(base).adds is not None)
    return found


def needed(building: int) -> dict[str, int]:
    """What a building needs, by raw material, and ``any``."""
    return dict(zip((*RESOURCES, "any"), SET.buildings[building].inputs, strict=True))


def short_of(building: int, there: Counter[str]) -> Counter[str]:
    """What is missing of what a building needs, if so much is there. The glassworks takes anything."""
    if any_kind := needed(building)["any"]:
        return +Counter({"any": max(0, any_kind - there.total())})
    return +Counter({kind: number - there[kind] for kind, number in needed(building).items()})


def to_give(state: State, building: int) -> int:
    """How many hand cards the person at a building still has to give."""
    player = state.players[state.turn.seat]
    less = player.craftsman == building and player.mode is SLOPPY
    return max(0, short_of(building, supply(state, player)).total() - less)


def can_give(state: State, building: int) -> int:
    """How many hand cards are of use there."""
    player = state.players[state.turn.seat]
    short = short_of(building, supply(state, player))
    held = Counter(shows(index) for index in cards_of(player))
    return min(short["any"], held.total()) if short["any"] else (short & held).total()


def people(player: Player) -> set[int]:
    return {*posts(player), *([player.craftsman] if player.craftsman != ABSENT else [])}


def producing(has: Has, other: Has | None = None, **more: Any) -> State:
    return table(has, other or Has(), stage=Stage.PRODUCTION, **more)


def at_charburner(mode: Mode, hand: str = "", morning: str = "", **more: Any) -> State:
    """Somebody works at the charburner that needs 2 grain and 1 wood."""
    return producing(Has(hand=hand, craftsman="charburner-grain", mode=mode), morning=morning, **more)


def made(state: State, *moves: Move) -> State:
    """The position when goods have been made by these moves."""
    return chance(play(state, *moves))


@clause("produce.inputs")
class TestInputs:
    """A production building needs the raw materials at its bottom left, in the numbers shown there."""

    def test_what_the_charburner_of_the_examples_needs(self) -> None:
        for mode in Mode:
            assert made(at_charburner(mode, morning="2 grain, 1 wood"), Produce(COAL)).turn.stage is Stage.PRODUCTION

    @given(st.sampled_from([building for building in range(len(SET.buildings)) if good_of(building)]))
    def test_every_building_with_just_what_it_shows(self, building: int) -> None:
        shown = ", ".join(f"{number} {'cards' if kind == 'any' else kind}" for kind, number in needed(building).items())
        name = SET.buildings[building].id
        for mode, morning in ((NEAT, shown), (SLOPPY, shown)):
            state = producing(Has({name: 0}, craftsman=name, mode=mode), morning=morning)
            after = play(state, Produce(building))
            assert (after.turn.stage, after.turn.due) == (Stage.GOODS, 2 if mode is NEAT else 1)

    def test_with_one_card_less_something_is_missing(self) -> None:
        for name in ("mill-1", "shoemaker-2", "glassmaker-3", "charburner-clay"):
            for kind, number in needed(card(name)).items():
                less = {**needed(card(name)), kind: number - 1}
                shown = ", ".join(f"{n} {'cards' if k == 'any' else k}" for k, n in less.items() if n > 0)
                if number:
                    state = producing(Has({name: 0}, craftsman=name, mode=NEAT), morning=shown)
                    assert refused(state, Produce(card(name))) == {"produce.all-available"}


@clause("produce.market-same-for-all")
class TestMarketSameForAll:
    """Nobody takes cards out of the market supply, so it serves every building of every player in full."""

    def test_two_buildings_and_two_players(self) -> None:
        first = Has({"charburner-grain": 0, "mill-2": 0}, craftsman="charburner-grain", mode=NEAT, posts=["mill-2"])
        state = producing(first, Has(craftsman="charburner-wool", mode=SLOPPY), morning="3 grain, 1 wood, 2 wool")
        state = made(state, Produce(COAL))
        state = made(state, Produce(card("mill-2")))
        assert goods(state) == {"charburner-grain": 2, "mill-2": 1}
        after = play(state, EndProduction(), Pass())
        assert (market(after), after.turn.seat) == (market(state), 1)

    def test_nobody_takes_cards_out(self) -> None:
        for step in moves_of(Produce, Spend, Cover):
            assert market(step.after) == market(step.before)


@clause("produce.amounts")
class TestAmounts:
    """Whatever is needed beyond the market supply is missing; where any kind will do, every card counts."""

    def test_what_is_missing_is_told(self) -> None:
        for state in reached(Stage.PRODUCTION):
            for move in options(state, Produce):
                after = play(state, move)
                number = to_give(state, move.building)
                assert (after.turn.stage is Stage.HAND_CARDS_SPENT) == (number > 0)
                if number:
                    there = supply(state, state.players[state.turn.seat])
                    assert missing(after) == short_of(move.building, there)

    @given(few, few, few, few)
    def test_one_grain_does_not_serve_for_two(self, grain: int, wood: int, wool: int, held: int) -> None:
        state = at_charburner(NEAT, f"{held} grain", f"{grain} grain, {wood} wood, {wool} wool")
        assert allowed(state, Produce(COAL)) == (wood > 0 and max(0, 2 - grain) <= held)

    @given(st.integers(0, 11), st.integers(0, 3))
    def test_every_card_counts_at_the_glassworks(self, number: int, held: int) -> None:
        state = producing(
            Has({"glassmaker-3": 0}, f"{held} cards", craftsman="glassmaker-3", mode=NEAT), morning=f"{number} cards"
        )
        assert allowed(state, Produce(card("glassmaker-3"))) == (number + held >= 11)


@clause("produce.sloppy-all-but-one")
class TestSloppyAllButOne:
    """A sloppy craftsman needs one unit less, of his player's choice; anybody else needs all."""

    @given(few, few, st.sampled_from(Mode))
    def test_one_unit_less(self, grain: int, wood: int, mode: Mode) -> None:
        state = at_charburner(mode, "", f"{grain} grain, {wood} wood")
        short = max(0, 2 - grain) + max(0, 1 - wood)
        assert allowed(state, Produce(COAL)) == (short <= (mode is SLOPPY))

    @given(few, few)
    def test_an_assistant_needs_all(self, grain: int, wood: int) -> None:
        has = Has({"charburner-grain": 0, "mill-1": 0}, craftsman="mill-1", mode=SLOPPY, posts=["charburner-grain"])
        state = producing(has, morning=f"{grain} grain, {wood} wood")
        assert allowed(state, Produce(COAL)) == (grain >= 2 and wood >= 1)

    def test_whichever_unit(self) -> None:
        state = play(at_charburner(SLOPPY, "mill-1, sawmill-1, mill-2", "1 grain"), Produce(COAL))
        for one in ("mill-1", "sawmill-1"):
            after = play(state, Spend(card(one)))
            assert (after.turn.stage, after.turn.due, len(hand(after))) == (Stage.GOODS, 1, 2)


@clause("produce.craftsman")
class TestCraftsman:
    """First in a turn, the building where the craftsman works produces."""

    def test_where_he_is(self) -> None:
        for state in reached(Stage.PRODUCTION):
            for move in kinds_of(Produce):
                here = state.players[state.turn.seat].craftsman == move.building
                assert ("produce.craftsman" in permitting(state, move)) == here

    def test_he_and_nobody_else(self) -> None:
        full = "3 grain, 2 wood, 2 wool"
        for place in ("charburner-grain", "mill-2"):
            state = producing(Has({"charburner-grain": 0, "mill-2": 0}, craftsman=place, mode=NEAT), morning=full)
            assert [move.building for move in options(state, Produce)] == [card(place)]

    def test_only_while_producing(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.PRODUCTION:
                assert options(step.before, Produce) == []


@clause("produce.assistant")
class TestAssistant:
    """A building with an assistant produces too."""

    def test_where_one_is(self) -> None:
        for state in reached(Stage.PRODUCTION):
            own = posts(state.players[state.turn.seat])
            for move in kinds_of(Produce):
                assert ("produce.assistant" in permitting(state, move)) == (move.building in own)

    def test_one_good(self) -> None:
        has = Has({"charburner-grain": 0, "mill-2": 0}, posts=["charburner-grain", "mill-2"])
        state = producing(has, morning="3 grain, 1 wood")
        state = made(made(state, Produce(COAL)), Produce(card("mill-2")))
        assert goods(state) == {"charburner-grain": 1, "mill-2": 1}


@clause("produce.once")
class TestOnce:
    """A building produces once in a turn."""

    def test_forbids_a_second_time(self) -> None:
        state = made(at_charburner(NEAT, morning="2 grain, 1 wood"), Produce(COAL))
        assert refused(state, Produce(COAL)) == {"produce.once"}

    def test_forbids_what_has_produced_and_nothing_else(self) -> None:
        for state in reached(Stage.PRODUCTION):
            for move in kinds_of(Produce):
                over = move.building in members(state.produced)
                assert ("produce.once" in against(state, move)) == over

    def test_so_it_was_in_every_turn(self) -> None:
        turns = Counter(
            (id(step.before.setting), step.before.round, step.before.turn.seat, step.move.building)
            for step in moves_of(Produce)
        )
        assert set(turns.values()) == {1}

    def test_in_the_next_round_again(self) -> None:
        has = Has(craftsman="charburner-wool", mode=NEAT)
        state = table(Has(), has, stage=Stage.BUILDING, produced=["charburner-wool"], morning="3 wool, 3 clay, 3 wood")
        assert members(play(state, Pass()).produced) == ()


@clause("produce.own-building")
class TestOwnBuilding:
    """Everybody produces at buildings of their own."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.PRODUCTION):
            own = bases(state.players[state.turn.seat])
            for move in kinds_of(Produce):
                assert ("produce.own-building" in against(state, move)) == (move.building not in own)

    def test_the_verdict_names_it(self) -> None:
        other = Has(craftsman="charburner-wool", mode=NEAT)
        state = producing(Has(), other, morning="3 grain, 3 wood, 3 wool, 3 clay, 3 stone")
        assert refused(state, Produce(OTHER_COAL)) == {"produce.own-building"}


@clause("produce.all-available")
class TestAllAvailable:
    """If market supply and hand cannot give all that is needed, nothing is made, not even less."""

    def test_forbids_just_that(self) -> None:
        for state in reached(Stage.PRODUCTION):
            for building in people(state.players[state.turn.seat]):
                if good_of(building):
                    enough = can_give(state, building) >= to_give(state, building)
                    assert ("produce.all-available" in against(state, Produce(building))) == (not enough)

    @given(few, few, few, few, st.sampled_from(Mode))
    def test_by_hand_and_market_together(self, grain: int, wood: int, more: int, logs: int, mode: Mode) -> None:
        state = at_charburner(mode, f"{more} grain, {logs} wood", f"{grain} grain, {wood} wood")
        short = max(0, 2 - grain - more) + max(0, 1 - wood - logs)
        assert allowed(state, Produce(COAL)) == (short <= (mode is SLOPPY))

    def test_nothing_less_is_made(self) -> None:
        state = at_charburner(NEAT, "1 grain", "1 grain")
        assert refused(state, Produce(COAL)) == {"produce.all-available"}
        after = play(state, EndProduction())
        assert (goods(after), hand(after)) == (goods(state), hand(state))


@clause("produce.begins")
class TestBegins:
    """Hand cards are discarded for missing raw materials only; if none is missing, the goods are made at once."""

    @given(few, few)
    def test_at_once_if_nothing_is_missing(self, grain: int, wood: int) -> None:
        state = at_charburner(NEAT, "2 grain, 1 wood", f"{grain} grain, {wood} wood")
        after = play(state, Produce(COAL))
        full = grain >= 2 and wood >= 1
        assert after.turn.stage is (Stage.GOODS if full else Stage.HAND_CARDS_SPENT)
        assert hand(after) == hand(state)

    def test_nothing_else_goes_on_meanwhile(self) -> None:
        for state in reached(Stage.HAND_CARDS_SPENT):
            assert {type(move) for move in options(state, object)} == {Spend}

    @pytest.mark.parametrize(("reading", "open_"), [("directly", []), ("while-producing", ["mill-1"])])
    def test_chains_that_were_open_close_by_the_strict_reading(self, reading: str, open_: list[str]) -> None:
        has = Has({"charburner-grain": 0, "mill-1": 1}, craftsman="charburner-grain", mode=NEAT)
        state = producing(
            has, morning="2 grain, 1 wood", chains=["mill-1"], produced=["mill-1"], ruleset=readings(chain_when=reading)
        )
        after = play(state, Produce(COAL))
        assert members(after.chains) == tuple(map(card, open_))


@clause("produce.hand-makes-up")
class TestHandMakesUp:
    """One may discard hand cards for missing raw materials, for an assistant too; a card serves one building only."""

    def test_only_then(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.HAND_CARDS_SPENT:
                assert options(step.before, Spend) == []

    def test_for_an_assistant_as_well(self) -> None:
        state = producing(Has(hand="mill-1, mill-2, sawmill-1", posts=["charburner-grain"]))
        after = play(state, Produce(COAL), *map(Spend, map(card, ("mill-1", "sawmill-1", "mill-2"))))
        assert goods(chance(after)) == {"charburner-grain": 1}

    def test_each_counts_for_one_building(self) -> None:
        has = Has(
            {"charburner-grain": 0, "mill-2": 0}, "mill-1", craftsman="charburner-grain", mode=NEAT, posts=["mill-2"]
        )
        state = producing(has, morning="1 grain, 1 wood", ruleset=readings(production_forced="optional"))
        after = made(state, Produce(COAL), Spend(card("mill-1")))
        assert refused(after, Produce(card("mill-2"))) == {"produce.all-available"}


@clause("produce.own-hand")
class TestOwnHand:
    """A discarded card comes from one's hand; a planned card is not in hand."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.HAND_CARDS_SPENT):
            own = cards_of(state.players[state.turn.seat])
            for move in kinds_of(Spend):
                assert ("produce.own-hand" in against(state, move)) == (move.card not in own)

    def test_the_verdict_names_it(self) -> None:
        has = Has(hand="mill-1, mill-2", planned="mill-3", craftsman="charburner-grain", mode=NEAT)
        state = play(producing(has, Has(hand="mill-4"), morning="1 wood"), Produce(COAL))
        for other in ("mill-3", "mill-4", "mill-5"):
            assert refused(state, Spend(card(other))) == {"produce.own-hand"}


@clause("produce.hand-right-kind")
class TestHandRightKind:
    """A discarded card shows a raw material that is still missing; at the glassworks any will do."""

    def test_forbids_every_other(self) -> None:
        for step in moves_of(Spend):
            state = step.before
            lacking = missing(state)
            for index in cards_of(state.players[state.turn.seat]):
                fits = "any" in lacking or shows(index) in lacking
                assert ("produce.hand-right-kind" in against(state, Spend(index))) == (not fits)

    def test_the_verdict_names_it(self) -> None:
        state = play(at_charburner(NEAT, "mill-1, mill-2, mill-3, sawmill-1, tailor-1", "1 wood"), Produce(COAL))
        for other in ("sawmill-1", "tailor-1"):
            assert refused(state, Spend(card(other))) == {"produce.hand-right-kind"}

    @pytest.mark.parametrize("one", ["mill-1", "sawmill-1", "tailor-1", "office-clay-1", "tannery-1"])
    def test_any_at_the_glassworks(self, one: str) -> None:
        has = Has({"glassmaker-3": 0}, one, craftsman="glassmaker-3", mode=NEAT)
        state = play(producing(has, morning="10 cards"), Produce(card("glassmaker-3")))
        assert play(state, Spend(card(one))).turn.stage is Stage.GOODS


@clause("produce.hand-discarded")
class TestHandDiscarded:
    """Only hand cards that are played go to the discard pile; when nothing more is missing, the goods are made."""

    def test_these_and_no_others(self) -> None:
        for step in moves_of(Spend):
            seat = step.before.turn.seat
            before, after = cards_of(step.before.players[seat]), cards_of(step.after.players[seat])
            assert sorted([*after, step.move.card]) == before
            piles = step.after.table.draw.known | step.after.table.discards.known
            assert piles >> step.move.card & 1
            assert step.after.table.discards.size in (step.before.table.discards.size + 1, 0)

    def test_until_nothing_is_missing(self) -> None:
        state = play(at_charburner(NEAT, "mill-1, mill-2, mill-3, sawmill-1", ""), Produce(COAL))
        for number, one in enumerate(("mill-1", "sawmill-1", "mill-3"), 1):
            assert state.turn.stage is Stage.HAND_CARDS_SPENT
            state = play(state, Spend(card(one)))
            assert state.table.discards.size == number
        assert (state.turn.stage, state.turn.due, hand(state)) == (Stage.GOODS, 2, ["mill-2"])

    def test_no_more_than_is_missing(self) -> None:
        state = play(at_charburner(SLOPPY, "mill-1, mill-2, sawmill-1", "1 grain"), Produce(COAL))
        assert play(state, Spend(card("mill-1"))).turn.stage is Stage.GOODS


@clause("produce.neat-two")
class TestNeatTwo:
    """A neat craftsman makes two goods."""

    def test_two(self) -> None:
        state = at_charburner(NEAT, morning="2 grain, 1 wood")
        assert goods(made(state, Produce(COAL))) == {"charburner-grain": 2}

    def test_so_it_was_in_every_game(self) -> None:
        for number, state in made_goods():
            player = state.players[state.turn.seat]
            if player.craftsman == state.turn.at and player.mode is NEAT:
                assert number == 2


@clause("produce.sloppy-one")
class TestSloppyOne:
    """A sloppy craftsman makes one good, even if nothing was missing."""

    @pytest.mark.parametrize("morning", ["2 grain, 1 wood", "2 grain", "1 grain, 1 wood"])
    def test_one(self, morning: str) -> None:
        assert goods(made(at_charburner(SLOPPY, morning=morning), Produce(COAL))) == {"charburner-grain": 1}

    def test_so_it_was_in_every_game(self) -> None:
        for number, state in made_goods():
            player = state.players[state.turn.seat]
            if player.craftsman == state.turn.at and player.mode is SLOPPY:
                assert number == 1


@clause("produce.assistant-one")
class TestAssistantOne:
    """An assistant makes one good."""

    def test_one(self) -> None:
        state = producing(Has(posts=["charburner-grain"]), morning="2 grain, 1 wood")
        assert goods(made(state, Produce(COAL))) == {"charburner-grain": 1}

    def test_so_it_was_in_every_game(self) -> None:
        found = 0
        for number, state in made_goods():
            if state.turn.at in posts(state.players[state.turn.seat]):
                found += 1
                assert number == 1
        assert found


def made_goods() -> list[tuple[int, State]]:
    """How many goods were due when a production was complete, in the games played at random."""
    return [
        (step.after.turn.due, step.after) for step in moves_of(Produce, Spend) if step.after.turn.stage is Stage.GOODS
    ]


@clause("produce.goods-made")
class TestGoodsMade:
    """When everything is there, the goods are made: that many cards from the draw pile."""

    @pytest.mark.parametrize(("mode", "number"), [(NEAT, 2), (SLOPPY, 1)])
    def test_from_the_draw_pile(self, mode: Mode, number: int) -> None:
        state = at_charburner(mode, morning="2 grain, 1 wood")
        after = made(state, Produce(COAL))
        laid = after.players[0].buildings[0].cards
        assert len(laid) == number
        assert after.table.draw.known == state.table.draw.known & ~sum(1 << index for index in laid)
        assert (after.turn.stage, after.turn.at, after.turn.due) == (Stage.PRODUCTION, ABSENT, 0)
        assert not missing(after)

    def test_an_assistant_beside_a_sloppy_craftsman(self) -> None:
        has = Has({"charburner-grain": 0, "mill-2": 0}, craftsman="mill-2", mode=NEAT, posts=["charburner-grain"])
        after = made(producing(has, morning="3 grain, 1 wood"), Produce(COAL))
        assert goods(after) == {"charburner-grain": 1, "mill-2": 0}


@clause("produce.goods-from-draw-pile")
class TestGoodsFromDrawPile:
    """The goods made are the next cards of the draw pile."""

    def test_any_card_of_it_and_no_other(self) -> None:
        for state in reached(Stage.GOODS, Stage.COAL):
            pile = set(members(state.table.draw.known))
            assert {move.card for move in options(state, Cover)} == pile
            assert {move for move, _ in Game[State, Move].from_state(state).chances(state)} == {
                Cover(index) for index in pile
            }

    def test_at_no_other_moment(self) -> None:
        for state in reached(Stage.EXCHANGE, Stage.SUNRISE, Stage.PRODUCTION, Stage.NEW_CARDS):
            assert options(state, Cover) == []


@clause("produce.laid-face-down")
class TestLaidFaceDown:
    """Goods are laid face down on the building, and nobody looks at them."""

    def test_on_the_building(self) -> None:
        for step in moves_of(Cover):
            seat, building = step.before.turn.seat, step.before.turn.at
            assert goods(step.after, seat) == {
                id_: number + (card(id_) == building) for id_, number in goods(step.before, seat).items()
            }
            stack = next(stack for stack in step.after.players[seat].buildings if stack.base == building)
            assert stack.cards[-1] == step.move.card

    def test_nobody_looks(self) -> None:
        after = made(at_charburner(NEAT, morning="2 grain, 1 wood"), Produce(COAL))
        for seat in (0, 1, None):
            assert after.setting.rulebook.view(after, seat).players[0].buildings[0].cards == (-2, -2)

    def test_the_chain_is_open_then(self) -> None:
        after = play(at_charburner(NEAT, "1 wood", "2 grain, 1 wood"), Produce(COAL))
        assert members(after.chains) == ()
        assert members(chance(after).chains) == (COAL,)


@clause("produce.turn-begins")
class TestTurnBegins:
    """The active player has the first turn, then the others clockwise; nothing has produced when a turn begins."""

    def test_nothing_has_produced(self) -> None:
        for state in [step.after for step in steps() if step.before.turn.stage in (Stage.SUNSET, Stage.BUILDING)]:
            if state.turn.stage is Stage.PRODUCTION:
                assert not state.produced
                assert not state.chains

    def test_the_next_player(self) -> None:
        has = Has(craftsman="charburner-wool", mode=NEAT)
        state = table(Has(), has, stage=Stage.BUILDING, produced=["charburner-grain"], chains=["charburner-grain"])
        after = play(state, Pass())
        assert (after.turn.stage, after.turn.seat) == (Stage.PRODUCTION, 1)
        assert not after.produced
        assert not after.chains


@clause("produce.ends")
class TestEnds:
    """Whoever has produced enough goes on to build or to hire, and produces no more in this turn."""

    def test_then_it_is_time_to_build(self) -> None:
        state = producing(Has(hand="1 wood"))
        after = play(state, EndProduction())
        assert (after.turn.stage, after.turn.seat) == (Stage.BUILDING, 0)
        assert options(after, Produce, UseChain) == []
        assert not allowed(state, Pass())
        assert not allowed(state, Build())

    def test_only_while_producing(self) -> None:
        for state in reached(Stage.BUILDING, Stage.WORK, Stage.PAYMENT, Stage.HAND_CARDS_SPENT):
            assert not allowed(state, EndProduction())


@clause("produce.forced")
class TestForced:
    """Nobody ends production while a building of theirs could produce without a hand card."""

    def test_forbids_just_that(self) -> None:
        for state in reached(Stage.PRODUCTION):
            player = state.players[state.turn.seat]
            idle = {b for b in people(player) if good_of(b)} - set(members(state.produced))
            free = any(to_give(state, building) == 0 for building in idle)
            forced = free and state.ruleset.production_forced == "if-free"
            assert ("produce.forced" in against(state, EndProduction())) == forced

    @given(few, few, st.sampled_from(Mode))
    def test_the_verdict_names_it(self, grain: int, wood: int, mode: Mode) -> None:
        state = at_charburner(mode, "2 grain, 1 wood", f"{grain} grain, {wood} wood")
        short = max(0, 2 - grain) + max(0, 1 - wood)
        if short <= (mode is SLOPPY):
            assert refused(state, EndProduction()) == {"produce.forced"}
        else:
            assert allowed(state, EndProduction())

    def test_an_assistant_too(self) -> None:
        state = producing(Has(posts=["charburner-grain"]), morning="2 grain, 1 wood")
        assert refused(state, EndProduction()) == {"produce.forced"}
        assert allowed(made(state, Produce(COAL)), EndProduction())

    def test_nobody_has_to_by_the_other_reading(self) -> None:
        state = at_charburner(NEAT, morning="2 grain, 1 wood", ruleset=readings(production_forced="optional"))
        assert allowed(state, EndProduction())


@clause("produce.craftsman-leaves")
class TestCraftsmanLeaves:
    """When production is over, the craftsman leaves his building, which is then free for an assistant."""

    @pytest.mark.parametrize(("reading", "place"), [("leaves", ABSENT), ("stays", COAL)])
    def test_when_production_is_over(self, reading: str, place: int) -> None:
        state = at_charburner(NEAT, ruleset=readings(craftsman_leaves=reading))
        after = play(state, EndProduction())
        assert (after.turn.stage, after.players[0].craftsman) == (Stage.BUILDING, place)
        assert after.players[0].mode is (None if reading == "leaves" else NEAT)
        assert after.chains == 0


def test_no_card_is_lost_by_producing() -> None:
    for step in moves_of(Produce, Spend, Cover):
        assert lying(step.after) == lying(step.before)
        seat = step.before.turn.seat
        before, after = goods(step.before, seat), goods(step.after, seat)
        assert all(after[id_] >= number for id_, number in before.items())


def test_clauses_that_say_who_may_produce() -> None:
    assert [grant.id for grant in LAW.grants[Produce]] == ["produce.craftsman", "produce.assistant"]
