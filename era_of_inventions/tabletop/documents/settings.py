"""Rulesets and settings as JSON.

A ruleset is ``default``, the name and fingerprint of another preset, or the readings that are not the default; its own
name is not stored. A setting identifies a component set by name and fingerprint; only the document of the set holds the
printed values.
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
    structure,
    titled,
    word,
)
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import DataProblem, InvalidDataError, Terms
from era_of_inventions.tabletop.fields.layout import sentence
from era_of_inventions.tabletop.fields.problems import invalid
from era_of_inventions.tabletop.fingerprint import LENGTH
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting, one_setting
from era_of_inventions.tabletop.record.header import SETS_GIVEN

_FINGERPRINT = label(f"[0-9a-f]{{{LENGTH}}}", f"a fingerprint of {LENGTH} hexadecimal digits")


@attrs.frozen
class Context:
    """The context of reading: a rulebook, and component sets and rulesets in addition to those shipped with it."""

    rulebook: Rulebook[Any, Any]
    components: tuple[Any, ...] = ()
    rulesets: tuple[Any, ...] = ()


def general(rulebook: Rulebook[Any, Any]) -> Terms:
    """The terms of schemas, common to all settings."""
    counts = rulebook.player_counts()
    return Terms(seats=(min(counts), max(counts)))


def any_setting(rulebook: Rulebook[Any, Any]) -> Setting[Any, Any]:
    """A setting for shapes whose schemas do not depend on the setting."""
    sets = rulebook.components
    return Setting(rulebook, max(rulebook.player_counts()), rulebook.ruleset(), sets.load(sets.default))


# --- Rulesets ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Preset:
    """A preset and the fingerprint of its readings, to detect presets that have changed since."""

    preset: str
    fingerprint: str


@attrs.frozen
class RulesetDocument:
    """A ruleset as a document."""

    readings: BaseRuleset


@cache
def ruleset_shape(context: Context) -> JsonShape[BaseRuleset]:
    """The shape of a ruleset; a preset whose readings have changed since is looked up in the ``context``."""
    rulesets = _Rulesets(context.rulebook.ruleset, context.rulesets)
    return titled("Readings", JsonShape(rulesets.schema, rulesets.read, rulesets.write))


@lru_cache(maxsize=64)
def chosen_shape(context: Context) -> JsonShape[BaseRuleset]:
    """The shape of a ruleset as a document of its own."""
    readings = ruleset_shape(context).about("how each ruling is read", lambda ruleset: ruleset)
    document = structure(RulesetDocument, {"readings": readings})
    return titled("Ruleset", JsonShape(document.schema, lambda raw: document.read(raw).readings, document.write))


class _Rulesets:
    """Reads and writes the rulesets of a class."""

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
        for ruleset in (current, *self.others):
            if ruleset.fingerprint == named.fingerprint:
                return ruleset
        expected = f"{current.fingerprint}, that of {named.preset!r} in this version"
        message = f"is {named.fingerprint!r}; expected {expected}, or that of a ruleset passed in Python (rulesets=[…])"
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
class SettingDocument:
    """A setting as a document."""

    players: int
    ruleset: BaseRuleset
    components: Any


@attrs.frozen
class Named:
    """The reference of a setting to its component set."""

    name: str
    fingerprint: str


_NAMED = titled(
    "NamedComponents",
    structure(
        Named,
        {
            "name": TEXT.about("the name of the set"),
            "fingerprint": _FINGERPRINT.about("the fingerprint of its printed values"),
        },
    ),
)


@lru_cache(maxsize=64)
def setting_shape(context: Context) -> JsonShape[Setting[Any, Any]]:
    """The shape of a setting whose component set is one of the ``context`` or is shipped with the rulebook."""
    rulebook, counts = context.rulebook, context.rulebook.player_counts()
    shape = structure(
        SettingDocument,
        {
            "players": integer(min(counts), max(counts)).about("the number of players"),
            "ruleset": ruleset_shape(context).about("how each ruling is read"),
            "components": _named_shape(context).about("the component set"),
        },
    )

    def read(raw: Any) -> Setting[Any, Any]:
        document = shape.read(raw)
        return one_setting(Setting(rulebook, document.players, document.ruleset, document.components))

    return titled("Setting", JsonShape(shape.schema, read, shape.write))


def _named_shape(context: Context) -> JsonShape[Any]:
    sets = context.rulebook.components
    shipped = [sets.load(name) for name in sets.shipped()]
    by_fingerprint = {sets.fingerprint(components): components for components in (*shipped, *context.components)}

    def read(raw: Any) -> Any:
        named = _NAMED.read(raw)
        if named.fingerprint not in by_fingerprint:
            available = ", ".join(f"{components.name!r} ({print_})" for print_, components in by_fingerprint.items())
            message = f"the component set {named.name!r} with fingerprint {named.fingerprint} is not available"
            text = f"{message}; expected one of {available}, or another one passed along ({SETS_GIVEN})"
            raise InvalidDataError([DataProblem((), Code.UNKNOWN_WORD, "", Literal(text))])
        return by_fingerprint[named.fingerprint]

    def write(components: Any) -> Any:
        """Write the name and the fingerprint of a set; a copy of a shipped one gets its name."""
        name = next((one.name for one in shipped if one == components), components.name)
        return _NAMED.write(Named(name, sets.fingerprint(components)))

    return JsonShape(_NAMED.schema, read, write)
