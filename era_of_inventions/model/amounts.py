"""Amounts in words, as people write them in files and moves: ``2 coins, 1 wood``, ``3 influence``."""

from __future__ import annotations

import re

import attrs

from era_of_inventions.model.goods import GOODS, NO_GOODS, PRINTED_MAX, Good, Goods, pack, show
from era_of_inventions.model.words import FOR_GOODS
from era_of_inventions.tabletop.components.declared import printed
from era_of_inventions.tabletop.components.domains import Written
from era_of_inventions.tabletop.errors import describe
from era_of_inventions.tabletop.fields import Amounts, Count
from era_of_inventions.tabletop.files.stretch import Stretch

WORDS = {word: good for good in Good for word in (good.name.lower(), good.word)}
"""The words for the kinds of goods; a plural s is understood."""
UNDERSTOOD = {**WORDS, **{word: Good[name.upper()] for word, name in FOR_GOODS.items()}}
"""All words for them."""
EXPECTED = "amounts such as '2 coins, 1 wood' of wood, coal, metal, technology, tools, coins, cogs"
PRINTED = Count(PRINTED_MAX)
"""A number that a component prints."""
PRINTED_GOODS = Amounts(GOODS, PRINTED_MAX)


@attrs.frozen
class Reward:
    """What a card, a space or a square gives: goods from the supply, and influence."""

    goods: Goods = attrs.field(default=NO_GOODS, repr=show, metadata=printed(PRINTED_GOODS, "the goods it gives"))
    influence: int = attrs.field(default=0, metadata=printed(PRINTED, "the influence it gives"))


def parse_amounts(text: str, *, influence: bool = False) -> dict[Good | None, int]:
    """The amounts in a text, by kind; influence has the key None.

    A number may be left out (``coin`` is one coin), and ``and`` is understood as a comma. Raises ValueError, in
    one sentence, for anything else, for a negative number, for influence where it is not expected, and for a kind named
    twice.
    """
    amounts: dict[Good | None, int] = {}
    if text.strip() in ("", "nothing"):
        return amounts
    for part in (part.plain for part in Stretch.of(text).listed()):
        match = re.fullmatch(r"(?:([+-]?[0-9]{1,9})|an?\b)?\s*([^\W\d_]+(?: [^\W\d_]+)?)", part)
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
    """The goods and influence in a text, at most ``most`` of each kind. Raises ValueError as `parse_amounts` does."""
    amounts = parse_amounts(text, influence=influence)
    if max(amounts.values(), default=0) > most:
        raise ValueError(f"is {describe(text)}; expected at most {most} of a kind")
    goods = {good: number for good, number in amounts.items() if good is not None}
    return Reward(pack(goods), amounts.get(None, 0))


def show_reward(reward: Reward) -> str:
    """A reward in words."""
    parts = [show(reward.goods)] if reward.goods else []
    if reward.influence:
        parts.append(f"{reward.influence} influence")
    return ", ".join(parts) or "nothing"


def _pattern(*more: str) -> str:
    amount = rf"\s*([+]?[0-9]{{1,9}})?\s*({'|'.join((*WORDS, *more))})s?\s*"
    return rf"\s*(nothing)?\s*|{amount}(,{amount})*"


WRITTEN_GOODS = Written(lambda text: parse_reward(text, PRINTED_MAX, influence=False).goods, show, EXPECTED, _pattern())
WRITTEN_REWARD = Written(
    lambda text: parse_reward(text, PRINTED_MAX), show_reward, f"{EXPECTED} and influence", _pattern("influence")
)
"""Goods, and rewards, as component files and disputes write them."""
