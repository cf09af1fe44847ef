"""Amounts in words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions.box.components import Reward
from era_of_inventions.box.goods import (
    EXPECTED,
    NO_GOODS,
    STOCK_MAX,
    Good,
    count,
    pack,
    parse_amounts,
    parse_reward,
    show_reward,
    unpack,
)
from era_of_inventions.tabletop.errors import GameError

UNDERSTOOD: list[tuple[str, dict[Good | None, int]]] = [
    ("", {}),
    ("  ", {}),
    ("nothing", {}),
    ("coin", {Good.COIN: 1}),
    ("wood", {Good.WOOD: 1}),
    ("woods", {Good.WOOD: 1}),
    ("0 coins", {Good.COIN: 0}),
    ("+2 coins", {Good.COIN: 2}),
    ("2coins", {Good.COIN: 2}),
    ("2 coins, 1 wood", {Good.COIN: 2, Good.WOOD: 1}),
    (" 12  tools ,coal", {Good.TOOL: 12, Good.COAL: 1}),
    ("3 development cogs", {Good.COG: 3}),
    ("1 metal, 1 technology, 1 tool, 2 coal", {Good.METAL: 1, Good.TECHNOLOGY: 1, Good.TOOL: 1, Good.COAL: 2}),
    ("2 coins, 3 influence", {Good.COIN: 2, None: 3}),
    ("influence", {None: 1}),
    ("2 coins and a wood", {Good.COIN: 2, Good.WOOD: 1}),
    ("tool, 2 coins, and 3 influence", {Good.TOOL: 1, Good.COIN: 2, None: 3}),
]


@pytest.mark.parametrize(("text", "amounts"), UNDERSTOOD)
def test_amounts_are_understood(text: str, amounts: dict[Good | None, int]) -> None:
    assert parse_amounts(text, influence=True) == amounts


REFUSED = [
    ("2 silver", f"'2 silver' is not an amount; expected {EXPECTED}"),
    ("2 Coins", f"'2 Coins' is not an amount; expected {EXPECTED}"),
    ("coins 2", f"'coins 2' is not an amount; expected {EXPECTED}"),
    ("2", f"'2' is not an amount; expected {EXPECTED}"),
    ("2.5 coins", f"'2.5 coins' is not an amount; expected {EXPECTED}"),
    ("٣ coins", f"'٣ coins' is not an amount; expected {EXPECTED}"),
    ("2 coins,", f"'' is not an amount; expected {EXPECTED}"),
    ("2 coins; 1 wood", f"'2 coins; 1 wood' is not an amount; expected {EXPECTED}"),
    ("1 wood, nothing", f"'nothing' is not an amount; expected {EXPECTED}"),
    ("3 influence", f"'3 influence' is not an amount; expected {EXPECTED}"),
    ("9" * 5000 + " coins", f"'{'9' * 56}... is not an amount; expected {EXPECTED}"),
    ("1 wood, -2 coins", "'-2 coins' is negative; expected 0 or more"),
    ("1 coin, 2 coins", "coins is named twice in '1 coin, 2 coins'"),
    ("cog, development cog", "development cog is named twice in 'cog, development cog'"),
]


@pytest.mark.parametrize(("text", "problem"), REFUSED, ids=[text[:20] for text, _ in REFUSED])
def test_anything_else_is_refused_in_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        parse_amounts(text)


def test_influence_is_expected_only_where_it_may_be() -> None:
    with pytest.raises(ValueError, match="cogs and influence, such as"):
        parse_amounts("3 fame", influence=True)
    assert parse_reward("3 influence", 20) == Reward(NO_GOODS, 3)
    with pytest.raises(ValueError, match="'3 influence' is not an amount"):
        parse_reward("3 influence", 20, influence=False)


@pytest.mark.parametrize(("text", "most"), [("21 coins", 20), ("1 wood, 70000 coal", 999), ("1000 influence", 999)])
def test_no_more_than_can_be_handled(text: str, most: int) -> None:
    with pytest.raises(ValueError, match=f"^is {re.escape(repr(text))}; expected at most {most} of a kind$"):
        parse_reward(text, most)


@given(st.dictionaries(st.sampled_from(Good), st.integers(1, STOCK_MAX)), st.integers(0, STOCK_MAX))
def test_what_is_shown_is_read_back(goods: dict[Good, int], influence: int) -> None:
    text = ", ".join([f"{number} {good.word}" for good, number in goods.items()] + [f"{influence} influence"])
    reward = parse_reward(text, STOCK_MAX)
    assert {good: count(reward.goods, good) for good in Good} == {good: goods.get(good, 0) for good in Good}
    assert reward.influence == influence
    assert parse_reward(show_reward(reward), STOCK_MAX) == reward


def test_rewards_are_shown_in_words() -> None:
    assert show_reward(parse_reward("1 influence, 2 coins, tool", 20)) == "1 tool, 2 coins, 1 influence"
    assert show_reward(Reward()) == "nothing"


@pytest.mark.slow
@given(st.text())
@example("1 \u2028wood")
@example("1 coin\n")
def test_any_text_is_amounts_or_refused(text: str) -> None:
    try:
        amounts = parse_amounts(text, influence=True)
    except ValueError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert all(number >= 0 for number in amounts.values())


@pytest.mark.parametrize("number", [-1, 32768, 70_000])
def test_more_than_can_be_counted_is_not_packed(number: int) -> None:
    with pytest.raises(GameError) as refused:
        pack({Good.WOOD: 32767, Good.COAL: number})
    assert str(refused.value) == f"{number} of coal cannot be packed; expected 0 to 32767, all that can be counted"


@pytest.mark.parametrize("good", ["wood", 3, None])
def test_only_goods_are_packed_and_counted(good: Any) -> None:
    """A number is no good, though each good has one."""
    for ask in (lambda: pack({good: 2}), lambda: count(NO_GOODS, good)):
        with pytest.raises(GameError, match=f"^{good!r} is no good; expected one of Good.WOOD, .*Good.COG$"):
            ask()


@pytest.mark.parametrize("goods", ["x", None, {Good.WOOD: 2}])
def test_only_goods_have_counts(goods: Any) -> None:
    for ask in (lambda: unpack(goods), lambda: count(goods, Good.COIN)):
        with pytest.raises(GameError, match=r"cannot be counted; expected goods such as pack\("):
            ask()
