"""Goods: how many of each of the seven kinds, packed in one int.

Each kind has a lane of 16 bits whose top bit stays free, so goods are added and taken
away with plain ``+`` and ``-``, and one subtraction compares all kinds at once. Numbers
in files are kept far below `COUNT_MAX`, where a lane ends: a component prints at most
`PRINTED_MAX`, and the box and a dispute hold at most `STOCK_MAX` of anything.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from era_of_inventions.tabletop.box import Spelled
from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import (
    COUNT_MAX,
    LANE,
    Amounts,
    Bag,
    Count,
    Field,
    Names,
    bag,
    field,
    record,
)
from era_of_inventions.words import FOR_GOODS

PRINTED_MAX = 20
"""The largest number a component may print."""
STOCK_MAX = 999
"""The largest count a component set or a dispute may be written with."""


class Good(enum.IntEnum):
    """The kinds of goods, cubes first."""

    WOOD = 0
    COAL = 1
    METAL = 2
    TECHNOLOGY = 3
    TOOL = 4
    COIN = 5
    COG = 6

    @property
    def word(self) -> str:
        """The name as the rules spell it."""
        return "development cog" if self is Good.COG else self.name.lower()


CUBES = (Good.WOOD, Good.COAL, Good.METAL, Good.TECHNOLOGY, Good.TOOL)
"""The five kinds of resource cubes."""
FINE_CUBES = (Good.METAL, Good.TECHNOLOGY, Good.TOOL)
"""The kinds that may fill a question mark."""


def plural(good: Good) -> str:
    """Return the word for several pieces of a kind."""
    return f"{good.name.lower()}{'s' if good in (Good.TOOL, Good.COIN, Good.COG) else ''}"


GOODS = Names.members(Good, plural, FOR_GOODS)
"""The kinds of goods, as JSON, texts and people call them."""
Goods: TypeAlias = Bag[Good]
"""An amount of goods; an ``int`` at run time."""
NO_GOODS: Final = bag(Good)
ONE = tuple(bag(Good, [kind is good for kind in Good]) for good in Good)
"""One piece of each kind, by kind."""
ONES = sum(ONE, NO_GOODS)
"""One piece of every kind."""
GUARDS = tuple(COUNT_MAX + 1 << LANE * good for good in Good)
"""The top bit of each lane, by kind."""
GUARD = sum(GUARDS)
LANE_MASK = (1 << LANE) - 1
COUNTABLE = f"0 to {COUNT_MAX}, all that can be counted"
"""The expected count, for messages about a wrong one."""


def pack(counts: Mapping[Good, int]) -> Goods:
    """Return the goods with these counts. Raises `GameError` for anything else, such as a negative count."""
    if not isinstance(counts, Mapping):
        raise GameError(
            f"{describe(counts)} cannot be packed; expected counts such as {{Good.COIN: 2}}"
        )
    for good, number in counts.items():
        if not isinstance(good, Good):
            raise _no_good(good)
        if not isinstance(number, int) or not 0 <= number <= COUNT_MAX:
            raise GameError(
                f"{describe(number)} of {good.word} cannot be packed; expected {COUNTABLE}"
            )
    return sum([ONE[good] * number for good, number in counts.items()], NO_GOODS)


def _no_good(value: object) -> GameError:
    known = ", ".join(f"Good.{good.name}" for good in Good)
    return GameError(f"{describe(value)} is no good; expected one of {known}")


def count(goods: Goods, good: Good) -> int:
    """Return the number of pieces of one kind. Raises `GameError` for anything but goods and a good."""
    if not isinstance(good, Good):
        raise _no_good(good)
    try:
        return goods >> LANE * good & LANE_MASK
    except TypeError:
        raise GameError(
            f"{describe(goods)} cannot be counted; expected goods such as pack({{Good.COIN: 2}})"
        ) from None


def covers(stock: Goods, price: Goods) -> bool:
    """Return whether the stock holds at least the price of every kind."""
    return ((stock | GUARD) - price) & GUARD == GUARD


def kinds(goods: Goods) -> int:
    """Return the kinds that occur in goods, as the top bits of their lanes."""
    return ((goods | GUARD) - ONES) & GUARD


def unpack(goods: Goods) -> Iterator[tuple[Good, int]]:
    """Return the kinds that occur in goods, with their counts. Raises `GameError` for anything but goods."""
    return iter([(good, number) for good in Good if (number := count(goods, good))])


def total(goods: Goods) -> int:
    """Return the number of pieces of all kinds together."""
    number = lane = 0
    while rest := goods >> lane:
        number += rest & LANE_MASK
        lane += LANE
    return number


def only(goods: Goods, kinds: tuple[Good, ...]) -> Goods:
    """Return the part of the goods that is of these kinds."""
    return pack({good: count(goods, good) for good in kinds})


def at_most(goods: Goods, bound: Goods) -> Goods:
    """Return goods with the smaller of both counts for each kind."""
    return pack({good: min(number, count(bound, good)) for good, number in unpack(goods)})


def show(goods: Goods) -> str:
    """Return the goods in words: ``2 coins, 1 wood``; ``nothing`` if there are none."""
    counted = {Good.COIN, Good.COG, Good.TOOL}
    return (
        ", ".join(
            f"{n} {good.word}{'s' if n > 1 and good in counted else ''}"
            for good, n in unpack(goods)
        )
        or "nothing"
    )


# --- Amounts in words -----------------------------------------------------------------


WORDS = {word: good for good in Good for word in (good.name.lower(), good.word)}
"""The words for the kinds of goods; a plural s is understood."""
UNDERSTOOD = {**WORDS, **{word: Good[name.upper()] for word, name in FOR_GOODS.items()}}
"""All words for the kinds of goods, other words included."""
_GOODS = "wood, coal, metal, technology, tools, coins"
_EXAMPLE = "such as '2 coins, 1 wood'"
EXPECTED = f"amounts of {_GOODS} and cogs, {_EXAMPLE}"
EXPECTED_OF_REWARDS = f"amounts of {_GOODS}, cogs and influence, {_EXAMPLE}"
PRINTED = Count(0, PRINTED_MAX)
"""A number that a component prints."""


class PrintedGoods(Amounts[Good]):
    """Goods that a component prints, which are shown in words."""

    def repr(self, bag: Goods) -> str:
        """Return the goods in words."""
        return show(bag)


PRINTED_GOODS = PrintedGoods(GOODS, PRINTED_MAX)


@record
class Reward:
    """What a card, a space or a square gives: goods from the supply, and influence."""

    goods: Field[Goods] = field(PRINTED_GOODS, "the goods it gives", default=NO_GOODS)
    influence: Field[int] = field(PRINTED, "the influence it gives", default=0)


def parse_amounts(text: str, *, influence: bool = False) -> dict[Good | None, int]:
    """Return the amounts in a text, by kind; influence has the key None.

    A number may be left out (``coin`` is one coin), and ``and`` is understood as a
    comma. Raises ValueError, with one sentence as its message, for anything else, for a
    negative number, for influence unless ``influence`` is true, and for a kind named
    twice.
    """
    amounts: dict[Good | None, int] = {}
    if text.strip() in ("", "nothing"):
        return amounts
    for part in (part.plain for part in Span.of(text).listed()):
        match = re.fullmatch(
            r"(?:([+-]?[0-9]{1,9})|an?\b)?\s*([^\W\d_]+(?: [^\W\d_]+)?)", part
        )
        number = int(match[1] or 1) if match else 0
        word = match[2] if match else ""
        kind = UNDERSTOOD.get(word, UNDERSTOOD.get(word.removesuffix("s")))
        if kind is None and not (influence and word == "influence"):
            expected = EXPECTED_OF_REWARDS if influence else EXPECTED
            raise ValueError(f"{describe(part)} is not an amount; expected {expected}")
        if number < 0:
            raise ValueError(f"{part!r} is negative; expected 0 or more")
        if kind in amounts:
            raise ValueError(f"{word} is named twice in {describe(text)}")
        amounts[kind] = number
    return amounts


def parse_reward(text: str, most: int, *, influence: bool = True) -> Reward:
    """Return the goods and influence in a text, at most ``most`` of each kind.

    Raises ValueError as `parse_amounts` does.
    """
    amounts = parse_amounts(text, influence=influence)
    if max(amounts.values(), default=0) > most:
        raise ValueError(f"is {describe(text)}; expected at most {most} of a kind")
    goods = {good: number for good, number in amounts.items() if good is not None}
    return Reward(pack(goods), amounts.get(None, 0))


def show_reward(reward: Reward) -> str:
    """Return a reward in words."""
    parts = [show(reward.goods)] if reward.goods else []
    if reward.influence:
        parts.append(f"{reward.influence} influence")
    return ", ".join(parts) or "nothing"


def _pattern(*more: str) -> str:
    amount = rf"\s*([+]?[0-9]{{1,9}})?\s*({'|'.join((*WORDS, *more))})s?\s*"
    return rf"\s*(nothing)?\s*|{amount}(,{amount})*"


WRITTEN_GOODS = Spelled(
    lambda text: parse_reward(text, PRINTED_MAX, influence=False).goods,
    show,
    EXPECTED,
    _pattern(),
)
WRITTEN_REWARD = Spelled(
    lambda text: parse_reward(text, PRINTED_MAX),
    show_reward,
    EXPECTED_OF_REWARDS,
    _pattern("influence"),
)
"""Goods, and rewards, as component files and disputes write them."""
