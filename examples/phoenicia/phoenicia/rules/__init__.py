"""The law of Phoenicia: one module per chapter, in the order of the rulebook."""

from era_of_inventions.tabletop import Chapter, Law, checks_of
from phoenicia.rules import (
    auction,
    box,
    checks,
    discount,
    display,
    gain,
    income,
    limits,
    overlord,
    pay,
    produce,
    round,  # noqa: A004
    score,
    setup,
    supply,
    treasury,
    workers,
)

CHAPTERS = (
    box,
    setup,
    supply,
    round,
    auction,
    pay,
    gain,
    discount,
    produce,
    workers,
    treasury,
    overlord,
    display,
    income,
    limits,
    score,
)
LAW = Law(map(Chapter.of, CHAPTERS), checks_of(checks))
"""Every clause of the game."""

__all__ = ["LAW"]
