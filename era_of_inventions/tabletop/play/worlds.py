"""The worlds that a partly known position allows: its completions, and questions that are asked of them.

A question is asked of a completion, in which everything unknown is replaced by something possible. A veil notes which
of these guesses the answer uses. If it uses none, it is the answer in all worlds.

If it does, the question is asked of several completions. They are chosen so that every possible card, every possible
mixture of sorts, and every possible value of a hidden field occurs in at least one. The answer is certain if it is the
same in all of them. It is not if it uses several hidden values, or one that has very many, and not all that these can
be together was tried: checks of positions may even have left only one completion of many.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, KeyPath, joined
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.rulebook import totals_of
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import UNKNOWN, views
from era_of_inventions.tabletop.values.completions import guesses
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.veiled import veiled
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
FEW = 2


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
def view_of(state: Any, seat: int) -> Any:
    """Return a position as a seat may know it."""
    return state.setting.rulebook.view(state, seat)


@lru_cache(maxsize=1 << 12)
def is_whole(move: object) -> bool:
    """Return whether no part of a move is unknown."""
    return all(getattr(move, field.name) != UNKNOWN for field, _ in fields_of(type(move)))


def require_whole(state: AnyPosition) -> None:
    """Raise `GameError` if something in a position is unknown."""
    if not is_known(state):
        nobody = joined(map(str, named_fields(unknown(state))), "and")
        raise GameError(f"nobody knows {nobody} in this view; expected a whole position")


def completions(state: S) -> tuple[S, ...]:
    """Return the first completions of a position, which differ much; a known position is its only completion."""
    return some_completions(cast("Any", state), FEW)


@lru_cache(maxsize=32)
def some_completions(state: Any, most: int | None) -> tuple[Any, ...]:
    """Return the first ``most`` completions of a position; with None, all of them.

    Guesses for hidden values have to make positions that are possible, if any do.
    """
    if is_known(state):
        return (state,)
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
    found = guesses(setting.layout, state, worlds[0], totals_of(setting))
    if found.leaves and not setting.rulebook.law.is_possible(worlds[0]):
        return False, frozenset()
    paths = [leaf.path for leaf in found.leaves]
    tried = [len({views.part_at(whole, path) for whole in worlds}) for path in paths]
    numbers = zip(paths, tried, found.sizes, strict=True)
    return found.complete, frozenset(path for path, number, size in numbers if number >= size)


def answers(state: S, question: Callable[[S], T]) -> tuple[list[T], bool]:
    """Return the answers to a question in all completions, and whether they are those of all worlds.

    If the question uses nothing unknown, there is one answer, which is that of all worlds.
    """
    if is_known(state):
        return [question(state)], True
    used = uses(state, question)
    return [*map(question, wholes(state) if used else completions(state)[:1])], not used


def uses(
    state: S, question: Callable[[S], object], worlds: Sequence[S] = ()
) -> Collection[KeyPath]:
    """Return the paths of the unknown fields that a question uses in the first completion, or in the first world."""
    whole, used = (
        _veil(worlds[0], tuple(unknown(state))) if worlds else _veil_of(cast("Any", state))
    )
    used.clear()
    try:
        answer = question(whole)
        try:
            hash(answer)  # which uses what is still veiled in the answer
        except TypeError:
            repr(answer)  # as this does
    except Exception:  # an operation that takes no veil: it can use anything
        return [field.path for field in unknown(state)]
    return used


def _veil(whole: Any, fields: Sequence[Leaf]) -> tuple[Any, set[KeyPath]]:
    """Return a completion with a veil on these fields, and the set in which the veil notes what is used."""
    used = set[KeyPath]()
    return veiled(whole, fields, used), used


@lru_cache(maxsize=32)
def _veil_of(state: Any) -> tuple[Any, set[KeyPath]]:
    return _veil(completions(state)[0], tuple(unknown(state)))


@lru_cache(maxsize=32)
def _values(state: Any) -> tuple[Leaf, ...]:
    """Return the unknown values of a position that are no cards."""
    return tuple(leaf for leaf in unknown(state) if not leaf.holds_cards)


def untried(
    state: S, question: Callable[[S], object], worlds: Sequence[S] = ()
) -> tuple[Leaf, ...]:
    """Return the unknown values that a question uses, if it was not asked of all that these can be together.

    It is asked in these ``worlds``, by default in all completions.
    """
    values = _values(cast("Any", state))
    if not values or not uses(state, question, worlds):
        return ()
    complete, in_full = _guesses(cast("Any", state))
    if complete:
        return ()
    each = (uses(state, question, [one]) for one in worlds or wholes(state))
    used = frozenset[KeyPath]().union(*each)
    found = tuple(leaf for leaf in values if leaf.path in used)
    return () if len(found) < 2 and used <= in_full else found


def is_unknown(state: AnyPosition, field: str, seat: int | None) -> bool:
    """Return whether something is unknown of a field, given by the path of its changes and the seat that owns it."""
    return (field, seat) in _by_field(cast("Any", state))


def is_guessed(state: AnyPosition, field: str, seat: int | None) -> bool:
    """Return whether the value of such a field is no card, unknown, and not the same in all worlds."""
    leaf = _by_field(cast("Any", state)).get((field, seat))
    if leaf is None or leaf.holds_cards:
        return False
    found = {views.part_at(whole, leaf.path) for whole in wholes(state)}
    return len(found) > 1 or not _guesses(cast("Any", state))[0]


@lru_cache(maxsize=32)
def _by_field(state: Any) -> Mapping[tuple[str, int | None], Leaf]:
    """Return the unknown fields of a position by the paths of their changes and their owners."""

    def name(leaf: Leaf) -> str:
        return ".".join(step for step in leaf.path if isinstance(step, str))

    return {(name(leaf), leaf.seat): leaf for leaf in unknown(state)}


def worlds(state: AnyPosition) -> int:
    """Return in how many completions a question about a position is asked at most."""
    return len(wholes(state))


def ask(state: S, question: Callable[[S], T]) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question about a position, and list the unknown fields on which the answer depends.

    The list is empty if the answer is certain.
    """
    found, sure = answers(state, question)
    if sure:
        return found[0], ()
    worlds = wholes(state)
    usual, differing = _differing(worlds, found)
    if differing:
        worlds = possible(state)
        usual, differing = _differing(worlds, [*map(question, worlds)])
    if not differing:
        return usual, named_fields(untried(state, question))
    first = worlds[0]
    fields = list(unknown(state))
    alone = [
        field
        for field in fields
        if any(question(_with(first, other, field)) != usual for other in differing)
    ]
    return usual, named_fields(alone or fields)


