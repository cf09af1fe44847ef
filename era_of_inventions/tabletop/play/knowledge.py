"""Answers about positions and moves that are only partly known: what is the same in all worlds that they allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from operator import is_
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.law import finding_of
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import (
    MAY_PERMIT,
    Due,
    Event,
    Finding,
    OpenOn,
    Outcome,
    RestsOn,
    Verdict,
)
from era_of_inventions.tabletop.play.common import common_finding, finding_in_all, with_spans
from era_of_inventions.tabletop.play.effects import effects_in
from era_of_inventions.tabletop.play.judge import (
    Consequence,
    due_in,
    evaluate,
    judge,
    rests_on,
    under,
    with_due,
)
from era_of_inventions.tabletop.play.named_things import worlds_about
from era_of_inventions.tabletop.play.occasions import ActsNow, Occasion
from era_of_inventions.tabletop.play.partial_moves import (
    Ways,
    allows,
    can_be,
    filled,
    is_whole,
)
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.play.worlds import (
    Worlds,
    hides_something,
    is_known,
    named_fields,
    worlds_of,
)
from era_of_inventions.tabletop.values import Sealed, evolve, views
from era_of_inventions.tabletop.values.declared import fields_of

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
NOT_GRANTED = Kind.GRANT, Outcome.NOT_APPLICABLE


class UnclearError(GameError):
    """A move whose effects depend on something unknown; ``open_on`` lists the unknown things."""

    def __init__(
        self, move: object, open_on: tuple[OpenOn, ...], setting: AnySetting
    ) -> None:
        """Store the move, the unknown things, and the setting in which the move has a text."""
        self.move = move
        self.open_on = open_on
        self.setting = setting
        super().__init__(move, open_on, setting)

    def __str__(self) -> str:
        """The move, and the unknown things that its effects depend on."""
        text = self.setting.vocabulary.show(self.move)
        fields = ", ".join(map(str, self.open_on))
        unknown = f": {fields}" if fields else " of it"
        return f"what {text!r} does depends on what is unknown{unknown}"


class IllegalMoveError(GameError, ValueError):
    """A move that is not legal, or is made by a seat that is not to move.

    ``verdict`` gives the reasons; it is computed on access. If ``seat`` is who made the
    move, ``state`` is the position as this seat may know it. Without a seat it is the
    whole position, hidden things included, and so are ``args`` and ``repr``; the text
    of the error can be shown to whoever made the move in any case.
    """

    def __init__(self, state: AnyPosition, move: object, seat: int | None = None) -> None:
        """Store the position, the move, and who made it."""
        seen = state if seat is None else state.setting.rulebook.view(state, seat)
        self.state: Any = seen
        self.move: Any = move
        self.seat = seat
        super().__init__(seen, move, seat)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the move."""
        return judge_known(self.state, self.move, seat=self.seat)

    def __str__(self) -> str:
        """The move and the reason why it is not legal, or why that is open."""
        try:
            text = repr(self.state.setting.vocabulary.show(self.move))
        except GameError:
            text = str(self.move)
        verdict = self.verdict
        what = "may not be legal" if verdict.open_on else "is not legal"
        return f"{text} {what}: {verdict.reason}"


# --- How a seat sees a move -----------------------------------------------------------


def owner(state: AnyPosition) -> int | None:
    """Return the owner of the hidden parts of the next move: the player who moves or whom chance serves."""
    rulebook: AnyRulebook = state.setting.rulebook
    seat = rulebook.seat_to_move(state)
    return rulebook.served(state) if seat is None else seat


def move_seen_by(
    state: AnyPosition,
    move: object,
    seat: int | None,
    after: Iterable[AnyPosition] | None = None,
) -> Any:
    """Return a move in a position as a seat, or a spectator (None), sees it: hidden parts are unknown.

    A sealed part is shown if it is opened in one of the positions ``after`` the move,
    by default only in the next one. Of a position that is partly known, a completion is
    asked.
    """
    whose = owner(state)
    masked = views.as_seen(move, state.setting.terms, seat, whose)
    if masked is move or whose is None or (sealed := sealed_part(type(masked))) is None:
        return masked
    for position in _after(state, move) if after is None else after:
        position = worlds_of(position).first
        if not sealed.lies(position, whose):
            return move if sealed.opened(position, whose, move) else masked
    return masked


