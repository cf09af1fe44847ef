"""From which facts of a file others follow: derived fields, and quantities that are only counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from era_of_inventions.tabletop.disputes.statements import name_of
from era_of_inventions.tabletop.errors import Code, KeyPath, Phrase, Problem, joined
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values.declared import key_of
from era_of_inventions.tabletop.values.layout import field_at
from era_of_inventions.tabletop.values.views import watched_fields

FACTS_NAMED = 4
"""The most facts that are named as those from which another one follows."""


def derived_from(state: Any, path: KeyPath) -> Sequence[KeyPath]:
    """Return the paths of the fields of a player from which a field of this player follows; of others the path itself.

    A field that does not follow from others is its own source.
    """
    follows = state.setting.rulebook.positions.follows.get(name_of(path))
    if follows is None or path[0] != PLAYERS:
        return [path]
    return [one for one in _read(follows, state) if one[:2] == path[:2] and one != path]


def following(about: str, state: Any) -> str:
    """Say of a field that follows from others by which keys to state these, if they are few; of others nothing."""
    follows = state.setting.rulebook.positions.follows.get(about)
    if follows is None:
        return ""
    facts = _keys({name_of(path) for path in _read(follows, state)} - {about}, state)
    return f"; it follows from {facts}: state these instead, or leave it out"


def counted(problem: Problem, state: Any, names: Sequence[str]) -> Problem:
    """Return the problem of an unknown key; if it names a quantity that is counted, with the keys that decide it."""
    if problem.code is not Code.UNKNOWN_KEY:
        return problem
    match problem.path:
        case ("player", str(owner), str(key)):
            what = f"{owner} {key}"
        case ("position", str(key)):
            what = key
        case _:
            return problem
    quantities = state.setting.for_players(tuple(names)).quantities
    try:
        effect = quantities.parse(f"{what.replace('_', ' ')} +1")
    except ValueError:
        return problem
    derived = {one.name for one in state.setting.rulebook.disputes.quantities}
    if effect.what not in derived | {"score"}:
        return problem
    read = _read(partial(quantities.measure, effect), state)
    facts = {name_of(path) for path in read if path[0] != PLAYERS or path[1] == effect.seat}
    these = "these" if len(facts) > 1 else "this"
    found = Phrase(f"is counted from {_keys(facts, state)}: state {these} instead")
    return problem._replace(found=found, known=())


def _read(function: Callable[[Any], object], state: Any) -> list[KeyPath]:
    """Return the paths of the fields that a function of a position reads."""
    read = set[KeyPath]()
    function(watched_fields(state.setting.layout, worlds_of(state).first, read))
    return sorted(read, key=str)


def _keys(names: Collection[str], state: Any) -> str:
    fields = [field_at(state.setting.layout, name) for name in sorted(names)]
    keys = [repr(key_of(field.spec)) for field in fields if field]
    return joined(keys, "and") if len(keys) <= FACTS_NAMED else "other facts"
