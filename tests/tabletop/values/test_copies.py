"""Copies that nobody can tell apart: their faces are told, and which of them lies where tells nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import (
    NO_THINGS,
    Cards,
    CardSet,
    Copies,
    DeclarationError,
    Faces,
    Field,
    Mask,
    Nested,
    PerPlayer,
    Things,
    field,
    layout_of,
    mask,
    members,
    record,
)
from era_of_inventions.tabletop.values.changes import changes
from era_of_inventions.tabletop.values.naming import Terms
from era_of_inventions.tabletop.values.outline import PartialPosition, PositionSchema
from era_of_inventions.tabletop.values.quantities import Quantities
from era_of_inventions.tabletop.values.views import view

FACE_OF = (0, 0, 0, 1, 1, 1)
WORDS = ("copper", "silver")


class Coin:
    pass


class Face:
    pass


FACES = Faces.of_copies(Face, lambda _: Copies({"copper": 3, "silver": 3}))
COINS = FACES.copied(Coin)


@record
class Purse:
    coins: Field[Cards[Coin]] = field(CardSet(COINS), seen="owner")


@record
class Middle:
    hoard: Field[Cards[Coin]] = field(CardSet(COINS, pile=True), seen="nobody")
    spent: Field[Mask[Coin]] = field(Things(COINS, pile=True), default=NO_THINGS)


@record
class Deal:
    players: Field[tuple[Purse, ...]] = field(PerPlayer(lambda: Purse))
    middle: Field[Middle] = field(Nested(lambda: Middle))


@record
class Open:
    coins: Field[Mask[Coin]] = field(Things(COINS), default=NO_THINGS)


TERMS = Terms(None, ("Ann", "Bo"), (2, 2))
LAYOUT = layout_of(Deal, TERMS)
PLACES = st.tuples(*[st.sampled_from(["Ann", "Bo", "hoard", "spent"])] * 6)
"""Where each of the six coins lies."""


def dealt(places: Any) -> Deal:
    lying = {
        name: mask(Coin, [at for at, place in enumerate(places) if place == name])
        for name in {*places, "Ann", "Bo", "hoard", "spent"}
    }
    return Deal((Purse(Cards(lying["Ann"])), Purse(Cards(lying["Bo"]))), Middle(Cards(lying["hoard"]), lying["spent"]))


def faces(coins: Mask[Coin]) -> list[int]:
    return sorted(FACE_OF[coin] for coin in members(coins))


@given(PLACES, st.permutations(range(3)), st.permutations(range(3, 6)), st.sampled_from([0, 1, None]))
def test_a_view_is_the_same_whichever_copies_lie_where(
    places: Any, low: list[int], high: list[int], seat: int | None
) -> None:
    swapped = [places[at] for at in (*low, *high)]
    one, other = (view(LAYOUT, dealt(each), seat) for each in (places, swapped))
    assert one == other
    assert view(LAYOUT, one, seat) == one


@given(PLACES, st.sampled_from([0, 1, None]))
def test_faces_and_sizes_stay(places: Any, seat: int | None) -> None:
    deal = dealt(places)
    seen = view(LAYOUT, deal, seat)
    assert faces(seen.middle.spent) == faces(deal.middle.spent)
    assert seen.middle.hoard.size == deal.middle.hoard.size
    for who, (mine, shown) in enumerate(zip(deal.players, seen.players, strict=True)):
        assert shown.coins.size == mine.coins.size
        assert faces(shown.coins.known) == (faces(mine.coins.known) if who == seat else [])
    known = [coin for purse in seen.players for coin in members(purse.coins.known)] + [*members(seen.middle.spent)]
    assert len({*known}) == len(known)


def test_a_card_that_lies_twice_is_left_as_it_is() -> None:
    coins = mask(Coin, [0, 1])
    deal = Deal((Purse(Cards(coins)), Purse(Cards(NO_THINGS))), Middle(Cards(NO_THINGS), mask(Coin, [1, 2])))
    assert view(LAYOUT, deal, 0) == deal


def test_hands_are_claimed_and_change_by_faces() -> None:
    before, after = (dealt([*places]) for places in (["hoard"] * 6, ["hoard", "Bo", "hoard", "hoard", "Bo", "Bo"]))
    claims = Quantities(LAYOUT)
    assert claims.measure(claims.parse("Bo coins silver = 2"), after) == 2
    own = {
        (change.seat, change.what, change.before, change.after)
        for change in changes(LAYOUT, before, after)
        if change.seen == "owner"
    }
    assert own == {(1, "coins copper", 0, 1), (1, "coins silver", 0, 2)}


def in_words(coins: Mask[Coin], named: int) -> str:
    """Coins as people write them: one by its name, if it is among them, and the others counted by faces."""
    words = [
        f"{WORDS[FACE_OF[coin]]}-{coin % 3 + 1}" if coin == named else WORDS[FACE_OF[coin]] for coin in members(coins)
    ]
    return ", ".join(f"{number} {word}" if number > 1 else word for word, number in Counter(words).items()) or "none"


@given(PLACES, st.permutations(["Ann", "Bo", "hoard", "spent"]), st.sampled_from(range(6)))
def test_coins_told_by_their_faces_lie_where_they_are_told_to_and_nowhere_else(
    places: Any, order: list[str], named: int
) -> None:
    fields = {"Ann": ("players", 0, "coins"), "Bo": ("players", 1, "coins")}
    fields |= {name: ("middle", 0, name) for name in ("hoard", "spent")}
    schema = PositionSchema(LAYOUT)
    description = PartialPosition(schema, {"players": [{}, {}], "middle": [{}]})
    for place in order:
        part, number, field = fields[place]
        coins = mask(Coin, [at for at, other in enumerate(places) if other == place])
        entry = schema.parts[part].lines.read(Span.of(f"{field} {in_words(coins, named)}"), {})
        assert not entry.errors
        description.of[part][number][field] = entry.value
    description.choose_copies()
    lying: list[int] = []
    for place in order:
        part, number, field = fields[place]
        value = description.of[part][number][field]
        lies = members(value.known if isinstance(value, Cards) else value)
        assert [FACE_OF[coin] for coin in lies] == [FACE_OF[at] for at, other in enumerate(places) if other == place]
        assert (named in lies) is (places[named] == place)
        lying += lies
    assert sorted(lying) == [*range(6)]


@pytest.mark.parametrize(
    ("text", "column"), [("4 silver", 7), ("copper, 3 silver, silver-1", 7), ("2 gold", 7), ("2 coin-1", 7)]
)
def test_more_coins_than_there_are_and_unknown_faces_are_refused(text: str, column: int) -> None:
    lines = PositionSchema(LAYOUT).parts["middle"].lines
    (error,) = lines.read(Span.of(f"hoard {text}"), {}).errors
    assert error.column == column


def test_a_set_that_tells_copies_apart_is_refused() -> None:
    with pytest.raises(DeclarationError, match="pile"):
        layout_of(Open, TERMS)