def _after(state: AnyPosition, move: object) -> Iterator[AnyPosition]:
    """Yield the position after a move, of one that is partly known in a completion in which the move is legal."""
    worlds = [state] if is_known(state) else worlds_about(state, move).one_by_one()
    legal = (whole for whole in worlds if whole is state or allows(whole, move))
    return (whole.setting.engine.play(whole, move) for whole in islice(legal, 1))


def sealed_part(kind: type[Any]) -> Sealed | None:
    """Return for how long a part of moves of a kind is sealed; None if none is."""
    return next(
        (spec.seen for _, spec in fields_of(kind) if isinstance(spec.seen, Sealed)), None
    )


# --- What is certain of a move --------------------------------------------------------


def due_known(state: AnyPosition) -> Due:
    """Return who decides next, and the kinds of moves that are legal or, if something is unknown, may be legal."""
    return _due_in(worlds_of(state))


@lru_cache(maxsize=32)
def _due_in(known: Worlds[Any]) -> Due:
    """Return who decides next, and the kinds of moves that are legal or may be legal in some world."""
    exact: tuple[Callable[[Any], Due], ...] = () if _lacks(known) else (due_in,)
    for question in (*exact, _due_at_moment):
        due, used = known.behind_veil(question)
        if due and not used:
            return due
    worlds, untried, _ = known.tried(_due_at_moment)
    found = [_due_at_moment(whole) for whole in worlds]
    moves = dict.fromkeys(words for due in found for words in due.moves)
    if untried:
        rulebook: AnyRulebook = known.state.setting.rulebook
        more = (kind for kind in rulebook.kinds if _can_be_now(known, kind))
        moves |= dict.fromkeys(map(rulebook.grammar.words_of, more))
    return evolve(found[0], moves=tuple(moves))


def _can_be_now(known: Worlds[Any], kind: type[Any]) -> bool:
    """Return whether it was not found out that no clause grants moves of a kind at this moment."""
    at_moment = known.state.setting.rulebook.law.at_this_moment

    def is_now(whole: Any) -> bool:
        return kind in at_moment(whole)

    return is_now(known.first) or not known.is_same(is_now)


def _due_at_moment(whole: Any) -> Due:
    return due_in(whole, whole=False)


def _lacks(known: Worlds[Any]) -> bool:
    """Return whether something of the seat that decides is unknown."""
    seat = known.state.setting.rulebook.seat_to_move(known.state)
    return any(leaf.seat == seat for leaf in known.unknown)


def judge_known(
    state: AnyPosition,
    move: object,
    *,
    seat: int | None = None,
    rulings: bool = False,
    referee: bool = False,
) -> Verdict:
    """Judge a move in a partly known position: merge the verdicts on all its completions into one.

    If nothing is unknown, the verdict is that of `judge`. A finding is `Outcome.OPEN`
    if its outcome depends on something unknown. It has the facts that are the same in
    all completions; of numbers that differ it has the least and the greatest. With a
    ``seat`` the verdict has only the events that this seat may know of and can be sure
    of before the move; a ``referee`` gets all events that are certain.
    """
    state = state.setting.rulebook.as_decider(state, seat)
    sees_all = seat is None or not hides_something(state)
    if sees_all and is_whole(move) and is_known(state):
        return judge(state, move, seat=seat, rulings=rulings)
    audience = None if referee else seat
    known = worlds_about(state, move, audience)
    same = audience is None or known.state == state
    given = known if same else worlds_about(state, move)
    verdict = _evaluate(given, move, seat)
    if known is not given and any(one.facts for one in verdict.findings):
        verdict = evolve(verdict, findings=_as_known(known, move, verdict))
    if verdict.legal:  # without effects that only the move would reveal
        certain = effects_in(known, move)
        verdict = evolve(
            verdict,
            occasions=certain.occasions,
            events=_seen(certain.events, audience),
            nearest=certain.nearest,
            outstanding=certain.outstanding,
        )
    else:
        verdict = _with_due(known, verdict)
    if not rulings:
        return verdict
    found = _rests_on(known, verdict, seat, audience)
    return evolve(verdict, rests_on=tuple(found))


