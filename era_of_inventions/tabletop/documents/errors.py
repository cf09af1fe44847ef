"""The shape of an error: its sentence, and its problems with their places and codes. It is written and not read."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from era_of_inventions.tabletop.documents.heads import head_of, with_head
from era_of_inventions.tabletop.documents.settings import any_setting
from era_of_inventions.tabletop.documents.shapes import (
    TEXT,
    JsonShape,
    optional,
    output,
    sequence,
    structure,
    word,
)
from era_of_inventions.tabletop.documents.verdicts import verdict_shape
from era_of_inventions.tabletop.errors import Code, GameError, InputProblem, NotationError
from era_of_inventions.tabletop.play.game import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record.record import RecordError

MOST = 10_000
"""The most problems of an error."""
LONG_TEXT: JsonShape[str] = attrs.evolve(TEXT, schema={"type": "string"})
PROBLEM: JsonShape[InputProblem] = structure(
    InputProblem,
    {
        "place": TEXT.about("where it is; empty if it is about the whole"),
        "code": word({code.value: code for code in Code}).about("the kind of problem"),
        "message": TEXT.about("what was found, and what was expected"),
    },
)
"""The shape of a problem."""


@cache
def error_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[GameError]:
    """The shape of an error."""
    head = head_of(rulebook, "verdict")
    verdict: JsonShape[Any] = JsonShape(
        with_head(head, verdict_shape(any_setting(rulebook)).schema),
        lambda raw: raw,
        lambda error: {**head, **verdict_shape(error.state.setting).write(error.verdict)},
    )
    fields: dict[str, JsonShape[Any]] = {
        "error": TEXT.about("the name of its class", lambda error: type(error).__name__),
        "message": LONG_TEXT.about("what is wrong, in words that may change", str),
        "file": optional(TEXT).about(
            "the file it is about, if it is about one", lambda error: getattr(error, "path", None) or None
        ),
        "problems": sequence(PROBLEM, MOST).about("the problems, if places of an input are known", _problems),
        "verdict": optional(verdict).about("the verdict, if a move is not legal", _illegal),
    }
    return output("Error", "An error: what went wrong, for people and for programs.", fields)


def _illegal(error: GameError) -> IllegalMoveError | None:
    cause = error.cause if isinstance(error, RecordError) else error
    return cause if isinstance(cause, IllegalMoveError) else None


def _problems(error: GameError) -> tuple[InputProblem, ...]:
    if isinstance(error, RecordError):
        return (InputProblem(error.place, Code.IMPOSSIBLE, error.sentence),)
    if isinstance(error, NotationError):
        place = f"column {error.column}"
        return (InputProblem(place, error.code, str(error).removeprefix(f"{place}: ")),)
    problems: tuple[InputProblem, ...] = getattr(error, "problems", ())
    return problems
