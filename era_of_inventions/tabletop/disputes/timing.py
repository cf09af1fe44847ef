"""The moment at which a claim is judged: its first move can be made then, and the others go on as they are written.

If several such moments come to different results, the claim is open on the moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.claim_replay import ClaimReplay
from era_of_inventions.tabletop.disputes.evaluation import (
    UnreachableError,
    evaluate_in,
    unusable,
    with_effects,
)
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Judgement
from era_of_inventions.tabletop.disputes.moments import (
    begun_by,
    contradicted,
    having,
    in_the_turn_that_follows,
    other_moments,
    refused_at_every_moment,
    scenes,
    with_later_turns,
)
from era_of_inventions.tabletop.disputes.premise import MOVER, START, MomentTaken, Premise
from era_of_inventions.tabletop.disputes.stated import ENOUGH
from era_of_inventions.tabletop.disputes.unsaid import as_unsaid, needed_in_turn
from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome
from era_of_inventions.tabletop.play.judge import evaluate
from era_of_inventions.tabletop.text.span import fold

MOMENT = "the moment, which is not stated"


def at_its_moment(dispute: Dispute, claim: Claim) -> tuple[Judgement, bool]:
    """Judge a claim at its moment. Return also whether its moment is sure, so that there is more to ask."""
    judgement, is_sure = _at_its_moment(dispute, claim)
    return with_effects(judgement), is_sure


def _at_its_moment(dispute: Dispute, claim: Claim) -> tuple[Judgement, bool]:
    if claim.problems:
        return unusable(dispute, claim, claim.problems), False
    moves = fold("; ".join(step.text for step in claim.steps))
    dispute = attrs.evolve(dispute, premise=dispute.premise.for_moves(moves))
    judged = _where_moves_go_on(dispute, claim)
    results = {judgement.result for judgement in judged}
    if len(results) > 1 or (judged and all(map(_is_seldom, judged))):
        return _open_on_moment(judged), False
    if judged:
        # the moment at which most moves are made is taken to be meant
        judgement = max(judged, key=lambda one: one.moves_made)
    else:
        steps = claim.steps
        follows = in_the_turn_that_follows(dispute.premise, steps[0]) if steps else None
        judgement = _judge_at(dispute, follows or dispute.premise, claim)
        if not follows and _needs_moment(judgement):
            unclear = (*judgement.unclear, _moments_of(judgement))
            return attrs.evolve(judgement, holds=False, unclear=unclear), False
    return judgement, not judgement.problems


def _where_moves_go_on(dispute: Dispute, claim: Claim) -> list[Judgement]:
    """Judge a claim in every scene in which its moves go on as they are written; in all scenes if there is none."""
    judged = [_with_others(dispute, scene, claim) for scene in scenes(dispute.premise, claim)]
    judged = [one for one in judged if not _changes_hands(one)] or judged
    usual = [one for one in judged if not _is_seldom(one)]
    if any(not one.verdicts or one.verdicts[0][1].permitted_by for one in usual):
        judged = usual
    fewest = min((len(one.passed_over) for one in judged), default=0)
    judged = [one for one in judged if len(one.passed_over) == fewest]
    if all(map(_out_of_time, judged)):
        return [*_by_who_begins(dispute, claim, judged)] or judged
    going_on = [one for one in judged if not _out_of_time(one) or _at_anothers_move(one)]
    return [one for one in going_on if not one.problems] or going_on


def _is_seldom(judgement: Judgement) -> bool:
    """Whether a claim was judged at a moment that is seldom meant."""
    moment = judgement.premise.moment
    return moment is not None and moment.seldom


def _changes_hands(judgement: Judgement) -> bool:
    """Whether moves without a name would be made by different players."""
    movers = {verdict.seat for step, verdict in judgement.verdicts if step.seat is None}
    return len(movers - {None}) > 1


def _with_others(dispute: Dispute, scene: Premise, claim: Claim) -> Judgement:
    """Judge a claim in a scene or, if it helps, in one where players have what the moves presuppose."""
    judgement = _judge_at(dispute, scene, claim)
    if not _at_anothers_move(judgement):
        return judgement
    fuller = with_later_turns(scene, claim)
    options = [scene, *([fuller] if fuller else [])]
    for option in (*options[1:], *(_with_means(dispute, one, claim) for one in options)):
        if option and not _at_anothers_move(other := _judge_at(dispute, option, claim)):
            return other
    return judgement


def _with_means(dispute: Dispute, scene: Premise, claim: Claim) -> Premise | None:
    """Return a scene in which the moves before a claim can be paid, with enough of things that are not mentioned.

    None if nothing is lacking, or if this does not help.
    """

    def refused(state: Any) -> tuple[int, int] | None:
        try:
            evaluate_in(dispute, claim, state)
        except UnreachableError as error:
            return error.number, -1 if error.seat is None else error.seat
        return None

    needed, fuller = needed_in_turn(scene, refused)
    words = [f"{as_unsaid(one).render(scene.names)} = {ENOUGH}" for one in needed]
    return having(scene, fuller, claim.steps[0], words)


def _by_who_begins(
    dispute: Dispute, claim: Claim, usually: Sequence[Judgement]
) -> Iterator[Judgement]:
    """Judge a claim with each player as start player, if the file names none. Yield what lets more moves be made."""
    premise = dispute.premise
    if not usually or not premise.tables or START in premise.position:
        return
    begun = {name: premise.stating({START: name}) for name in premise.names}
    every = (
        (name, scene) for name, one in begun.items() if one for scene in scenes(one, claim)
    )
    for name, scene in every:
        moment = begun_by(scene.moment or MomentTaken(scene.mover, ""), name)
        judged = _judge_at(dispute, attrs.evolve(scene, moment=moment), claim)
        more = judged.moves_made > max(one.moves_made for one in usually)
        if more and not _out_of_time(judged) and not _changes_hands(judged):
            yield judged


def _judge_at(dispute: Dispute, scene: Premise, claim: Claim) -> Judgement:
    """Judge a claim in a scene, under the readings of the dispute alone."""
    try:
        judgement = evaluate_in(dispute, claim, scene.state)
    except UnreachableError as error:
        judgement = unusable(dispute, claim, [error.problem])
    return attrs.evolve(judgement, premise=scene)


def _out_of_time(judgement: Judgement) -> bool:
    """Whether a claim cannot be about a moment, because its moves do not go on from there as they are written."""
    claim = judgement.claim
    refused = claim.fails_at or (0 if claim.legal else len(claim.moves))
    later = judgement.fails_at not in (None, 1, refused)
    return bool(judgement.problems) or (later and judgement.last.due is not None)


def _at_anothers_move(judgement: Judgement) -> bool:
    """Whether a move is refused because it is not its moment, and other players have moved before."""
    if judgement.problems:
        return bool(judgement.claim.after)
    movers = [before.setting.rulebook.seat_to_move(before) for before, _ in judgement.earlier]
    movers += [verdict.seat for _, verdict in judgement.verdicts]
    if not judgement.fails_at or judgement.last.due is None:
        return False
    return any(seat not in (None, movers[-1]) for seat in movers)


def _open_on_moment(judged: Sequence[Judgement]) -> Judgement:
    """Return the judgement of a claim that comes to different results at different moments."""
    moments = ((one.premise.moment, one.result) for one in judged)
    return attrs.evolve(
        judged[0],
        holds=False,
        unclear=(*judged[0].unclear, OpenOn(None, MOMENT)),
        moments=tuple((moment, result) for moment, result in moments if moment),
    )


def _needs_moment(judgement: Judgement) -> bool:
    """Whether the first move is refused at a moment that the file does not state, and may be legal at another."""
    if judgement.fails_at != 1 or judgement.verdicts[0][1].due is None:
        return False
    step, verdict = judgement.verdicts[0]
    premise = judgement.premise
    if premise.states(MOVER) and step.seat not in (None, premise.mover):
        return False
    if contradicted(premise, step):
        return False
    at_every = refused_at_every_moment(premise, judgement.before[0], verdict)
    return judgement.claim.forbidden_by is not None or not at_every


def _moments_of(judgement: Judgement) -> OpenOn:
    """Return the moment as what a result depends on; name the moments at which a clause permits the first move."""
    moments = [
        finding.clause.when.words
        for finding in judgement.verdicts[0][1].findings
        if finding.outcome is Outcome.NOT_NOW
    ]
    known = f" (a clause permits it {joined(dict.fromkeys(moments))})" if moments else ""
    return OpenOn(None, f"{MOMENT}{known}")


def at_other_moments(
    judgement: Judgement,
) -> tuple[tuple[MomentTaken, ...], tuple[str, ...]]:
    """Return the other moments and turns at which the moves would be legal, if only the moment forbids the first.

    If it would be legal at none, also return the ids of the clauses against it wherever
    it would have its moment.
    """
    claim = judgement.claim
    only_first = judgement.fails_at == 1 and not claim.after
    if not only_first or judgement.last.due is None:
        return (), ()
    step = judgement.verdicts[-1][0]
    others = [
        (other, evaluate(other.state, step.move, step.seat))
        for other in other_moments(judgement.premise, step)
    ]
    legal = (
        other.moment
        for other, verdict in others
        if verdict.legal
        and (
            len(claim.moves) == 1
            or _judge_at(judgement.dispute, other, claim).fails_at is None
        )
    )
    in_time = [verdict for _, verdict in others if verdict.due is None]
    in_time = in_time or ClaimReplay(judgement.dispute, judgement.before[-1]).at_its_moment(
        step
    )
    against = [verdict.against for verdict in in_time]
    always = (id_ for id_ in chain(*against[:1]) if all(id_ in ids for ids in against))
    return tuple(dict.fromkeys(moment for moment in legal if moment)), tuple(always)


def comes_first(judgement: Judgement) -> tuple[ClaimedMove, ...]:
    """Return the moves that only stop something and after which the refused move would be legal; empty if none do."""
    if judgement.fails_at is None or judgement.claim.names_refusal:
        return ()
    ahead = [step.move for step in judgement.claim.moves[judgement.fails_at :]]
    replay = ClaimReplay(judgement.dispute, judgement.before[-1])
    return replay.comes_first(judgement.verdicts[-1][0], ahead)
