"""Judging claims: the moves, then the effects, then the winners; and again under other readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.claim_replay import ClaimReplay, up_to
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.readings import (
    Answer,
    Budget,
    BudgetSpentError,
    Dependence,
    dependence,
)
from era_of_inventions.tabletop.errors import Code, GameError, Problem, describe, joined
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import Due, Event, OpenOn, Outcome, Verdict
from era_of_inventions.tabletop.play.dispute_form import PrintedValue
from era_of_inventions.tabletop.play.engine import begin
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.judge import due_in, under
from era_of_inventions.tabletop.play.knowledge import (
    Changes,
    UnclearError,
    are_own,
    completions,
    effects,
    surely,
    unknown,
)
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.score import Score, score
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.quantities import Effect

TRIES = 4
"""How often chance is tried where what is claimed might come of it."""


@attrs.frozen
class Measured:
    """What a quantity was before and after the moves, and whether that is what was claimed.

    A value that depends on something unknown is `QUESTION_MARK`.
    """

    effect: Effect
    claimed_to_happen: bool
    before: int | str
    after: int | str
    as_claimed: bool


@attrs.frozen
class Judgement:
    """The judgement of a claim: verdicts up to the first illegal move, what was measured, and the result.

    ``unstated`` are the printed values it uses that neither a rulebook nor the dispute states; ``rests_on`` are the
    other readings under which the result is the opposite.
    """

    claim: Claim
    holds: bool
    verdicts: tuple[tuple[ClaimedMove, Verdict], ...]
    measured: tuple[Measured, ...]
    made: tuple[tuple[Any, Any], ...] = attrs.field(repr=False)
    """The moves that were made, or the setup, each with the position before it."""
    score: Score | None
    unstated: tuple[PrintedValue, ...] = ()
    rests_on: Dependence = attrs.field(factory=Dependence)
    settled: tuple[int | str, ...] = attrs.field(default=(), repr=False)
    """What the measured quantities come to when what was begun is carried out to its end."""
    unclear: tuple[OpenOn, ...] = ()
    """The unknown things that effects, scores or winners depend on, as far as the claim is about them."""
    due: Due | None = None
    """Who decides next, if the game goes on and what comes later could bring what is claimed; it is not counted."""
    fails_at: int | None = None
    """The number of the first move that is not legal, counted from 1; None if there is none."""
    passed_over: tuple[ClaimedMove, ...] = ()
    """The moves that would stop what is over already."""
    problems: tuple[Problem, ...] = ()
    """Why the claim cannot be judged; empty if it can."""
    setting: AnySetting | None = attrs.field(default=None, repr=False, eq=False)
    """The setting of the dispute, which defines the ids of what the judgement refers to."""

    def happened(self, changes: Changes | None = None) -> tuple[Event, ...]:
        """Return the events of the moves, or the certain ones; see `trace`."""
        return tuple(
            event for state, move in self.made for event in effects(state, move, changes)[1]
        )

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the moves, as far as they are certain."""
        return self.happened()

    @property
    def failure(self) -> str:
        """The result of the move that ``fails_at`` counts: "not legal", or "open"."""
        return "open" if self.verdicts[-1][1].open_on else "not legal"

    @property
    def forbidden_by(self) -> tuple[Clause[..., Any], ...]:
        """The clauses that forbid the first move that is not legal."""
        return self.verdicts[-1][1].forbidden_by if self.fails_at else ()

    @property
    def open_on(self) -> tuple[OpenOn, ...]:
        """The unknown things that the result depends on; if there are any, the claim neither holds nor fails."""
        of_moves = (thing for _, verdict in self.verdicts for thing in verdict.open_on)
        return tuple(dict.fromkeys((*of_moves, *self.unclear)))

    @property
    def result(self) -> str:
        """Whether it "holds", "fails", is "open" or "unusable"."""
        return (
            "unusable"
            if self.problems
            else "open"
            if self.open_on
            else "holds"
            if self.holds
            else "fails"
        )

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that decided: those for or against a move or an occasion, and those that acted."""
        findings = [
            f for _, verdict in self.verdicts for f in (*verdict.findings, *verdict.occasions)
        ]
        spoke = [
            f.clause.id for f in findings if f.outcome in (Outcome.PERMITS, Outcome.FORBIDS)
        ]
        lines = [line.clause for line in self.score.lines] if self.score else []
        return tuple(dict.fromkeys(spoke + [event.clause for event in self.events] + lines))

    @property
    def surprises(self) -> tuple[str, ...]:
        """How the judgement differs from what the file expects; empty if it does not."""
        claim = self.claim
        if self.problems:
            return ()
        surprises = []
        if claim.expect not in (None, self.result):
            surprises.append(
                f"expected that it {'is open' if claim.expect == 'open' else claim.expect}"
            )
        surprises += [
            f"expected the clause {clause} to decide"
            for clause in claim.expect_clauses
            if clause not in self.clauses
        ]
        rulings = self.rests_on.rulings
        if claim.expect_rulings is not None and set(rulings) != set(claim.expect_rulings):
            expected = ", ".join(claim.expect_rulings) or "no ruling"
            surprises.append(
                f"expected it to rest on {expected}, not on {', '.join(rulings) or 'none'}"
            )
        return tuple(surprises)

    @property
    def stands(self) -> bool:
        """Whether all is as expected, or, if the file expects nothing, whether the claim holds."""
        return (
            not self.surprises
            and not self.problems
            and (self.holds or self.claim.expect is not None)
        )


class _UnreachableError(Exception):
    """A move that was made before, according to a claim, is itself not legal."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def judge_dispute(dispute: Dispute) -> tuple[Judgement, ...]:
    """Judge all claims of a dispute; see `judge_claim`. Raises `GameError` for anything else."""
    if not isinstance(dispute, Dispute):
        raise GameError(
            f"{describe(dispute)} is not a dispute; expected one from read_dispute or parse_dispute"
        )
    budget = Budget()
    return tuple(judge_claim(dispute, claim, budget) for claim in dispute.claims)


