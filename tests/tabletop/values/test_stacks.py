"""Cards that lie face down on cards: crates on wagons, of which everybody sees how many there are."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.law.drafts import RootDraft, drafts, each
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import (
    UNKNOWN,
    Cards,
    Draft,
    Field,
    InvalidDataError,
    PerPlayer,
    Position,
    Stack,
    Stacks,
    carried,
    evolve,
    field,
    laid,
    layout_of,
    lifted,
    mask,
    members,
    record,
)
from era_of_inventions.tabletop.values.bounds import problems
from era_of_inventions.tabletop.values.changes import changes
from era_of_inventions.tabletop.values.completions import completions
from era_of_inventions.tabletop.values.features import Observer
from era_of_inventions.tabletop.values.json_schema import definitions, record_schema
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.tabletop.values.quantities import Quantities
from era_of_inventions.tabletop.values.views import missing, seen_by, unknown_in, view
from tests.support.arbitrary import records
from tests.support.harbor import CARGO, SETTING, TERMS, Cargo, Setting


@record
class Carter:
    """Whoever has wagons."""

    wagons: Field[tuple[Stack, ...]] = field(
        Stacks(CARGO, "crates"), "with the crates on them", seen="nobody", default=()
    )


@record
class Yard(Position):
    """Where wagons stand."""

    setting: Field[Setting] = carried()
    players: Field[tuple[Carter, ...]] = field(PerPlayer(lambda: Carter))


class CarterDraft(Draft, Carter):
    __slots__ = ()


class YardDraft(RootDraft[Yard], Yard):
    __slots__ = ()
    edit_player = each(Yard.players, CarterDraft)


draft_of = drafts(YardDraft)
LAYOUT, OWN = layout_of(Yard, TERMS), layout_of(Carter, TERMS)
LOADED = Carter((Stack(0, (5, 3)), Stack(2), Stack(4, (6,))))
YARD = Yard(SETTING, (LOADED, Carter(), Carter((Stack(1),))))
PLAIN = {"silk-1": ["salt-2", "spice-2"], "spice-1": 0, "salt-1": ["salt-3"]}


def wagons(raw: Any) -> Any:
    return OWN.read({"wagons": raw}).wagons


def loaded(seat: int, base: int, card: int) -> Yard:
    """The yard in which a crate has been laid on a wagon."""
    draft = draft_of(YARD, Law([]))
    player = draft.edit_player(seat)
    player.wagons = tuple(Stack(b, (*on, card)) if b == base else Stack(b, on) for b, on in player.wagons)
    sealed: Yard = draft.seal()
    return sealed


def test_in_json_each_card_has_what_lies_on_it() -> None:
    assert OWN.write(LOADED) == {"wagons": PLAIN}
    assert json.loads(OWN.dumps(LOADED)) == {"wagons": PLAIN}
    assert wagons(PLAIN) == LOADED.wagons
    assert wagons({"silk-1": 2, "salt-1": ["?", "silk-2"]}) == (Stack(0, (UNKNOWN,) * 2), Stack(4, (UNKNOWN, 1)))


@given(records(OWN))
def test_what_is_written_is_read_and_fits_the_schema(carter: Carter) -> None:
    plain = OWN.write(carter)
    assert OWN.read(plain) == carter
    jsonschema.validate(plain, record_schema(Carter, TERMS))
    lying = [card for base, on in carter.wagons for card in (base, *on)]
    assert len(lying) == len({*lying})
    assert [*problems(OWN, carter)] == []


@pytest.mark.parametrize(
    ("raw", "path", "code"),
    [
        ({"cart": 1}, ("cart",), Code.UNKNOWN_WORD),
        ({"silk-1": -1}, ("silk-1",), Code.OUT_OF_RANGE),
        ({"silk-1": 8}, ("silk-1",), Code.OUT_OF_RANGE),
        ({"silk-1": True}, ("silk-1",), Code.WRONG_TYPE),
        ({"silk-1": "salt-1"}, ("silk-1",), Code.WRONG_TYPE),
        ({"silk-1": ["salt-9"]}, ("silk-1", 0), Code.UNKNOWN_WORD),
        ({"silk-1": ["?", 4]}, ("silk-1", 1), Code.WRONG_TYPE),
        ({"silk-1": ["silk-1"]}, (), Code.DUPLICATE),
        ({"silk-1": ["salt-1"], "silk-2": ["salt-1"]}, (), Code.DUPLICATE),
        (["silk-1"], (), Code.WRONG_TYPE),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(raw: Any, path: tuple[Any, ...], code: Code) -> None:
    with pytest.raises(InvalidDataError) as refused:
        wagons(raw)
    (problem,) = refused.value.problems
    assert (problem.path, problem.code) == (("wagons", *path), code)
    if code is not Code.DUPLICATE:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"wagons": raw}, record_schema(Carter, TERMS))


def test_several_mistakes_are_told_at_once() -> None:
    with pytest.raises(InvalidDataError) as refused:
        wagons({"cart": 1, "silk-1": 99})
    assert [problem.path for problem in refused.value.problems] == [("wagons", "cart"), ("wagons", "silk-1")]


def test_a_value_out_of_bounds_is_found() -> None:
    (problem,) = problems(OWN, Carter((Stack(99, (1,)),)))
    assert problem.path == ("wagons",)
    assert definitions(Yard, TERMS)["Carter"]["properties"]["wagons"]["title"] == "wagons"


@given(records(OWN))
def test_people_write_them_on_a_line(carter: Carter) -> None:
    lines = Lines(OWN.fields)
    (entry,) = lines.show({"wagons": carter.wagons}, {})
    read = lines.read(Span.of(entry), {})
    assert (read.name, read.value, read.errors) == ("wagons", carter.wagons, ())


def test_on_a_line_numbers_stand_for_crates_that_nobody_knows() -> None:
    lines = Lines(OWN.fields)
    assert [*lines.show({"wagons": LOADED.wagons}, {})] == [
        "wagons silk-1 under salt-2 spice-2, spice-1, salt-1 under salt-3"
    ]
    assert lines.read(Span.of("wagons Silk-1 2, spice-1"), {}).value == (Stack(0, (UNKNOWN,) * 2), Stack(2))
    for text in ("wagons 2 silk-1, spice-1", "wagons 2 x Silk-1, spice-1 0"):
        assert lines.read(Span.of(text), {}).value == (Stack(0, (UNKNOWN,) * 2), Stack(2))
    for text in ("wagons 2 silk-1 3", "wagons 2.5 silk-1", "wagons 2 x slik-1"):
        assert lines.read(Span.of(text), {}).errors
    (error,) = lines.read(Span.of("wagons silk-1, silk-1 2"), {}).errors
    assert error.column == len("wagons silk-1, ") + 1


def test_forgotten_commas_do_not_load_wagons_on_a_wagon() -> None:
    (error,) = Lines(OWN.fields).read(Span.of("wagons silk-1, Salt-1 spice-1 2"), {}).errors
    (meant,) = Lines(OWN.fields).read(Span.of("wagons silk-1, Salt-1 spice-1"), {}).errors
    assert (error.column, meant.column) == (len("wagons silk-1, ") + 1,) * 2
    assert "salt-1, spice-1, or salt-1 under spice-1" in str(meant).casefold()


def test_a_crate_is_an_event_for_all_though_nobody_knows_which_it_is() -> None:
    (change,) = changes(LAYOUT, YARD, loaded(0, 2, 1))
    assert (change.field, change.seat, change.before, change.after) == ("players.wagons", 0, 0, 1)
    assert (change.what, change.seen) == ("crates on spice-1", "all")
    swapped = evolve(LOADED, wagons=(Stack(0, (3, 5)), *LOADED.wagons[1:]))
    assert [*changes(LAYOUT, YARD, evolve(YARD, players=(swapped, *YARD.players[1:])))] == []


def test_claims_are_about_crates_and_wagons() -> None:
    claims = Quantities(LAYOUT)
    effect = claims.parse("Green crates on silk-1 +1")
    assert effect.holds(claims.measure(effect, YARD), claims.measure(effect, loaded(0, 0, 1)))
    assert claims.measure(claims.parse("Green wagons salt-1 = 1"), YARD) == 1
    assert claims.measure(claims.parse("Red wagons salt-1 = 1"), YARD) == 0


@given(records(OWN))
def test_an_observation_tells_how_many_lie_where(carter: Carter) -> None:
    observer = Observer(OWN)
    row = memoryview(observer.observe(carter)).cast("h").tolist()
    named = dict(zip([feature.name for feature in observer.features], row, strict=True))
    for index, name in enumerate(SETTING.cards):
        on = next((stack.cards for stack in carter.wagons if stack.base == index), None)
        assert (named[f"wagons.{name}"], named[f"wagons.crates.{name}"]) == (on is not None, len(on or ()))
    assert observer.observe(carter) == observer.observe(seen_by(OWN, carter, 0, 0))


@given(records(OWN), st.sampled_from([0, 1, None]))
def test_nobody_sees_more_than_how_many_there_are(carter: Carter, seat: int | None) -> None:
    yard = evolve(YARD, players=(carter, Carter(), Carter()))
    seen = view(LAYOUT, yard, seat)
    assert [(base, len(on)) for base, on in seen.players[0].wagons] == [(b, len(on)) for b, on in carter.wagons]
    assert all(card == UNKNOWN for _, on in seen.players[0].wagons for card in on)
    assert view(LAYOUT, seen, seat) == seen
    assert [leaf.seat for leaf in unknown_in(LAYOUT, seen)] == [0] * any(on for _, on in carter.wagons)
    bases = {base for base, _ in carter.wagons}
    for whole in completions(LAYOUT, seen):
        lying = [card for _, on in whole.players[0].wagons for card in on]
        assert len({*lying}) == len(lying) == sum(len(on) for _, on in carter.wagons)
        assert not bases & {*lying}


def test_what_is_found_out_and_forgotten() -> None:
    stacks = Stacks(CARGO, "crates")
    seen = (Stack(0, (UNKNOWN, UNKNOWN)), Stack(2, (UNKNOWN,)))
    assert stacks.filled(seen, [5]) == (Stack(0, (5, UNKNOWN)), Stack(2, (UNKNOWN,)))
    assert stacks.filled(seen, [5, 3, 1]) == (Stack(0, (5, 3)), Stack(2, (1,)))
    assert stacks.forgotten((Stack(0, (5, 3)),), mask(Cargo, [0, 5])) == (Stack(0, (UNKNOWN, 3)),)


def test_more_crates_than_there_are_cards_cannot_be() -> None:
    crowded = evolve(YARD, players=(Carter((Stack(0, (UNKNOWN,) * 7),)), Carter(), Carter()))
    (sentence,) = missing(LAYOUT, crowded)
    assert sentence.startswith("7 are unknown of wagons")


@given(records(OWN), st.data())
def test_what_is_laid_last_is_lifted_first(carter: Carter, data: st.DataObject) -> None:
    wagons = carter.wagons
    if bases := [base for base, _ in wagons]:
        base, card = data.draw(st.sampled_from(bases)), data.draw(st.integers(0, 5))
        laden = laid(wagons, base, card)
        heights = {at: len(on) + (at == base) for at, on in wagons}
        assert [(at, len(on)) for at, on in laden] == [*heights.items()]
        assert lifted(laden, base) == (wagons, card)


@given(st.sets(st.integers(0, 9)), st.integers(0, 4), st.integers(0, 9))
def test_cards_come_and_go_one_by_one(known: set[int], unknown: int, card: int) -> None:
    cards = Cards(mask(Cargo, known), unknown)
    more = cards.plus(card)
    assert ({*members(more.known)}, more.unknown) == (known | {card}, unknown)
    assert more == cards.together(Cards(mask(Cargo, [card])))
    assert ({*members(more.minus(card).known)}, more.minus(card).unknown) == (known - {card}, unknown)
    assert cards.together(Cards(mask(Cargo), 2)).size == cards.size + 2
