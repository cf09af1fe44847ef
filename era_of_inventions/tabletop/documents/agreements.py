"""Rulesets and settings as JSON.

A setting identifies a component set by name and fingerprint; only the document of the
set holds the printed values.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

import attrs

from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import (
    AnySetting,
    Setting,
    kept_in_setting,
    one_setting,
)
from era_of_inventions.tabletop.records.supplied import ByName, Readings, Supplied
from era_of_inventions.tabletop.values import Count, Field, Terms, field, record
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside, PerRulebook


def general(rulebook: AnyRulebook, supplied: Supplied | None = None) -> Terms:
    """Return the terms that all settings of a rulebook have in common."""
    return attrs.evolve(rulebook.terms, supplied=supplied or Supplied())


@kept_in_setting
def specific(setting: AnySetting, supplied: Supplied | None) -> Terms:
    """Return the terms of a setting."""
    return attrs.evolve(setting.terms, supplied=supplied or Supplied())


@cache
def any_setting(rulebook: AnyRulebook) -> AnySetting:
    """Return a setting of the rulebook, for uses that do not depend on which setting it is."""
    sets = rulebook.components
    return Setting(
        rulebook, max(rulebook.player_counts()), rulebook.ruleset(), sets.load(sets.default)
    )


@record
class RulesetDocument:
    """A ruleset as a document."""

    readings: Field[BaseRuleset] = field(Readings(), "how each ruling is read")


RULESET: Inside[Any] = Inside(
    RulesetDocument, "Ruleset", make=attrgetter("readings"), split=RulesetDocument
)


@record
class SettingDocument:
    """A setting as a document."""

    players: Field[int] = field(
        PerRulebook(lambda book: Count(min(book.player_counts()), max(book.player_counts()))),
        "the number of players",
    )
    ruleset: Field[BaseRuleset] = field(Readings(), "how each ruling is read")
    components: Field[Any] = field(ByName(), "the component set")


class WholeSetting(Domain[AnySetting]):
    """What a table agreed on: the number of players, the readings and the components."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a setting."""
        return Inside(SettingDocument, "Setting").schema(terms)

    def bind(self, terms: Terms) -> Shape[AnySetting]:
        """Return how values are read and written; see `Domain.bind`."""
        return _setting_shape(terms.rulebook, terms.supplied)


@lru_cache(maxsize=64)
def _setting_shape(rulebook: AnyRulebook, supplied: Supplied) -> Shape[AnySetting]:
    layout = layout_of(SettingDocument, general(rulebook, supplied))

    def read(raw: Any) -> AnySetting:
        document = layout.read(raw)
        return one_setting(
            Setting(rulebook, document.players, document.ruleset, document.components)
        )

    return plain_shape(read, layout.write)  # type: ignore[arg-type]
