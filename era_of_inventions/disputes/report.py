"""Judgements as text for people and as plain data for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from era_of_inventions.codec import to_json
from era_of_inventions.component_sets.files import check_components, load_shipped, shipped
from era_of_inventions.disputes.claims import Judgement, Measured
from era_of_inventions.disputes.file import Claim, Dispute
from era_of_inventions.model.state import Phase, Setting
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.ruling import OtherReading
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.verdict_text import values, verdict_lines, wrapped


def dispute_text(dispute: Dispute, judgements: Sequence[Judgement]) -> str:
    """The whole dispute, for people."""
    setting = dispute.game.setting
    lines = [
        f"{dispute.title}  ({dispute.path})",
        f"Readings: {setting.ruleset.name}. Components: {setting.components.name}.",
        *_disagreements(dispute),
    ]
    for number, judgement in enumerate(judgements, 1):
        lines += ["", f"Claim {number}: {judgement.claim.title}", *_judgement_lines(dispute, judgement)]
    return "\n".join(lines)


def _disagreements(dispute: Dispute) -> Iterator[str]:
    """Where the components of a dispute contradict what the rulebooks state."""
    for problem in check_components(dispute.game.setting.components):
        yield from wrapped("Not as the rulebooks state: ", str(problem))


def _judgement_lines(dispute: Dispute, judgement: Judgement) -> Iterator[str]:
    if judgement.claim.after:
        yield from wrapped("  After: ", "; ".join(step.text for step in judgement.claim.after))
    for step, verdict in judgement.verdicts:
        yield f"  {step.text}: {'legal' if verdict.legal else 'NOT LEGAL'}"
        yield from verdict_lines(verdict, dispute.names, dispute.game.setting.ruleset)
    for measured in judgement.measured:
        yield from _measured_lines(judgement, measured, dispute.names)
    if judgement.score is not None:
        yield from _score_lines(dispute, judgement.claim, judgement.score)
    if judgement.unstated:
        yield from wrapped("  Numbers used that no rulebook states: ", "; ".join(judgement.unstated))
    result = "HOLDS" if judgement.holds else "FAILS"
    if judgement.claim.expect is None:
        yield f"  The claim {result}."
    elif judgement.surprises:
        yield f"  The claim {result}. UNEXPECTED: {'; '.join(judgement.surprises)}."
    else:
        yield f"  The claim {result}, as expected."
    yield from _rest_lines(judgement)


def _measured_lines(judgement: Judgement, measured: Measured, names: Sequence[str]) -> Iterator[str]:
    effect = measured.effect
    truth = "true" if measured.as_claimed is measured.claimed_to_happen else "not so"
    denied = "" if measured.claimed_to_happen else "denied: "
    yield f"  {denied}{effect.text}: {truth} ({measured.before} before, {measured.after} after)"
    for event in judgement.events:
        if event.seat == effect.seat and event.what == effect.what:
            before, after = values(event, names)
            yield f"    by {event.clause}: {before} to {after}"


def _score_lines(dispute: Dispute, claim: Claim, score: Score) -> Iterator[str]:
    for seat, name in enumerate(dispute.names):
        lines = [line for line in score.lines if line.seat == seat]
        parts = [f"{line.points} {line.clause}{f' ({line.basis})' if line.basis else ''}" for line in lines]
        yield from wrapped(f"  {name}: {score.totals[seat]} = ", " + ".join(parts))
    if claim.winners is not None:
        truth = "true" if claim.winners == score.winners else "not so"
        yield f"  winners = {_and(dispute, claim.winners)}: {truth}"
    over = dispute.state.turn.phase is Phase.GAME_OVER
    yield f"  Winner{'' if over else ', if the game ended here'}: {_and(dispute, score.winners)}"


def _and(dispute: Dispute, seats: Sequence[int]) -> str:
    return " and ".join(dispute.names[seat] for seat in seats)


def _rest_lines(judgement: Judgement) -> Iterator[str]:
    asked = judgement.asked
    same, other = ("hold", "fail") if judgement.holds else ("fail", "hold")
    for rest in asked.alone:
        ruling = Ruleset.ruling(rest.ruling)
        yield f"  It rests on the ruling {rest.ruling}, read as {rest.reading!r} (sureness {ruling.sureness})."
        yield from wrapped("    ", ruling.question)
        yield from wrapped("    ", f"Read as {rest.other_reading!r} it would {other}: {_text(rest)}")
    for rests in asked.together:
        names = " and ".join(f"{rest.ruling} (read as {rest.reading!r})" for rest in rests)
        yield from wrapped(
            "  ", f"It rests on the rulings {names} together: it would {other} if all were read otherwise."
        )
        for rest in rests:
            yield from wrapped("    ", f"{rest.ruling} as {rest.other_reading!r}: {_text(rest)}")
    if asked.presets:
        yield f"  Under the preset {' and '.join(asked.presets)} as a whole it would {other}."
    if not asked.rulings and not asked.presets:
        reach = " that allows the moves before it" if asked.not_asked else ""
        yield f"  It rests on no open question: it would {same} under every other reading and preset{reach}."


def _text(rest: OtherReading) -> str:
    return Ruleset.ruling(rest.ruling).reading(rest.other_reading).text


def report_data(disputes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The document of several disputes, each as `dispute_data` tells it."""
    from era_of_inventions.codec.documents import head_of

    return {**head_of("report"), "disputes": list(disputes)}


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """The whole dispute, for programs. Setting, components and verdicts in it are documents of their own.

    The components are there if they do not come with the package: with the values that the dispute gives, for instance.
    """
    setting = dispute.game.setting
    box = setting.components
    return {
        "file": dispute.path,
        "title": dispute.title,
        "names": list(dispute.names),
        "setting": json.loads(to_json(setting)),
        "components": None if box in map(load_shipped, shipped()) else json.loads(to_json(box)),
        "disagreements": [{"clause": problem.clause, "text": problem.text} for problem in check_components(box)],
        "claims": [_judgement_data(judgement, setting) for judgement in judgements],
    }


def _judgement_data(judgement: Judgement, setting: Setting) -> dict[str, Any]:
    claim = judgement.claim
    return {
        "claim": claim.title,
        "holds": judgement.holds,
        "expected": claim.expect,
        "stands": judgement.stands,
        "surprises": list(judgement.surprises),
        "after": [step.text for step in claim.after],
        "moves": [
            {"move": step.text, "verdict": json.loads(to_json(verdict, setting=setting))}
            for step, verdict in judgement.verdicts
        ],
        "effects": [{**attrs.asdict(measured), "effect": measured.effect.text} for measured in judgement.measured],
        "claimed_winners": claim.winners,
        "score": judgement.score and attrs.asdict(judgement.score),
        "rests_on": [attrs.asdict(other) for other in judgement.asked.alone],
        "rests_together_on": [[attrs.asdict(other) for other in others] for others in judgement.asked.together],
        "presets_otherwise": list(judgement.asked.presets),
        "not_asked": [attrs.asdict(other) for other in judgement.asked.not_asked],
        "unstated_numbers": list(judgement.unstated),
    }
