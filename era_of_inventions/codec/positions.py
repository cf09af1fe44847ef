"""Positions and moves as JSON. What they look like follows from their declared fields."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from era_of_inventions.codec.sets import NOTHING, Given, setting_shape
from era_of_inventions.codec.shapes import GENERAL, JsonShape, Schema, dumps
from era_of_inventions.model.moves import KINDS, Move
from era_of_inventions.model.state import EMPTY, Phase, Setting, State
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import InvalidDataError, Kinds, Layout, Problem, Terms, layout_of
from era_of_inventions.tabletop.fields.layout import definitions, record_schema
from era_of_inventions.tabletop.fields.moves import kinds_definitions, kinds_schema
from era_of_inventions.tabletop.fields.problems import MISSING, check_object, within
from era_of_inventions.tabletop.play.setting import terms_of

CARD_REVEALS = (Phase.SETUP_FACTORIES, Phase.SETUP_CARDS, Phase.REFRESH_CARDS)
SETTINGS_MAX = 64
"""How many settings are remembered by how they are written."""
_settings: dict[tuple[str, Given], Setting] = {}
FACTORY_REVEALS = (Phase.SETUP_FACTORIES, Phase.REFRESH_FACTORIES)


def move_shape(setting: Setting) -> JsonShape[Move]:
    """The shape of the moves of a setting."""
    kinds = _kinds(terms_of(setting))
    return JsonShape(kinds_schema(KINDS), kinds.read, kinds.write)


def state_shape(given: Given) -> JsonShape[State]:
    """The shape of the positions of all settings whose sets and presets are known."""
    return JsonShape({"$ref": "#/$defs/State"}, lambda raw: read_state(raw, given), write_state)


@lru_cache(maxsize=64)
def _kinds(terms: Terms) -> Kinds:
    return Kinds("move", KINDS, terms)


@cache
def records() -> dict[str, Schema]:
    """The schemas of positions, of their parts, and of the kinds of moves, by name."""
    state = record_schema(State, GENERAL)
    properties = {"setting": setting_shape().schema, **state["properties"]}
    whole = {**state, "properties": properties, "required": ["setting", *state["required"]]}
    return {"State": whole, **definitions(State, GENERAL), **kinds_definitions("move", KINDS, GENERAL)}


def setting_in(raw: Any, given: Given) -> Setting:
    """The setting that a position names, without which nothing else in it can be read."""
    check_object(raw)
    written = raw.get("setting", MISSING)
    key = repr(written), given
    if key not in _settings:
        if len(_settings) >= SETTINGS_MAX:
            _settings.clear()
        try:
            _settings[key] = setting_shape(given).read(written)
        except InvalidDataError as error:
            raise InvalidDataError(within("setting", error)) from None
    return _settings[key]


def read_state(raw: Any, given: Given) -> State:
    """The position in plain data."""
    setting = setting_in(raw, given)
    fields = {key: part for key, part in raw.items() if key != "setting"}
    return _consistent(_layout(setting).read(fields, setting))


def write_state(state: State) -> dict[str, Any]:
    """The plain data of a position."""
    return {"setting": setting_shape().write(state.setting), **_layout(state.setting).write(state)}


def text_of_state(state: State, head: dict[str, Any]) -> str:
    """The JSON text of a position after the keys of a head."""
    setting = state.setting
    begin = _begin(setting, setting.ruleset.name, setting.components.name, *head.items())
    return begin + _layout(setting).dumps(state)[1:]


@lru_cache(maxsize=64)
def _begin(setting: Setting, _ruleset: str, _components: str, *head: tuple[str, Any]) -> str:
    """What the texts of a setting begin with. Names tell equal settings apart."""
    return f"{dumps({**dict(head), 'setting': setting_shape(NOTHING).write(setting)})[:-1]},"


def _layout(setting: Setting) -> Layout[State]:
    return layout_of(State, terms_of(setting))


def _consistent(state: State) -> State:
    """The position, if its parts go together. Raises all that is wrong if one of them lacks what the phase needs."""
    board, phase = state.board, state.turn.phase
    problems = []
    if phase in CARD_REVEALS and board.deck and EMPTY not in board.display:
        problems.append((("board", "display"), f"is full; expected null somewhere in the phase '{phase}'"))
    if phase in FACTORY_REVEALS and board.factory_deck and EMPTY not in board.row:
        problems.append((("board", "row"), f"is full; expected null somewhere in the phase '{phase}'"))
    if phase is Phase.ACTION and state.turn.area == EMPTY:
        problems.append((("turn", "area"), "is missing; expected the area of the action"))
    if problems:
        raise InvalidDataError(Problem(path, Code.INCONSISTENT, "", Literal(message)) for path, message in problems)
    return state