def _differing(worlds: Sequence[S], found: Sequence[T]) -> tuple[T, list[S]]:
    """Return the answer in the first of some completions, and those in which it is another."""
    usual, *others = found
    return usual, [
        world for world, other in zip(worlds[1:], others, strict=True) if other != usual
    ]


def named_fields(fields: Iterable[Leaf]) -> tuple[OpenOn, ...]:
    """Return the words and owners of fields, without repetitions."""
    return tuple(
        dict.fromkeys(OpenOn(field.seat, field.field.spec.words) for field in fields)
    )


def _with(position: S, other: S, field: Leaf) -> S:
    return views.with_part(position, field.path, views.part_at(other, field.path))


def certain(state: S, question: Callable[[S], T], what: str) -> T:
    """Answer a question as `ask` does. Raises `GameError` if ``what`` it asks for depends on something unknown."""
    found, depends = ask(state, question)
    if depends:
        raise GameError(
            f"{what} depends on what is unknown: {joined(map(str, depends), 'and')}"
        )
    return found


def wholes(state: S) -> tuple[S, ...]:
    """Return all completions of a position."""
    return some_completions(cast("Any", state), None)


def possible(state: S) -> tuple[S, ...]:
    """Return all completions that are possible positions; if none is, all."""
    return _possible(cast("Any", state))


@lru_cache(maxsize=32)
def _possible(state: Any) -> tuple[Any, ...]:
    is_possible = state.setting.rulebook.law.is_possible
    return tuple(filter(is_possible, wholes(state))) or wholes(state)
