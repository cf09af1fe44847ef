"""Single values that a dispute replaces in tables such as ``[card.ID]``. Values of the set itself are in ``[box]``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.box.provenance import IN_DISPUTE, Provenance
from era_of_inventions.tabletop.box.rows import arrays_of
from era_of_inventions.tabletop.box.tables import Replaced, Survey
from era_of_inventions.tabletop.errors import Code, Phrase, Problem, instead, path_text
from era_of_inventions.tabletop.text.toml import in_toml
from era_of_inventions.tabletop.values import InvalidDataError, Terms, evolve
from era_of_inventions.tabletop.values.json_schema import property_schema, sentence
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.object_keys import Key

BOX = "box"


def replaced(
    root: Thing[Any],
    own: Sequence[Key],
    components: Any,
    terms: Terms,
    tables: Mapping[str, Any],
) -> tuple[Any, dict[str, Provenance], list[Problem]]:
    """Replace values of a set by those in raw tables; return the new set, their sources, and the problems.

    ``own`` are the keys of the game's own tables, which make some fields of the set. If
    there are problems, the set is returned as it was.
    """
    provenance: dict[str, Provenance] = {}
    problems: list[Problem] = []

    def changed(table: Any, raw: Any, path: tuple[str, ...], place: str) -> Any:
        """Return a thing with some values replaced by those in a raw table, whose sources are noted.

        If the values are wrong, note the problems and return None.
        """
        survey, here = Survey(problems=problems), path_text(path)
        survey.table(table, raw, IN_DISPUTE, path, here)
        for at, source in survey.provenance.items():
            provenance[f"{place}{at.removeprefix(here)}".removeprefix(".")] = source
        try:
            return table.bind(terms).read(raw)
        except InvalidDataError as error:
            problems.extend(in_toml(problem, here) for problem in error.problems)

    known, fields = names(components), {}
    for table, array in arrays_of(root.kind).items():
        things = dict(zip(known[table], getattr(components, array.field), strict=True))
        raw = tables.get(table, {})
        if not isinstance(raw, dict):
            problems.append(in_toml(Problem((table,), Code.WRONG_TYPE, raw, "a table")))
            continue
        for name, replacing in raw.items():
            path = (table, name)
            if name in things:
                one = Replaced(array.thing, value=things[name])
                things[name] = changed(one, replacing, path, known[table][name])
            else:
                problems.append(
                    Problem(path, Code.UNKNOWN_KEY, Phrase(_unknown(name, table, known)))
                )
        fields[array.field] = tuple(things.values())
    for key in own:
        raw = tables.get(key.name, {})
        fields |= changed(key.spec.holds, raw, (key.name,), key.name) or {}
    box = changed(Replaced(root, value=components), tables.get(BOX, {}), (BOX,), "")
    return components if problems else evolve(box, **fields), provenance, problems


def _unknown(name: str, table: str, known: Mapping[str, Mapping[str, str]]) -> str:
    """Describe a name that no thing of a table has, and suggest another table with this name, or a similar name."""
    other = next((other for other, places in known.items() if name in places), None)
    return (
        f"is no {table}; expected [{other}.{name}]"
        if other
        else f"is no {table}{instead(name, known[table])}"
    )


def keys(root: Thing[Any], own: Sequence[Key]) -> list[str]:
    """Return the keys of the tables in which a dispute can replace values."""
    return [BOX, *arrays_of(root.kind), *(key.name for key in own)]


@lru_cache(maxsize=8)
def names(components: Any) -> Mapping[str, Mapping[str, str]]:
    """Return, for each table of a dispute, the names of the things in it with their places in a component file."""
    return {
        table: dict(array.places(components))
        for table, array in arrays_of(type(components)).items()
    }


def written_at(root: Thing[Any], components: Any, place: str) -> tuple[str, ...]:
    """Return the keys with which a dispute replaces the value at a key path, beginning with that of the table."""
    for table, things in names(components).items():
        for name, at in things.items():
            if place.startswith(f"{at}."):
                return (table, name, *place.removeprefix(f"{at}.").split("."))
    first, *rest = place.split(".")
    of_box = {key.name for key in Replaced(root).keys({})}
    return (BOX, first, *rest) if first in of_box else (first, *rest)


def schemas(root: Thing[Any], own: Sequence[Key]) -> dict[str, Schema]:
    """Return the schemas of the tables in which a dispute can replace values, by the keys of the tables."""
    tables = {
        table: {
            "title": table,
            "description": sentence(f"{array.key.spec.about}, by name"),
            "type": "object",
            "additionalProperties": Replaced(array.thing).schema(Terms()),
        }
        for table, array in arrays_of(root.kind).items()
    }
    box = Replaced(root).schema(Terms())
    return {
        **tables,
        **{key.name: property_schema(key.spec, Terms()) for key in own},
        BOX: {"title": BOX, "description": sentence("what else is in the box"), **box},
    }
