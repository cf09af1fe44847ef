"""JSON documents: one format for each kind of value, with a version, and a JSON Schema for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import attrs

from era_of_inventions.codec.positions import move_shape, state_shape, text_of_state
from era_of_inventions.codec.records import read_record, record_shape
from era_of_inventions.codec.sets import COMPONENTS, NOTHING, Chosen, Given, ruleset_shape, setting_shape
from era_of_inventions.codec.shapes import JsonShape, dumps, structure, titled
from era_of_inventions.codec.verdicts import verdict_shape
from era_of_inventions.component_sets.files import load_shipped
from era_of_inventions.game import ERA, Record
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import Setting, State
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import Code, DocumentError, GameError, Literal, describe
from era_of_inventions.tabletop.fields import InvalidDataError, Problem
from era_of_inventions.tabletop.fields.problems import MISSING, check_object
from era_of_inventions.tabletop.files.json import parse
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
    shape: Callable[[Setting | None, Given], JsonShape[Any]]

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
        if isinstance(value, State):
            return text_of_state(value, kind.head)
        return dumps({**kind.head, **kind.shape(setting, NOTHING).write(value)})
    except (ArithmeticError, LookupError, ValueError) as error:
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
    shape = kind.shape(setting, given)
    document = parse(text, kind.name)
    try:
        return shape.read(_body(document, kind))
    except InvalidDataError as error:
        raise DocumentError(kind.name, error.at()) from None


def shape_of(kind: Kind) -> JsonShape[Any]:
    """The shape of a kind of document, for some setting: its schema is the same for all."""
    return kind.shape(_any_setting(), NOTHING)


def _body(document: Any, kind: Kind) -> dict[str, Any]:
    """The document without its head, which must be that of the kind."""
    check_object(document)
    problems = []
    if (found := document.pop("format", MISSING)) != kind.format:
        code = Code.MISSING if found is MISSING else Code.UNKNOWN_WORD
        problems.append(Problem(("format",), code, repr(kind.format), found))
    version = document.pop("version", MISSING)
    if type(version) is int and version > VERSION:
        message = f"is {describe(version)}, which is newer than {VERSION}; expected at most {VERSION}"
        problems.append(Problem(("version",), Code.OUT_OF_RANGE, "", Literal(message)))
    elif type(version) is not int or version != VERSION:
        code = Code.MISSING if version is MISSING else Code.OUT_OF_RANGE if type(version) is int else Code.WRONG_TYPE
        problems.append(Problem(("version",), code, str(VERSION), version))
    if problems:
        raise InvalidDataError(problems)
    return document  # type: ignore[no-any-return]


# --- Kinds ------------------------------------------------------------------------------------------------------------


def _needed(setting: object, what: str) -> Setting:
    if not isinstance(setting, BaseSetting):
        raise GameError(f"the ids in a {what} depend on its setting; expected setting=… such as Game(4).setting")
    return setting


def _record(given: Given) -> JsonShape[Record]:
    return JsonShape(
        record_shape(NOTHING, _any_setting()).schema,
        lambda raw: read_record(raw, given),
        lambda record: record_shape(NOTHING, record.setting).write(record),
    )


@lru_cache(maxsize=64)
def _ruleset(given: Given) -> JsonShape[Ruleset]:
    chosen = structure(Chosen, {"readings": ruleset_shape(given.rulesets)})
    return titled(
        "Ruleset",
        JsonShape(chosen.schema, lambda raw: chosen.read(raw).readings, lambda ruleset: chosen.write(Chosen(ruleset))),
    )


def _any_setting() -> Setting:
    """A setting to make schemas with; they do not depend on which."""
    return Setting(ERA, max(player_counts()), Ruleset(), load_shipped("reconstructed"))


KINDS = (
    Kind("state", State, lambda _, given: state_shape(given)),
    Kind("record", Record, lambda _, given: _record(given)),
    Kind("move", Move, lambda setting, _: move_shape(_needed(setting, "move"))),
    Kind("verdict", Verdict, lambda setting, _: verdict_shape(_needed(setting, "verdict"))),
    Kind("ruleset", Ruleset, lambda _, given: _ruleset(given)),
    Kind("components", Components, lambda *_: COMPONENTS),
    Kind("setting", Setting, lambda _, given: setting_shape(given)),
)
"""Every kind of document."""
