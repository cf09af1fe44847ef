"""The law of Oh My Goods!: one module per chapter, in the order of the rulebook.

The chapter of the round comes after those of its phases, because a turn ends when all that a move does is done. The
chapter of the draw pile comes last, because what it says holds after every move.
"""

from era_of_inventions.tabletop.law.clause import Chapter, checks_of
from era_of_inventions.tabletop.law.law import Law
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