def evaluate_known(
    state: AnyPosition, move: object, *, seat: int | None = None, due: bool = True
) -> Verdict:
    """Judge a move as `judge_known` does for a referee, but by the grants and limits alone, without its effects.

    Unless ``due``, the verdict does not say what comes first.
    """
    state = state.setting.rulebook.as_decider(state, seat)
    if is_whole(move) and is_known(state):
        verdict = _evaluate_in(state, move, seat)
        return with_due(state, verdict) if due and not verdict.legal else verdict
    known = worlds_about(state, move)
    verdict = _evaluate(known, move, seat)
    return _with_due(known, verdict) if due else verdict


def is_ruled_out(known: Worlds[Any], move: object) -> bool:
    """Return whether a move is certainly not legal in these worlds."""
    verdict = _evaluate(known, move, None)
    return not verdict.legal and not verdict.open_on


def _with_due(known: Worlds[Any], verdict: Verdict) -> Verdict:
    """Add what comes first to a verdict by which a move is certainly not legal, if the moment or the turn is wrong."""
    if verdict.legal or verdict.open_on:
        return verdict
    return with_due(known.state, verdict, partial(_due_in, known))


def _evaluate(known: Worlds[Any], move: object, seat: int | None) -> Verdict:
    def judged(whole: Any) -> Verdict:
        return _evaluate_in(whole, filled(whole, move), seat)

    def known_facts(whole: Any) -> Verdict:
        verdict = judged(whole)
        found = tuple([with_spans(one) for one in verdict.findings])
        is_same = all(map(is_, found, verdict.findings))
        return verdict if is_same else evolve(verdict, findings=found)

    def is_allowed(whole: Any) -> bool:
        may_act = all(_can_be(whole, one) for one in occasions)
        return may_act and (not _is_asked(whole, seat) or allows(whole, move))

    if is_whole(move):
        answer, used = known.answered(known_facts)
        if answer is not None and not used:
            return answer
    first = judged(known.first)
    occasions = {one.subject for one in first.findings if isinstance(one.subject, Occasion)}
    if not is_whole(move):
        return _evaluate_ways(known, move, first, is_allowed)
    findings = tuple([common_finding(known, finding) for finding in first.findings])
    if _settle(findings):
        return evolve(first, findings=findings)
    return _decided(known, evolve(first, findings=findings), *known.ask(is_allowed))


def _evaluate_ways(
    known: Worlds[Any], move: object, first: Verdict, is_allowed: Callable[[Any], bool]
) -> Verdict:
    """Return what is certain of a partly unknown move, given the verdict on one of its ways in the first completion."""
    allowed, open_on = known.ask(is_allowed)
    legal = Ways(known, can_be(known.state, move))
    findings = tuple(
        common_finding(known, one)
        if isinstance(one.subject, Occasion)
        else _common_of_ways(known, move, one, legal if allowed and not open_on else None)
        for one in first.findings
    )
    return _decided(known, evolve(first, subject=move, findings=findings), allowed, open_on)


def _decided(
    known: Worlds[Any], verdict: Verdict, allowed: bool, open_on: tuple[OpenOn, ...]
) -> Verdict:
    """Return a verdict with what is certain because it is certain whether all clauses together allow the move.

    Where they do, every limit is satisfied. Where they do not, though no limit forbids
    the move, no grant permits it, unless it is also asked who acts; a grant whose
    moment may not have come is left out. If the findings would still mean the opposite,
    the verdict is open.
    """
    if open_on:
        return evolve(verdict, open_on=open_on)
    findings = verdict.findings
    limits = {one.outcome for one in findings if one.clause.kind is Kind.LIMIT}
    about_all = {type(one.subject) for one in findings} == {type(verdict.subject)}
    sure: tuple[Kind, Outcome] | None = None
    if allowed:
        sure = Kind.LIMIT, Outcome.SATISFIED
    elif about_all and limits <= {Outcome.SATISFIED}:
        sure = NOT_GRANTED
    decided = tuple(
        evolve(one, outcome=sure[1])
        if sure and one.clause.kind is sure[0] and one.outcome is Outcome.OPEN
        else one
        for one in findings
        if not (
            sure == NOT_GRANTED and one.outcome is Outcome.OPEN and _may_be_late(known, one)
        )
    )
    verdict = evolve(verdict, findings=decided)
    unclear = () if verdict.legal is allowed else named_fields(known.unknown)
    return evolve(verdict, open_on=unclear)


