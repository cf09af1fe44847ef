"""The numbers in the sentences of clauses are those that the code and the components have."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from era_of_inventions.box.components import CardKind, Reward
from era_of_inventions.box.goods import Good, Goods, count
from era_of_inventions.moves import BUY_BONUS_DISC, BUY_COG, COINS_FOR_INFLUENCE, SELL_COG, Line
from era_of_inventions.position import DISPLAY_PLACES, ROW_PLACES, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW, build, buy, develop, market, patents, produce
from era_of_inventions.rules.bonus import cap
from era_of_inventions.rules.scoring import category_points, last_round
from era_of_inventions.rules.setup import discs_each, player_counts
from era_of_inventions.tabletop.law.clause import Clause
from tests.support.positions import SHIPPED, cards, original, position

SMALL = dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), range(2, 11), strict=True))
TENS = {"twenty": 20, "thirty": 30, "forty": 40}
WORDS = {
    "twelve": 12,
    "fifteen": 15,
    **SMALL,
    **TENS,
    **{f"{ten}-{word}": TENS[ten] + SMALL[word] for ten in TENS for word in SMALL},
}
"""Numbers in words. ``one`` is none: it is an article more often than a number."""
NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(sorted(WORDS, key=len, reverse=True))})\b")


def said(sentence: str) -> list[int]:
    """The numbers of a sentence, in order."""
    return [WORDS[word] if word in WORDS else int(word) for word in NUMBER.findall(sentence.lower())]


# --- What the code and the components have --------------------------------------------

DEALT = {players: position(players) for players in (3, 4, 5)}
BEGUN: State = Game(4).new()
STOCK, LOADS = DEALT[4].players[2].goods, DEALT[4].board.loads
START_CARDS = len(cards(CardKind.START))
COAL_HOUSES = [index for index, source in enumerate(SHIPPED.sources) if source.house and source.good is Good.COAL]
OTHERS = [index for index in range(len(LOADS)) if index not in COAL_HOUSES]
SQUARES, SPACES = SHIPPED.patent_squares, SHIPPED.spaces
SEWING_MACHINE, TRAIN, CAR = (SPACES[original(name)] for name in ("sewing machine", "steam train", "car"))
TELEPHONE, CASH_REGISTER = (SHIPPED.cards[cards(CardKind.OFFICIAL, name)[0]] for name in ("telephone", "cash register"))
SIGNS = {
    good: min(space for space, sign in SHIPPED.sign_on.items() if sign is good) for good in SHIPPED.sign_on.values()
}
TIES = [max(category_points(DEALT[5], [1] * number + [0] * (5 - number))) for number in range(1, 6)]


def supply(good: Good) -> int:
    return count(SHIPPED.supply, good)


def coins(goods: Goods) -> int:
    return count(goods, Good.COIN)


def printed(reward: Reward) -> int:
    return reward.influence


def discs(players: int) -> int:
    """The bonus discs dealt to each."""
    return DEALT[players].players[1].bonus_discs


def loads(of: Sequence[int]) -> int:
    """The load with which each of these sources starts."""
    (load,) = {LOADS[index] for index in of}
    return load


OF_AN_INVENTION = len(cards(CardKind.OFFICIAL, "camera")) + len(cards(CardKind.FAKE, "camera"))
NUMBERS: dict[str, list[int]] = {
    "components.display-rows": [DISPLAY_PLACES, 3, 4, ROW_PLACES, 3],
    "components.nine-inventions": [len(SHIPPED.inventions)],
    "components.invention-cards": [len(SHIPPED.cards) - START_CARDS, OF_AN_INVENTION],
    "components.start-cards": [START_CARDS],
    "components.official-fake-split": [OF_AN_INVENTION, len(cards(CardKind.OFFICIAL, "camera"))],
    "components.factory-cards": [len(SHIPPED.factories) + 5, 5, len(SHIPPED.factories)],
    "components.affordable": [develop.COGS_MAX],
    "components.patent-squares": [len(SQUARES)],
    "components.first-two-squares": [SQUARES[0].coins, SQUARES[1].coins, SQUARES[1].influence],
    "components.known-signs": [SIGNS[good] for good in (Good.TOOL, Good.METAL, Good.COIN, Good.WOOD)],
    "components.two-coal-houses": [len(COAL_HOUSES)],
    "components.bonus-discs": [SHIPPED.bonus_discs],
    "components.markers": [SHIPPED.markers],
    "components.coins": [supply(Good.COIN)],
    "components.fine-cubes": [15, (supply(Good.TOOL) - 15) // 3, supply(Good.METAL)],
    "components.bulk-cubes": [15, (supply(Good.COAL) - 15) // 3, supply(Good.WOOD)],
    "components.cogs": [15, (supply(Good.COG) - 15) // 3, supply(Good.COG)],
    "components.sewing-machine": [SEWING_MACHINE.cogs, SEWING_MACHINE.influence, printed(SEWING_MACHINE.income)],
    "components.train-and-car": [TRAIN.cogs, CAR.cogs],
    "components.worked-cards": [
        count(TELEPHONE.cost, Good.COAL),
        printed(TELEPHONE.profit),
        printed(CASH_REGISTER.profit),
    ],
    "setup.player-counts": [*player_counts()],
    "setup.discs-each": [discs_each(4), 3, discs_each(3)],
    "setup.stock": [
        count(STOCK, good)
        for good in (Good.COIN, Good.WOOD, Good.METAL, Good.TECHNOLOGY, Good.TOOL, Good.COAL, Good.COG)
    ],
    "setup.bonus-discs": [discs(3), 3, discs(4), 4, 5],
    "setup.factory-deck": [ROW_PLACES],
    "setup.start-cards": [START_CARDS, DISPLAY_PLACES, START_CARDS - DISPLAY_PLACES],
    "setup.three-coal": [loads(COAL_HOUSES)],
    "setup.two-cubes": [loads(OTHERS)],
    "setup.round-one": [DEALT[4].round],
    "setup.start-positions": [BEGUN.players[1].influence],
    "placement.two-per-area": [2],
    "placement.one-per-color": [2],
    "placement.own-discs": [discs_each(5), 3, discs_each(3)],
    "build.counted-factories": [build.BUILT_MAX],
    "build.max-three": [build.BUILT_MAX],
    "buy.max-three": [buy.LOADS_MAX],
    "produce.one-to-three": [produce.MADE_MAX],
    "market.uses-of-box": [len(Line) // 3, market.USES_MAX],
    "market.five-max": [market.EXCHANGES_MAX, market.EXCHANGES_MAX],
    "market.three-per-box": [len(Line) // 2, market.USES_MAX],
    "market.upper-buy-cog": [coins(BUY_COG.give)],
    "market.upper-sell-cog": [coins(SELL_COG.take)],
    "market.middle-coins": [coins(COINS_FOR_INFLUENCE.give)],
    "market.lower-two-for-one": [2],
    "market.lower-bonus-disc": [coins(BUY_BONUS_DISC.give)],
    "develop.seven-cogs": [develop.COGS_MAX],
    "develop.marker-needed": [SHIPPED.markers],
    "develop.cards-brought": [SHIPPED.cards_of(4).bit_count()],
    "patents.six-per-game": [len(SQUARES)],
    "patents.cost-of-square": [patents.REGISTERED_MAX],
    "patents.two-per-action": [patents.REGISTERED_MAX],
    "patents.marker-needed": [SHIPPED.markers],
    "bonus.cap": [cap(DEALT[4]), 3, cap(DEALT[3])],
    "refresh.last-three-discarded": [3],
    "refresh.fill-seven": [DISPLAY_PLACES],
    "refresh.fill-five": [ROW_PLACES],
    "refresh.last-factories-discarded": [3],
    "refresh.refill": [loads(OTHERS), loads(COAL_HOUSES)],
    "scoring.last-round": [last_round(3), 3, last_round(4), 4, last_round(5), 5],
    "scoring.category-points": [TIES[0], 2, TIES[1], 3, TIES[2], 4, 5, TIES[3]],
}
"""The numbers of each sentence that says some, in order; a number stands here itself where nothing else has it."""


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_a_sentence_says_the_numbers_that_hold(clause: Clause[..., object]) -> None:
    assert said(clause.statement) == NUMBERS.get(clause.id, [])


def test_four_and_five_who_tie_get_the_same() -> None:
    assert TIES[3] == TIES[4]


def test_numbers_are_read_in_words_and_digits() -> None:
    assert said("Twenty-seven, 3 or fifteen, someone's two; often tenfold.") == [27, 3, 15, 2]
