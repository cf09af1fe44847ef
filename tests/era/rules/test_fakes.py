"""Fake cards."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind
from era_of_inventions.box.goods import Good, pack, unpack
from era_of_inventions.moves import ProduceInvention
from era_of_inventions.position import Phase, State
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import generated_components
from tests.era.rules.support import against, allowed, clause, play
from tests.support.positions import SHIPPED, cards, plenty, position, stock

FINE = {Good.METAL, Good.TECHNOLOGY, Good.TOOL}
BOXES = tuple(evolve(generated_components(seed), signs=()) for seed in range(4))
"""The shipped set and others, with no space of the influence track that adds to what is looked at."""
FAKES = cards(CardKind.FAKE)
OFFICIALS = cards(CardKind.OFFICIAL)
START_CARDS = cards(CardKind.START)

inventions = st.integers(0, 8)
owners = st.sampled_from([None, 0, 1, 2, 3])


@st.composite
def tables(draw: st.DrawFn) -> State:
    """A rich player is about to produce; the three cards of an invention that somebody else developed lie there."""
    invention = draw(inventions)
    return table(invention, original=draw(st.integers(1, 3)), box=draw(st.integers(0, len(BOXES) - 1)))


def table(invention: int, original: int, technical: int | None = None, patented: bool = False, box: int = 0) -> State:
    """Seat 0 is about to produce and rich; the two spaces of an invention belong to these seats."""
    spaces: dict[int, list[int]] = {seat: [] for seat in range(4)}
    spaces[original].append(2 * invention)
    if technical is not None:
        spaces[technical].append(2 * invention + 1)
    return position(
        components=BOXES[box],
        phase=Phase.ACTION,
        area=Area.PRODUCE,
        goods={0: plenty(20)},
        patents=dict.fromkeys(range(4), 2),
        developed=spaces,
        patented=spaces if patented else None,
        display=[*(card for card in range(27) if SHIPPED.cards[card].invention == invention), START_CARDS[0]],
    )


def fake_on(state: State) -> int:
    """The fake card on the board."""
    return next(card for card in state.board.display if card in FAKES)


def filled(state: State, card: int) -> ProduceInvention:
    """The production of a card with a tool for each question mark."""
    return ProduceInvention(card, pack({Good.TOOL: state.components.cards[card].question_marks}))


@clause("fakes.kinds")
class TestKinds:
    """Question marks are paid with metal, technology and tools in any mix, and with nothing else."""

    @given(tables(), st.data())
    def test_any_mix_of_the_three_kinds(self, state: State, data: st.DataObject) -> None:
        card = fake_on(state)
        marks = state.components.cards[card].question_marks
        chosen = data.draw(st.lists(st.sampled_from(sorted(FINE)), min_size=marks, max_size=marks))
        move = ProduceInvention(card, pack(Counter(chosen)))
        assert allowed(state, move)
        printed = state.components.cards[card]
        paid = Counter(chosen) + Counter(dict(unpack(printed.cost))) - Counter(dict(unpack(printed.profit.goods)))
        lost = Counter(stock(state, 0)) - Counter(stock(play(state, move), 0))
        assert lost == paid

    @given(tables(), st.data())
    def test_forbids_exactly_other_kinds(self, state: State, data: st.DataObject) -> None:
        card = fake_on(state)
        marks = state.components.cards[card].question_marks
        chosen = data.draw(st.lists(st.sampled_from(list(Good)), min_size=marks, max_size=marks))
        move = ProduceInvention(card, pack(Counter(chosen)))
        others = set(chosen) - FINE
        assert against(state, move) == ({"fakes.kinds"} if others else set())
        assert allowed(state, move) == (not others)


@clause("fakes.count-printed")
class TestCountPrinted:
    """As many cubes are chosen as the card shows question marks; official and start cards show none."""

    @given(tables(), st.lists(st.sampled_from(sorted(FINE)), max_size=5))
    def test_forbids_exactly_another_number(self, state: State, chosen: list[Good]) -> None:
        for card in state.board.display[:4]:
            printed = state.components.cards[card]
            shown = printed.question_marks if printed.kind is CardKind.FAKE else 0
            move = ProduceInvention(card, pack(Counter(chosen)))
            assert against(state, move) == (set() if len(chosen) == shown else {"fakes.count-printed"})
            assert allowed(state, move) == (len(chosen) == shown)


@clause("fakes.own-original")
class TestOwnOriginal:
    """The owner of the original may not produce its fake, patented or not; everybody else may."""

    @given(inventions, st.integers(0, 3), st.booleans())
    def test_forbids_exactly_the_owner(self, invention: int, original: int, patented: bool) -> None:
        state = table(invention, original, patented=patented)
        move = filled(state, fake_on(state))
        assert against(state, move) == ({"fakes.own-original"} if original == 0 else set())
        assert allowed(state, move) == (original != 0)

    @given(inventions, inventions)
    def test_the_own_official_cards_and_other_fakes_are_free(self, own: int, other: int) -> None:
        for card in table(own, 0).board.display[:4]:
            if card not in FAKES:
                assert allowed(table(own, 0), ProduceInvention(card))
        spaces = {0: [2 * own], 1: [2 * other] if other != own else []}
        fake = next(card for card in FAKES if SHIPPED.cards[card].invention == other)
        state = position(phase=Phase.ACTION, area=Area.PRODUCE, goods={0: plenty()}, developed=spaces, display=[fake])
        assert allowed(state, filled(state, fake)) == (own != other)


@clause("fakes.own-technical")
class TestOwnTechnical:
    """The owner of the technical space may not produce the fake either, patented or not; everybody else may."""

    @given(inventions, st.integers(1, 3), owners, st.booleans())
    def test_forbids_exactly_the_owner(
        self, invention: int, original: int, technical: int | None, patented: bool
    ) -> None:
        state = table(invention, original, technical, patented)
        move = filled(state, fake_on(state))
        assert against(state, move) == ({"fakes.own-technical"} if technical == 0 else set())
        assert allowed(state, move) == (technical != 0)

    @given(inventions, st.integers(0, 3), owners)
    def test_either_space_is_enough(self, invention: int, original: int, technical: int | None) -> None:
        state = table(invention, original, technical)
        expected = {"fakes.own-original"} if original == 0 else set()
        if technical == 0:
            expected.add("fakes.own-technical")
        assert against(state, filled(state, fake_on(state))) == expected

    @given(inventions, st.integers(1, 3))
    def test_the_official_cards_are_free(self, invention: int, original: int) -> None:
        state = table(invention, original, technical=0)
        for card in state.board.display[:4]:
            if card not in FAKES:
                assert allowed(state, ProduceInvention(card))