def judge_claim(dispute: Dispute, claim: Claim, budget: Budget | None = None) -> Judgement:
    """Judge one claim, and ask again under other readings of the rulings as long as the ``budget`` lasts.

    It is asked under those that allow the position and the moves before the claim.
    A claim that cannot be judged, such as one that begins with a move that is not legal, has a judgement with problems.
    """
    if claim.problems:
        return _unusable(dispute, claim, claim.problems)
    try:
        judgement = _judge(dispute, claim, dispute.state)
    except _UnreachableError as error:
        return _unusable(dispute, claim, [error.problem])
    answer, budget = _answer(judgement), Budget() if budget is None else budget

    def ask(ruleset: BaseRuleset) -> Answer | None:
        budget.spend(len(claim.after) + len(claim.moves) + 1)
        state = under(dispute.state, ruleset)
        if dispute.game.rulebook.law.problems(state):
            return None
        try:
            other = _judge(dispute, claim, state)
        except _UnreachableError:
            return None
        return answer if _comes_to_the_same(judgement, other) else _answer(other)

    try:
        rests_on = dependence(dispute.game.setting.ruleset, answer, ask)
    except BudgetSpentError:
        rests_on = Dependence(asked=False)
    return attrs.evolve(judgement, rests_on=rests_on)


def _unusable(dispute: Dispute, claim: Claim, problems: Sequence[Problem]) -> Judgement:
    return Judgement(
        claim, False, (), (), (), None, problems=tuple(problems), setting=dispute.game.setting
    )


def _comes_to_the_same(judgement: Judgement, other: Judgement) -> bool:
    """Whether the moves have the same effects under other readings in the end, which may only put them off."""
    return (
        bool(judgement.measured)
        and judgement.claim.winners is None
        and judgement.settled == other.settled
    )


def _answer(judgement: Judgement) -> Answer:
    """The result, with the clauses against the last move and the values measured as its reasons."""
    against = tuple(
        clause.id for _, verdict in judgement.verdicts[-1:] for clause in verdict.forbidden_by
    )
    measured = tuple(measured.after for measured in judgement.measured)
    return Answer(judgement.holds, (len(judgement.verdicts), against, measured))


