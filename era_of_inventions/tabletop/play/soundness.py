"""Consistency checks of rulebooks: whether their parts refer to each other correctly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.fields import DeclarationError, layout_of
from era_of_inventions.tabletop.play.quantities import quantities_of
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting, terms_of


class RulebookError(GameError, TypeError):
    """An inconsistent rulebook, with all reasons. It is a mistake of the rulebook's author."""

    def __init__(self, title: str, reasons: tuple[str, ...]) -> None:
        """Store the title of the rulebook and the reasons."""
        self.title = title
        self.reasons = reasons
        super().__init__(title, reasons)

    def __str__(self) -> str:
        """One line for each reason."""
        return "\n".join(f"{self.title}: {reason}" for reason in self.reasons)


@lru_cache(maxsize=256)
def require_sound(setting: Setting[Any, Any]) -> None:
    """Raise `RulebookError`, with all reasons, if the rulebook of a setting is inconsistent."""
    rulebook: Rulebook[Any, Any] = setting.rulebook
    if reasons := (*_of_fields(setting), *_of_moves(setting), *_of_clauses(rulebook)):
        raise RulebookError(rulebook.title, reasons)


def _of_fields(setting: Setting[Any, Any]) -> tuple[str, ...]:
    rulebook: Rulebook[Any, Any] = setting.rulebook
    try:
        rulebook.layout(setting)
    except DeclarationError as error:
        return error.reasons
    reasons: list[str] = []
    for follow in (rulebook.outline, quantities_of):
        try:
            follow(setting, ())
        except DeclarationError as error:
            reasons += error.reasons
    return tuple(reasons)


def _of_moves(setting: Setting[Any, Any]) -> Iterator[str]:
    law, moves = setting.rulebook.law, setting.rulebook.moves(setting)
    if len(set(moves)) < len(moves):
        twice = next(move for move, number in Counter(moves).items() if number > 1)
        yield f"the table lists the move {twice!r} twice"
    for kind in dict.fromkeys(map(type, moves)):
        try:
            layout_of(kind, terms_of(setting))
        except DeclarationError as error:
            yield from error.reasons
        if kind not in law.grants:
            yield f"no grant applies to {kind.__name__}, so that no such move is ever legal"
        if kind not in law.effects:
            yield f"no effect applies to {kind.__name__}, so that no such move does anything"


def _of_clauses(rulebook: Rulebook[Any, Any]) -> Iterator[str]:
    rulings = {ruling.field for ruling in rulebook.ruleset.rulings()}
    editions = {edition.code: edition for edition in rulebook.editions}
    if len(editions) < len(rulebook.editions):
        yield "two editions have the same code"
    for clause in rulebook.law.clauses:
        if clause.statement == clause.id:
            yield f"{clause.id} has no docstring, which is its statement"
        for name in clause.rulings:
            if name not in rulings:
                yield f"{clause.id} consults the ruling {name!r}, which the ruleset does not have"
        for code, cite in clause.cites.items():
            if code not in editions:
                yield f"{clause.id} cites the edition {code!r}; expected one of {', '.join(editions) or 'none'}"
            elif cite.section not in {section.title for section in editions[code].sections}:
                yield f"{clause.id} cites the section {cite.section!r}, which the edition {code!r} does not have"
