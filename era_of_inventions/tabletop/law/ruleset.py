"""Rulesets: one reading for every ruling of a rulebook.

The ruleset class of a rulebook derives from `BaseRuleset` and declares one field per
ruling, with `ruling`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, Self, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import RulesetError, describe, hint
from era_of_inventions.tabletop.law.ruling import Ruling, rulings_of
from era_of_inventions.tabletop.text.fingerprint import fingerprint
from era_of_inventions.tabletop.values import watched as values


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class BaseRuleset:
    """One reading for every ruling: what a table agrees on before it plays or disputes.

    The first reading of each ruling is its default. A preset other than ``default`` is
    named after an edition and plays as a fair reader of that edition alone would.

    ``name`` is the name of the ruleset, by default derived from its readings. It does
    not count for equality. Raises `RulesetError` for an unknown reading, and for the
    name of a preset that has other readings than these.
    """

    presets: ClassVar[tuple[str, ...]] = ("default",)
    """The names of the presets, ``default`` first."""

    name: str = attrs.field(default="", eq=False)

    def __new__(cls, *_: object, **readings: object) -> Self:
        """Raise `RulesetError` for a reading of a ruling that does not exist."""
        known = attrs.fields_dict(cls)
        for name in readings.keys() - known.keys():
            raise RulesetError(f"there is no ruling {describe(name)}{hint(name, known)}")
        return super().__new__(cls)

    def __attrs_post_init__(self) -> None:
        """Name a ruleset that has no name: "default", and the readings that differ. Check a name that is a preset's."""
        if not self.name:
            object.__setattr__(self, "name", self._named_after("default"))
        elif self.name in self.presets and (otherwise := self._otherwise_than(self.name)):
            ids = ", ".join(ruling.id for ruling, _ in otherwise)
            raise RulesetError(
                f"{self.name!r} is the name of a preset that differs in {ids}; "
                f"expected {type(self).__name__}.preset({self.name!r}), or another name"
            )

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the preset with this name. Raises `RulesetError` for any other name."""
        if name not in cls.presets:
            raise RulesetError(
                f"there is no preset {describe(name)}; expected one of {', '.join(cls.presets)}"
            )
        own: Any = cls  # mypy takes no class of this kind for hashable
        return cast("Self", _preset(own, name))

    @classmethod
    def rulings(cls) -> tuple[Ruling, ...]:
        """Return all rulings, in field order."""
        own: Any = cls  # mypy takes no class of this kind for hashable
        return rulings_of(own)

    @classmethod
    def ruling(cls, name: str) -> Ruling:
        """Return the ruling with this id (``build-cap``) or field (``build_cap``).

        Raises `RulesetError` for any other name.
        """
        for ruling in cls.rulings():
            if name in (ruling.id, ruling.field):
                return ruling
        ids = [ruling.id for ruling in cls.rulings()]
        raise RulesetError(f"there is no ruling {describe(name)}{hint(str(name), ids)}")

    @classmethod
    def resolve(cls, ruleset: object) -> Self:
        """Return a ruleset itself; for a text, return the preset with this name.

        Raises `RulesetError` for anything else.
        """
        if isinstance(ruleset, str):
            return cls.preset(ruleset)
        if not isinstance(ruleset, cls):
            raise RulesetError(
                f"ruleset is {describe(ruleset)}; expected a Ruleset or one of {', '.join(cls.presets)}"
            )
        return ruleset

    def with_reading(self, ruling: str, reading: str) -> Self:
        """Return a copy with another reading of one ruling, identified by its id or field.

        Its name starts with the preset that this ruleset is named after, by default
        with ``default``. Raises `RulesetError` if there is no such ruling, or no such
        reading of it.
        """
        changed: dict[str, Any] = {self.ruling(ruling).field: reading}
        ruleset = attrs.evolve(self, name="", **changed)
        preset = self.name.partition(",")[0]
        if preset in self.presets[1:]:
            object.__setattr__(ruleset, "name", ruleset._named_after(preset))
        return ruleset

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint of the readings that are not the default, so that new rulings do not change it."""
        return fingerprint(
            sorted(
                (ruling.id, reading)
                for ruling, reading in self._otherwise_than(self.presets[0])
            )
        )

    def _otherwise_than(self, preset: str) -> list[tuple[Ruling, str]]:
        """Return the rulings whose readings differ from a preset, each with its reading here."""
        chosen = ((ruling, getattr(self, ruling.field)) for ruling in self.rulings())
        return [
            (ruling, reading)
            for ruling, reading in chosen
            if reading != ruling.reading_by(preset)
        ]

    def _named_after(self, preset: str) -> str:
        return ", ".join(
            [
                preset,
                *(
                    f"{ruling.id} = {reading}"
                    for ruling, reading in self._otherwise_than(preset)
                ),
            ]
        )

    def _not_default(self) -> dict[str, Any]:
        """Return the readings that are not the default, by field."""
        return {
            ruling.field: reading for ruling, reading in self._otherwise_than(self.presets[0])
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name and the readings that are not the default; unpickling validates them."""
        return partial(type(self), name=self.name, **self._not_default()), ()

    def __repr__(self) -> str:
        """The expression that makes it: a preset, or the readings that are not the default."""
        kind = type(self).__name__
        if self.name in self.presets[1:]:
            return f"{kind}.preset({self.name!r})"
        return f"{kind}({', '.join(f'{field}={reading!r}' for field, reading in self._not_default().items())})"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))


R = TypeVar("R", bound=BaseRuleset)


def watched(ruleset: R) -> tuple[R, set[str]]:
    """Return a copy of a ruleset, and a set: when a ruling is read from the copy, its field is added to the set."""
    consulted = set[str]()
    places = {ruling.field: (ruling.field,) for ruling in ruleset.rulings()}
    return values.watched(ruleset, places, consulted), consulted


@lru_cache(maxsize=64)
def _preset(kind: type[BaseRuleset], name: str) -> BaseRuleset:
    readings: dict[str, Any] = {
        ruling.field: ruling.reading_by(name) for ruling in kind.rulings()
    }
    return kind(name=name, **readings)
