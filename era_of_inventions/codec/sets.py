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
from cattrs.errors import IterableValidationError

from era_of_inventions.codec.shapes import (
    BOX,
    FLAG,
    PRINTED,
    TEXT,
    Shape,
    WrongError,
    all_at,
    at,
    dumps,
    integer,
    keyed,
    label,
    not_an_object,
    object_of,
    optional,
    sequence,
    structure,
    titled,
    word,
)
from era_of_inventions.component_sets.files import LOADS, SETS, load_shipped, shipped
from era_of_inventions.component_sets.form import GOODS, ID, NAME, START_FACTORY, TRACK_MAX, misfits
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
from era_of_inventions.model.state import Setting
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.components.provenance import SOURCES, Provenance
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
def ruleset_shape(given: tuple[Ruleset, ...]) -> Shape[Ruleset]:
    """The shape of a ruleset; a preset whose readings have changed since is looked for among those given."""

    def read(value: object, _: object = None) -> Ruleset:
        if type(value) is not dict:
            return preset(_NAME.read(value))
        return _read_preset(value, given) if "preset" in value else _read_readings(value)

    readings = {
        "type": "object",
        "properties": {id_: reading.schema for id_, reading in _READINGS.items()},
        "additionalProperties": False,
    }
    schema = {"title": "Readings", "anyOf": [_NAME.schema, _PRESET.schema, readings]}
    return Shape(schema, read, _write_ruleset)


def _read_preset(value: object, given: tuple[Ruleset, ...]) -> Ruleset:
    named = _PRESET.read(value)
    current = preset(named.preset)
    for known in (current, *given):
        if known.fingerprint == named.fingerprint:
            return known
    expected = f"{current.fingerprint}, as {named.preset!r} is read in this version"
    raise at(
        "fingerprint", WrongError(named.fingerprint, f"{expected}, or that of a ruleset given in Python (rulesets=[…])")
    )


def _read_readings(value: dict[str, Any]) -> Ruleset:
    def read(key: str) -> str:
        if key not in _READINGS:
            raise WrongError(key, "the id of a ruling", _READINGS)
        return _READINGS[key].read(value[key])

    chosen = keyed(value, read, len(value))
    readings: dict[str, Any] = {Ruleset.ruling(key).field: reading for key, reading in chosen.items()}
    return Ruleset(**readings)


@lru_cache(maxsize=64)
def _write_ruleset(ruleset: Ruleset) -> str:
    for name in Ruleset.presets:
        if ruleset == preset(name):
            return dumps(name) if name == Ruleset.presets[0] else _PRESET.write(Preset(name, ruleset.fingerprint))
    chosen = {ruling.id: (getattr(ruleset, ruling.field), ruling.default) for ruling in Ruleset.rulings()}
    return dumps({id_: reading for id_, (reading, default) in chosen.items() if reading != default})


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
def setting_shape(given: Given = NOTHING) -> Shape[Setting]:
    """The shape of a setting whose component set is one of those given, or one that comes with the package."""
    known = {SETS.fingerprint(components): components for components in (*_shipped(), *given.components)}

    def read(value: object, _: object = None) -> Components:
        named = _NAMED.read(value)
        if named.fingerprint not in known:
            raise ValueError(
                f"the component set {named.name!r} with fingerprint {named.fingerprint} is not here; "
                f"expected one of {', '.join(f'{c.name!r} ({print_})' for print_, c in known.items())}, "
                f"or one given besides ({SETS_GIVEN})"
            )
        return known[named.fingerprint]

    fields = structure(
        Agreed,
        {
            "players": integer(min(player_counts()), max(player_counts())),
            "ruleset": ruleset_shape(given.rulesets),
            "components": Shape(_NAMED.schema, read, _write_name),
        },
    )

    def read_setting(value: object, _: object = None) -> Setting:
        found = fields.read(value)
        return one_setting(Setting(ERA, found.players, found.ruleset, found.components))

    return titled("Setting", Shape(fields.schema, read_setting, fields.write))


def _write_name(components: Components) -> str:
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
_REWARD = structure(Reward, {"goods": PRINTED, "influence": _PRINTED})


@attrs.frozen
class Sign:
    """A sign of the influence track."""

    space: int
    good: Good


def _factory(id_: Shape[str]) -> Shape[FactoryCard]:
    return structure(FactoryCard, {"id": id_, "cost": PRINTED, "output": PRINTED, "influence": _PRINTED})


_SIGN = structure(Sign, {"space": integer(1, TRACK_MAX), "good": word(GOODS)})
_SIGNS: Shape[tuple[int, Good]] = Shape(
    _SIGN.schema,
    lambda value, _=None: attrs.astuple(_SIGN.read(value)),
    lambda pair: _SIGN.write(Sign(*pair)),
)
_INVENTIONS = sequence(label(NAME.pattern.pattern, NAME.form), LISTED_MAX)
_PROVENANCE = structure(Provenance, {"source": word({source: source for source in SOURCES}), "cite": TEXT})
_PROVENANCES: Shape[Mapping[str, Provenance]] = Shape(
    {"type": "object", "additionalProperties": _PROVENANCE.schema},
    lambda value, _=None: keyed(value, lambda key: _PROVENANCE.read(value[key]), PLACES_MAX),
    lambda known: object_of((dumps(key)[1:-1], _PROVENANCE.write(known[key])) for key in sorted(known)),
)


@lru_cache(maxsize=16)
def _printed(inventions: tuple[str, ...]) -> Shape[Components]:
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
            "cost": PRINTED,
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
            "supply": BOX,
            "bonus_discs": _STOCK,
            "markers": _STOCK,
            "provenance": _PROVENANCES,
        },
    )


def _read_components(value: object, _: object = None) -> Components:
    if type(value) is not dict:
        raise not_an_object(value)
    inventions: tuple[str, ...] = ()
    with suppress(WrongError, IterableValidationError):  # the shape below says so too, with the place
        inventions = _INVENTIONS.read(value.get("inventions"))
    components = _printed(inventions).read(value)
    if problems := misfits(components):
        raise all_at((problem.place, problem.message) for problem in problems)
    return components


COMPONENTS: Shape[Components] = Shape(
    _printed(()).schema, _read_components, lambda components: _printed(components.inventions).write(components)
)
