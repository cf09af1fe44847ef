"""Records as JSON: a first position and all moves."""

from __future__ import annotations

from typing import Any

from era_of_inventions.tabletop.documents.positions import WholePosition, setting_in
from era_of_inventions.tabletop.errors import MISSING, Code, GameError, Phrase, Problem
from era_of_inventions.tabletop.records.game_record import AnyRecord, Record
from era_of_inventions.tabletop.values import InvalidDataError, Terms
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.json_schema import with_first
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside
from era_of_inventions.tabletop.values.problems import check_object, read_all, within


class WholeRecord(Domain[AnyRecord]):
    """A record; its moves are read with the ids of the setting of its first position."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a record."""
        about = {"title": "start", "description": "The first position."}
        return with_first(
            {"start": {**WholePosition().schema(terms), **about}},
            Inside(Record).schema(terms),
        )

    def bind(self, terms: Terms) -> Shape[AnyRecord]:
        """Return how values are read and written; see `Domain.bind`."""
        return plain_shape(lambda raw: _read(raw, terms), lambda value: _write(value, terms))


def _write(value: AnyRecord, terms: Terms) -> dict[str, Any]:
    start = WholePosition().bind(terms).write(value.start)
    return {"start": start, **layout_of(Record, value.setting.terms).write(value)}


def _read(raw: Any, terms: Terms) -> AnyRecord:
    check_object(raw)
    rest, start = dict(raw), None
    raw_start = rest.pop("start", MISSING)
    [setting] = read_all([("start", lambda raw: setting_in(raw, terms), raw_start)])
    layout: Any = layout_of(Record, setting.terms)
    problems: list[Problem] = []
    try:
        start = WholePosition().bind(terms).read(raw_start)
    except InvalidDataError as error:
        problems += within("start", error)
    try:
        record: AnyRecord = layout.read(rest, start)
    except InvalidDataError as error:
        problems += error.problems
    except GameError as error:
        problems = problems or [Problem((), Code.INCONSISTENT, Phrase(error))]
    if problems:
        raise InvalidDataError(problems)
    return record