def _judge(dispute: Dispute, claim: Claim, state: Any) -> Judgement:
    """Make the moves, measure what came of them, count the points, and see what is left to chance."""
    game, form = dispute.game, dispute.form
    unclear: list[OpenOn] = []
    replay = _reached(dispute, claim, state)
    before, replay.verdicts, replay.made = replay.state, [], []
    fails_at = _make_moves(replay, claim, unclear)
    verdicts, after = replay.verdicts, replay.state
    measured: tuple[Measured, ...] = ()
    scored, winners = None, claim.winners
    if fails_at is None and not unclear:
        measured = tuple(_measure(dispute, claim, before, after, unclear))
        if not unclear and _about_score(claim, game.rulebook.law):
            scored, winners = _scored(claim, after, unclear)
    quantities = [one.effect.what for one in measured]
    for what in quantities if scored is None else ("score", *quantities):
        replay.used += form.values_of_quantity(after, what)
    turning = _left_to_chance(dispute, after, measured)
    unclear += _open_on_chance(after, measured, turning)
    measured_as_claimed = all(one.as_claimed for one in measured)
    later = claim.winners is not None or not measured_as_claimed or bool(turning)
    return Judgement(
        claim,
        not unclear
        and _holds(claim, verdicts, measured_as_claimed and claim.winners in (None, winners)),
        tuple(verdicts),
        measured,
        (*_setup(before), *replay.made),
        scored,
        tuple(value for value in dict.fromkeys(replay.used) if value.source != "stated"),
        settled=tuple(_settled(dispute, after, measured)),
        unclear=tuple(dict.fromkeys(unclear)),
        fails_at=fails_at,
        passed_over=tuple(replay.passed_over),
        due=_due(after) if later and not game.is_over(after) else None,
        setting=game.setting,
    )


def _make_moves(replay: ClaimReplay, claim: Claim, unclear: list[OpenOn]) -> int | None:
    """Make the moves of a claim; return the number of the first that is not legal. What one depends on is noted."""
    leniently = _leniently(claim, replay.dispute.form.stops)
    try:
        for number, step in enumerate(claim.moves, 1):
            ahead = [other.move for other in claim.moves[number:]]
            happened = replay.dispute.game.to_move(replay.state) is CHANCE
            if not replay.make(step, ahead, happened=happened, leniently=leniently):
                return number
    except UnclearError as error:
        unclear += error.open_on
    return None


def _holds(
    claim: Claim, verdicts: Sequence[tuple[ClaimedMove, Verdict]], as_claimed: bool
) -> bool:
    """Whether legal moves come to what is claimed, or the last one is forbidden as claimed."""
    if any(verdict.open_on for _, verdict in verdicts):
        return False
    if all(verdict.legal for _, verdict in verdicts):
        return claim.legal and as_claimed
    against = {clause.id for clause in verdicts[-1][1].forbidden_by}
    claimed = against if claim.forbidden_by is None else {*claim.forbidden_by}
    return not claim.legal and claim.fails_at in (None, len(verdicts)) and against == claimed


def _left_to_chance(
    dispute: Dispute, after: Any, measured: Sequence[Measured]
) -> Sequence[Measured]:
    """What is measured and would be otherwise after what chance does next, in one of a few tries."""
    if not measured or dispute.game.to_move(after) is not CHANCE:
        return ()
    quantities = dispute.game.setting.for_players(dispute.names).quantities
    whole = completions(after)[0]
    game: AnyGame = Game.from_state(after)
    dealt = [game.deal(whole, Random(seed)) for seed in range(TRIES)]

    def turns(m: Measured) -> bool:
        happens = (
            m.effect.holds(m.before, quantities.measure(m.effect, each)) for each in dealt
        )
        return any((one is m.claimed_to_happen) is not m.as_claimed for one in happens)

    return [m for m in measured if turns(m)]


def _due(after: Any) -> Due:
    """Who decides next, and by which moves, as far as is known."""
    return due_in(after, certain=not are_own(after, unknown(after)))


