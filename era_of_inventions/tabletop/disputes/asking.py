"""Judging claims: at their moments, and again under other readings, with other numbers and with a larger stock."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import attrs

from era_of_inventions.tabletop.box.rows import PrintedValue
from era_of_inventions.tabletop.disputes.claim import Claim
from era_of_inventions.tabletop.disputes.deciding import deciding, sentence
from era_of_inventions.tabletop.disputes.evaluation import evaluated, with_effects
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Judgement, Measured, OtherNumber
from era_of_inventions.tabletop.disputes.numbers import (
    OtherSettings,
    depending_on,
)
from era_of_inventions.tabletop.disputes.plenty import MOST, OTHER_AMOUNTS
from era_of_inventions.tabletop.disputes.readings import (
    Answer,
    Budget,
    BudgetSpentError,
    Dependence,
    dependence,
)
from era_of_inventions.tabletop.disputes.timing import (
    at_its_moment,
    at_other_moments,
    comes_first,
)
from era_of_inventions.tabletop.disputes.unsaid import Silence
from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.worlds import worlds_of

OTHER_NUMBERS = 1_000
"""How many moves are judged at most with other printed numbers."""
AMOUNT = OpenOn(None, "how much is enough, which is not stated")


def judge_dispute(dispute: Dispute) -> tuple[Judgement, ...]:
    """Judge all claims of a dispute; see `judge_claim`. Raises `GameError` if it is no dispute."""
    if not isinstance(dispute, Dispute):
        raise GameError(
            f"{describe(dispute)} is not a dispute; expected one from read_dispute or parse_dispute"
        )
    budget, others = Budget(), OtherSettings(dispute.setting)
    return tuple(judge_claim(dispute, claim, budget, others) for claim in dispute.claims)


def judge_claim(
    dispute: Dispute,
    claim: Claim,
    budget: Budget | None = None,
    others: OtherSettings | None = None,
) -> Judgement:
    """Judge one claim, and ask again under other readings of the rulings as long as the ``budget`` lasts.

    Readings that do not allow the position, or the moves before the claim, are left
    out. If the file does not state the moment, it follows from the first move; the
    claim is open if several moments come to different results. A claim that cannot be
    judged, such as one with a move before it that is not legal, gets a judgement with
    ``problems``.
    """
    budget = Budget() if budget is None else budget
    others = OtherSettings(dispute.setting) if others is None else others
    return _in_words(_judged(dispute, claim, budget, others))


def judge_alone(dispute: Dispute, claim: Claim) -> Judgement:
    """Judge one claim, without finding the readings, numbers and unmentioned things on which its result rests.

    This takes a fraction of the time, and comes to the same result.
    """
    judgement, is_sure = at_its_moment(dispute, claim)
    return _in_words(_if_enough_is_otherwise(judgement) if is_sure else judgement)


def _in_words(judgement: Judgement) -> Judgement:
    """Return a judgement with the claim as a sentence, and the clauses that a reader wants first."""
    return attrs.evolve(
        judgement,
        sentence=sentence(judgement),
        decided_by=deciding(judgement),
    )


def _judged(
    dispute: Dispute, claim: Claim, budget: Budget, others: OtherSettings
) -> Judgement:
    """Judge a claim at its moment, and find the readings, numbers and unmentioned things on which its result rests."""
    judgement, is_sure = at_its_moment(dispute, claim)
    if not is_sure:
        return judgement
    silence = Silence(judgement)
    rests_on = _rests_on(judgement, budget)
    left = Budget(min(budget.moves, OTHER_NUMBERS))
    may_ask = left.moves > 0
    values = tuple(_numbers(judgement, others, left, silence.turned)) if may_ask else ()
    numbers = tuple(number for _, number in values if number)
    legal_at, never = at_other_moments(judgement)
    return attrs.evolve(
        _if_enough_is_otherwise(judgement),
        rests_on=rests_on,
        numbers_asked=may_ask and left.moves >= 0,
        not_now=legal_at,
        not_then_either=never,
        comes_first=comes_first(judgement),
        unstated=tuple(value for value, _ in values),
        numbers=numbers,
        unsaid=silence.decisive(numbers),
        as_set_up=silence.things,
    )


def _rests_on(judgement: Judgement, budget: Budget) -> Dependence:
    """Return on which readings a claim rests; not ``asked`` if the budget does not last."""

    def ask(ruleset: BaseRuleset) -> Answer | None:
        budget.spend(len(judgement.claim.steps) + 1)
        other = evaluated(judgement, judgement.premise.under(ruleset))
        return None if other is None else _answer(other)

    try:
        return dependence(judgement.setting.ruleset, ask)
    except BudgetSpentError:
        return Dependence(asked=False)


def _numbers(
    judgement: Judgement,
    others: OtherSettings,
    budget: Budget,
    turned: Callable[[Judgement], bool],
) -> Iterator[tuple[PrintedValue, OtherNumber | None]]:
    """Yield the printed values that the result depends on, each with another number that turns it, or None."""
    worlds = worlds_of(judgement.premise.state).every
    moves = len(worlds) * (len(judgement.claim.steps) + 1)

    def ask(position: Any) -> Judgement | None:
        other = evaluated(judgement, position) if budget.lasts(moves) else None
        return other and with_effects(other)

    yield from depending_on(judgement, others, ask, turned)


def _if_enough_is_otherwise(judgement: Judgement) -> Judgement:
    """Return the judgement; it becomes open if what the moves come to depends on how much is enough.

    An amount with which fewer moves are legal, or more clauses forbid one, is not
    enough. If a move is refused, it is asked with more too.
    """
    made, against = judgement.moves_made, {*judgement.against}
    if judgement.open_on or not (judgement.fails_at or judgement.claim.is_about_effects):
        return judgement
    amounts = (*([MOST] if judgement.fails_at else []), *OTHER_AMOUNTS)
    for state in map(judgement.premise.with_amounts, amounts):
        other = evaluated(judgement, state)
        if other is None or other.moves_made < made or {*other.against} > against:
            continue
        alike = other.moves_made > made or other.counted == judgement.counted
        if other.result != judgement.result or not alike:
            return attrs.evolve(judgement, holds=False, unclear=(*judgement.unclear, AMOUNT))
    return judgement


def _answer(judgement: Judgement) -> Answer:
    """Return the result as an answer. Its reasons are the clauses against the last move, and the values measured.

    A claimed change is compared as such: how much there is before it may depend on a
    reading, as where it is "enough".
    """
    against = judgement.last.against if judgement.verdicts else ()
    measured = tuple(_counted(one, one.after) for one in judgement.measured)

    def settled() -> Hashable:
        if judgement.claim.winners or not judgement.settled:
            return None
        pairs = zip(judgement.measured, judgement.settled, strict=True)
        return tuple(_counted(*pair) for pair in pairs)

    return Answer(judgement.result, (len(judgement.verdicts), against, measured), settled)


def _counted(one: Measured, value: int | str) -> int | str:
    """Return a value that was measured; if a change is claimed, return how much it has changed."""
    if one.effect.change is None or isinstance(value, str) or isinstance(one.before, str):
        return value
    return value - one.before
