"""What a table agrees on before it plays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.fields import Terms

if TYPE_CHECKING:
    from era_of_inventions.tabletop.play.rulebook import Rulebook

R = TypeVar("R")
C = TypeVar("C")


@attrs.frozen(cache_hash=True)
class Setting(Generic[R, C]):
    """What a table agrees on: by which rulebook it plays, how many play, by which readings, with which components.

    A position carries its setting, so whoever has a position knows the rulebook it belongs to.
    """

    rulebook: Rulebook[Any, Any]
    players: int
    ruleset: R
    components: C

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is made of, so that games and positions get their own setting again."""
        return _restored, (self.rulebook, self.players, self.ruleset, self.components)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Show the names alone where Hypothesis or a notebook pretty-prints; the tables would fill pages."""
        printer.text(f"<{self}>")

    def __str__(self) -> str:
        """The setting in a few words."""
        return f"{self.players} players, {getattr(self.ruleset, 'name', '')}, {getattr(self.components, 'name', '')}"


def one_setting(setting: Setting[R, C]) -> Setting[R, C]:
    """The setting, as one object for all who ask, so that games and positions know their own.

    Names do not count when settings are compared, but settings with other names are other objects.
    """
    return _one(setting, getattr(setting.ruleset, "name", ""), getattr(setting.components, "name", ""))


def _restored(rulebook: Rulebook[Any, Any], players: int, ruleset: R, components: C) -> Setting[R, C]:
    return one_setting(Setting(rulebook, players, ruleset, components))


@lru_cache(maxsize=256)
def _one(setting: Setting[R, C], *_names: str) -> Setting[R, C]:
    return setting


@lru_cache(maxsize=256)
def terms_of(setting: Setting[Any, Any], names: tuple[str, ...] = ()) -> Terms:
    """What fields are bound to in a setting, which does not depend on readings."""
    return Terms.of(attrs.evolve(setting, ruleset=None), names)
