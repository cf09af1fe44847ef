"""Answers about positions and moves that are only partly known.

Such a position allows many worlds: completions, in which everything unknown is replaced by something possible. Every
question is asked of several of them. They are chosen so that every possible card, every possible mixture of sorts, and
every possible value of a hidden field occurs in at least one. An answer counts as certain if it is the same in all of
them. It does not if it comes from several hidden values, or from one that has very many, and not all that these can be
together was tried.

What is hidden from a player cannot matter for what this player may do: the law must give the same answer for the view
of a seat as for the whole position. So if only such things are unknown, two completions that differ as much as possible
are enough, as long as no hidden value is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, compress, islice
from typing import Any, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, KeyPath
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import (
    Due,
    Event,
    Finding,
    OpenOn,
    Outcome,
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
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, totals_of
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting
from era_of_inventions.tabletop.play.tracer import Tracer, trace
from era_of_inventions.tabletop.values import UNKNOWN, Sealed, evolve, views
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
Changes: TypeAlias = Callable[[Any, Any], Iterable[Change]]
FEW = 2
TRACED_MAX = 64
"""In how many completions a move is carried out at most."""
VARIOUS = 24
"""How many completions are compared, and how many moves a partly unknown one stands for, spread evenly."""


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


# --- What is unknown --------------------------------------------------------------------------------------------------


def hides_something(state: AnyPosition) -> bool:
    """Return whether positions of this game have hidden fields."""
    return state.setting.hides


def is_known(state: AnyPosition) -> bool:
    """Return whether nothing in a position is unknown."""
    return not hides_something(state) or views.is_known(state.setting.layout, state)


def unknown(state: AnyPosition) -> Iterator[Leaf]:
    """Return the fields of a position with unknown values."""
    return iter(_unknown(cast("Any", state)) if hides_something(state) else ())


@lru_cache(maxsize=32)
def _unknown(state: Any) -> tuple[Leaf, ...]:
    return tuple(views.unknown_in(state.setting.layout, state))


@lru_cache(maxsize=32)
def _view(state: Any, seat: int) -> Any:
    return state.setting.rulebook.view(state, seat)


@lru_cache(maxsize=1 << 12)
def is_whole(move: object) -> bool:
    """Return whether no part of a move is unknown."""
    return all(getattr(move, field.name) != UNKNOWN for field, _ in fields_of(type(move)))


def completions(state: S) -> tuple[S, ...]:
    """Return enough completions to find what depends on unknown things; a known position is its only completion."""
    return _completions(cast("Any", state))


@lru_cache(maxsize=32)
def _completions(state: Any) -> tuple[Any, ...]:
    if is_known(state):
        return (state,)
    rulebook = state.setting.rulebook
    every = rulebook.seat_to_move(state) is None or are_own(state, unknown(state))
    return some_completions(state, None if every else FEW)


def are_own(state: AnyPosition, fields: Iterable[Leaf]) -> bool:
    """Return whether the player who decides may know one of these fields."""
    decides = state.setting.rulebook.to_move(state)
    return any(
        field.seat == decides and field.field.spec.seen != "nobody" for field in fields
    )


@lru_cache(maxsize=32)
def some_completions(state: Any, most: int | None) -> tuple[Any, ...]:
    """Return the first ``most`` completions of a position; with None, all of them.

    Guesses for hidden values have to make positions that are possible, if any do.
    """
    setting = state.setting
    wholes = setting.rulebook.completions
    if _values(state):
        possible = filter(setting.rulebook.law.is_possible, wholes(state))
        return tuple(islice(possible, most)) or tuple(islice(wholes(state), most))
    return tuple(islice(wholes(state), most))


@lru_cache(maxsize=32)
def _guesses(state: Any) -> tuple[bool, frozenset[KeyPath]]:
    """Return whether the hidden values of a position were tried in every combination, and those tried in full."""
    setting, worlds = state.setting, some_completions(state, None)
    found = views.guesses(setting.layout, state, worlds[0], totals_of(setting))
    if found.leaves and not setting.rulebook.law.is_possible(worlds[0]):
        return False, frozenset()
    paths = [leaf.path for leaf in found.leaves]
    tried = [len({views.part_at(whole, path) for whole in worlds}) for path in paths]
    numbers = zip(paths, tried, found.sizes, strict=True)
    return found.complete, frozenset(path for path, number, size in numbers if number >= size)


def asked_of(state: S, question: Callable[[S], object]) -> tuple[S, ...]:
    """Return the completions of which a question has to be asked: `completions`, or all if it reads hidden values."""
    few = completions(state)
    return wholes(state) if len(few) == FEW and _values_read(state, question, few) else few


def _values_read(
    state: AnyPosition, question: Callable[[Any], object], worlds: Iterable[Any]
) -> tuple[Leaf, ...]:
    """Return the unknown values that are no cards and that a question reads in one of these completions."""
    layout, read = state.setting.layout, set[KeyPath]()
    values = _values(cast("Any", state))
    for whole in worlds if values else ():
        question(views.watched_fields(layout, whole, read))
    return tuple(leaf for leaf in values if leaf.path in read)


@lru_cache(maxsize=32)
def _values(state: Any) -> tuple[Leaf, ...]:
    """Return the unknown values of a position that are no cards."""
    return tuple(leaf for leaf in unknown(state) if not leaf.holds_cards)


def untried(state: AnyPosition, question: Callable[[Any], object]) -> tuple[Leaf, ...]:
    """Return the unknown values that a question reads, if it was not asked of all that these can be together."""
    complete, in_full = _guesses(cast("Any", state))
    read = () if complete else _values_read(state, question, wholes(state))
    return () if len(read) < 2 and {leaf.path for leaf in read} <= in_full else read


def worlds(state: AnyPosition) -> int:
    """Return in how many completions a question about a position is asked at most."""
    return 1 if is_known(state) else len(some_completions(cast("Any", state), None))


def ask(
    state: S, question: Callable[[S], T], worlds: Sequence[S] = ()
) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question about a position, and list the unknown fields on which the answer depends.

    The list is empty if the answer is certain. ``worlds`` are the completions, if not the usual ones.
    """
    worlds = worlds or asked_of(state, question)
    usual, differing = _answered(question, worlds)
    if differing:
        usual, differing = _answered(question, worlds := possible(state))
    if not differing:
        return usual, named_fields(untried(state, question)) if len(worlds) > FEW else ()
    first = worlds[0]
    fields = list(unknown(state))
    alone = [
        field
        for field in fields
        if any(question(_with(first, other, field)) != usual for other in differing)
    ]
    return usual, named_fields(alone or fields)


