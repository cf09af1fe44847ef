"""JSON documents: one format for each kind of value, with a version, and a JSON Schema for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import attrs
from cattrs.errors import ClassValidationError, IterableValidationError

from era_of_inventions.codec import records, verdicts
from era_of_inventions.codec.nouns import SEATS, nouns_of
from era_of_inventions.codec.reading import decoded, parse, problems_of
from era_of_inventions.codec.sets import COMPONENTS, NOTHING, Chosen, Given, ruleset_shape, setting_shape
from era_of_inventions.codec.shapes import Shape, WrongError, at, dumps, joined, not_an_object, structure
from era_of_inventions.component_sets.files import load_shipped
from era_of_inventions.game import ERA, Record
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import Setting, State
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import DocumentError, GameError, describe
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting
from era_of_inventions.tabletop.record.arguments import all_of

VERSION = 1
"""The version of the documents that are written, and the highest that is read."""
FAMILY = "era-of-inventions"


def head_of(name: str) -> dict[str, Any]:
    """The keys with which every document of that name begins."""
    return {"format": f"{FAMILY}/{name}", "version": VERSION}


@attrs.frozen
class Kind:
    """A kind of document: its name, the class of its values, and their shape.

    The shape depends on the setting, where one is needed to know what ids mean, and on the sets and rulesets given.
    """

    name: str
    of: type[Any]
    shape: Callable[[Setting | None, Given], Shape[Any]]

    @property
    def format(self) -> str:
        """The text that says which kind of document it is."""
        return str(self.head["format"])

    @property
    def head(self) -> dict[str, Any]:
        """The keys with which every document begins."""
        return head_of(self.name)


def write(value: object, setting: Setting | None) -> str:
    """A value as the text of a document. Raises `GameError` if it is of no known kind, or names what does not exist."""
    kind = next((kind for kind in KINDS if isinstance(value, kind.of)), None)
    if kind is None:
        raise GameError(
            f"{describe(value)} has no JSON form; expected one of {', '.join(k.of.__name__ for k in KINDS)}"
        )
    try:
        return joined(dumps(kind.head), kind.shape(setting, NOTHING).write(value))
    except (KeyError, IndexError) as error:
        raise GameError(f"the {kind.name} holds {error}, which is not among its components") from None


def read(
    text: str | bytes,
    of: type[Any],
    setting: Setting | None,
    components: Iterable[Components],
    rulesets: Iterable[Ruleset],
) -> Any:
    """The value in a document. Raises `DocumentError` with every problem, `GameError` for a class of no known kind."""
    kind = next((kind for kind in KINDS if kind.of is of), None)
    if kind is None:
        raise GameError(f"{of!r} has no JSON form; expected one of {', '.join(k.of.__name__ for k in KINDS)}")
    given = Given(all_of(components, Components, "components"), all_of(rulesets, Ruleset, "rulesets"))
    text = decoded(text, kind.name)
    shape = kind.shape(setting, given)
    body = _body(parse(text, kind.name), kind)
    try:
        return shape.read(body)
    except (ClassValidationError, IterableValidationError, WrongError, ValueError) as error:
        raise DocumentError(kind.name, problems_of(error)) from None


def shape_of(kind: Kind) -> Shape[Any]:
    """The shape of a kind of document, for some setting: its schema is the same for all."""
    return kind.shape(_any_setting(), NOTHING)


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


@lru_cache(maxsize=64)
def _state(given: Given) -> Shape[State]:
    settings = setting_shape(given)
    schema = nouns_of(_any_setting().components, SEATS).state(settings).schema
    return Shape(
        schema,
        lambda value, _=None: _within(_setting_of(value, settings)).read(value),
        lambda state: _within(state.setting).write(state),
    )


def _setting_of(value: Any, settings: Shape[Setting]) -> Setting:
    """The setting that a position names, without which nothing else in it can be read."""
    if type(value) is not dict:
        raise not_an_object(value)
    try:
        return settings.read(value.get("setting"))
    except Exception as error:
        raise at("setting", error) from None


def _within(setting: Setting) -> Shape[State]:
    return _state_within(setting, setting.ruleset.name, setting.components.name)


@lru_cache(maxsize=16)
def _state_within(setting: Setting, *_names: str) -> Shape[State]:
    """The shape of the positions of one setting, which is not read again. The names tell equal settings apart."""
    known = Shape(setting_shape().schema, lambda *_: setting, setting_shape().write)
    return nouns_of(setting.components, setting.players).state(known)


@lru_cache(maxsize=64)
def _record(given: Given) -> Shape[Record]:
    settings = setting_shape(given)

    def read(value: dict[str, Any]) -> Record:
        try:
            setting = _setting_of(value.get("start"), settings)
        except Exception as error:
            raise at("start", error) from None
        return _record_within(setting, setting.ruleset.name, setting.components.name).read(value)

    def write(record: Record) -> Any:
        setting = record.setting
        return _record_within(setting, setting.ruleset.name, setting.components.name).write(record)

    return Shape(_record_within(_any_setting(), "", "").schema, read, write)


@lru_cache(maxsize=16)
def _record_within(setting: Setting, *_names: str) -> Shape[Record]:
    """The shape of the records of one setting."""
    start = attrs.evolve(_within(setting), schema=_state(NOTHING).schema)
    return records.record(nouns_of(setting.components, setting.players), start)


# --- Other kinds ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _verdict_of(components: Components, players: int) -> Shape[Verdict]:
    return verdicts.verdict(nouns_of(components, players))


def _needed(setting: object, what: str) -> Setting:
    if not isinstance(setting, BaseSetting):
        raise GameError(f"the ids in a {what} depend on its setting; expected setting=… such as Game(4).setting")
    return setting


def _move(setting: Setting | None, _: Given) -> Shape[Move]:
    needed = _needed(setting, "move")
    return nouns_of(needed.components, needed.players).move


def _verdict(setting: Setting | None, _: Given) -> Shape[Verdict]:
    needed = _needed(setting, "verdict")
    return _verdict_of(needed.components, needed.players)


@lru_cache(maxsize=64)
def _ruleset(given: Given) -> Shape[Ruleset]:
    chosen = structure(Chosen, {"readings": ruleset_shape(given.rulesets)})
    return Shape(
        {**chosen.schema, "title": "Ruleset"},
        lambda value: chosen.read(value).readings,
        lambda ruleset: chosen.write(Chosen(ruleset)),
    )


def _any_setting() -> Setting:
    """A setting to make schemas with; they do not depend on which."""
    return Setting(ERA, SEATS, Ruleset(), load_shipped("reconstructed"))


KINDS = (
    Kind("state", State, lambda _, given: _state(given)),
    Kind("record", Record, lambda _, given: _record(given)),
    Kind("move", Move, _move),
    Kind("verdict", Verdict, _verdict),
    Kind("ruleset", Ruleset, lambda _, given: _ruleset(given)),
    Kind("components", Components, lambda *_: COMPONENTS),
    Kind("setting", Setting, lambda _, given: setting_shape(given)),
)
"""Every kind of document."""