def _open_on_chance(
    after: Any, measured: Sequence[Measured], turning: Sequence[Measured]
) -> Iterator[OpenOn]:
    """What chance does next, if all that is claimed to happen, and has not, can come of it."""
    wrong = [m for m in measured if not m.as_claimed]
    if wrong and all(m.claimed_to_happen and m in turning for m in wrong):
        yield OpenOn(None, f"what comes of {joined(map(repr, _due(after).moves))}")


def _scored(
    claim: Claim, after: Any, unclear: list[OpenOn]
) -> tuple[Score | None, tuple[int, ...]]:
    """The score, if it is certain as a whole, and the winners; what they depend on if they are claimed is noted."""
    scored, depends = surely(after, score)
    winners, winners_depend = surely(after, lambda whole: score(whole).winners)
    if claim.winners is not None:
        unclear += winners_depend
    return (None if depends else scored), winners


def _settled(
    dispute: Dispute, after: Any, measured: Sequence[Measured]
) -> Iterator[int | str]:
    if measured:
        quantities, settle = (
            dispute.game.setting.for_players(dispute.names).quantities,
            dispute.game.rulebook.settle,
        )
        values, depends = surely(
            after,
            lambda whole: [quantities.measure(m.effect, settle(whole)) for m in measured],
        )
        yield from () if depends else values


def _reached(dispute: Dispute, claim: Claim, state: Any) -> ClaimReplay:
    """Make the moves that were made before the claim."""
    moves = [step.move for step in (*claim.after, *claim.moves)]
    place = claim.place
    try:
        replay = ClaimReplay(dispute, up_to(dispute, state, moves)[0])
        for number, step in enumerate(claim.after, 1):
            place = f"{claim.place}.after[{number}]"
            if not replay.make(step, moves[number:], happened=True, leniently=True):
                message = f"{step.text!r} is not legal: {replay.verdicts[-1][1].render_reason(dispute.names)}"
                raise _UnreachableError(Problem.at(place, Code.IMPOSSIBLE, message))
    except UnclearError as error:
        raise _UnreachableError(Problem.at(place, Code.IMPOSSIBLE, str(error))) from error
    return replay


def _leniently(claim: Claim, stops: Sequence[Any]) -> bool:
    """Whether a claim is about what its moves come to, and not about whether somebody may stop, or why not."""
    if claim.happens or claim.happens_not or claim.winners:
        return True
    about_stopping = not claim.legal and bool(claim.moves) and claim.moves[-1].move in stops
    return (
        len(claim.moves) > 1
        and claim.fails_at is None
        and claim.forbidden_by is None
        and not about_stopping
    )


def _setup(state: Any) -> list[tuple[Any, SetUp]]:
    """The setup and the position before it, if the game has just begun."""
    setting = state.setting
    for seat in range(setting.players):
        if begin(setting, seat) == state:
            return [(setting.rulebook.blank(setting, seat), SetUp())]
    return []


def _about_score(claim: Claim, law: Law) -> bool:
    """Whether a claim is about winners, the score or a part of it."""
    quantities = [
        effect.what.partition(" ") for effect in (*claim.happens, *claim.happens_not)
    ]
    parts = (
        (first == "score" and not rest) or (first == "points" and rest in law)
        for first, _, rest in quantities
    )
    return claim.winners is not None or any(parts)


def _measure(
    dispute: Dispute, claim: Claim, before: Any, after: Any, unclear: list[OpenOn]
) -> Iterator[Measured]:
    """Measure what is claimed, and note the unknown things that it depends on."""
    quantities = dispute.game.setting.for_players(dispute.names).quantities
    for happens, claimed in ((True, claim.happens), (False, claim.happens_not)):
        for effect in claimed:
            (was, before_depends), (now, after_depends) = (
                surely(position, partial(quantities.measure, effect))
                for position in (before, after)
            )
            depends = (*(before_depends if effect.change is not None else ()), *after_depends)
            unclear += depends
            as_claimed = not depends and effect.holds(was, now) is happens
            before_shown = QUESTION_MARK if before_depends else was
            yield Measured(
                effect,
                happens,
                before_shown,
                QUESTION_MARK if after_depends else now,
                as_claimed,
            )
