"""Amounts in words, as people write them in files and moves: ``2 coins, 1 wood``, ``3 influence``."""

from __future__ import annotations

import re

from era_of_inventions.model.goods import (
    GOODS,
    NO_GOODS,
    PRINTED_MAX,
    Good,
    Goods,
    pack,
    show,
)
from era_of_inventions.model.words import FOR_GOODS
from era_of_inventions.tabletop.box import Spelled
from era_of_inventions.tabletop.errors import describe
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import Amounts, Count, Field, field, record

WORDS = {word: good for good in Good for word in (good.name.lower(), good.word)}
"""The words for the kinds of goods; a plural s is understood."""
UNDERSTOOD = {**WORDS, **{word: Good[name.upper()] for word, name in FOR_GOODS.items()}}
"""All words for them."""
EXPECTED = (
    "amounts such as '2 coins, 1 wood' of wood, coal, metal, technology, tools, coins, cogs"
)
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

    goods: Field[Goods] = field(PRINTED_GOODS, about="the goods it gives", default=NO_GOODS)
    influence: Field[int] = field(PRINTED, about="the influence it gives", default=0)


def parse_amounts(text: str, *, influence: bool = False) -> dict[Good | None, int]:
    """Return the amounts in a text, by kind; influence has the key None.

    A number may be left out (``coin`` is one coin), and ``and`` is understood as a comma. Raises ValueError, in
    one sentence, for anything else, for a negative number, for influence where it is not expected, and for a kind named
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
            also = " and influence" if influence else ""
            raise ValueError(f"{describe(part)} is not an amount; expected {EXPECTED}{also}")
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
    f"{EXPECTED} and influence",
    _pattern("influence"),
)
"""Goods, and rewards, as component files and disputes write them."""
