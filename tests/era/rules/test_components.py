"""The material in the box: each fact is missed where a set lacks it, and only that fact."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions import check_components
from era_of_inventions.box.components import Area, CardKind, Components, LoadSource, PatentSquare, Reward
from era_of_inventions.box.goods import CUBES, FINE_CUBES, NO_GOODS, Good, Goods, count, pack, unpack
from era_of_inventions.moves import ProduceInvention
from era_of_inventions.position import Board, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rules.components import display_rows
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import component_sets, generated_components, goods, reachable_states
from tests import at_most
from tests.era.rules.support import clause, play
from tests.support.positions import SHIPPED, cards, original, position, with_card, with_factory, with_space

STATED_SPACES = ("sewing machine", "steam train", "car")
SPACES = [i for i, space in enumerate(SHIPPED.spaces) if SHIPPED.inventions[space.invention] not in STATED_SPACES]
ORIGINALS = [space for space in SPACES if space % 2 == 0]
TECHNICALS = [space for space in SPACES if space % 2 == 1]
WORKED = {
    SHIPPED.card_named("telephone-1") or 0: ((Good.TECHNOLOGY, Good.TOOL), (2, 1, 3)),
    SHIPPED.card_named("cash-register-1") or 0: ((Good.TECHNOLOGY,), (1, 1, 2)),
}
"""The cards of the worked example: one cube each of these kinds, and coal, metal and influence."""
OFFICIALS = [card for card in cards(CardKind.OFFICIAL) if card not in WORKED]
FAKES = cards(CardKind.FAKE)
STARTS = cards(CardKind.START)
NOT_FAKES = [*OFFICIALS, *STARTS]
FACTORIES = range(24)
KNOWN_SIGNS = {6: Good.TOOL, 7: Good.METAL, 9: Good.COIN, 11: Good.WOOD}

sets = st.sampled_from([generated_components(seed) for seed in range(20)])
counts = st.integers(0, 99)


def one(*values: Good, most: int = 3) -> st.SearchStrategy[Goods]:
    """Goods of one of the given kinds, at least one piece."""
    return st.builds(lambda good, number: pack({good: number}), st.sampled_from(values), st.integers(1, most))


def from_all(values: Iterable[int]) -> st.SearchStrategy[int]:
    return st.sampled_from(list(values))


def offended(components: Components) -> set[str]:
    """The facts a set disagrees with."""
    return {problem.clause for problem in check_components(components)}


def without_card(components: Components, card: int) -> Components:
    return evolve(components, cards=components.cards[:card] + components.cards[card + 1 :])


def supplied(components: Components, good: Good, number: int) -> Components:
    """The set with so many of one kind in the box."""
    box = {other: count(components.supply, other) for other in Good}
    return evolve(components, supply=pack(box | {good: number}))


class TestAgreement:
    """Whatever agrees with the rulebooks is reported with nothing, so no fact asks for too much."""

    @given(component_sets())
    def test_of_generated_sets(self, components: Components) -> None:
        assert offended(components) == set()

    def test_of_the_shipped_set(self) -> None:
        assert offended(SHIPPED) == set()


@clause("components.display-rows")
class TestDisplayRows:
    """Seven spaces for inventions, five for factories, and three exits on each path."""

    def test_numbers(self) -> None:
        assert display_rows() == (7, 5, 3)

    @given(reachable_states())
    def test_all_positions_have_them(self, state: State) -> None:
        assert (len(state.board.display), len(state.board.row)) == (7, 5)
        assert not Game.from_state(state).check(state)

    @given(st.sampled_from(["display", "row", "loads"]), st.integers(0, 6), st.integers(1, 3))
    def test_other_lengths_are_no_position(self, path: str, short: int, more: int) -> None:
        state = position()
        whole = getattr(state.board, path)
        for other in (whole[: min(short, len(whole) - 1)], whole + (-1,) * more):
            board: Board = evolve(state.board, **{path: other})
            problems = Game.from_state(state).check(evolve(state, board=board))
            assert {problem.about for problem in problems} == {f"board.{path}"}

    @given(st.sampled_from([-2, 39, 99]), st.sampled_from([-3, 24, 60]))
    def test_what_does_not_exist_is_not_shown(self, card: int, factory: int) -> None:
        state = position()
        for path, other in (
            ("display", evolve(state.board, display=(card, *state.board.display[1:]))),
            ("row", evolve(state.board, row=(factory, *state.board.row[1:]))),
        ):
            problems = Game.from_state(state).check(evolve(state, board=other))
            assert [problem.about for problem in problems] == [f"board.{path}"]

    @given(st.sampled_from(["developed", "patented"]), st.integers(18, 30), st.integers(0, 3))
    def test_markers_lie_on_spaces(self, field: str, space: int, seat: int) -> None:
        state = position()
        marker: dict[str, Any] = {field: 1 << space}
        owner = evolve(state.players[seat], **marker)
        players = (*state.players[:seat], owner, *state.players[seat + 1 :])
        problems = Game.from_state(state).check(evolve(state, players=players))
        assert [problem.about for problem in problems] == [f"players.{field}"]


@clause("components.nine-inventions")
class TestNineInventions:
    """Nine inventions, each with an original and a technical space."""

    @given(
        sets,
        st.sampled_from(["typewriter", "gramophone", "camera", "airplane"]),
        st.sampled_from(["", "Camera", "motor car", "submarine"]),
    )
    def test_another_name(self, components: Components, name: str, other: str) -> None:
        names = tuple(other if known == name else known for known in components.inventions)
        assert offended(evolve(components, inventions=names)) == {"components.nine-inventions"}

    @given(sets)
    def test_eight(self, components: Components) -> None:
        eight = evolve(
            components,
            inventions=components.inventions[:8],
            spaces=components.spaces[:16],
            cards=tuple(card for card in components.cards if card.invention != 8),
        )
        assert offended(eight) == {"components.nine-inventions"}

    @given(sets, from_all(ORIGINALS))
    def test_technical_before_original(self, components: Components, space: int) -> None:
        original, technical = components.spaces[space : space + 2]
        swapped = (*components.spaces[:space], technical, original, *components.spaces[space + 2 :])
        assert offended(evolve(components, spaces=swapped)) == {"components.nine-inventions"}

    @given(sets)
    def test_a_space_more(self, components: Components) -> None:
        more = evolve(components, spaces=(*components.spaces, components.spaces[0]))
        assert "components.nine-inventions" in offended(more)


@clause("components.invention-cards")
class TestInventionCards:
    """Three cards for each invention."""

    @given(sets, from_all(OFFICIALS))
    def test_two_or_four(self, components: Components, card: int) -> None:
        assert offended(without_card(components, card)) == {"components.invention-cards"}
        twin = evolve(components.cards[card], id="twin")
        assert offended(evolve(components, cards=(*components.cards, twin))) == {"components.invention-cards"}


@clause("components.official-fake-split")
class TestOfficialFakeSplit:
    """Two official cards and one fake of each invention."""

    @given(sets, from_all(FAKES))
    def test_no_fake(self, components: Components, card: int) -> None:
        official = with_card(card, components, kind=CardKind.OFFICIAL, question_marks=0)
        assert offended(official) == {"components.official-fake-split"}

    @given(sets, from_all(OFFICIALS), st.integers(1, 4), one(Good.COAL))
    def test_two_fakes(self, components: Components, card: int, marks: int, coal: Goods) -> None:
        fake = with_card(card, components, kind=CardKind.FAKE, question_marks=marks, cost=coal)
        assert offended(fake) == {"components.official-fake-split"}


@clause("components.start-cards")
class TestStartCards:
    """Twelve start cards, of no invention."""

    @given(sets, from_all(STARTS))
    def test_eleven_or_thirteen(self, components: Components, card: int) -> None:
        assert offended(without_card(components, card)) == {"components.start-cards"}
        twin = evolve(components.cards[card], id="twin")
        assert offended(evolve(components, cards=(*components.cards, twin))) == {"components.start-cards"}

    @given(sets, from_all(OFFICIALS), from_all(STARTS))
    def test_a_start_card_of_an_invention(self, components: Components, official: int, start: int) -> None:
        taking_its_place = with_card(start, components, invention=components.cards[official].invention)
        assert offended(without_card(taking_its_place, official)) == {"components.start-cards"}


@clause("components.factory-cards")
class TestFactoryCards:
    """Twenty-four factories besides the five start factories."""

    @given(sets, st.integers(1, 40))
    def test_any_other_number(self, components: Components, number: int) -> None:
        signed = evolve(components.factories[0], influence=1)
        factories = (signed, *components.factories, *components.factories)[:number]
        found = offended(evolve(components, factories=factories))
        assert found == (set() if number == 24 else {"components.factory-cards"})


@clause("components.start-factory")
class TestStartFactory:
    """A start factory yields one wood."""

    @given(sets, goods(2))
    def test_any_other_yield(self, components: Components, output: Goods) -> None:
        start = evolve(components.start_factory, output=output)
        other = output != pack({Good.WOOD: 1})
        assert offended(evolve(components, start_factory=start)) == ({"components.start-factory"} if other else set())


@clause("components.card-anatomy")
class TestCardAnatomy:
    """Factories and inventions show a cost and a yield."""

    @given(sets, from_all(FACTORIES))
    def test_factories(self, components: Components, factory: int) -> None:
        assert offended(with_factory(factory, components, output=0)) == {"components.card-anatomy"}
        assert offended(with_factory(factory, components, cost=0)) == {"components.card-anatomy"}

    @given(sets, from_all(NOT_FAKES))
    def test_inventions(self, components: Components, card: int) -> None:
        assert offended(with_card(card, components, cost=0)) == {"components.card-anatomy"}

    @given(sets, from_all([*NOT_FAKES, *FAKES]))
    def test_profits(self, components: Components, card: int) -> None:
        assert offended(with_card(card, components, profit=Reward())) == {"components.card-anatomy"}


@clause("components.space-anatomy")
class TestSpaceAnatomy:
    """Every space shows cogs, influence and an income."""

    @given(sets, from_all(SPACES))
    def test_each_number(self, components: Components, space: int) -> None:
        assert offended(with_space(space, components, cogs=0)) == {"components.space-anatomy"}
        assert offended(with_space(space, components, influence=0)) == {"components.space-anatomy"}
        assert offended(with_space(space, components, income=Reward())) == {"components.space-anatomy"}


@clause("components.affordable")
class TestAffordable:
    """No space costs more than seven cogs."""

    @given(sets, from_all(SPACES), st.integers(1, 20))
    def test_more_than_seven(self, components: Components, space: int, cogs: int) -> None:
        assert offended(with_space(space, components, cogs=cogs)) == ({"components.affordable"} if cogs > 7 else set())


@clause("components.factory-costs")
class TestFactoryCosts:
    """Wood or coal or both, and nothing else."""

    @given(sets, from_all(FACTORIES), goods(2))
    def test_kinds(self, components: Components, factory: int, cost: Goods) -> None:
        others = [good for good in Good if good not in (Good.WOOD, Good.COAL) and count(cost, good)]
        wrong = {"components.factory-costs"} if others else set()
        assert offended(with_factory(factory, components, cost=cost)) - {"components.card-anatomy"} == wrong

    @given(sets, from_all(FACTORIES), one(Good.WOOD, Good.COAL), goods(3, (Good.WOOD, Good.COAL)))
    def test_wood_and_coal_are_free(self, components: Components, factory: int, one: Goods, more: Goods) -> None:
        for cost in (one, one + more):
            assert offended(with_factory(factory, components, cost=cost)) == set()

    def test_generated_sets_have_factories_of_each_cost(self) -> None:
        shown = {
            (bool(count(factory.cost, Good.WOOD)), bool(count(factory.cost, Good.COAL)))
            for seed in range(20)
            for factory in generated_components(seed).factories
        }
        assert shown == {(True, False), (False, True), (True, True)}


@clause("components.influence-factory")
class TestInfluenceFactory:
    """Some factory gives one influence."""

    @given(sets, st.lists(st.sampled_from([0, 2, 3]), min_size=24, max_size=24), st.none() | from_all(FACTORIES))
    def test_at_least_one(self, components: Components, influence: list[int], signed: int | None) -> None:
        shown = [1 if factory == signed else number for factory, number in enumerate(influence)]
        factories = [evolve(f, influence=n) for f, n in zip(components.factories, shown, strict=True)]
        found = offended(evolve(components, factories=tuple(factories)))
        assert found == ({"components.influence-factory"} if signed is None else set())


@clause("components.card-costs")
class TestInventionCosts:
    """Cubes, coins on official cards alone, never cogs."""

    @given(sets, from_all(NOT_FAKES), goods(2, FINE_CUBES), st.integers(0, 2), st.integers(0, 2))
    def test_kinds(self, components: Components, card: int, cubes: Goods, coins: int, cogs: int) -> None:
        cost = cubes + pack({Good.COAL: 1, Good.COIN: coins, Good.COG: cogs})
        wrong = cogs or (coins and components.cards[card].kind is not CardKind.OFFICIAL)
        assert offended(with_card(card, components, cost=cost)) == ({"components.card-costs"} if wrong else set())


@clause("components.no-wood")
class TestNoWood:
    """Wood never pays for an invention."""

    @given(sets, from_all(NOT_FAKES), st.integers(0, 3), goods(2, FINE_CUBES))
    def test_wood(self, components: Components, card: int, wood: int, cubes: Goods) -> None:
        cost = cubes + pack({Good.WOOD: wood, Good.COAL: 1})
        assert offended(with_card(card, components, cost=cost)) == ({"components.no-wood"} if wood else set())


@clause("components.card-profits")
class TestProfitKinds:
    """Coins, cogs and influence."""

    @given(sets, from_all([*NOT_FAKES, *FAKES]), goods(1), st.integers(1, 7))
    def test_kinds(self, components: Components, card: int, profit: Goods, influence: int) -> None:
        found = offended(with_card(card, components, profit=Reward(profit, influence)))
        assert found == ({"components.card-profits"} if any(count(profit, good) for good in CUBES) else set())

    @given(sets, from_all(FAKES), one(Good.COIN, Good.COG))
    def test_coins_and_cogs_are_free(self, components: Components, card: int, profit: Goods) -> None:
        assert offended(with_card(card, components, profit=Reward(profit))) == set()


@clause("components.fake-costs")
class TestFakesShowCoalAndMarks:
    """Fakes show question marks and coal, other cards no question mark."""

    @given(sets, from_all(FAKES), st.integers(0, 4), st.integers(0, 3))
    def test_both_are_needed(self, components: Components, card: int, marks: int, coal: int) -> None:
        found = offended(with_card(card, components, question_marks=marks, cost=pack({Good.COAL: coal})))
        assert found - {"components.card-anatomy"} == (set() if marks and coal else {"components.fake-costs"})

    @given(sets, from_all(FAKES), one(*FINE_CUBES))
    def test_other_cubes_are_not_printed(self, components: Components, card: int, cubes: Goods) -> None:
        cost = cubes + pack({Good.COAL: 1})
        assert offended(with_card(card, components, cost=cost)) == {"components.fake-costs"}

    @given(sets, from_all(NOT_FAKES), st.integers(1, 4))
    def test_others_show_no_mark(self, components: Components, card: int, marks: int) -> None:
        assert offended(with_card(card, components, question_marks=marks)) == {"components.fake-costs"}


@clause("components.original-income")
class TestOriginalIncome:
    """Originals pay influence."""

    @given(sets, from_all(ORIGINALS), goods(1), st.integers(1, 5))
    def test_no_goods(self, components: Components, space: int, paid: Goods, influence: int) -> None:
        found = offended(with_space(space, components, income=Reward(paid, influence)))
        assert found == ({"components.original-income"} if paid else set())


@clause("components.technical-income")
class TestTechnicalIncome:
    """Technicals pay coins."""

    @given(sets, from_all(TECHNICALS), goods(1), st.integers(0, 2))
    def test_coins_alone(self, components: Components, space: int, paid: Goods, influence: int) -> None:
        income = Reward(paid + pack({Good.COIN: 1}), influence)
        wrong = influence or any(count(paid, good) for good in Good if good is not Good.COIN)
        assert offended(with_space(space, components, income=income)) == (
            {"components.technical-income"} if wrong else set()
        )

    @given(sets, from_all(TECHNICALS), st.integers(1, 9))
    def test_any_number_of_coins(self, components: Components, space: int, coins: int) -> None:
        assert offended(with_space(space, components, income=Reward(pack({Good.COIN: coins})))) == set()


@clause("components.patent-squares")
class TestPatentSquares:
    """Six squares."""

    @given(sets, st.integers(2, 10))
    def test_any_other_number(self, components: Components, number: int) -> None:
        squares = (*components.patent_squares, *(PatentSquare(4, 2),) * 4)[:number]
        found = offended(evolve(components, patent_squares=squares))
        assert found == (set() if number == 6 else {"components.patent-squares"})


@clause("components.first-two-squares")
class TestFirstTwoSquares:
    """The first costs one coin, the second two; each gives one influence."""

    @given(sets, st.integers(0, 5), st.integers(0, 5), st.integers(0, 3))
    def test_their_numbers(self, components: Components, square: int, coins: int, influence: int) -> None:
        squares = list(components.patent_squares)
        squares[square] = PatentSquare(coins, influence)
        right = square >= 2 or (coins, influence) == ((1, 1) if square == 0 else (2, 1))
        found = offended(evolve(components, patent_squares=tuple(squares)))
        assert found == (set() if right else {"components.first-two-squares"})


@clause("components.known-signs")
class TestKnownSigns:
    """A tool on 6, metal on 7, a coin on 9 and wood on 11."""

    @given(sets, st.sampled_from(sorted(KNOWN_SIGNS)), st.sampled_from([*CUBES, Good.COIN, None]))
    def test_each_sign(self, components: Components, space: int, sign: Good | None) -> None:
        signs = dict(components.signs)
        del signs[space]
        if sign is not None:
            signs[space] = sign
        found = offended(evolve(components, signs=tuple(signs.items())))
        assert found == (set() if sign is KNOWN_SIGNS[space] else {"components.known-signs"})


@clause("components.sign-kinds")
class TestSignKinds:
    """Resources or coins, one on a space, on the track."""

    @given(sets, st.integers(12, 80), st.sampled_from(Good))
    @example(SHIPPED, 13, Good.COG)
    def test_another_sign(self, components: Components, space: int, sign: Good) -> None:
        taken = space in dict(components.signs)
        found = offended(evolve(components, signs=(*components.signs, (space, sign))))
        wrong = taken or sign is Good.COG or space > components.track_end
        assert found == ({"components.sign-kinds"} if wrong else set())

    @given(sets, st.integers(-3, 0))
    def test_before_the_first_step(self, components: Components, space: int) -> None:
        found = offended(evolve(components, signs=(*components.signs, (space, Good.COAL))))
        assert found == {"components.sign-kinds"}

    @given(sets)
    def test_the_first_and_the_last_space(self, components: Components) -> None:
        ends = ((1, Good.COAL), (components.track_end, Good.COIN))
        assert offended(evolve(components, signs=(*components.signs, *ends))) == set()


@clause("components.two-coal-houses")
class TestTwoCoalHouses:
    """Two coal storage houses."""

    @given(sets, st.integers(0, 5), st.integers(0, 2))
    def test_any_other_number(self, components: Components, houses: int, ships: int) -> None:
        others = [source for source in components.sources if not (source.house and source.good is Good.COAL)]
        coal = [LoadSource(f"house {i}", house=True, good=Good.COAL) for i in range(houses)]
        coal += [LoadSource(f"ship {i}", house=False, good=Good.COAL) for i in range(ships)]
        found = offended(evolve(components, sources=(*coal, *others)))
        assert found == (set() if houses == 2 else {"components.two-coal-houses"})


@clause("components.ships-and-houses")
class TestShips:
    """Ships, other storage houses, and cubes on each."""

    @given(sets, st.booleans(), st.booleans())
    def test_both_are_there(self, components: Components, ship: bool, house: bool) -> None:
        sources = [source for source in components.sources if source.house and source.good is Good.COAL]
        sources += [LoadSource("ship", house=False, good=Good.METAL)] * ship
        sources += [LoadSource("house", house=True, good=Good.WOOD)] * house
        found = offended(evolve(components, sources=tuple(sources)))
        assert found == (set() if ship and house else {"components.ships-and-houses"})

    @given(sets, st.sampled_from(Good), st.booleans())
    def test_cubes_alone(self, components: Components, good: Good, house: bool) -> None:
        more = LoadSource("more", house=house and good is not Good.COAL, good=good)
        found = offended(evolve(components, sources=(*components.sources, more)))
        assert found == (set() if good in CUBES else {"components.ships-and-houses"})


@clause("components.bonus-discs")
class TestBonusDiscs:
    """Twenty bonus discs."""

    @given(sets, counts)
    def test_any_other_number(self, components: Components, number: int) -> None:
        found = offended(evolve(components, bonus_discs=number))
        assert found == (set() if number == 20 else {"components.bonus-discs"})


@clause("components.markers")
class TestMarkers:
    """Fifteen markers for each player."""

    @given(sets, counts)
    def test_any_other_number(self, components: Components, number: int) -> None:
        found = offended(evolve(components, markers=number))
        assert found == (set() if number == 15 else {"components.markers"})


@clause("components.coins")
class TestCoins:
    """Forty coins."""

    @given(sets, counts)
    def test_any_other_number(self, components: Components, number: int) -> None:
        assert offended(supplied(components, Good.COIN, number)) == (set() if number == 40 else {"components.coins"})


@clause("components.fine-cubes")
class TestFineCubes:
    """Fifteen small and five large cubes of tools, technology and metal each."""

    @given(sets, st.sampled_from(FINE_CUBES), counts)
    def test_any_other_number(self, components: Components, good: Good, number: int) -> None:
        found = offended(supplied(components, good, number))
        assert found == (set() if number == 15 * 1 + 5 * 3 else {"components.fine-cubes"})


@clause("components.bulk-cubes")
class TestBulkCubes:
    """Fifteen small and seven large cubes of coal and wood each."""

    @given(sets, st.sampled_from([Good.COAL, Good.WOOD]), counts)
    def test_any_other_number(self, components: Components, good: Good, number: int) -> None:
        found = offended(supplied(components, good, number))
        assert found == (set() if number == 15 * 1 + 7 * 3 else {"components.bulk-cubes"})

    @given(sets)
    def test_none_at_all(self, components: Components) -> None:
        problems = check_components(supplied(components, Good.WOOD, 0))
        assert [problem.text for problem in problems] == ["the box holds 0 of wood; expected 36"]


@clause("components.cogs")
class TestCogs:
    """Fifteen small and five large cogs."""

    @given(sets, counts)
    def test_any_other_number(self, components: Components, number: int) -> None:
        found = offended(supplied(components, Good.COG, number))
        assert found == (set() if number == 15 * 1 + 5 * 3 else {"components.cogs"})


@clause("components.sewing-machine")
class TestSewingMachine:
    """The original costs 1 cog, gives 1 influence and pays 1."""

    SPACE = 2 * SHIPPED.inventions.index("sewing machine")

    @given(sets, st.integers(1, 3), st.integers(1, 3), st.integers(1, 3))
    def test_its_numbers(self, components: Components, cogs: int, influence: int, income: int) -> None:
        other = with_space(self.SPACE, components, cogs=cogs, influence=influence, income=Reward(influence=income))
        right = cogs == influence == income == 1
        assert offended(other) == (set() if right else {"components.sewing-machine"})

    @given(sets)
    def test_it_is_there(self, components: Components) -> None:
        names = tuple("loom" if name == "sewing machine" else name for name in components.inventions)
        found = offended(evolve(components, inventions=names))
        assert found == {"components.sewing-machine", "components.nine-inventions"}

    @given(sets, st.integers(-1, 2))
    def test_both_its_spaces_are_there(self, components: Components, more: int) -> None:
        original = 2 * components.inventions.index("sewing machine")
        cut = evolve(components, spaces=components.spaces[: original + more])
        told = ["there is no 'sewing machine' with two spaces"] if more < 2 else []
        assert list(LAW.clause("components.sewing-machine")(cut)) == told


@clause("components.train-and-car")
class TestTrainAndCar:
    """A space of the steam train costs 4 cogs and one of the car 3."""

    @given(sets, st.sampled_from([("steam train", 4), ("car", 3)]), st.integers(1, 7), st.integers(1, 7))
    def test_their_costs(self, components: Components, known: tuple[str, int], original: int, technical: int) -> None:
        name, cogs = known
        space = 2 * components.inventions.index(name)
        other = with_space(space + 1, with_space(space, components, cogs=original), cogs=technical)
        assert offended(other) == (set() if cogs in (original, technical) else {"components.train-and-car"})

    @given(sets, st.sampled_from(["steam train", "car"]), st.integers(0, 1))
    def test_both_spaces_are_there(self, components: Components, name: str, more: int) -> None:
        original = 2 * components.inventions.index(name)
        cut = evolve(components, spaces=components.spaces[: original + more])
        assert f"there is no {name!r} with two spaces" in LAW.clause("components.train-and-car")(cut)


@clause("components.worked-cards")
class TestWorkedCards:
    """Some card of the telephone and some card of the cash register is paid as in the worked example."""

    @at_most(50)
    @given(sets, from_all(WORKED), st.integers(1, 3), st.integers(0, 4), st.integers(1, 4))
    def test_official(self, components: Components, card: int, coal: int, metal: int, influence: int) -> None:
        fine, printed = WORKED[card]
        cost = pack({Good.COAL: coal, Good.METAL: metal, **dict.fromkeys(fine, 1)})
        right = (coal, metal, influence) == printed
        found = offended(with_card(card, no_other(card, components), cost=cost, profit=Reward(influence=influence)))
        assert found == (set() if right else {"components.worked-cards"})

    @at_most(50)
    @given(sets, from_all(WORKED), st.integers(1, 4), st.integers(1, 3), st.integers(1, 4))
    def test_fake(self, components: Components, card: int, marks: int, coal: int, influence: int) -> None:
        """The example names the cubes that are paid; with a fake they stand for the coal and the question marks."""
        fine, (printed_coal, metal, printed_influence) = WORKED[card]
        right = (marks, coal, influence) == (metal + len(fine), printed_coal, printed_influence)
        made = swapped(card, components, question_marks=marks, cost=pack({Good.COAL: coal}))
        found = offended(with_card(card, made, profit=Reward(influence=influence)))
        assert found == (set() if right else {"components.worked-cards"})

    @given(sets, from_all(WORKED))
    def test_a_fake_is_paid_with_these_cubes(self, components: Components, card: int) -> None:
        fine, (coal, metal, influence) = WORKED[card]
        chosen = pack({Good.METAL: metal, **dict.fromkeys(fine, 1)})
        paid = chosen + pack({Good.COAL: coal})
        made = swapped(card, components, question_marks=metal + len(fine), cost=pack({Good.COAL: coal}))
        made = with_card(card, evolve(made, signs=()), profit=Reward(influence=influence))
        inventor = {1: [original(made.inventions[made.cards[card].invention or 0])]}
        state = position(
            components=made,
            phase=Phase.ACTION,
            area=Area.PRODUCE,
            goods={0: dict(unpack(paid))},
            developed=inventor,
            display=[card],
        )
        done = play(state, ProduceInvention(card, chosen))
        assert (done.players[0].goods, done.players[0].influence) == (NO_GOODS, influence)

    @given(sets, from_all(WORKED), one(Good.COIN, Good.COG))
    def test_what_else_it_brings_was_not_got(self, components: Components, card: int, more: Goods) -> None:
        profit = components.cards[card].profit
        found = offended(with_card(card, no_other(card, components), profit=Reward(more, profit.influence)))
        assert found == {"components.worked-cards"}

    @given(sets, from_all(WORKED), from_all(STARTS))
    def test_no_start_card_counts(self, components: Components, card: int, start: int) -> None:
        """Not even where the invention is not there and so belongs to no card, as start cards belong to none."""
        worked = components.cards[card]
        alike = with_card(start, components, cost=worked.cost, profit=worked.profit)
        names = tuple("loom" if i == worked.invention else name for i, name in enumerate(alike.inventions))
        found = offended(evolve(alike, inventions=names))
        assert found == {"components.worked-cards", "components.nine-inventions"}

    @given(sets, from_all(WORKED))
    def test_no_other_invention_counts(self, components: Components, card: int) -> None:
        other = cards(CardKind.OFFICIAL, "sewing machine")[0]
        inventions = [components.cards[place].invention for place in (card, other)]
        moved = with_card(card, no_other(card, components), invention=inventions[1])
        assert offended(with_card(other, moved, invention=inventions[0])) == {"components.worked-cards"}


def no_other(card: int, components: Components) -> Components:
    """The set in which no other card of this card's invention brings influence."""
    for other, found in enumerate(components.cards):
        if other != card and found.invention == components.cards[card].invention:
            components = with_card(other, components, profit=Reward(pack({Good.COIN: 1})))
    return components


def swapped(card: int, components: Components, **printed: Any) -> Components:
    """The set in which an official card is the fake of its invention, and the fake official."""
    fake = next(i for i in FAKES if components.cards[i].invention == components.cards[card].invention)
    alone = with_card(fake, no_other(card, components), kind=CardKind.OFFICIAL, question_marks=0)
    return with_card(card, alone, kind=CardKind.FAKE, **printed)
