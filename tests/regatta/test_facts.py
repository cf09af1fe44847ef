"""The facts of the rules of Regatta: seat 1 is the harbor master and seat 2 decides, so that nobody is mistaken."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions import Outcome
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import Cards, evolve, mask
from tests.regatta.model import AnyMove, Bid, Card, PayCoins, Stage, State
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import LAW

GAME: Game[State, AnyMove] = Game(REGATTA, 4)
WORTHS = [worth for _, worth in GAME.setting.components.cards]


def at(stage: Stage, **turn: Any) -> State:
    """A position in which seat 2 decides, with 7 coins and a card, and seat 1 is harbor master, with 3 and another."""
    state = GAME.new()
    low, high = WORTHS.index(min(WORTHS)), WORTHS.index(max(WORTHS))
    hands: list[list[int]] = [[], [high], [low], [low + 1, high - 1]]
    players = tuple(
        evolve(player, hand=Cards(mask(Card, hand)), coins=number)
        for player, hand, number in zip(state.players, hands, (1, 3, 7, 9), strict=True)
    )
    return evolve(state, players=players, turn=evolve(state.turn, stage=stage, seat=2, master=1, **turn))


CAN_PAY = 7 + min(WORTHS)


@pytest.mark.parametrize(
    ("id_", "state", "move", "outcome", "facts"),
    [
        ("rules.raise", at(Stage.AUCTION, bid=4), Bid(5), Outcome.SATISFIED, {"bid so far": 4}),
        ("rules.raise", at(Stage.AUCTION, bid=4), Bid(3), Outcome.FORBIDS, {"bid so far": 4}),
        ("rules.must-afford", at(Stage.AUCTION, bid=4), Bid(CAN_PAY), Outcome.SATISFIED, {"can pay": CAN_PAY}),
        ("rules.must-afford", at(Stage.AUCTION, bid=4), Bid(CAN_PAY + 1), Outcome.FORBIDS, {"can pay": CAN_PAY}),
        (
            "rules.enough-coins",
            at(Stage.PAYMENT, bid=8, owed=6),
            PayCoins(),
            Outcome.SATISFIED,
            {"coins": 7, "owed": 6},
        ),
        ("rules.enough-coins", at(Stage.PAYMENT, bid=9, owed=8), PayCoins(), Outcome.FORBIDS, {"coins": 7, "owed": 8}),
    ],
)
def test_the_facts_of_a_clause(
    id_: str, state: State, move: AnyMove, outcome: Outcome, facts: dict[str, object]
) -> None:
    [finding] = [found for found in LAW.evaluate(state, move) if found.clause.id == id_]
    assert (finding.outcome, dict(finding.facts)) == (outcome, facts)


def test_every_clause_with_facts_has_cases() -> None:
    assert {clause.id for clause in LAW if clause.facts} == {"rules.raise", "rules.must-afford", "rules.enough-coins"}
