"""The law of Era of Inventions: one module per chapter, in the order of the rulebooks."""

from era_of_inventions.rules import (
    bonus,
    build,
    buy,
    checks,
    components,
    develop,
    execution,
    fakes,
    goods,
    income,
    influence,
    market,
    patents,
    placement,
    produce,
    refresh,
    scoring,
    setup,
    supply,
)
from era_of_inventions.tabletop.law.clause import Chapter, checks_of
from era_of_inventions.tabletop.law.law import Law

LAW = Law(
    (
        Chapter.of(module)
        for module in (
            components,
            setup,
            supply,
            placement,
            execution,
            build,
            goods,
            buy,
            produce,
            market,
            develop,
            fakes,
            income,
            patents,
            bonus,
            influence,
            refresh,
            scoring,
        )
    ),
    checks_of(checks),
)
"""Every clause of the game."""

__all__ = ["LAW"]
