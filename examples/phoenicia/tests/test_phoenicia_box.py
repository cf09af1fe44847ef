"""What is in the box: a set that contradicts the rulebook is refused in the name of the clause."""

from __future__ import annotations

from typing import Any

import pytest
from phoenicia.box import Components
from phoenicia.rules import LAW
from phoenicia_tables import CLOTHMAKING, FARMING, HUNTING, MINING, SET, card, clause

from era_of_inventions.tabletop.values import evolve


def offended(components: Components) -> set[str]:
    """The clauses that a set contradicts."""
    return {problem.clause for problem in LAW.disagreements(components)}


def with_card(id_: str, **printed: Any) -> Components:
    """The set with other values on one card."""
    cards = [evolve(one, **printed) if one.id == id_ else one for one in SET.cards]
    return evolve(SET, cards=tuple(cards))


def with_tile(activity: int, **printed: Any) -> Components:
    """The set with other values on one tile."""
    tiles = list(SET.tiles)
    tiles[activity] = evolve(tiles[activity], **printed)
    return evolve(SET, tiles=tuple(tiles))


def with_steps(of: str, *steps: int) -> Components:
    """The set with other discounts of one card."""
    discounts = [evolve(one, steps=steps) if one.of == card(of) else one for one in SET.discounts]
    return evolve(SET, discounts=tuple(discounts))


def test_the_set_agrees_with_the_rulebook() -> None:
    assert offended(SET) == set()


@clause("box.pieces")
class TestPieces:
    """There are 45 workers, 40 storehouses and 35 disks."""

    @pytest.mark.parametrize(("piece", "number"), [("workers", 45), ("storehouses", 40), ("disks", 35)])
    def test_any_other_number_is_told(self, piece: str, number: int) -> None:
        assert getattr(SET.stock, piece) == number
        changed: dict[str, Any] = {piece: number + 1}
        assert offended(evolve(SET, stock=evolve(SET.stock, **changed))) == {"box.pieces"}


@clause("box.development-cards")
class TestDevelopmentCards:
    """There are 48 development cards, three copies of each A kind and two of each B kind."""

    def test_a_kind_of_the_other_type_is_told(self) -> None:
        assert sum({"A": 3, "B": 2}[one.type] for one in SET.cards) == 48
        assert "box.development-cards" in offended(with_card("dyer", type="B"))

    def test_a_kind_too_few_is_told(self) -> None:
        assert "box.development-cards" in offended(evolve(SET, cards=SET.cards[:-1], discounts=SET.discounts[:3]))


@clause("box.card-shapes")
class TestCardShapes:
    """The table of the 19 kinds shows the set of each, and whether it has points, storehouses, workers or abilities."""

    ODD = (
        ("dyer", {"pp": 1}),
        ("dyer", {"vp": 0}),
        ("caravan", {"storehouses": 0}),
        ("fort", {"untrained": 0, "trained": 0}),
        ("city-center", {"sells_points": False, "minimum": 4}),
        ("refugees", {"vp": 1}),
        ("port", {"set": 3}),
    )

    @pytest.mark.parametrize(("id_", "printed"), ODD)
    def test_another_shape_is_told(self, id_: str, printed: dict[str, Any]) -> None:
        if id_ == "city-center":
            discounts = tuple(one for one in SET.discounts if one.of != card(id_))
            changed = evolve(with_card(id_, **printed), discounts=discounts)
        else:
            changed = with_card(id_, **printed)
        assert "box.card-shapes" in offended(changed)

    def test_how_much_there_is_of_it_is_free(self) -> None:
        assert offended(with_card("port", pp=9, vp=1, storehouses=3)) == set()

    def test_hunting_is_an_ability_though_it_comes_first(self) -> None:
        without = tuple(one for one in SET.discounts if one.of != card("tracker"))
        assert "box.card-shapes" not in offended(evolve(SET, discounts=without))


@clause("box.single-cards")
class TestSingleCards:
    """Cards whose values an example states have these values."""

    STATED = (
        ("granary", "storehouses", 2),
        ("granary", "treasury", 6),
        ("glassmaking", "pp", 1),
        ("glassmaking", "vp", 1),
        ("fort", "vp", 1),
        ("fort", "untrained", 3),
        ("prospector", "opens", MINING),
        ("indentured-worker", "minimum", 3),
        ("indentured-worker", "trained", 1),
        ("tracker", "improves", HUNTING),
        ("dye-house", "set", 2),
        ("public-works", "set", 3),
        ("public-works", "training", 1),
    )

    @pytest.mark.parametrize(("id_", "field", "value"), STATED)
    def test_another_number_is_told(self, id_: str, field: str, value: int) -> None:
        assert getattr(SET.cards[card(id_)], field) == value
        assert "box.single-cards" in offended(with_card(id_, **{field: value + 1}))