def _answered(question: Callable[[S], T], worlds: Sequence[S]) -> tuple[T, list[S]]:
    """Return the answer in the first of some completions, and those in which it is another."""
    usual = question(worlds[0])
    return usual, [other for other in worlds[1:] if question(other) != usual]


def named_fields(fields: Iterable[Leaf]) -> tuple[OpenOn, ...]:
    """Return the words and owners of fields, without repetitions."""
    return tuple(
        dict.fromkeys(OpenOn(field.seat, field.field.spec.words) for field in fields)
    )


def _with(position: S, other: S, field: Leaf) -> S:
    part: Any = other
    for step in field.path:
        part = part[step] if isinstance(step, int) else getattr(part, step)
    return views.with_part(position, field.path, part)


def surely(state: S, question: Callable[[S], T]) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question as `ask` does, but of all completions, so that the question need not be about legality."""
    return ask(state, question, wholes(state))


def wholes(state: S) -> tuple[S, ...]:
    """Return all completions of a position."""
    return (state,) if is_known(state) else some_completions(cast("Any", state), None)


def possible(state: S) -> tuple[S, ...]:
    """Return all completions that are possible positions; if none is, all."""
    return _possible(cast("Any", state))


@lru_cache(maxsize=32)
def _possible(state: Any) -> tuple[Any, ...]:
    is_possible = state.setting.rulebook.law.is_possible
    return tuple(filter(is_possible, wholes(state))) or wholes(state)


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

    If the move is partly unknown, it stands for various moves.
    """
    most = 1 if is_whole(move) else min(len(_can_be(state, move)), VARIOUS)
    step = max(1, len(_can_be(state, move)) // most)
    for number in range(max(len(worlds), most)):
        whole = worlds[number % len(worlds)]
        one = filled(whole, move, number * step)
        if state.setting.rulebook.law.allows(whole, one):
            yield whole, one


# --- What is certain of a move ----------------------------------------------------------------------------------------


def due_known(state: AnyPosition) -> Due:
    """Return who decides next, and the kinds of moves that are legal or, if something is unknown, may be legal."""
    return due_in(state, whole=not _lacks(state))


def _lacks(state: AnyPosition) -> bool:
    """Return whether something of the seat that decides is unknown."""
    seat = state.setting.rulebook.seat_to_move(state)
    return any(leaf.seat == seat for leaf in unknown(state))


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
    sees_all = seat is None or not hides_something(state)
    if sees_all and is_whole(move) and is_known(state):
        return judge(state, move, seat=seat, rulings=rulings)
    known = state if seat is None or referee else _view(cast("Any", state), seat)
    audience = None if referee else seat
    verdict = _evaluate(state, move, seat)
    if (
        verdict.legal
    ):  # and, as far as the seat knows, without effects that only the move would reveal
        happened = _carried_out(known, move)
        left = [outstanding(after) for after, _ in happened]
        verdict = evolve(
            verdict,
            occasions=_in_all([one.occasions for _, one in happened]),
            events=_seen(_in_all([one.events for _, one in happened]), audience),
            nearest=_certain(
                known,
                lambda whole: whole.setting.rulebook.law.nearest(whole, filled(whole, move)),
            ),
            outstanding=left[0] if left and all(one == left[0] for one in left) else (),
        )
    else:
        verdict = _with_due(known, verdict)
    if not rulings:
        return verdict
    return evolve(verdict, rests_on=tuple(_rests_on(state, known, verdict, seat, audience)))


def evaluate_known(state: AnyPosition, move: object, *, seat: int | None = None) -> Verdict:
    """Judge a move as `judge_known` does for a referee, but by the grants and limits alone, without its effects."""
    return _with_due(state, _evaluate(state, move, seat))


def _with_due(state: AnyPosition, verdict: Verdict) -> Verdict:
    """Add what comes first to a verdict by which a move is certainly not legal, if the moment or the turn is wrong."""
    if verdict.legal or verdict.open_on:
        return verdict
    return with_due(state, verdict, whole=not _lacks(state))


def _evaluate(state: AnyPosition, move: object, seat: int | None) -> Verdict:
    rulebook: AnyRulebook = state.setting.rulebook
    if seat is not None and seat != rulebook.to_move(
        state
    ):  # and learns only that, not the moves open to another seat
        return Verdict(
            move,
            state.setting.ruleset.name,
            rulebook.law.evaluate(state, ActsNow(seat)),
            seat=seat,
        )
    wholes = asked_of(state, lambda whole: allows(whole, move))
    verdicts = [evaluate(whole, filled(whole, move), seat) for whole in wholes]
    if len(wholes) <= FEW and all(one.findings == verdicts[0].findings for one in verdicts):
        return verdicts[0] if is_whole(move) else evolve(verdicts[0], subject=move)
    if len({tuple(f.outcome for f in one.findings) for one in verdicts}) > 1:
        wholes = possible(state)
        verdicts = [evaluate(whole, filled(whole, move), seat) for whole in wholes]
    columns = zip(*(verdict.findings for verdict in verdicts), strict=True)
    spans = len(wholes) > FEW  # two completions need not have the least and the greatest
    findings = tuple(_common(move, spans, *of_clause) for of_clause in columns)
    return evolve(
        verdicts[0], subject=move, findings=findings, open_on=open_on(state, move, wholes)
    )


def _common(move: object, spans: bool, first: Finding, *others: Finding) -> Finding:
    same = all(other.outcome is first.outcome for other in others)
    facts = tuple(_facts_of_all([dict(one.facts) for one in (first, *others)], spans))
    subject = first.subject if isinstance(first.subject, Occasion) else move
    return Finding(first.clause, first.outcome if same else Outcome.OPEN, subject, facts)


def _facts_of_all(
    findings: Sequence[dict[str, object]], spans: bool
) -> Iterator[tuple[str, object]]:
    """Yield the facts that are equal in all findings and, if ``spans``, the least and greatest of other numbers."""
    for name in findings[0]:
        values = [facts[name] for facts in findings if name in facts]
        if len(values) < len(findings):
            continue
        if all(value == values[0] for value in values):
            yield name, values[0]
        elif spans and (span := span_of(values)):
            yield f"{name} at least", span[0]
            yield f"{name} at most", span[1]


def span_of(values: Sequence[object]) -> tuple[int, int] | None:
    """Return the least and the greatest of some numbers; None if one of the values is not a number."""
    numbers = [value for value in values if type(value) is int]
    return (min(numbers), max(numbers)) if len(numbers) == len(values) else None


def _certain(state: S, question: Callable[[S], T]) -> T | None:
    """Return the answer to a question if it is the same in all completions; None if it is not."""
    first, *others = map(question, completions(state))
    return first if all(other == first for other in others) else None


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    return tuple(event for event in events if seat is None or event.is_seen_by(seat))


def _rests_on(
    state: AnyPosition,
    known: AnyPosition,
    verdict: Verdict,
    seat: int | None,
    audience: int | None,
) -> Iterator[RestsOn]:
    """Yield the rulings that the legality of a move rests on or, as far as the position is ``known``, its effects."""
    move, whole, legal = verdict.subject, completions(known)[0], verdict.legal

    def events(position: AnyPosition) -> Sequence[Event]:
        return _seen(trace(position, filled(position, move))[1].events, audience)

    def ask(ruleset: BaseRuleset) -> Consequence:
        still = _evaluate(under(state, ruleset), move, seat).legal
        return Consequence(still, events(under(whole, ruleset)) if still and legal else ())

    usual = Consequence(legal, events(whole) if legal else ())
    return rests_on(whole, filled(whole, move), usual, ask)


def open_on(
    state: AnyPosition, move: object, worlds: Sequence[AnyPosition]
) -> tuple[OpenOn, ...]:
    """Return the unknown fields that the legality of a move depends on in some completions."""
    return ask(state, lambda whole: allows(whole, move), worlds)[1] if len(worlds) > 1 else ()


def allows(state: AnyPosition, move: object) -> bool:
    """Return whether some choice of the move's hidden parts makes it legal in a known position."""
    return bool(state.setting.rulebook.law.allows(state, filled(state, move)))


def effects(
    state: AnyPosition, move: object, changes: Changes | None = None
) -> tuple[tuple[Finding, ...], tuple[Event, ...]]:
    """Return the certain effects of a legal move: the findings about occasions, and the events; see `trace`.

    An effect is certain if it is the same in all completions. Two completions are enough if the player who decides sees
    all events in them, because a hidden thing takes part in events only when it is opened.
    """
    happened = _carried_out(state, move, changes)
    return _in_all([one.occasions for _, one in happened]), _in_all(
        [one.events for _, one in happened]
    )


def _carried_out(
    state: AnyPosition, move: object, changes: Changes | None = None
) -> Sequence[tuple[Any, Tracer[Any]]]:
    """Carry out a legal move in as many completions as it takes to know what is certain of it; see `trace`."""

    def traced(worlds: Sequence[Any]) -> list[tuple[Any, Tracer[Any]]]:
        made = [*ways(state, move, worlds[:: len(worlds) // TRACED_MAX + 1])]
        first = [trace(*one, changes) for one in made[:1]]
        others = any(one.occasions for _, one in first) or (
            len(made) > 1 and len({net(*one) for one in made}) > 1
        )
        return (
            first + [trace(*one, changes) for one in made[1:] if others]
        )  # which goes for the others too, though tracing takes several times as long as playing

    def net(whole: Any, one: object) -> tuple[Change, ...]:
        setting = whole.setting
        return tuple((changes or setting.changes)(whole, setting.engine.play(whole, one)))

    few = asked_of(state, lambda whole: traced([whole]))
    happened, decides = traced(few), state.setting.rulebook.seat_to_move(state)
    if happened and len(few) != FEW:
        return happened
    seen = decides is not None and all(
        event.is_seen_by(decides) for _, one in happened for event in one.events
    )
    return (
        happened
        if happened and seen
        else traced(some_completions(cast("Any", state), VARIOUS)) or traced(wholes(state))
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
