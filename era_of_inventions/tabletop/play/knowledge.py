"""What can be known of a position of which something is unknown, and of moves of which a part is.

Whatever is asked is asked of completions of the position: some of what the unknown things can be, with each card in
one of them, and each mixture of sorts. An answer is taken to be certain if it is the same in all of them. What is
hidden from whoever decides cannot matter for what they may do: the law must answer of what a seat sees as it does of
the position. So if nothing of their own is unknown, two completions that differ as much as can be are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.fields import UNKNOWN, Sealed, members, views
from era_of_inventions.tabletop.fields.domains import Choice, Holder, Names, Terms
from era_of_inventions.tabletop.fields.layout import fields_of
from era_of_inventions.tabletop.fields.views import Leaf
from era_of_inventions.tabletop.law.verdict import Event, Finding, OpenOn, Outcome
from era_of_inventions.tabletop.play.engine import engine_of
from era_of_inventions.tabletop.play.grammar import told_moves, vocabulary_of
from era_of_inventions.tabletop.play.rulebook import AnyPosition, Rulebook
from era_of_inventions.tabletop.play.setting import Setting, terms_of
from era_of_inventions.tabletop.play.tracer import trace

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
FEW = 2
SPREAD = 24
"""How many completions, spread evenly, tell whether what a move does depends on what is unknown."""


class UnclearError(GameError):
    """A move whose effects depend on something unknown, which is ``open_on``."""

    def __init__(self, move: object, open_on: tuple[OpenOn, ...], setting: Setting[Any, Any]) -> None:
        """Store the move, what it depends on, and the setting in which it has a text."""
        self.move = move
        self.open_on = open_on
        self.setting = setting
        super().__init__(move, open_on, setting)

    def __str__(self) -> str:
        """The move, and what it depends on."""
        text = vocabulary_of(self.setting).show(self.move)
        return f"what {text!r} does depends on what is unknown: {', '.join(map(str, self.open_on))}"


# --- What is unknown --------------------------------------------------------------------------------------------------


def hides_something(state: AnyPosition) -> bool:
    """Whether positions of this game have hidden fields."""
    return _hides(state.setting)


@lru_cache(maxsize=256)
def _hides(setting: Setting[object, object]) -> bool:
    rulebook: Rulebook[AnyPosition, object] = setting.rulebook
    return views.hides(rulebook.layout(setting))


def unknown(state: AnyPosition) -> Iterator[Leaf]:
    """The fields of a position with unknown values."""
    return views.unknown_in(state.setting.rulebook.layout(state.setting), state) if hides_something(state) else iter(())


@lru_cache(maxsize=1 << 12)
def is_whole(move: object) -> bool:
    """Whether no part of a move is unknown."""
    return all(getattr(move, field.name) != UNKNOWN for field, _ in fields_of(type(move)))


def completions(state: S) -> tuple[S, ...]:
    """Completions of a position, enough to tell what depends on the unknown things; itself if there are none."""
    fields = tuple(unknown(state))
    if not fields:
        return (state,)
    decides = state.setting.rulebook.to_move(state)
    every = not isinstance(decides, int) or _are_own(state, fields)
    return _completions(cast("Any", state), None if every else FEW)


def _are_own(state: AnyPosition, fields: Iterable[Leaf]) -> bool:
    """Whether there is one among these fields that whoever decides may know."""
    decides = state.setting.rulebook.to_move(state)
    return any(field.seat == decides and field.field.spec.seen != "nobody" for field in fields)


@lru_cache(maxsize=32)
def _completions(state: Any, most: int | None) -> tuple[Any, ...]:
    return tuple(islice(state.setting.rulebook.completions(state), most))


def ask(state: S, question: Callable[[S], T], worlds: Sequence[S] = ()) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question about a position, and list the unknown fields on which the answer depends.

    The list is empty if the answer is the same in all completions.
    """
    first, *others = worlds or completions(state)
    usual = question(first)
    differing = [other for other in others if question(other) != usual]
    if not differing:
        return usual, ()
    fields = list(unknown(state))
    alone = [field for field in fields if any(question(_with(first, other, field)) != usual for other in differing)]
    return usual, named_fields(alone or fields)


def named_fields(fields: Iterable[Leaf]) -> tuple[OpenOn, ...]:
    """The fields by their words and whose they are, each once."""
    return tuple(dict.fromkeys(OpenOn(field.seat, field.field.spec.words) for field in fields))


def _with(position: S, other: S, field: Leaf) -> S:
    part: Any = other
    for step in field.path:
        part = part[step] if isinstance(step, int) else getattr(part, step)
    return views.with_part(position, field.path, part)


