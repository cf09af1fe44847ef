"""Claims as plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest

from era_of_inventions.tabletop.disputes.claim import ClaimedMove
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Judgement
from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.values.quantities import Effect

MADE = 60
"""A sentence repeats the moves made before it if their text has at most this many characters."""


def sentence(judgement: Judgement) -> str:
    """Return a claim as a sentence, such as "Anna may take a cog; then Anna's coins must rise by 1."."""
    claim, dispute = judgement.claim, judgement.dispute
    parts = [*_moves(judgement)]
    effects = [_effect(effect, dispute, "must") for effect in claim.happens]
    effects += [_effect(effect, dispute, "cannot") for effect in claim.happens_not]
    if claim.winners is not None:
        winners = joined([dispute.names[seat] for seat in claim.winners], "and")
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
