"""Rulesets and settings as JSON.

A ruleset is ``default``, the name and fingerprint of another preset, or the readings that are not the default; a name
of its own is not kept. A setting tells a component set by name and fingerprint; only the document of the set itself
holds what is printed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import attrs

from era_of_inventions.tabletop.documents.shapes import (
    TEXT,
    JsonShape,
    Schema,
    integer,
    keyed,
    label,
    refused,
    shape_of,
    structure,
    titled,
    word,
)
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import InvalidDataError, Problem, Terms
from era_of_inventions.tabletop.fields.layout import sentence
from era_of_inventions.tabletop.fields.problems import invalid
from era_of_inventions.tabletop.fingerprint import LENGTH
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting, one_setting
from era_of_inventions.tabletop.record.header import SETS_GIVEN

_FINGERPRINT = label(f"[0-9a-f]{{{LENGTH}}}", f"a fingerprint of {LENGTH} hexadecimal digits")


@attrs.frozen
class Known:
    """What a reader knows: a rulebook, and component sets and rulesets besides those that come with it."""

    rulebook: Rulebook[Any, Any]
    components: tuple[Any, ...] = ()
    rulesets: tuple[Any, ...] = ()


def general(rulebook: Rulebook[Any, Any]) -> Terms:
    """The terms of schemas, which hold for all settings."""
    counts = rulebook.player_counts()
    return Terms(seats=(min(counts), max(counts)))


def any_setting(rulebook: Rulebook[Any, Any]) -> Setting[Any, Any]:
    """A setting to make shapes with whose schemas do not depend on which."""
    sets = rulebook.components
    return Setting(rulebook, max(rulebook.player_counts()), rulebook.ruleset(), sets.load(sets.default))


# --- Rulesets ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Preset:
    """A preset and what it stands for, so that one whose readings have changed since is noticed."""

    preset: str
    fingerprint: str


@attrs.frozen
class Chosen:
    """A ruleset as a document of its own."""

    readings: BaseRuleset


@cache
def ruleset_shape(known: Known) -> JsonShape[BaseRuleset]:
    """The shape of a ruleset; a preset whose readings have changed since is looked for among those known."""
    rulesets = _Rulesets(known.rulebook.ruleset, known.rulesets)
    return titled("Readings", JsonShape(rulesets.schema, rulesets.read, rulesets.write))


@lru_cache(maxsize=64)
def chosen_shape(known: Known) -> JsonShape[BaseRuleset]:
    """The shape of a ruleset as a document of its own."""
    chosen = structure(Chosen, {"readings": ruleset_shape(known).about("how each ruling is read")})
    return titled(
        "Ruleset",
        JsonShape(chosen.schema, lambda raw: chosen.read(raw).readings, lambda ruleset: chosen.write(Chosen(ruleset))),
    )


class _Rulesets:
    """How the rulesets of a class are read and written."""

    def __init__(self, kind: type[BaseRuleset], others: tuple[BaseRuleset, ...]) -> None:
        self.kind, self.others = kind, others
        self.readings = {ruling.id: word({name: name for name in ruling.names}) for ruling in kind.rulings()}
        self.name = word({name: name for name in kind.presets})
        self.preset = structure(
            Preset,
            {
                "preset": self.name.about("the name of the preset"),
                "fingerprint": _FINGERPRINT.about("the fingerprint of its readings when this was written"),
            },
        )

    @property
    def schema(self) -> Schema:
        questions = {ruling.id: ruling.question for ruling in self.kind.rulings()}
        properties = {
            id_: {**reading.schema, "title": id_, "description": questions[id_]}
            for id_, reading in self.readings.items()
        }
        readings = {"type": "object", "properties": properties, "additionalProperties": False}
        return {
            "description": sentence("a preset, or the readings that are not the default"),
            "anyOf": [self.name.schema, self.preset.schema, readings],
        }

    def read(self, raw: Any) -> BaseRuleset:
        if not isinstance(raw, dict):
            return self.kind.preset(self.name.read(raw))
        return self._read_preset(raw) if "preset" in raw else self._read_readings(raw)

    def _read_preset(self, raw: Any) -> BaseRuleset:
        named = self.preset.read(raw)
        current = self.kind.preset(named.preset)
        for known in (current, *self.others):
            if known.fingerprint == named.fingerprint:
                return known
        expected = f"{current.fingerprint}, as {named.preset!r} is read in this version"
        message = f"is {named.fingerprint!r}; expected {expected}, or that of a ruleset given in Python (rulesets=[…])"
        raise refused("fingerprint", Code.UNKNOWN_WORD, message)

    def _read_readings(self, raw: dict[str, Any]) -> BaseRuleset:
        def read(key: str, reading: Any) -> str:
            if key not in self.readings:
                raise invalid(Code.UNKNOWN_WORD, key, "the id of a ruling", self.readings)
            return self.readings[key].read(reading)

        chosen = keyed(raw, read, len(raw))
        readings: dict[str, Any] = {self.kind.ruling(key).field: reading for key, reading in chosen.items()}
        return self.kind(**readings)

    def write(self, ruleset: BaseRuleset) -> Any:
        for name in self.kind.presets:
            if ruleset == self.kind.preset(name):
                usual = name == self.kind.presets[0]
                return name if usual else self.preset.write(Preset(name, ruleset.fingerprint))
        chosen = {ruling.id: (getattr(ruleset, ruling.field), ruling.default) for ruling in self.kind.rulings()}
        return {id_: reading for id_, (reading, default) in chosen.items() if reading != default}


# --- Settings ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Agreed:
    """A setting as a document states it."""

    players: int
    ruleset: BaseRuleset
    components: Any


@attrs.frozen
class Named:
    """A component set as a setting tells it."""

    name: str
    fingerprint: str


_NAMED = titled(
    "NamedComponents",
    structure(
        Named,
        {
            "name": TEXT.about("what the set is called"),
            "fingerprint": _FINGERPRINT.about("the fingerprint of what is printed"),
        },
    ),
)


@lru_cache(maxsize=64)
def setting_shape(known: Known) -> JsonShape[Setting[Any, Any]]:
    """The shape of a setting whose component set is one of those known, or one that comes with the rulebook."""
    rulebook, counts = known.rulebook, known.rulebook.player_counts()
    shape = structure(
        Agreed,
        {
            "players": integer(min(counts), max(counts)).about("how many play"),
            "ruleset": ruleset_shape(known).about("how each ruling is read"),
            "components": _named_shape(known).about("the component set"),
        },
    )

    def read(raw: Any) -> Setting[Any, Any]:
        agreed = shape.read(raw)
        return one_setting(Setting(rulebook, agreed.players, agreed.ruleset, agreed.components))

    return titled("Setting", JsonShape(shape.schema, read, shape.write))


def _named_shape(known: Known) -> JsonShape[Any]:
    sets = known.rulebook.components
    shipped = [sets.load(name) for name in sets.shipped()]
    by_fingerprint = {sets.fingerprint(components): components for components in (*shipped, *known.components)}

    def read(raw: Any) -> Any:
        named = _NAMED.read(raw)
        if named.fingerprint not in by_fingerprint:
            there = ", ".join(f"{components.name!r} ({print_})" for print_, components in by_fingerprint.items())
            message = f"the component set {named.name!r} with fingerprint {named.fingerprint} is not here"
            text = f"{message}; expected one of {there}, or one given besides ({SETS_GIVEN})"
            raise InvalidDataError([Problem((), Code.UNKNOWN_WORD, "", Literal(text))])
        return by_fingerprint[named.fingerprint]

    def write(components: Any) -> Any:
        """The name and the fingerprint of a set; one that is equal to a shipped one has its name."""
        name = next((known.name for known in shipped if known == components), components.name)
        return _NAMED.write(Named(name, sets.fingerprint(components)))

    return JsonShape(_NAMED.schema, read, write)


# --- Component sets ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def components_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Any]:
    """The shape of component sets: the rulebook's own, or that of its class by the types of its fields."""
    sets = rulebook.components
    if sets.document is not None:
        shape: JsonShape[Any] = sets.document()
        return shape
    return shape_of(sets.kind, {})
