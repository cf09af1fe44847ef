"""What a reader wants first: a claim as a plain sentence, and the clauses that decide it, with what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby, zip_longest

from era_of_inventions.tabletop.disputes.claim import ClaimedMove
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Decisive, Judgement
from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.law.verdict import Finding, Outcome, Verdict
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.verdict_text import facts_text
from era_of_inventions.tabletop.values.quantities import Effect


def deciding(judgement: Judgement) -> tuple[Decisive, ...]:
    """Return the clauses that decide a claim, each once: the first of these groups that is not empty, and group 3.

    1. the clauses that forbid the last move
    2. if it is not legal, those that permitted the same player to make a move of this kind before: they say how often
    3. the clauses that the claim states it is about
    4. if the last move is not legal, those that could permit it
    5. the clauses that brought about the claimed effects
    6. the clauses that keep these effects from a player
    7. the clauses that decide who wins
    8. if no effect is claimed, the clauses that permit the last move, and the one that comes nearest to forbidding it
    """
    last = judgement.last if judgement.verdicts else None
    options: list[Iterable[Decisive]] = []
    if last is not None and not last.legal:
        options += [
            [_of(judgement, one) for one in last.findings if one.outcome is outcome]
            for outcome in (Outcome.OPEN, Outcome.FORBIDS)
        ]
        options += [_permitted_before(judgement)]
    causes, about = [*_causes(judgement)], judgement.claim.about
    caused = (one for one in causes if one.clause in about)
    options.append(chain(caused, (Decisive(id_, "") for id_ in about)))
    if last is not None and not last.legal:
        options.append(_of(judgement, finding) for finding in last.near_grants)
    options += [causes, _barring(judgement)]
    if judgement.score is not None:
        options.append(_comparing(judgement, judgement.score))
    if last is not None and not judgement.measured:
        near = last.nearest
        counts = near and [
            Decisive(near.clause.id, f"{near.number} of {near.most} {near.words}")
        ]
        options.append([*_permitting(last), *(counts or ())])
    counted: dict[str, list[str]] = {}
    for one in next(filter(None, map(tuple, options)), ()):
        counted.setdefault(one.clause, []).append(one.counted)
    for id_ in about:
        counted.setdefault(id_, [])
    return tuple(
        Decisive(clause, "; ".join(filter(None, texts)))
        for clause, texts in counted.items()
        if clause  # what no clause brings about, none explains
    )


def _permitted_before(judgement: Judgement) -> Iterator[Decisive]:
    """Yield the clauses that permitted the last move of this kind by the same player, where others are now to move."""
    *earlier, (last, refused) = judgement.verdicts
    for step, verdict in reversed(earlier):
        if type(step.move) is type(last.move) and verdict.seat == refused.seat is not None:
            yield from _permitting(verdict)
            return


def _of(judgement: Judgement, finding: Finding) -> Decisive:
    return Decisive(finding.clause.id, facts_text(finding, judgement.names))


def _permitting(verdict: Verdict) -> Iterator[Decisive]:
    """Yield the clauses that permit a move, those about whose turn it is last.

    They have no facts, because the moment is named elsewhere.
    """
    permits = [one for one in verdict.findings if one.outcome is Outcome.PERMITS]
    for finding in sorted(permits, key=lambda one: one.subject is not None):
        yield Decisive(finding.clause.id, "")


def _causes(judgement: Judgement) -> Iterator[Decisive]:
    """Yield the clauses that changed a claimed quantity, with the values before and after."""
    for measured in judgement.measured:
        for event, before, after in judgement.brought_about(measured.effect):
            yield Decisive(event.clause, f"{event.what}: {before} to {after}")


def _barring(judgement: Judgement) -> Iterator[Decisive]:
    """Yield the clauses that keep from a player what could have changed something that is claimed to change."""
    seats = {one.effect.seat for one in judgement.measured if one.before == one.after}
    for _, verdict in judgement.verdicts:
        for finding in verdict.occasions:
            happens_to = getattr(finding.subject, "seat", None)
            if finding.outcome is Outcome.FORBIDS and happens_to in seats - {None}:
                yield _of(judgement, finding)


def _comparing(judgement: Judgement, score: Score) -> Iterator[Decisive]:
    """Yield the clauses that decide who wins."""
    for comparison in score.decided_by:
        names = judgement.names
        numbers = ", ".join(f"{names[seat]}: {number}" for seat, number in comparison.numbers)
        yield Decisive(comparison.clause, numbers)


MADE = 60
"""A sentence repeats the moves made before it if their text has at most this many characters."""


def sentence(judgement: Judgement) -> str:
    """Return a claim as a sentence, such as "Anna may take a cog; then Anna's coins must rise by 1."."""
    claim, dispute = judgement.claim, judgement.dispute
    parts = [*_moves(judgement)]
    effects = [_effect(effect, dispute, "must") for effect in claim.happens]
    effects += [_effect(effect, dispute, "cannot") for effect in claim.happens_not]
    if claim.winners is not None:
        winners = dispute.named(claim.winners)
        stated = [
            f"{name} {one}"
            for name, one in zip(dispute.names, claim.scores or (), strict=False)
        ]
        scores = f" if the scores are {joined(stated, 'and')}" if stated else ""
        effects.append(f"{winners or 'nobody'} must win{scores}")
    if effects:
        parts.append(f"{'then ' if parts else ''}{joined(effects, 'and')}")
    text = "; ".join(parts)
    if claim.after:
        made = "; ".join(_with_name(step, dispute) for step in claim.after)
        text = f"after {made if len(made) <= MADE else 'the moves before'}, {text}"
    if claim.forbidden_by:
        text += f", because of {joined(claim.forbidden_by, 'and')}"
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _moves(judgement: Judgement) -> Iterator[str]:
    """Yield the parts of the sentence that are about moves: who may make which, and which is claimed not to be legal.

    A move that was not judged is attributed to the player of the last move that was
    judged.
    """
    claim, dispute = judgement.claim, judgement.dispute
    judged = [verdict.seat for _, verdict in judgement.verdicts][: len(claim.moves)]
    judged += judged[-1:] * (len(claim.moves) - len(judged))
    movers = [
        whoever if step.seat is None else step.seat
        for step, whoever in zip_longest(claim.moves, judged)
    ]
    legal = len(claim.moves) if claim.legal else (claim.fails_at or len(claim.moves)) - 1
    made = zip(movers, claim.moves[:legal], strict=False)
    for seat, steps in groupby(made, lambda one: one[0]):
        texts = ", ".join(dispute.say(step.move) for _, step in steps)
        yield f"{_may(seat, dispute)} {texts}"
    if 0 <= legal < len(claim.moves):
        before = "but then " if legal else ""
        yield f"{before}{_may(movers[legal], dispute)} not {dispute.say(claim.moves[legal].move)}"


def _may(seat: int | None, dispute: Dispute) -> str:
    return "it may happen:" if seat is None else f"{dispute.names[seat]} may"


def _with_name(step: ClaimedMove, dispute: Dispute) -> str:
    """Return what is done with a move, after the name of its player if the claim says it."""
    text = dispute.say(step.move)
    return text if step.seat is None else f"{dispute.names[step.seat]}: {text}"


def _effect(effect: Effect, dispute: Dispute, must: str) -> str:
    whose = "the" if effect.seat is None else f"{dispute.names[effect.seat]}'s"
    if effect.change is None:
        return f"{whose} {effect.what} {must} be {effect.value}"
    if effect.change == 0:
        return f"{whose} {effect.what} {must} stay the same"
    way = "rise" if effect.change > 0 else "fall"
    return f"{whose} {effect.what} {must} {way} by {abs(effect.change)}"
