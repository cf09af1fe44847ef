"""Rulings: the questions a rulebook leaves open, with the readings a table can choose from.

A ruleset is an attrs class with one field per ruling. The field is declared with `ruling`, so that the question, the
readings and the literal reading of each edition stand where the choice itself stands.
"""

from __future__ import annotations

from typing import Any

import attrs

SURENESS = ("high", "medium", "low")


@attrs.frozen
class Reading:
    """One way to read a rule: its name, what is then true at the table, and what speaks for it."""

    name: str
    text: str
    argument: str


@attrs.frozen
class Ruling:
    """An open question. The first reading is the default; ``editions`` holds literal readings that differ from it."""

    id: str
    question: str
    readings: tuple[Reading, ...]
    editions: tuple[tuple[str, str], ...]
    sureness: str
    questions: tuple[str, ...]

    @property
    def field(self) -> str:
        """The name of the ruleset's field that holds the choice."""
        return self.id.replace("-", "_")

    @property
    def default(self) -> str:
        """The name of the default reading."""
        return self.readings[0].name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all readings."""
        return tuple(reading.name for reading in self.readings)

    def reading(self, name: str) -> Reading:
        """The reading of that name; ValueError with the known names if there is none."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        raise ValueError(f"ruling {self.id} has no reading {name!r}; expected one of {', '.join(self.names)}")


def ruling(
    question: str,
    *readings: Reading,
    sureness: str,
    questions: tuple[str, ...],
    **editions: str,
) -> Any:
    """Declare a ruleset's field: a ruling whose default is the first reading.

    ``editions`` gives, by edition code, the reading a literal reader of that edition alone would follow where it is
    not the default; ``questions`` names the open questions it answers. Raises ValueError if a name is not a reading.
    """
    names = [reading.name for reading in readings]
    if sureness not in SURENESS:
        raise ValueError(f"sureness is {sureness!r}; expected one of {', '.join(SURENESS)}")
    if unknown := set(editions.values()) - set(names):
        raise ValueError(f"no reading is called {', '.join(sorted(unknown))}; expected one of {', '.join(names)}")

    def one_of(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if value not in names:
            where = attribute.name.replace("_", "-")
            raise ValueError(f"ruling {where} is {value!r}; expected one of {', '.join(names)}")

    described = Ruling("", question, readings, tuple(editions.items()), sureness, questions)
    return attrs.field(default=names[0], validator=one_of, metadata={"ruling": described})


def rulings_of(ruleset: type[attrs.AttrsInstance]) -> tuple[Ruling, ...]:
    """The rulings of a ruleset class, in the order of its fields."""
    return tuple(
        attrs.evolve(field.metadata["ruling"], id=field.name.replace("_", "-"))
        for field in attrs.fields(ruleset)
        if "ruling" in field.metadata
    )


def literal_readings(ruleset: type[attrs.AttrsInstance], edition: str) -> dict[str, str]:
    """By field name, the readings of a literal reader of one edition where they differ from the default."""
    return {r.field: dict(r.editions)[edition] for r in rulings_of(ruleset) if edition in dict(r.editions)}