def surely(state: S, question: Callable[[S], T]) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question as `ask` does, of all completions: about anything, not only about what the law allows."""
    return ask(state, question, _completions(cast("Any", state), None) if any(unknown(state)) else (state,))


# --- What a seat is told of a move ------------------------------------------------------------------------------------


def owner(state: AnyPosition) -> int | None:
    """Whose the hidden parts of the next move are: who is to move or, where chance is, who is served."""
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    to_move = rulebook.to_move(state)
    return to_move if isinstance(to_move, int) else rulebook.served(state)


def move_seen_by(state: AnyPosition, move: object, seat: int | None, later: Iterable[AnyPosition] = ()) -> Any:
    """A move in a position as a seat, or a spectator (None), is told of it; what it may not know is unknown.

    ``later`` are the positions after the one that follows. What was sealed is told if it is opened in one of them.
    """
    whose = owner(state)
    told = views.told(move, terms_of(state.setting), seat, whose)
    if told is move or whose is None or (sealed := _sealed(type(told))) is None:
        return told
    for position in chain([engine_of(state.setting).play(state, move)], later):
        if not sealed.lies(position, whose):
            return move if sealed.opened(position, whose, move) else told
    return told


def _sealed(kind: type[Any]) -> Sealed | None:
    return next((spec.seen for _, spec in fields_of(kind) if isinstance(spec.seen, Sealed)), None)


def filled(state: AnyPosition, move: Any) -> Any:
    """A move of the table that a move with unknown parts can be in a position, a legal one if there is one."""
    if is_whole(move):
        return move
    can_be: Sequence[Any] = told_moves(state.setting).get(move, (move,))
    return next((one for one in can_be if state.setting.rulebook.law.allows(state, one)), can_be[0])


# --- What is certain of a move ----------------------------------------------------------------------------------------


def findings(state: AnyPosition, move: object) -> tuple[Finding, ...]:
    """The finding of every clause for a move; `Outcome.OPEN` if the outcome depends on something unknown.

    A finding has only the facts that are the same in all completions.
    """
    law = state.setting.rulebook.law
    columns = [law.evaluate(whole, filled(whole, move)) for whole in completions(state)]
    if len(columns) == 1 and is_whole(move):
        return columns[0]
    return tuple(_common(move, *of_clause) for of_clause in zip(*columns, strict=True))


def _common(subject: object, *findings: Finding) -> Finding:
    first, *others = findings
    same = all(other.outcome is first.outcome for other in others)
    facts = tuple(fact for fact in first.facts if all(fact in other.facts for other in others))
    return Finding(first.clause, first.outcome if same else Outcome.OPEN, subject, facts)


def open_on(state: AnyPosition, move: object) -> tuple[OpenOn, ...]:
    """The unknown fields that the legality of a move depends on; empty if it is the same in all completions."""
    worlds = completions(state)
    return ask(state, lambda whole: allows(whole, move), worlds)[1] if len(worlds) > 1 else ()


def allows(state: AnyPosition, move: object) -> bool:
    """Whether the law allows a move in a position that is known, if its unknown parts are chosen well."""
    return bool(state.setting.rulebook.law.allows(state, filled(state, move)))


def effects(state: AnyPosition, move: object) -> tuple[tuple[Finding, ...], tuple[Event, ...]]:
    """What is certain of a move that is legal: the findings about occasions, and the events.

    They are the same in all completions. Two are enough if all that happens in them is seen by whoever decides, because
    what is hidden takes part in that only by being opened.
    """
    few = completions(state)
    happened = [trace(whole, filled(whole, move))[1] for whole in few]
    if len(few) == 1:
        return tuple(happened[0].occasions), tuple(happened[0].events)
    decides = state.setting.rulebook.to_move(state)
    seen = isinstance(decides, int) and all(event.is_seen_by(decides) for event in happened[0].events)
    if len(few) == FEW and not seen:
        wholes = [whole for whole in _completions(cast("Any", state), None) if allows(whole, move)]
        happened = [trace(whole, filled(whole, move))[1] for whole in wholes]
    return _in_all([one.occasions for one in happened]), _in_all([one.events for one in happened])


def _in_all(columns: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """What is in all of several lists, in the order of the first, each as often as in all."""
    first, *others = [list(column) for column in columns]
    common = []
    for item in first:
        if all(item in other for other in others):
            common.append(item)
            for other in others:
                other.remove(item)
    return tuple(common)


# --- Following a game of which not all is known -----------------------------------------------------------------------


def follow(state: S, move: Any, ahead: Sequence[Any] = ()) -> S | None:
    """The position after a move, as far as it is known; None if the move is legal in no completion that was found.

    An unknown card that the move names is found out. Where the move does not name a card, it can be any of those that
    lie in the same place, of which none is known any more. ``ahead`` are the moves that follow: the cards that they
    name are taken to be with whoever makes this one. Raises `UnclearError` if the effects depend on something unknown.
    """
    layout = state.setting.rulebook.layout(state.setting)
    ways = _ways(layout, state, move, ahead)
    results = (views.alike(layout, _kept_unknown(layout, *found, move)) for found in ways)
    usual = next(results, None)
    if any(other != usual for other in results):
        raise UnclearError(move, named_fields(unknown(state)), state.setting)
    return usual


def found_out(state: S, move: Any, ahead: Sequence[Any] = ()) -> S:
    """What is known of a position if a move was legal in it: where the card lay that it names; itself if it was not."""
    layout = state.setting.rulebook.layout(state.setting)
    return next((seen for seen, _, _ in _ways(layout, state, move, ahead)), state)


def _ways(layout: Any, state: Any, move: Any, ahead: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """What was found out, a completion of it in which the move is legal, and the whole move there; of one kind only."""
    known = list(_found_out(layout, state, move))
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    makers: list[Callable[[Any], Iterable[Any]]] = [
        lambda seen: _two(layout, seen),
        lambda seen: _two(layout, _expected(layout, seen, ahead)),
        rulebook.completions,
    ]
    for make in makers:
        for seen in known:
            legal = [(seen, whole, filled(whole, move)) for whole in make(seen) if allows(whole, move)]
            if legal:
                yield from legal
                if _are_own(seen, unknown(seen)):
                    wholes = _completions(seen, SPREAD)
                    yield from ((seen, whole, filled(whole, move)) for whole in wholes if allows(whole, move))
                return


def _two(layout: Any, state: Any) -> Iterable[Any]:
    return islice(views.completions(layout, state, owner(state) or 0), FEW)


def _found_out(layout: Any, state: Any, move: Any) -> Iterator[Any]:
    """The position in which the unknown card that a move names lies in one place or another; itself if there is none.

    First come the places of whoever makes the move or, if chance does, those that nobody owns.
    """
    decides = state.setting.rulebook.to_move(state)
    first = decides if isinstance(decides, int) else None
    for names, card in _unknown_named(layout, state, move):
        places = sorted(_places(layout, state, names), key=lambda leaf: leaf.seat != first)
        if places and not _has_copy(layout, state, first, names, card):
            yield from (views.with_card(state, leaf, card) for leaf in places)
            return
    yield state


def _has_copy(layout: Any, state: Any, seat: int | None, names: Names[Any, Any], card: int) -> bool:
    """Whether a copy of a card is known to lie in a hidden place that is a seat's, or nobody's for None."""
    if names.faces is None:
        return False
    face_of = layout.terms.get(names.face_of)
    places = (leaf for leaf in views.leaves(layout, state) if leaf.hidden and leaf.seat == seat)
    holders = ((leaf.field.spec.holds, leaf.value) for leaf in places)
    lying = (holds.contents(value) for holds, value in holders if isinstance(holds, Holder) and holds.of is names)
    return any(face_of[other] == face_of[card] for cards in lying for other in members(cards.known))


def _expected(layout: Any, state: Any, ahead: Sequence[Any]) -> Any:
    """The position in which whoever makes the next move holds the unknown cards that the moves after it name."""
    whose = owner(state)
    for move in ahead:
        for names, card in _unknown_named(layout, state, move):
            own = (leaf for leaf in _places(layout, state, names) if leaf.seat == whose)
            if (place := next(own, None)) is not None:
                state = views.with_card(state, place, card)
    return state


def _places(layout: Any, state: Any, names: Names[Any, Any]) -> Iterator[Leaf]:
    """Where something of a kind lies that is unknown."""
    return (leaf for leaf in views.unknown_in(layout, state) if getattr(leaf.field.spec.holds, "of", None) is names)


def _unknown_named(layout: Any, state: Any, move: Any) -> Iterator[tuple[Names[Any, Any], int]]:
    """The things that a move names and that are not known to lie somewhere."""
    named = list(_named(layout.terms, move))
    for names, free in views.lying_nowhere(layout, state).items() if named else ():
        for of, name in named:
            for card in _called(layout.terms, names, of, name):
                if card in free:
                    yield names, card
                    break


def _called(terms: Terms, names: Names[Any, Any], of: type[Any], name: str) -> Sequence[int]:
    """The things that a name of a kind is for: one of them, or all copies of a face."""
    faces = names.faces
    if faces is not None and of is faces.of:
        face = [*terms.get(faces.names)].index(name)
        return [card for card, other in enumerate(terms.get(names.face_of)) if other == face]
    known = [*terms.get(names.names)] if of is names.of else []
    return [known.index(name)] if name in known else []


def _named(terms: Terms, move: Any) -> Iterator[tuple[type[Any], str]]:
    """The things that a move names: their kinds, and their names."""
    for field, spec in fields_of(type(move)):
        holds = spec.holds.innermost
        if isinstance(holds, Choice) and (value := getattr(move, field.name)) != UNKNOWN:
            yield holds.names.of, str(holds.bind(terms).write(value))


def _kept_unknown(layout: Any, seen: Any, whole: Any, made: Any, move: Any) -> Any:
    """What is known after a move that was made in a completion: what stood in for unknown things is unknown again."""
    forgotten = {names: sum(1 << card for card in free) for names, free in views.lying_nowhere(layout, seen).items()}
    after = engine_of(whole.setting).play(whole, made)
    named = [] if made is move else list(_named(layout.terms, made))
    for was, now in zip(views.leaves(layout, whole), views.leaves(layout, after), strict=True):
        holds = was.field.spec.holds
        if isinstance(holds, Holder) and was.hidden:
            lying = holds.contents(was.value).known
            taken = lying & ~holds.contents(now.value).known
            if any(taken >> card & 1 for one in named for card in _called(layout.terms, holds.of, *one)):
                forgotten[holds.of] |= int(lying)
    return views.kept_unknown(layout, seen, whole, after, forgotten, told=made is move)
