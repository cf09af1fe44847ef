"""The shape of a record: its first position, and its moves, by the ids of its setting."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import attrs

from era_of_inventions.tabletop.documents.positions import move_shape, setting_in, state_shape
from era_of_inventions.tabletop.documents.settings import Context
from era_of_inventions.tabletop.documents.shapes import (
    JsonShape,
    integer,
    sequence,
    structure,
    text_where,
    titled,
    word,
)
from era_of_inventions.tabletop.errors import Code, GameError, Literal
from era_of_inventions.tabletop.fields import DataProblem, InvalidDataError
from era_of_inventions.tabletop.fields.problems import MISSING, check_object, within
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.record.record import ABOUT, LINE_MAX, NAME_MAX, Record, is_line, is_name, name_form

MOVES_MAX = 10_000
"""The most moves, and the most comments, that a record holds."""
LINE = text_where(
    is_line,
    f"a text on one line, of at most {LINE_MAX} characters, without blanks around it",
    {"maxLength": LINE_MAX},
)


@attrs.frozen
class AboutEntry:
    """An entry of the head of a record."""

    key: str
    text: str


@attrs.frozen
class Comment:
    """A comment, and the number of the move that follows it, counted from 0."""

    before: int
    text: str


@attrs.frozen
class RecordDocument:
    """A record as a document, without the places of its moves in a text."""

    start: Any
    moves: tuple[Any, ...]
    names: tuple[str, ...]
    about: tuple[AboutEntry, ...] = ()
    comments: tuple[Comment, ...] = ()


_ENTRY = titled(
    "Entry",
    structure(
        AboutEntry,
        {
            "key": word({key: key for key in ABOUT}).about("what the text is about", itemgetter(0)),
            "text": LINE.about("the text", itemgetter(1)),
        },
    ),
)
_COMMENT = structure(
    Comment,
    {
        "before": integer(0, MOVES_MAX).about("the number of the move that follows it, counted from 0", itemgetter(0)),
        "text": LINE.about("the text", itemgetter(1)),
    },
)


def record_shape(context: Context, setting: Setting[Any, Any]) -> JsonShape[Record[Any, Any]]:
    """The shape of the records of a setting."""
    counts = context.rulebook.player_counts()
    document = structure(
        RecordDocument,
        {
            "start": state_shape(context).about("the first position"),
            "moves": sequence(move_shape(setting), MOVES_MAX).about("all moves of the players and of chance, in order"),
            "names": sequence(_name(context.rulebook), max(counts), min(counts)).about("the players' names, by seat"),
            "about": sequence(_ENTRY, len(ABOUT)).about("the entries of the head"),
            "comments": sequence(_COMMENT, MOVES_MAX).about("the comments, in order"),
        },
    )
    return titled(
        "Record",
        JsonShape(document.schema, lambda raw: _record(document.read(raw)), document.write),
    )


def _name(rulebook: Rulebook[Any, Any]) -> JsonShape[str]:
    bounds = {"minLength": 1, "maxLength": NAME_MAX}
    return text_where(lambda text: is_name(text, rulebook), name_form(rulebook), bounds)


def read_record(raw: Any, context: Context) -> Record[Any, Any]:
    """Read a record from plain data."""
    check_object(raw)
    try:
        setting = setting_in(raw.get("start", MISSING), context)
    except InvalidDataError as error:
        raise InvalidDataError(within("start", error)) from None
    return record_shape(context, setting).read(raw)


def _record(document: RecordDocument) -> Record[Any, Any]:
    about = tuple((entry.key, entry.text) for entry in document.about)
    comments = tuple((comment.before, comment.text) for comment in document.comments)
    try:
        return Record(document.start, document.moves, document.names, about, comments)
    except GameError as error:
        raise InvalidDataError([DataProblem((), Code.INCONSISTENT, "", Literal(error))]) from None
