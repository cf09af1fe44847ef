"""The shape of a record: the position it begins with, and moves by the ids of its setting."""

from __future__ import annotations

import attrs

from era_of_inventions.codec.nouns import Nouns
from era_of_inventions.codec.shapes import Shape, WrongError, dumps, integer, sequence, structure, titled, word
from era_of_inventions.game import ERA, Record
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.record.record import ABOUT, LINE_MAX, NAME_MAX, is_line, is_name, name_form

MOVES_MAX = 10_000
"""The most moves, and the most comments, that a record holds."""


def _name(value: object, _: object = None) -> str:
    if type(value) is str and is_name(value, ERA):
        return value
    raise WrongError(value, name_form(ERA))


def _line(value: object, _: object = None) -> str:
    if type(value) is str and is_line(value):
        return value
    raise WrongError(value, f"a text on one line, of at most {LINE_MAX} characters, without blanks around it")


NAME = Shape({"type": "string", "minLength": 1, "maxLength": NAME_MAX}, _name, dumps)
LINE = Shape({"type": "string", "maxLength": LINE_MAX}, _line, dumps)


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
class Kept:
    """A record as a document tells it: the places of its moves in a text are not kept."""

    start: State
    moves: tuple[Move, ...]
    names: tuple[str, ...]
    about: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()


def record(nouns: Nouns, start: Shape[State]) -> Shape[Record]:
    """The shape of the records of a setting, with the shape of the position they begin with."""
    counts = player_counts()
    kept = structure(
        Kept,
        {
            "start": start,
            "moves": sequence(nouns.move, MOVES_MAX),
            "names": sequence(NAME, max(counts), min(counts)),
            "about": sequence(structure(Entry, {"key": word({key: key for key in ABOUT}), "text": LINE}), len(ABOUT)),
            "comments": sequence(structure(Comment, {"before": integer(0, MOVES_MAX), "text": LINE}), MOVES_MAX),
        },
    )
    return titled(
        "Record", Shape(kept.schema, lambda value, _=None: _record(kept.read(value)), lambda r: kept.write(_kept(r)))
    )


def _record(kept: Kept) -> Record:
    about = tuple((entry.key, entry.text) for entry in kept.about)
    comments = tuple((comment.before, comment.text) for comment in kept.comments)
    try:
        return Record(kept.start, kept.moves, kept.names, about, comments)
    except GameError as error:
        raise ValueError(str(error)) from None


def _kept(given: Record) -> Kept:
    about = tuple(Entry(*entry) for entry in given.about)
    comments = tuple(Comment(*comment) for comment in given.comments)
    return Kept(given.start, given.moves, given.names, about, comments)
