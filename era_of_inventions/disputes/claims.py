"""Judging claims: the moves, then the effects, then the winners; and again under other readings."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from era_of_inventions.disputes.file import Claim, Dispute, Step
from era_of_inventions.disputes.numbers import Value, unstated, values_of_move, values_of_occasions, values_of_scoring
from era_of_inventions.disputes.quantities import MEASURES_OF_PRINT, SCORES, quantities
from era_of_inventions.disputes.readings import Answer, Asked, ask_again
from era_of_inventions.model.state import Phase, State
from era_of_inventions.rulebook.setup import blank_state
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import Code, FileError, InputProblem
from era_of_inventions.tabletop.fields.quantities import Effect
from era_of_inventions.tabletop.law.occasions import SetUp
from era_of_inventions.tabletop.law.verdict import Event, Outcome, Verdict
from era_of_inventions.tabletop.play.judge import judge, under
from era_of_inventions.tabletop.play.score import Score, score
from era_of_inventions.tabletop.play.tracer import trace


@attrs.frozen
class Measured:
    """What a quantity was before and after the moves, and whether that is what was claimed."""

    effect: Effect
    claimed_to_happen: bool
    before: int | str
    after: int | str
    as_claimed: bool


@attrs.frozen
class Judgement:
    """The judgement of a claim: verdicts up to the first illegal move, what was measured, and the result.

    ``asked`` tells under which other readings the result is the opposite.
    """

    claim: Claim
    holds: bool
    verdicts: tuple[tuple[Step, Verdict], ...]
    measured: tuple[Measured, ...]
    events: tuple[Event, ...]
    score: Score | None
    unstated: tuple[str, ...] = ()
    """The printed values it uses that neither a rulebook nor the dispute states, in words, with their source."""
    asked: Asked = attrs.field(factory=Asked)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that decided: those for or against a move or an occasion, and those that acted."""
        findings = [f for _, verdict in self.verdicts for f in (*verdict.findings, *verdict.occasions)]
        spoke = [f.clause.id for f in findings if f.outcome in (Outcome.PERMITS, Outcome.FORBIDS)]
        lines = [line.clause for line in self.score.lines] if self.score else []
        return tuple(dict.fromkeys(spoke + [event.clause for event in self.events] + lines))

    @property
    def surprises(self) -> tuple[str, ...]:
        """How the judgement differs from what the file expects; empty if it does not."""
        claim = self.claim
        found = []
        if claim.expect is not None and claim.expect != self.holds:
            found.append(f"expected that it {'holds' if claim.expect else 'fails'}")
        found += [
            f"expected the clause {clause} to decide" for clause in claim.expect_clauses if clause not in self.clauses
        ]
        rests = self.asked.rulings
        if claim.expect_rulings is not None and set(rests) != set(claim.expect_rulings):
            expected = ", ".join(claim.expect_rulings) or "no ruling"
            found.append(f"expected it to rest on {expected}, not on {', '.join(rests) or 'none'}")
        return tuple(found)

    @property
    def stands(self) -> bool:
        """Whether all is as expected, or, if the file expects nothing, whether the claim holds."""
        return not self.surprises if self.claim.expect is not None else self.holds and not self.surprises


class UnreachableError(FileError):
    """A move that a claim says was made before is itself not legal."""


def judge_dispute(dispute: Dispute) -> tuple[Judgement, ...]:
    """Judge all claims of a dispute. Raises `UnreachableError` as `judge_claim` does, for all claims at once."""
    judgements = []
    problems: list[InputProblem | str] = []
    for claim in dispute.claims:
        try:
            judgements.append(judge_claim(dispute, claim))
        except UnreachableError as error:
            problems += error.problems
    if problems:
        raise UnreachableError(dispute.path, problems)
    return tuple(judgements)


def judge_claim(dispute: Dispute, claim: Claim) -> Judgement:
    """Judge one claim, and ask again under other readings of the rulings.

    Raises `UnreachableError` if a move of ``after`` is not legal.
    """
    judgement = _judge(dispute, claim, dispute.state)

    def ask(ruleset: Ruleset) -> Answer | None:
        try:
            return _answer(_judge(dispute, claim, under(dispute.state, ruleset)))
        except UnreachableError:
            return None

    return attrs.evolve(judgement, asked=ask_again(dispute.state.ruleset, _answer(judgement), ask))


def _answer(judgement: Judgement) -> Answer:
    """The result, with the clauses against the last move and the values measured as its reasons."""
    against = tuple(clause.id for _, verdict in judgement.verdicts[-1:] for clause in verdict.forbidden_by)
    measured = tuple(measured.after for measured in judgement.measured)
    return Answer(judgement.holds, (len(judgement.verdicts), against, measured))


def _judge(dispute: Dispute, claim: Claim, state: State) -> Judgement:
    used: list[Value] = []
    for number, step in enumerate(claim.after, 1):
        verdict = judge(state, step.move, seat=step.seat, rulings=False)
        if not verdict.legal:
            reason = _because(verdict) or f"no clause permits it in the phase {state.turn.phase.value!r}"
            message = f"{step.text!r} is not legal: {reason}"
            problem = InputProblem(f"{claim.place}.after[{number}]", Code.IMPOSSIBLE, message)
            raise UnreachableError(dispute.path, [problem])
        used += values_of_move(state, step.move) + values_of_occasions(state, verdict.occasions)
        state, _ = trace(state, step.move)
    before = state
    events: list[Event] = []
    if state.turn.phase is Phase.SETUP_FACTORIES:
        events += trace(blank_state(state.setting, state.start), SetUp())[1].events
    verdicts = []
    for step in claim.moves:
        verdict = judge(state, step.move, seat=step.seat, rulings=False)
        verdicts.append((step, verdict))
        used += values_of_move(state, step.move) + values_of_occasions(state, verdict.occasions)
        if not verdict.legal:
            break
        events += verdict.events
        state, _ = trace(state, step.move)
    legal = all(verdict.legal for _, verdict in verdicts)
    measured = tuple(_measure(dispute, claim, before, state)) if legal else ()
    scored = score(state) if claim.winners is not None or any(m.effect.what in SCORES for m in measured) else None
    as_claimed = all(m.as_claimed for m in measured) and (scored is None or claim.winners in (None, scored.winners))
    holds = as_claimed if legal and claim.legal else not legal and not claim.legal
    if scored is not None or any(m.effect.what in MEASURES_OF_PRINT for m in measured):
        used += values_of_scoring(state)
    return Judgement(claim, holds, tuple(verdicts), measured, tuple(events), scored, unstated(state, used))


def _because(verdict: Verdict) -> str:
    return "; ".join(f"{clause.statement} [{clause.id}]" for clause in verdict.forbidden_by)


def _measure(dispute: Dispute, claim: Claim, before: State, after: State) -> Iterator[Measured]:
    measure = quantities(dispute.state.setting, dispute.names).measure
    for happens, effects in ((True, claim.happens), (False, claim.happens_not)):
        for effect in effects:
            was, now = measure(effect, before), measure(effect, after)
            yield Measured(effect, happens, was, now, effect.holds(was, now) is happens)
