"""The kinds of JSON documents: one format for each kind of value, with a version, and a JSON Schema for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from era_of_inventions.tabletop.documents.catalogue import clause_document_shape, ruling_document_shape
from era_of_inventions.tabletop.documents.components import components_shape
from era_of_inventions.tabletop.documents.errors import error_shape
from era_of_inventions.tabletop.documents.heads import VERSION, head_of, with_head
from era_of_inventions.tabletop.documents.positions import move_shape, state_shape, text_of_state
from era_of_inventions.tabletop.documents.records import read_record, record_shape
from era_of_inventions.tabletop.documents.scores import score_shape
from era_of_inventions.tabletop.documents.settings import (
    Context,
    any_setting,
    chosen_shape,
    setting_shape,
)
from era_of_inventions.tabletop.documents.shapes import JsonShape
from era_of_inventions.tabletop.documents.verdicts import event_shape, verdict_shape
from era_of_inventions.tabletop.errors import Code, DocumentError, GameError, Literal, describe
from era_of_inventions.tabletop.fields import DataProblem, InvalidDataError, Move
from era_of_inventions.tabletop.fields.problems import MISSING, check_object
from era_of_inventions.tabletop.files.json import dumps, parse
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.record.arguments import all_of
from era_of_inventions.tabletop.record.record import Record


@attrs.frozen
class DocumentKind:
    """A kind of document: its name, the class of its values in a rulebook, and their shape.

    The shape depends on the setting, if ids depend on it, and on the available component sets and rulesets.
    """

    name: str
    of: Callable[[Rulebook[Any, Any]], type[Any]]
    shape: Callable[[Setting[Any, Any] | None, Context], JsonShape[Any]]


def write(rulebook: Rulebook[Any, Any], value: object, setting: Setting[Any, Any] | None) -> str:
    """The JSON text of `data`. That of a position is made without it, which is faster."""
    if not isinstance(value, rulebook.state):
        return dumps(data(rulebook, value, setting))
    kind = _kind_of(rulebook, value, setting)
    with _naming(kind):
        return text_of_state(value, head_of(rulebook, kind.name))


def data(rulebook: Rulebook[Any, Any], value: object, setting: Setting[Any, Any] | None) -> Any:
    """The plain data of a document, or of each of some values.

    Raises `GameError` for a value without a JSON form, and for one that refers to what does not exist.
    """
    if isinstance(value, list | tuple):
        return [data(rulebook, one, setting) for one in value]
    kind = _kind_of(rulebook, value, setting)
    with _naming(kind):
        return {**head_of(rulebook, kind.name), **kind.shape(setting, Context(rulebook)).write(value)}


def _kind_of(rulebook: Rulebook[Any, Any], value: object, setting: Setting[Any, Any] | None) -> DocumentKind:
    kind = next((kind for kind in (*KINDS, *OUTPUTS) if isinstance(value, kind.of(rulebook))), None)
    if kind is None:
        raise GameError(f"{describe(value)} has no JSON form; {_expected(rulebook, *OUTPUTS)}")
    own = value if isinstance(value, Setting) else getattr(value, "setting", setting)
    if isinstance(own, Setting) and own.rulebook is not rulebook:
        raise GameError(f"the {kind.name} is one of {own.rulebook.title}; expected one of {rulebook.title}")
    return kind


@contextmanager
def _naming(kind: DocumentKind) -> Iterator[None]:
    try:
        yield
    except (ArithmeticError, LookupError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"the {kind.name} holds {error}, which is not among its components") from None


def read(
    rulebook: Rulebook[Any, Any],
    raw: Any,
    of: Any,
    setting: Setting[Any, Any] | None,
    components: Iterable[Any],
    rulesets: Iterable[Any],
) -> Any:
    """Read the plain data of a document, or its text if it is one.

    Raises `DocumentError` with every problem, and `GameError` for a class without a JSON form.
    """
    kind = next((kind for kind in KINDS if kind.of(rulebook) is of), None)
    if kind is None:
        raise GameError(f"{of!r} has no JSON form; {_expected(rulebook)}")
    context = Context(
        rulebook,
        all_of(components, rulebook.components.kind, "components"),
        all_of(rulesets, rulebook.ruleset, "rulesets"),
    )
    shape = kind.shape(setting, context)
    document = parse(raw, kind.name) if isinstance(raw, str | bytes) else raw
    try:
        return shape.read(_body(document, head_of(rulebook, kind.name)["format"]))
    except InvalidDataError as error:
        raise DocumentError(kind.name, error.at()) from None


def document_shape(rulebook: Rulebook[Any, Any], name: str, setting: Setting[Any, Any]) -> JsonShape[Any]:
    """The shape of a document nested in another document, including its head."""
    kind = next(kind for kind in (*KINDS, *OUTPUTS) if kind.name == name)
    shape, head = kind.shape(setting, Context(rulebook)), head_of(rulebook, name)
    return JsonShape(
        with_head(head, shape.schema),
        lambda raw: shape.read(_body(raw, head["format"])),
        lambda value: {**head, **shape.write(value)},
    )


def _expected(rulebook: Rulebook[Any, Any], *more: DocumentKind) -> str:
    return f"expected one of {', '.join(kind.of(rulebook).__name__ for kind in (*KINDS, *more))}"


def _body(document: Any, format_: str) -> dict[str, Any]:
    """Remove the head of a document, and check it."""
    check_object(document)
    document = dict(document)
    problems = []
    if (value := document.pop("format", MISSING)) != format_:
        code = Code.MISSING if value is MISSING else Code.UNKNOWN_WORD
        problems.append(DataProblem(("format",), code, repr(format_), value))
    version = document.pop("version", MISSING)
    if type(version) is int and version > VERSION:
        message = f"is {describe(version)}, which is newer than {VERSION}; expected at most {VERSION}"
        problems.append(DataProblem(("version",), Code.OUT_OF_RANGE, "", Literal(message)))
    elif type(version) is not int or version != VERSION:
        code = Code.MISSING if version is MISSING else Code.OUT_OF_RANGE if type(version) is int else Code.WRONG_TYPE
        problems.append(DataProblem(("version",), code, str(VERSION), version))
    if problems:
        raise InvalidDataError(problems)
    return document  # type: ignore[no-any-return]


# --- Kinds ------------------------------------------------------------------------------------------------------------


def _needed(setting: object, what: str) -> Setting[Any, Any]:
    if not isinstance(setting, Setting):
        raise GameError(f"the ids in a {what} depend on its setting; expected setting=… such as Game(4).setting")
    return setting


def _record(context: Context) -> JsonShape[Record[Any, Any]]:
    return JsonShape(
        record_shape(context, any_setting(context.rulebook)).schema,
        lambda raw: read_record(raw, context),
        lambda record: record_shape(context, record.setting).write(record),
    )


KINDS = (
    DocumentKind("state", lambda rulebook: rulebook.state, lambda _, context: state_shape(context)),
    DocumentKind("record", lambda _: Record, lambda _, context: _record(context)),
    DocumentKind("move", lambda _: Move, lambda setting, _: move_shape(_needed(setting, "move"))),
    DocumentKind("verdict", lambda _: Verdict, lambda setting, _: verdict_shape(_needed(setting, "verdict"))),
    DocumentKind("ruleset", lambda rulebook: rulebook.ruleset, lambda _, context: chosen_shape(context)),
    DocumentKind(
        "components", lambda rulebook: rulebook.components.kind, lambda _, context: components_shape(context.rulebook)
    ),
    DocumentKind("setting", lambda _: Setting, lambda _, context: setting_shape(context)),
)
"""Every kind of document that is read as it is written."""
OUTPUTS = (
    DocumentKind("score", lambda _: Score, lambda _, context: score_shape(any_setting(context.rulebook))),
    DocumentKind("event", lambda _: Event, lambda _, context: event_shape(any_setting(context.rulebook))),
    DocumentKind("clause", lambda _: Clause, lambda _, context: clause_document_shape(context.rulebook)),
    DocumentKind("ruling", lambda _: Ruling, lambda _, context: ruling_document_shape(context.rulebook)),
    DocumentKind("error", lambda _: GameError, lambda _, context: error_shape(context.rulebook)),
)
"""Every kind of document that is only written."""
