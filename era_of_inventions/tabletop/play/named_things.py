"""The things that a move names, and where those of them can lie that are not known to lie anywhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeVar

from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting, kept_in_setting
from era_of_inventions.tabletop.play.worlds import Worlds, worlds_of
from era_of_inventions.tabletop.values import UNKNOWN, members, views
from era_of_inventions.tabletop.values.domains import Choice
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import AnyNames, Terms
from era_of_inventions.tabletop.values.packed import Cards
from era_of_inventions.tabletop.values.veiling import Lying
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)


def places_of(known: Worlds[Any], names: AnyNames) -> Iterator[Leaf]:
    """Return the places in which unknown things of a kind lie."""
    return (leaf for leaf in known.unknown if leaf.is_of(names))


def sets_of(known: Worlds[Any], names: AnyNames) -> Sequence[Leaf | None]:
    """Return the sets in which unknown things of a kind lie, and None for no set if some lie in none."""
    sets = [leaf for leaf in places_of(known, names) if type(leaf.value) is Cards]
    in_sets = sum(leaf.value.unknown for leaf in sets)
    return [*sets, None] if in_sets < known.free[names].bit_count() else sets


def unknown_named(known: Worlds[Any], move: Any) -> Iterator[tuple[AnyNames, int]]:
    """Yield the things that a move names and that are not known to lie anywhere."""
    terms = known.state.setting.layout.terms
    named = list(named_in(terms, move))
    for names, free in known.free.items() if named else ():
        for of, name in named:
            for thing in called(terms, names, of, name):
                if free >> thing & 1:
                    yield names, thing
                    break


def worlds_about(state: S, move: Any, seat: int | None = None) -> Worlds[S]:
    """Return what `worlds_of` does for questions about a move, which can ask for the things that it names."""
    return worlds_naming(state, _names_in(state.setting, move), seat)


@kept_in_setting
def _names_in(setting: AnySetting, move: Any) -> Collection[str]:
    return {name for _, name in named_in(setting.terms, move)}


def worlds_naming(state: S, called: Collection[str], seat: int | None = None) -> Worlds[S]:
    """Return what `worlds_of` does for questions that can ask for things with these names."""
    plain = worlds_of(state, seat)
    named = tuple(
        (names, thing)
        for names, free in (plain.free.items() if called and plain.unknown else ())
        for thing in map(_sorted_things(state.setting, names).get, sorted(called))
        if thing is not None and free >> thing & 1
    )
    return worlds_of(state, seat, named) if named else plain


@kept_in_setting
def _sorted_things(setting: AnySetting, names: AnyNames) -> Mapping[str, int]:
    """Return the things that have sorts, by their names; none if moves name their faces."""
    if names.faces is not None or not names.sorts(setting.terms):
        return {}
    return {name: thing for thing, name in enumerate(setting.terms.get(names.names))}


class Picks(NamedTuple):
    """The moves for which one stands that leaves open which free thing it picks."""

    part: str
    """The part of the move that is unknown."""
    names: AnyNames
    moves: Mapping[int, Any]
    """The moves by the things that they pick."""


def picks(known: Worlds[Any], move: Any) -> Picks | None:
    """Return for which moves a move stands; None if it leaves open more than a thing, or names it by its face."""
    setting = known.state.setting
    part, kind, by_name = _moves_by_name(setting, move)
    of_kind = [names for names in known.free if names.of is kind]
    if len(of_kind) != 1 or of_kind[0].faces is not None:
        return None
    (names,) = of_kind
    named = enumerate(setting.terms.get(names.names))
    free = ((thing, name) for thing, name in named if known.free[names] >> thing & 1)
    moves = {thing: by_name[name] for thing, name in free if name in by_name}
    is_numbered_alike = all(getattr(one, part) == thing for thing, one in moves.items())
    return Picks(part, names, moves) if moves and is_numbered_alike else None


@kept_in_setting
def _moves_by_name(
    setting: AnySetting, move: Any
) -> tuple[str, type[Any] | None, Mapping[str, Any]]:
    """Return the only unknown part of a move, the kind of its things, and the whole moves by the names of these."""
    fields = layout_of(type(move), setting.terms).fields
    parts = [field for field in fields if getattr(move, field.name) == UNKNOWN]
    chosen = parts[0].spec.holds.innermost if len(parts) == 1 else None
    if not isinstance(chosen, Choice):
        return "", None, {}
    (part,) = parts
    alike = (one for one in setting.masked_moves.get(move, ()) if type(one) is type(move))
    by_name = {part.shape.write(getattr(one, part.name)): one for one in alike}
    return part.name, chosen.names.of, by_name


def placings(known: Worlds[Any], move: Any) -> Sequence[tuple[Lying, ...]]:
    """Return all that can be known of where the unknown things lie that a move names: in which set each, or in none.

    Where the things lie that it names by their face is left open.
    """
    every = []
    for names, thing in dict.fromkeys(unknown_named(known, move)):
        if names.faces is None:
            every.append([Lying(names, thing, place) for place in sets_of(known, names)])
    return [lying for lying in product(*every) if _have_room(lying)]


def _have_room(lying: Iterable[Lying]) -> bool:
    """Return whether no more things lie in a set than are unknown in it."""
    places = [one.place for one in lying if one.place is not None]
    return all(places.count(place) <= place.value.unknown for place in places)


def with_things(state: Any, lying: Sequence[Lying]) -> Any:
    """Return a position in which it is known where these things lie, each in a set."""
    for one in lying:
        assert one.place is not None
        held = views.part_at(state, one.place.path)
        state = views.with_card(state, one.place._replace(value=held), one.thing)
    return state


def still_lies(whole: Any, lying: Lying) -> bool:
    """Return whether a thing lies in its set in a completion."""
    assert lying.place is not None
    return lying.thing in views.part_at(whole, lying.place.path)


def called(terms: Terms, names: AnyNames, of: type[Any], name: str) -> Sequence[int]:
    """Return the things that a name stands for: one thing, or all copies of a face; empty for names of another kind."""
    if names.faces is not None and of is names.faces.of:
        copies = names.faces.copies(terms.setting)
        return members(copies.of_face[[*copies.numbers].index(name)])
    known = [*terms.get(names.names)] if of is names.of else []
    return [known.index(name)] if name in known else []


def named_in(terms: Terms, move: Any) -> Iterator[tuple[type[Any], str]]:
    """Yield the things that a move names, each by its kind and its name."""
    for field in layout_of(type(move), terms).fields:
        chosen = field.spec.holds.innermost
        if isinstance(chosen, Choice) and (value := getattr(move, field.name)) != UNKNOWN:
            written = field.shape.write(value)
            for name in written if isinstance(written, list) else [written]:
                if isinstance(name, str):
                    yield chosen.names.of, name
