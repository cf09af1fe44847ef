"""Rulings: the questions that a rulebook leaves open, with the readings that a table can choose from.

A ruleset is an attrs class with one field per ruling. The field is declared with
`ruling`, so that the question, the readings and the reading of each edition stand in
the class where the choice is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import RulesetError
from era_of_inventions.tabletop.values import Domain, Field, Text, field, record
from era_of_inventions.tabletop.values.plain import Many, PerRulebook, word

SURENESS = {
    "high": "The texts leave little doubt.",
    "medium": "A fair reader could choose otherwise.",
    "low": "It is nearly a coin toss.",
}
"""How sure the default of a ruling can be, and what that means."""


@record
class Reading:
    """One way to read a rule: its name, what it means at the table, and the argument for it."""

    name: Field[str] = field(Text(), "the name of the reading")
    text: Field[str] = field(Text(), "what it means at the table")
    argument: Field[str] = field(Text(), "the argument for it")


@attrs.frozen
class Ruling:
    """An open question of a rulebook, and the readings that answer it.

    The first reading is the default. ``editions`` are pairs of an edition and its
    reading, if that is another one.

    ``field`` is the name of the field in the ruleset class.
    """

    field: str
    question: str
    readings: tuple[Reading, ...]
    editions: tuple[tuple[str, str], ...]
    sureness: str
    questions: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of the field, with hyphens."""
        return self.field.replace("_", "-")

    @property
    def default(self) -> str:
        """The name of the default reading."""
        return self.readings[0].name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all readings."""
        return tuple(reading.name for reading in self.readings)

    def reading(self, name: str) -> Reading:
        """Return the reading with this name.

        Raises `RulesetError`, with the available names, for an unknown one.
        """
        for reading in self.readings:
            if reading.name == name:
                return reading
        raise RulesetError(
            f"ruling {self.id} has no reading {name!r}; expected one of {', '.join(self.names)}"
        )

    def reading_by(self, edition: str) -> str:
        """Return the name of the reading that a fair reader of one edition alone would follow."""
        return dict(self.editions).get(edition, self.default)


RULING_ID: Domain[str] = PerRulebook(
    lambda rulebook: word([ruling.id for ruling in rulebook.ruleset.rulings()])
)
_CURRENT = "the current reading"


@record
class OtherReading:
    """A ruling, its current reading, and another reading."""

    ruling: Field[str] = field(RULING_ID, "the id of the ruling")
    reading: Field[str] = field(Text(), _CURRENT)
    other_reading: Field[str] = field(Text(), "the other reading")


@record
class OtherReadings:
    """A ruling, its current reading, and some of its other readings."""

    ruling: Field[str] = field(RULING_ID, "the id of the ruling")
    reading: Field[str] = field(Text(), _CURRENT)
    other_readings: Field[tuple[str, ...]] = field(Many(Text()), "the other readings")


def by_ruling(others: Iterable[OtherReading]) -> tuple[OtherReadings, ...]:
    """Group other readings: return one `OtherReadings` for each ruling."""
    readings: dict[tuple[str, str], list[str]] = {}
    for other in others:
        readings.setdefault((other.ruling, other.reading), []).append(other.other_reading)
    return tuple(OtherReadings(*key, tuple(names)) for key, names in readings.items())


def ruling(
    question: str,
    *readings: Reading,
    sureness: str,
    questions: str | tuple[str, ...],
    **editions: str,
) -> Any:
    """Declare a field of a ruleset: a ruling whose default is the first reading.

    ``editions`` gives, by edition code, the reading that a fair reader of that edition
    alone would follow, if it is not the default. ``questions`` names the open question
    that the ruling answers, or several of them. Raises ValueError if there are not two
    or more readings of different names, or if ``sureness`` is unknown. To make a
    ruleset with an unknown reading raises `RulesetError`.
    """
    names = [reading.name for reading in readings]
    if len({*names}) < max(2, len(names)):
        raise ValueError(
            f"the readings are {', '.join(names) or 'none'}; expected two or more readings of different names"
        )
    if sureness not in SURENESS:
        raise ValueError(f"sureness is {sureness!r}; expected one of {', '.join(SURENESS)}")

    def one_of(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if value not in names:
            chosen = attrs.evolve(described, field=attribute.name)
            raise RulesetError(
                f"ruling {chosen.id} is {value!r}; expected one of {', '.join(names)}"
            )

    asked = (questions,) if isinstance(questions, str) else questions
    described = Ruling("", question, readings, tuple(editions.items()), sureness, asked)
    return attrs.field(default=names[0], validator=one_of, metadata={"ruling": described})


@cache
def rulings_of(ruleset: type[attrs.AttrsInstance]) -> tuple[Ruling, ...]:
    """Return the rulings that a ruleset class declares, in field order."""
    return tuple(
        attrs.evolve(field.metadata["ruling"], field=field.name)
        for field in attrs.fields(ruleset)
        if "ruling" in field.metadata
    )


def other_readings(ruleset: attrs.AttrsInstance) -> Iterator[OtherReading]:
    """Yield every reading that a ruleset has not chosen, in declaration order."""
    for ruling in rulings_of(type(ruleset)):
        reading = getattr(ruleset, ruling.field)
        yield from (
            OtherReading(ruling.id, reading, other)
            for other in ruling.names
            if other != reading
        )
