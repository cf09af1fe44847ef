"""The cards of the box: a set that contradicts the rulebook is refused in the name of the clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest
from goods_tables import SET, card, clause, kind_of
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.box import Color, Components
from oh_my_goods.rules import LAW

from era_of_inventions.tabletop.values import evolve

NONE = (0,) * 6


def offended(components: Components) -> set[str]:
    """The clauses that a set contradicts."""
    return {problem.clause for problem in LAW.disagreements(components)}


def with_card(id_: str, **printed: Any) -> Components:
    """The set with other values on one card."""
    index = card(id_)
    field, number = ("cards", index) if index < len(SET.cards) else ("charburners", index - len(SET.cards))
    cards = list(getattr(SET, field))
    cards[number] = attrs.evolve(cards[number], **printed)
    changed: dict[str, Any] = {field: tuple(cards)}
    return evolve(SET, **changed)


def with_kind(id_: str, **printed: Any) -> Components:
    """The set with other values on all buildings of a name."""
    return evolve(SET, kinds=tuple(evolve(k, **printed) if k.id == id_ else k for k in SET.kinds))


def test_the_set_agrees_with_the_rulebook() -> None:
    assert offended(SET) == set()


@clause("box.cards")
class TestCards:
    """The box holds 110 cards."""

    def test_the_set_has_them(self) -> None:
        assert len(SET.cards) + len(SET.charburners) + SET.craftsmen + len(SET.assistants) // 2 == 110

    @given(st.integers(0, 20))
    def test_any_other_number_is_told(self, craftsmen: int) -> None:
        assert ("box.cards" in offended(evolve(SET, craftsmen=craftsmen))) == (craftsmen != 4)


@clause("box.one-each")
class TestOneEach:
    """There is a charburner and a craftsman for each of four players."""

    @given(st.integers(0, 6), st.integers(0, 4))
    def test_fewer_are_told(self, craftsmen: int, charburners: int) -> None:
        fewer = evolve(SET, craftsmen=craftsmen, charburners=SET.charburners[:charburners])
        assert ("box.one-each" in offended(fewer)) == (craftsmen < 4 or charburners < 4)


@clause("box.assistants")
class TestAssistants:
    """Assistants have two different sides, and there are two for each of four players."""

    @given(st.integers(0, 8))
    def test_fewer_than_eight_are_told(self, number: int) -> None:
        assert ("box.assistants" in offended(evolve(SET, assistants=SET.assistants[: 2 * number]))) == (number < 8)

    def test_two_sides_alike_are_told(self) -> None:
        first = SET.assistants[0]
        alike = evolve(SET, assistants=(first, evolve(first, id="assistant-1b"), *SET.assistants[2:]))
        assert offended(alike) == {"box.assistants"}


@clause("box.color-counts")
class TestColorCounts:
    """Each color is as frequent as any other, except green, which is more frequent."""

    def test_so_it_is_in_the_set(self) -> None:
        counts = Counter(kind_of(index).color for index in range(len(SET.cards)))
        assert len({counts[color] for color in Color if color.name in ("YELLOW", "RED", "WHITE", "GRAY")}) == 1
        assert counts[Color.GREEN] > counts[Color.YELLOW]

    @pytest.mark.parametrize("color", [color for color in Color if color is not Color.BLUE])
    def test_one_more_or_less_is_told(self, color: Color) -> None:
        lost = next(c for c in SET.cards if SET.kinds[c.kind].color is color)
        fewer = evolve(SET, cards=tuple(c for c in SET.cards if c is not lost))
        assert ("box.color-counts" in offended(fewer)) == (color is not Color.GREEN)

    def test_as_many_green_is_told(self) -> None:
        green = [c for c in SET.cards if SET.kinds[c.kind].color is Color.GREEN]
        for left, told in ((18, False), (17, True)):
            fewer = evolve(SET, cards=tuple(c for c in SET.cards if c not in green[left:]))
            assert ("box.color-counts" in offended(fewer)) == told


@clause("box.gray-no-production")
class TestGrayNoProduction:
    """Gray buildings are no production buildings; all others are, and make a good from raw materials."""

    def test_so_it_is_in_the_set(self) -> None:
        for index, building in enumerate(SET.buildings):
            gray = kind_of(index).color is Color.GRAY
            assert gray == (not kind_of(index).good)
            assert gray == (sum(building.inputs) == 0)

    def test_otherwise_it_is_told(self) -> None:
        for odd in (
            with_card("office-clay-1", inputs=(1, 1, 0, 0, 0, 0)),
            with_kind("office-clay", chain=("clay",)),
            with_card("mill-1", inputs=NONE),
        ):
            assert offended(odd) == {"box.gray-no-production"}
        assert offended(with_card("mill-1", inputs=(1, 0, 0, 0, 0, 0))) == set()
        assert "box.gray-no-production" in offended(with_kind("office-clay", good="clay pots"))
        assert "box.gray-no-production" in offended(with_kind("bakery", good=""))


@clause("box.permanent-advantages")
class TestPermanentAdvantages:
    """Gray buildings give an extra card in phase I, or add a raw material to the market supply."""

    def test_none_or_two_advantages_are_told(self) -> None:
        for odd in (with_kind("office-clay", adds=None), with_kind("office-clay", extra_card=True)):
            assert offended(odd) == {"box.permanent-advantages"}

    def test_both_kinds_are_there(self) -> None:
        gray = [kind for kind in SET.kinds if kind.color is Color.GRAY]
        only_cards = [evolve(k, adds=None, extra_card=True) if k in gray else k for k in SET.kinds]
        only_raw = [evolve(k, adds=gray[0].adds, extra_card=False) if k in gray else k for k in SET.kinds]
        for kinds in (only_cards, only_raw):
            assert offended(evolve(SET, kinds=tuple(kinds))) == {"box.permanent-advantages"}


@clause("box.glassworks")
class TestGlassworks:
    """One glassworks takes eleven raw materials of any kind to make glass."""

    def test_without_one_it_is_told(self) -> None:
        cards = [evolve(c, inputs=(0, 0, 0, 0, 0, 12)) if c.inputs[5] else c for c in SET.cards]
        assert offended(evolve(SET, cards=tuple(cards))) == {"box.glassworks"}

    def test_eleven_and_one_of_a_kind_will_not_do(self) -> None:
        cards = [evolve(c, inputs=(1, 0, 0, 0, 0, 11)) if c.inputs[5] else c for c in SET.cards]
        assert offended(evolve(SET, cards=tuple(cards))) == {"box.glassworks"}


@clause("box.charburner-inputs")
class TestCharburnerInputs:
    """One charburner needs two grain and one wood; all make coal."""

    def test_without_it_it_is_told(self) -> None:
        assert SET.buildings[card("charburner-grain")].inputs == (1, 2, 0, 0, 0, 0)
        assert offended(with_card("charburner-grain", inputs=(2, 1, 0, 0, 0, 0))) == {"box.charburner-inputs"}

    def test_a_charburner_that_makes_something_else_is_told(self) -> None:
        mill = [kind.id for kind in SET.kinds].index("mill")
        assert offended(with_card("charburner-wool", kind=mill)) == {"box.charburner-inputs"}


@clause("box.seven-coins")
class TestSevenCoins:
    """Some building costs seven coins."""

    def test_without_one_it_is_told(self) -> None:
        assert any(c.cost == 7 for c in SET.cards)
        cards = [evolve(c, cost=6) if c.cost == 7 else c for c in SET.cards]
        assert offended(evolve(SET, cards=tuple(cards))) == {"box.seven-coins"}


@clause("box.half-suns")
class TestHalfSuns:
    """At least two cards show half a sun."""

    @given(st.integers(0, 5))
    def test_fewer_are_told(self, number: int) -> None:
        cards = [evolve(c, half_sun=index < number) for index, c in enumerate(SET.cards)]
        assert ("box.half-suns" in offended(evolve(SET, cards=tuple(cards)))) == (number < 2)


@clause("box.values")
class TestValues:
    """Each kind of good has one value. In coins, shoes are worth 8, leather 6, iron 3, flour 2 and coal 1."""

    STATED = (("shoemaker", 8), ("tannery", 6), ("iron-smelter", 3), ("mill", 2), ("charburner", 1))

    @pytest.mark.parametrize(("kind", "value"), STATED)
    def test_what_is_stated(self, kind: str, value: int) -> None:
        assert [k.value for k in SET.kinds if k.id == kind] == [value]
        assert "box.values" in offended(with_kind(kind, value=value + 1))

    def test_two_values_of_one_good_are_told(self) -> None:
        assert "box.values" in offended(with_kind("sawmill", good="bread"))
        assert "box.values" not in offended(with_kind("sawmill", value=9))


@clause("box.chains")
class TestChains:
    """A chain shows one or two raw materials or goods, and no chain leads back to its own good; four are stated."""

    STATED = (
        ("mill", ("grain",)),
        ("bakery", ("coal", "flour")),
        ("shoemaker", ("leather",)),
        ("brick-manufacture", ("clay", "coal")),
    )

    @pytest.mark.parametrize(("kind", "chain"), STATED)
    def test_what_is_stated(self, kind: str, chain: tuple[str, ...]) -> None:
        assert [tuple(sorted(k.chain)) for k in SET.kinds if k.id == kind] == [chain]
        assert offended(with_kind(kind, chain=("wood",))) == {"box.chains"}
        assert offended(with_kind(kind, chain=tuple(reversed(chain)))) == set()

    def test_three_items_or_what_is_none_are_told(self) -> None:
        for chain in (("wood", "wood", "wood"), ("any",), ("silk",)):
            assert offended(with_kind("sawmill", chain=chain)) == {"box.chains"}

    def test_a_chain_in_a_circle_is_told(self) -> None:
        assert offended(with_kind("cooperage", chain=("barrels",))) == {"box.chains"}
        assert offended(with_kind("sawmill", chain=("windows",))) == {"box.chains"}
