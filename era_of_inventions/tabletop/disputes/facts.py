"""What turns a result: the facts of the position that would make it the opposite if they were different.

Each fact that the clauses read while the claim was judged is changed by one step: a
number up or down, another word, a thing more or fewer, a card moved from one place to
another. Positions that are impossible are dropped, and the claim is judged again in the
others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product
from typing import Any, NamedTuple, cast

import attrs

from era_of_inventions.tabletop.disputes.evaluation import evaluated
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import (
    OPPOSITE,
    Facts,
    Judgement,
    OtherFact,
)
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.disputes.statements import (
    PLAYER,
    POSITION,
    Statement,
    name_of,
    place_in_file,
)
from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.checking import is_possible
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.partial_moves import filled
from era_of_inventions.tabletop.play.setting import described
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values.declared import BoundField, keys_of
from era_of_inventions.tabletop.values.domains import UNUSABLE, HoldsCards, PlainForm, Seat
from era_of_inventions.tabletop.values.layout import Layout, field_at
from era_of_inventions.tabletop.values.outline import TURN
from era_of_inventions.tabletop.values.views import (
    Leaf,
    leaves,
    part_at,
    watched_fields,
    with_part,
    with_parts,
)

TRIED_MAX = 320
"""How many other positions are tried at most."""
SHOWN_MAX = 3
"""How many facts are named at most."""
NUMBERS_MAX = 12
"""How many numbers are tried at most in a field that can hold a number or nothing."""
RESTATED_MAX = 12
"""How many impossible values of a field in a row are restated in a file; more would take too long."""
NO_FILE = object()
"""Stands for the plain data of a value that no key of a file states, such as the place of a card."""


class _Tried(NamedTuple):
    """A change by one step that was tried in the field at a ``path``; ``state`` is the position after it.

    ``fact`` is None if the change does not turn the result. It is ``possible`` if the
    claim could be judged after it.
    """

    fact: OtherFact | None
    possible: bool
    path: KeyPath
    state: Any


def with_facts(dispute: Dispute, judgement: Judgement) -> Judgement:
    """Return a judgement with its ``facts``: the facts of the position that would turn the result, the nearest first.

    A judgement that neither holds nor fails is returned as it is. An open one is turned
    by what it is open on.
    """
    *_, found = looking_for_facts(dispute, judgement)
    return found


def looking_for_facts(dispute: Dispute, judgement: Judgement) -> Iterator[Judgement]:
    """Yield the judgement as it is after each position that is tried and, last, what `with_facts` returns.

    A program that has other things to do can go on later.
    """
    if judgement.result not in OPPOSITE:
        yield judgement
        return
    premise = judgement.premise
    start = premise.state
    read = sorted(
        facts_read(judgement),
        key=lambda path: _holds_cards(dispute.form, field_of(start.setting.layout, path)[0]),
    )  # cards come last, because there are many
    tried = max(1, TRIED_MAX // len(worlds_of(start).every))
    others = _others(judgement, read)
    nearest: dict[str, _Tried] = {}
    possible = True
    against = {*judgement.against}

    def beside_the_point(one: _Tried) -> bool:
        return bool(against) and one.fact is not None and against.isdisjoint(one.fact.clauses)

    for one in islice(others, tried):
        yield judgement
        possible &= one.possible
        if one.fact:
            nearest.setdefault(one.fact.about, one)
            if sum(not beside_the_point(other) for other in nearest.values()) == SHOWN_MAX:
                break
    shown = sorted(nearest.values(), key=beside_the_point)[:SHOWN_MAX]
    facts = tuple(
        attrs.evolve(one.fact, states=_as_statements(judgement, one))
        for one in shown
        if one.fact
    )
    forms = {field_of(start.setting.layout, path)[0].shape.form for path in read}
    complete = possible and PlainForm.STACKS not in forms and next(others, None) is None
    yield attrs.evolve(judgement, facts=Facts(facts, complete))


def _others(judgement: Judgement, read: Sequence[KeyPath]) -> Iterator[_Tried]:
    """Try each field that was read, changed by one step, and yield what came of it."""
    premise = judgement.premise
    for path in read:
        in_vain = 0
        for step in steps(premise, path):
            state = step.state
            other = _judged(judgement, state)
            if other is None and step.raw is not NO_FILE and in_vain < RESTATED_MAX:
                state = restated(premise, path, step.raw)
                other = _judged(judgement, state)
                in_vain = 0 if other else in_vain + 1
            fact = None
            if other is not None and _is_opposite(other, judgement):
                ids = other.against or judgement.against
                fact = OtherFact(step.about, step.words, other.result, ids)
            yield _Tried(fact, other is not None, path, state)


def _is_opposite(other: Judgement, judgement: Judgement) -> bool:
    """Whether another judgement has the opposite result, and keeps it once all that has begun is carried out.

    It does not count if something that chance does on the way could not have come.
    """
    at, claim = other.fails_at, other.claim
    asked = judgement.fails_at == at or (
        at == len(claim.moves) and not claim.is_about_effects
    )
    by_chance = at is not None and not asked and other.last.seat is None
    opposite = other.result == OPPOSITE[judgement.result] and not other.only_for_now
    return opposite and not by_chance


def _as_statements(judgement: Judgement, tried: _Tried) -> tuple[Statement, ...]:
    """Return the statements with which a file gets the other result, at the moment that was taken; empty if none do.

    The changed field is tried first, together with the other fields that differ and
    that the file states; then all fields that differ.
    """
    premise = judgement.premise
    changed = premise.differing(tried.state)
    tried_at = place_in_file(tried.path, described(tried.state, premise.names))
    fewest = [one for one in changed if one.place == tried_at or premise.says(one)]
    for states in (fewest, changed):
        option = premise.saying(states) if states else None
        other = _judged(judgement, option.state) if option else None
        if other is not None and _is_opposite(other, judgement):
            moment = judgement.taken.states.items() if judgement.taken else ()
            stays = (Statement((POSITION, key), raw, ()) for key, raw in moment)
            return (*states, *stays)
    return ()


def _judged(judgement: Judgement, state: Any) -> Judgement | None:
    """Return the judgement of the claim in another position; None if it cannot be asked there."""
    return evaluated(judgement, state) if state is not None and is_possible(state) else None


def restated(premise: Premise, path: KeyPath, raw: Any) -> Any:
    """Return the position of a file that states another value of a field; None if that is not possible.

    Fields that follow from the value, or are filled in, change with it.
    """
    field, seat = field_of(premise.setting.layout, path)
    if len(path) != (1 if seat is None else 3):
        return None
    key, *also = keys_of(field.spec)
    table = (POSITION,) if seat is None else (PLAYER, premise.names[seat])
    option = premise.saying([Statement((*table, key), raw, (*also,))])
    return None if option is None else option.state


# --- The facts that were read ---------------------------------------------------------


def facts_read(judgement: Judgement) -> Iterator[KeyPath]:
    """Yield the paths of the fields that were read: first by the clauses that decided, then by the others.

    Those of the turn come first, and those of players who do not move come last.
    """
    setting, noted = judgement.setting, dict[KeyPath, None]()
    rulebook = setting.rulebook
    left_out = {*rulebook.law.moment_fields, "turn.seat", *rulebook.positions.follows}
    about_effects = bool(judgement.measured or judgement.score)

    read = set[KeyPath]()

    def watch(state: Any) -> Any:
        read.clear()
        return watched_fields(setting.layout, worlds_of(state).first, read)

    def note(position: Any) -> None:
        seat = rulebook.seat_to_move(position)
        fields = [path for path in read if name_of(path) not in left_out]
        noted.update(
            dict.fromkeys(sorted(fields, key=lambda path: (_distance(path, seat), str(path))))
        )
        read.clear()

    for before, (step, verdict) in zip(judgement.before, judgement.verdicts, strict=True):
        position = watch(before)
        move, seat = filled(position, step.move), verdict.seat
        if seat is not None and seat != rulebook.seat_to_move(position):
            position = rulebook.turned(position, seat)
        read.clear()
        for finding in verdict.findings:
            if finding.clause.id in judgement.against and type(move) in finding.clause.on:
                finding.clause.function(position, move)
        note(position)
        rulebook.law.evaluate(position, move)
        note(position)
    for before, move in judgement.made if about_effects else ():
        position = watch(before)
        draft = rulebook.draft(position, rulebook.law)
        rulebook.law.carry_out(draft, filled(position, move))
        note(position)
    for position in map(watch, judgement.ends if about_effects else ()):
        for one in judgement.measured:
            judgement.dispute.quantities.measure(one.effect, position)
        if judgement.score:
            judgement.claim.score(position)
        note(position)
    yield from noted


def _distance(path: KeyPath, seat: int | None) -> int:
    """Return how far a field is from whoever moves: the turn, what all share, their own things, those of others."""
    match path:
        case (str(part), int(owner), *_) if part == PLAYERS:
            return 2 if owner == seat else 3
        case _:
            return 0 if path[0] == TURN else 1


def field_of(layout: Layout[Any], path: KeyPath) -> tuple[BoundField, int | None]:
    """Return the field at a path in positions, and the seat of the player to whom it belongs."""
    seat = next((step for step in path if isinstance(step, int)), None)
    found = field_at(layout, name_of(path))
    assert found is not None
    return found, seat


# --- One step -------------------------------------------------------------------------


class Step(NamedTuple):
    """A change of a position by one step.

    ``about`` names the field or card that changes, ``words`` describe the change, and
    ``state`` is the position after it, None if this is not possible. ``raw`` is the new
    value as plain data.
    """

    about: str
    words: str
    state: Any
    raw: Any = NO_FILE


def steps(premise: Premise, path: KeyPath) -> Iterator[Step]:
    """Yield the positions in which the field at a path is one step away."""
    start, form = premise.state, premise.rulebook.disputes
    field, seat = field_of(premise.setting.layout, path)
    held, following = part_at(start, path), _following(start)
    if _holds_cards(form, field):
        cards = cast("HoldsCards[Any]", field.spec.holds).of.of
        yield from _moved(premise, path, cards, following)
        return
    for raw in _one_step(field, held):
        try:
            value = field.shape.read(raw)
            state = following(with_part(start, path, value))
        except UNUSABLE:
            continue
        if value == held:
            continue
        words = _in_words(field, held, value, premise.names, _whose(premise, seat))
        yield Step(".".join(map(str, path)), words, state, raw)


def _holds_cards(form: DisputeForm[Any, Any], field: BoundField) -> bool:
    """Return whether a field lists cards of a kind that lie in one place each."""
    holds = field.spec.holds
    one_place = isinstance(holds, HoldsCards) and holds.of.of in form.lying
    return one_place and field.shape.form is PlainForm.LIST


def _whose(premise: Premise, seat: int | None) -> str:
    return "" if seat is None else f"{premise.names[seat]}'s "


def _in_words(field: BoundField, was: Any, now: Any, names: Sequence[str], whose: str) -> str:
    """Return in words that a field has the value ``now`` instead of ``was``, such as "Anna's coins 2 instead of 3"."""
    form, words = field.shape.form, f"{whose}{field.spec.words}"
    before, after = map(field.shape.write, (was, now))
    if form is PlainForm.STACKS:
        return _of_stacks(words, before, after)
    if form is PlainForm.FLAG:
        flags = {True: "yes", False: "no"}
        before, after = (flags.get(one) or field.shape.measure(one)[0] for one in (was, now))
        return f"{words} {after} instead of {before}"
    if form is PlainForm.LIST:
        more = [one for one in after if one not in before]
        fewer = [one for one in before if one not in after]
        return f"{', '.join(map(str, more or fewer))} {'' if more else 'not '}among {words}"
    if isinstance(field.spec.holds, Seat):
        return f"{words} {names[now]} instead of {names[was]}"
    amounts = zip(field.phrases, *map(field.shape.measure, (was, now)), strict=False)
    changed = [(name, less, more) for (name, *_), less, more in amounts if less != more]
    if not changed:
        return f"{words} {after} instead of {before}"
    others = [f"{name} {more} instead of {less}" for name, less, more in changed]
    return f"{whose}{', '.join(others)}"


def _one_step(field: BoundField, held: Any) -> Iterator[Any]:
    """Yield values as plain data that are one step from the value of a field."""
    raw, shape = field.shape.write(held), field.shape
    if isinstance(raw, bool):
        yield not raw
    elif isinstance(raw, int):
        yield from (
            number for number in (raw - 1, raw + 1, 0) if number >= 0 and number != raw
        )
    elif shape.form is PlainForm.STACKS:
        for base, cards in raw.items():
            known = cards if isinstance(cards, list) else ["?"] * cards
            yield from ({**raw, base: other} for other in (known[:-1], [*known, "?"]))
            yield {key: one for key, one in raw.items() if key != base}
    elif isinstance(raw, dict):
        for cell in shape.cells:
            number = raw.get(cell.key, 0)
            if isinstance(number, int):
                rest = {key: one for key, one in raw.items() if key != cell.key}
                for other in (number - 1, number + 1):
                    if other >= 0:
                        yield {**rest, **({cell.key: other} if other else {})}
    elif isinstance(raw, list):
        yield from ([*raw[:at], *raw[at + 1 :]] for at in range(len(raw)))
        yield from ([*raw, cell.key] for cell in shape.cells if cell.key not in raw)
    else:
        others = [other for other in map(shape.write, shape.options) if other != raw]
        numbers = [other for other in others if isinstance(other, int)]
        yield from (other for other in others if not isinstance(other, int))
        near = raw if isinstance(raw, int) else 0
        yield from sorted(numbers, key=lambda number: abs(number - near))[:NUMBERS_MAX]


def _of_stacks(words: str, was: dict[str, Any], now: dict[str, Any]) -> str:
    """Return a change of stacks in words: one stack less, or another number of cards on a stack."""
    base = next(base for base, cards in was.items() if now.get(base) != cards)
    if base not in now:
        return f"{words} without {base}"
    before, after = (len(on) if isinstance(on, list) else on for on in (was[base], now[base]))
    return f"{words}: {after} instead of {before} on {base}"


def _moved(
    premise: Premise,
    path: KeyPath,
    cards: type[Any],
    following: Callable[[Any], Any],
) -> Iterator[Step]:
    """Yield the positions in which one card is moved from the place at a path to another place, or from there to it."""
    start = premise.state
    places = [
        leaf
        for leaf in leaves(premise.setting.layout, start)
        if leaf.holds_cards
        and leaf.names.of is cards
        and leaf.field.shape.form is PlainForm.LIST
    ]
    here = [leaf for leaf in places if leaf.path == path]
    others = [leaf for leaf in places if leaf.path != path]
    for source, target in chain(product(here, others), product(others, here)):
        there, before = (
            f"{_whose(premise, leaf.seat)}{leaf.field.spec.words}"
            for leaf in (target, source)
        )
        for at, card in enumerate(source.field.shape.write(source.value)):
            if card is not None:
                words = f"{card} in {there} instead of {before}"
                state = _laid(start, source, target, at)
                yield Step(card, words, None if state is None else following(state))


def _laid(start: Any, source: Leaf, target: Leaf, at: int) -> Any:
    """Return the position after the card at index ``at`` is moved to another place; None if that is not possible.

    In a row the card takes the first open place. If there is none, it changes places
    with the last card.
    """
    taken, laid = (leaf.field.shape.write(leaf.value) for leaf in (source, target))
    free, back = len(laid), [None] if source.field.shape.places else []
    if None in laid:
        free = laid.index(None)
    elif len(laid) == target.field.shape.places:
        free, back = free - 1, laid[-1:]
    try:
        left = source.field.shape.read([*taken[:at], *back, *taken[at + 1 :]])
        more = target.field.shape.read([*laid[:free], taken[at], *laid[free + 1 :]])
    except UNUSABLE:
        return None
    return with_part(with_part(start, source.path, left), target.path, more)


def _following(start: Any) -> Callable[[Any], Any]:
    """Return a function that computes again what follows from the rest of a position.

    It does so only for fields whose values follow from the rest in ``start`` too,
    because a file can state another value, such as a deck without some cards.
    """
    described = start.setting.rulebook.positions.follows.items()
    follow = [
        (path, find)
        for path, find in described
        if all(part_at(start, at) == value for at, value in _values(path, find(start)))
    ]

    def completed(state: Any) -> Any:
        for path, find in follow:
            state = with_parts(state, dict(_values(path, find(state))))
        return state

    return completed


def _values(path: str, found: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Yield what is found for a field, by its paths in positions; for a field of players, that is a value by seat."""
    *part, field = path.split(".")
    if part == [PLAYERS]:
        yield from (((PLAYERS, seat, field), value) for seat, value in enumerate(found))
    else:
        yield (*part, field), found
