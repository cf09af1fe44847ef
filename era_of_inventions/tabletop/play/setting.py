"""What a table agrees on before it plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.fields import Position, Terms, carried, record

if TYPE_CHECKING:
    from era_of_inventions.tabletop.play.rulebook import Rulebook

R = TypeVar("R")
C = TypeVar("C")
_NO_SOURCES: Mapping[str, Any] = {}


@attrs.frozen(cache_hash=True)
class Setting(Generic[R, C]):
    """What a table agrees on: the rulebook, the number of players, the ruleset and the components.

    A position carries its setting, and with it the rulebook.
    """

    rulebook: Rulebook[Any, Any]
    players: int
    ruleset: R
    components: C

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, so that unpickled games and positions share one setting."""
        return _restored, (self.rulebook, self.players, self.ruleset, self.components)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Show only the names in Hypothesis and notebooks; the full tables would fill pages."""
        printer.text(f"<{self}>")

    def __str__(self) -> str:
        """The setting in a few words."""
        return f"{self.players} players, {getattr(self.ruleset, 'name', '')}, {getattr(self.components, 'name', '')}"


def one_setting(setting: Setting[R, C]) -> Setting[R, C]:
    """Intern a setting, so that games and positions can compare settings by identity.

    Names and sources of values do not count for equality, but settings in which they differ are different objects.
    """
    names = getattr(setting.ruleset, "name", ""), getattr(setting.components, "name", "")
    one = _one(setting, *names)
    sources, others = _sources(setting), _sources(one)
    return one if sources is others or sources == others else _one(setting, *names, frozenset(sources.items()))


def _sources(setting: Setting[Any, Any]) -> Mapping[str, Any]:
    """Where the values of the component set come from, by their places, as far as the set tells."""
    sources: Mapping[str, Any] = getattr(setting.components, "provenance", _NO_SOURCES)
    return sources


def _restored(rulebook: Rulebook[Any, Any], players: int, ruleset: R, components: C) -> Setting[R, C]:
    return one_setting(Setting(rulebook, players, ruleset, components))


@lru_cache(maxsize=256)
def _one(setting: Setting[R, C], *_told_apart_by: object) -> Setting[R, C]:
    return setting


@lru_cache(maxsize=256)
def terms_of(setting: Setting[Any, Any], names: tuple[str, ...] = ()) -> Terms:
    """The terms that fields are bound to. They do not depend on the ruleset."""
    return Terms.of(attrs.evolve(setting, ruleset=None), names)


@record
class BasePosition(Position, Generic[R, C]):
    """The base of positions, which carry their setting: ``class State(BasePosition[Ruleset, Components])``."""

    setting: Setting[R, C] = carried()

    @property
    def ruleset(self) -> R:
        """The readings in force."""
        return self.setting.ruleset

    @property
    def components(self) -> C:
        """The components in use."""
        return self.setting.components

    def after(self, seat: int) -> int:
        """The seat on the left of another, who follows clockwise."""
        return (seat + 1) % self.setting.players