@clause("box.discount-steps")
class TestDiscountSteps:
    """Dyers take 4, 7 and 9 off the Dye House, a Prospector 1 off the Smelter, a Tracker 2 off the Caravan.

    A Shipyard makes Ships cheaper.
    """

    @pytest.mark.parametrize(
        ("of", "steps"),
        [("dyer", (4, 7, 8)), ("dyer", (4, 7)), ("prospector", (2, 2)), ("tracker", (1, 4)), ("shipyard", (0, 5))],
    )
    def test_other_steps_are_told(self, of: str, steps: tuple[int, ...]) -> None:
        assert offended(with_steps(of, *steps)) == {"box.discount-steps"}

    def test_steps_that_are_not_stated_are_free(self) -> None:
        assert offended(with_steps("prospector", 1, 5)) == set()
        assert offended(with_steps("shipyard", 1)) == set()

    @pytest.mark.parametrize("of", ["dyer", "shipyard"])
    def test_a_discount_on_another_card_is_told(self, of: str) -> None:
        moved = [evolve(one, on=(card("port"),)) if one.of == card(of) else one for one in SET.discounts]
        assert offended(evolve(SET, discounts=tuple(moved))) == {"box.discount-steps"}


@clause("box.production-cards")
class TestProductionCards:
    """There are 40 production cards; among their values are 4, 5 and 6."""

    @pytest.mark.parametrize("production", [((4, 12), (5, 16), (6, 13)), ((4, 20), (5, 20)), ((5, 40),)])
    def test_another_number_or_a_missing_value_is_told(self, production: tuple[tuple[int, int], ...]) -> None:
        assert offended(evolve(SET, production=production)) == {"box.production-cards"}

    def test_other_values_and_shares_are_free(self) -> None:
        assert offended(evolve(SET, production=((3, 1), (4, 13), (5, 13), (6, 13)))) == set()


@clause("box.preset-cards")
class TestPresetCards:
    """There are also preset production cards of value 5, one for each player."""

    @pytest.mark.parametrize(("presets", "told"), [((5, 4), True), ((6, 5), True), ((5, 5), False), ((5, 6), False)])
    def test_too_few_or_another_value_is_told(self, presets: tuple[int, int], told: bool) -> None:
        assert offended(evolve(SET, presets=presets)) == ({"box.preset-cards"} if told else set())


@clause("box.tool-costs")
class TestToolCosts:
    """The tool costs of hunting, farming, mining and clothmaking are 2, 5, 8 and 11."""

    @pytest.mark.parametrize(("activity", "cost"), list(enumerate((2, 5, 8, 11))))
    def test_another_cost_is_told(self, activity: int, cost: int) -> None:
        assert SET.tiles[activity].tool_cost == cost
        assert offended(with_tile(activity, tool_cost=cost + 1)) == {"box.tool-costs"}


@clause("box.workers-worth")
class TestWorkersWorth:
    """A hunter is worth 1 PP and 1 VP, a farmer 2 and 1, a miner 3 and 2."""

    @pytest.mark.parametrize(("activity", "pp", "vp"), [(HUNTING, 1, 1), (FARMING, 2, 1), (MINING, 3, 2)])
    def test_another_worth_is_told(self, activity: int, pp: int, vp: int) -> None:
        tile = SET.tiles[activity]
        assert (tile.levels[0], tile.vp) == ((pp, pp), vp)
        assert "box.workers-worth" in offended(with_tile(activity, vp=vp + 1))
        assert "box.workers-worth" in offended(with_tile(activity, levels=((pp, pp + 1), *tile.levels[1:])))

    def test_that_of_a_clothmaker_is_not_stated(self) -> None:
        assert offended(with_tile(CLOTHMAKING, vp=3, levels=((5, 5),))) == set()


@clause("box.improved-hunting")
class TestImprovedHunting:
    """Three hunters make 4 when hunting is improved, and 6 when it is advanced; only hunting and mining improve."""

    @pytest.mark.parametrize("levels", [((1, 1), (1, 2)), ((1, 1), (2, 2), (2, 2)), ((1, 1), (1, 2), (2, 3))])
    def test_other_sums_are_told(self, levels: tuple[tuple[int, int], ...]) -> None:
        assert offended(with_tile(HUNTING, levels=levels)) == {"box.improved-hunting"}

    @pytest.mark.parametrize("activity", [FARMING, CLOTHMAKING])
    def test_another_activity_that_improves_is_told(self, activity: int) -> None:
        plain = SET.tiles[activity].levels[0]
        assert offended(with_tile(activity, levels=(plain, (9, 9)))) == {"box.improved-hunting"}


@clause("box.storage")
class TestStorage:
    """The treasury holds three disks at first, and training costs 2."""

    @pytest.mark.parametrize("changed", [{"treasury": 4}, {"training": 1}])
    def test_another_number_is_told(self, changed: dict[str, Any]) -> None:
        assert offended(evolve(SET, **changed)) == {"box.storage"}
