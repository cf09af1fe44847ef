"""Judging a claim in one position: first the moves, then the effects, then the winners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, groupby, islice, permutations, product
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.claim_replay import ClaimReplay, up_to
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import OPPOSITE, Judgement, Measured
from era_of_inventions.tabletop.disputes.outlook import Outlook
from era_of_inventions.tabletop.errors import Code, Problem, joined
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome, Verdict
from era_of_inventions.tabletop.play.common import span_of
from era_of_inventions.tabletop.play.knowledge import UnclearError, due_known, judge_known
from era_of_inventions.tabletop.play.named_things import worlds_naming
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.play.partial_moves import is_whole, ways
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.setting import beginning
from era_of_inventions.tabletop.play.worlds import Worlds, is_known, named_fields, worlds_of
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.quantities import Effect

ORDERED_MAX = 4
"""The most moves done at once for which other orders are tried."""
LIVED_MAX = 1 << 11
"""The most courses of some partly unknown moves that are looked at."""


@attrs.define(eq=False)
class UnreachableError(Exception):
    """A position that a claim presupposes cannot be reached: a move made before it is not legal, or is unclear.

    ``number`` is the number of the move, counted from 1, and ``seat`` the player who
    may not make it.
    """

    problem: Problem
    number: int
    seat: int | None = None


def unusable(dispute: Dispute, claim: Claim, problems: Sequence[Problem]) -> Judgement:
    """Return the judgement of a claim that cannot be judged because of these problems."""
    return Judgement(dispute, claim, holds=False, problems=tuple(problems))


def evaluated(judgement: Judgement, state: Any) -> Judgement | None:
    """Return the judgement of the same claim in another position; None without one, or if it cannot be asked there."""
    try:
        return state and evaluate_in(judgement.dispute, judgement.claim, state)
    except UnreachableError:
        return None


def evaluate_in(dispute: Dispute, claim: Claim, state: Any) -> Judgement:
    """Judge a claim in a position: make its moves, measure their effects, count points, see what is left to chance.

    Moves that are done at once are made in an order in which all are legal, if there is
    one. The verdicts are without the effects of the moves, which `with_effects` adds.
    Raises `UnreachableError` if a move made before the claim is not legal.
    """
    judgement = _in_every_way(dispute, claim, state)
    for moves in _other_orders(judgement):
        other = _in_every_way(dispute, evolve(claim, moves=moves), state)
        if other.fails_at is None:
            return attrs.evolve(other, claim=claim)
    return judgement


def with_effects(judgement: Judgement) -> Judgement:
    """Return a judgement whose verdicts have the effects of the moves; if it is about the setup, this is a move too."""
    if judgement.problems:
        return judgement
    verdicts = tuple(
        (step, judge_known(before, step.move, seat=step.seat, referee=True))
        if verdict.legal
        else (step, verdict)
        for before, (step, verdict) in zip(judgement.before, judgement.verdicts, strict=True)
    )
    made = (*_setup(judgement.ends[0]), *judgement.made)
    return attrs.evolve(judgement, verdicts=verdicts, made=made)


def _other_orders(judgement: Judgement) -> Iterator[tuple[ClaimedMove, ...]]:
    """Yield the moves of a claim in other orders, if one of several done at once is refused because of its moment.

    Nothing is yielded if the claim states which move is refused, or why.
    """
    claim, at = judgement.claim, judgement.fails_at
    if at is None or claim.names_refusal or judgement.last.due is None:
        return
    runs = [
        [*run] for _, run in groupby(claim.moves, lambda step: (type(step.move), step.seat))
    ]
    ends = [*accumulate(map(len, runs))]
    number = next(number for number, end in enumerate(ends) if at <= end)
    run = runs[number]
    if isinstance(run[0].move, judgement.dispute.form.together) and len(run) <= ORDERED_MAX:
        others = dict.fromkeys(permutations(run))
        for order in [*others][1:]:
            yield tuple(chain(*runs[:number], order, *runs[number + 1 :]))


def _in_every_way(dispute: Dispute, claim: Claim, state: Any) -> Judgement:
    """Judge a claim. It is open if it depends on how something is completed that is due before a claimed move.

    It does not if it comes to the same in the end; then a way counts in which nothing
    is left to complete.
    """
    judgement = _evaluate(dispute, claim, state)
    several = [one for one in judgement.completed if one.ways > 1]
    for way in range(1, max((one.ways for one in several), default=1)):
        try:
            other = _evaluate(dispute, claim, state, way=way)
        except UnreachableError:
            continue
        if _results(other) == _results(judgement):
            continue
        if _in_the_end(other) != _in_the_end(judgement):
            open_on = (
                OpenOn(one.seat, f"the next {joined(map(repr, one.moves))}")
                for one in several
            )
            unclear = dict.fromkeys((*judgement.unclear, *open_on))
            return attrs.evolve(judgement, holds=False, unclear=(*unclear,))
        judgement = other if judgement.only_for_now else judgement
    return judgement


def _results(judgement: Judgement) -> tuple[Any, ...]:
    return (judgement.result, *(one.as_claimed for one in judgement.measured))


def _in_the_end(judgement: Judgement) -> tuple[Any, ...]:
    """Return the result once all that has begun is carried out, and whether each effect is as claimed then."""
    result = judgement.result
    return (OPPOSITE[result] if judgement.only_for_now else result, *judgement.finally_so)


def _evaluate(dispute: Dispute, claim: Claim, state: Any, way: int = 0) -> Judgement:
    """Judge a claim with its moves in the order in which they are written.

    What is due before a move, without a word about it, is completed in the ``way`` with
    this number.
    """
    game = dispute.game
    unclear: list[OpenOn] = []
    replay = _reached(dispute, claim, state, way=way)
    before, earlier = replay.state, tuple(replay.made)
    replay.verdicts, replay.made, replay.before, replay.turns_ended = [], [], [], []
    fails_at = _make_moves(replay, claim, unclear)
    unclear += _open_against(replay, claim)
    verdicts, after = replay.verdicts, replay.state
    measured: tuple[Measured, ...] = ()
    scored, winners = None, claim.winners
    if fails_at is None and not unclear:
        measured = tuple(_measure(replay, claim, before, unclear))
        if not unclear and _about_score(claim, game.rulebook.law):
            scored, winners = _scored(claim, after, unclear)
    outlook = Outlook(dispute, after, measured)
    unclear += outlook.open_on()
    measured = tuple(outlook.in_the_end)
    measured_as_claimed = all(one.as_claimed for one in measured)
    counted = claim.winners is not None and claim.scores is None
    later = counted or not measured_as_claimed or bool(outlook.turning)
    return Judgement(
        dispute,
        claim,
        not unclear
        and _holds(claim, verdicts, measured_as_claimed and claim.winners in (None, winners)),
        tuple(verdicts),
        measured,
        tuple(replay.made),
        tuple(replay.before),
        (before, after),
        earlier,
        scored,
        outlook=outlook,
        unclear=tuple(dict.fromkeys(unclear)),
        fails_at=fails_at,
        passed_over=tuple(replay.passed_over),
        turns_ended=tuple(replay.turns_ended),
        completed=tuple(replay.completed),
        due=due_known(after) if later and not game.is_over(after) else None,
    )


def _make_moves(replay: ClaimReplay, claim: Claim, unclear: list[OpenOn]) -> int | None:
    """Make the moves of a claim, and return the number of the first that is not legal; None if there is none.

    If the effects of a move depend on something unknown, this is added to ``unclear``,
    and no further move is made. Those of the last move do not matter to a claim that it
    is legal.
    """
    after_all = claim.is_about_effects or claim.scores
    leniently = _leniently(claim)
    try:
        for number, step in enumerate(claim.moves, 1):
            ahead = [other.move for other in claim.moves[number:]]
            happened = replay.dispute.game.to_move(replay.state) is CHANCE
            if not replay.make(step, ahead, happened=happened, leniently=leniently):
                return number
    except UnclearError as error:
        if after_all or number < len(claim.moves):
            unclear += error.open_on
    return None


def _holds(
    claim: Claim, verdicts: Sequence[tuple[ClaimedMove, Verdict]], as_claimed: bool
) -> bool:
    """Whether a claim holds: its moves are legal and their effects ``as_claimed``, or one is forbidden as claimed."""
    if any(verdict.open_on for _, verdict in verdicts):
        return False
    if all(verdict.legal for _, verdict in verdicts):
        return claim.legal and as_claimed
    against = {*verdicts[-1][1].against}
    claimed = against if claim.forbidden_by is None else {*claim.forbidden_by}
    return not claim.legal and claim.fails_at in (None, len(verdicts)) and against == claimed


def _open_against(replay: ClaimReplay, claim: Claim) -> Sequence[OpenOn]:
    """Return the unknown things on which it depends which clauses forbid an illegal move, if a claim names them."""
    verdict = replay.verdicts[-1][1] if replay.verdicts else None
    if claim.forbidden_by is None or verdict is None or verdict.legal or verdict.open_on:
        return ()
    certain = {*verdict.against}
    limits = [one for one in verdict.findings if one.clause.kind is Kind.LIMIT]
    open_ = {one.clause.id for one in limits if one.outcome is Outcome.OPEN}
    possible = certain <= {*claim.forbidden_by} <= certain | open_
    return named_fields(worlds_of(replay.before[-1]).unknown) if open_ and possible else ()


def _scored(
    claim: Claim, after: Any, unclear: list[OpenOn]
) -> tuple[Score | None, tuple[int, ...]]:
    """Return the score, or None if a part of it is unknown, and the winners.

    If winners are claimed, the unknown things that they depend on are added to
    ``unclear``.
    """
    worlds = worlds_of(after)
    scored, depends = worlds.ask(claim.score)
    if claim.winners is not None:
        unclear += worlds.ask(lambda whole: claim.score(whole).winners == claim.winners)[1]
    return (None if depends else scored), scored.winners


def _reached(dispute: Dispute, claim: Claim, state: Any, way: int) -> ClaimReplay:
    """Return the replay after the moves before the claim. Raises `UnreachableError` if one is not legal or unclear."""
    moves = [step.move for step in claim.steps]
    place, number = claim.place, 0
    try:
        start = up_to(dispute, state, moves)[0]
        replay = ClaimReplay(dispute, start, claim.names_refusal, way)
        for number, step in enumerate(claim.after, 1):
            place = f"{claim.place}.after[{number}]"
            if not replay.make(step, moves[number:], happened=True, leniently=True):
                verdict = replay.verdicts[-1][1]
                message = (
                    f"{step.text!r} is not legal: {verdict.render_reason(dispute.names)}"
                )
                clause = next(iter(verdict.against), "")
                raise UnreachableError(
                    Problem.at(place, Code.IMPOSSIBLE, message, clause=clause),
                    number,
                    verdict.seat,
                )
    except UnclearError as error:
        problem = Problem.at(place, Code.IMPOSSIBLE, str(error))
        raise UnreachableError(problem, number) from error
    return replay


def _leniently(claim: Claim) -> bool:
    """Whether the moves of a claim are made ``leniently``, as `ClaimReplay` explains.

    They are if the claim is about effects or winners. They also are if there are
    several moves, or a move after those of another player, unless the claim states
    which move is refused, or why.
    """
    others = {step.seat for step in claim.after} - {None}
    passes_on = len(claim.moves) > 1 or any(others - {step.seat} for step in claim.moves)
    return claim.is_about_effects or (passes_on and not claim.names_refusal)


def _setup(state: Any) -> list[tuple[Any, SetUp]]:
    """Return the setup as a list with one move and the position before it; empty if the game has not just begun."""
    setting = state.setting
    for seat in range(setting.players):
        if beginning(setting, seat) == state:
            return [(setting.rulebook.blank(setting, seat), SetUp())]
    return []


def _about_score(claim: Claim, law: Law) -> bool:
    """Whether a claim is about winners, or about the score or a part of it, which is no field of its own."""
    named = [effect.what.partition(" ") for effect in (*claim.happens, *claim.happens_not)]
    return claim.winners is not None or any(
        (first == "score" and not rest) or (first == "points" and rest in law)
        for first, _, rest in named
    )


def _measure(
    replay: ClaimReplay, claim: Claim, before: Any, unclear: list[OpenOn]
) -> Iterator[Measured]:
    """Measure each claimed effect. Unknown things that decide whether it is true are added to ``unclear``."""
    quantities, made = replay.dispute.quantities, replay.made
    stated = all(is_whole(move) for _, move in made)
    for happens, claimed in ((True, claim.happens), (False, claim.happens_not)):
        for effect in claimed:
            called = {*effect.what.split(), str(effect.value)}
            both = [worlds_naming(position, called) for position in (before, replay.state)]
            measure = partial(quantities.measure, effect)
            pairs: Sequence[tuple[Any, Any]] = ()
            if stated or not is_known(before):
                start = worlds_naming(made[0][0] if made else before, called)
                pairs = _lived_through(start, made, effect, measure)
            untried = not all(one.is_tried(measure) for one in both)
            doubtful = untried and (effect.change is None or not pairs)
            if not pairs:
                before_it, after_it = (
                    {*map(measure, one.tried(measure).worlds)} for one in both
                )
                pairs = [*product(before_it, after_it)]
            was, now = zip(*pairs, strict=True)
            truths = {effect.holds(*pair) for pair in pairs}
            is_open = len(truths) > 1 or doubtful
            if is_open:
                asked = (one.ask(measure)[1] for one in both)
                unclear += [*chain(*asked)] or named_fields(worlds_of(before).unknown)
            first, last = (
                QUESTION_MARK if untried or len({*values}) > 1 else values[0]
                for values in (was, now)
            )
            differ = last == QUESTION_MARK and not untried
            bounds = (span_of(now) if differ else None) or (None, None)
            yield Measured(
                effect, happens, first, last, truths == {happens}, is_open, *bounds
            )


def _lived_through(
    start: Worlds[Any],
    made: Sequence[tuple[Any, Any]],
    effect: Effect,
    measure: Callable[[Any], Any],
) -> Sequence[tuple[Any, Any]]:
    """Return what is measured before some moves and after them, wherever all these moves are legal.

    There is nothing if there are more than `LIVED_MAX` such ways, or if not all on
    which the effect depends was tried.
    """
    too_many = False

    def lived(whole: Any) -> Sequence[tuple[Any, Any]]:
        nonlocal too_many
        if too_many:  # whatever else is found, nothing is returned
            return ()
        reached = [whole]
        for _, move in made:
            led = (
                now.setting.engine.play(now, one)
                for now in reached
                for one in ways(now, move)
            )
            reached = [*islice(led, LIVED_MAX + 1)]
            too_many |= len(reached) > LIVED_MAX
        was = measure(whole)
        return tuple([(was, measure(now)) for now in reached])

    def question(whole: Any) -> object:
        pairs = lived(whole)
        return pairs if effect.change is None else [effect.holds(*one) for one in pairs]

    worlds, untried, _ = start.tried(question)
    if untried or too_many:
        return ()
    every = (worlds if len(worlds) > 1 else start.every) if effect.change else worlds
    pairs = [*islice(chain(*map(lived, every)), LIVED_MAX + 1)]
    return () if too_many or len(pairs) > LIVED_MAX else pairs