def _may_be_late(known: Worlds[Any], finding: Finding) -> bool:
    """Return whether it is open if the moment of a grant has come, so that it says nothing if it does not permit."""
    if finding.clause.kind is not Kind.GRANT:
        return False

    def is_late(whole: Any) -> bool:
        return not finding.clause.when.holds(whole)

    return is_late(known.first) or not known.is_same(is_late)


def _evaluate_in(whole: Any, move: object, seat: int | None) -> Verdict:
    """Return the verdict on a move in a position. If its seat is not to move, the verdict is only about that."""
    if _is_asked(whole, seat):
        return evaluate(whole, move, seat)
    findings = whole.setting.rulebook.law.evaluate(whole, ActsNow(cast("int", seat)))
    return Verdict(move, whole.setting.ruleset.name, findings, seat=seat)


def _can_be(whole: Any, occasion: Occasion) -> bool:
    """Return whether the law allows an occasion; one that no grant is about has to satisfy the limits alone."""
    law = whole.setting.rulebook.law
    if type(occasion) in law.grants:
        return bool(law.allows(whole, occasion))
    return all(one.function(whole, occasion) for one in law.limits[type(occasion)])


def _is_asked(state: AnyPosition, seat: int | None) -> bool:
    return seat in (None, state.setting.rulebook.to_move(state))


def _settle(findings: Iterable[Finding]) -> bool:
    """Return whether the findings that are certain decide whether all that they are about is allowed."""
    outcomes = {one.outcome for one in findings}
    grants: dict[type[Any], set[Outcome]] = {}
    for one in findings:
        if one.clause.kind is Kind.GRANT:
            grants.setdefault(type(one.subject), set()).add(one.outcome)
    return (
        Outcome.FORBIDS in outcomes
        or any(of_subject.isdisjoint(MAY_PERMIT) for of_subject in grants.values())
        or Outcome.OPEN not in outcomes
    )


def _as_known(known: Worlds[Any], move: object, verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings of a verdict with the facts that they have where only this much is known."""
    found = _evaluate(known, move, verdict.seat).findings
    facts = {(one.clause.id, one.subject): one.facts for one in found}
    return tuple(
        evolve(one, facts=facts.get((one.clause.id, one.subject), ()))
        for one in verdict.findings
    )


def _common_of_ways(
    known: Worlds[Any], move: object, first: Finding, legal: Ways[Any] | None
) -> Finding:
    """Return what is certain of the finding of a clause on a partly unknown move.

    It is what the clause finds of all moves for which it stands: of the ``legal`` ones
    if it certainly is, and otherwise of all.
    """
    clause = first.clause
    moves = [one for one in can_be(known.state, move) if type(one) in clause.on]

    def found(whole: Any, one: object) -> Finding:
        return finding_of(clause, whole, one)

    def asked(whole: Any, one: object) -> object:
        return type(one) in clause.on and found(whole, one)

    if legal:
        pairs = legal.pairs(asked)
    else:
        uses = known.uses(lambda whole: [found(whole, one) for one in moves])
        pairs = None if uses else [(known.first, one) for one in moves]
    findings = [found(*pair) for pair in pairs or () if type(pair[1]) in clause.on]
    if len(findings) < len(pairs or (first,)):  # moves of another kind, about which it is not
        usual = findings[0] if findings else evolve(first, facts=())
        findings.append(evolve(usual, outcome=Outcome.OPEN))
    return evolve(finding_in_all(findings), subject=move)


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    return tuple(events if seat is None else [one for one in events if one.is_seen_by(seat)])


def _rests_on(
    known: Worlds[Any], verdict: Verdict, seat: int | None, audience: int | None
) -> Iterator[RestsOn]:
    """Yield the rulings that the legality of a move rests on or, in a completion of the known, its effects.

    A reading by which it is open if the move is legal changes nothing for certain.
    """
    move, legal, whole = verdict.subject, verdict.legal, known.first

    def events(position: AnyPosition) -> Sequence[Event]:
        return _seen(trace(position, filled(position, move))[1].events, audience)

    def ask(ruleset: BaseRuleset) -> Consequence:
        otherwise = _evaluate(worlds_about(under(known.state, ruleset), move), move, seat)
        if otherwise.open_on:
            return usual
        still = otherwise.legal
        return Consequence(still, events(under(whole, ruleset)) if still and legal else ())

    usual = Consequence(legal, events(whole) if legal else ())
    return rests_on(whole, filled(whole, move), usual, ask)
