"""Producing inventions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind, Components, InventionCard, Reward
from era_of_inventions.box.goods import NO_GOODS, ONE, Good, pack, unpack
from era_of_inventions.moves import EndAction, ProduceInvention, UseBonusDisc
from era_of_inventions.position import EMPTY, Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import generated_components, rulesets_with
from tests import at_most
from tests.era.rules.support import against, allowed, changed, clause, gained, play, told
from tests.support.positions import SHIPPED, cards, plenty, position, stock, with_card

START_CARDS = cards(CardKind.START)
INVENTIONS = range(9)
FINE = (Good.METAL, Good.TECHNOLOGY, Good.TOOL)
DRAWN = tuple(evolve(generated_components(seed), signs=()) for seed in range(1, 4))
"""Sets in which cards cost and yield anything, and no space of the influence track adds to what is looked at."""
BOXES = (evolve(SHIPPED, signs=()), *DRAWN)
FEW = at_most(50)
"""For properties whose positions take long to draw."""
ELSEWHERE = (
    {"phase": Phase.PLACEMENT},
    {"phase": Phase.CHOICE, "discs": {0: [Area.PRODUCE]}},
    {"phase": Phase.BONUS_OFFER},
    {"phase": Phase.FINAL_MARKET},
    {"phase": Phase.GAME_OVER},
    *({"phase": Phase.ACTION, "area": area} for area in Area if area is not Area.PRODUCE),
)
"""Moments that are no production of seat 0."""


@st.composite
def tables(draw: st.DrawFn, least: int = 0, most: int = 5, made: int = 3, neutral: bool = False) -> State:
    """Somebody is about to produce, with so many of each good and after up to so many cards.

    A start card lies among the cards on the board. Of the inventions some are developed, by anybody or, where
    everything is ``neutral``, all by the one who produces, so that nobody is paid for them.
    """
    box = draw(st.sampled_from(BOXES))
    seat = draw(st.integers(0, 3))
    developed = sorted(draw(st.sets(st.sampled_from(INVENTIONS), max_size=5)))
    owners = {invention: seat if neutral else draw(st.integers(0, 3)) for invention in developed}
    in_play = [i for i, card in enumerate(box.cards) if card.invention is None or card.invention in owners]
    shown = draw(st.lists(st.sampled_from(in_play), unique=True, min_size=2, max_size=6))
    shown.append(draw(st.sampled_from([card for card in START_CARDS if card not in shown])))
    gone = [i for i in START_CARDS if i not in shown][: draw(st.integers(0, made))]
    return position(
        components=box,
        phase=Phase.ACTION,
        seat=seat,
        area=Area.PRODUCE,
        goods={seat: {good: draw(st.integers(least, most)) for good in Good}},
        influence={seat: draw(st.integers(0, 9))},
        developed={who: [2 * i for i in developed if owners[i] == who] for who in range(4)},
        display=draw(st.permutations([*shown, *[EMPTY] * (7 - len(shown))])),
        discards=gone,
        turn={"made": tuple(gone)},
    )


def move_of(state: State, card: int, choice: int = 0) -> ProduceInvention:
    """The production of a card; the question marks of a fake are filled with one kind."""
    return ProduceInvention(card, state.components.cards[card].question_marks * ONE[FINE[choice]])


@st.composite
def chances(draw: st.DrawFn, neutral: bool = False) -> tuple[State, ProduceInvention]:
    """A rich player and a displayed card that this player may produce."""
    state = draw(tables(least=6, most=9, made=2, neutral=neutral))
    free = [card for card in state.board.display if card != EMPTY and not own_fake(state, card)]
    return state, move_of(state, draw(st.sampled_from(free)), draw(st.integers(0, 2)))


def own_fake(state: State, card: int) -> bool:
    """Whether a card is the fake of an invention of the player in turn."""
    printed = state.components.cards[card]
    return printed.kind is CardKind.FAKE and bool(state.me.developed & 2 ** (2 * (printed.invention or 0)))


def card_of(state: State, move: ProduceInvention) -> InventionCard:
    """The card that is to be produced."""
    return state.components.cards[move.card]


def price(state: State, move: ProduceInvention) -> Counter[Good]:
    """What a card costs: what is printed, and the cubes for the question marks."""
    return Counter(dict(unpack(card_of(state, move).cost))) + Counter(dict(unpack(move.cubes)))


def short(state: State, move: ProduceInvention) -> bool:
    """Whether the producer has too little of anything."""
    held = stock(state, state.turn.seat)
    return any(held.get(good, 0) < number for good, number in price(state, move).items())


def at(state: State, counts: Counter[Good]) -> dict[str, int]:
    """Counts as changes of the player in turn, without those that are none."""
    return {f"{state.turn.seat}.{good.name.lower()}": number for good, number in counts.items() if number}


def producing(*display: int, components: Components = BOXES[0], **goods: int) -> State:
    """Seat 0 of four is about to produce with exactly these goods; seat 1 has developed all inventions."""
    return position(
        components=components,
        phase=Phase.ACTION,
        area=Area.PRODUCE,
        goods={0: {Good[name.upper()]: number for name, number in goods.items()}},
        developed={1: [2 * invention for invention in INVENTIONS]},
        display=display,
    )


@clause("produce.action")
class TestAction:
    """The action of area D, and of no other, lets a player produce inventions, whoever developed them."""

    @FEW
    @given(tables(most=3), st.integers(0, 38), st.integers(0, 2))
    def test_what_is_displayed_and_can_be_paid_up_to_three(self, state: State, card: int, choice: int) -> None:
        move = move_of(state, card, choice)
        possible = card in state.board.display and not short(state, move) and len(state.turn.made) < 3
        assert allowed(state, move) == (possible and not own_fake(state, card))

    @FEW
    @given(chances())
    def test_any_displayed_card_that_can_be_paid(self, chance: tuple[State, ProduceInvention]) -> None:
        assert allowed(*chance)

    @given(st.sampled_from(ELSEWHERE), st.integers(0, 6))
    def test_at_no_other_moment(self, moment: dict[str, Any], space: int) -> None:
        state = position(**moment, goods={0: plenty()})
        assert not allowed(state, ProduceInvention(state.board.display[space]))


@clause("produce.displayed-only")
class TestDisplayedOnly:
    """Only cards that lie face up on the board can be produced; a gap stays open."""

    @FEW
    @given(tables(), st.integers(0, 38))
    def test_forbids_exactly_what_does_not_lie_there(self, state: State, card: int) -> None:
        lies = card in list(state.board.display)
        assert ("produce.displayed-only" in against(state, move_of(state, card))) == (not lies)

    @FEW
    @given(chances(), st.integers(0, 38))
    def test_nobody_produces_from_the_piles_or_twice(self, chance: tuple[State, ProduceInvention], card: int) -> None:
        state, move = chance
        after = play(state, move)
        assert not allowed(after, move)
        if card not in state.board.display:
            assert not allowed(state, move_of(state, card))
            assert not allowed(after, move_of(after, card))

    def test_a_card_that_waits_beside_the_piles_is_not_there_yet(self) -> None:
        state = position(
            phase=Phase.ACTION,
            area=Area.PRODUCE,
            goods={0: plenty()},
            developed={1: [0]},
            developed_this_round=[0],
        )
        assert against(state, ProduceInvention(0)) == {"produce.displayed-only"}
        assert not allowed(state, ProduceInvention(0))


@clause("produce.printed-cost")
class TestCostPrinted:
    """A card costs what its bottom shows, a fake besides the cubes chosen for the question marks."""

    @FEW
    @given(chances())
    def test_exactly_that_is_enough_and_one_less_is_not(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        cost = price(state, move)
        after = play(holding(state, cost), move)
        assert gained(holding(state, Counter()), after) == gained_from(state, move)
        for good in cost:
            poorer = Counter(plenty()) - Counter({good: 9 - cost[good] + 1})
            assert not allowed(holding(state, poorer), move)

    def test_the_telephone_of_the_example(self) -> None:
        telephone = SHIPPED.card_named("telephone-1") or 0
        state = producing(telephone, metal=2, technology=1, tool=1, coal=2)
        assert stock(play(state, ProduceInvention(telephone)), 0) == {Good.METAL: 1}


def holding(state: State, goods: Counter[Good]) -> State:
    """The same position with exactly these goods in the stock of the player in turn."""
    players = list(state.players)
    players[state.turn.seat] = evolve(state.players[state.turn.seat], goods=pack(goods))
    return evolve(state, players=tuple(players))


def gained_from(state: State, move: ProduceInvention) -> dict[str, int]:
    """What a card brings its producer and the inventors, on a track without signs."""
    card, box = card_of(state, move), state.components
    brings = at(state, Counter(dict(unpack(card.profit.goods))))
    if card.profit.influence:
        brings[f"{state.turn.seat}.influence"] = card.profit.influence
    for seat, player in enumerate(state.players):
        if card.kind is CardKind.OFFICIAL and seat != state.turn.seat and card.invention is not None:
            space = 2 * card.invention
            if player.developed & 2**space:
                brings[f"{seat}.influence"] = box.spaces[space].income.influence
    return brings


@clause("produce.must-afford")
class TestMustAfford:
    """A card cannot be produced without all the goods it costs."""

    @FEW
    @given(tables(most=3), st.integers(0, 38), st.integers(0, 2))
    def test_forbids_exactly_what_cannot_be_paid(self, state: State, card: int, choice: int) -> None:
        move = move_of(state, card, choice)
        assert ("produce.must-afford" in against(state, move)) == short(state, move)

    @FEW
    @given(tables(most=1, made=0), st.integers(0, 6))
    def test_displayed_but_too_dear(self, state: State, space: int) -> None:
        card = state.board.display[space]
        if card != EMPTY and short(state, move_of(state, card)):
            assert not allowed(state, move_of(state, card))

    @given(st.integers(0, 3), st.integers(1, 4), st.integers(0, 5))
    def test_the_profit_of_a_card_does_not_pay_for_it(self, coins: int, cost: int, profit: int) -> None:
        box = with_card(0, BOXES[0], cost=cost * ONE[Good.COIN], profit=Reward(profit * ONE[Good.COIN]))
        state = producing(0, components=box, coin=coins)
        assert allowed(state, ProduceInvention(0)) == (coins >= cost)


@clause("produce.one-to-three")
class TestOneToThree:
    """At most three cards are produced in one action, fakes among them; fewer may be."""

    @given(st.permutations([27, 28, 29, 0, 2, 5]))
    def test_three_are_free_and_a_fourth_is_not(self, order: list[int]) -> None:
        state = producing(*order, wood=20, coal=20, metal=20, technology=20, tool=20, coin=20)
        moves = [move_of(state, card) for card in order]
        for move in moves[:3]:
            assert allowed(state, move)
            assert allowed(state, EndAction())
            state = play(state, move)
        assert against(state, moves[3]) == {"produce.one-to-three"}
        assert not allowed(state, moves[3])

    @FEW
    @given(tables(), st.integers(0, 38))
    def test_forbids_after_three_only(self, state: State, card: int) -> None:
        assert ("produce.one-to-three" in against(state, move_of(state, card))) == (len(state.turn.made) >= 3)

    @given(rulesets_with("action-caps"), st.lists(st.integers(0, 2), min_size=1, max_size=3))
    def test_cards_of_the_whole_turn_by_the_other_reading(self, ruleset: Ruleset, actions: list[int]) -> None:
        turn = Turn(Phase.BONUS_ACTION, 0, made=tuple(START_CARDS[: actions[0]]))
        for made in actions[1:]:
            turn = Turn(Phase.BONUS_ACTION, 0, made=tuple(START_CARDS[:made]), before=turn)
        state = evolve(position(ruleset=ruleset), turn=turn)
        counted = actions[-1] if ruleset.action_caps == "apart" else sum(actions)
        assert ("produce.one-to-three" in against(state, ProduceInvention(START_CARDS[9]))) == (counted >= 3)

    def test_an_action_by_bonus_disc_begins_anew(self) -> None:
        state = producing(*START_CARDS[:7], coal=20, metal=20, technology=20, tool=20)
        state = play(state, *map(ProduceInvention, START_CARDS[:3]), EndAction(), UseBonusDisc())
        assert allowed(state, ProduceInvention(START_CARDS[3]))


@clause("produce.paid-to-supply")
class TestPaid:
    """The cost goes to the general supply, and to no player."""

    @FEW
    @given(chances(neutral=True))
    def test_what_the_players_hold_together_falls_by_the_cost(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        after = play(state, move)
        profit = Counter(dict(unpack(card_of(state, move).profit.goods)))
        for good in Good:
            held = [sum(stock(s, seat).get(good, 0) for seat in range(4)) for s in (state, after)]
            assert held[0] - held[1] == price(state, move)[good] - profit[good]
        assert after.board.loads == state.board.loads

    @FEW
    @given(chances())
    def test_the_producer_pays_and_nobody_else(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        net = price(state, move)
        net.subtract(dict(unpack(card_of(state, move).profit.goods)))
        paid = {name: -change for name, change in gained(state, play(state, move)).items() if change < 0}
        assert paid == {name: number for name, number in at(state, net).items() if number > 0}


@clause("produce.to-open-discard")
class TestToOpenDiscard:
    """A produced card leaves its space open and lies on the open discard pile."""

    @FEW
    @given(chances(neutral=True))
    def test_exactly_this_changes(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        board, me, seat = state.board, state.me, state.turn.seat
        net = Counter(dict(unpack(card_of(state, move).profit.goods)))
        net.subtract(price(state, move))
        expected: dict[str, Any] = {
            f"{seat}.{good.name.lower()}": (stock(state, seat)[good], stock(state, seat)[good] + number)
            for good, number in net.items()
            if number
        }
        if influence := card_of(state, move).profit.influence:
            expected[f"{seat}.influence"] = me.influence, me.influence + influence
        expected["display"] = board.display, tuple(EMPTY if card == move.card else card for card in board.display)
        expected["discards"] = board.discards, board.discards + 2**move.card
        after = play(state, move)
        assert changed(state, after) == expected
        assert (after.turn.phase, after.turn.seat) == (Phase.ACTION, seat)
        assert after.turn.made == (*state.turn.made, move.card)

    @FEW
    @given(chances())
    def test_nobody_can_produce_it_this_round(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        after = play(state, move)
        for seat in range(4):
            rich = tuple(evolve(player, goods=pack(plenty())) for player in after.players)
            turn = evolve(after.turn, seat=seat, made=())
            assert not allowed(evolve(after, players=rich, turn=turn), move)

    @pytest.mark.parametrize("board", [{"discards": 2**27}, {"deck": 0b1}])
    def test_a_card_twice_is_no_position(self, board: dict[str, Any]) -> None:
        state = position(developed={1: [0]}, display=[0, 27])
        problems = Game.from_state(state).check(evolve(state, board=evolve(state.board, **board)))
        assert [problem.clause for problem in problems if "nowhere" not in problem.text] == ["produce.to-open-discard"]

    @given(st.sampled_from([*range(3), *START_CARDS]))
    def test_a_card_nowhere_is_no_position_unless_it_is_a_start_card(self, card: int) -> None:
        state = position(developed={1: [0]}, display=[])
        without = evolve(state, board=evolve(state.board, deck=state.board.deck - 2**card))
        expected = [] if card in START_CARDS else ["refresh.start-cards-removed"]
        assert [problem.clause for problem in Game.from_state(state).check(without)] == expected


YIELDS = ("produce.profit-goods", "produce.profit-influence", "influence.sign-paid", "income.right-number")
"""The clauses by which a produced card brings something."""


@clause("produce.one-by-one")
class TestSequential:
    """Cards are carried out one after another, so the yield of one can pay for the next."""

    @given(st.integers(0, 3), st.integers(0, 3), st.integers(1, 5))
    def test_the_first_pays_for_the_second(self, coins: int, profit: int, cost: int) -> None:
        first, second = START_CARDS[:2]
        box = with_card(first, BOXES[0], cost=NO_GOODS, profit=Reward(profit * ONE[Good.COIN]))
        box = with_card(second, box, cost=cost * ONE[Good.COIN], profit=Reward(NO_GOODS, 1))
        state = producing(first, second, components=box, coin=coins)
        assert allowed(state, ProduceInvention(second)) == (coins >= cost)
        assert allowed(play(state, ProduceInvention(first)), ProduceInvention(second)) == (coins + profit >= cost)

    @FEW
    @given(chances())
    def test_each_card_is_done_with_before_the_next(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        after = play(state, move)
        cost, brings = at(state, price(state, move)), gained_from(state, move)
        whole = {name: brings.get(name, 0) - cost.get(name, 0) for name in cost | brings}
        assert gained(state, after) == {name: number for name, number in whole.items() if number}
        assert gained(after, play(after, EndAction())) == {}

    @pytest.mark.parametrize("batch", [False, True])
    def test_each_card_brings_its_profit_and_then_its_income(self, batch: bool) -> None:
        """Seat 3 of five produces a telephone (3 influence) and a camera (4), with signs on 3 and on 7.

        The telephone pays seat 4 an influence and seat 1 two coins, the camera pays seat 1 two influence. Where all
        cards are paid first, all this comes at the end, in the same order.
        """
        telephone = [(3, "influence", 0, 3), (3, "coal", 7, 8), (4, "influence", 0, 1), (1, "coins", 2, 4)]
        camera = [(3, "influence", 3, 7), (3, "metal", 7, 8), (1, "influence", 0, 2)]
        state = position(
            5,
            ruleset=Ruleset(produce_order="batch" if batch else "one-by-one"),
            phase=Phase.ACTION,
            area=Area.PRODUCE,
            seat=3,
            start=1,
            goods={3: plenty()},
            developed={4: [6], 1: [7, 10]},
            display=[9, 15],
        )
        brought = []
        for move in (ProduceInvention(9), ProduceInvention(15), EndAction()):
            brought.append(told(state, move, *YIELDS))
            state = play(state, move)
        if batch:
            telephone[1] = (3, "coal", 6, 7)  # the coal of the camera is paid by then
            assert brought == [[], [], telephone + camera]
        else:
            assert brought == [telephone, camera, []]


@clause("produce.profit-goods")
class TestProfitGoods:
    """The coins and cogs on top of a card, of any kind, go from the general supply to the producer."""

    @FEW
    @given(chances(neutral=True))
    def test_exactly_what_is_printed(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        change = Counter({name: number for name, number in gained(state, play(state, move)).items() if "." in name})
        change.update(at(state, price(state, move)))
        found = {name: number for name, number in change.items() if number and "influence" not in name}
        assert found == at(state, Counter(dict(unpack(card_of(state, move).profit.goods))))

    @FEW
    @given(st.sampled_from([0, 1, 2, 27]), st.integers(0, 5), st.integers(0, 5))
    def test_official_fake_and_start_cards_alike(self, card: int, coins: int, cogs: int) -> None:
        profit = Reward(pack({Good.COIN: coins, Good.COG: cogs}))
        box = with_card(card, BOXES[0], cost=NO_GOODS, profit=profit)
        state = producing(card, components=box, metal=2)
        after = play(state, move_of(state, card))
        found = [stock(after, 0).get(good, 0) for good in (Good.COIN, Good.COG)]
        assert found == [coins, cogs]
        assert [stock(after, seat) for seat in (1, 2, 3)] == [stock(state, seat) for seat in (1, 2, 3)]


@clause("produce.profit-influence")
class TestProfitInfluence:
    """The influence on top of a card moves the producer's pawn at once, and no other for it."""

    @FEW
    @given(chances(neutral=True))
    def test_exactly_what_is_printed(self, chance: tuple[State, ProduceInvention]) -> None:
        state, move = chance
        expected = [player.influence for player in state.players]
        expected[state.turn.seat] += card_of(state, move).profit.influence
        assert [player.influence for player in play(state, move).players] == expected

    @FEW
    @given(st.sampled_from([0, 1, 2, 27]), st.integers(0, 9))
    def test_official_fake_and_start_cards_alike(self, card: int, influence: int) -> None:
        box = with_card(card, BOXES[0], cost=NO_GOODS, profit=Reward(NO_GOODS, influence))
        state = producing(card, components=box, metal=2)
        after = play(state, move_of(state, card))
        assert after.players[0].influence == influence
        assert [player.influence for player in after.players[2:]] == [0, 0]
