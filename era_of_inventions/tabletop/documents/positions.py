"""Positions, moves and occasions as JSON, derived from their declared fields."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from era_of_inventions.tabletop.documents.settings import Context, general, setting_shape
from era_of_inventions.tabletop.documents.shapes import JsonShape, Schema
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import DataProblem, InvalidDataError, Kinds, Terms
from era_of_inventions.tabletop.fields.layout import definitions, record_schema
from era_of_inventions.tabletop.fields.moves import kinds_definitions, kinds_schema
from era_of_inventions.tabletop.fields.problems import MISSING, check_object, within
from era_of_inventions.tabletop.files.json import dumps
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting, terms_of

MOVE, OCCASION = "move", "occasion"
"""The keys that hold the kind of a move or an occasion."""
SETTINGS_MAX = 64
"""How many settings are cached, by their raw form."""
_settings: dict[tuple[str, Context], Setting[Any, Any]] = {}


def move_shape(setting: Setting[Any, Any]) -> JsonShape[Any]:
    """The shape of the moves of a setting."""
    kinds = setting.rulebook.kinds
    bound = _kinds(MOVE, kinds, terms_of(setting))
    return JsonShape(kinds_schema(kinds), bound.read, bound.write)


def subject_shape(setting: Setting[Any, Any]) -> JsonShape[Any]:
    """The shape of the subject of a clause: a move or an occasion."""
    moves, occasions = move_shape(setting), setting.rulebook.occasions
    bound = _kinds(OCCASION, occasions, terms_of(setting))
    return JsonShape(
        {"anyOf": [moves.schema, kinds_schema(occasions)]},
        lambda raw: (bound if isinstance(raw, dict) and OCCASION in raw else moves).read(raw),
        lambda subject: (bound if isinstance(subject, occasions) else moves).write(subject),
    )


@lru_cache(maxsize=64)
def state_shape(context: Context) -> JsonShape[Any]:
    """The shape of the positions of all settings with available sets and presets."""
    return JsonShape({"$ref": "#/$defs/State"}, lambda raw: read_state(raw, context), write_state)


@lru_cache(maxsize=64)
def _kinds(tag: str, kinds: tuple[type[Any], ...], terms: Terms) -> Kinds:
    return Kinds(tag, kinds, terms)


@cache
def records(rulebook: Rulebook[Any, Any]) -> dict[str, Schema]:
    """The schemas of positions, their parts, and the kinds of moves and occasions, by name."""
    terms = general(rulebook)
    state = record_schema(rulebook.state, terms)
    about = {"title": "setting", "description": "What the table agreed on."}
    properties = {"setting": {"$ref": "#/$defs/Setting", **about}, **state["properties"]}
    return {
        "Setting": setting_shape(Context(rulebook)).schema,
        **definitions(rulebook.state, terms),
        **kinds_definitions(MOVE, rulebook.kinds, terms),
        **kinds_definitions(OCCASION, rulebook.occasions, terms),
        "State": {**state, "properties": properties, "required": ["setting", *state["required"]]},
    }


def setting_in(raw: Any, context: Context) -> Setting[Any, Any]:
    """Read the setting of a position, which is needed to read everything else."""
    check_object(raw)
    raw_setting = raw.get("setting", MISSING)
    key = repr(raw_setting), context
    setting = _settings.get(key)
    if setting is None:
        if len(_settings) >= SETTINGS_MAX:
            _settings.clear()
        try:
            setting = _settings[key] = setting_shape(context).read(raw_setting)
        except InvalidDataError as error:
            raise InvalidDataError(within("setting", error)) from None
    return setting


def read_state(raw: Any, context: Context) -> Any:
    """Read a position from plain data. It is well-formed; whether it is possible is for the law to check."""
    setting = setting_in(raw, context)
    fields = dict(raw)
    del fields["setting"]
    state = context.rulebook.layout(setting).read(fields, setting)
    if misshapen := context.rulebook.law.misshapen(state):
        raise InvalidDataError(
            DataProblem((Literal(problem.about),), Code.INCONSISTENT, "", Literal(problem.text))
            for problem in misshapen
        )
    return state


def write_state(state: Any) -> dict[str, Any]:
    """The plain data of a position."""
    setting: Setting[Any, Any] = state.setting
    rulebook: Rulebook[Any, Any] = setting.rulebook
    return {"setting": setting_shape(Context(rulebook)).write(setting), **rulebook.layout(setting).write(state)}


def text_of_state(state: Any, head: dict[str, Any]) -> str:
    """The JSON text of a position after the keys of a head."""
    setting: Setting[Any, Any] = state.setting
    begin = _begin(setting, setting.ruleset.name, setting.components.name, *head.items())
    return begin + setting.rulebook.layout(setting).dumps(state)[1:]


@lru_cache(maxsize=64)
def _begin(setting: Setting[Any, Any], _ruleset: str, _components: str, *head: tuple[str, Any]) -> str:
    """The beginning of the JSON of positions. The names distinguish equal settings in the cache."""
    return f"{dumps({**dict(head), 'setting': setting_shape(Context(setting.rulebook)).write(setting)})[:-1]},"
