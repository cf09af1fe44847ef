"""Positions as JSON, derived from their declared fields."""

from __future__ import annotations

from functools import cache
from typing import Any
from weakref import WeakValueDictionary

from era_of_inventions.tabletop.documents.agreements import WholeSetting, general
from era_of_inventions.tabletop.errors import MISSING, Code, Phrase, Problem, Verbatim
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnySetting, kept_in_setting
from era_of_inventions.tabletop.records.supplied import Supplied
from era_of_inventions.tabletop.text.json import dumps
from era_of_inventions.tabletop.values import InvalidDataError, Terms
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.json_schema import (
    definitions,
    record_schema,
    with_first,
)
from era_of_inventions.tabletop.values.moves import MOVE, OCCASION, kinds_definitions
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.problems import check_object, read_all

_settings: WeakValueDictionary[tuple[str, AnyRulebook, Supplied], AnySetting] = (
    WeakValueDictionary()
)
"""The settings that were read already, by their raw data, the rulebook and what was supplied."""


class WholePosition(Domain[Any]):
    """A position with its setting."""

    def schema(self, terms: Terms) -> Schema:
        """Return a reference to the schema of positions in `records`."""
        return {"$ref": "#/$defs/State"}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        return plain_shape(lambda raw: _read(raw, terms), lambda state: _write(state, terms))


@cache
def records(rulebook: AnyRulebook) -> dict[str, Schema]:
    """Return the schemas of positions, their parts, and the kinds of moves and occasions, by name."""
    terms = general(rulebook)
    about = {"title": "setting", "description": "What the table agreed on."}
    setting = {"setting": {"$ref": "#/$defs/Setting", **about}}
    return {
        "Setting": WholeSetting().schema(terms),
        **definitions(rulebook.state, terms),
        **kinds_definitions(MOVE, rulebook.kinds, terms),
        **kinds_definitions(OCCASION, rulebook.occasions, terms),
        "State": with_first(setting, record_schema(rulebook.state, terms)),
    }


def setting_in(raw: Any, terms: Terms) -> AnySetting:
    """Read the setting of a position, which is needed to read everything else."""
    check_object(raw)
    raw_setting = raw.get("setting", MISSING)
    key = repr(raw_setting), terms.rulebook, terms.supplied
    setting = _settings.get(key)
    if setting is None:
        read = WholeSetting().bind(terms).read
        [setting] = read_all([("setting", read, raw_setting)])
        _settings[key] = setting
    return setting


def _read(raw: Any, terms: Terms) -> Any:
    """Read a position from plain data. Only its form is checked here; the law checks whether it is possible."""
    setting = setting_in(raw, terms)
    fields = dict(raw)
    del fields["setting"]
    state = setting.layout.read(fields, setting)
    if misshapen := terms.rulebook.law.misshapen(state):
        raise InvalidDataError(
            Problem((Verbatim(problem.about),), Code.INCONSISTENT, Phrase(problem.text))
            for problem in misshapen
        )
    return state


def _write(state: Any, terms: Terms) -> dict[str, Any]:
    setting = WholeSetting().bind(terms).write(state.setting)
    return {"setting": setting, **state.setting.layout.write(state)}


def text_of_state(state: Any, head: dict[str, Any]) -> str:
    """Return the JSON text of a position, which begins with the keys of a head."""
    setting: AnySetting = state.setting
    begin = _begin(setting, tuple(head.items()))
    return begin + setting.layout.dumps(state)[1:]


@kept_in_setting
def _begin(setting: AnySetting, head: tuple[tuple[str, Any], ...]) -> str:
    """Return the beginning of the JSON text of positions: the keys of a head, and the setting."""
    written = WholeSetting().bind(general(setting.rulebook)).write(setting)
    return f"{dumps({**dict(head), 'setting': written})[:-1]},"
