"""Answers about positions and moves that are only partly known: what is the same in all worlds that they allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.law import facts_of, outcome_of
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import (
    Due,
    Event,
    Finding,
    Nearest,
    OpenOn,
    Outcome,
    Outstanding,
    RestsOn,
    Verdict,
)
from era_of_inventions.tabletop.play.judge import (
    Consequence,
    due_in,
    evaluate,
    judge,
    outstanding,
    rests_on,
    under,
    with_due,
)
from era_of_inventions.tabletop.play.occasions import ActsNow, Occasion
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting
from era_of_inventions.tabletop.play.tracer import Tracer, trace
from era_of_inventions.tabletop.play.worlds import (
    Worlds,
    hides_something,
    is_known,
    is_whole,
    worlds_of,
)
from era_of_inventions.tabletop.values import Sealed, evolve, views
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.veiled import note_moved

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
Changes: TypeAlias = Callable[[Any, Any], Iterable[Change]]
TRACED_MAX = 64
"""In how many completions a move is carried out at most."""
VARIOUS = 24
"""How many moves a partly unknown one stands for at most, spread evenly."""


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
        return f"what {text!r} does depends on what is unknown: {', '.join(map(str, self.open_on))}"


class IllegalMoveError(GameError, ValueError):
    """A move that is not legal, or is made by a seat that is not to move.

    ``verdict`` gives the reasons; it is computed on access. If ``seat`` is who made the move, ``state`` is the position
    as this seat may know it. Without a seat it is the whole position, hidden things included, and so are ``args`` and
    ``repr``; the text of the error can be shown to whoever made the move in any case.
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
        """The move and the reason why it is not legal."""
        try:
            text = repr(self.state.setting.vocabulary.show(self.move))
        except GameError:
            text = str(self.move)
        return f"{text} is not legal: {self.verdict.reason}"


# --- How a seat sees a move -------------------------------------------------------------------------------------------


def owner(state: AnyPosition) -> int | None:
    """Return the owner of the hidden parts of the next move: the player who moves or whom chance serves."""
    rulebook: AnyRulebook = state.setting.rulebook
    seat = rulebook.seat_to_move(state)
    return rulebook.served(state) if seat is None else seat


def move_seen_by(
    state: AnyPosition, move: object, seat: int | None, later: Iterable[AnyPosition] = ()
) -> Any:
    """Return a move in a position as a seat, or a spectator (None), sees it: hidden parts are unknown.

    ``later`` are positions further on in the game. A sealed part is shown if it is opened in the position after the
    move, or in one of these.
    """
    whose = owner(state)
    masked = views.as_seen(move, state.setting.terms, seat, whose)
    if masked is move or whose is None or (sealed := _sealed(type(masked))) is None:
        return masked
    for position in chain([state.setting.engine.play(state, move)], later):
        if not sealed.lies(position, whose):
            return move if sealed.opened(position, whose, move) else masked
    return masked


def _sealed(kind: type[Any]) -> Sealed | None:
    return next(
        (spec.seen for _, spec in fields_of(kind) if isinstance(spec.seen, Sealed)), None
    )


def filled(state: AnyPosition, move: Any, number: int = 0) -> Any:
    """Return a move of the table that a partly unknown move may stand for, if possible a legal one.

    It is the first from the ``number``-th on.
    """
    if is_whole(move):
        return move
    can_be = _can_be(state, move)
    turned = chain(*(can_be[part] for part in _cut(number % len(can_be))))
    allows = state.setting.rulebook.law.allows
    return next((one for one in turned if allows(state, one)), can_be[0])


def _can_be(state: AnyPosition, move: Any) -> Sequence[Any]:
    return state.setting.masked_moves.get(move, (move,))


def _cut(number: int) -> tuple[slice, slice]:
    return slice(number, None), slice(number)


