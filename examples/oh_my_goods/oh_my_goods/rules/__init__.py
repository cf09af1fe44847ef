"""The law of Oh My Goods!: one module per chapter, in the order of the rulebook.

The chapter of the round comes after those of its phases, because a turn ends when all effects of a move are done.
"""

from era_of_inventions.tabletop import Chapter, Law, checks_of
from oh_my_goods.rules import (
    box,
    build,
    chain,
    checks,
    deck,
    end,
    hand,
    hire,
    market,
    office,
    plan,
    produce,
    round,  # noqa: A004
    score,
    setup,
)

CHAPTERS = (box, setup, hand, market, plan, produce, chain, build, hire, round, office, end, score, deck)
LAW = Law(map(Chapter.of, CHAPTERS), checks_of(checks))
"""Every clause of the game."""

__all__ = ["LAW"]
