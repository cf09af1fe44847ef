"""Component sets made in Python: a game refuses those that no file could hold, with everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from era_of_inventions import ERA, Components, DocumentError, Game, GameError, Ruleset, from_json, to_json
from era_of_inventions.component_form import misfits
from era_of_inventions.model.components import CardKind
from era_of_inventions.model.goods import ONE, Good, items, pack
from era_of_inventions.tabletop.play.game import Game as BaseGame
from tests.positions import SHIPPED, with_card, with_factory, with_space

FIRST, SECOND = SHIPPED.cards[:2]
START = next(index for index, card in enumerate(SHIPPED.cards) if card.kind is CardKind.START)
LABEL = "expected lower-case words with hyphens between them, other than all, with, factory, start"
NAMES = "expected lower-case words, other than unplaced and not ending in technical or original"
TWENTY = "expected a whole number from 0 to 20"
TAKEN = "is taken; expected a different one for each"


def made(**fields: Any) -> Components:
    return attrs.evolve(SHIPPED, **fields)


def problems_of(box: Components) -> tuple[str, ...]:
    with pytest.raises(DocumentError) as refused:
        Game(3, components=box)
    assert refused.value.what == "components"
    return refused.value.problems


IN_JSON = [
    (made(bonus_discs=-1), "bonus_discs: is -1; expected a whole number from 0 to 999"),
    (made(markers=1000), "markers: is 1000; expected a whole number from 0 to 999"),
    (made(track_end=0), "track_end: is 0; expected a whole number from 1 to 200"),
    (made(supply=pack({Good.TOOL: 1000})), "supply.tool: is 1000; expected a whole number from 0 to 999"),
    (with_card(0, cost=pack({Good.COAL: 21})), f"cards[0].cost.coal: is 21; {TWENTY}"),
    (with_card(0, cost=40_000 * ONE[Good.COIN]), f"cards[0].cost.coin: is 40000; {TWENTY}"),
    (with_card(0, id=SECOND.id), f"cards[1].id: is {SECOND.id!r}, which {TAKEN}"),
    (with_card(0, id="Car 1"), f"cards[0].id: is 'Car 1'; {LABEL}"),
    (with_factory(2, id="start-factory"), f"factories[2].id: is 'start-factory', which {TAKEN}"),
    (
        with_card(0, invention=None),
        "cards[0].invention: does not go with the kind; expected none for a start card, one for any other",
    ),
    (with_card(START, invention=0), f"cards[{START}].invention: does not go with the kind; "),
    (made(inventions=("Car", *SHIPPED.inventions[1:])), f"inventions[0]: is 'Car'; {NAMES}"),
    (made(spaces=SHIPPED.spaces[::-1]), "spaces: are in another order; expected the original and the technical"),
    (made(spaces=SHIPPED.spaces[:-1]), "spaces: are in another order; expected the original and the technical"),
    (made(signs=((3, Good.COAL), (3, Good.WOOD))), f"signs[1].space: is 3, which {TAKEN}"),
    (made(factories=()), "factories: are none; expected at least one, to lay out"),
    (
        made(cards=tuple(card for card in SHIPPED.cards if card.kind is not CardKind.START)),
        "cards: have no start card among them; expected at least one, to lay out",
    ),
    (made(signs=((0, Good.COAL),)), "signs[0].space: is 0; expected a whole number from 1 to 200"),
]
"""Sets that can be written as JSON, and what is told when that is read."""
BESIDES = [
    (made(inventions=("car", *SHIPPED.inventions[1:])), f"inventions[6]: is 'car', which {TAKEN}"),
    (
        made(start_factory=attrs.evolve(SHIPPED.start_factory, id="mill")),
        "start_factory.id: is 'mill'; expected 'start-factory'",
    ),
    (with_card(0, cost=-1), "cards[0].cost: is -1; expected goods, up to 20 of each kind"),
    (with_card(0, cost=2**16 * ONE[Good.COG]), f"cards[0].cost: is {2**112}; expected goods, up to 20 of each kind"),
    (with_card(0, cost="1 coal"), "cards[0].cost: is '1 coal'; expected goods, up to 20 of each kind"),
    (made(markers="15"), "markers: is '15'; expected a whole number from 0 to 999"),
    (made(markers=True), "markers: is true; expected a whole number from 0 to 999"),
    (with_card(0, invention=9), "cards[0].invention: is 9; expected an index of the 9 inventions"),
    (
        made(sources=(attrs.evolve(SHIPPED.sources[0], good=Good.COIN), *SHIPPED.sources[1:])),
        "sources[0].good: is <Good.COIN: 5>; expected a kind of cubes",
    ),
]


@pytest.mark.parametrize(("box", "problem"), IN_JSON + BESIDES, ids=[problem[:40] for _, problem in IN_JSON + BESIDES])
def test_a_set_that_no_file_could_hold_is_refused(box: Components, problem: str) -> None:
    (told,) = problems_of(box)
    assert told.startswith(problem)


@pytest.mark.parametrize(("box", "problem"), IN_JSON, ids=[problem[:40] for _, problem in IN_JSON])
def test_it_is_refused_as_its_json_is(box: Components, problem: str) -> None:
    with pytest.raises(DocumentError) as refused:
        from_json(to_json(box), Components)
    assert any(told.startswith(problem.partition(";")[0]) for told in refused.value.problems)


def replaced(thing: Any, number: int, place: str = "") -> Iterator[tuple[str, Any]]:
    """The same set with another number in each place that holds one, and the place."""
    for field in attrs.fields(type(thing)):
        value, name = getattr(thing, field.name), f"{place}{field.name}"
        parts = enumerate(value) if isinstance(value, tuple) else ()
        if type(value) is int:
            yield name, attrs.evolve(thing, **{field.name: number})
        elif attrs.has(type(value)):
            for at, changed in replaced(value, number, f"{name}."):
                yield at, attrs.evolve(thing, **{field.name: changed})
        for index, part in parts:
            for at, changed in replaced(part, number, f"{name}[{index}].") if attrs.has(type(part)) else ():
                yield at, attrs.evolve(thing, **{field.name: (*value[:index], changed, *value[index + 1 :])})


@pytest.mark.parametrize("number", [-1, 2**200])
def test_no_number_is_left_out(number: int) -> None:
    boxes = dict(replaced(SHIPPED, number))
    assert len(boxes) > 300
    for place, box in boxes.items():
        (told,) = problems_of(box)
        assert told.startswith("spaces: " if place.startswith("spaces") and "invention" in place else f"{place}: ")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    told = problems_of(attrs.evolve(with_card(0, id="A", cost=-1), markers=-1, signs=((0, Good.COAL),)))
    assert [problem.partition(":")[0] for problem in told] == [
        "cards[0].cost",
        "markers",
        "cards[0].id",
        "signs[0].space",
    ]


@pytest.mark.parametrize("box", [with_space(0, cogs=20), made(patent_squares=()), made(name="")], ids=range(3))
def test_a_set_need_not_agree_with_the_rulebooks(box: Components) -> None:
    assert Game(3, components=box).setting.components == box


def test_a_set_is_looked_at_once() -> None:
    def counted(box: Components) -> list[tuple[str, str]]:
        seen.append(box)
        return misfits(box)

    seen: list[Components] = []
    rulebook = attrs.evolve(ERA, components=attrs.evolve(ERA.components, misfits=counted))
    box = with_card(0, question_marks=17)
    for players in (3, 4, 5):
        BaseGame.of(BaseGame(rulebook, players, components=box).new())
        BaseGame(rulebook, players, "nl", box)
    assert seen == [box]


def test_no_game_begins_with_less_in_the_box_than_is_dealt() -> None:
    few = made(bonus_discs=11, supply=pack({**dict(items(SHIPPED.supply)), Good.COAL: 14}))
    assert Game(5, components=few).new().setting.players == 5
    with pytest.raises(GameError) as refused:
        Game(4, components=few).new()
    assert str(refused.value) == (
        "no game of Game(players=4, ruleset='default', components='reconstructed') can begin: "
        "20 bonus discs are in use; there are 11 [market.lower-bonus-disc]"
    )
    with pytest.raises(GameError, match=r"can begin: 15 coal are in play; the box holds 14 \[setup\.general-supply\]$"):
        Game(5, Ruleset(goods_supply="limited"), few).new()
