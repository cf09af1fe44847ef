"""JSON documents: one format for each kind of value, with a version, and a JSON Schema for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

import attrs
from cattrs.errors import ClassValidationError, IterableValidationError

from era_of_inventions.codec import records, verdicts
from era_of_inventions.codec.nouns import SEATS, Nouns
from era_of_inventions.codec.reading import parse, problems_of
from era_of_inventions.codec.sets import COMPONENTS, RULESET, Chosen, setting_shape
from era_of_inventions.codec.shapes import REMEMBERED, Shape, WrongError, at, dumps, not_an_object, structure
from era_of_inventions.component_files import load_shipped
from era_of_inventions.errors import DocumentError, EraError
from era_of_inventions.kernel.verdict import Verdict
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import Setting, State
from era_of_inventions.record.record import Record
from era_of_inventions.rulings import Ruleset
from era_of_inventions.toml_reader import describe

VERSION = 1
"""The version of the documents that are written, and the highest that is read."""
FAMILY = "era-of-inventions"
Given = tuple[Components, ...]


@attrs.frozen
class Kind:
    """A kind of document: its name, the class of its values, and their shape.

    The shape depends on the setting, where one is needed to know what ids mean, and on the component sets given.
    """

    name: str
    of: type[Any]
    shape: Callable[[Setting | None, Given], Shape[Any]]

    @property
    def format(self) -> str:
        """The text that says which kind of document it is."""
        return f"{FAMILY}/{self.name}"

    @property
    def head(self) -> dict[str, Any]:
        """The keys with which every document begins."""
        return {"format": self.format, "version": VERSION}


def write(value: object, setting: Setting | None) -> str:
    """A value as the text of a document. Raises `EraError` if it is of no known kind, or names what does not exist."""
    kind = next((kind for kind in KINDS if isinstance(value, kind.of)), None)
    if kind is None:
        raise EraError(f"{describe(value)} has no JSON form; expected one of {', '.join(k.of.__name__ for k in KINDS)}")
    try:
        if isinstance(value, State):
            return _texts(value.setting, value.setting.components.name).of(value)
        return dumps({**kind.head, **kind.shape(setting, ()).write(value)})
    except (KeyError, IndexError) as error:
        raise EraError(f"the {kind.name} holds {error}, which is not among its components") from None


def read(text: str | bytes, of: type[Any], setting: Setting | None, components: Iterable[Components]) -> Any:
    """The value in a document. Raises `DocumentError` with every problem, `EraError` for a class of no known kind."""
    kind = next((kind for kind in KINDS if kind.of is of), None)
    if kind is None:
        raise EraError(f"{of!r} has no JSON form; expected one of {', '.join(k.of.__name__ for k in KINDS)}")
    shape = kind.shape(setting, tuple(components))
    body = _body(parse(text, kind.name), kind)
    try:
        return shape.read(body)
    except (ClassValidationError, IterableValidationError, WrongError, ValueError) as error:
        raise DocumentError(kind.name, problems_of(error)) from None


def shape_of(kind: Kind) -> Shape[Any]:
    """The shape of a kind of document, for some setting: its schema is the same for all."""
    return kind.shape(_any_setting(), ())


def _body(document: Any, kind: Kind) -> dict[str, Any]:
    """The document without its head, which must be that of the kind."""
    if type(document) is not dict:
        raise DocumentError(kind.name, problems_of(not_an_object(document)))
    problems = []
    if (found := document.pop("format", None)) != kind.format:
        problems.append(f"format: is {describe(found) if found is not None else 'missing'}; expected {kind.format!r}")
    version = document.pop("version", None)
    if type(version) is int and version > VERSION:
        problems.append(f"version: is {describe(version)}, which is newer than {VERSION}; expected at most {VERSION}")
    elif type(version) is not int or version != VERSION:
        problems.append(f"version: is {describe(version) if version is not None else 'missing'}; expected {VERSION}")
    if problems:
        raise DocumentError(kind.name, problems)
    return document


# --- Kinds ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _nouns(components: Components, players: int) -> Nouns:
    return Nouns(components, players)


@lru_cache(maxsize=64)
def _state(given: Given) -> Shape[State]:
    settings = setting_shape(given)

    def read(value: Any, _: object = None) -> State:
        if type(value) is not dict:
            raise not_an_object(value)
        try:
            setting = settings.read(value.get("setting"))
        except Exception as error:
            raise at("setting", error) from None
        return _within(setting).read(value)

    schema = _nouns(_any_setting().components, SEATS).state(settings).schema
    return Shape(schema, read, lambda state: _within(state.setting).write(state))


def _within(setting: Setting) -> Shape[State]:
    return _state_within(setting, setting.ruleset.name, setting.components.name)


@lru_cache(maxsize=16)
def _state_within(setting: Setting, *_names: str) -> Shape[State]:
    """The shape of the positions of one setting, which is not read again. Names are no part of what is equal."""
    known = Shape(setting_shape(()).schema, lambda *_: setting, setting_shape(()).write)
    return _nouns(setting.components, setting.players).state(known)


@lru_cache(maxsize=64)
def _record(given: Given) -> Shape[Record]:
    states = _state(given)

    def read(value: dict[str, Any]) -> Record:
        try:
            start = states.read(value.get("start"))
        except Exception as error:
            raise at("start", error) from None
        setting = start.setting
        return _record_within(setting.components, setting.players).read({**value, "start": start})

    def write(record: Record) -> Any:
        return _record_within(record.setting.components, record.setting.players).write(record)

    return Shape(_record_within(_any_setting().components, SEATS).schema, read, write)


@lru_cache(maxsize=16)
def _record_within(components: Components, players: int) -> Shape[Record]:
    """The shape of the records of one setting, whose first position is not read again."""
    known: Shape[State] = Shape(_state(()).schema, lambda state, _: state, _state(()).write)
    return records.record(_nouns(components, players), known)


class _Texts:
    """The JSON of the positions of one setting, put together from that of their parts, which positions share."""

    def __init__(self, setting: Setting) -> None:
        """Write what all of them begin with."""
        nouns = _nouns(setting.components, setting.players)
        head = {**STATE.head, "setting": setting_shape(()).write(setting)}
        self._head = dumps(head)[:-1]
        self._player = _remembered(nouns.player)
        self._board = _remembered(nouns.board)
        self._turn = _remembered(nouns.turn)

    def of(self, state: State) -> str:
        """The text of a position."""
        players = ",".join(map(self._player, state.players))
        return (
            f'{self._head},"players":[{players}],"board":{self._board(state.board)},'
            f'"round":{state.round},"start":{state.start},"turn":{self._turn(state.turn)}}}'
        )


def _remembered(shape: Shape[Any]) -> Callable[[Any], str]:
    return lru_cache(maxsize=REMEMBERED)(lambda part: dumps(shape.write(part)))


@lru_cache(maxsize=16)
def _texts(setting: Setting, _name: str) -> _Texts:
    return _Texts(setting)


@lru_cache(maxsize=16)
def _verdict_of(components: Components, players: int) -> Shape[Verdict]:
    return verdicts.verdict(_nouns(components, players))


def _needed(setting: Setting | None, what: str) -> Setting:
    if setting is None:
        raise EraError(f"the ids in a {what} depend on its setting; expected setting=… such as Game(4).setting")
    return setting


def _move(setting: Setting | None, _: Given) -> Shape[Move]:
    needed = _needed(setting, "move")
    return _nouns(needed.components, needed.players).move


def _verdict(setting: Setting | None, _: Given) -> Shape[Verdict]:
    needed = _needed(setting, "verdict")
    return _verdict_of(needed.components, needed.players)


@cache
def _ruleset() -> Shape[Ruleset]:
    chosen = structure(Chosen, {"readings": RULESET})
    return Shape(
        {**chosen.schema, "title": "Ruleset"},
        lambda value: chosen.read(value).readings,
        lambda ruleset: chosen.write(Chosen(ruleset)),
    )


def _any_setting() -> Setting:
    """A setting to make schemas with; they do not depend on which."""
    return Setting(SEATS, Ruleset(), load_shipped("reconstructed"))


STATE = Kind("state", State, lambda _, given: _state(given))
KINDS = (
    STATE,
    Kind("record", Record, lambda _, given: _record(given)),
    Kind("move", Move, _move),
    Kind("verdict", Verdict, _verdict),
    Kind("ruleset", Ruleset, lambda *_: _ruleset()),
    Kind("components", Components, lambda *_: COMPONENTS),
    Kind("setting", Setting, lambda _, given: setting_shape(given)),
)
"""Every kind of document."""
