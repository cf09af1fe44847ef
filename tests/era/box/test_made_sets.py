"""Component sets made in Python: a game refuses those that no file could hold, with everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import pytest

from era_of_inventions import ERA, Components, DocumentError, Game, GameError, Ruleset, from_json, to_json
from era_of_inventions.box.components import CardKind
from era_of_inventions.box.goods import ONE, Good, pack, unpack
from era_of_inventions.tabletop.errors import Code, Problem
from era_of_inventions.tabletop.play.game import Game as BaseGame
from era_of_inventions.tabletop.values import evolve
from tests.support.positions import SHIPPED, with_card, with_factory, with_space

FIRST, SECOND = SHIPPED.cards[:2]
START = next(index for index, card in enumerate(SHIPPED.cards) if card.kind is CardKind.START)


def made(**fields: Any) -> Components:
    return evolve(SHIPPED, **fields)


def problems_of(box: Components) -> list[tuple[str, Code]]:
    """The place and the code of everything that is wrong with a set."""
    with pytest.raises(DocumentError) as refused:
        Game(3, components=box)
    assert refused.value.what == "components"
    return [(problem.place, problem.code) for problem in refused.value.problems]


IN_JSON = [
    (made(bonus_discs=-1), "bonus_discs", Code.OUT_OF_RANGE),
    (made(markers=1000), "markers", Code.OUT_OF_RANGE),
    (made(track_end=0), "track_end", Code.OUT_OF_RANGE),
    (made(supply=pack({Good.TOOL: 1000})), "supply.tool", Code.OUT_OF_RANGE),
    (with_card(0, cost=pack({Good.COAL: 21})), "cards[0].cost.coal", Code.OUT_OF_RANGE),
    (with_card(0, cost=40_000 * ONE[Good.COIN]), "cards[0].cost.coin", Code.OUT_OF_RANGE),
    (with_card(0, id=SECOND.id), "cards[1].id", Code.DUPLICATE),
    (with_card(0, id="Car 1"), "cards[0].id", Code.MALFORMED),
    (with_factory(2, id="start-factory"), "factories[2].id", Code.DUPLICATE),
    (with_card(0, invention=None), "cards[0].invention", Code.INCONSISTENT),
    (with_card(START, invention=0), f"cards[{START}].invention", Code.INCONSISTENT),
    (made(inventions=("Car", *SHIPPED.inventions[1:])), "inventions[0]", Code.MALFORMED),
    (made(spaces=SHIPPED.spaces[::-1]), "spaces", Code.INCONSISTENT),
    (made(spaces=SHIPPED.spaces[:-1]), "spaces", Code.INCONSISTENT),
    (made(signs=((3, Good.COAL), (3, Good.WOOD))), "signs[1].space", Code.DUPLICATE),
    (made(factories=()), "factories", Code.TOO_SHORT),
    (made(cards=tuple(card for card in SHIPPED.cards if card.kind is not CardKind.START)), "cards", Code.MISSING),
    (made(signs=((0, Good.COAL),)), "signs[0].space", Code.OUT_OF_RANGE),
]
"""Sets that can be written as JSON, and what is wrong when that is read."""
BESIDES = [
    (made(inventions=("car", *SHIPPED.inventions[1:])), "inventions[6]", Code.DUPLICATE),
    (made(inventions=(3, *SHIPPED.inventions[1:])), "inventions[0]", Code.WRONG_TYPE),
    (made(start_factory=evolve(SHIPPED.start_factory, id="mill")), "start_factory.id", Code.UNKNOWN_WORD),
    (with_card(0, cost=-1), "cards[0].cost", Code.OUT_OF_RANGE),
    (with_card(0, cost=2**16 * ONE[Good.COG]), "cards[0].cost", Code.OUT_OF_RANGE),
    (with_card(0, cost="1 coal"), "cards[0].cost", Code.WRONG_TYPE),
    (made(markers="15"), "markers", Code.WRONG_TYPE),
    (made(markers=True), "markers", Code.WRONG_TYPE),
    (with_card(0, invention=9), "cards[0].invention", Code.OUT_OF_RANGE),
    (
        made(sources=(evolve(SHIPPED.sources[0], good=Good.COIN), *SHIPPED.sources[1:])),
        "sources[0].good",
        Code.OUT_OF_RANGE,
    ),
]


@pytest.mark.parametrize(
    ("box", "place", "code"), IN_JSON + BESIDES, ids=[f"{place}: {code}" for _, place, code in IN_JSON + BESIDES]
)
def test_a_set_that_no_file_could_hold_is_refused(box: Components, place: str, code: Code) -> None:
    assert problems_of(box) == [(place, code)]


@pytest.mark.parametrize(("box", "place"), [row[:2] for row in IN_JSON], ids=[row[1] for row in IN_JSON])
def test_it_is_refused_as_its_json_is(box: Components, place: str) -> None:
    with pytest.raises(DocumentError) as refused:
        from_json(to_json(box), Components)
    assert any(str(problem).startswith(f"{place}: ") for problem in refused.value.problems)


def test_a_message_says_what_is_there_and_what_is_expected() -> None:
    with pytest.raises(DocumentError) as refused:
        Game(3, components=made(markers=1000))
    assert str(refused.value) == "components: markers: is 1000; expected a whole number from 0 to 999"


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


@pytest.mark.slow
@pytest.mark.parametrize("number", [-1, 2**200])
def test_no_number_is_left_out(number: int) -> None:
    boxes = dict(replaced(SHIPPED, number))
    assert len(boxes) > 300
    for place, box in boxes.items():
        assert problems_of(box) == [(place, Code.OUT_OF_RANGE)]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = problems_of(evolve(with_card(0, id="A", cost=-1), markers=-1, signs=((0, Good.COAL),)))
    assert {place for place, _ in found} == {"cards[0].cost", "markers", "cards[0].id", "signs[0].space"}


@pytest.mark.parametrize("box", [with_space(0, cogs=20), made(patent_squares=()), made(name="")], ids=range(3))
def test_a_set_need_not_agree_with_the_rulebooks(box: Components) -> None:
    assert Game(3, components=box).setting.components == box


def test_a_set_is_looked_at_once() -> None:
    def counted(box: Components) -> Iterable[Problem]:
        seen.append(box)
        return ERA.components.related(box)

    seen: list[Components] = []
    rulebook = attrs.evolve(ERA, components=attrs.evolve(ERA.components, related=counted))
    box = with_card(0, question_marks=17)
    for players in (3, 4, 5):
        BaseGame.from_state(BaseGame(rulebook, players, components=box).new())
        BaseGame(rulebook, players, "nl", box)
    assert seen == [box]


def test_no_game_begins_with_less_in_the_box_than_is_dealt() -> None:
    few = made(bonus_discs=11, supply=pack({**dict(unpack(SHIPPED.supply)), Good.COAL: 14}))
    assert Game(5, components=few).new().setting.players == 5
    with pytest.raises(GameError) as refused:
        Game(4, components=few).new()
    assert str(refused.value).endswith("20 bonus discs are in use; there are 11 [components.bonus-discs]")
    with pytest.raises(
        GameError, match=r"can begin: 15 coal are in play; the box holds 14 \[supply\.general-supply\]$"
    ):
        Game(5, Ruleset(goods_supply="limited"), few).new()
