"""The facts that clauses give: for each clause that has some, cases that it allows and cases that it does not.

They are worked out by hand. Five players sit at the table: seat 4 is the Overlord, seat 1 has the turn and seat 3
decides, so that none of them is mistaken for another or for the first seat. The others can pay 6, 17, 10 and 20.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from phoenicia.position import Purpose, Stage, State
from phoenicia.rules import LAW
from phoenicia_tables import CLOTHMAKING, MINING, SET, TEXTS, Has, card, readings, table

from era_of_inventions import Outcome
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values.packed import SeatNumber

FIRST = Has("5", disks=1, cards="3 dyer, 3 city-center", workers=(1, 2, 0, 0), bought=7)
ACTIVE = Has("2x6", disks=5, cards="dyer, 2 shipyard, city-center", workers=(2, 1, 1, 0), bought=3)
THIRD = Has("2x5", disks=0, cards="prospector", workers=(1, 1, 2, 0))
OVERLORD = Has("2x6, 5", disks=3, cards="public-works", workers=(1, 3, 0, 0), tools=(1, 1, 1, 1))
TWELVE = Has("4, 5", disks=3)
"""Who decides, with a card of 4, one of 5 and three disks."""


@attrs.frozen
class Case:
    """A position, what a clause is asked about in it, and the facts of its answer."""

    position: State
    subject: object
    facts: dict[str, object]


def case(stage: Stage, subject: str | object, facts: dict[str, object], has: Has = TWELVE, **given: Any) -> Case:
    """A case in which seat 3 decides and has this."""
    of_turn = {"active": 1, "overlord": 4} | given
    position = table(FIRST, ACTIVE, THIRD, has, OVERLORD, stage=stage, seat=3, **of_turn)
    return Case(position, TEXTS[subject] if isinstance(subject, str) else subject, facts)


def offered(kind: str, has: Has, facts: dict[str, object]) -> Case:
    return case(Stage.OFFER, f"put up {kind}", facts, has, display=f"{kind}, fort")


def bidding(amount: int, facts: dict[str, object], *, stage: Stage = Stage.BIDDING, bid: int = 17) -> Case:
    """A bid for the Dye House of somebody whose two Dyers take 7 off it, and whose Shipyard takes nothing off."""
    has = attrs.evolve(TWELVE, cards="2 dyer, shipyard")
    return case(stage, f"bid {amount}", facts, has, kind="dye-house", bid=bid)


def work(what: str, facts: dict[str, object], has: Has = TWELVE, **given: Any) -> Case:
    return case(Stage.WORKERS, what, facts, has, **given)


def treasury(what: str, facts: dict[str, object], has: Has = TWELVE, **given: Any) -> Case:
    return case(Stage.TOOLS, what, facts, has, **given)


def paying(what: str, facts: dict[str, object], has: Has = TWELVE, **given: Any) -> Case:
    return case(Stage.PAYMENT, what, facts, has, kind="dye-house", bid=15, purpose=Purpose.CARD, **given)


MINER = attrs.evolve(TWELVE, cards="prospector", workers=(1, 4, 3, 0), trained=1)
CENTER = attrs.evolve(TWELVE, cards="city-center", bought=2)
CASES: dict[str, tuple[list[Case], list[Case]]] = {
    "round.one-turn-each": (
        [case(Stage.OFFER, ActsNow(3), {"Overlord": SeatNumber(4)})],
        [
            case(Stage.OFFER, ActsNow(1), {"Overlord": SeatNumber(4)}),
            case(Stage.BIDDING, ActsNow(3), {"Overlord": SeatNumber(4)}, kind="fort"),
        ],
    ),
    "auction.needs-means": (
        [offered("dye-house", attrs.evolve(TWELVE, cards="2 dyer, shipyard"), {"means": 19, "minimum bid": 14})],
        [offered("tradefleet", attrs.evolve(TWELVE, cards="2 dyer, shipyard"), {"means": 15, "minimum bid": 18})],
    ),
    "auction.minimum": (
        [bidding(15, {"minimum bid": 14}, stage=Stage.OPENING, bid=0), bidding(18, {"minimum bid": 14})],
        [bidding(13, {"minimum bid": 14}, stage=Stage.OPENING, bid=0)],
    ),
    "auction.raise": ([bidding(18, {"bid so far": 17})], [bidding(16, {"bid so far": 17})]),
    "auction.must-afford": (
        [bidding(18, {"means": 19, "minimum bid": 14})],
        [bidding(20, {"means": 19, "minimum bid": 14})],
    ),
    "workers.have-and-pay": (
        [
            work("train", {"cost": 2, "wealth": 12}),
            work("train", {"cost": 1, "wealth": 12}, attrs.evolve(TWELVE, cards="public-works")),
            work("employ farming", {"cost": 5, "wealth": 12}, MINER),
            work("employ farming", {"cost": 0, "wealth": 12}, attrs.evolve(MINER, tools=(0, 1, 0, 0))),
            work("move hunting mining", {"cost": 8, "wealth": 12}, attrs.evolve(MINER, tools=(1, 0, 2, 0))),
            work(
                "move hunting mining",
                {"cost": 0, "wealth": 12},
                attrs.evolve(MINER, tools=(1, 0, 2, 0)),
                ruleset=readings(moved_onto_tool="use-tool"),
            ),
        ],
        [
            work("employ clothmaking", {"cost": 11, "wealth": 9}, Has("6", disks=3)),
            work("move farming clothmaking", {"cost": 11, "wealth": 9}, Has("6", disks=3)),
            work("train", {"cost": 2, "wealth": 1}, Has(disks=1)),
        ],
    ),
    "workers.room": (
        [
            work("employ farming", {"workers there": 4, "circles": 5}, MINER),
            work("move hunting mining", {"workers there": 3, "circles": 5}, MINER),
            work(
                "move hunting mining",
                {"workers there": 6, "circles": 10},
                attrs.evolve(MINER, cards="2 prospector", workers=(1, 4, 6, 0)),
                ruleset=readings(second_tile="yes"),
            ),
        ],
        [
            work("employ farming", {"workers there": 5, "circles": 5}, attrs.evolve(MINER, workers=(1, 5, 3, 0))),
            work("move farming clothmaking", {"workers there": 0, "circles": 0}, MINER),
        ],
    ),
    "workers.more-lucrative": (
        [work("move hunting mining", {"tool cost of hunting": 2, "tool cost of mining": 8}, MINER)],
        [work("move mining farming", {"tool cost of mining": 8, "tool cost of farming": 5}, MINER)],
    ),
    "treasury.points-for-sale": (
        [
            treasury("point", {"bought": 2}, CENTER, points=1),
            treasury(
                "point",
                {"bought": 1},
                attrs.evolve(CENTER, bought=5),
                points=1,
                ruleset=readings(city_center="three-per-turn"),
            ),
        ],
        [
            treasury("point", {"bought": 6}, attrs.evolve(CENTER, cards="2 city-center", bought=6), points=1),
            treasury(
                "point",
                {"bought": 3},
                attrs.evolve(CENTER, bought=5),
                points=3,
                ruleset=readings(city_center="three-per-turn"),
            ),
        ],
    ),
    "treasury.affordable": (
        [
            treasury("tool mining", {"cost": 8, "wealth": 12}, MINER),
            treasury("point", {"cost": 3, "wealth": 12}, CENTER),
        ],
        [
            treasury("tool clothmaking", {"cost": 11, "wealth": 9}, Has("6", disks=3)),
            treasury("point", {"cost": 3, "wealth": 2}, attrs.evolve(CENTER, hand="", disks=2)),
        ],
    ),
    "pay.needed-cards": (
        [paying("pay five", {"still owed": 8}, owed=8)],
        [paying("pay six", {"still owed": 2}, Has("6", disks=3), owed=2, lowest=4)],
    ),
    "pay.enough-disks": (
        [paying("pay disks", {"still owed": 2, "disks": 3}, owed=2, lowest=6)],
        [paying("pay disks", {"still owed": 8, "disks": 3}, owed=8)],
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
    assert {*CASES} == {*with_facts}
    assert Kind.SCORING not in with_facts.values()


def test_the_cases_rest_on_these_printed_values() -> None:
    assert [tile.tool_cost for tile in SET.tiles] == [2, 5, 8, 11]
    assert [SET.tiles[at].circles for at in (1, MINING, CLOTHMAKING)] == [5, 5, 5]
    assert [SET.cards[card(id_)].minimum for id_ in ("dye-house", "tradefleet")] == [14, 18]
    assert [one.steps[:2] for one in SET.discounts if one.of in (card("dyer"), card("shipyard"))] == [(4, 7), (3, 5)]
    assert (SET.training, SET.cards[card("public-works")].training, SET.point_price) == (2, 1, 3)
