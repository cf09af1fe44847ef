"""A clause declares exactly the rulings its code consults, so that pages and verdicts can rely on the declaration."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from phoenicia.position import Stage
from phoenicia.rulebook import PHOENICIA
from phoenicia.rules import income
from phoenicia_tables import Has, table

from era_of_inventions.tabletop.testing.consulted import Consulted
from era_of_inventions.tabletop.values import evolve

pytestmark = pytest.mark.slow


def without_cards(consulted: Consulted) -> None:
    """Serve a player when there is no card to deal, which games hardly ever come to."""
    state = table(Has(), stage=Stage.INCOME, due=1, deck="", pile="")
    setting = attrs.evolve(state.setting, ruleset=consulted.ruleset(no_cards_left="four-disks"))
    draft: Any = PHOENICIA.draft(evolve(state, setting=setting), PHOENICIA.law)
    with consulted.watched():
        income.no_cards(draft)


def test_every_clause_names_the_rulings_that_it_consults() -> None:
    consulted = Consulted(PHOENICIA)
    for seed in range(8):
        consulted.play(random.Random(seed))
    without_cards(consulted)
    assert [*consulted.disagreements()] == []
