"""The kinds of JSON documents: one format for each kind of value, with a version, and a JSON Schema for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import UnionType
from typing import Any, get_args

import attrs

from era_of_inventions.tabletop.disputes.controls import Controls
from era_of_inventions.tabletop.disputes.judgement import Judgement
from era_of_inventions.tabletop.documents.agreements import (
    RULESET,
    WholeSetting,
    any_setting,
    specific,
)
from era_of_inventions.tabletop.documents.catalogue import ClauseDocument, RulingDocument
from era_of_inventions.tabletop.documents.components import ComponentsBody
from era_of_inventions.tabletop.documents.failures import ERROR
from era_of_inventions.tabletop.documents.heads import Document, head_of
from era_of_inventions.tabletop.documents.judged import judgement_data
from era_of_inventions.tabletop.documents.playthroughs import WholeRecord
from era_of_inventions.tabletop.documents.positions import WholePosition, text_of_state
from era_of_inventions.tabletop.errors import DocumentError, GameError, describe
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.setting import AnySetting, Setting
from era_of_inventions.tabletop.records.game_record import Record
from era_of_inventions.tabletop.records.supplied import Supplied
from era_of_inventions.tabletop.text.json import dumps, parse, unplain
from era_of_inventions.tabletop.values import InvalidDataError, Move, Terms, bounds
from era_of_inventions.tabletop.values.moves import OneOfKinds
from era_of_inventions.tabletop.values.plain import Inside


@attrs.frozen(eq=False, kw_only=True)
class DocumentKind(Document):
    """A kind of document, and the class of its values in a rulebook.

    The ids in a document of a ``local`` kind depend on its setting, which must
    therefore be passed along.
    """

    of: Callable[[AnyRulebook], type[Any]]
    local: bool = False


def write(rulebook: AnyRulebook, value: object, setting: AnySetting | None) -> str:
    """Return the JSON text of a value. A position is written directly, without `data`, which is faster."""
    if not isinstance(value, rulebook.state):
        return dumps(data(rulebook, value, setting))
    kind = _kind_of(rulebook, value, setting)
    with _naming(rulebook, kind, value):
        return text_of_state(value, head_of(rulebook, kind.name))


def data(rulebook: AnyRulebook, value: object, setting: AnySetting | None) -> Any:
    """Return the plain data of a value, or a list with the plain data of several values.

    Raises `GameError` for a value without a JSON form, and for a value that refers to
    something that does not exist.
    """
    if isinstance(value, list | tuple):
        return [data(rulebook, one, setting) for one in value]
    if isinstance(value, Judgement):
        return judgement_data(value)
    kind = _kind_of(rulebook, value, setting)
    with _naming(rulebook, kind, value):
        return kind.bind(_terms(rulebook, kind, setting)).write(value)


def _terms(
    rulebook: AnyRulebook,
    kind: DocumentKind,
    setting: AnySetting | None,
    supplied: Supplied | None = None,
) -> Terms:
    if not kind.local:
        return specific(any_setting(rulebook), supplied)
    if not isinstance(setting, Setting):
        raise GameError(
            f"the ids in a {kind.name} depend on its setting; expected setting=… such as Game(4).setting"
        )
    return specific(setting, supplied)


def _kind_of(
    rulebook: AnyRulebook, value: object, setting: AnySetting | None
) -> DocumentKind:
    kind = next(
        (kind for kind in (*KINDS, *OUTPUTS) if isinstance(value, kind.of(rulebook))), None
    )
    own = value if isinstance(value, Setting) else getattr(value, "setting", setting)
    if isinstance(own, Setting) and own.rulebook is not rulebook:
        name = type(value).__name__ if kind is None else kind.name
        raise GameError(
            f"the {name} is one of {own.rulebook.title}; expected one of {rulebook.title}"
        )
    if kind is None:
        raise GameError(
            f"{describe(value)} has no JSON form; {_expected(rulebook, *OUTPUTS)}"
        )
    return kind


@contextmanager
def _naming(rulebook: AnyRulebook, kind: DocumentKind, value: Any) -> Iterator[None]:
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        wrong = (
            bounds.problems(value.setting.layout, value)
            if isinstance(value, rulebook.state)
            else ()
        )
        problem = next(map(str, wrong), f"holds {error}, which is not among its components")
        raise GameError(f"the {kind.name} {problem}") from None


def read(
    rulebook: AnyRulebook,
    raw: Any,
    of: Any,
    setting: AnySetting | None,
    components: Iterable[Any],
    rulesets: Iterable[Any],
) -> Any:
    """Read a value of the class ``of`` from a document, given as a text or as plain data.

    Raises `DocumentError` with every problem, and `GameError` for a class without a
    JSON form.
    """
    if isinstance(of, UnionType) and all(issubclass(one, Move) for one in get_args(of)):
        of = Move
    kind = next((kind for kind in KINDS if kind.of(rulebook) is of), None)
    if kind is None:
        raise GameError(f"{describe(of)} is not read from JSON; {_expected(rulebook)}")
    shape = kind.bind(
        _terms(rulebook, kind, setting, Supplied.of(rulebook, components, rulesets))
    )
    document = parse(raw, kind.name) if isinstance(raw, str | bytes) else raw
    try:
        try:
            return shape.read(document)
        except InvalidDataError as error:
            raise DocumentError(kind.name, error.at()) from None
    except (RecursionError, TypeError, ValueError) as error:
        if isinstance(error, GameError) or (problem := unplain(document)) is None:
            raise
        raise DocumentError(kind.name, [problem]) from None


def _expected(rulebook: AnyRulebook, *more: DocumentKind) -> str:
    return (
        f"expected one of {', '.join(kind.of(rulebook).__name__ for kind in (*KINDS, *more))}"
    )


# --- Kinds ----------------------------------------------------------------------------


KINDS = (
    DocumentKind("state", WholePosition(), of=lambda rulebook: rulebook.state),
    DocumentKind("record", WholeRecord(), of=lambda _: Record),
    DocumentKind("move", OneOfKinds(), of=lambda _: Move, local=True),
    DocumentKind("verdict", Inside(Verdict), of=lambda _: Verdict, local=True),
    DocumentKind("ruleset", RULESET, of=lambda rulebook: rulebook.ruleset),
    DocumentKind(
        "components", ComponentsBody(), of=lambda rulebook: rulebook.components.kind
    ),
    DocumentKind("setting", WholeSetting(), of=lambda _: Setting),
)
"""Every kind of document that can be written and read."""
OUTPUTS = (
    DocumentKind("score", Inside(Score), of=lambda _: Score),
    DocumentKind("event", Inside(Event), of=lambda _: Event),
    DocumentKind("clause", Inside(ClauseDocument, "Clause"), of=lambda _: Clause),
    DocumentKind("ruling", Inside(RulingDocument, "Ruling"), of=lambda _: Ruling),
    DocumentKind("controls", Inside(Controls), of=lambda _: Controls),
    DocumentKind("error", ERROR.body, of=lambda _: GameError),
)
"""Every kind of document that is only written."""
