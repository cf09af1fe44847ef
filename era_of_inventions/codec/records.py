"""The shape of a record: the position it begins with, and moves by the ids of its setting."""

from __future__ import annotations

from typing import Any

import attrs

from era_of_inventions.codec.positions import move_shape, setting_in, state_shape
from era_of_inventions.codec.sets import Given
from era_of_inventions.codec.shapes import JsonShape, integer, sequence, structure, text_where, titled, word
from era_of_inventions.game import ERA, Record
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import Setting, State
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.tabletop.errors import Code, GameError, Literal
from era_of_inventions.tabletop.fields import InvalidDataError, Problem
from era_of_inventions.tabletop.fields.problems import MISSING, check_object, within
from era_of_inventions.tabletop.record.record import ABOUT, LINE_MAX, NAME_MAX, is_line, is_name, name_form

MOVES_MAX = 10_000
"""The most moves, and the most comments, that a record holds."""


NAME = text_where(lambda text: is_name(text, ERA), name_form(ERA), {"minLength": 1, "maxLength": NAME_MAX})
LINE = text_where(
    is_line,
    f"a text on one line, of at most {LINE_MAX} characters, without blanks around it",
    {"maxLength": LINE_MAX},
)


@attrs.frozen
class Entry:
    """What a record says about itself under one key."""

    key: str
    text: str


@attrs.frozen
class Comment:
    """A comment, and the number of the move before which it stands, counted from 0."""

    before: int
    text: str


@attrs.frozen
class RecordDocument:
    """A record as a document states it: the places of its moves in a text are not kept."""

    start: State
    moves: tuple[Move, ...]
    names: tuple[str, ...]
    about: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()


def record_shape(given: Given, setting: Setting) -> JsonShape[Record]:
    """The shape of the records of a setting."""
    counts = player_counts()
    document = structure(
        RecordDocument,
        {
            "start": state_shape(given),
            "moves": sequence(move_shape(setting), MOVES_MAX),
            "names": sequence(NAME, max(counts), min(counts)),
            "about": sequence(structure(Entry, {"key": word({key: key for key in ABOUT}), "text": LINE}), len(ABOUT)),
            "comments": sequence(structure(Comment, {"before": integer(0, MOVES_MAX), "text": LINE}), MOVES_MAX),
        },
    )
    return titled(
        "Record",
        JsonShape(document.schema, lambda raw: _record(document.read(raw)), lambda r: document.write(_document(r))),
    )


def read_record(raw: Any, given: Given) -> Record:
    """The record in plain data."""
    check_object(raw)
    try:
        setting = setting_in(raw.get("start", MISSING), given)
    except InvalidDataError as error:
        raise InvalidDataError(within("start", error)) from None
    return record_shape(given, setting).read(raw)


def _record(document: RecordDocument) -> Record:
    about = tuple((entry.key, entry.text) for entry in document.about)
    comments = tuple((comment.before, comment.text) for comment in document.comments)
    try:
        return Record(document.start, document.moves, document.names, about, comments)
    except GameError as error:
        raise InvalidDataError([Problem((), Code.INCONSISTENT, "", Literal(error))]) from None


def _document(record: Record) -> RecordDocument:
    about = tuple(Entry(*entry) for entry in record.about)
    comments = tuple(Comment(*comment) for comment in record.comments)
    return RecordDocument(record.start, record.moves, record.names, about, comments)
