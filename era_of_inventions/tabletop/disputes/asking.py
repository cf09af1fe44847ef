"""Judging claims: at their moments, and again under other readings, with other numbers and with a larger stock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import attrs

from era_of_inventions.tabletop.box.rows import PrintedValue
from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.claim_replay import ClaimReplay
from era_of_inventions.tabletop.disputes.deciding import deciding
from era_of_inventions.tabletop.disputes.evaluation import (
    UnreachableError,
    evaluate_in,
    unusable,
)
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Judgement, OtherNumber
from era_of_inventions.tabletop.disputes.moments import (
    MOVER,
    START,
    MomentTaken,
    Scene,
    contradicted,
    other_moments,
    refused_at_every_moment,
    scenes,
)
from era_of_inventions.tabletop.disputes.numbers import (
    OtherSettings,
    depending_on,
    values_read,
)
from era_of_inventions.tabletop.disputes.readings import (
    Answer,
    Budget,
    BudgetSpentError,
    Dependence,
    dependence,
)
from era_of_inventions.tabletop.disputes.sentence import sentence
from era_of_inventions.tabletop.disputes.unsaid import Silence
from era_of_inventions.tabletop.errors import GameError, describe, joined
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome
from era_of_inventions.tabletop.play.judge import evaluate
from era_of_inventions.tabletop.play.knowledge import worlds

OTHER_NUMBERS = 1_000
"""How many moves are judged at most with other printed numbers."""
AMOUNT = OpenOn(None, "how much is enough, which the file does not say")
MOMENT = "the moment, which the file does not say"


def judge_dispute(dispute: Dispute) -> tuple[Judgement, ...]:
    """Judge all claims of a dispute; see `judge_claim`. Raises `GameError` for anything else."""
    if not isinstance(dispute, Dispute):
        raise GameError(
            f"{describe(dispute)} is not a dispute; expected one from read_dispute or parse_dispute"
        )
    budget, others = Budget(), OtherSettings(dispute.game.setting)
    return tuple(judge_claim(dispute, claim, budget, others) for claim in dispute.claims)


def judge_claim(
    dispute: Dispute,
    claim: Claim,
    budget: Budget | None = None,
    others: OtherSettings | None = None,
) -> Judgement:
    """Judge one claim, and ask again under other readings of the rulings as long as the ``budget`` lasts.

    It is asked under those that allow the position and the moves before the claim. If the file does not say at which
    moment it is, that follows from the first move; where several moments come to different results it is open.
    A claim that cannot be judged, such as one that begins with a move that is not legal, has a judgement with problems.
    """
    budget = Budget() if budget is None else budget
    others = OtherSettings(dispute.game.setting) if others is None else others
    judgement = _judged(dispute, claim, budget, others)
    return attrs.evolve(
        judgement,
        sentence=sentence(judgement, dispute.names),
        decided_by=deciding(judgement, dispute.names),
    )


def judge_alone(dispute: Dispute, claim: Claim) -> Judgement:
    """Judge one claim without asking again what else its result could be, or on what it rests."""
    scene, judgement = _at_its_moment(dispute, claim)
    return judgement if scene is None else _if_enough_is_otherwise(dispute, scene, judgement)


def _at_its_moment(dispute: Dispute, claim: Claim) -> tuple[Scene | None, Judgement]:
    """Judge a claim at its moment, and return the scene if there is more to ask."""
    if claim.problems:
        return None, unusable(dispute, claim, claim.problems)
    found = scenes(dispute.premise, claim, dispute.names)
    judged = [(scene, _judge_at(dispute, scene, claim)) for scene in found]
    going_on = [one for one in judged if not _out_of_time(one[1])]
    judged = going_on or [*_by_who_begins(dispute, claim, judged)] or judged
    if len({judgement.result for _, judgement in judged}) > 1:
        return None, _open_on_moment(judged)
    if not judged:
        scene = Scene(dispute.premise)
        judged = [(scene, _judge_at(dispute, scene, claim))]
    scene, judgement = max(judged, key=_moves_made)
    if not found and _needs_moment(dispute, judgement):
        unclear = (*judgement.unclear, _moments_of(judgement))
        return None, attrs.evolve(judgement, holds=False, unclear=unclear)
    return (None if judgement.problems else scene), judgement


def _by_who_begins(
    dispute: Dispute, claim: Claim, usually: Sequence[tuple[Scene, Judgement]]
) -> Iterator[tuple[Scene, Judgement]]:
    """Judge a claim as if one or another player began, if the file does not say who does and more moves go on then."""
    premise, names = dispute.premise, dispute.names
    if not usually or premise.position is None or START in premise.position:
        return
    begun = filter(None, (premise.stating({START: name}) for name in names))
    for scene in (scene for one in begun for scene in scenes(one, claim, names)):
        judged = scene, _judge_at(dispute, scene, claim)
        more = _moves_made(judged) > max(map(_moves_made, usually))
        if more and not _out_of_time(judged[1]):
            yield judged


def _judged(
    dispute: Dispute, claim: Claim, budget: Budget, others: OtherSettings
) -> Judgement:
    """Judge a claim at its moment, and ask again."""
    scene, judgement = _at_its_moment(dispute, claim)
    if scene is None:
        return judgement

    def evaluate_at(state: Any) -> Judgement | None:
        return None if state is None else _evaluated(dispute, claim, state)

    silence = Silence.about(dispute, scene.premise, judgement, evaluate_at)
    rests_on = _rests_on(dispute, scene, claim, budget)
    left = Budget(min(budget.moves, OTHER_NUMBERS))
    may_ask = left.moves > 0
    turned = partial(silence.turned, judgement)
    values = (
        tuple(_numbers(dispute, scene, judgement, others, left, turned)) if may_ask else ()
    )
    numbers = tuple(number for _, number in values if number)
    return attrs.evolve(
        _if_enough_is_otherwise(dispute, scene, judgement),
        rests_on=rests_on,
        numbers_asked=may_ask and left.moves >= 0,
        not_now=_not_now(dispute, scene, judgement),
        comes_first=_comes_first(dispute, judgement),
        unstated=tuple(value for value, _ in values),
        numbers=numbers,
        unsaid=silence.decisive(judgement, numbers),
        as_set_up=silence.things,
    )


def _rests_on(dispute: Dispute, scene: Scene, claim: Claim, budget: Budget) -> Dependence:
    """Ask a claim again under other readings, as long as the budget lasts."""

    def ask(ruleset: BaseRuleset) -> Answer | None:
        budget.spend(len(claim.after) + len(claim.moves) + 1)
        state = scene.premise.under(ruleset)
        other = None if state is None else _evaluated(dispute, claim, state)
        return None if other is None else _answer(other)

    try:
        return dependence(dispute.game.setting.ruleset, ask)
    except BudgetSpentError:
        return Dependence(asked=False)


def _numbers(
    dispute: Dispute,
    scene: Scene,
    judgement: Judgement,
    others: OtherSettings,
    budget: Budget,
    turned: Callable[[Judgement], bool],
) -> Iterator[tuple[PrintedValue, OtherNumber | None]]:
    """Yield the printed values that the result depends on, each with another that turns it, if there is one."""
    claim = judgement.claim
    moves = worlds(scene.premise.state) * (len(claim.after) + len(claim.moves) + 1)

    def ask(position: Any) -> Judgement | None:
        return _evaluated(dispute, claim, position) if budget.lasts(moves) else None

    quantities = dispute.game.setting.for_players(dispute.names).quantities
    read = values_read(scene.premise, judgement, quantities)
    yield from depending_on(scene.premise, read, others, judgement, ask, turned)


def _if_enough_is_otherwise(
    dispute: Dispute, scene: Scene, judgement: Judgement
) -> Judgement:
    """Return a judgement that is open if what the moves come to depends on how much is enough."""
    state = scene.premise.with_other_amounts()
    other = None if state is None else _evaluated(dispute, judgement.claim, state)
    if other is None:
        return judgement
    if other.fails_at != judgement.fails_at or _comes_to(other) == _comes_to(judgement):
        return judgement
    return attrs.evolve(judgement, holds=False, unclear=(*judgement.unclear, AMOUNT))


def _comes_to(judgement: Judgement) -> list[Any]:
    """Return the values that are claimed, or whether changes are as claimed, and the result."""
    effects = [
        one.after if one.effect.change is None else one.as_claimed
        for one in judgement.measured
    ]
    return [*effects, judgement.result]


def _evaluated(dispute: Dispute, claim: Claim, state: Any) -> Judgement | None:
    """Evaluate a claim in another position; None if a move before it is not legal there."""
    try:
        return evaluate_in(dispute, claim, state)
    except UnreachableError:
        return None


def _judge_at(dispute: Dispute, scene: Scene, claim: Claim) -> Judgement:
    """Judge a claim in a scene, under the readings of the dispute alone."""
    try:
        judgement = evaluate_in(dispute, claim, scene.premise.state)
    except UnreachableError as error:
        judgement = unusable(dispute, claim, [error.problem])
    return attrs.evolve(judgement, taken=scene.moment, premise=scene.premise)


def _open_on_moment(judged: Sequence[tuple[Scene, Judgement]]) -> Judgement:
    """Return the judgement of a claim whose result is another at another moment."""
    judgement = judged[0][1]
    return attrs.evolve(
        judgement,
        holds=False,
        unclear=(*judgement.unclear, OpenOn(None, MOMENT)),
        taken=None,
        moments=tuple((scene.moment, one.result) for scene, one in judged if scene.moment),
    )


def _needs_moment(dispute: Dispute, judgement: Judgement) -> bool:
    """Whether the first move is refused at a moment that the file does not state, and maybe not at others."""
    if judgement.fails_at != 1 or judgement.verdicts[0][1].due is None:
        return False
    step, verdict = judgement.verdicts[0]
    premise = dispute.premise
    in_turn = (None, dispute.game.rulebook.seat_to_move(premise.state))
    if premise.states(MOVER, dispute.names) and step.seat not in in_turn:
        return False
    if contradicted(premise, step, dispute.names):
        return False
    at_every = refused_at_every_moment(
        premise, judgement.before[0], step.move, verdict, dispute.names
    )
    return judgement.claim.forbidden_by is not None or not at_every


def _moments_of(judgement: Judgement) -> OpenOn:
    """Return that a result depends on the moment, with those at which a clause permits the move."""
    moments = [
        finding.clause.when.words
        for finding in judgement.verdicts[0][1].findings
        if finding.outcome is Outcome.NOT_NOW
    ]
    known = f" (a clause permits it {joined(dict.fromkeys(moments))})" if moments else ""
    return OpenOn(None, f"{MOMENT}{known}")


def _out_of_time(judgement: Judgement) -> bool:
    """Whether a claim cannot be about a moment: its moves do not go on from there as they are written."""
    claim = judgement.claim
    refused = claim.fails_at or (0 if claim.legal else len(claim.moves))
    later = judgement.fails_at not in (None, 1, refused)
    return bool(judgement.problems) or (later and judgement.verdicts[-1][1].due is not None)


def _moves_made(judged: tuple[Scene, Judgement]) -> int:
    """Return how many moves of a claim are made: the moment at which they are the most is meant."""
    judgement = judged[1]
    return (
        len(judgement.claim.moves) if judgement.fails_at is None else judgement.fails_at - 1
    )


def _not_now(dispute: Dispute, scene: Scene, judgement: Judgement) -> tuple[MomentTaken, ...]:
    """Return the other moments, and turns, at which a move would be legal: nothing else forbids it then."""
    claim = judgement.claim
    only_first = judgement.fails_at == 1 and not claim.after
    if not only_first or judgement.verdicts[-1][1].due is None:
        return ()
    step = claim.moves[0]
    legal = (
        other.moment
        for other in other_moments(scene.premise, step, dispute.names)
        if evaluate(other.premise.state, step.move, step.seat).legal
    )
    return tuple(dict.fromkeys(moment for moment in legal if moment))


def _comes_first(dispute: Dispute, judgement: Judgement) -> tuple[ClaimedMove, ...]:
    """Return the moves that only stop something, after which a single move would be legal that is not now."""
    claim = judgement.claim
    if (
        judgement.fails_at is None
        or claim.forbidden_by is not None
        or claim.fails_at is not None
    ):
        return ()
    ahead = [step.move for step in claim.moves[judgement.fails_at :]]
    replay = ClaimReplay(dispute, judgement.before[-1])
    return replay.comes_first(judgement.verdicts[-1][0], ahead)


def _answer(judgement: Judgement) -> Answer:
    """The result, with the clauses against the last move and the values measured as its reasons."""
    against = tuple(
        clause.id for _, verdict in judgement.verdicts[-1:] for clause in verdict.forbidden_by
    )
    measured = tuple(measured.after for measured in judgement.measured)
    settled = None if judgement.claim.winners else judgement.settled or None
    return Answer(judgement.holds, (len(judgement.verdicts), against, measured), settled)
