"""Settings, rulesets and component sets as JSON.

A ruleset is ``default``, the name and fingerprint of another preset, or the readings that are not the default; a name
of its own is not kept. A setting tells a component set by name and fingerprint; only the document of the set itself
holds what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

import attrs

from era_of_inventions.codec.shapes import (
    FLAG,
    TEXT,
    JsonShape,
    integer,
    keyed,
    label,
    of,
    optional,
    refused,
    sequence,
    structure,
    titled,
    word,
)
from era_of_inventions.component_sets.files import LOADS, SETS, load_shipped, shipped
from era_of_inventions.component_sets.form import ID, NAME, START_FACTORY, TRACK_MAX, misfits
from era_of_inventions.game import ERA
from era_of_inventions.model.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Reward,
    Source,
    Space,
)
from era_of_inventions.model.goods import PRINTED_MAX, STOCK_MAX, Good
from era_of_inventions.model.names import GOODS
from era_of_inventions.model.state import Setting
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.components.provenance import SOURCES, Provenance
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import Amounts, Choice, InvalidDataError, Problem
from era_of_inventions.tabletop.fields.problems import check_object, invalid
from era_of_inventions.tabletop.fingerprint import LENGTH
from era_of_inventions.tabletop.play.setting import one_setting
from era_of_inventions.tabletop.record.header import SETS_GIVEN


@attrs.frozen
class Agreed:
    """A setting as a document states it."""

    players: int
    ruleset: Ruleset
    components: Components


LISTED_MAX = 1000
"""The most things of one kind that a set has."""
PLACES_MAX = 10_000
"""The most values whose source a set tells."""


class Given(NamedTuple):
    """What a reader knows besides what comes with the package."""

    components: tuple[Components, ...] = ()
    rulesets: tuple[Ruleset, ...] = ()


NOTHING = Given()
_FINGERPRINT = label(f"[0-9a-f]{{{LENGTH}}}", f"a fingerprint of {LENGTH} hexadecimal digits")

# --- Rulesets ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Preset:
    """A preset and what it stands for, so that one whose readings have changed since is noticed."""

    preset: str
    fingerprint: str


_READINGS = {ruling.id: word({name: name for name in ruling.names}) for ruling in Ruleset.rulings()}
_NAME = word({name: name for name in Ruleset.presets})
_PRESET = structure(Preset, {"preset": _NAME, "fingerprint": _FINGERPRINT})


@cache
def preset(name: str) -> Ruleset:
    """The ruleset of a preset, always the same object."""
    return Ruleset.preset(name)


@cache
def ruleset_shape(given: tuple[Ruleset, ...]) -> JsonShape[Ruleset]:
    """The shape of a ruleset; a preset whose readings have changed since is looked for among those given."""

    def read(raw: Any) -> Ruleset:
        if not isinstance(raw, dict):
            return preset(_NAME.read(raw))
        return _read_preset(raw, given) if "preset" in raw else _read_readings(raw)

    readings = {
        "type": "object",
        "properties": {id_: reading.schema for id_, reading in _READINGS.items()},
        "additionalProperties": False,
    }
    return titled("Readings", JsonShape({"anyOf": [_NAME.schema, _PRESET.schema, readings]}, read, _write_ruleset))


def _read_preset(raw: Any, given: tuple[Ruleset, ...]) -> Ruleset:
    named = _PRESET.read(raw)
    current = preset(named.preset)
    for known in (current, *given):
        if known.fingerprint == named.fingerprint:
            return known
    expected = f"{current.fingerprint}, as {named.preset!r} is read in this version"
    message = f"is {named.fingerprint!r}; expected {expected}, or that of a ruleset given in Python (rulesets=[…])"
    raise refused("fingerprint", Code.UNKNOWN_WORD, message)


def _read_readings(raw: dict[str, Any]) -> Ruleset:
    def read(key: str, reading: Any) -> str:
        if key not in _READINGS:
            raise invalid(Code.UNKNOWN_WORD, key, "the id of a ruling", _READINGS)
        return _READINGS[key].read(reading)

    chosen = keyed(raw, read, len(raw))
    readings: dict[str, Any] = {Ruleset.ruling(key).field: reading for key, reading in chosen.items()}
    return Ruleset(**readings)


def _write_ruleset(ruleset: Ruleset) -> Any:
    for name in Ruleset.presets:
        if ruleset == preset(name):
            usual = name == Ruleset.presets[0]
            return name if usual else _PRESET.write(Preset(name, ruleset.fingerprint))
    chosen = {ruling.id: (getattr(ruleset, ruling.field), ruling.default) for ruling in Ruleset.rulings()}
    return {id_: reading for id_, (reading, default) in chosen.items() if reading != default}


@attrs.frozen
class Chosen:
    """A ruleset as a document of its own."""

    readings: Ruleset


# --- Settings ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Named:
    """A component set as a setting tells it."""

    name: str
    fingerprint: str


_NAMED = titled("NamedComponents", structure(Named, {"name": TEXT, "fingerprint": _FINGERPRINT}))


@lru_cache(maxsize=64)
def setting_shape(given: Given = NOTHING) -> JsonShape[Setting]:
    """The shape of a setting whose component set is one of those given, or one that comes with the package."""
    known = {SETS.fingerprint(components): components for components in (*_shipped(), *given.components)}

    def read(raw: Any) -> Components:
        named = _NAMED.read(raw)
        if named.fingerprint not in known:
            there = ", ".join(f"{components.name!r} ({print_})" for print_, components in known.items())
            message = f"the component set {named.name!r} with fingerprint {named.fingerprint} is not here"
            sentence = f"{message}; expected one of {there}, or one given besides ({SETS_GIVEN})"
            raise InvalidDataError([Problem((), Code.UNKNOWN_WORD, "", Literal(sentence))])
        return known[named.fingerprint]

    fields = structure(
        Agreed,
        {
            "players": integer(min(player_counts()), max(player_counts())),
            "ruleset": ruleset_shape(given.rulesets),
            "components": JsonShape(_NAMED.schema, read, _write_name),
        },
    )

    def read_setting(raw: Any) -> Setting:
        found = fields.read(raw)
        return one_setting(Setting(ERA, found.players, found.ruleset, found.components))

    return titled("Setting", JsonShape(fields.schema, read_setting, fields.write))


def _write_name(components: Components) -> Any:
    """The name and the fingerprint of a set; one that is equal to a shipped one has its name."""
    name = next((known.name for known in _shipped() if known == components), components.name)
    return _NAMED.write(Named(name, SETS.fingerprint(components)))


@cache
def _shipped() -> tuple[Components, ...]:
    return tuple(map(load_shipped, shipped()))


# --- Component sets ---------------------------------------------------------------------------------------------------

_ID = label(ID.pattern.pattern, ID.form)
_PRINTED = integer(0, PRINTED_MAX)
_STOCK = integer(0, STOCK_MAX)
_GOODS, _BOX = of(Amounts(GOODS, PRINTED_MAX)), of(Amounts(GOODS, STOCK_MAX))
_REWARD = structure(Reward, {"goods": _GOODS, "influence": _PRINTED})


@attrs.frozen
class Sign:
    """A sign of the influence track."""

    space: int
    good: Good


def _factory(id_: JsonShape[str]) -> JsonShape[FactoryCard]:
    return structure(FactoryCard, {"id": id_, "cost": _GOODS, "output": _GOODS, "influence": _PRINTED})


_SIGN = structure(Sign, {"space": integer(1, TRACK_MAX), "good": of(Choice(GOODS))})
_SIGNS: JsonShape[tuple[int, Good]] = JsonShape(
    _SIGN.schema,
    lambda raw: attrs.astuple(_SIGN.read(raw)),
    lambda pair: _SIGN.write(Sign(*pair)),
)
_INVENTIONS = sequence(label(NAME.pattern.pattern, NAME.form), LISTED_MAX)
_PROVENANCE = structure(Provenance, {"source": word({source: source for source in SOURCES}), "cite": TEXT})
_PROVENANCES: JsonShape[Mapping[str, Provenance]] = JsonShape(
    {"type": "object", "additionalProperties": _PROVENANCE.schema},
    lambda raw: keyed(raw, lambda _, known: _PROVENANCE.read(known), PLACES_MAX),
    lambda known: {key: _PROVENANCE.write(known[key]) for key in sorted(known)},
)


@lru_cache(maxsize=16)
def _printed(inventions: tuple[str, ...]) -> JsonShape[Components]:
    """The shape of a set with these inventions."""
    invention = word(
        {name: index for index, name in enumerate(inventions)}, "one of the inventions", pattern=NAME.pattern.pattern
    )
    space = structure(
        Space,
        {"invention": invention, "technical": FLAG, "cogs": _PRINTED, "influence": _PRINTED, "income": _REWARD},
    )
    card = structure(
        InventionCard,
        {
            "id": _ID,
            "kind": word({kind.value: kind for kind in CardKind}),
            "invention": optional(invention),
            "cost": _GOODS,
            "question_marks": _PRINTED,
            "profit": _REWARD,
        },
    )
    source = structure(Source, {"id": _ID, "house": FLAG, "good": word(LOADS)})
    square = structure(PatentSquare, {"coins": _PRINTED, "influence": _PRINTED})
    return structure(
        Components,
        {
            "name": TEXT,
            "inventions": _INVENTIONS,
            "spaces": sequence(space, LISTED_MAX),
            "cards": sequence(card, LISTED_MAX),
            "factories": sequence(_factory(_ID), LISTED_MAX),
            "start_factory": titled("StartFactory", _factory(word({START_FACTORY: START_FACTORY}))),
            "patent_squares": sequence(square, LISTED_MAX),
            "signs": sequence(_SIGNS, LISTED_MAX),
            "track_end": integer(1, TRACK_MAX),
            "sources": sequence(source, LISTED_MAX),
            "supply": _BOX,
            "bonus_discs": _STOCK,
            "markers": _STOCK,
            "provenance": _PROVENANCES,
        },
    )


def _read_components(raw: Any) -> Components:
    check_object(raw)
    inventions: tuple[str, ...] = ()
    with suppress(InvalidDataError):  # the shape below says so too, with the place
        inventions = _INVENTIONS.read(raw.get("inventions"))
    components = _printed(inventions).read(raw)
    if problems := misfits(components):
        raise InvalidDataError(
            Problem((Literal(each.place),), each.code, "", Literal(each.message)) for each in problems
        )
    return components


COMPONENTS: JsonShape[Components] = JsonShape(
    _printed(()).schema, _read_components, lambda components: _printed(components.inventions).write(components)
)
