"""The facts that clauses give: for each clause that has some, cases that it allows and cases that it does not.

They are worked out by hand. Four players sit at the table: seat 1 is the active player and seat 2 is in turn, so that
neither is mistaken for the other or for the first seat. What they have is worth 9, 10, a number of the case, and 14.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from goods_tables import NEAT, SET, SLOPPY, Has, card, game_of, readings, side, table
from oh_my_goods.moves import Build, EndProduction, Exchange, Hire, MoveAssistant, Produce, Spend, UseChain
from oh_my_goods.position import Stage, State
from oh_my_goods.rules import LAW

from era_of_inventions import Outcome
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values.packed import SeatNumber

ANYBODY = Has(
    {"charburner-grain": 9, "cooperage-2": 0},
    hand="1 wood",
    planned="tailor-2",
    craftsman="charburner-grain",
    mode=NEAT,
    aside="1 clay",
)
ACTIVE = Has(
    {"charburner-wool": 2, "shoemaker-1": 1, "office-wool-1": 0, "tailor-1": 0},
    hand="6 clay",
    planned="tool-maker-1",
    craftsman="charburner-wool",
    mode=NEAT,
    assistants=("assistant-1a", "assistant-2a", "assistant-3a", "assistant-8a"),
    aside="5 clay",
)
LAST = Has({"charburner-clay": 0, "butcher-1": 2}, hand="2 wood", planned="bakery-5", aside="7 wood")
OWNED = {"sawmill-1": 0, "sawmill-2": 0, "glassmaker-3": 0, "mill-1": 0, "brick-manufacture-1": 0, "cattle-ranch-1": 0}
"""Three green buildings, one yellow one, and two red ones."""
SIX_COINS = OWNED | {"charburner-stone": 1, "sawmill-1": 1, "cattle-ranch-1": 1}
FOUR_COINS = OWNED | {"charburner-stone": 2, "sawmill-1": 1}
TWELVE_COINS = OWNED | {"charburner-stone": 3, "cattle-ranch-1": 3}
SAWMILL = {"morning": "1 wool, 2 stone", "evening": "1 stone"}
"""A market that lacks 2 of the 3 wool and the clay that the first sawmill needs."""


@attrs.frozen
class Case:
    """A position, what a clause is asked about in it, and the facts of its answer."""

    position: State
    subject: object
    facts: dict[str, object]


def case(has: Has, stage: Stage, subject: object, facts: dict[str, object], **given: Any) -> Case:
    """A case in which seat 2 decides and has this."""
    return Case(table(ANYBODY, ACTIVE, has, LAST, stage=stage, seat=2, active=1, **given), subject, facts)


def hiring(has: Has, who: str, facts: dict[str, object], **given: Any) -> Case:
    return case(has, Stage.BUILDING, Hire(side(who)), facts, offer=[who, "assistant-7b"], **given)


def producing(has: Has, building: str, lacks: str, needed: int, **market: str) -> Case:
    facts = {"the market lacks": lacks, "hand cards needed": needed}
    return case(has, Stage.PRODUCTION, Produce(card(building)), facts, **market)


def spending(what: str, shows: str) -> Case:
    has = Has(OWNED, hand="tailor-3, mill-3, 2 clay", posts=("sawmill-1",))
    given = {"at": "sawmill-1", "missing": "1 clay, 2 wool"}
    return case(has, Stage.HAND_CARDS_SPENT, Spend(card(what)), {"the card shows": shows}, **given)


def exchanging(**given: Any) -> Case:
    has = Has(hand="3 wool", aside="2 clay")
    return case(has, Stage.EXCHANGE, Exchange(), {"laid aside": 2, "hand cards left": 3}, **given)


CASES: dict[str, tuple[list[Case], list[Case]]] = {
    "hand.exchange-all": ([exchanging()], [exchanging(ruleset=readings(exchange="all-or-none"))]),
    "plan.move-affordable": (
        [
            case(
                Has(SIX_COINS, posts=("mill-1",)),
                Stage.ASSISTANTS_MOVED,
                MoveAssistant(card("mill-1")),
                {"goods worth": 6},
            )
        ],
        [
            case(
                Has({"charburner-stone": 1, "mill-1": 0}, posts=("mill-1",)),
                Stage.ASSISTANTS_MOVED,
                MoveAssistant(card("mill-1")),
                {"goods worth": 1},
            )
        ],
    ),
    "produce.forced": (
        [
            case(
                Has(OWNED, posts=("sawmill-1",)),
                Stage.PRODUCTION,
                EndProduction(),
                {"could produce": "nothing"},
                **SAWMILL,
            )
        ],
        [
            case(
                Has(OWNED, posts=("sawmill-1", "mill-1"), craftsman="glassmaker-3", mode=NEAT),
                Stage.PRODUCTION,
                EndProduction(),
                {"could produce": "sawmill-1 and mill-1"},
                morning="3 wool, 1 stone, 3 grain",
                evening="1 clay",
            )
        ],
    ),
    "produce.all-available": (
        [
            producing(
                Has(OWNED, hand="2 wool, 2 clay", posts=("sawmill-1",)), "sawmill-1", "1 clay, 2 wool", 3, **SAWMILL
            ),
            producing(
                Has(OWNED, hand="2 wool", craftsman="sawmill-1", mode=SLOPPY),
                "sawmill-1",
                "1 clay, 2 wool",
                2,
                **SAWMILL,
            ),
            producing(
                Has({"sawmill-1": 0, "office-clay-1": 0}, hand="3 wool", craftsman="sawmill-1", mode=NEAT),
                "sawmill-1",
                "2 wool",
                2,
                **SAWMILL,
            ),
            producing(
                Has(OWNED, hand="1 wood", posts=("sawmill-1",)),
                "sawmill-1",
                "nothing",
                0,
                morning="3 wool, 1 stone",
                evening="2 clay",
            ),
            producing(
                Has(OWNED, hand="6 wool", craftsman="glassmaker-3", mode=SLOPPY), "glassmaker-3", "7 any", 6, **SAWMILL
            ),
        ],
        [
            producing(
                Has(OWNED, hand="1 wool, 4 grain", posts=("sawmill-1",)), "sawmill-1", "1 clay, 2 wool", 3, **SAWMILL
            ),
            producing(
                Has(OWNED, hand="1 wool, 4 grain", craftsman="sawmill-1", mode=SLOPPY),
                "sawmill-1",
                "1 clay, 2 wool",
                2,
                **SAWMILL,
            ),
        ],
    ),
    "produce.hand-right-kind": ([spending("tailor-3", "wool")], [spending("mill-3", "grain")]),
    "chain.raw-from-hand": (
        [
            case(
                Has(OWNED, hand="1 grain, 3 wool", planned="1 clay"),
                Stage.PRODUCTION,
                UseChain(card("mill-1")),
                {"hand cards": 4},
                chains=["mill-1"],
            )
        ],
        [
            case(
                Has(OWNED, hand="3 wool, 2 clay", planned="1 grain"),
                Stage.PRODUCTION,
                UseChain(card("mill-1")),
                {"hand cards": 5},
                chains=["mill-1"],
            )
        ],
    ),
    "build.at-least-cost": (
        [
            case(
                Has(TWELVE_COINS, hand="2 wood", planned="cooperage-1"),
                Stage.BUILDING,
                Build(),
                {"cost": 11, "goods worth": 12},
            ),
            case(
                Has(SIX_COINS, hand="cooperage-1"),
                Stage.BUILDING,
                Build(),
                {"cost": "nothing planned", "goods worth": 6},
            ),
        ],
        [
            case(
                Has(SIX_COINS, hand="2 wood", planned="cooperage-1"),
                Stage.BUILDING,
                Build(),
                {"cost": 11, "goods worth": 6},
            )
        ],
    ),
    "hire.two-at-most": (
        [
            hiring(Has(SIX_COINS, assistants=["assistant-5a"]), "assistant-4a", {"assistants": 1}),
            hiring(
                Has(SIX_COINS, assistants=["assistant-5a", "assistant-6a", "assistant-7a"]),
                "assistant-4a",
                {"assistants": 3},
                ruleset=readings(assistants_max="unlimited"),
            ),
        ],
        [hiring(Has(SIX_COINS, assistants=["assistant-5a", "assistant-6a"]), "assistant-4a", {"assistants": 2})],
    ),
    "hire.buildings-owned": (
        [hiring(Has(SIX_COINS), "assistant-5b", {"green buildings": "3 of 2", "red buildings": "2 of 2"})],
        [
            hiring(Has(SIX_COINS), "assistant-6b", {"green buildings": "3 of 2", "yellow buildings": "1 of 2"}),
            hiring(
                Has({"charburner-stone": 0, "office-clay-1": 0, "mill-1": 0, "mill-2": 0, "butcher-2": 3}),
                "assistant-8b",
                {
                    "green buildings": "0 of 1",
                    "yellow buildings": "2 of 1",
                    "red buildings": "0 of 1",
                    "white buildings": "1 of 1",
                    "gray buildings": "1 of 1",
                },
            ),
        ],
    ),
    "hire.affordable": (
        [hiring(Has(SIX_COINS), "assistant-5b", {"cost": 3, "goods worth": 6})],
        [hiring(Has(FOUR_COINS), "assistant-6a", {"cost": 6, "goods worth": 4})],
    ),
    "round.order-by-active": (
        [case(Has(), Stage.EXCHANGE, ActsNow(2), {"active player": SeatNumber(1)})],
        [
            case(Has(), Stage.EXCHANGE, ActsNow(3), {"active player": SeatNumber(1)}),
            case(Has(), Stage.PRODUCTION, ActsNow(2), {"active player": SeatNumber(1)}),
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


def answered(id_: str, one: Case) -> tuple[Outcome, dict[str, tuple[type, object]]]:
    """The outcome of a clause in a case, and its facts with their types."""
    [finding] = [found for found in LAW.evaluate(one.position, one.subject) if found.clause.id == id_]
    return finding.outcome, typed(dict(finding.facts))


def typed(facts: dict[str, Any]) -> dict[str, tuple[type, object]]:
    """Facts with their types: a seat is no count, and 1 is not true."""
    return {name: (type(value), value) for name, value in facts.items()}


@pytest.mark.parametrize(("id_", "one"), cases(0))
def test_the_facts_of_what_a_clause_allows(id_: str, one: Case) -> None:
    outcome, facts = answered(id_, one)
    assert outcome in (Outcome.PERMITS, Outcome.SATISFIED)
    assert facts == typed(one.facts)


@pytest.mark.parametrize(("id_", "one"), cases(1))
def test_the_facts_of_what_a_clause_does_not_allow(id_: str, one: Case) -> None:
    outcome, facts = answered(id_, one)
    assert outcome in (Outcome.NOT_NOW, Outcome.NOT_APPLICABLE, Outcome.FORBIDS)
    assert facts == typed(one.facts)


def test_every_clause_with_facts_has_cases() -> None:
    with_facts = {clause.id: clause.kind for clause in LAW.clauses if clause.facts is not None}
    assert all(allowed and forbidden for allowed, forbidden in CASES.values())
    assert {*CASES} == {id_ for id_, kind in with_facts.items() if kind is not Kind.SCORING}
    assert {id_ for id_, kind in with_facts.items() if kind is Kind.SCORING} == {"score.goods"}


def test_every_seat_has_the_points_of_its_own_goods() -> None:
    """One for five coins: 9 make 1, 10 make 2, 4 none, and 14 make 2."""
    state = table(ANYBODY, ACTIVE, Has(FOUR_COINS), LAST, stage=Stage.OVER, seat=2, active=1)
    lines = [line for line in game_of(state).score(state).lines if line.clause == "score.goods"]
    assert [(line.seat, line.points, line.basis) for line in lines] == [
        (0, 1, "goods worth 9"),
        (1, 2, "goods worth 10"),
        (2, 0, "goods worth 4"),
        (3, 2, "goods worth 14"),
    ]


def test_the_cases_rest_on_these_printed_values() -> None:
    values = {SET.kinds[SET.buildings[card(id_)].kind].id: SET.value_of[card(id_)] for id_ in SIX_COINS}
    assert values["charburner"] == 1
    assert (values["sawmill"], values["cattle-ranch"]) == (2, 3)
    assert [SET.value_of[card(id_)] for id_ in ("shoemaker-1", "butcher-1")] == [8, 7]
    assert [SET.assistants[side(id_)].cost for id_ in ("assistant-5b", "assistant-6a")] == [3, 6]
    assert [SET.buildings[card(id_)].cost for id_ in ("cooperage-1", "tool-maker-1", "tailor-2")] == [11, 15, 7]
