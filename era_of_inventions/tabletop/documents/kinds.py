"""The kinds of JSON documents: one format for each kind of value, with a version, and a JSON Schema for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from era_of_inventions.tabletop.documents.positions import move_shape, state_shape, text_of_state
from era_of_inventions.tabletop.documents.records import read_record, record_shape
from era_of_inventions.tabletop.documents.settings import (
    Known,
    any_setting,
    chosen_shape,
    components_shape,
    setting_shape,
)
from era_of_inventions.tabletop.documents.shapes import JsonShape, Schema
from era_of_inventions.tabletop.documents.verdicts import verdict_shape
from era_of_inventions.tabletop.errors import Code, DocumentError, GameError, Literal, describe
from era_of_inventions.tabletop.fields import InvalidDataError, Move, Problem
from era_of_inventions.tabletop.fields.problems import MISSING, check_object
from era_of_inventions.tabletop.files.json import dumps, parse
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.record.arguments import all_of
from era_of_inventions.tabletop.record.record import Record

VERSION = 1
"""The version of the documents that are written, and the highest that is read."""


@attrs.frozen
class Kind:
    """A kind of document: its name, the class of its values in a rulebook, and their shape.

    The shape depends on the setting, where one is needed to know what ids mean, and on what is known.
    """

    name: str
    of: Callable[[Rulebook[Any, Any]], type[Any]]
    shape: Callable[[Setting[Any, Any] | None, Known], JsonShape[Any]]


def head_of(rulebook: Rulebook[Any, Any], name: str) -> dict[str, Any]:
    """The keys with which every document of that name begins."""
    return {"format": f"{rulebook.name}/{name}", "version": VERSION}


def with_head(head: Mapping[str, Any], schema: Schema) -> Schema:
    """The schema of a document, of which this is the schema without its head."""
    about = {"format": "Which kind of document it is.", "version": "The version of the format."}
    heads = {key: {"const": value, "title": key, "description": about[key]} for key, value in head.items()}
    return {**schema, "properties": {**heads, **schema["properties"]}, "required": [*head, *schema["required"]]}


def write(rulebook: Rulebook[Any, Any], value: object, setting: Setting[Any, Any] | None) -> str:
    """A value as the text of a document. Raises `GameError` if it is of no known kind, or names what does not exist."""
    kind = next((kind for kind in KINDS if isinstance(value, kind.of(rulebook))), None)
    if kind is None:
        raise GameError(f"{describe(value)} has no JSON form; {_expected(rulebook)}")
    head = head_of(rulebook, kind.name)
    try:
        if isinstance(value, rulebook.state):
            return text_of_state(value, head)
        return dumps({**head, **kind.shape(setting, Known(rulebook)).write(value)})
    except (ArithmeticError, LookupError, ValueError) as error:
        raise GameError(f"the {kind.name} holds {error}, which is not among its components") from None


def read(
    rulebook: Rulebook[Any, Any],
    text: str | bytes,
    of: Any,
    setting: Setting[Any, Any] | None,
    components: Iterable[Any],
    rulesets: Iterable[Any],
) -> Any:
    """The value in a document. Raises `DocumentError` with every problem, `GameError` for a class of no known kind."""
    kind = next((kind for kind in KINDS if kind.of(rulebook) is of), None)
    if kind is None:
        raise GameError(f"{of!r} has no JSON form; {_expected(rulebook)}")
    known = Known(
        rulebook,
        all_of(components, rulebook.components.kind, "components"),
        all_of(rulesets, rulebook.ruleset, "rulesets"),
    )
    shape = kind.shape(setting, known)
    document = parse(text, kind.name)
    try:
        return shape.read(_body(document, head_of(rulebook, kind.name)["format"]))
    except InvalidDataError as error:
        raise DocumentError(kind.name, error.at()) from None


def document_shape(rulebook: Rulebook[Any, Any], name: str, setting: Setting[Any, Any]) -> JsonShape[Any]:
    """The shape of a document of that name within another document: with its head."""
    kind = next(kind for kind in KINDS if kind.name == name)
    shape, head = kind.shape(setting, Known(rulebook)), head_of(rulebook, name)
    return JsonShape(
        with_head(head, shape.schema),
        lambda raw: shape.read(_body(dict(raw), head["format"])),
        lambda value: {**head, **shape.write(value)},
    )


def _expected(rulebook: Rulebook[Any, Any]) -> str:
    return f"expected one of {', '.join(kind.of(rulebook).__name__ for kind in KINDS)}"


def _body(document: Any, format_: str) -> dict[str, Any]:
    """The document without its head, which must be that of the kind."""
    check_object(document)
    problems = []
    if (found := document.pop("format", MISSING)) != format_:
        code = Code.MISSING if found is MISSING else Code.UNKNOWN_WORD
        problems.append(Problem(("format",), code, repr(format_), found))
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


def _needed(setting: object, what: str) -> Setting[Any, Any]:
    if not isinstance(setting, Setting):
        raise GameError(f"the ids in a {what} depend on its setting; expected setting=… such as Game(4).setting")
    return setting


def _record(known: Known) -> JsonShape[Record[Any, Any]]:
    return JsonShape(
        record_shape(known, any_setting(known.rulebook)).schema,
        lambda raw: read_record(raw, known),
        lambda record: record_shape(known, record.setting).write(record),
    )


KINDS = (
    Kind("state", lambda rulebook: rulebook.state, lambda _, known: state_shape(known)),
    Kind("record", lambda _: Record, lambda _, known: _record(known)),
    Kind("move", lambda _: Move, lambda setting, _: move_shape(_needed(setting, "move"))),
    Kind("verdict", lambda _: Verdict, lambda setting, _: verdict_shape(_needed(setting, "verdict"))),
    Kind("ruleset", lambda rulebook: rulebook.ruleset, lambda _, known: chosen_shape(known)),
    Kind("components", lambda rulebook: rulebook.components.kind, lambda _, known: components_shape(known.rulebook)),
    Kind("setting", lambda _: Setting, lambda _, known: setting_shape(known)),
)
"""Every kind of document."""
