"""Errors as JSON: the sentence, and the problems with their places and codes. They are written and not read."""

from __future__ import annotations

from typing import Any

from era_of_inventions.tabletop.documents.agreements import specific
from era_of_inventions.tabletop.documents.heads import Document
from era_of_inventions.tabletop.errors import Code, GameError, NotationError, Problem
from era_of_inventions.tabletop.law.verdict import CLAUSE_ID, Verdict
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.records.game_record import RecordError
from era_of_inventions.tabletop.values import Field, Text, field, record
from era_of_inventions.tabletop.values.plain import Inside, Many, OrNone, Written, word

PROBLEMS_MAX = 10_000
"""The most problems of an error."""


@record
class ProblemDocument:
    """A problem in a file or document."""

    place: Field[str] = field(Text(), "where it is; empty if it is about the whole")
    code: Field[Code] = field(
        word({code.value: code for code in Code}), "the kind of problem"
    )
    message: Field[str] = field(Text(), "what was found, and what was expected")
    clause: Field[str | None] = field(
        OrNone(Text()),  # the file can be that of any game, whichever the command is about
        "the clause that it is against; null if it is no rule",
        get=lambda problem: problem.clause or None,
    )


@record
class Disagreement:
    """A contradiction between the components and a rulebook."""

    clause: Field[str] = field(CLAUSE_ID, "the id of the clause")
    text: Field[str] = field(Text(), "how the components contradict it")


def _problems(error: GameError) -> tuple[Problem, ...]:
    if isinstance(error, NotationError):
        place = f"column {error.column}"
        return (Problem.at(place, error.code, str(error).removeprefix(f"{place}: ")),)
    problems: tuple[Problem, ...] = getattr(error, "problems", ())
    return problems


def _illegal(error: GameError) -> IllegalMoveError | None:
    cause = error.cause if isinstance(error, RecordError) else error
    return cause if isinstance(cause, IllegalMoveError) else None


VERDICT = Document("verdict", Inside(Verdict))
OF_ERROR = Document(
    "verdict",
    Written(Inside(Verdict), lambda error, _: error.verdict),
    lambda error, _: specific(error.state.setting, None),
)
"""The verdict of a move that is not legal, with the ids of the setting of its position."""


@record
class ErrorDocument:
    """An error: what went wrong, for people and for programs."""

    error: Field[str] = field(
        Text(), "the name of its class", get=lambda error: type(error).__name__
    )
    message: Field[str] = field(
        Text(most=None), "what is wrong, in words that may change", get=str
    )
    file: Field[str | None] = field(
        OrNone(Text()),
        "the file it is about, if it is about one",
        get=lambda error: getattr(error, "path", None) or None,
    )
    problems: Field[tuple[Problem, ...]] = field(
        Written(Many(Inside(ProblemDocument, "InputProblem"), PROBLEMS_MAX)),
        "the problems, if places of an input are known",
        get=_problems,
    )
    verdict: Field[Any] = field(
        OrNone(OF_ERROR), "the verdict, if a move is not legal", get=_illegal
    )


ERROR = Document("error", Inside(ErrorDocument, "Error"))