def ways(state: AnyPosition, move: Any, worlds: Sequence[S]) -> Iterator[tuple[S, Any]]:
    """Yield completions of a position in which a move is legal, each with a move that it may stand for.

    If the move is partly unknown, it stands for various moves. In a position without unknown things nothing is asked:
    the setup, for one, is no legal move.
    """
    nothing_asked = is_known(state)
    most = 1 if is_whole(move) else min(len(_can_be(state, move)), VARIOUS)
    step = max(1, len(_can_be(state, move)) // most)
    for number in range(max(len(worlds), most)):
        whole = worlds[number % len(worlds)]
        one = filled(whole, move, number * step)
        if nothing_asked or state.setting.rulebook.law.allows(whole, one):
            yield whole, one


# --- What is certain of a move ----------------------------------------------------------------------------------------


def due_known(state: AnyPosition) -> Due:
    """Return who decides next, and the kinds of moves that are legal or, if something is unknown, may be legal."""
    return due_in(state, whole=not _lacks(worlds_of(state)))


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

    If nothing is unknown, the verdict is that of `judge`. A finding is `Outcome.OPEN` if its outcome depends on
    something unknown. It has the facts that are the same in all completions; of numbers that differ it has the least
    and the greatest. With a ``seat`` the verdict has only the events that this seat may know of and can be sure of
    before the move. A ``referee`` who asks for a seat gets all events that are certain.
    """
    state = state.setting.rulebook.as_decider(state, seat)
    sees_all = seat is None or not hides_something(state)
    if sees_all and is_whole(move) and is_known(state):
        return judge(state, move, seat=seat, rulings=rulings)
    audience = None if referee else seat
    known = worlds_of(state, audience)
    given = known if known.state == state else worlds_of(state)
    verdict = _evaluate(given, move, seat)
    if known is not given and any(one.facts for one in verdict.findings):
        verdict = evolve(verdict, findings=_as_known(known, move, verdict))
    if verdict.legal:  # without effects that only the move would reveal
        certain = _effects(known, move)
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
    return evolve(
        verdict, rests_on=tuple(_rests_on(state, known.first, verdict, seat, audience))
    )


def evaluate_known(state: AnyPosition, move: object, *, seat: int | None = None) -> Verdict:
    """Judge a move as `judge_known` does for a referee, but by the grants and limits alone, without its effects."""
    state = state.setting.rulebook.as_decider(state, seat)
    known = worlds_of(state)
    return _with_due(known, _evaluate(known, move, seat))


def _with_due(known: Worlds[Any], verdict: Verdict) -> Verdict:
    """Add what comes first to a verdict by which a move is certainly not legal, if the moment or the turn is wrong."""
    if verdict.legal or verdict.open_on:
        return verdict
    return with_due(known.state, verdict, whole=not _lacks(known))


def _evaluate(known: Worlds[Any], move: object, seat: int | None) -> Verdict:
    setting: AnySetting = known.state.setting
    law, asked = setting.rulebook.law, seat in (None, setting.rulebook.to_move(known.state))

    def judged(whole: Any) -> Verdict:
        if asked:
            return evaluate(whole, filled(whole, move), seat)
        findings = law.evaluate(whole, ActsNow(cast("int", seat)))
        return Verdict(move, setting.ruleset.name, findings, seat=seat)

    def is_allowed(whole: Any) -> bool:
        return allows(whole, move) if asked else law.allows(whole, ActsNow(cast("int", seat)))

    verdicts, sure = known.answers(judged)
    if sure and is_whole(move):
        return verdicts[0]
    columns = zip(*(verdict.findings for verdict in verdicts), strict=True)
    return evolve(
        verdicts[0],
        subject=move,
        findings=tuple(_common(known, move, *of_clause) for of_clause in columns),
        open_on=known.ask(is_allowed)[1],
    )


def _as_known(known: Worlds[Any], move: object, verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings of a verdict with the facts that they have where only this much is known."""
    found = _evaluate(known, move, verdict.seat).findings
    pairs = zip(verdict.findings, found, strict=True)
    return tuple(evolve(one, facts=seen.facts) for one, seen in pairs)


def _common(known: Worlds[Any], move: object, first: Finding, *others: Finding) -> Finding:
    """Return what is certain of the findings of one clause in several completions."""
    clause, occasion = first.clause, isinstance(first.subject, Occasion)

    def found(of: Callable[..., T], whole: AnyPosition) -> T:
        return of(clause, whole, first.subject if occasion else filled(whole, move))

    def is_certain(name: str) -> bool:
        return not known.untried(lambda whole: dict(found(facts_of, whole)).get(name))

    same = all(other.outcome is first.outcome for other in others)
    same = same and not known.untried(lambda whole: found(outcome_of, whole))
    facts = _facts_of_all([dict(one.facts) for one in (first, *others)], is_certain)
    return Finding(
        clause,
        first.outcome if same else Outcome.OPEN,
        first.subject if occasion else move,
        tuple(facts),
    )


def _facts_of_all(
    findings: Sequence[dict[str, object]], is_certain: Callable[[str], bool]
) -> Iterator[tuple[str, object]]:
    """Yield the certain facts that are equal in all findings, and the least and greatest of other numbers."""
    for name in findings[0]:
        values = [facts[name] for facts in findings if name in facts]
        if len(values) < len(findings) or not is_certain(name):
            continue
        if all(value == values[0] for value in values):
            yield name, values[0]
        elif span := span_of(values):
            yield f"{name} at least", span[0]
            yield f"{name} at most", span[1]


def span_of(values: Sequence[object]) -> tuple[int, int] | None:
    """Return the least and the greatest of some numbers; None if one of the values is not a number."""
    numbers = [value for value in values if type(value) is int]
    return (min(numbers), max(numbers)) if len(numbers) == len(values) else None


def _alike(answers: Sequence[T]) -> T | None:
    """Return the answer that all of them are; None if they differ, or if there is none."""
    return answers[0] if answers and all(one == answers[0] for one in answers) else None


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    return tuple(event for event in events if seat is None or event.is_seen_by(seat))


def _rests_on(
    state: AnyPosition,
    whole: AnyPosition,
    verdict: Verdict,
    seat: int | None,
    audience: int | None,
) -> Iterator[RestsOn]:
    """Yield the rulings that the legality of a move rests on or, in a completion of the known, its effects."""
    move, legal = verdict.subject, verdict.legal

    def events(position: AnyPosition) -> Sequence[Event]:
        return _seen(trace(position, filled(position, move))[1].events, audience)

    def ask(ruleset: BaseRuleset) -> Consequence:
        still = _evaluate(worlds_of(under(state, ruleset)), move, seat).legal
        return Consequence(still, events(under(whole, ruleset)) if still and legal else ())

    usual = Consequence(legal, events(whole) if legal else ())
    return rests_on(whole, filled(whole, move), usual, ask)


def allows(state: AnyPosition, move: object) -> bool:
    """Return whether some choice of the move's hidden parts makes it legal in a known position."""
    return bool(state.setting.rulebook.law.allows(state, filled(state, move)))


class Effects(NamedTuple):
    """What is certain of the effects of a legal move."""

    occasions: tuple[Finding, ...] = ()
    events: tuple[Event, ...] = ()
    nearest: Nearest | None = None
    outstanding: tuple[Outstanding, ...] = ()


class Carried(NamedTuple):
    """What carrying out a move in one world brings about."""

    tracer: Tracer[Any]
    occasions: tuple[Finding, ...]
    nearest: Nearest | None
    outstanding: tuple[Outstanding, ...]


def effects(state: AnyPosition, move: object, changes: Changes | None = None) -> Effects:
    """Return the certain effects of a legal move; ``changes`` lists the changes between two positions, see `trace`.

    An effect is certain if it is the same in all worlds: in all completions if the effects use something unknown, and
    if that was tried in all combinations. If they use nothing unknown, the first completion is enough.
    """
    return _effects(worlds_of(state), move, changes)


def _effects(known: Worlds[Any], move: object, changes: Changes | None = None) -> Effects:
    state = known.state
    made = [move] if is_whole(move) else [one for _, one in ways(state, move, known.few)]
    question = consequences(state, *dict.fromkeys(made), changes=changes)
    happened, used = known.behind_veil(question)
    if used and known.untried(question):
        return Effects()
    if happened and not used and is_whole(move) and (events := _events_of(happened[0])):
        hides = any(known.is_unknown(one.field, one.seat) for one in events)
        others = [one for one in reversed(known.few) if hides and allows(one, move)]
        if others or not hides:  # another world shows no veil, as the first would
            shown = [_carried_out(one, move, changes) for one in others[:1]]
            return _certain(known, [*shown, *happened], [happened[0].nearest])
    worlds, law = known.every if used else known.few, state.setting.rulebook.law
    nearest = [law.nearest(whole, filled(whole, move)) for whole in worlds]
    return _certain(known, _various(state, move, worlds, changes), nearest)


def _events_of(carried: Carried) -> Sequence[Event]:
    """Return the events of a move carried out under a veil; none if what lists them takes no veil."""
    try:
        return carried.tracer.events
    except Exception:
        return ()


def consequences(
    state: AnyPosition, *made: object, changes: Changes | None = None
) -> Callable[[Any], Sequence[Carried]]:
    """Return a question for `Worlds.uses`: everything that legal moves do, and what is known of it."""
    layout = state.setting.layout

    def carried_out(whole: Any) -> Sequence[Carried]:
        happened = tuple(_carried_out(whole, one, changes) for one in made)
        for one in happened:
            for _, before, after in one.tracer.steps:
                note_moved(layout, before, after)
        return happened

    return carried_out


def _carried_out(whole: Any, move: object, changes: Changes | None) -> Carried:
    after, tracer = trace(whole, move, changes)
    nearest = whole.setting.rulebook.law.nearest(whole, move)
    return Carried(tracer, tuple(tracer.occasions), nearest, outstanding(after))


def _various(
    state: AnyPosition, move: object, worlds: Sequence[Any], changes: Changes | None
) -> Sequence[Carried]:
    """Carry out the first way to make a move, and one of each that changes something else.

    If the move leads to occasions, other ways are carried out too.
    """

    def net(whole: Any, one: object) -> tuple[Change, ...]:
        setting = whole.setting
        return tuple((changes or setting.changes)(whole, setting.engine.play(whole, one)))

    made = [*ways(state, move, worlds)]
    first = [_carried_out(*one, changes) for one in made[:1]]
    unlike = {net(*one): one for one in reversed(made)} if len(made) > 1 else {}
    others = [one for one in unlike.values() if one is not made[0]]
    if any(one.occasions for one in first):
        others += made[1 :: len(made) // TRACED_MAX + 1]
    return first + [_carried_out(whole, one, changes) for whole, one in others[:TRACED_MAX]]


def _certain(
    known: Worlds[Any], happened: Sequence[Carried], nearest: Sequence[Nearest | None]
) -> Effects:
    """Return what is the same wherever a move was carried out, without numbers that are guessed."""
    return Effects(
        _in_all([one.occasions for one in happened]),
        tuple(
            event if not guessed else _unknown_by(event)
            for event in _in_all([one.tracer.events for one in happened])
            if not (guessed := known.is_guessed(event.field, event.seat)) or event.change
        ),
        _alike(nearest),
        _alike([one.outstanding for one in happened]) or (),
    )


def _in_all(columns: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return the items that all lists have in common, as often as each list has them, in the order of the first.

    Events that change an unknown number by as much in all lists are one event with unknown numbers.
    """
    first, *others = [list(column) for column in columns] or [[]]
    common = []
    for item in first:
        alike = [
            next((one for one in other if one == item), None) or _by_as_much(item, other)
            for other in others
        ]
        if None not in alike:
            common.append(item if all(one == item for one in alike) else _unknown_by(item))
            for other, one in zip(others, alike, strict=True):
                other.remove(cast("T", one))
    return tuple(common)


def _by_as_much(item: Any, others: Sequence[Any]) -> Any:
    """Return the event that differs from another only in its numbers, not in their difference, or None."""
    if not isinstance(item, Event) or not item.change:
        return None
    alike = (evolve(one, before=item.before, after=item.after) == item for one in others)
    return next((one for one in compress(others, alike) if one.change == item.change), None)


def _unknown_by(event: Any) -> Any:
    return evolve(event, before=QUESTION_MARK, after=f"{QUESTION_MARK} {event.change:+}")
