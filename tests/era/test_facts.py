"""The facts that clauses tell: for each clause that has some, what it allows and what it forbids, worked out by hand.

Five players sit at the table unless a case says otherwise, the start player has seat 1 and seat 3 is in turn, so that
no two of them are mistaken for each other. A case gives the position, what the clause is asked about, and its facts.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from era_of_inventions import Area, Game, Good, Ruleset
from era_of_inventions.box.components import Space
from era_of_inventions.box.goods import ONE, pack
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Income,
    Landing,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RevealCard,
    RevealFactory,
    RunAllFactories,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import Phase, State, Turn
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.verdict import Outcome
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values import mask
from era_of_inventions.tabletop.values.packed import SeatNumber
from tests.support.positions import SHIPPED, plenty, position, with_card

COAL, METAL, TECHNOLOGY, TOOL = (ONE[good] for good in (Good.COAL, Good.METAL, Good.TECHNOLOGY, Good.TOOL))
ORIGINALS = range(0, 16, 2)
CASH_REGISTER_FAKE, TELEPHONE, TELEPHONE_FAKE, CAR_FAKE, POCKET_WATCH = 2, 9, 11, 20, 37


@attrs.frozen
class Case:
    """What a clause is asked about in a position, and the facts of its answer."""

    subject: object
    facts: dict[str, object]
    given: dict[str, Any]


def case(subject: object, facts: dict[str, object], **given: Any) -> Case:
    """A case at a table of five, with seat 3 in turn and start player 1 unless others are given."""
    return Case(subject, facts, {"players": 5, "seat": 3, "start": 1} | given)


def acting(area: Area, subject: object, facts: dict[str, object], **given: Any) -> Case:
    """A case in the action of an area."""
    return case(subject, facts, phase=Phase.ACTION, area=area, **given)


def phase(subject: object, at: Phase, **given: Any) -> Case:
    """A case of a grant, whose fact is the phase."""
    return case(subject, {"phase": at.value}, phase=at, **given)


def earlier(area: Area, **done: Any) -> Turn:
    """The record of a regular action that is over, in the turn of seat 3."""
    return Turn(Phase.BONUS_OFFER, 3, area, **done)


def spaces(*indexes: int) -> Any:
    return mask(Space, indexes)


LYING = {"discs": {0: [Area.BUY], 3: [Area.MARKET]}}
CASES: dict[str, tuple[list[Case], list[Case]]] = {
    # --- Placement and execution ------------------------------------------------------
    "placement.one-at-a-time": (
        [phase(PlaceDisc(Area.MARKET), Phase.PLACEMENT)],
        [phase(PlaceDisc(Area.BUY), Phase.CHOICE, **LYING)],
    ),
    "placement.two-per-area": (
        [
            case(PlaceDisc(Area.MARKET), {"discs there": 0}, discs={0: [Area.BUY], 3: [Area.BUY]}),
            case(PlaceDisc(Area.MARKET), {"discs there": 1}, discs={0: [Area.MARKET], 3: [Area.BUY]}),
        ],
        [case(PlaceDisc(Area.MARKET), {"discs there": 2}, discs={0: [Area.MARKET], 1: [Area.MARKET], 3: [Area.BUY]})],
    ),
    "placement.one-per-color": (
        [case(PlaceDisc(Area.MARKET), {"own disc there": False}, discs={0: [Area.MARKET], 3: [Area.BUY]})],
        [case(PlaceDisc(Area.MARKET), {"own disc there": True}, discs={3: [Area.MARKET]})],
    ),
    "placement.own-discs": (
        [
            case(PlaceDisc(Area.BUILD), {"discs placed": 1}, discs={0: [Area.BUY, Area.MARKET], 3: [Area.BUY]}),
            case(PlaceDisc(Area.BUILD), {"discs placed": 2}, players=3, seat=2, discs={2: [Area.BUY, Area.MARKET]}),
        ],
        [
            case(
                PlaceDisc(Area.BUILD),
                {"discs placed": 2},
                phase=Phase.CHOICE,
                discs={0: [Area.BUY], 3: [Area.BUY, Area.MARKET]},
            ),
            case(
                PlaceDisc(Area.BUILD),
                {"discs placed": 3},
                players=3,
                seat=2,
                phase=Phase.CHOICE,
                discs={2: [Area.BUY, Area.MARKET, Area.GOODS]},
            ),
        ],
    ),
    "execution.only-active-player": (
        [
            case(ActsNow(3), {"seat in turn": SeatNumber(3)}, phase=Phase.CHOICE, **LYING),
            case(ActsNow(2), {"seat in turn": SeatNumber(2)}, players=3, seat=2),
        ],
        [
            case(ActsNow(1), {"seat in turn": SeatNumber(3)}, phase=Phase.CHOICE, **LYING),
            case(
                ActsNow(3), {"seat in turn": SeatNumber(3)}, phase=Phase.REFRESH_CARDS, display=[28, 29], row=range(5)
            ),
        ],
    ),
    "execution.free-disc-choice": (
        [phase(Resolve(Area.MARKET), Phase.CHOICE, **LYING)],
        [phase(Resolve(Area.MARKET), Phase.PLACEMENT, **LYING)],
    ),
    "execution.withdraw-free": (
        [phase(Withdraw(Area.MARKET), Phase.CHOICE, **LYING)],
        [phase(Withdraw(Area.MARKET), Phase.BONUS_OFFER, **LYING)],
    ),
    "execution.own-disc": (
        [
            case(Resolve(Area.MARKET), {"own disc there": True}, phase=Phase.CHOICE, **LYING),
            case(Withdraw(Area.MARKET), {"own disc there": True}, phase=Phase.CHOICE, **LYING),
        ],
        [
            case(Resolve(Area.BUY), {"own disc there": False}, phase=Phase.CHOICE, **LYING),
            case(Withdraw(Area.BUY), {"own disc there": False}, phase=Phase.CHOICE, **LYING),
        ],
    ),
    "execution.may-stop": (
        [phase(EndAction(), Phase.ACTION, area=Area.BUY), phase(EndAction(), Phase.ACTION, area=Area.DEVELOP)],
        [phase(EndAction(), Phase.BONUS_ACTION)],
    ),
    "execution.turn-over": ([phase(EndTurn(), Phase.BONUS_OFFER)], [phase(EndTurn(), Phase.ACTION, area=Area.BUY)]),
    # --- Build, goods, buy, produce ---------------------------------------------------
    "build.action": (
        [phase(BuildFactory(8), Phase.ACTION, area=Area.BUILD)],
        [phase(BuildFactory(8), Phase.BONUS_ACTION), phase(BuildFactory(8), Phase.ACTION, area=Area.BUY)],
    ),
    "build.must-afford": (
        [
            acting(
                Area.BUILD,
                BuildFactory(8),
                {"cost": "2 wood, 1 coal", "stock": "2 wood, 1 coal, 4 tools"},
                goods={3: {Good.WOOD: 2, Good.COAL: 1, Good.TOOL: 4}},
            )
        ],
        [
            acting(
                Area.BUILD,
                BuildFactory(8),
                {"cost": "2 wood, 1 coal", "stock": "3 wood, 1 coin"},
                goods={1: plenty(), 3: {Good.WOOD: 3, Good.COIN: 1}},
            )
        ],
    ),
    "build.max-three": (
        [
            acting(Area.BUILD, BuildFactory(8), {"built so far": 2}, turn={"built": 2}),
            acting(
                Area.BUILD,
                BuildFactory(8),
                {"built so far": 1},
                turn={"built": 1, "before": earlier(Area.BUY, built=2)},
            ),
            acting(
                Area.BUILD,
                BuildFactory(8),
                {"built so far": 2},
                ruleset=Ruleset(build_cap="round"),
                this_round={1: {"built_this_round": 3}, 3: {"built_this_round": 2}},
            ),
        ],
        [
            acting(Area.BUILD, BuildFactory(8), {"built so far": 3}, turn={"built": 3}),
            acting(
                Area.BUILD,
                BuildFactory(8),
                {"built so far": 3},
                ruleset=Ruleset(build_cap="turn"),
                turn={"built": 1, "before": earlier(Area.BUY, built=2)},
            ),
            acting(
                Area.BUILD,
                BuildFactory(8),
                {"built so far": 3},
                ruleset=Ruleset(build_cap="round"),
                turn={"built": 1},
                this_round={1: {"built_this_round": 1}, 3: {"built_this_round": 3}},
            ),
        ],
    ),
    "goods.action": (
        [phase(RunAllFactories(), Phase.ACTION, area=Area.GOODS)],
        [phase(RunAllFactories(), Phase.CHOICE, **LYING)],
    ),
    "buy.action": ([phase(BuyLoad(4), Phase.ACTION, area=Area.BUY)], [phase(BuyLoad(4), Phase.FINAL_MARKET)]),
    "buy.must-afford": (
        [acting(Area.BUY, BuyLoad(4), {"coins": 1}, goods={1: {Good.COIN: 5}, 3: {Good.COIN: 1}})],
        [acting(Area.BUY, BuyLoad(4), {"coins": 0}, goods={1: plenty(), 3: {Good.WOOD: 2}})],
    ),
    "buy.max-three": (
        [
            acting(Area.BUY, BuyLoad(4), {"bought so far": 2}, turn={"loads": 2}),
            acting(Area.BUY, BuyLoad(4), {"bought so far": 1}, turn={"loads": 1, "before": earlier(Area.BUY, loads=2)}),
        ],
        [
            acting(Area.BUY, BuyLoad(4), {"bought so far": 3}, turn={"loads": 3}),
            acting(
                Area.BUY,
                BuyLoad(4),
                {"bought so far": 3},
                ruleset=Ruleset(action_caps="together"),
                turn={"loads": 1, "before": earlier(Area.BUY, loads=2)},
            ),
        ],
    ),
    "buy.not-empty": (
        [acting(Area.BUY, BuyLoad(1), {"load": 1}, loads=(3, 1, 0, 2, 2, 2, 2))],
        [acting(Area.BUY, BuyLoad(2), {"load": 0}, loads=(3, 1, 0, 2, 2, 2, 2))],
    ),
    "produce.action": (
        [phase(ProduceInvention(POCKET_WATCH), Phase.ACTION, area=Area.PRODUCE)],
        [phase(ProduceInvention(POCKET_WATCH), Phase.BONUS_ACTION)],
    ),
    "produce.must-afford": (
        [
            acting(
                Area.PRODUCE,
                ProduceInvention(CASH_REGISTER_FAKE, METAL + TOOL),
                {"cost": "1 coal, 1 metal, 1 tool", "stock": "2 coal, 1 metal, 1 tool"},
                goods={3: {Good.COAL: 2, Good.METAL: 1, Good.TOOL: 1}},
            ),
            acting(
                Area.PRODUCE,
                ProduceInvention(POCKET_WATCH),
                {"cost": "1 coal", "stock": "1 coal, 1 coin"},
                ruleset=Ruleset(coin_costs="cubes-only"),
                components=with_card(POCKET_WATCH, cost=pack({Good.COAL: 1, Good.COIN: 2})),
                goods={3: {Good.COAL: 1, Good.COIN: 1}},
            ),
        ],
        [
            acting(
                Area.PRODUCE,
                ProduceInvention(POCKET_WATCH),
                {"cost": "1 coal, 2 coins", "stock": "1 coal, 1 coin"},
                components=with_card(POCKET_WATCH, cost=pack({Good.COAL: 1, Good.COIN: 2})),
                goods={1: plenty(), 3: {Good.COAL: 1, Good.COIN: 1}},
            ),
            acting(
                Area.PRODUCE,
                ProduceInvention(POCKET_WATCH),
                {"cost": "2 coal, 1 tool", "stock": "nothing"},
                goods={1: plenty(), 3: {}},
            ),
        ],
    ),
    "produce.one-to-three": (
        [
            acting(Area.PRODUCE, ProduceInvention(POCKET_WATCH), {"produced so far": 2}, turn={"made": (30, 31)}),
            acting(
                Area.PRODUCE,
                ProduceInvention(POCKET_WATCH),
                {"produced so far": 1},
                turn={"made": (30,), "before": earlier(Area.PRODUCE, made=(31, 32))},
            ),
        ],
        [
            acting(Area.PRODUCE, ProduceInvention(POCKET_WATCH), {"produced so far": 3}, turn={"made": (30, 31, 32)}),
            acting(
                Area.PRODUCE,
                ProduceInvention(POCKET_WATCH),
                {"produced so far": 3},
                ruleset=Ruleset(action_caps="together"),
                turn={"made": (30,), "before": earlier(Area.PRODUCE, made=(31, 32))},
            ),
        ],
    ),
    # --- The exchange market ----------------------------------------------------------
    "market.action": (
        [
            phase(SELL_COG, Phase.ACTION, area=Area.MARKET),
            phase(TakeCog(), Phase.ACTION, area=Area.MARKET),
        ],
        [phase(SELL_COG, Phase.BONUS_ACTION), phase(TakeCog(), Phase.PLACEMENT)],
    ),
    "market.five-max": (
        [
            acting(Area.MARKET, SELL_COG, {"exchanges so far": 4}, turn={"exchanges": (2, 0, 1, 0, 1, 0)}),
            acting(
                Area.MARKET,
                SELL_COG,
                {"exchanges so far": 1},
                turn={"exchanges": (0, 1, 0, 0, 0, 0), "before": earlier(Area.MARKET, exchanges=(2, 1, 0, 0, 1, 1))},
            ),
            acting(
                Area.MARKET,
                SELL_COG,
                {"exchanges so far": 4},
                ruleset=Ruleset(market_cap="round"),
                turn={"exchanges": (0, 1, 0, 0, 0, 0)},
                this_round={
                    1: {"exchanges_this_round": (0, 0, 3, 0, 2, 0)},
                    3: {"exchanges_this_round": (1, 1, 0, 2, 0, 0)},
                },
            ),
        ],
        [
            acting(Area.MARKET, SELL_COG, {"exchanges so far": 5}, turn={"exchanges": (1, 0, 1, 1, 2, 0)}),
            acting(
                Area.MARKET,
                SELL_COG,
                {"exchanges so far": 6},
                ruleset=Ruleset(market_cap="turn"),
                turn={"exchanges": (0, 1, 0, 0, 0, 0), "before": earlier(Area.MARKET, exchanges=(2, 1, 0, 0, 1, 1))},
            ),
            acting(
                Area.MARKET,
                SELL_COG,
                {"exchanges so far": 5},
                ruleset=Ruleset(market_cap="round"),
                turn={"exchanges": (0, 1, 0, 0, 0, 0)},
                this_round={3: {"exchanges_this_round": (1, 1, 0, 2, 0, 1)}},
            ),
        ],
    ),
    "market.three-per-box": (
        [
            acting(Area.MARKET, SELL_COG, {"uses of the box": 2}, turn={"exchanges": (1, 1, 0, 0, 1, 2)}),
            case(
                BUY_COG,
                {"uses of the box": 2},
                phase=Phase.FINAL_MARKET,
                ruleset=Ruleset(market_unit="line"),
                turn={"exchanges": (2, 1, 0, 0, 0, 1)},
            ),
        ],
        [
            acting(Area.MARKET, COINS_FOR_INFLUENCE, {"uses of the box": 3}, turn={"exchanges": (1, 0, 1, 2, 0, 0)}),
            case(
                BUY_COG,
                {"uses of the box": 3},
                phase=Phase.FINAL_MARKET,
                turn={"exchanges": (2, 1, 0, 0, 0, 1)},
            ),
        ],
    ),
    "market.must-own": (
        [
            acting(
                Area.MARKET,
                COG_FOR_INFLUENCE,
                {"given": "1 development cog", "stock": "1 wood, 2 development cogs"},
                goods={1: plenty(), 3: {Good.WOOD: 1, Good.COG: 2}},
            )
        ],
        [
            acting(
                Area.MARKET,
                BUY_COG,
                {"given": "2 coins", "stock": "3 wood, 1 coin, 1 development cog"},
                goods={1: plenty(), 3: {Good.WOOD: 3, Good.COIN: 1, Good.COG: 1}},
            )
        ],
    ),
    "market.lower-bonus-disc": (
        [
            acting(
                Area.MARKET,
                BUY_BONUS_DISC,
                {"bonus discs in the supply": 1, "bonus discs in the box": 20},
                bonus_discs={0: 7, 1: 6, 2: 5, 3: 1, 4: 0},
            ),
            acting(
                Area.MARKET,
                BUY_BONUS_DISC,
                {"bonus discs in the supply": -1, "bonus discs in the box": 20},
                ruleset=Ruleset(bonus_supply="unlimited"),
                bonus_discs={0: 7, 1: 6, 2: 5, 3: 1, 4: 2},
            ),
        ],
        [
            acting(
                Area.MARKET,
                BUY_BONUS_DISC,
                {"bonus discs in the supply": 0, "bonus discs in the box": 20},
                bonus_discs={0: 7, 1: 6, 2: 5, 3: 1, 4: 1},
            ),
            case(
                BUY_BONUS_DISC,
                {"bonus discs in the supply": 0, "bonus discs in the box": 20},
                phase=Phase.BONUS_ACTION,
                bonus_discs={0: 7, 1: 6, 2: 5, 3: 1, 4: 0},
            ),
        ],
    ),
    # --- Develop, fakes, income, patents ----------------------------------------------
    "develop.action": ([phase(Develop(4), Phase.ACTION, area=Area.DEVELOP)], [phase(Develop(4), Phase.BONUS_ACTION)]),
    "develop.must-afford": (
        [
            acting(
                Area.DEVELOP, Develop(16), {"cost": 5, "cogs": 6}, goods={1: plenty(), 3: {Good.COG: 6, Good.COIN: 2}}
            )
        ],
        [
            acting(
                Area.DEVELOP, Develop(17), {"cost": 6, "cogs": 5}, goods={1: plenty(), 3: {Good.COG: 5, Good.COIN: 9}}
            )
        ],
    ),
    "develop.seven-cogs": (
        [
            acting(
                Area.DEVELOP,
                Develop(14),
                {"cogs spent so far": 3, "cost": 4},
                developed={3: [10]},
                turn={"developed": spaces(10)},
            ),
            acting(
                Area.DEVELOP,
                Develop(16),
                {"cogs spent so far": 2, "cost": 5},
                developed={1: [4], 3: [6, 10]},
                turn={"developed": spaces(6), "before": earlier(Area.DEVELOP, developed=spaces(10))},
            ),
        ],
        [
            acting(
                Area.DEVELOP,
                Develop(16),
                {"cogs spent so far": 3, "cost": 5},
                developed={3: [10]},
                turn={"developed": spaces(10)},
            ),
            acting(
                Area.DEVELOP,
                Develop(12),
                {"cogs spent so far": 5, "cost": 3},
                ruleset=Ruleset(action_caps="together"),
                developed={1: [4], 3: [6, 10]},
                turn={"developed": spaces(6), "before": earlier(Area.DEVELOP, developed=spaces(10))},
            ),
        ],
    ),
    "develop.marker-needed": (
        [
            acting(
                Area.DEVELOP,
                Develop(16),
                {"markers in stock": 1},
                developed={3: ORIGINALS},
                patented={3: ORIGINALS[:6]},
                patents={3: 6},
            ),
            acting(
                Area.DEVELOP,
                Develop(16),
                {"markers in stock": 1},
                ruleset=Ruleset(marker_limit="unlimited"),
                developed={3: [*ORIGINALS, 1]},
                patented={3: ORIGINALS[:6]},
                patents={3: 6},
            ),
        ],
        [
            acting(
                Area.DEVELOP,
                Develop(16),
                {"markers in stock": 0},
                developed={1: [3], 3: [*ORIGINALS, 1]},
                patented={3: ORIGINALS[:6]},
                patents={3: 6},
            )
        ],
    ),
    "fakes.kinds": (
        [
            acting(Area.PRODUCE, ProduceInvention(CASH_REGISTER_FAKE, METAL + TOOL), {"chosen": "1 metal, 1 tool"}),
        ],
        [
            acting(
                Area.PRODUCE,
                ProduceInvention(CAR_FAKE, COAL + TECHNOLOGY + 2 * TOOL),
                {"chosen": "1 coal, 1 technology, 2 tools"},
            )
        ],
    ),
    "fakes.count-printed": (
        [
            acting(
                Area.PRODUCE,
                ProduceInvention(TELEPHONE_FAKE, 2 * METAL + TECHNOLOGY),
                {"question marks": 3, "chosen": 3},
            ),
            acting(Area.PRODUCE, ProduceInvention(POCKET_WATCH), {"question marks": 0, "chosen": 0}),
        ],
        [
            acting(Area.PRODUCE, ProduceInvention(CAR_FAKE, TOOL), {"question marks": 4, "chosen": 1}),
            acting(Area.PRODUCE, ProduceInvention(TELEPHONE, 2 * TOOL), {"question marks": 0, "chosen": 2}),
        ],
    ),
    "income.official": (
        [acting(Area.PRODUCE, Income(1, 7, TELEPHONE), {"space": "telephone technical", "official": True})],
        [acting(Area.PRODUCE, Income(2, 6, TELEPHONE_FAKE), {"space": "telephone", "official": False})],
    ),
    "income.patent-fake": (
        [
            acting(
                Area.PRODUCE,
                Income(1, 7, TELEPHONE_FAKE),
                {"space": "telephone technical", "patented": True},
                developed={1: [7], 2: [6]},
                patented={1: [7]},
                patents={1: 1},
            )
        ],
        [
            acting(
                Area.PRODUCE,
                Income(2, 6, TELEPHONE_FAKE),
                {"space": "telephone", "patented": False},
                developed={1: [7], 2: [6]},
                patented={1: [7]},
                patents={1: 1},
            )
        ],
    ),
    "income.fake-none": (
        [
            acting(
                Area.PRODUCE,
                Income(1, 7, TELEPHONE_FAKE),
                {"space": "telephone technical", "patented": True},
                developed={1: [7], 2: [6]},
                patented={1: [7]},
                patents={1: 1},
            ),
            acting(
                Area.PRODUCE,
                Income(2, 6, TELEPHONE),
                {"space": "telephone", "patented": False},
                developed={1: [7], 2: [6]},
                patented={1: [7]},
                patents={1: 1},
            ),
        ],
        [
            acting(
                Area.PRODUCE,
                Income(2, 6, TELEPHONE_FAKE),
                {"space": "telephone", "patented": False},
                developed={1: [7], 2: [6]},
                patented={1: [7]},
                patents={1: 1},
            )
        ],
    ),
    "income.own-none": (
        [acting(Area.PRODUCE, Income(1, 7, TELEPHONE), {"space": "telephone technical", "producer owns it": False})],
        [acting(Area.PRODUCE, Income(3, 6, TELEPHONE), {"space": "telephone", "producer owns it": True})],
    ),
    "patents.action": (
        [phase(RegisterPatent(), Phase.ACTION, area=Area.DEVELOP)],
        [phase(RegisterPatent(), Phase.BONUS_ACTION)],
    ),
    "patents.six-per-game": (
        [acting(Area.DEVELOP, RegisterPatent(), {"patents": 5}, patents={1: 6, 3: 5})],
        [acting(Area.DEVELOP, RegisterPatent(), {"patents": 6}, patents={1: 2, 3: 6})],
    ),
    "patents.must-afford": (
        [
            acting(
                Area.DEVELOP,
                RegisterPatent(),
                {"cost": 3, "coins": 4},
                patents={1: 1, 3: 3},
                goods={1: plenty(), 3: {Good.COIN: 4, Good.COG: 7}},
            )
        ],
        [
            acting(
                Area.DEVELOP,
                RegisterPatent(),
                {"cost": 4, "coins": 3},
                patents={1: 1, 3: 5},
                goods={1: plenty(), 3: {Good.COIN: 3, Good.COG: 7}},
            )
        ],
    ),
    "patents.no-later-placement": (
        [
            acting(
                Area.DEVELOP,
                RegisterPatent(6),
                {"patents": 3, "left without a marker": 2},
                goods={3: plenty()},
                patents={1: 1, 3: 3},
                developed={3: [6, 8]},
                patented={3: [8]},
            )
        ],
        [
            acting(
                Area.DEVELOP,
                RegisterPatent(6),
                {"patents": 6, "left without a marker": 5},
                patents={1: 1, 3: 6},
                developed={3: [6, 8]},
                patented={3: [8]},
            )
        ],
    ),
    "patents.two-per-action": (
        [
            acting(Area.DEVELOP, RegisterPatent(), {"registered so far": 1}, patents={3: 4}, turn={"patents": 1}),
            acting(
                Area.DEVELOP,
                RegisterPatent(),
                {"registered so far": 1},
                patents={3: 4},
                turn={"patents": 1, "before": earlier(Area.DEVELOP, patents=2)},
            ),
        ],
        [
            acting(Area.DEVELOP, RegisterPatent(), {"registered so far": 2}, patents={3: 5}, turn={"patents": 2}),
            acting(
                Area.DEVELOP,
                RegisterPatent(),
                {"registered so far": 3},
                ruleset=Ruleset(patent_cap="turn"),
                patents={3: 4},
                turn={"patents": 1, "before": earlier(Area.DEVELOP, patents=2)},
            ),
        ],
    ),
    "patents.marker-needed": (
        [
            acting(
                Area.DEVELOP,
                RegisterPatent(14),
                {"markers in stock": 2},
                developed={1: [1, 3], 3: ORIGINALS},
                patented={3: ORIGINALS[:5]},
                patents={3: 5},
            )
        ],
        [
            acting(
                Area.DEVELOP,
                RegisterPatent(14),
                {"markers in stock": 0},
                developed={1: [3], 3: [*ORIGINALS, 1, 5]},
                patented={3: ORIGINALS[:5]},
                patents={3: 5},
            )
        ],
    ),
    # --- Bonus discs ------------------------------------------------------------------
    "bonus.extra-action": ([phase(UseBonusDisc(), Phase.BONUS_OFFER)], [phase(UseBonusDisc(), Phase.BONUS_ACTION)]),
    "bonus.after-regular-action": (
        [
            case(
                UseBonusDisc(),
                {"action carried out": True},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                turn={"exchanges": (0, 1, 0, 0, 0, 0)},
            ),
            case(
                UseBonusDisc(),
                {"action carried out": True},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                ruleset=Ruleset(zero_steps="carried-out"),
            ),
            case(
                UseBonusDisc(),
                {"action carried out": False},
                phase=Phase.BONUS_OFFER,
                ruleset=Ruleset(bonus_after_withdrawal="yes"),
            ),
        ],
        [
            case(UseBonusDisc(), {"action carried out": False}, phase=Phase.BONUS_OFFER),
            case(
                UseBonusDisc(),
                {"action carried out": False},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
            ),
        ],
    ),
    "bonus.one-per-regular": (
        [
            case(UseBonusDisc(), {"used this turn": 0}, phase=Phase.BONUS_OFFER, area=Area.MARKET),
            case(
                UseBonusDisc(),
                {"used this turn": 1},
                phase=Phase.BONUS_OFFER,
                ruleset=Ruleset(bonus_timing="within-round"),
                turn={"before": earlier(Area.MARKET)},
            ),
        ],
        [case(UseBonusDisc(), {"used this turn": 1}, phase=Phase.BONUS_OFFER, turn={"before": earlier(Area.MARKET)})],
    ),
    "bonus.within-cap": (
        [
            case(
                UseBonusDisc(),
                {"used this round": 1, "cap": 2},
                phase=Phase.BONUS_OFFER,
                this_round={1: {"discs_used_this_round": 2}, 3: {"discs_used_this_round": 1}},
            ),
            case(
                UseBonusDisc(),
                {"used this round": 2, "cap": 3},
                players=3,
                seat=2,
                phase=Phase.BONUS_OFFER,
                this_round={2: {"discs_used_this_round": 2}},
            ),
        ],
        [
            case(
                UseBonusDisc(),
                {"used this round": 2, "cap": 2},
                phase=Phase.BONUS_OFFER,
                this_round={1: {"discs_used_this_round": 1}, 3: {"discs_used_this_round": 2}},
            ),
            case(
                UseBonusDisc(),
                {"used this round": 3, "cap": 3},
                players=3,
                seat=2,
                phase=Phase.BONUS_OFFER,
                this_round={2: {"discs_used_this_round": 3}},
            ),
            case(
                UseBonusDisc(),
                {"used this round": 2, "cap": 2},
                players=3,
                seat=2,
                phase=Phase.BONUS_OFFER,
                ruleset=Ruleset(bonus_cap_three_players="two"),
                this_round={2: {"discs_used_this_round": 2}},
            ),
        ],
    ),
    "bonus.must-hold": (
        [case(UseBonusDisc(), {"bonus discs": 4}, phase=Phase.BONUS_OFFER, bonus_discs={3: 4})],
        [case(UseBonusDisc(), {"bonus discs": 0}, phase=Phase.BONUS_OFFER, bonus_discs={1: 4, 3: 0})],
    ),
    "bonus.bought-not-same-turn": (
        [
            case(
                UseBonusDisc(),
                {"bonus discs": 3, "bought too recently": 2},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                bonus_discs={3: 3},
                turn={"exchanges": (0, 1, 0, 0, 0, 1), "before": earlier(Area.MARKET, exchanges=(0, 0, 1, 0, 1, 1))},
            ),
            case(
                UseBonusDisc(),
                {"bonus discs": 3, "bought too recently": 0},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                bonus_discs={3: 3},
                this_round={3: {"discs_bought_this_round": 3}},
            ),
        ],
        [
            case(
                UseBonusDisc(),
                {"bonus discs": 2, "bought too recently": 2},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                bonus_discs={3: 2},
                turn={"exchanges": (0, 1, 0, 0, 0, 1), "before": earlier(Area.MARKET, exchanges=(0, 0, 1, 0, 1, 1))},
            ),
            case(
                UseBonusDisc(),
                {"bonus discs": 3, "bought too recently": 1},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                ruleset=Ruleset(older_bonus_disc="waits"),
                bonus_discs={3: 3},
                turn={"exchanges": (0, 1, 0, 0, 0, 1)},
            ),
            case(
                UseBonusDisc(),
                {"bonus discs": 3, "bought too recently": 3},
                phase=Phase.BONUS_OFFER,
                area=Area.MARKET,
                ruleset=Ruleset(bonus_disc_wait="next-round"),
                bonus_discs={3: 3},
                this_round={1: {"discs_bought_this_round": 1}, 3: {"discs_bought_this_round": 3}},
            ),
        ],
    ),
    # --- Influence, refresh, the end --------------------------------------------------
    "influence.exact-landing": (
        [acting(Area.PRODUCE, Landing(1, 7, Good.METAL), {"space": 7, "sign": "metal"})],
        [acting(Area.PRODUCE, Landing(1, 8, None), {"space": 8, "sign": "none"})],
    ),
    "influence.own-actions": (
        [
            acting(
                Area.PRODUCE,
                Landing(3, 7, Good.METAL),
                {"seat in turn": SeatNumber(3), "pawn of seat": SeatNumber(3)},
            ),
            acting(
                Area.PRODUCE,
                Landing(1, 7, Good.METAL),
                {"seat in turn": SeatNumber(3), "pawn of seat": SeatNumber(1)},
                ruleset=Ruleset(signs_on_income="any-award"),
            ),
        ],
        [
            acting(
                Area.PRODUCE,
                Landing(1, 7, Good.METAL),
                {"seat in turn": SeatNumber(3), "pawn of seat": SeatNumber(1)},
            )
        ],
    ),
    "refresh.fill-seven": (
        [
            phase(RevealCard(30), Phase.REFRESH_CARDS, display=[28, 29], row=range(5)),
            phase(RevealCard(30), Phase.SETUP_CARDS, display=[28, 29], row=range(5)),
        ],
        [phase(RevealCard(30), Phase.PLACEMENT, display=[28, 29], row=range(5))],
    ),
    "refresh.fill-five": (
        [
            phase(RevealFactory(8), Phase.REFRESH_FACTORIES, row=range(3)),
            phase(RevealFactory(8), Phase.SETUP_FACTORIES, display=[], row=range(3)),
        ],
        [
            phase(RevealFactory(8), Phase.REFRESH_CARDS, display=[28, 29], row=range(3)),
            phase(RevealFactory(8), Phase.GAME_OVER, row=range(3)),
        ],
    ),
    "scoring.market-once": (
        [
            phase(BUY_COG, Phase.FINAL_MARKET),
            phase(TakeCog(), Phase.FINAL_MARKET),
            phase(EndAction(), Phase.FINAL_MARKET),
        ],
        [
            phase(BUY_COG, Phase.ACTION, area=Area.MARKET),
            phase(TakeCog(), Phase.ACTION, area=Area.MARKET),
            phase(EndAction(), Phase.GAME_OVER),
        ],
    ),
}
"""By clause: cases that it allows, and cases that it does not."""


def cases(which: int) -> list[Any]:
    return [
        pytest.param(id_, one, id=f"{id_}-{number}")
        for id_, both in CASES.items()
        for number, one in enumerate(both[which], 1)
    ]


def told(id_: str, one: Case) -> tuple[Outcome, dict[str, tuple[type, object]]]:
    """What a clause answers in a case, and the facts it tells with their types."""
    [finding] = [found for found in LAW.evaluate(position(**one.given), one.subject) if found.clause.id == id_]
    return finding.outcome, typed(dict(finding.facts))


def typed(facts: dict[str, Any]) -> dict[str, tuple[type, object]]:
    """Facts with their types: a seat is no count, and 1 is not true."""
    return {name: (type(value), value) for name, value in facts.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "one"), cases(0))
def test_the_facts_of_what_a_clause_allows(id_: str, one: Case) -> None:
    outcome, facts = told(id_, one)
    assert outcome in (Outcome.PERMITS, Outcome.SATISFIED)
    assert facts == typed(one.facts)


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "one"), cases(1))
def test_the_facts_of_what_a_clause_does_not_allow(id_: str, one: Case) -> None:
    outcome, facts = told(id_, one)
    assert outcome in (Outcome.NOT_NOW, Outcome.NOT_APPLICABLE, Outcome.FORBIDS)
    assert (outcome is Outcome.NOT_NOW) is ("phase" in one.facts)
    assert facts == typed(one.facts)


def test_every_clause_with_facts_has_cases() -> None:
    with_facts = {clause.id: clause.kind for clause in LAW.clauses if clause.facts is not None}
    assert all(allowed and forbidden for allowed, forbidden in CASES.values())
    assert {*CASES} == {id_ for id_, kind in with_facts.items() if kind is not Kind.SCORING}
    assert {*SCORED} == {id_ for id_, kind in with_facts.items() if kind is Kind.SCORING}


# --- Scores ---------------------------------------------------------------------------


def scored(players: int = 5, **given: Any) -> State:
    return position(players, phase=Phase.GAME_OVER, seat=1, start=1, **given)


SCORED: dict[str, list[tuple[State, list[tuple[int, str]]]]] = {
    "scoring.most-patents": [
        (
            scored(patents={0: 2, 1: 5, 3: 6, 4: 1}),
            [(0, "patents 2"), (0, "patents 5"), (0, "patents 0"), (5, "patents 6"), (0, "patents 1")],
        ),
        (scored(3, patents={0: 1, 1: 4, 2: 4}), [(0, "patents 1"), (3, "patents 4"), (3, "patents 4")]),
    ],
    "scoring.most-invested": [
        (
            scored(developed={0: [16], 1: [4, 6], 3: [12, 13], 4: [0]}),
            [
                (0, "cogs invested 5"),
                (0, "cogs invested 4"),
                (0, "cogs invested 0"),
                (5, "cogs invested 7"),
                (0, "cogs invested 1"),
            ],
        )
    ],
    "scoring.largest-capacity": [
        # Each has a start factory that yields 1 wood; 9 yields 2 metal and 1 influence, 20 yields 3 coins.
        (
            scored(3, factories={0: [2], 1: [9], 2: [20]}),
            [(0, "capacity 3"), (0, "capacity 3"), (5, "capacity 4")],
        ),
        (
            scored(3, factories={0: [2], 1: [9], 2: [20]}, ruleset=Ruleset(capacity="cubes-only")),
            [(3, "capacity 3"), (3, "capacity 3"), (0, "capacity 1")],
        ),
        (
            scored(3, factories={0: [2], 1: [9], 2: [20]}, ruleset=Ruleset(capacity="with-influence")),
            [(0, "capacity 3"), (3, "capacity 4"), (3, "capacity 4")],
        ),
    ],
}


@pytest.mark.parametrize("id_", SCORED)
def test_every_seat_is_told_what_its_own_points_are_based_on(id_: str) -> None:
    for state, expected in SCORED[id_]:
        lines = [line for line in Game.from_state(state).score(state).lines if line.clause == id_]
        assert [line.seat for line in lines] == list(range(len(state.players)))
        assert [(line.points, line.basis) for line in lines] == expected


def test_the_facts_are_those_of_the_set_that_comes_with_the_game() -> None:
    """What the cases say of printed values, as they stand in the component set."""
    assert [SHIPPED.spaces[space].cogs for space in (4, 6, 10, 12, 13, 14, 16, 17)] == [2, 2, 3, 3, 4, 4, 5, 6]
    assert [square.coins for square in SHIPPED.patent_squares] == [1, 2, 2, 3, 3, 4]
    named = [SHIPPED.cards[card].id for card in (CASH_REGISTER_FAKE, TELEPHONE, TELEPHONE_FAKE, CAR_FAKE, POCKET_WATCH)]
    assert named == ["cash-register-fake", "telephone-1", "telephone-fake", "car-fake", "pocket-watch-5"]
