"""Income of the inventors."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind, Components, Reward
from era_of_inventions.box.goods import Good, pack, unpack
from era_of_inventions.moves import Income, ProduceInvention
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import NO_THINGS, evolve
from era_of_inventions.testing import generated_components
from tests.era.rules.support import changed, clause, gained, play, told
from tests.support.positions import plenty, position, with_card, with_space

SETS = [evolve(generated_components(number), signs=()) for number in range(5)]
"""The shipped components and sets with other numbers, with no signs on the track, so that influence brings no goods."""
INCOMES = [Reward(influence=4), Reward(pack({Good.COIN: 3})), Reward(pack({Good.COG: 1, Good.WOOD: 2}), 2)]


@attrs.frozen
class Production:
    """A card about to be produced, and who owns the spaces of its invention: ``owners`` and ``patented`` by space."""

    state: State
    card: int
    owners: dict[int, int]
    patented: frozenset[int]

    @property
    def producer(self) -> int:
        return self.state.turn.seat

    @property
    def components(self) -> Components:
        return self.state.components

    @property
    def move(self) -> ProduceInvention:
        """Producing it, with technology for all question marks."""
        return ProduceInvention(self.card, pack({Good.TECHNOLOGY: self.components.cards[self.card].question_marks}))

    def expected(self, paid: set[int]) -> dict[str, int]:
        """What all players gain and lose if these spaces are paid: the card to the producer, income to the owners."""
        card = self.components.cards[self.card]
        total: dict[str, int] = {}

        def add(seat: int, reward: Reward, sign: int = 1) -> None:
            amounts = {good.name.lower(): number for good, number in unpack(reward.goods)}
            for name, number in (amounts | {"influence": reward.influence}).items():
                total[f"{seat}.{name}"] = total.get(f"{seat}.{name}", 0) + sign * number

        add(self.producer, card.profit)
        add(self.producer, Reward(card.cost), -1)
        add(self.producer, Reward(self.move.cubes), -1)
        for space in paid:
            add(self.owners[space], self.components.spaces[space].income)
        return {name: number for name, number in total.items() if number}

    def paid(self) -> dict[str, int]:
        """What all players gain and lose by it."""
        return gained(self.state, play(self.state, self.move))

    def income(self, space: int) -> Income:
        return Income(self.owners[space], space, self.card)


@st.composite
def productions(draw: st.DrawFn, *, fake: bool | None = None, patents: bool | None = None) -> Production:
    """A card about to be produced by anybody who may, its original and perhaps its technical space owned by anybody."""
    players = draw(st.sampled_from([3, 4, 5]))
    producer = draw(st.integers(0, players - 1))
    invention = draw(st.integers(0, 8))
    components = draw(st.sampled_from(SETS))
    faked = draw(st.booleans()) if fake is None else fake
    others = st.sampled_from([seat for seat in range(players) if seat != producer])
    seats = others if faked else st.just(producer) | others
    owned = [2 * invention, 2 * invention + 1][: draw(st.integers(1, 2))]
    owners = {space: draw(seats) for space in owned}
    patented = [space for space in owned if (draw(st.booleans()) if patents is None else patents)]
    kind = CardKind.FAKE if faked else CardKind.OFFICIAL
    own_cards = [i for i, card in enumerate(components.cards) if card.invention == invention and card.kind is kind]
    card = draw(st.sampled_from(own_cards))
    extra = draw(st.booleans())  # by bonus disc
    state = position(
        players,
        components=components,
        phase=Phase.BONUS_ACTION if extra else Phase.ACTION,
        area=EMPTY if extra else Area.PRODUCE,
        seat=producer,
        bonus_discs={producer: 2},
        goods={seat: plenty(30) for seat in range(players)},
        developed={seat: [s for s in owned if owners[s] == seat] for seat in range(players)},
        patented={seat: [s for s in patented if owners[s] == seat] for seat in range(players)},
        patents=dict.fromkeys(range(players), 2),
        display=[card],
    )
    return Production(state, card, owners, frozenset(patented))


def grants(state: State, income: Income) -> set[str]:
    """The ids of the clauses that grant an income."""
    return {grant.id for grant in LAW.grants[Income] if grant(state, income)}


def bars(state: State, income: Income) -> set[str]:
    """The ids of the clauses that bar an income."""
    return {limit.id for limit in LAW.limits[Income] if not limit(state, income)}


@clause("income.official")
class TestOfficial:
    """An official card pays every other owner of a space, patent or not, and every card pays again."""

    @given(productions(fake=False))
    def test_every_other_owner(self, made: Production) -> None:
        assert made.paid() == made.expected({s for s, owner in made.owners.items() if owner != made.producer})

    @given(productions())
    def test_granted_for_official_cards_only(self, made: Production) -> None:
        official = made.components.cards[made.card].kind is CardKind.OFFICIAL
        for space in made.owners:
            assert ("income.official" in grants(made.state, made.income(space))) == official

    @given(st.integers(0, 8), st.booleans())
    def test_two_cards_pay_twice(self, invention: int, patented: bool) -> None:
        original = 2 * invention
        components = with_space(original, SETS[0], income=Reward(influence=3))
        first, second, _ = (i for i, card in enumerate(components.cards) if card.invention == invention)
        state = position(
            components=components,
            phase=Phase.ACTION,
            area=Area.PRODUCE,
            goods={0: plenty(30)},
            developed={2: [original]},
            patented={2: [original] if patented else []},
            patents={2: 1},
            display=[first, second],
        )
        after = play(state, ProduceInvention(first), ProduceInvention(second))
        assert gained(state, after)["2.influence"] == 6


@clause("income.patent-fake")
class TestPatentFake:
    """A fake pays the owner of a space with a patent, and only of that space."""

    @given(productions(fake=True))
    def test_patented_spaces_only(self, made: Production) -> None:
        assert made.paid() == made.expected(set(made.patented))

    @given(productions(fake=False, patents=True))
    def test_a_patent_raises_nothing_else(self, made: Production) -> None:
        bare = tuple(evolve(player, patented=NO_THINGS) for player in made.state.players)
        assert attrs.evolve(made, state=evolve(made.state, players=bare)).paid() == made.paid()

    @given(productions())
    def test_granted_for_patents_and_fakes_only(self, made: Production) -> None:
        fake = made.components.cards[made.card].kind is CardKind.FAKE
        for space in made.owners:
            granted = "income.patent-fake" in grants(made.state, made.income(space))
            assert granted == (fake and space in made.patented)


@clause("income.fake-none")
class TestFakeNone:
    """A fake pays nothing to a space without a patent.

    Follows from income.official and income.patent-fake, neither of which grants it.
    """

    @given(productions(fake=True, patents=False))
    def test_nobody_is_paid(self, made: Production) -> None:
        assert made.paid() == made.expected(set())

    @given(productions())
    def test_forbids_that_and_nothing_else(self, made: Production) -> None:
        fake = made.components.cards[made.card].kind is CardKind.FAKE
        for space in made.owners:
            barred = "income.fake-none" in bars(made.state, made.income(space))
            assert barred == (fake and space not in made.patented)

    @given(productions())
    def test_nothing_grants_what_it_forbids(self, made: Production) -> None:
        for space in made.owners:
            if "income.fake-none" in bars(made.state, made.income(space)):
                assert not grants(made.state, made.income(space))


@clause("income.own-none")
class TestOwnNone:
    """The producer gets nothing for their own spaces, patented or not; the other owner does."""

    @given(productions(fake=False))
    def test_producer_gets_the_card_alone(self, made: Production) -> None:
        seat = f"{made.producer}."
        own = {name: number for name, number in made.paid().items() if name.startswith(seat)}
        assert own == made.expected(set())

    @given(productions())
    def test_forbids_that_and_nothing_else(self, made: Production) -> None:
        for space, owner in made.owners.items():
            barred = "income.own-none" in bars(made.state, made.income(space))
            assert barred == (owner == made.producer)

    @given(st.integers(0, 8), st.booleans(), st.booleans())
    def test_other_space_is_paid(self, invention: int, technical: bool, patented: bool) -> None:
        own, others = 2 * invention + technical, 2 * invention + (not technical)
        components = with_space(own, SETS[0], income=Reward(influence=5))
        components = with_space(others, components, income=Reward(influence=2))
        card = next(i for i, card in enumerate(components.cards) if card.invention == invention)
        state = position(
            components=with_card(card, components, profit=Reward()),
            phase=Phase.ACTION,
            area=Area.PRODUCE,
            goods={0: plenty(30)},
            developed={0: [own], 3: [others]},
            patented={0: [own] if patented else []},
            patents={0: 1},
            display=[card],
        )
        assert [player.influence for player in play(state, ProduceInvention(card)).players] == [0, 0, 0, 2]


def _telephone(original: int, technical: int, goods: dict[int, dict[Good, int]] | None = None, **given: Any) -> State:
    """Seat 3 of five can produce a telephone, whose spaces two others own."""
    cost = {Good.COAL: 2, Good.METAL: 1, Good.TECHNOLOGY: 1, Good.TOOL: 1}
    return position(
        5,
        phase=Phase.ACTION,
        area=Area.PRODUCE,
        seat=3,
        start=1,
        goods={**(goods or {}), 3: cost},
        developed={original: [6], technical: [6, 7] if original == technical else [7]},
        display=[9],
        **given,
    )


@clause("income.right-number")
class TestRightNumber:
    """The right number of the space, whatever it shows, from supply and track."""

    @given(st.sampled_from(INCOMES), st.integers(0, 1), productions(patents=True))
    def test_whatever_is_printed(self, income: Reward, which: int, made: Production) -> None:
        space = sorted(made.owners)[which % len(made.owners)]
        components = with_space(space, made.components, income=income)
        setting = attrs.evolve(made.state.setting, components=components)
        printed = attrs.evolve(made, state=evolve(made.state, setting=setting))
        assert printed.paid() == printed.expected({s for s, owner in made.owners.items() if owner != made.producer})

    @pytest.mark.parametrize(("original", "technical"), [(4, 1), (1, 4), (2, 2)])
    def test_the_original_is_paid_before_the_technical(self, original: int, technical: int) -> None:
        """The telephone pays 1 influence for the original and 2 coins for the technical, whoever sits first."""
        state = _telephone(original, technical)
        assert told(state, ProduceInvention(9), "income.right-number") == [
            (original, "influence", 0, 1),
            (technical, "coins", 2, 4),
        ]

    @pytest.mark.parametrize(("left", "coins"), [(0, []), (1, [(4, 0, 1)]), (3, [(4, 0, 2), (1, 1, 2)])])
    def test_the_last_coins_go_to_the_original(self, left: int, coins: list[tuple[int, int, int]]) -> None:
        """Of the forty coins so many are left in a limited supply; each of both spaces pays two."""
        components = with_space(
            6, with_space(7, income=Reward(pack({Good.COIN: 2}))), income=Reward(pack({Good.COIN: 2}))
        )
        others = {0: {Good.COIN: 39 - left}, 1: {Good.COIN: 1}, 2: {}, 4: {}}
        state = _telephone(4, 1, goods=others, components=components, ruleset=Ruleset(goods_supply="limited"))
        paid = [(seat, "coins", before, after) for seat, before, after in coins]
        assert told(state, ProduceInvention(9), "income.right-number") == paid

    @given(productions(patents=True))
    def test_nothing_else_changes(self, made: Production) -> None:
        counts = {name.partition(".")[0] for name in made.paid()}
        found = changed(made.state, play(made.state, made.move))
        assert set(found) == set(made.paid()) | {"display", "discards"}
        receivers = {owner for owner in made.owners.values() if owner != made.producer}
        assert counts == {str(seat) for seat in receivers | {made.producer}}
